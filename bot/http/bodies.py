"""What requests bring, read no further than is allowed. All raise ``RequestRefused``."""

import unicodedata
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from aiohttp import BodyPartReader, MultipartReader, web
from aiohttp.http_exceptions import HttpProcessingError
from pydantic import AfterValidator, BaseModel, Field, ValidationError

from bot.http.clients import known_locale
from bot.http.contract import RequestRefused
from domain.messages import MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS, Frozen

JSON = "application/json"
FORM = "multipart/form-data"
MAX_JSON = 1024 * 1024
MAX_FORM = 64 * 1024 * 1024
"""Bytes of all files of one message: three of the largest ones, or ten photos of any camera."""
MAX_PARTS = 32
_MAX_FIELD = 64 * 1024
"""Bytes of a form's field that is no file: the longest text in any script, and some."""
_MEGABYTE = 1024 * 1024
_BROKEN = (ConnectionError, HttpProcessingError, web.RequestPayloadError)
"""What reading raises when the rest never comes: whoever sent it is gone, or sent no body."""

Body = TypeVar("Body", bound=BaseModel)


def _one_word(value: str) -> str:
    """Ids of other things have a slash in them; nothing else must not be in one."""
    if not value.isprintable() or " " in value or "/" in value:
        msg = "a client's id is one word without a slash"
        raise ValueError(msg)
    return value


def _no_controls(value: str) -> str:
    if any(unicodedata.category(character) == "Cc" for character in value):
        msg = "no button has control characters"
        raise ValueError(msg)
    return value


def _locale(value: str) -> str:
    locale = known_locale(value)
    if locale is None:
        msg = "no locale"
        raise ValueError(msg)
    return locale


PartOfPress = Annotated[str, Field(max_length=500), AfterValidator(_no_controls)]
MessageId = Annotated[str, Field(max_length=64), AfterValidator(_one_word)]
Locale = Annotated[str, Field(max_length=35), AfterValidator(_locale)]


class MessageBody(Frozen):
    """Of ``POST …/message``."""

    message: str = ""
    session_id: str | None = None
    message_id: MessageId = ""
    locale: Locale | None = None
    wait: bool = True


class PressBody(Frozen):
    """A button; ``label`` is what stood on it, for the transcript."""

    action: Annotated[PartOfPress, Field(min_length=1)]
    subject: PartOfPress
    value: PartOfPress = ""
    label: Annotated[str, Field(max_length=500)] = ""
    message_id: MessageId = ""
    wait: bool = True


@dataclass(frozen=True)
class SentForm:
    """Text fields by name, and files in their order."""

    fields: dict[str, str] = field(default_factory=dict)
    files: tuple[bytes, ...] = field(default=(), repr=False)


def kind_of(request: web.Request) -> str:
    """``JSON`` or ``FORM``."""
    if request.content_type not in (JSON, FORM):
        raise RequestRefused(415, "unsupported_media")
    return request.content_type


async def read_json(request: web.Request, model: type[Body], *, most: int = MAX_JSON) -> Body:
    if kind_of(request) != JSON:
        raise RequestRefused(415, "unsupported_media")
    try:
        content = await _limited(request.content.iter_any(), most, f"{most // _MEGABYTE} MB")
        return model.model_validate_json(content)
    except ValidationError as error:
        raise _wrong(error) from None
    except _BROKEN as error:
        raise RequestRefused(400, "bad_request") from error


def checked(form: SentForm, model: type[Body]) -> Body:
    """The fields of a form as a model."""
    try:
        return model.model_validate(form.fields)
    except ValidationError as error:
        raise _wrong(error) from None


async def read_form(
    request: web.Request,
    names: tuple[str, ...] = ("files[]", "files"),
    *,
    most_files: int = MAX_ATTACHMENTS,
) -> SentForm:
    """A form whose files have one of these ``names``; other fields are text."""
    if kind_of(request) != FORM:
        raise RequestRefused(415, "unsupported_media")
    fields: dict[str, str] = {}
    files: list[bytes] = []
    room = MAX_FORM
    try:
        reader = await request.multipart()
        for _ in range(MAX_PARTS + 1):
            part = await reader.next()
            if part is None:
                return SentForm(fields, tuple(files))
            if isinstance(part, MultipartReader) or not part.name:
                raise RequestRefused(400, "bad_request")
            if part.name in names:
                if len(files) == most_files:
                    raise RequestRefused(413, "too_large", values={"limit": str(most_files)})
                files.append(await _file(part, room))
                room -= len(files[-1])
            else:
                content = await _limited(_chunks(part), _MAX_FIELD, "64 kB")
                fields[part.name] = content.decode()
    except (ValueError, AssertionError, RuntimeError, *_BROKEN) as error:
        raise RequestRefused(400, "bad_request") from error
    raise RequestRefused(413, "too_large", values={"limit": str(MAX_PARTS)})


async def _file(part: BodyPartReader, room: int) -> bytes:
    limit = min(room, MAX_ATTACHMENT_BYTES)
    return await _limited(_chunks(part), limit, f"{limit // _MEGABYTE} MB")


async def _chunks(part: BodyPartReader) -> AsyncIterator[bytes]:
    while chunk := await part.read_chunk(_MAX_FIELD):
        yield chunk


async def _limited(chunks: AsyncIterator[bytes], limit: int, named: str) -> bytes:
    content = bytearray()
    async for chunk in chunks:
        content += chunk
        if len(content) > limit:
            raise RequestRefused(413, "too_large", values={"limit": named})
    return bytes(content)


def _wrong(error: ValidationError) -> RequestRefused:
    """Names what is wrong by its field; never by its value."""
    first = error.errors(include_input=False, include_context=False)[0]
    field_name = ".".join(str(part) for part in first["loc"])
    return RequestRefused(400, "bad_request", values={"what": field_name} if field_name else None)
