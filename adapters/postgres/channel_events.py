"""Sessions of a channel whose readers come and go, and what is shown in them, in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import takewhile

import asyncpg
import structlog
from pydantic import JsonValue, ValidationError
from pydantic_core import to_json, to_jsonable_python

from adapters.postgres.parts import STATEMENT_TIMEOUT
from adapters.postgres.pool import Connection, Database, Row, Store
from domain.channel_events import ChannelSession, Event, EventKind, News, SessionSummary
from domain.conversation import address_of, conversation_id
from domain.errors import NotFoundError, StorageUnavailableError

HTTP = "http"
"""The channel whose sessions are meant where none is named."""

WIRE = "channel_events"
"""Name under which processes tell each other what happens."""

MAX_UNSETTLED = 50
"""Messages of one session that may be worked on at once and are looked after."""

LISTENER_ASKED = timedelta(seconds=10)
"""How long nothing may come before the listening connection is asked whether it still lives."""

_NOTIFY = "SELECT pg_notify($1, $2)"

_OPEN = """
    INSERT INTO channel_sessions (conversation_id, user_id, locale, timezone)
    VALUES ($1, $2, $3, $4) ON CONFLICT (conversation_id) DO NOTHING
"""
_FIND = """
    SELECT conversation_id, user_id, locale, timezone FROM channel_sessions
    WHERE conversation_id = $1
"""
_LATEST = """
    SELECT conversation_id, user_id, locale, timezone
    FROM channel_sessions AS session LEFT JOIN LATERAL (
        SELECT at FROM channel_events AS event
        WHERE event.conversation_id = session.conversation_id AND event.seq = session.last_seq
    ) AS last ON true
    WHERE user_id = $1
    ORDER BY coalesce(last.at, session.created_at) DESC, conversation_id LIMIT 1
"""
_SUMMARIES = """
    SELECT session.conversation_id, last.at, first.payload
    FROM channel_sessions AS session
    CROSS JOIN LATERAL (
        SELECT at FROM channel_events AS word
        WHERE word.conversation_id = session.conversation_id AND kind = ANY($4) AND NOT refused
        ORDER BY seq DESC LIMIT 1
    ) AS last
    CROSS JOIN LATERAL (
        SELECT payload FROM channel_events AS said
        WHERE said.conversation_id = session.conversation_id AND kind = $2 AND NOT refused
          AND payload -> 'called' IS DISTINCT FROM 'true'
        ORDER BY seq LIMIT 1
    ) AS first
    WHERE user_id = $1 ORDER BY last.at DESC, session.conversation_id LIMIT $3
"""
_FIRST_WORDS = 200
"""Characters of a session's first message that its summary has."""
_COUNT_LATELY = """
    SELECT count(*) FROM channel_sessions JOIN channel_events USING (conversation_id)
    WHERE user_id = $1 AND kind = $2 AND NOT refused AND at > clock_timestamp() - $3::interval
"""
_SEND_AGAIN = """
    UPDATE channel_events SET refused = false
    WHERE conversation_id = $1 AND key = $2 RETURNING handing IS NOT NULL
"""
_LEFT_BEHIND = """
    SELECT conversation_id, user_id, locale, timezone, seq, kind, key, payload, at, handing
    FROM channel_events JOIN channel_sessions USING (conversation_id)
    WHERE handing IS NOT NULL AND NOT refused AND at < clock_timestamp() - $1::interval
      AND starts_with(conversation_id, $3)
    ORDER BY at, seq LIMIT $2
"""
_READ = """
    SELECT seq, kind, key, payload, at FROM channel_events
    WHERE conversation_id = $1 AND seq > $2 AND kind = ANY($3) AND NOT refused
    ORDER BY seq LIMIT $4
"""
_UNSETTLED = """
    SELECT said.seq, said.kind, said.key, said.payload, said.at, settled.seq AS settled
    FROM channel_events AS said LEFT JOIN channel_events AS settled
      ON settled.conversation_id = said.conversation_id AND settled.key = said.key || '/settled'
    WHERE said.conversation_id = $1 AND said.kind = $2 AND NOT said.refused
    ORDER BY said.seq DESC LIMIT $3
"""
_NEWEST = """
    SELECT seq, kind, key, payload, at FROM channel_events
    WHERE conversation_id = $1 AND kind = ANY($2) AND NOT refused
    ORDER BY seq DESC LIMIT $3
"""
_TOKENS = """
    SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output
    FROM channel_events AS said
    JOIN channel_sessions AS session USING (conversation_id)
    LEFT JOIN channel_events AS settled
      ON settled.conversation_id = said.conversation_id AND settled.key = said.key || '/settled'
    JOIN model_calls AS call
      ON call.user_id = session.user_id AND call.at >= said.at
     AND (settled.at IS NULL OR call.at <= settled.at)
    WHERE said.conversation_id = $1 AND said.key = $2
"""
_LOCK_SESSION = "SELECT last_seq FROM channel_sessions WHERE conversation_id = $1 FOR UPDATE"
_EVENT = """
    SELECT seq, kind, key, payload, at FROM channel_events WHERE conversation_id = $1 AND key = $2
"""
_WRITE = """
    WITH counted AS (UPDATE channel_sessions SET last_seq = $2 WHERE conversation_id = $1)
    INSERT INTO channel_events (conversation_id, seq, kind, key, payload, handing, at)
    VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
    RETURNING seq, kind, key, payload, at
"""

_log = structlog.get_logger(__name__)


class PostgresChannelEvents(Store):
    """Implements ``EventLog`` and ``Wire``.

    Whoever writes an event holds the row of its session until it is committed. So events become
    visible in the order of their ``seq``, and who has read up to one never misses an earlier one.
    """

    def __init__(self, database: Database, channel: str = HTTP) -> None:
        super().__init__(database)
        self._channel = channel

    def of_channel(self, channel: str) -> "PostgresChannelEvents":
        """The sessions of another channel, in the same tables."""
        return PostgresChannelEvents(self._database, channel)

    async def open(self, session: ChannelSession) -> None:
        """Idempotent on the session's id."""
        own = session.user_id, session.locale, session.timezone
        await self._database.execute(_OPEN, self._conversation(session.session_id), *own)

    async def find(self, session_id: str) -> ChannelSession | None:
        row = await self._database.fetchrow(_FIND, self._conversation(session_id))
        return None if row is None else _session(row)

    async def latest(self, user_id: str) -> ChannelSession | None:
        """The session of this person in which something happened last."""
        row = await self._database.fetchrow(_LATEST, user_id)
        return None if row is None else _session(row)

    async def summaries(self, user_id: str, limit: int) -> tuple[SessionSummary, ...]:
        """The sessions in which this person said something, by their last words, the latest first:
        that a message counts as dealt with may be noted much later.
        """
        heard, replied = EventKind.TRANSCRIPT.value, EventKind.REPLY.value
        rows = await self._database.fetch(_SUMMARIES, user_id, heard, limit, [heard, replied])
        return tuple(
            SessionSummary(
                session_id=_session_id(row),
                at=row["at"],
                text=row["payload"]["text"][:_FIRST_WORDS],
                files=row["payload"]["files"],
            )
            for row in rows
        )

    async def heard_lately(self, user_id: str, seconds: float) -> int:
        """How many messages this person sent within the last seconds."""
        lately = EventKind.TRANSCRIPT.value, timedelta(seconds=seconds)
        count: int = await self._database.fetchval(_COUNT_LATELY, user_id, *lately)
        return count

    async def hear(
        self, session: ChannelSession, event: Event, message: JsonValue
    ) -> tuple[Event, bool, bool]:
        """Writes what a person said, with the ``message`` that its conversation is to be handed:
        nothing that answers it can get a lower ``seq``. Returns the event with its ``seq``, whether
        it was there before (the stored one comes back), and whether it is still to be handed over.
        Raises ``NotFoundError`` for a session that is gone.
        """
        async with self._database.transaction() as connection:
            conversation = self._conversation(session.session_id)
            written, again = await _write_event(connection, conversation, event, message)
            if not again:
                return written, False, True
            handing: bool = await connection.fetchval(_SEND_AGAIN, conversation, event.key)
            return written, True, handing

    async def handed_over(self, session_id: str, key: str) -> None:
        """Notes that the conversation has it, whatever was noted of an earlier try."""
        await self._note(session_id, key, "handing = NULL, refused = false")

    async def refused(self, session_id: str, key: str) -> None:
        """Notes that its sender was told that nothing happened: it is handed over only if it is
        sent again. Of a message that the conversation has by now nothing is noted.
        """
        await self._note(session_id, key, "refused = handing IS NOT NULL")

    async def _note(self, session_id: str, key: str, change: str) -> None:
        note = f"UPDATE channel_events SET {change} WHERE conversation_id = $1 AND key = $2"  # noqa: S608 - literals above
        await self._database.execute(note, self._conversation(session_id), key)

    def _conversation(self, session_id: str) -> str:
        return conversation_id(self._channel, session_id)

    async def left_behind(
        self, older: timedelta
    ) -> tuple[tuple[ChannelSession, Event, JsonValue], ...]:
        """Messages that nobody handed over: whoever wrote them is gone. The oldest first."""
        rows = await self._database.fetch(
            _LEFT_BEHIND, older, MAX_UNSETTLED, self._conversation("")
        )
        return tuple((_session(row), _event(row), row["handing"]) for row in rows)

    async def add(
        self, session_id: str, kind: EventKind, key: str, payload: object
    ) -> tuple[Event, bool]:
        """Writes one event, tells all processes; idempotent on ``key``. As ``hear`` otherwise."""
        event = Event(kind=kind, key=key, payload=to_jsonable_python(payload))
        async with self._database.transaction() as connection:
            conversation = self._conversation(session_id)
            return await _write_event(connection, conversation, event, None)

    async def read(
        self, session_id: str, after: int, limit: int, *, kinds: frozenset[EventKind] | None = None
    ) -> tuple[Event, ...]:
        """In the order of ``seq``. Nothing for a session that is gone.

        Kinds that a newer version writes and this one does not know are left out.
        """
        conversation = self._conversation(session_id)
        wanted = sorted(frozenset(EventKind) if kinds is None else kinds)
        rows = await self._database.fetch(_READ, conversation, after, wanted, limit)
        return tuple(_event(row) for row in rows)

    async def unsettled(self, session_id: str) -> tuple[Event, ...]:
        """What the person said since the last message that is settled, in order: the last ones."""
        conversation, kind = self._conversation(session_id), EventKind.TRANSCRIPT.value
        rows = await self._database.fetch(_UNSETTLED, conversation, kind, MAX_UNSETTLED)
        since = takewhile(lambda row: row["settled"] is None, rows)
        return tuple(_event(row) for row in since)[::-1]

    async def newest(
        self, session_id: str, limit: int, kinds: frozenset[EventKind]
    ) -> tuple[Event, ...]:
        """The last events of these kinds, the newest first."""
        conversation = self._conversation(session_id)
        rows = await self._database.fetch(_NEWEST, conversation, sorted(kinds), limit)
        return tuple(_event(row) for row in rows)

    async def tokens(self, session_id: str, message_id: str) -> tuple[int, int]:
        """Input and output tokens of this person's model calls from when a message was taken until
        it was settled, or until now.
        """
        row = await self._database.fetchrow(_TOKENS, self._conversation(session_id), message_id)
        return (0, 0) if row is None else (row["input"], row["output"])

    async def tell(self, session_id: str, event: Event) -> None:
        """Shows an event to whoever reads at this moment, in all processes, and keeps nothing.

        Raises ``StorageRejectedError`` for more than the 8,000 bytes that can be told.
        """
        async with self._database.connection() as connection:
            await _tell(connection, News(session_id=session_id, told=event))

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[AsyncIterator[News]]:
        """What happens from now on, over a connection of its own.

        Raises ``StorageUnavailableError`` when it breaks: then something may have been missed.
        """
        heard: asyncio.Queue[str | None] = asyncio.Queue()

        def notified(_connection: object, _pid: int, _wire: str, payload: object) -> None:
            heard.put_nowait(str(payload))

        def lost(_connection: object) -> None:
            heard.put_nowait(None)

        async with self._database.own_connection() as connection:
            connection.add_termination_listener(lost)
            await connection.add_listener(WIRE, notified)
            yield _news(connection, heard)


async def erase_sessions(connection: Connection, user_id: str) -> None:
    """With their events. Whoever reads one learns of it with the commit."""
    rows = await connection.fetch(
        "DELETE FROM channel_sessions WHERE user_id = $1 RETURNING conversation_id",
        user_id,
        timeout=STATEMENT_TIMEOUT.total_seconds(),
    )
    for row in rows:
        await _tell(connection, News(session_id=_session_id(row), gone=True))


async def _write_event(
    connection: Connection, conversation: str, event: Event, handing: JsonValue
) -> tuple[Event, bool]:
    last: int | None = await connection.fetchval(_LOCK_SESSION, conversation)
    if last is None:
        raise NotFoundError("no such session (any more)")
    # A statement of its own: it sees what was committed while the lock was waited for.
    stored = await connection.fetchrow(_EVENT, conversation, event.key)
    if stored is not None:
        return _event(stored), True
    own = event.kind.value, event.key, event.payload, handing
    row = await connection.fetchrow(_WRITE, conversation, last + 1, *own)
    assert row is not None  # noqa: S101 - an INSERT without a condition returns its row
    size = len(to_json(event.payload))
    await _tell(connection, News(session_id=address_of(conversation)[1], seq=last + 1, size=size))
    return _event(row), False


async def _tell(connection: Connection, news: News) -> None:
    await connection.execute(_NOTIFY, WIRE, news.model_dump_json(exclude_defaults=True))


async def _news(
    connection: "asyncpg.Connection[asyncpg.Record]", heard: asyncio.Queue[str | None]
) -> AsyncIterator[News]:
    while True:
        try:
            async with asyncio.timeout(LISTENER_ASKED.total_seconds()):
                payload = await heard.get()
        except TimeoutError:
            await connection.execute("SELECT 1")  # raises when the server cannot be reached
            continue
        if payload is None:
            raise StorageUnavailableError("the listening connection broke")
        try:
            news = News.model_validate_json(payload)
        except ValidationError:
            _log.warning("channel_events.not_understood", length=len(payload))
            continue
        yield news


def _session_id(row: Row) -> str:
    return address_of(row["conversation_id"])[1]


def _session(row: Row) -> ChannelSession:
    return ChannelSession(session_id=_session_id(row), **dict(row))


def _event(row: Row) -> Event:
    return Event(**dict(row))
