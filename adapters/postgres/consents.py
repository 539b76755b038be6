"""Which version of the consent text a person agreed to."""

from adapters.postgres.pool import Store
from domain.consent import ConsentGiven

_HAS = "SELECT EXISTS (SELECT FROM consents WHERE user_id = $1 AND version = $2)"
_GIVE = """
    INSERT INTO consents (user_id, version, text, language, channel, how)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, version) DO NOTHING
"""
_KEEPS = """
    SELECT EXISTS (SELECT FROM users WHERE user_id = $1)
        OR EXISTS (SELECT FROM consents WHERE user_id = $1)
        OR EXISTS (SELECT FROM channel_sessions WHERE user_id = $1)
"""


class PostgresConsents(Store):
    """Implements ``bot.ports.ConsentRecords``."""

    async def has(self, user_id: str, version: str) -> bool:
        return await self._tell(_HAS, user_id, version)

    async def give(self, given: ConsentGiven) -> None:
        await self._database.execute(
            _GIVE,
            *(given.user_id, given.version, given.text),
            *(given.language, given.channel, given.how),
        )

    async def keeps(self, user_id: str) -> bool:
        return await self._tell(_KEEPS, user_id)

    async def _tell(self, statement: str, *arguments: str) -> bool:
        row = await self._database.fetchrow(statement, *arguments)
        return row is not None and bool(row[0])
