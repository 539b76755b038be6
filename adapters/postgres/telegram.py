"""What the Telegram channel keeps: who owns it, shared groups, progress messages."""

import hmac
from collections.abc import Sequence
from datetime import timedelta

from adapters.postgres.moving import move
from adapters.postgres.parts import PLATFORM_TABLES, TablePart
from adapters.postgres.pool import Database, Store

_CHANNEL = "telegram"

_CLAIMS_KEPT = timedelta(days=7)

_OFFER_CODE = """
    INSERT INTO channel_pairing (channel, code) VALUES ($1, $2) ON CONFLICT (channel) DO NOTHING
"""
_CODE = "SELECT code FROM channel_pairing WHERE channel = $1 AND user_id IS NULL"
_OWNER = "SELECT user_id FROM channel_pairing WHERE channel = $1"
_PAIR = "UPDATE channel_pairing SET user_id = $2, paired_at = now() WHERE channel = $1"

_SET_SHARED = """
    INSERT INTO telegram_groups (chat_id, shared, changed_by) VALUES ($1, $2, $3)
    ON CONFLICT (chat_id) DO UPDATE SET
        shared = excluded.shared, changed_by = excluded.changed_by, changed_at = now()
"""

_FORGET_CLAIMED = """
    DELETE FROM telegram_progress
    WHERE conversation_id = $1 AND claimed_by IS NOT NULL AND at < now() - $2::interval
"""
_NOTE = """
    INSERT INTO telegram_progress (conversation_id, message_id) VALUES ($1, $2)
    ON CONFLICT DO NOTHING
"""
_WAITING = """
    SELECT max(message_id) FROM telegram_progress
    WHERE conversation_id = $1 AND claimed_by IS NULL
"""
_CLAIM = """
    UPDATE telegram_progress SET claimed_by = $2
    WHERE conversation_id = $1 AND message_id = (
        SELECT message_id FROM telegram_progress
        WHERE conversation_id = $1 AND (claimed_by IS NULL OR claimed_by = $2)
        ORDER BY claimed_by NULLS LAST, message_id DESC
        LIMIT 1 FOR UPDATE
    )
    RETURNING message_id
"""


class PostgresPairing(Store):
    """Implements ``Pairing``."""

    async def code(self, fresh: str) -> str | None:
        async with self._database.transaction() as connection:
            await connection.execute(_OFFER_CODE, _CHANNEL, fresh)
            code: str | None = await connection.fetchval(_CODE, _CHANNEL)
        return code

    async def owner(self) -> str | None:
        owner: str | None = await self._database.fetchval(_OWNER, _CHANNEL)
        return owner

    async def pair(self, user: str, code: str) -> bool:
        """The row is locked while the code is compared, so that only one person can be first.

        Compared here and not in SQL, in constant time: a code cannot be guessed by the clock.
        """
        async with self._database.transaction() as connection:
            kept: str | None = await connection.fetchval(f"{_CODE} FOR UPDATE", _CHANNEL)
            if kept is None or not hmac.compare_digest(kept.encode(), code.encode()):
                return False
            await connection.execute(_PAIR, _CHANNEL, user)
        return True


class PostgresGroups:
    """Implements ``Groups``. ``parts`` are the tables in which groups may have something."""

    def __init__(self, database: Database, parts: Sequence[TablePart] = ()) -> None:
        self._database = database
        self._tables = [*PLATFORM_TABLES, *(table for part in parts for table in part.tables)]

    async def shared(self) -> frozenset[int]:
        rows = await self._database.fetch("SELECT chat_id FROM telegram_groups WHERE shared")
        return frozenset(row["chat_id"] for row in rows)

    async def set_shared(self, chat: int, *, shared: bool, by: int) -> None:
        """Idempotent; the last setting counts."""
        await self._database.execute(_SET_SHARED, chat, shared, by)

    async def move(self, before: int, after: int) -> None:
        """All that is kept of the group goes with it. Idempotent."""
        async with self._database.transaction() as connection:
            await move(connection, self._tables, _CHANNEL, str(before), str(after))


class PostgresProgressNotes(Store):
    """Implements ``ProgressNotes``."""

    async def note(self, conversation_id: str, message: int) -> None:
        """Also forgets what was claimed so long ago that no reply is tried again any more."""
        async with self._database.transaction() as connection:
            await connection.execute(_FORGET_CLAIMED, conversation_id, _CLAIMS_KEPT)
            await connection.execute(_NOTE, conversation_id, message)

    async def waiting(self, conversation_id: str) -> int | None:
        message: int | None = await self._database.fetchval(_WAITING, conversation_id)
        return message

    async def take(self, conversation_id: str, reply_id: str) -> int | None:
        """The row is locked while it is chosen, so that only one reply claims it."""
        message: int | None = await self._database.fetchval(_CLAIM, conversation_id, reply_id)
        return message
