"""How a person writes numbers and dates, what they pay with, what "today" means to them."""

from adapters.postgres.pool import Database
from domain.errors import NotFoundError
from domain.understanding import Person


class PostgresUsers:
    """Implements ``Users``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, defaults: Person) -> Person:
        """What is stored wins over ``defaults``, which count at the first sight only."""
        async with self._database.connection() as connection:
            select = "SELECT user_id, locale, currency, timezone FROM users WHERE user_id = $1"
            row = await connection.fetchrow(select, defaults.user_id)
            if row is None:
                await connection.execute(
                    """
                    INSERT INTO users (user_id, locale, currency, timezone)
                    VALUES ($1, $2, $3, $4)
                    ON CONFLICT (user_id) DO NOTHING
                    """,
                    defaults.user_id,
                    defaults.locale,
                    defaults.currency,
                    defaults.timezone,
                )
                row = await connection.fetchrow(select, defaults.user_id)
        return defaults if row is None else Person.model_validate(dict(row))

    async def known(self, user_id: str) -> Person | None:
        """As ``person``, but a look-up alone: nobody becomes known by it, or known again."""
        async with self._database.connection() as connection:
            row = await connection.fetchrow(
                "SELECT user_id, locale, currency, timezone FROM users WHERE user_id = $1", user_id
            )
        return None if row is None else Person.model_validate(dict(row))

    async def prefer(
        self,
        user_id: str,
        *,
        locale: str | None = None,
        currency: str | None = None,
        timezone: str | None = None,
    ) -> Person:
        """Sets what is not None. Raises ``NotFoundError`` for somebody who is not known."""
        async with self._database.connection() as connection:
            row = await connection.fetchrow(
                """
                UPDATE users SET
                    locale = coalesce($2, locale),
                    currency = coalesce($3, currency),
                    timezone = coalesce($4, timezone),
                    updated_at = now()
                WHERE user_id = $1
                RETURNING user_id, locale, currency, timezone
                """,
                user_id,
                locale,
                currency,
                timezone,
            )
        if row is None:
            msg = "no such person"
            raise NotFoundError(msg)
        return Person.model_validate(dict(row))
