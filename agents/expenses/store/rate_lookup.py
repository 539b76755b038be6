"""Exchange rates: those of the bank, the one that holds on a day, and the one that a row keeps."""

from collections.abc import Sequence
from datetime import date

from adapters.postgres.pool import Connection, Database, Row
from agents.expenses.rate_arithmetic import MAX_AGE, ExchangeRate, RateSource, cross, inverse
from agents.expenses.rates_file import ReferenceRate
from agents.expenses.store.rows import COLUMNS
from domain.errors import NotFoundError

_ROWS_A_BATCH = 20_000


_LOAD = """
    INSERT INTO reference_rates AS known (currency, day, rate)
    SELECT * FROM unnest($1::text[], $2::date[], $3::numeric[])
    ON CONFLICT (currency, day) DO UPDATE SET rate = excluded.rate
    WHERE known.rate <> excluded.rate
"""


class PostgresRates:
    """Implements ``RateStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, rates: Sequence[ReferenceRate]) -> None:
        """All or nothing; a rate that is there already takes the new value. Idempotent."""
        async with self._database.transaction() as connection:
            for at in range(0, len(rates), _ROWS_A_BATCH):
                batch = rates[at : at + _ROWS_A_BATCH]
                await connection.execute(
                    _LOAD,
                    [rate.currency for rate in batch],
                    [rate.day for rate in batch],
                    [rate.rate for rate in batch],
                )


_OWN_RATES = """
    SELECT wanted.currency AS of, wanted.day AS on_day, own.*
    FROM unnest($3::text[], $4::date[]) AS wanted(currency, day), LATERAL (
        SELECT currency, target AS "into", rate, day FROM own_rates
        WHERE user_id = $1 AND own_rates.day BETWEEN wanted.day - $5::int AND wanted.day
          AND (currency = wanted.currency AND target = $2
               OR currency = $2 AND target = wanted.currency)
        ORDER BY day DESC, currency = wanted.currency DESC LIMIT 1
    ) AS own
"""
_RATES_OF_BANK = """
    SELECT wanted.currency AS of, wanted.day AS on_day, bank.*
    FROM unnest($2::text[], $3::date[]) AS wanted(currency, day), LATERAL (
        SELECT day, one.rate AS per_base, other.rate AS into_per_base
        FROM reference_rates AS one JOIN reference_rates AS other USING (day)
        WHERE one.currency = wanted.currency AND other.currency = $1
          AND day BETWEEN wanted.day - $4::int AND wanted.day
        ORDER BY day DESC LIMIT 1
    ) AS bank
"""

Wanted = tuple[str, date]
"""A currency, and the day of which its rate is."""


async def rate_on(
    connection: Connection, user_id: str, currency: str, into: str, day: date
) -> ExchangeRate | None:
    """As ``rates_on`` for one day; None where there is none."""
    wanted = currency, day
    return (await rates_on(connection, user_id, into, [wanted])).get(wanted)


async def rates_on(
    connection: Connection, user_id: str, into: str, wanted: Sequence[Wanted]
) -> dict[Wanted, ExchangeRate]:
    """The rates of those days, or the last ones before them that still hold: what the person said,
    else the bank's, over the euro where neither currency is the euro. Two queries at most.
    """
    found = {}
    of, days = [currency for currency, _ in wanted], [day for _, day in wanted]
    for row in await connection.fetch(_OWN_RATES, user_id, into, of, days, MAX_AGE.days):
        rate = own_rate(row)
        turned = rate.rate if rate.currency == row["of"] else inverse(rate.rate)
        told = {"currency": row["of"], "into": into, "rate": turned}
        found[row["of"], row["on_day"]] = rate.model_copy(update=told)
    left = [each for each in wanted if each not in found]
    if not left:
        return found
    of, days = [currency for currency, _ in left], [day for _, day in left]
    for row in await connection.fetch(_RATES_OF_BANK, into, of, days, MAX_AGE.days):
        found[row["of"], row["on_day"]] = ExchangeRate(
            currency=row["of"],
            into=into,
            rate=cross(row["per_base"], row["into_per_base"]),
            day=row["day"],
            source=RateSource.BANK,
        )
    return found


_RATE_ROW = f"""
    UPDATE transactions SET home_currency = $2, rate = $3, rated_on = $4, rate_source = $5
    WHERE task_id = $1 RETURNING {COLUMNS}
"""  # noqa: S608 - the columns are a constant


async def rated(connection: Connection, row: Row, home: str | None) -> Row:
    """The row with the rate of its day to the person's currency, kept with it; without one where
    it is in that currency, or where there is none.

    Called in the transaction of a write, after currency or day may have changed.
    """
    into = home or row["home_currency"]
    if into is None or (row["currency"] == into and row["home_currency"] is None):
        return row
    rate = None
    if row["currency"] != into:
        rate = await rate_on(connection, row["user_id"], row["currency"], into, row["occurred_on"])
    updated = await connection.fetchrow(
        _RATE_ROW, row["task_id"], into, rate and rate.rate, rate and rate.day, rate and rate.source
    )
    if updated is None:
        raise NotFoundError("no such transaction of this person")
    return updated


async def rate_many(connection: Connection, task_ids: Sequence[str], home: str) -> None:
    """As ``rated`` for many new rows of one person. Rows that were looked at before stay as they
    are.
    """
    new = "task_id = ANY($1) AND currency <> $2 AND home_currency IS NULL"
    which = f"SELECT DISTINCT user_id, currency, occurred_on FROM transactions WHERE {new}"  # noqa: S608
    update = f"""
        UPDATE transactions SET home_currency = $2, rate = $5, rated_on = $6, rate_source = $7
        WHERE {new} AND currency = $3 AND occurred_on = $4
    """  # noqa: S608 - a constant
    days = await connection.fetch(which, task_ids, home)
    for day in days:
        rate = await rate_on(connection, day["user_id"], day["currency"], home, day["occurred_on"])
        of = day["currency"], day["occurred_on"]
        kept = (rate.rate, rate.day, rate.source) if rate else (None, None, None)
        await connection.execute(update, task_ids, home, *of, *kept)


def own_rate(row: Row) -> ExchangeRate:
    """As the person said it."""
    return ExchangeRate(**dict(row), source=RateSource.HAND)
