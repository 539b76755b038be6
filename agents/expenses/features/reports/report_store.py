"""Figures of one person's spending in a period, each currency for itself."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from adapters.postgres.pool import Connection, Database, Row
from agents.expenses.features.reports.report import (
    MAX_SHOPS,
    CategoryShare,
    ColumnTotal,
    MoneyTotal,
    Period,
    ShopTotal,
    SpendingReport,
    ordered,
    start_of,
)
from agents.expenses.shown import MoneyKind
from agents.expenses.spending import HomeSum
from agents.expenses.store.household import RowOwners, owned_by, owners_of
from domain.money import Currency

# One pass over both periods; the two need not touch.
_TOTALS = """
    SELECT kind, currency,
           coalesce(sum(amount) FILTER (WHERE now), 0) AS amount,
           coalesce(sum(amount) FILTER (WHERE earlier), 0) AS before,
           count(*) FILTER (WHERE now) AS count,
           coalesce(sum(amount * rate) FILTER (WHERE now AND home_currency = $5), 0) AS rated,
           count(*) FILTER (
               WHERE now AND (home_currency IS DISTINCT FROM $5 OR rate IS NULL)
           ) AS unrated
    FROM live,
         LATERAL (SELECT occurred_on BETWEEN $1 AND $2 AS now,
                         occurred_on BETWEEN $3 AND $4 AS earlier) AS at
    WHERE {owned} AND occurred_on BETWEEN $3 AND $2
      AND kind IN ('expense', 'income') AND (now OR earlier)
    GROUP BY kind, currency
"""
_SPENT = "{owned} AND occurred_on BETWEEN $1 AND $2 AND kind = 'expense' AND currency = $3"
_CATEGORIES = f"""
    SELECT category, sum(amount) AS amount FROM booked WHERE {_SPENT}
    GROUP BY category ORDER BY sum(amount) DESC, category
"""  # noqa: S608 - a constant of this module
_DAYS = f"""
    SELECT date_trunc($4, occurred_on::timestamp)::date AS start, sum(amount) AS amount
    FROM (
        SELECT occurred_on, sum(amount) AS amount FROM live WHERE {_SPENT} GROUP BY occurred_on
    ) AS days GROUP BY 1
"""  # noqa: S608 - a constant of this module
_SHOPS = f"""
    SELECT max(merchant) AS name, sum(amount) AS amount, count(*) AS count
    FROM live WHERE {_SPENT} AND merchant IS NOT NULL
    GROUP BY name_key ORDER BY sum(amount) DESC, name_key LIMIT $4
"""  # noqa: S608 - a constant of this module


_ENTERED = """
    SELECT user_id, currency, sum(amount) AS amount, count(*) AS count FROM live
    WHERE {owned} AND occurred_on BETWEEN $1 AND $2 AND kind = 'expense'
    GROUP BY user_id, currency ORDER BY count(*) DESC, currency
"""


async def report_of(
    database: Database, user_id: str, home: Currency, period: Period, *, ours: bool = False
) -> SpendingReport:
    """One snapshot, so that the parts add up even while something is being saved, or somebody
    leaves the household. ``ours`` reports that where the person has one.
    """
    before = period.before
    days = period.since, period.until, before.since, before.until
    async with database.transaction("repeatable_read", readonly=True) as connection:
        owners = await owners_of(connection, user_id, ours=ours)
        rows = await _fetched(connection, owners, _TOTALS, *days, home)
        found = SpendingReport(
            period=period,
            spent=_totals(rows, MoneyKind.EXPENSE, home),
            income=_totals(rows, MoneyKind.INCOME, home),
            home=_home(rows, home),
            shared=bool(owners.members),
        )
        if not found.spent:
            return found
        return found.model_copy(update=await _parts(connection, owners, found))


async def _fetched(
    connection: Connection, owners: RowOwners, statement: str, *values: object
) -> Sequence[Row]:
    """The rows of a statement about rows of these owners."""
    given = list(values)
    owned = owned_by(owners, given)
    return await connection.fetch(statement.format(owned=owned), *given)


async def _parts(
    connection: Connection, owners: RowOwners, found: SpendingReport
) -> dict[str, Sequence[object]]:
    period, grain = found.period, found.period.grain
    scope = period.since, period.until, found.spent[0].currency
    categories = await _fetched(connection, owners, _CATEGORIES, *scope)
    columns = await _fetched(connection, owners, _DAYS, *scope, grain.value)
    shops = await _fetched(connection, owners, _SHOPS, *scope, MAX_SHOPS)
    entered = await _fetched(connection, owners, _ENTERED, period.since, period.until)
    amounts: dict[object, Decimal] = {row["start"]: row["amount"] for row in columns}
    return {
        "categories": tuple(CategoryShare(**dict(row)) for row in categories),
        "columns": tuple(
            ColumnTotal(start=day, amount=amounts.get(start_of(day, grain), Decimal(0)))
            for day in period.starts()
        ),
        "shops": tuple(ShopTotal(**dict(row)) for row in shops),
        "members": owners.entered(entered),
    }


def _totals(rows: Iterable[Row], kind: MoneyKind, home: Currency) -> tuple[MoneyTotal, ...]:
    return ordered((MoneyTotal(**dict(row)) for row in rows if row["kind"] == kind), home)


def _home(rows: Iterable[Row], home: Currency) -> HomeSum | None:
    spent = [row for row in rows if row["kind"] == MoneyKind.EXPENSE and row["count"]]
    if all(row["currency"] == home for row in spent):
        return None
    at_home = (row["amount" if row["currency"] == home else "rated"] for row in spent)
    return HomeSum(
        currency=home,
        amount=sum(at_home, Decimal(0)),
        unrated=sum(row["unrated"] for row in spent if row["currency"] != home),
    )
