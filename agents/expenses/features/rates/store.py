"""The exchange rates that persons said, in the transaction of their call."""

from datetime import date

from adapters.postgres.pool import Connection
from agents.expenses.rate_arithmetic import MAX_AGE, ExchangeRate
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rate_lookup import own_rate
from agents.expenses.store.rows import upsert

_NEWEST_RATES = """
    SELECT DISTINCT ON (currency, target) currency, target AS "into", rate, day FROM own_rates
    WHERE user_id = $1 AND day BETWEEN $2 AND $3
    ORDER BY currency, target, day DESC
"""


async def own_rates(connection: Connection, user_id: str, day: date) -> tuple[ExchangeRate, ...]:
    """The newest of each pair that still holds."""
    rows = await connection.fetch(_NEWEST_RATES, user_id, day - MAX_AGE, day)
    return tuple(map(own_rate, rows))


_RATE_ROWS = """
    UPDATE transactions
    SET rate = $4, rated_on = $5, rate_source = $6, updated_at = now()
    WHERE user_id = $1 AND currency = $2 AND home_currency = $3
      AND deleted_at IS NULL AND occurred_on BETWEEN $7 AND $8
      AND (rate IS NULL OR rate_source = $6 AND rated_on = $5)
    RETURNING task_id
"""


async def set_rate(connection: Connection, user_id: str, rate: ExchangeRate) -> int:
    """Keeps what the person said for that day, and gives it to their saved rows of the days that a
    rate holds for and back, if they have none or the one said on the same day: so many. Idempotent
    on person, pair and day.
    """
    await queue_up(connection, user_id)
    said = rate.model_dump(include={"currency", "day", "rate"})
    values = {"user_id": user_id, "target": rate.into, **said}
    await upsert(connection, "own_rates", ("user_id", "currency", "target", "day"), values)
    pair, days = (rate.currency, rate.into), (rate.day - MAX_AGE, rate.day + MAX_AGE)
    kept = rate.rate, rate.day, rate.source
    return len(await connection.fetch(_RATE_ROWS, user_id, *pair, *kept, *days))
