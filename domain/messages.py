"""What a person sends, as the conversation receives it."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

MAX_TEXT_LENGTH = 4096
"""Characters of text that a message may carry: Telegram's own limit for one message."""

MAX_ATTACHMENTS = 10
"""Attachments in one message: Telegram's limit for an album."""

MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024
"""Largest file taken: what Telegram's Bot API lets a bot download."""


class Frozen(BaseModel):
    """A value: compared by content, never changed, strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Command(StrEnum):
    """Control commands: recognised at the channel, answered in any state without a model."""

    START = "start"
    HELP = "help"
    STATUS = "status"
    CANCEL = "cancel"
    UNDO = "undo"
    HISTORY = "history"


_PLAIN_WORDS = {
    "cancel": Command.CANCEL,
    "batal": Command.CANCEL,
    "help": Command.HELP,
    "tolong": Command.HELP,
    "status": Command.STATUS,
    "undo": Command.UNDO,
    "start": Command.START,
}


def command_in(text: str) -> Command | None:
    """The control command that a text is, with or without its slash; None for anything else.

    Only a whole message counts: "cancel" is a command, "cancel my gym membership" is not.
    Telegram's ``/help@BotName`` form is understood.
    """
    word = text.strip().casefold()
    if word.startswith("/"):
        name = word[1:].split("@", 1)[0]
        return next((c for c in Command if c.value == name), None)
    return _PLAIN_WORDS.get(word.rstrip(".! "))


class MediaKind(StrEnum):
    """What an attachment is, as far as Steward can use it."""

    IMAGE = "image"
    PDF = "pdf"
    AUDIO = "audio"


class Attachment(Frozen):
    """A reference to stored bytes; the bytes themselves never reach a workflow."""

    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    kind: MediaKind
    mime_type: str
    size: int
    """Bytes."""


class ButtonPress(Frozen):
    """A pressed button: ``subject`` is the question, task or change that it belongs to."""

    action: str
    subject: str
    value: str = ""


class Message(Frozen):
    """One thing a person sent; ``id`` (``{channel}:{chat_id}:{update_id}``) is the dedupe key."""

    id: str
    sender_id: str
    sent_at: datetime
    """UTC."""
    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    command: Command | None = None
    press: ButtonPress | None = None
    reply_to: str | None = None
    """Id of the Steward reply (``Reply.id``) that the person answered, if the channel knows it."""
    stored: bool = True
    """False when the channel could not write the transcript; ``deliver`` writes it later."""
