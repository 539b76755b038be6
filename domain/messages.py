"""What a person sends, as the conversation receives it."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

MAX_TEXT_LENGTH = 4096
"""Characters of text that a message may carry: Telegram's own limit for one message."""

MAX_ATTACHMENTS = 30
"""Attachments in one message, such as photos."""

MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024
"""Largest file taken: what Telegram's Bot API lets a bot download."""


class Frozen(BaseModel):
    """A value: compared by content, never changed.

    It may cross a process or be stored by another version: fields that this one does not know are
    ignored, and a field that is new has a default. Only output of models is read strictly.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")


class Unusable(StrEnum):
    """What a person sent that Steward cannot use; the channel says so in words."""

    STICKER = "sticker"
    LOCATION = "location"
    CONTACT = "contact"
    VIDEO = "video"
    POLL = "poll"
    TOO_LARGE = "too_large"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "Unusable":
        """What a newer channel names and this version does not know."""
        del value
        return cls.OTHER


class MediaKind(StrEnum):
    """What an attachment is, as far as Steward can use it."""

    IMAGE = "image"
    PDF = "pdf"
    AUDIO = "audio"
    TABLE = "table"
    """Text in columns, as spreadsheets and banks write it."""
    OTHER = "other"
    """Something that a newer channel knows: no agent of this version takes it."""

    @classmethod
    def _missing_(cls, value: object) -> "MediaKind":
        del value
        return cls.OTHER


class Attachment(Frozen):
    """A reference to a file: to stored bytes, or to what its channel still holds. The bytes
    themselves never reach a workflow.
    """

    sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    """Empty until the bytes are stored."""
    remote: str = ""
    """The channel's own id of a file that is not stored yet."""
    kind: MediaKind
    mime_type: str = ""
    size: int = 0
    """Bytes; 0 where the channel does not say."""
    part: int = 0
    """Which of several things that the file shows is meant, as its agent counts them."""


class ButtonPress(Frozen):
    """A pressed button: ``subject`` is the question, task or change that it belongs to."""

    action: str
    subject: str
    value: str = ""


class CallRequest(Frozen):
    """A call of a tool as whoever wants it writes it: rules, a model, a program."""

    name: str
    arguments: str = "{}"
    """JSON text, valid or not."""


class ProgramCall(Frozen):
    """A tool that a program calls for the person, in the way that words or a button do."""

    agent: str
    """Slug of the agent whose tool it is; empty for one of the platform's own."""
    wanted: CallRequest


class LikelyZone(Frozen):
    """The time zone of the device that a message came from, where its clock is another than that of
    ``usual``, which everybody has who named none.
    """

    name: str
    usual: str


class Message(Frozen):
    """One thing a person sent; ``id`` (``{channel}:{chat_id}:{update_id}``) is the dedupe key."""

    id: str
    sender_id: str
    """Whose conversation it is said in: the person, or a group that shares all that is done."""
    author_id: str = ""
    """Who wrote it, where ``sender_id`` is a group; else empty."""
    sent_at: datetime
    """UTC."""
    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    command: str | None = None
    """Name of a command of the platform (``Command``) or of an agent, recognised by the channel."""
    press: ButtonPress | None = None
    call: ProgramCall | None = None
    """In place of words."""
    reply_to: str | None = None
    """Id of the Steward reply (``Reply.id``) that the person answered, if the channel knows it."""
    reply_to_ref: str = ""
    """The channel's own id of the message that the person answered, where only that is known."""
    ref: str = ""
    """The channel's own id of what was sent, when it can be edited later: an edit names it."""
    edits: str = ""
    """The ``ref`` of the earlier message that this one replaces; empty for a new message."""
    album: str = ""
    """What messages that were sent together have in common; each brings one attachment."""
    unusable: Unusable | None = None
    """What came with it that cannot be used, which the conversation then says."""
    spoken: bool = False
    """The text was heard in a voice note: its numbers are as recognition wrote them."""
    live: bool = False
    """The person is on the line: they call, or wait to hear the answer."""
    awaited: bool = False
    """Its sender waits to be told when it is dealt with (``Settlement``)."""
    addressed: bool = True
    """False for what was said in a group to nobody in particular: talk needs no answer then."""
    zone: LikelyZone | None = None
    not_before: datetime | None = None
    """UTC. When the conversation may take it up, for what its sender sent too fast; None: at once.
    A command never waits.
    """

    def waits(self, let_in: datetime | None) -> bool:
        """Whether it is too early to take it up, where all up to ``let_in`` may be."""
        if self.command is not None or self.not_before is None:
            return False
        return let_in is None or self.not_before > let_in
