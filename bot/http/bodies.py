"""Reads the bodies of requests, no further than is allowed. All raise ``RequestRefused``.

Bytes are counted by who sends them before anything looks at them, and JSON becomes objects beside
the event loop: a message of 60 MB can be a million small ones.
"""

import asyncio
import re
import unicodedata
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from aiohttp import BodyPartReader, MultipartReader, web
from aiohttp.http_exceptions import HttpProcessingError
from pydantic import AfterValidator, BaseModel, Field, ValidationError

from bot.http.clients import Clients
from bot.http.contract import RequestRefused
from bot.http.errors import refusal_of
from bot.intake import Refusal, RefusedMessageError
from bot.texts.formats import known_locale
from domain.messages import MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS, Frozen

JSON = "application/json"
FORM = "multipart/form-data"
MAX_JSON = 1024 * 1024
MAX_FORM = 160 * 1024 * 1024
"""Bytes of all files of one message: eight of the largest ones, or thirty photos of any phone."""
MAX_PARTS = 48
MAX_OBJECTS = 20_000
"""Brackets in a body of JSON, those in its texts included: each may become an object."""
MAX_INLINE_FILES = 200
"""Files within a body of JSON, those of earlier messages included."""
MAX_MARKS = 20_000
"""Places at which such a file may begin, also within texts: each is looked at."""
_LEAST_INLINE = 512
"""Bytes; a shorter one stays where it stands."""
_INLINE = re.compile(rb'"data:[\w.+/\\-]*(;[\w.+=-]+)*;base64,')
_LONGEST_MARK = 200
_MAX_FIELD = 64 * 1024
"""Bytes of a form's field that is no file: the longest text in any script, and some."""
_MEGABYTE = 1024 * 1024
_BROKEN = (ConnectionError, HttpProcessingError, web.RequestPayloadError)
"""What reading raises when the rest never comes: whoever sent it is gone, or sent no body."""

Body = TypeVar("Body", bound=BaseModel)
Parsed = TypeVar("Parsed")


def _one_word(value: str) -> str:
    """Ids of other things have a slash in them; nothing else must not be in one."""
    if not value.isprintable() or " " in value or "/" in value:
        raise ValueError("a client's id is one word without a slash")
    return value


def _no_controls(value: str) -> str:
    if any(unicodedata.category(character) == "Cc" for character in value):
        raise ValueError("no button has control characters")
    return value


def _locale(value: str) -> str:
    locale = known_locale(value)
    if locale is None:
        raise ValueError("no locale")
    return str(locale)


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


async def read_json(request: web.Request, clients: Clients, model: type[Body]) -> Body:
    return await _parsed_of(request, clients, MAX_JSON, lambda content: _parsed(content, model))


async def read_json_with_files(
    request: web.Request, clients: Clients, model: type[Body], most: int
) -> tuple[Body, Mapping[str, memoryview]]:
    """For a body that has files in it, as data URLs. Each is taken out before the rest, which may
    be no more than ``MAX_JSON``, is parsed: a name stands in its place, and the base64 by that name
    comes beside the body.
    """

    def parsed(content: bytes) -> tuple[Body, Mapping[str, memoryview]]:
        rest, files = without_files(content)
        return _parsed(rest, model), files

    return await _parsed_of(request, clients, most, parsed)


async def _parsed_of(
    request: web.Request, clients: Clients, most: int, parse: Callable[[bytes], Parsed]
) -> Parsed:
    """The body of a request in JSON, parsed beside the event loop."""
    if kind_of(request) != JSON:
        raise RequestRefused(415, "unsupported_media")
    try:
        chunks = _counted(request.content.iter_any(), request, clients)
        content = await _limited(chunks, most, f"{most // _MEGABYTE} MB")
        return await asyncio.to_thread(parse, content)
    except ValidationError as error:
        raise _wrong(error) from None
    except _BROKEN as error:
        raise RequestRefused(400, "bad_request") from error


def _parsed(content: bytes, model: type[Body]) -> Body:
    if len(content) > MAX_JSON:
        limit = f"{MAX_JSON // _MEGABYTE} MB"
        raise RequestRefused(413, "too_large", values={"limit": limit})
    if content.count(b"{") + content.count(b"[") > MAX_OBJECTS:
        raise RequestRefused(413, "too_large", values={"limit": str(MAX_OBJECTS)})
    return model.model_validate_json(content)


def without_files(content: bytes) -> tuple[bytes, Mapping[str, memoryview]]:
    """JSON with a name in the place of each longer data URL, and their base64 by these names, as it
    stands there (with its escapes). Nothing is copied of it. Whoever writes such a name themselves
    means their own file by it.
    """
    if content.count(b'"data:') > MAX_MARKS:
        raise RequestRefused(413, "too_large", values={"limit": str(MAX_MARKS)})
    whole, done = memoryview(content), 0
    kept: list[bytes] = []
    files: dict[str, memoryview] = {}
    at = content.find(b'"data:')
    while at >= 0:
        mark = _INLINE.match(content[at : at + _LONGEST_MARK])
        end = content.find(b'"', at + 1)
        begins = not content.startswith(b"\\", at - 1)  # behind one, it is a quote within a text
        if begins and mark is not None and end - at > _LEAST_INLINE:
            if len(files) == MAX_INLINE_FILES:
                raise RequestRefused(413, "too_large", values={"limit": str(MAX_INLINE_FILES)})
            name = f"file:{len(files)}"
            files[name] = whole[at + mark.end() : end]
            kept += [content[done : at + 1], name.encode()]
            done = end
        at = content.find(b'"data:', at + 1)
    return b"".join([*kept, whole[done:]]), files


async def _counted(
    chunks: AsyncIterator[bytes], request: web.Request, clients: Clients
) -> AsyncIterator[bytes]:
    clients.count_bytes(request, 0)  # who may not come in sends nothing
    async for chunk in chunks:
        clients.count_bytes(request, len(chunk))
        yield chunk


def checked(form: SentForm, model: type[Body]) -> Body:
    """The fields of a form as a model."""
    try:
        return model.model_validate(form.fields)
    except ValidationError as error:
        raise _wrong(error) from None


async def read_form(
    request: web.Request,
    clients: Clients,
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
            chunks = _counted(_chunks(part), request, clients)
            if part.name in names:
                if len(files) == most_files:
                    refused = Refusal.TOO_MANY_FILES
                    raise refusal_of(RefusedMessageError(refused, limit=str(most_files)))
                whole = MAX_ATTACHMENT_BYTES if room > MAX_ATTACHMENT_BYTES else MAX_FORM
                limit = min(room, MAX_ATTACHMENT_BYTES)
                files.append(await _limited(chunks, limit, f"{whole // _MEGABYTE} MB"))
                room -= len(files[-1])
            else:
                content = await _limited(chunks, _MAX_FIELD, "64 kB")
                fields[part.name] = content.decode()
    except (ValueError, AssertionError, RuntimeError, *_BROKEN) as error:
        raise RequestRefused(400, "bad_request") from error
    raise RequestRefused(413, "too_large", values={"limit": str(MAX_PARTS)})


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
