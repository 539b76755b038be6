"""Figures about one person's live transactions, each currency for itself."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, timedelta
from typing import cast

from adapters.postgres.pool import Connection, Database
from agents.expenses.card import Card, MoneyKind
from agents.expenses.details import AveragedOver, Grouping, InsightMeasure, InsightQuery
from agents.expenses.ledger import (
    AverageAmount,
    BoughtLine,
    CategoryTotal,
    CurrencyTotal,
    GroupTotal,
    HomeSum,
    Insight,
    InsightRequest,
)
from agents.expenses.store.rows import COLUMNS, card
from agents.expenses.store.scopes import Scope, amounts_of, parts_of, rows_of

MAX_CARDS = 10
MAX_GROUPS = 12
"""Groups of one currency; days and months are told up to ``MAX_STRETCHES``."""

MAX_STRETCHES = 31
MAX_LINES = 25
_LOOKED_AT = 25
"""Rows whose lines are unpacked, the newest."""

_DAYS_OF = {AveragedOver.DAY: "1", AveragedOver.WEEK: "7", AveragedOver.MONTH: "365.25 / 12"}
_NAMES = {
    Grouping.SHOP: "coalesce(merchant, item)",
    Grouping.CATEGORY: "category",
    Grouping.PAYMENT: "coalesce(payment_method, '')",
    Grouping.MONTH: "to_char(occurred_on, 'YYYY-MM-01')",
    Grouping.WEEK: "to_char(date_trunc('week', occurred_on), 'YYYY-MM-DD')",
    Grouping.DAY: "to_char(occurred_on, 'YYYY-MM-DD')",
}
_STRETCHES = frozenset({Grouping.MONTH, Grouping.WEEK, Grouping.DAY})

Figures = dict[str, object]


async def insight(database: Database, request: InsightRequest) -> Insight:
    """One snapshot, so that the totals add up even while something is being saved."""
    query = request.query
    async with database.transaction("repeatable_read", readonly=True) as connection:
        if request.latest:
            found: Figures = {"cards": await _latest(connection, request)}
        else:
            found = await _FIGURES[query.measure](connection, request)
    return Insight.model_validate(
        {
            "measure": query.measure,
            "since": query.since,
            "until": query.until,
            "query": query,
            **found,
        }
    )


async def _total(connection: Connection, request: InsightRequest) -> Figures:
    totals = await _totals(connection, request.user_id, request.query)
    return {
        "totals": totals,
        "home": await _at_home(connection, request) if len(totals) > 1 else None,
        "by_category": () if request.query.by else await _by_category(connection, request),
        "groups": await _groups(connection, request) if request.query.by else (),
        "cards": () if request.query.by else await _cards(connection, request),
    }


async def _counted(connection: Connection, request: InsightRequest) -> Figures:
    return {"totals": await _totals(connection, request.user_id, request.query)}


async def _averaged(connection: Connection, request: InsightRequest) -> Figures:
    """Over each day of the period, spent on or not; without one, from the first row to the last."""
    query, scope = request.query, amounts_of(request.user_id, request.query)
    span = await connection.fetchrow(
        f"SELECT min(occurred_on) AS first, max(occurred_on) AS last FROM {scope.table} WHERE {scope.where}",  # noqa: E501, S608
        *scope.values,
    )
    if span is None or span["first"] is None:
        return {}
    since, until = query.since or span["first"], query.until or span["last"]
    paces = [query.per] if query.per else [AveragedOver.VISIT, *_DAYS_OF]
    averages = [
        AverageAmount(per=pace, **dict(row))
        for pace in paces
        for row in await connection.fetch(
            f"""
            SELECT currency, round({_rate(scope, pace, since, until)}, 2) AS amount
            FROM {scope.table} WHERE {scope.where} GROUP BY currency ORDER BY count(*) DESC
            """,  # noqa: S608 - the scope is made of constants
            *scope.values,
        )
    ]
    totals = await _totals(connection, request.user_id, query)
    return {"averages": averages, "totals": totals, "since": since, "until": until}


def _rate(scope: Scope, pace: AveragedOver, since: date, until: date) -> str:
    """The sum for each such stretch. Whole months are months, whatever their lengths."""
    if pace is AveragedOver.VISIT:
        return f"sum(amount) / {scope.rows}"
    if pace is AveragedOver.MONTH and since.day == 1 and (until + timedelta(days=1)).day == 1:
        months = (until.year - since.year) * 12 + until.month - since.month + 1
        return f"sum(amount) / {months}"
    return f"sum(amount) * {_DAYS_OF[pace]} / {(until - since).days + 1}"


async def _compared(connection: Connection, request: InsightRequest) -> Figures:
    query, user_id = request.query, request.user_id
    other = query.model_copy(update={"since": query.against_since, "until": query.against_until})
    found: Figures = {
        "totals": await _totals(connection, user_id, query),
        "against": await _totals(connection, user_id, other),
    }
    if None not in {query.since, query.until, other.since, other.until}:
        days = cast("date", query.until) - cast("date", query.since)
        until = cast("date", other.since) + days
        if until < cast("date", other.until):
            so_far = other.model_copy(update={"until": until})
            found["against_so_far"] = await _totals(connection, user_id, so_far)
    return found


async def _shared(connection: Connection, request: InsightRequest) -> Figures:
    query = request.query
    whole = InsightQuery(kind=query.kind, since=query.since, until=query.until)
    return {
        "totals": await _totals(connection, request.user_id, query),
        "whole": await _totals(connection, request.user_id, whole),
    }


async def _balanced(connection: Connection, request: InsightRequest) -> Figures:
    query = request.query
    kinds = {
        name: query.model_copy(update={"kind": kind})
        for name, kind in (("totals", MoneyKind.EXPENSE), ("income", MoneyKind.INCOME))
    }
    found: Figures = {
        name: await _totals(connection, request.user_id, of_kind) for name, of_kind in kinds.items()
    }
    scope = amounts_of(request.user_id, query.model_copy(update={"kind": None}))
    rows = await connection.fetch(
        f"""
        SELECT currency, {scope.rows} AS count,
               sum(CASE kind WHEN 'income' THEN amount ELSE -amount END) AS amount
        FROM {scope.table} WHERE {scope.where} AND kind IN ('income', 'expense')
        GROUP BY currency ORDER BY count(*) DESC, currency
        """,  # noqa: S608 - the scope is made of constants
        *scope.values,
    )
    return {**found, "balance": tuple(CurrencyTotal(**dict(row)) for row in rows)}


async def _ranked(connection: Connection, request: InsightRequest) -> Figures:
    """The largest or smallest of each currency; the amounts of rows, not of lines on them."""
    query, scope = request.query, rows_of(request.user_id, request.query)
    rising = query.measure is InsightMeasure.SMALLEST
    rows = await connection.fetch(
        f"""
        SELECT {COLUMNS} FROM transactions WHERE task_id IN (
            SELECT task_id FROM (
                SELECT task_id, row_number() OVER (
                    PARTITION BY currency
                    ORDER BY amount {"ASC" if rising else "DESC"}, occurred_on DESC, created_at DESC
                ) AS place
                FROM {scope.table} WHERE {scope.where}
            ) AS ranked WHERE place <= {max(query.top, 1)}
        )
        ORDER BY currency, amount {"ASC" if rising else "DESC"}, occurred_on DESC, created_at DESC
        """,  # noqa: S608 - the scope and the columns are constants, the place is a number
        *scope.values,
    )
    return {"cards": tuple(card(row) for row in rows)}


async def _at_an_end(connection: Connection, request: InsightRequest) -> Figures:
    """The first or the last row, and how many there are."""
    scope = rows_of(request.user_id, request.query)
    way = "ASC" if request.query.measure is InsightMeasure.FIRST else "DESC"
    rows = await connection.fetch(
        f"""
        SELECT {COLUMNS} FROM transactions WHERE task_id = (
            SELECT task_id FROM {scope.table} WHERE {scope.where}
            ORDER BY occurred_on {way}, created_at {way} LIMIT 1
        )
        """,  # noqa: S608 - the scope and the columns are constants
        *scope.values,
    )
    totals = await _totals(connection, request.user_id, request.query)
    return {"cards": tuple(card(row) for row in rows), "totals": totals}


async def _bought(connection: Connection, request: InsightRequest) -> Figures:
    """The lines of the newest rows; of one without lines, what was told of it."""
    query, scope = request.query, rows_of(request.user_id, request.query)
    named = "true"
    values = list(scope.values)
    if query.item:
        values.append(query.item)
        at = f"${len(values)}::text"
        named = f"""(strpos(lower(name), lower({at})) > 0 OR whole
            OR to_tsvector('simple', name) @@ phraseto_tsquery('simple', {at}))"""
    rows = await connection.fetch(
        f"""
        WITH newest AS (
            SELECT task_id, merchant, item, amount, currency, occurred_on, created_at, items
            FROM {scope.table} WHERE {scope.where}
            ORDER BY occurred_on DESC, created_at DESC LIMIT {_LOOKED_AT}
        ), bought AS (
            SELECT task_id, line.name, merchant, line.quantity, line.amount, currency, occurred_on,
                   created_at, place, false AS whole
            FROM newest, ROWS FROM (
                jsonb_to_recordset(items) AS (name text, quantity numeric, amount numeric)
            ) WITH ORDINALITY AS line(name, quantity, amount, place)
            UNION ALL
            SELECT task_id, coalesce(item, ''), merchant, NULL, amount, currency, occurred_on,
                   created_at, 0, true
            FROM newest WHERE items = '[]'
        )
        SELECT task_id, name, merchant, quantity, amount, currency, occurred_on
        FROM bought WHERE {named}
        ORDER BY occurred_on DESC, created_at DESC, place LIMIT {MAX_LINES}
        """,  # noqa: S608 - the scope is made of constants
        *values,
    )
    lines = tuple(BoughtLine(**dict(row)) for row in rows)
    totals = await _totals(connection, request.user_id, query)
    cut = len(lines) == MAX_LINES or sum(total.count for total in totals) > _LOOKED_AT
    return {"lines": lines, "totals": totals, "cut": cut}


_FIGURES: Mapping[InsightMeasure, Callable[[Connection, InsightRequest], Awaitable[Figures]]] = {
    InsightMeasure.TOTAL: _total,
    InsightMeasure.LIST: _total,
    InsightMeasure.LARGEST: _ranked,
    InsightMeasure.SMALLEST: _ranked,
    InsightMeasure.AVERAGE: _averaged,
    InsightMeasure.COUNT: _counted,
    InsightMeasure.LINES: _bought,
    InsightMeasure.FIRST: _at_an_end,
    InsightMeasure.LAST: _at_an_end,
    InsightMeasure.COMPARE: _compared,
    InsightMeasure.SHARE: _shared,
    InsightMeasure.BALANCE: _balanced,
}


async def _totals(
    connection: Connection, user_id: str, query: InsightQuery
) -> tuple[CurrencyTotal, ...]:
    scope = amounts_of(user_id, query)
    rows = await connection.fetch(
        f"""
        SELECT currency, coalesce(sum(amount), 0) AS amount, {scope.rows} AS count
        FROM {scope.table} WHERE {scope.where}
        GROUP BY currency ORDER BY {scope.rows} DESC, currency
        """,  # noqa: S608 - the scope is made of constants
        *scope.values,
    )
    return tuple(CurrencyTotal(**dict(row)) for row in rows)


async def _by_category(
    connection: Connection, request: InsightRequest
) -> tuple[CategoryTotal, ...]:
    if request.query.item:
        return ()  # a line on a receipt has no category of its own
    scope = parts_of(request.user_id, request.query)
    rows = await connection.fetch(
        f"""
        SELECT category, currency, sum(amount) AS amount
        FROM {scope.table} WHERE {scope.where}
        GROUP BY category, currency ORDER BY currency, sum(amount) DESC, category
        """,  # noqa: S608 - the scope is made of constants
        *scope.values,
    )
    return tuple(CategoryTotal(**dict(row)) for row in rows)


async def _groups(connection: Connection, request: InsightRequest) -> tuple[GroupTotal, ...]:
    """The largest of each currency; stretches of time in their order, the newest of many."""
    query, by = request.query, request.query.by
    scope = (parts_of if by is Grouping.CATEGORY else amounts_of)(request.user_id, query)
    name = _NAMES[by]
    most = query.top or (MAX_STRETCHES if by in _STRETCHES else MAX_GROUPS)
    falling = "name DESC" if by in _STRETCHES and not query.top else "amount DESC, name"
    shown = "name" if by in _STRETCHES else "amount DESC, name"
    rows = await connection.fetch(
        f"""
        SELECT name, currency, amount, count FROM (
            SELECT *, row_number() OVER (PARTITION BY currency ORDER BY {falling}) AS place FROM (
                SELECT {name} AS name, currency, coalesce(sum(amount), 0) AS amount,
                       {scope.rows} AS count
                FROM {scope.table} WHERE {scope.where} GROUP BY 1, currency
            ) AS grouped
        ) AS ranked WHERE place <= {most} ORDER BY currency, {shown}
        """,  # noqa: S608 - the scope and the names are constants, the place is a number
        *scope.values,
    )
    return tuple(GroupTotal(**dict(row)) for row in rows)


async def _at_home(connection: Connection, request: InsightRequest) -> HomeSum | None:
    """Foreign rows at the rate that each was saved with."""
    if request.home is None:
        return None
    scope = amounts_of(request.user_id, request.query)
    home = f"${len(scope.values) + 1}::text"
    row = await connection.fetchrow(
        f"""
        SELECT {home} AS currency,
            round(coalesce(sum(CASE WHEN currency = {home} THEN amount
                WHEN home_currency = {home} THEN amount * rate END), 0), 2) AS amount,
            count(*) FILTER (
                WHERE currency <> {home} AND (rate IS NULL OR home_currency IS DISTINCT FROM {home})
            ) AS unrated
        FROM {scope.table} WHERE {scope.where}
        """,  # noqa: S608 - the scope is made of constants
        *scope.values,
        request.home,
    )
    return None if row is None else HomeSum(**dict(row))


async def _cards(connection: Connection, request: InsightRequest) -> tuple[Card, ...]:
    scope = rows_of(request.user_id, request.query)
    rows = await connection.fetch(
        f"""
        SELECT {COLUMNS} FROM transactions WHERE task_id IN (
            SELECT task_id FROM {scope.table} WHERE {scope.where}
            ORDER BY occurred_on DESC, created_at DESC LIMIT {request.query.top or MAX_CARDS}
        )
        ORDER BY occurred_on DESC, created_at DESC
        """,  # noqa: S608 - the scope and the columns are constants, the limit is a number
        *scope.values,
    )
    return tuple(card(row) for row in rows)


async def _latest(connection: Connection, request: InsightRequest) -> tuple[Card, ...]:
    every = request.query.model_copy(update={"kind": None})
    scope = rows_of(request.user_id, every)
    rows = await connection.fetch(
        f"""
        SELECT {COLUMNS} FROM {scope.table}
        WHERE {scope.where} AND conversation_id = ${len(scope.values) + 1}
        ORDER BY created_at DESC LIMIT {request.latest}
        """,  # noqa: S608 - the scope and the columns are constants, the limit is a number
        *scope.values,
        request.conversation_id,
    )
    return tuple(card(row) for row in rows)
