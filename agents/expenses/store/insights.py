"""Figures about one person's live transactions, each currency for itself."""

from datetime import date

from adapters.postgres.pool import Connection, Database
from agents.expenses.card import Card
from agents.expenses.details import InsightMeasure
from agents.expenses.ledger import CategoryTotal, CurrencyTotal, Insight, InsightRequest
from agents.expenses.store.names import folded
from agents.expenses.store.rows import COLUMNS, card

MAX_CARDS = 10

# The merchant is searched as a part ("how much at starbucks" means "Starbucks KLCC" too), with
# strpos and not LIKE: a person's % and _ are plain characters.
_SCOPE = """
    user_id = $1 AND deleted_at IS NULL
    AND ($2::date IS NULL OR occurred_on >= $2)
    AND ($3::date IS NULL OR occurred_on <= $3)
    AND ($4::text IS NULL OR strpos(search_key, $4) > 0)
    AND ($5::text IS NULL OR lower(category) = lower($5))
"""

_Scope = tuple[str, date | None, date | None, str | None, str | None]


async def insight(database: Database, request: InsightRequest) -> Insight:
    """One snapshot, so that the totals add up even while something is being saved."""
    query = request.query
    scope: _Scope = (
        request.user_id,
        query.since,
        query.until,
        folded(query.merchant or "") or None,
        (query.category or "").strip() or None,
    )
    async with database.transaction("repeatable_read", readonly=True) as connection:
        return Insight(
            measure=query.measure,
            since=query.since,
            until=query.until,
            totals=await _totals(connection, scope),
            by_category=await _by_category(connection, scope),
            cards=await _cards(connection, scope, request),
        )


async def _totals(connection: Connection, scope: _Scope) -> tuple[CurrencyTotal, ...]:
    rows = await connection.fetch(
        f"""
        SELECT currency, sum(amount) AS amount, count(*) AS count
        FROM transactions WHERE {_SCOPE}
        GROUP BY currency ORDER BY count(*) DESC, currency
        """,  # noqa: S608 - the scope is a constant of this module
        *scope,
    )
    return tuple(CurrencyTotal(**dict(row)) for row in rows)


async def _by_category(connection: Connection, scope: _Scope) -> tuple[CategoryTotal, ...]:
    rows = await connection.fetch(
        f"""
        SELECT category, currency, sum(amount) AS amount
        FROM transactions WHERE {_SCOPE}
        GROUP BY category, currency ORDER BY currency, sum(amount) DESC, category
        """,  # noqa: S608 - the scope is a constant of this module
        *scope,
    )
    return tuple(CategoryTotal(**dict(row)) for row in rows)


async def _cards(
    connection: Connection, scope: _Scope, request: InsightRequest
) -> tuple[Card, ...]:
    if request.query.measure is InsightMeasure.LARGEST:
        return await _largest(connection, scope)
    rows = await connection.fetch(
        f"""
        SELECT {COLUMNS} FROM transactions
        WHERE {_SCOPE} AND ($6::text IS NULL OR conversation_id = $6)
        ORDER BY {"created_at" if request.latest else "occurred_on DESC, created_at"} DESC LIMIT $7
        """,  # noqa: S608 - scope, columns and order are constants of these modules
        *scope,
        request.conversation_id if request.latest else None,
        request.latest or MAX_CARDS,
    )
    return tuple(card(row) for row in rows)


async def _largest(connection: Connection, scope: _Scope) -> tuple[Card, ...]:
    rows = await connection.fetch(
        f"""
        SELECT DISTINCT ON (currency) {COLUMNS} FROM transactions WHERE {_SCOPE}
        ORDER BY currency, amount DESC, occurred_on DESC, created_at DESC
        """,  # noqa: S608 - the scope and the columns are constants of these modules
        *scope,
    )
    return tuple(card(row) for row in rows)
