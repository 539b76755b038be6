"""What a channel shows to readers that come and go: sessions, and their events in order."""

from datetime import datetime
from enum import StrEnum

from pydantic import JsonValue

from domain.messages import Frozen


class EventKind(StrEnum):
    REPLY = "reply"
    """Something Steward says; payload ``ReplyView``; key: the reply's id."""
    STATE = "state"
    """A message is dealt with; payload ``Settled``; key: ``{message id}/settled``."""
    TRANSCRIPT = "transcript"
    """Something the person said; payload ``HeardView``; key: the message's id."""
    HANGUP = "hangup"
    """A call ended; payload ``HungUp``; key: ``{call id}/hangup``."""
    FEEDBACK = "feedback"
    """What the person thinks of it, shown to nobody; payload: ``rating``, up or down."""
    ERROR = "error"
    """Never stored: what went wrong with this stream; payload as in an error's body."""


class Event(Frozen):
    """One thing that readers of a session see, once. ``seq`` counts in a session from 1, without a
    gap; 0 for what is shown and not kept.
    """

    seq: int = 0
    kind: EventKind
    key: str = ""
    payload: JsonValue = None
    at: datetime | None = None
    """UTC."""


class ChannelSession(Frozen):
    """One conversation of a channel with sessions: ``session_id`` is its chat id."""

    session_id: str
    user_id: str
    """Whose it is: ``http:…``."""
    locale: str
    timezone: str


class SessionSummary(Frozen):
    """By what a person knows a session again. ``text`` and ``files`` are of the first message."""

    session_id: str
    at: datetime
    """When somebody said something last, UTC."""
    text: str = ""
    files: tuple[str, ...] = ()


class News(Frozen):
    """That something happened in a session, as it is told to all processes at once."""

    session_id: str
    seq: int = 0
    """There are events up to this one."""
    size: int = 0
    """Bytes of the event that is new."""
    gone: bool = False
    """The session and all its events were erased."""
    told: Event | None = None
    """An event that is not kept anywhere."""
