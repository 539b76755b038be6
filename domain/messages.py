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
    CURRENCY = "currency"
    LANGUAGE = "language"
    TIMEZONE = "timezone"
    USAGE = "usage"
    PRIVACY = "privacy"
    DELETE_MY_DATA = "deletemydata"


TAKING_A_VALUE = frozenset({Command.CURRENCY, Command.LANGUAGE, Command.TIMEZONE})
"""Commands that may be followed by a value: ``/currency USD``."""

_PLAIN_WORDS = {
    "cancel": Command.CANCEL,
    "batal": Command.CANCEL,
    "batalkan": Command.CANCEL,
    "abbrechen": Command.CANCEL,
    "help": Command.HELP,
    "tolong": Command.HELP,
    "bantuan": Command.HELP,
    "hilfe": Command.HELP,
    "status": Command.STATUS,
    "undo": Command.UNDO,
    "tarik balik": Command.UNDO,
    "rückgängig": Command.UNDO,
    "start": Command.START,
}


def command_in(text: str) -> Command | None:
    """The control command that a text is, with or without its slash; None for anything else.

    Only a whole message counts: "cancel" is a command, "cancel my gym membership" is not; only
    the commands ``TAKING_A_VALUE`` may be followed by one. Telegram's ``/help@BotName`` form is
    understood.
    """
    word = text.strip().casefold()
    if not word.startswith("/"):
        return _PLAIN_WORDS.get(word.rstrip(".! "))
    name, _, value = word[1:].partition(" ")
    named = next((c for c in Command if c.value == name.split("@", 1)[0]), None)
    return named if not value or named in TAKING_A_VALUE else None


def value_of(command_text: str) -> str:
    """What follows the name of a command: ``USD`` in ``/currency USD``; empty when nothing does."""
    return command_text.strip().partition(" ")[2].strip()


class Unusable(StrEnum):
    """What a person sent that Steward cannot use; the channel says so in words."""

    STICKER = "sticker"
    LOCATION = "location"
    CONTACT = "contact"
    VIDEO = "video"
    POLL = "poll"
    FILE_TYPE = "file_type"
    """A file that is neither picture, PDF nor sound."""
    BROKEN_FILE = "broken_file"
    TOO_LARGE = "too_large"
    FILE_GONE = "file_gone"
    """The channel no longer has the file, or breaks off each time it is fetched."""
    OTHER = "other"


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
    ref: str = ""
    """The channel's own id of what was sent, when it can be edited later: an edit names it."""
    edits: str = ""
    """The ``ref`` of the earlier message that this one replaces; empty for a new message."""
    album: str = ""
    """What messages that were sent together have in common; each brings one attachment."""
    unusable: Unusable | None = None
    """What came with it that cannot be used, which the conversation then says."""
    addressed: bool = True
    """False for what was said in a group to nobody in particular: talk needs no answer then."""
    stored: bool = True
    """False when the channel could not write the transcript; ``deliver`` writes it later."""
