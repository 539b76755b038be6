"""Figures about one person's live transactions, each currency for itself."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from adapters.postgres.pool import Connection, Database, Row
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.spending import (
    AverageAmount,
    AveragedOver,
    BoughtLine,
    CategoryTotal,
    CurrencyTotal,
    Grouping,
    GroupTotal,
    HomeSum,
    Insight,
    InsightMeasure,
    InsightQuery,
    InsightRequest,
)
from agents.expenses.store.household import RowOwners, owners_of
from agents.expenses.store.rate_lookup import rates_on
from agents.expenses.store.rows import COLUMNS, card
from agents.expenses.store.scopes import Scope, amounts_of, rows_of
from agents.expenses.store.transactions import newest_of_conversation
from domain.money import Currency

MAX_CARDS = 10
MAX_CATEGORIES = 100
"""Of one currency, with the person's own; an answer shows the largest."""

MAX_GROUPS = 12
"""Groups of one currency; days and months are told up to ``MAX_PERIODS_OF_DAYS``."""

MAX_PERIODS_OF_DAYS = 31
MAX_LINES = 25
_LOOKED_AT = 25
"""Rows whose lines are unpacked, the newest."""

_DAYS_OF = {
    AveragedOver.DAY: Decimal(1),
    AveragedOver.WEEK: Decimal(7),
    AveragedOver.MONTH: Decimal("30.4375"),
}
_HUNDREDTHS = Decimal("0.01")
_NAMES = {
    Grouping.SHOP: "name_key",
    Grouping.CATEGORY: "category",
    Grouping.PAYMENT: "coalesce(payment_method, '')",
    Grouping.MONTH: "to_char(occurred_on, 'YYYY-MM-01')",
    Grouping.WEEK: "to_char(date_trunc('week', occurred_on), 'YYYY-MM-DD')",
    Grouping.DAY: "to_char(occurred_on, 'YYYY-MM-DD')",
}
_PERIODS_OF_DAYS = frozenset({Grouping.MONTH, Grouping.WEEK, Grouping.DAY})

Figures = dict[str, object]


@dataclass(frozen=True)
class _Asked:
    """A question, and whose rows it is about at the moment of the answer."""

    query: InsightQuery
    home: Currency | None
    owners: RowOwners


async def insight(database: Database, request: InsightRequest) -> Insight:
    """One snapshot, so that the totals add up even while something is being saved, or somebody
    leaves the household.
    """
    query = request.query
    async with database.transaction("repeatable_read", readonly=True) as connection:
        shared = query.ours or query.member is not None
        owners = await owners_of(connection, request.user_id, ours=shared)
        named = owners if query.member is None else owners.find_named(query.member)
        found: Figures = {"unknown_member": named is None}
        if named is not None:
            asked = _Asked(query, request.home, named)
            found |= await _FIGURES[query.measure](connection, asked)
            if named.members:
                found |= await _of_members(connection, asked)
    return Insight.model_validate(
        {
            "measure": query.measure,
            "since": query.since,
            "until": query.until,
            "query": query,
            **found,
        }
    )


async def _of_members(connection: Connection, asked: _Asked) -> Figures:
    """Who entered what of it; of a balance, which is of two kinds, it is not told."""
    query, owners = asked.query, asked.owners
    joined_on = max(member.joined_at for member in owners.members).date()
    late = query.since is None or query.since <= joined_on
    found: Figures = {"shared": True, "joined_on": joined_on if late else None}
    if query.measure is not InsightMeasure.BALANCE and query.member is None:
        rows = await _by_currency(connection, amounts_of(owners, query), "user_id, currency")
        found["members"] = owners.entered(rows)
    return found


async def _total(connection: Connection, asked: _Asked) -> Figures:
    if asked.query.by is not None:
        return await _grouped(connection, asked, asked.query.by)
    groups, found = await _summed(connection, asked, "category", MAX_CATEGORIES)
    if not asked.query.item:  # a line on a receipt has no category of its own
        found["by_category"] = tuple(
            CategoryTotal(category=each.name, currency=each.currency, amount=each.amount)
            for each in groups
        )
    if asked.query.measure is InsightMeasure.LIST:
        rows = await _rows_at_an_end(connection, asked, asked.query.top or MAX_CARDS)
        found["cards"] = tuple(map(asked.owners.card, rows))
    return found


async def _grouped(connection: Connection, asked: _Asked, by: Grouping) -> Figures:
    most = asked.query.top or (MAX_PERIODS_OF_DAYS if by in _PERIODS_OF_DAYS else MAX_GROUPS)
    groups, found = await _summed(connection, asked, _NAMES[by], most)
    if by is Grouping.SHOP:
        groups = await _as_written(connection, asked.owners, groups)
    if by in _PERIODS_OF_DAYS:
        groups = sorted(groups, key=lambda each: (each.currency, each.name))
    return {**found, "groups": tuple(groups)}


_NEWEST_NAMES = """
    SELECT key, (
        SELECT coalesce(merchant, item) FROM transactions
        WHERE user_id = ANY($1) AND name_key = key AND deleted_at IS NULL
        ORDER BY occurred_on DESC LIMIT 1
    ) AS name
    FROM unnest($2::text[]) AS key
"""


async def _as_written(
    connection: Connection, owners: RowOwners, groups: list[GroupTotal]
) -> list[GroupTotal]:
    """With the names as they stand on the newest row of each."""
    ids = [member.user_id for member in owners.members] or [owners.user_id]
    rows = await connection.fetch(_NEWEST_NAMES, ids, [group.name for group in groups])
    names = {row["key"]: row["name"] for row in rows}
    return [group.model_copy(update={"name": names[group.name]}) for group in groups]


async def _summed(
    connection: Connection, asked: _Asked, name: str, most: int
) -> tuple[list[GroupTotal], Figures]:
    """Returns the largest groups of each currency (of days and months the newest), the totals, and
    what everything comes to at home: foreign rows at the rate that each was saved with. Reads the
    rows once.
    """
    query = asked.query
    scope = amounts_of(asked.owners, query)
    newest = query.by in _PERIODS_OF_DAYS and not query.top
    home = f"${len(scope.values) + 1}::text"
    rows = await connection.fetch(
        f"""
        WITH each AS (
            SELECT {name} AS name, currency, {scope.rows} AS count,
                   coalesce(sum(amount), 0) AS amount,
                   sum(amount * rate) FILTER (
                       WHERE currency <> {home} AND home_currency = {home}
                   ) AS changed,
                   count(*) FILTER (
                       WHERE currency <> {home}
                         AND (rate IS NULL OR home_currency IS DISTINCT FROM {home})
                   ) AS unrated
            FROM {scope.table} WHERE {scope.where} GROUP BY 1, currency
        ), summed AS (
            SELECT grouping(name) AS whole, name, currency, sum(count)::bigint AS count,
                   sum(amount) AS amount, sum(unrated)::bigint AS unrated,
                   CASE WHEN currency = {home} THEN sum(amount) ELSE sum(changed) END AS at_home
            FROM each GROUP BY GROUPING SETS ((name, currency), (currency))
        ), ranked AS (
            SELECT *, row_number() OVER (
                PARTITION BY whole, currency
                ORDER BY {"name DESC" if newest else "amount DESC, name"}
            ) AS place
            FROM summed
        )
        SELECT * FROM ranked WHERE whole = 1 OR place <= {most}
        ORDER BY whole DESC, CASE WHEN whole = 1 THEN count ELSE 0 END DESC, currency, place
        """,  # noqa: S608 - the scope and the names are constants, the place is a number
        *scope.values,
        asked.home,
    )
    whole = [row for row in rows if row["whole"]]
    found: Figures = {"totals": tuple(CurrencyTotal(**dict(row)) for row in whole)}
    groups = [
        GroupTotal(**{**dict(row), "name": row["name"] or ""}) for row in rows if not row["whole"]
    ]
    if query.into not in {None, asked.home}:
        found["home"] = await _converted(connection, asked, query.into)
    elif asked.home is not None and (
        len(whole) > 1 or (query.into and any(row["currency"] != query.into for row in whole))
    ):
        amount = sum((row["at_home"] or Decimal(0) for row in whole), Decimal(0))
        unrated = sum(row["unrated"] for row in whole)
        found["home"] = HomeSum(
            currency=asked.home, amount=amount.quantize(_HUNDREDTHS), unrated=unrated
        )
    return groups, found


async def _converted(connection: Connection, asked: _Asked, into: Currency) -> HomeSum | None:
    """Everything in another currency than the person's own; None where it is in that already."""
    scope = amounts_of(asked.owners, asked.query)
    sums = await _by_currency(connection, scope, "currency, occurred_on")
    if all(each["currency"] == into for each in sums):
        return None
    wanted = [(each["currency"], each["occurred_on"]) for each in sums if each["currency"] != into]
    rates = await rates_on(connection, asked.owners.user_id, into, wanted)
    amount, unrated = Decimal(0), 0
    for each in sums:
        rate = rates.get((each["currency"], each["occurred_on"]))
        if each["currency"] == into or rate is not None:
            amount += each["amount"] * (rate.rate if rate is not None else 1)
        else:
            unrated += each["count"]
    return HomeSum(currency=into, amount=amount.quantize(_HUNDREDTHS), unrated=unrated)


async def _counted(connection: Connection, asked: _Asked) -> Figures:
    return {"totals": await _totals(connection, asked.owners, asked.query)}


async def _averaged(connection: Connection, asked: _Asked) -> Figures:
    """Over each day of the period, spent on or not; without one, from the first row to the last."""
    query, scope = asked.query, amounts_of(asked.owners, asked.query)
    days = ", min(occurred_on) AS first, max(occurred_on) AS last"
    rows = await _by_currency(connection, scope, more=days)
    if not rows:
        return {}
    since = query.since or min(row["first"] for row in rows)
    until = query.until or max(row["last"] for row in rows)
    units = [query.per] if query.per else list(AveragedOver)
    averages = tuple(
        AverageAmount(
            per=unit,
            currency=row["currency"],
            amount=(row["amount"] / _times(unit, row["count"], since, until)).quantize(_HUNDREDTHS),
        )
        for unit in units
        for row in rows
    )
    totals = tuple(CurrencyTotal(**dict(row)) for row in rows)
    return {"averages": averages, "totals": totals, "since": since, "until": until}


def _times(unit: AveragedOver, rows: int, since: date, until: date) -> Decimal:
    """How many such stretches the days are. Whole months are months, whatever their lengths."""
    days = Decimal((until - since).days + 1)
    if unit is AveragedOver.VISIT:
        return Decimal(rows)
    if unit is AveragedOver.MONTH and since.day == 1 and (until + timedelta(days=1)).day == 1:
        return Decimal((until.year - since.year) * 12 + until.month - since.month + 1)
    return days / _DAYS_OF[unit]


async def _compared(connection: Connection, asked: _Asked) -> Figures:
    query, owners = asked.query, asked.owners
    other = query.model_copy(update={"since": query.against_since, "until": query.against_until})
    found: Figures = {
        "totals": await _totals(connection, owners, query),
        "against": await _totals(connection, owners, other),
    }
    if query.since and query.until and other.since and other.until:
        until = other.since + (query.until - query.since)
        if until < other.until:
            so_far = other.model_copy(update={"until": until})
            found["against_so_far"] = await _totals(connection, owners, so_far)
    return found


async def _shared(connection: Connection, asked: _Asked) -> Figures:
    query = asked.query
    whole = InsightQuery(kind=query.kind, since=query.since, until=query.until)
    return {
        "totals": await _totals(connection, asked.owners, query),
        "whole": await _totals(connection, asked.owners, whole),
    }


async def _balanced(connection: Connection, asked: _Asked) -> Figures:
    query = asked.query.model_copy(update={"kind": None})
    scope = amounts_of(asked.owners, query)
    scope = scope._replace(where=f"{scope.where} AND kind IN ('income', 'expense')")
    rows = await _by_currency(connection, scope, "kind, currency")
    left: dict[Currency, CurrencyTotal] = {}
    of_kind: dict[str, list[CurrencyTotal]] = {MoneyKind.INCOME: [], MoneyKind.EXPENSE: []}
    for row in rows:
        total = CurrencyTotal(**dict(row))
        of_kind[row["kind"]].append(total)
        amount = total.amount if row["kind"] == MoneyKind.INCOME else -total.amount
        if (known := left.get(total.currency)) is not None:
            amount, count = known.amount + amount, known.count + total.count
            total = total.model_copy(update={"count": count})
        left[total.currency] = total.model_copy(update={"amount": amount})
    return {
        "income": tuple(of_kind[MoneyKind.INCOME]),
        "totals": tuple(of_kind[MoneyKind.EXPENSE]),
        "balance": tuple(left.values()),
    }


async def _ranked(connection: Connection, asked: _Asked) -> Figures:
    """The largest or smallest of each currency: its rows are read once, and never sorted whole."""
    query, scope = asked.query, rows_of(asked.owners, asked.query)
    way = "ASC" if query.measure is InsightMeasure.SMALLEST else "DESC"
    rows = await connection.fetch(
        f"""
        WITH asked AS MATERIALIZED (
            SELECT task_id, currency, amount, occurred_on FROM {scope.table} WHERE {scope.where}
        ), ranked AS (
            SELECT of_one.task_id FROM (SELECT DISTINCT currency FROM asked) AS currencies,
            LATERAL (
                SELECT task_id FROM asked WHERE asked.currency = currencies.currency
                ORDER BY amount {way}, occurred_on DESC, task_id DESC LIMIT {max(query.top, 1)}
            ) AS of_one
        )
        SELECT {COLUMNS} FROM transactions WHERE task_id IN (SELECT task_id FROM ranked)
        ORDER BY currency, amount {way}, occurred_on DESC, created_at DESC
        """,  # noqa: S608 - the scope and the columns are constants, the limit is a number
        *scope.values,
    )
    return {"cards": tuple(map(asked.owners.card, rows))}


async def _at_an_end(connection: Connection, asked: _Asked) -> Figures:
    """The first or the last row, and how many there are."""
    first = asked.query.measure is InsightMeasure.FIRST
    rows = await _rows_at_an_end(connection, asked, 1, "ASC" if first else "DESC")
    totals = await _totals(connection, asked.owners, asked.query)
    return {"cards": tuple(map(asked.owners.card, rows)), "totals": totals}


async def _bought(connection: Connection, asked: _Asked) -> Figures:
    """The lines of the newest rows; of one without lines, what was told of it."""
    query, scope = asked.query, rows_of(asked.owners, asked.query)
    named = "true"
    values = list(scope.values)
    if query.item:
        values.append(query.item)
        at = f"${len(values)}::text"
        named = f"""(strpos(lower(name), lower({at})) > 0 OR whole
            OR to_tsvector('simple', name) @@ phraseto_tsquery('simple', {at}))"""
    rows = await connection.fetch(
        f"""
        WITH newest AS ({_at_an_end_of(scope, _LOOKED_AT)}), bought AS (
            SELECT task_id, user_id, line.name, merchant, line.quantity, line.amount, currency,
                   occurred_on, created_at, place, false AS whole
            FROM newest, ROWS FROM (
                jsonb_to_recordset(items) AS (name text, quantity numeric, amount numeric)
            ) WITH ORDINALITY AS line(name, quantity, amount, place)
            UNION ALL
            SELECT task_id, user_id, coalesce(item, ''), merchant, NULL, amount, currency,
                   occurred_on, created_at, 0, true
            FROM newest WHERE items = '[]'
        )
        SELECT task_id, user_id, name, merchant, quantity, amount, currency, occurred_on
        FROM bought WHERE {named}
        ORDER BY occurred_on DESC, created_at DESC, place LIMIT {MAX_LINES}
        """,  # noqa: S608 - the scope is made of constants
        *values,
    )
    lines = tuple(_line(row, asked.owners) for row in rows)
    totals = await _totals(connection, asked.owners, query)
    cut = len(lines) == MAX_LINES or sum(total.count for total in totals) > _LOOKED_AT
    return {"lines": lines, "totals": totals, "cut": cut}


def _line(row: Row, owners: RowOwners) -> BoughtLine:
    name = owners.name_of(row["user_id"])
    hidden = {} if name is None else {"task_id": ""}
    return BoughtLine.model_validate({**dict(row), "entered_by": name, **hidden})


_FIGURES: Mapping[InsightMeasure, Callable[[Connection, _Asked], Awaitable[Figures]]] = {
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
    connection: Connection, owners: RowOwners, query: InsightQuery
) -> tuple[CurrencyTotal, ...]:
    rows = await _by_currency(connection, amounts_of(owners, query))
    return tuple(CurrencyTotal(**dict(row)) for row in rows)


async def _by_currency(
    connection: Connection, scope: Scope, by: str = "currency", more: str = ""
) -> Sequence[Row]:
    """Amounts and how many rows they are of, most of them first. ``by`` and ``more`` are constants:
    what rows are told apart by, and further columns.
    """
    return await connection.fetch(
        f"""
        SELECT {by}, coalesce(sum(amount), 0) AS amount, {scope.rows} AS count {more}
        FROM {scope.table} WHERE {scope.where}
        GROUP BY {by} ORDER BY {scope.rows} DESC, currency
        """,  # noqa: S608 - the scope is made of constants
        *scope.values,
    )


async def _rows_at_an_end(
    connection: Connection, asked: _Asked, most: int, way: str = "DESC"
) -> Sequence[Row]:
    scope = rows_of(asked.owners, asked.query)
    return await connection.fetch(_at_an_end_of(scope, most, way), *scope.values)


def _at_an_end_of(scope: Scope, most: int, way: str = "DESC") -> str:
    """The newest or the oldest rows. Their days are told by the index of sums; when each was saved
    is looked up for those of these days alone.
    """
    return f"""
        SELECT {COLUMNS} FROM transactions WHERE task_id IN (
            SELECT task_id FROM {scope.table} WHERE {scope.where}
            ORDER BY occurred_on {way} FETCH FIRST {most} ROWS WITH TIES
        )
        ORDER BY occurred_on {way}, created_at {way} LIMIT {most}
    """  # noqa: S608 - the scope and the columns are constants, the limit is a number


async def latest_cards(
    connection: Connection, user_id: str, conversation_id: str, count: int
) -> tuple[Card, ...]:
    """The rows that were saved last in the conversation, of any day and kind."""
    newest = await newest_of_conversation(connection, user_id, conversation_id, count)
    return tuple(card(row) for row in newest)
