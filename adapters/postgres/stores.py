"""All stores of the platform on one pool, for the entry points to bind to their ports."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from adapters.postgres.attachments import PostgresAttachmentStore, Room
from adapters.postgres.channel_events import PostgresChannelEvents
from adapters.postgres.consents import PostgresConsents
from adapters.postgres.drafts import PostgresDraftStore
from adapters.postgres.erasure import PostgresErasure
from adapters.postgres.export import PostgresExport
from adapters.postgres.model_calls import PostgresModelCalls
from adapters.postgres.parts import TablePart, registered
from adapters.postgres.pool import Database
from adapters.postgres.retention import purge
from adapters.postgres.tool_calls import PostgresToolCalls
from adapters.postgres.transcript import PostgresTranscript
from adapters.postgres.usage import PostgresUsage
from adapters.postgres.users import PostgresUsers
from domain.retention import Purged


@dataclass(frozen=True)
class Stores:
    """One pool and everything that uses it; used from one event loop, closed once.

    Agents put their own stores on ``database``. ``parts`` are their tables, registered.
    """

    database: Database
    parts: tuple[TablePart, ...]
    attachments: PostgresAttachmentStore
    drafts: PostgresDraftStore
    transcript: PostgresTranscript
    users: PostgresUsers
    consents: PostgresConsents
    erasure: PostgresErasure
    export: PostgresExport
    model_calls: PostgresModelCalls
    tool_calls: PostgresToolCalls
    usage: PostgresUsage
    channel_events: PostgresChannelEvents

    @classmethod
    def connect(
        cls,
        database_url: str,
        parts: Sequence[TablePart] | None = None,
        *,
        room: Room | None = None,
    ) -> Self:
        """Opens nothing yet: the first use does. Raises ``ConfigurationError`` for a bad URL.

        ``parts`` are those of all agents of the tree unless they are given. Without ``room``,
        any number of files is kept.
        """
        database = Database(database_url)
        own = registered() if parts is None else tuple(parts)
        return cls(
            database=database,
            parts=own,
            attachments=PostgresAttachmentStore(database, room),
            drafts=PostgresDraftStore(database),
            transcript=PostgresTranscript(database, own),
            users=PostgresUsers(database),
            consents=PostgresConsents(database),
            erasure=PostgresErasure(database, own),
            export=PostgresExport(database, own),
            model_calls=PostgresModelCalls(database),
            tool_calls=PostgresToolCalls(database),
            usage=PostgresUsage(database),
            channel_events=PostgresChannelEvents(database),
        )

    async def ping(self) -> timedelta:
        """The latency of one round trip; raises what any use would raise."""
        return await self.database.ping()

    async def purge(self, older_than: timedelta) -> Purged:
        return await purge(self.database, older_than, self.parts)

    async def close(self) -> None:
        await self.database.close()
