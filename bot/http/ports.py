"""What the HTTP channel needs from outside and what its parts need of each other."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Protocol

from pydantic import JsonValue

from bot.ports import ConversationsWithFiles
from domain.channel_events import ChannelSession, Event, EventKind, News, SessionSummary
from domain.conversation import PersonLeft
from domain.history import Interrupted


class HttpGateway(ConversationsWithFiles, Protocol):
    """The part of ``bot.gateway.ConversationGateway`` that this channel uses."""

    async def cancel(self, channel: str, chat_id: str, reason: str = "") -> bool: ...

    async def interrupted(self, channel: str, chat_id: str, reply: Interrupted) -> bool: ...

    async def left(self, channel: str, chat_id: str, left: PersonLeft) -> bool: ...


class EventLog(Protocol):
    """Sessions and what is shown in them, kept. Raises ``StorageUnavailableError``.

    Implemented by ``adapters.postgres.channel_events``.
    """

    async def open(self, session: ChannelSession) -> None:
        """Idempotent on the session's id."""

    async def find(self, session_id: str) -> ChannelSession | None: ...

    async def latest(self, user_id: str) -> ChannelSession | None:
        """The session of this person in which something happened last."""

    async def summaries(self, user_id: str, limit: int) -> tuple[SessionSummary, ...]:
        """The sessions in which this person said something, the latest first."""

    async def heard_lately(self, user_id: str, seconds: float) -> int:
        """How many messages this person sent within the last seconds."""

    async def hear(
        self, session: ChannelSession, event: Event, message: JsonValue
    ) -> tuple[Event, bool, bool]:
        """Writes what a person said, with the ``message`` that its conversation is to be handed:
        nothing that answers it can get a lower ``seq``. Returns the event with its ``seq``, whether
        it was there before (the stored one comes back), and whether it is still to be handed over.
        Raises ``NotFoundError`` for a session that is gone.
        """

    async def handed_over(self, session_id: str, key: str) -> None:
        """The conversation has it."""

    async def refused(self, session_id: str, key: str) -> None:
        """Its sender was told that nothing happened: until it is sent again, nothing does, and
        nobody sees it.
        """

    async def left_behind(
        self, older: timedelta
    ) -> tuple[tuple[ChannelSession, Event, JsonValue], ...]:
        """Messages that nobody handed over: whoever wrote them is gone. The oldest first."""

    async def add(
        self, session_id: str, kind: EventKind, key: str, payload: object
    ) -> tuple[Event, bool]:
        """Writes one event, tells all processes; idempotent on ``key``. As ``hear`` otherwise."""

    async def read(
        self, session_id: str, after: int, limit: int, *, kinds: frozenset[EventKind] | None = None
    ) -> tuple[Event, ...]:
        """In the order of ``seq``. Nothing for a session that is gone."""

    async def unsettled(self, session_id: str) -> tuple[Event, ...]:
        """What the person said since the last message that is settled, in order: the last ones."""

    async def newest(
        self, session_id: str, limit: int, kinds: frozenset[EventKind]
    ) -> tuple[Event, ...]:
        """The last events of these kinds, the newest first."""

    async def tokens(self, session_id: str, message_id: str) -> tuple[int, int]:
        """Input and output tokens of this person's model calls while a message was worked on."""

    async def tell(self, session_id: str, event: Event) -> None:
        """Shows an event to whoever reads at this moment, in all processes, and keeps nothing."""


class Hub(Protocol):
    """Wakes the readers of this process when something happens in their session."""

    def reading(
        self, session_id: str, after: int
    ) -> AbstractAsyncContextManager[AsyncIterator[Event | None]]:
        """All events behind ``after``, then new ones as they come; None now and then, when nothing
        came for some seconds (so that a stream can show that it lives). Ends when the session is
        erased and what was to be told of that was told. Outages of the database are waited for,
        not raised. Out of the ``async with`` comes ``SlowReaderError`` when its body is 1 MB behind
        what happens, wherever it waits: the connection is to be dropped then.
        """


class Wire(Protocol):
    """How processes tell each other what happens. Implemented beside ``EventLog``."""

    def listening(self) -> AbstractAsyncContextManager[AsyncIterator[News]]:
        """What happens from now on. Raises ``StorageUnavailableError`` when it cannot be heard
        (any more): then something may have been missed.
        """
