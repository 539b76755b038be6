"""What a person sent, made safe and turned into a ``Message``. Shared by all channels."""

import asyncio
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from adapters.media.sniffing import attachment_of
from agents import SLUGS
from bot.buttons import button_named
from bot.texts.cards import commands_of
from bot.texts.speech import Button
from domain.commands import command_in
from domain.errors import AppError
from domain.messages import (
    MAX_ATTACHMENT_BYTES,
    MAX_ATTACHMENTS,
    MAX_TEXT_LENGTH,
    Attachment,
    ButtonPress,
    Message,
    ProgramCall,
    Unusable,
)
from domain.plain_text import visible, without_disguised_numbers
from domain.topics import Empty, PressAction, TooLong

_LINE_ENDS = re.compile(r"\r\n?|[\u0085\u2028\u2029\v\f]")

_MEGABYTES = str(MAX_ATTACHMENT_BYTES // (1024 * 1024))


class Refusal(StrEnum):
    """Why something is not handed over: the key of the words that say so."""

    TOO_LONG = TooLong.topic
    EMPTY = Empty.topic
    NO_SUCH_FILE = "intake.no_such_file"
    NOT_A_FILE = "intake.not_a_file"
    TOO_LARGE = "intake.too_large"
    TOO_MANY_FILES = "intake.too_many_files"


class RefusedMessageError(AppError):
    """Something that is not handed over, with the values that its words mention."""

    code = "message.refused"

    def __init__(self, refusal: Refusal, **values: str) -> None:
        super().__init__(f"message refused: {refusal.value}")
        self.refusal = refusal
        self.values = values


@dataclass(frozen=True)
class Upload:
    """A file that can be sent: its bytes and what they are."""

    attachment: Attachment
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Origin:
    """Where and when something was sent. ``update_id`` is the channel's own, never used twice."""

    channel: str
    chat_id: str
    user_id: str
    update_id: int | str
    sent_at: datetime
    """UTC."""
    ref: str = ""
    edits: str = ""
    album: str = ""
    addressed: bool = True
    reply_to_ref: str = ""
    author_id: str = ""
    not_before: datetime | None = None
    """The last seven as ``Message`` has them."""

    def message(  # noqa: PLR0913 - the parts of a message, all but one optional
        self,
        text: str,
        *,
        attachments: tuple[Attachment, ...] = (),
        command: str | None = None,
        press: ButtonPress | None = None,
        call: ProgramCall | None = None,
        reply_to: str | None = None,
        unusable: Unusable | None = None,
    ) -> Message:
        return Message(
            id=f"{self.channel}:{self.chat_id}:{self.update_id}",
            sender_id=self.user_id,
            author_id=self.author_id,
            sent_at=self.sent_at,
            text=text,
            attachments=attachments,
            command=command,
            press=press,
            call=call,
            reply_to=reply_to,
            ref=self.ref,
            edits=self.edits,
            album=self.album,
            addressed=self.addressed,
            reply_to_ref=self.reply_to_ref,
            not_before=self.not_before,
            unusable=unusable,
        )


@dataclass(frozen=True)
class Inbound:
    """A message ready to be handed over, with the content of its files by sha256."""

    message: Message
    contents: Mapping[str, bytes] = field(default_factory=dict)


def cleaned(text: str) -> str:
    """The text in NFC, without what cannot be seen, and numbers that it changes."""
    seen = visible(without_disguised_numbers(_LINE_ENDS.sub("\n", text)))
    return unicodedata.normalize("NFC", seen).strip()


def upload_of(content: bytes) -> Upload:
    """Raises ``UnusableAttachmentError`` for anything but a picture, a PDF or a recording."""
    return Upload(attachment=attachment_of(content), content=content)


async def upload_from(path: Path) -> Upload:
    """The file at ``path``, read off the event loop.

    Raises ``UnusableAttachmentError`` for what is no picture or PDF and ``RefusedMessageError``
    for what can't be read; a file that is too large is refused by its size, before it is read.
    """
    return await asyncio.to_thread(_read, path)


def _read(path: Path) -> Upload:
    name = path.name
    try:
        size = path.stat().st_size
        # A device or a pipe has no size and may never end, so only regular files are opened.
        if not path.is_file():
            raise RefusedMessageError(Refusal.NOT_A_FILE, name=name)
        if size > MAX_ATTACHMENT_BYTES:
            raise RefusedMessageError(Refusal.TOO_LARGE, name=name, limit=_MEGABYTES)
        with path.open("rb") as file:
            content = file.read(MAX_ATTACHMENT_BYTES + 1)
    except FileNotFoundError as error:
        raise RefusedMessageError(Refusal.NO_SUCH_FILE, name=name) from error
    except (OSError, ValueError) as error:
        raise RefusedMessageError(Refusal.NOT_A_FILE, name=name) from error
    return upload_of(content)


def inbound(
    origin: Origin,
    text: str = "",
    uploads: Sequence[Upload] = (),
    reply_to: str | None = None,
    *,
    agents: Sequence[str] = SLUGS,
) -> Inbound:
    """A text, or files with a caption, with the bytes of the files.

    Raises as ``text_message`` does.
    """
    files = [upload.attachment for upload in uploads]
    return Inbound(
        message=text_message(origin, text, files, reply_to, agents=agents),
        contents={upload.attachment.sha256: upload.content for upload in uploads},
    )


def text_message(  # noqa: PLR0913 - the parts of a message, all but one optional
    origin: Origin,
    text: str = "",
    files: Sequence[Attachment] = (),
    reply_to: str | None = None,
    unusable: Unusable | None = None,
    *,
    agents: Sequence[str] = SLUGS,
) -> Message:
    """A text, or files with a caption, as a message; ``unusable`` names what came instead of one.
    Commands are those of the platform and of these ``agents``: the enabled ones.

    Raises ``RefusedMessageError`` for a text that is too long, for nothing at all and for too many
    files. The same file twice in one message is one attachment.
    """
    clean = cleaned(text)
    if len(clean) > MAX_TEXT_LENGTH:
        raise RefusedMessageError(Refusal.TOO_LONG, limit=str(MAX_TEXT_LENGTH))
    attachments = _distinct(files)
    if len(attachments) > MAX_ATTACHMENTS:
        raise RefusedMessageError(Refusal.TOO_MANY_FILES, limit=str(MAX_ATTACHMENTS))
    if not clean and not attachments and unusable is None:
        raise RefusedMessageError(Refusal.EMPTY)
    # A caption is about its photo: "cancel" under a picture is not an order.
    command = None if attachments or unusable else command_in(clean, commands_of(agents))
    return origin.message(
        clean, attachments=attachments, command=command, reply_to=reply_to, unusable=unusable
    )


def call_message(origin: Origin, call: ProgramCall) -> Message:
    """A call of a tool as a message; its name is kept as the text, for history."""
    return origin.message(f"⚙️ {call.wanted.name}", call=call)


def press_message(
    origin: Origin, press: ButtonPress, label: str = "", *, agents: Sequence[str] = SLUGS
) -> Message:
    """A pressed button as a message; its label is kept as the text, for history.

    A button with words to say is the message with these words. Raises as ``text_message`` does.
    """
    if press.action == PressAction.SAY:
        return text_message(origin, press.value, agents=agents)
    return origin.message(cleaned(label)[:MAX_TEXT_LENGTH], press=press)


def press_by_label(message: Message, buttons: Iterable[Button]) -> Message:
    """Returns words that are the label of one of these buttons as its press, all else as it is.

    ``buttons`` are those of the newest reply: "yes" to a question without buttons is no press on
    one of an older question.
    """
    otherwise = (
        message.command, message.press, message.call, message.attachments, message.unusable,
        message.edits, message.reply_to, message.reply_to_ref,
    )  # fmt: skip
    button = None if any(otherwise) else button_named(message.text, buttons)
    if button is None or button.press.action == PressAction.SAY:
        return message
    return message.model_copy(update={"press": button.press})


def _distinct(attachments: Iterable[Attachment]) -> tuple[Attachment, ...]:
    return tuple({(one.sha256, one.remote): one for one in attachments}.values())
