"""How a person writes numbers and dates, what they pay with, what "today" means to them."""

from adapters.postgres.pool import Store
from domain.errors import NotFoundError
from domain.understanding import Person

_PERSON = "user_id, locale, currency, timezone"
_FIND = f"SELECT {_PERSON} FROM users WHERE user_id = $1"  # noqa: S608 - the columns above
_ADD = f"""
    INSERT INTO users ({_PERSON}) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO NOTHING
"""  # noqa: S608 - as above
_PREFER = f"""
    UPDATE users SET
        locale = coalesce($2, locale),
        currency = coalesce($3, currency),
        timezone = coalesce($4, timezone),
        updated_at = now()
    WHERE user_id = $1
    RETURNING {_PERSON}
"""  # noqa: S608 - as above


class PostgresUsers(Store):
    """Implements ``Users``."""

    async def person(self, defaults: Person) -> Person:
        """What is stored wins over ``defaults``, which count at the first sight only."""
        person = await self.known(defaults.user_id)
        if person is None:
            own = defaults.locale, defaults.currency, defaults.timezone
            await self._database.execute(_ADD, defaults.user_id, *own)
            person = await self.known(defaults.user_id)
        return person or defaults

    async def known(self, user_id: str) -> Person | None:
        """As ``person``, but a look-up alone: nobody becomes known by it, or known again."""
        row = await self._database.fetchrow(_FIND, user_id)
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
        row = await self._database.fetchrow(_PREFER, user_id, locale, currency, timezone)
        if row is None:
            raise NotFoundError("no such person")
        return Person.model_validate(dict(row))
