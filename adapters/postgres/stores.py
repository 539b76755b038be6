"""All stores on one pool, for the entry points to bind to their ports."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from adapters.postgres.attachments import PostgresAttachmentStore
from adapters.postgres.drafts import PostgresDraftStore
from adapters.postgres.erasure import PostgresErasure
from adapters.postgres.ledger import PostgresLedger
from adapters.postgres.model_calls import PostgresModelCalls
from adapters.postgres.pool import Database
from adapters.postgres.preferences import PostgresPreferences
from adapters.postgres.readings import PostgresReadingStore
from adapters.postgres.retention import purge
from adapters.postgres.transcript import PostgresTranscript
from adapters.postgres.usage import PostgresUsage
from adapters.postgres.users import PostgresUsers
from domain.ledger import Purged


@dataclass(frozen=True)
class Stores:
    """One pool and everything that uses it; used from one event loop, closed once."""

    database: Database
    attachments: PostgresAttachmentStore
    readings: PostgresReadingStore
    ledger: PostgresLedger
    drafts: PostgresDraftStore
    preferences: PostgresPreferences
    transcript: PostgresTranscript
    users: PostgresUsers
    erasure: PostgresErasure
    model_calls: PostgresModelCalls
    usage: PostgresUsage

    @classmethod
    def connect(cls, database_url: str) -> Self:
        """Opens nothing yet: the first use does. Raises ``ConfigurationError`` for a bad URL."""
        database = Database(database_url)
        return cls(
            database=database,
            attachments=PostgresAttachmentStore(database),
            readings=PostgresReadingStore(database),
            ledger=PostgresLedger(database),
            drafts=PostgresDraftStore(database),
            preferences=PostgresPreferences(database),
            transcript=PostgresTranscript(database),
            users=PostgresUsers(database),
            erasure=PostgresErasure(database),
            model_calls=PostgresModelCalls(database),
            usage=PostgresUsage(database),
        )

    async def ping(self) -> timedelta:
        """The latency of one round trip; raises what any use would raise."""
        return await self.database.ping()

    async def purge(self, older_than: timedelta) -> Purged:
        return await purge(self.database, older_than)

    async def close(self) -> None:
        await self.database.close()
