"""Reads the saved rows of a person or a household, a page at a time, the newest day first."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from hashlib import sha256

from adapters.postgres.pool import Connection, Row
from agents.expenses.files.book import MAX_ROWS, ExportedExpense, make_exported
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.spending import MemberTotal
from agents.expenses.store.household import (
    KEY_OF_ROW,
    RowOwners,
    owned_by,
    owners_of,
    select_owners,
)
from agents.expenses.store.names import folded
from agents.expenses.store.rows import COLUMNS, NEWEST_DAY_FIRST
from domain.collections import CollectionFile, CollectionQuery
from domain.money import Currency
from domain.understanding import Person

MAX_WORDS = 8
MAX_OPTIONS = 200
"""Of one filter: the values of most rows."""
FIELDS = (
    "occurred_on", "merchant", "item", "amount", "currency", "category", "payment_method",
    "reference",
)  # fmt: skip


WHOSE = "whose"
"""The filter that selects the owners of rows: one's own without it."""


class Filter(StrEnum):
    KIND = "kind"
    CATEGORY = "category"
    SHOP = "shop"
    PAYMENT = "payment"


@dataclass(frozen=True)
class RowSums:
    """The number of rows of one kind in one currency, and their sum."""

    kind: MoneyKind
    currency: str
    rows: int
    total: Decimal


@dataclass(frozen=True)
class FoundRows:
    owners: RowOwners
    cards: Mapping[str, Card]
    """In their order, by what names each row in the list."""
    files: dict[str, CollectionFile]
    """Photos and PDFs that the person's own rows were read from, by the ids of the rows."""
    after: str
    sums: Sequence[RowSums] = ()
    entered: Sequence[MemberTotal] = ()
    """What each member of the household spent."""


_OPTIONS = {
    Filter.KIND: "SELECT kind AS value FROM live",
    Filter.CATEGORY: "SELECT category AS value FROM booked",
    Filter.SHOP: "SELECT merchant AS value FROM live",
    Filter.PAYMENT: "SELECT payment_method AS value FROM live",
}
_FOLDED = {Filter.SHOP, Filter.PAYMENT}
"""Filters whose values are compared without regard to upper and lower case."""


async def read_options(connection: Connection, owners: RowOwners) -> dict[Filter, list[str]]:
    """Returns the values that rows of this person and of their household have, for each filter and
    in the order of the alphabet. A filter by kind has none where all rows are of one kind.
    """
    found = {name: await _read_options_of(connection, owners, name) for name in Filter}
    if len(found[Filter.KIND]) == 1:
        found[Filter.KIND] = []
    return found


async def _read_options_of(connection: Connection, owners: RowOwners, name: Filter) -> list[str]:
    key = "lower(value)" if name in _FOLDED else "value"
    values: list[object] = [owners.user_id]
    owned = owned_by(owners, values)
    statement = f"""
        SELECT min(value) AS value FROM ({_OPTIONS[name]} WHERE user_id = $1 OR {owned}) AS seen
        WHERE value IS NOT NULL GROUP BY {key} ORDER BY count(*) DESC, 1 LIMIT {MAX_OPTIONS}
    """  # noqa: S608 - constants of these modules
    rows = await connection.fetch(statement, *values)
    return sorted((row["value"] for row in rows), key=str.casefold)


_CHOSEN = {
    Filter.KIND: "kind = {}::text",
    Filter.SHOP: "name_key = {}::text AND merchant IS NOT NULL",
    Filter.PAYMENT: "lower(payment_method) = lower({}::text)",
    # Of what was split, the parts count.
    Filter.CATEGORY: """CASE WHEN parts IS NULL THEN category = {0}::text ELSE EXISTS (
        SELECT FROM jsonb_to_recordset(parts) AS part(category text)
        WHERE part.category = {0}::text) END""",
}
_PART = """CASE WHEN parts IS NULL THEN amount ELSE (
    SELECT sum(part.amount) FROM jsonb_to_recordset(parts) AS part(category text, amount numeric)
    WHERE part.category = {}::text) END"""
"""The part of a row's amount that is of one category."""

_BEHIND = f"""
    occurred_on <= {{day}}::date AND ((occurred_on, created_at) < ({{day}}, {{at}}::timestamptz)
        OR (occurred_on, created_at) = ({{day}}, {{at}}) AND task_id > coalesce((
            SELECT task_id FROM transactions
            WHERE occurred_on = {{day}} AND created_at = {{at}} AND {KEY_OF_ROW} = {{row}}
        ), {{row}}::text))
"""  # noqa: S608 - constants of these modules
"""A row of another member is named by its key."""


_LONGEST_NUMBER = 8
"""Characters of "#7", so that it fits its column."""
_NO_NAMES: Mapping[str, str] = {}


class _Conditions:
    """The conditions of a query as SQL with numbered values. Texts of people are values only."""

    def __init__(
        self, owners: RowOwners, query: CollectionQuery, categories: Mapping[str, str] = _NO_NAMES
    ) -> None:
        self.user_id = owners.user_id
        self.values: list[object] = []
        self.all = [
            owned_by(owners, self.values),
            f"deleted_at IS {'NOT ' if query.deleted else ''}NULL",
        ]
        if query.since is not None:
            self.all.append(f"occurred_on >= {self.put(query.since)}::date")
        if query.until is not None:
            self.all.append(f"occurred_on <= {self.put(query.until)}::date")
        for name, value in query.chosen.items():
            if name == WHOSE:
                continue
            chosen = folded(value) if name == Filter.SHOP else value
            self.all.append(_CHOSEN[Filter(name)].format(self.put(chosen)))
        for word in query.words.split()[:MAX_WORDS]:
            self.all.append(self._match_word(word, categories))

    def put(self, value: object) -> str:
        self.values.append(value)
        return f"${len(self.values)}"

    def _match_word(self, word: str, categories: Mapping[str, str]) -> str:
        """Finds the word in the shop, the purpose, the category or the reference, or as the amount
        or "#7".
        """
        place = self.put(folded(word))
        either = [
            f"strpos(search_key, {place}::text) > 0",
            f"strpos(lower(reference), {place}) > 0",
            f"strpos(lower(category), {place}) > 0",
        ]
        called = [each for each, name in categories.items() if folded(word) in folded(name)]
        if called:
            either.append(f"category = ANY({self.put(called)}::text[])")
        if word.startswith("#") and word[1:].isdecimal() and len(word) <= _LONGEST_NUMBER:
            own = f"user_id = {self.put(self.user_id)}"
            either.append(f"number = {self.put(int(word[1:]))}::integer AND {own}")
        amount = _read_amount(word)
        if amount is not None:
            either.append(f"amount = {self.put(amount)}::numeric")
        return f"({' OR '.join(either)})"


def _read_amount(word: str) -> Decimal | None:
    try:
        amount = Decimal(word.replace(",", "."))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None


async def read_page(
    connection: Connection,
    user_id: str,
    query: CollectionQuery,
    categories: Mapping[str, str] = _NO_NAMES,
) -> FoundRows:
    """Reads one page; the first one has the sums of all pages. Raises ``ValueError`` where
    ``query.after`` is no place that ``_write_place`` wrote.
    """
    owners = await _select_owners(connection, user_id, query)
    conditions = _Conditions(owners, query, categories)
    sums = [] if query.after else await _read_sums(connection, owners, query, categories)
    if query.after:
        day, at, row = _read_place(query.after)
        behind = {"day": day, "at": at, "row": row, "salt": owners.salt}
        places = {name: conditions.put(value) for name, value in behind.items()}
        conditions.all.append(_BEHIND.format(**places))
    statement = f"""
        SELECT {COLUMNS} FROM transactions WHERE {" AND ".join(conditions.all)}
        ORDER BY {NEWEST_DAY_FIRST} LIMIT {query.limit + 1}
    """  # noqa: S608 - constants of these modules
    found = await connection.fetch(statement, *conditions.values)
    rows = found[: query.limit]
    spent = [row for row in sums if row["kind"] == MoneyKind.EXPENSE]
    return FoundRows(
        owners=owners,
        cards={owners.id_of(row): owners.card(row) for row in rows},
        files=await _read_files(connection, user_id, rows),
        after=_write_place(owners, rows[-1]) if len(found) > len(rows) else "",
        sums=_add_up(sums),
        entered=owners.entered(spent),
    )


async def read_exported(
    connection: Connection, user_id: str, query: CollectionQuery, categories: Mapping[str, str]
) -> tuple[list[ExportedExpense], str]:
    """Reads all rows of the query for a file, the oldest day first; of too many the newest. Returns
    with them what the household calls the person.
    """
    owners = await _select_owners(connection, user_id, query)
    conditions = _Conditions(owners, query, categories)
    statement = f"""
        SELECT {COLUMNS} FROM transactions WHERE {" AND ".join(conditions.all)}
        ORDER BY {NEWEST_DAY_FIRST} LIMIT {MAX_ROWS}
    """  # noqa: S608 - constants of these modules
    found = await connection.fetch(statement, *conditions.values)
    me = next((each.name for each in owners.members if each.user_id == user_id), "")
    return [make_exported(row, owners.card(row)) for row in reversed(found)], me


_VERSION = """
    SELECT count(*) || ' ' || coalesce(sum(extract(epoch FROM updated_at)), 0)
    FROM transactions WHERE user_id = $1 OR
"""
"""A sum: the newest time alone hides a transaction that began before it and ended after it."""


async def read_version(connection: Connection, user_id: str) -> str:
    """Reads a text that is another one after any change of rows that this person may see, and after
    somebody joined or left the household or is called by another name.
    """
    owners = await owners_of(connection, user_id, ours=True)
    values: list[object] = [user_id]
    owned = owned_by(owners, values)
    rows = await connection.fetchval(f"{_VERSION} {owned}", *values)
    members = sha256(repr(owners.members).encode()).hexdigest() if owners.members else ""
    return f"{rows} {members}".strip()


async def read_home_currency(connection: Connection, user_id: str) -> Currency:
    known = await connection.fetchval("SELECT currency FROM users WHERE user_id = $1", user_id)
    return str(known) if known else Person(user_id=user_id).currency


async def _select_owners(connection: Connection, user_id: str, query: CollectionQuery) -> RowOwners:
    whose = query.chosen.get(WHOSE, "")
    return await select_owners(connection, user_id, whose, deleted=query.deleted)


async def _read_sums(
    connection: Connection, owners: RowOwners, query: CollectionQuery, categories: Mapping[str, str]
) -> list[Row]:
    conditions = _Conditions(owners, query, categories)
    chosen = query.chosen.get(Filter.CATEGORY)
    counted = "amount" if chosen is None else _PART.format(conditions.put(chosen))
    statement = f"""
        SELECT user_id, kind, currency, count(*) AS count, sum({counted}) AS amount
        FROM transactions WHERE {" AND ".join(conditions.all)}
        GROUP BY user_id, kind, currency ORDER BY amount DESC, currency
    """  # noqa: S608 - constants of this module
    return await connection.fetch(statement, *conditions.values)


def _add_up(sums: Sequence[Row]) -> list[RowSums]:
    """Adds up what the members of a household entered, the largest sum first."""
    added: dict[tuple[str, str], RowSums] = {}
    for row in sums:
        key = row["kind"], row["currency"]
        before = added.get(key, RowSums(MoneyKind(row["kind"]), row["currency"], 0, Decimal()))
        added[key] = replace(
            before, rows=before.rows + row["count"], total=before.total + row["amount"]
        )
    return sorted(added.values(), key=lambda each: (-each.total, each.currency))


_FILES = """
    SELECT file.sha256, file.mime_type FROM attachments AS file
    JOIN attachment_owners AS owner USING (sha256)
    WHERE owner.user_id = $1 AND file.sha256 = ANY($2)
"""


async def _read_files(
    connection: Connection, user_id: str, rows: Sequence[Row]
) -> dict[str, CollectionFile]:
    wanted = {
        row["task_id"]: row["attachment_sha256"]
        for row in rows
        if row["attachment_sha256"] and row["user_id"] == user_id
    }
    if not wanted:
        return {}
    found: Mapping[str, CollectionFile] = {
        row["sha256"]: CollectionFile(sha256=row["sha256"], mime_type=row["mime_type"])
        for row in await connection.fetch(_FILES, user_id, list(set(wanted.values())))
    }
    return {task_id: found[sha256] for task_id, sha256 in wanted.items() if sha256 in found}


def _write_place(owners: RowOwners, row: Row) -> str:
    """Writes down where the next page begins, for ``_read_place``."""
    day, at = row["occurred_on"].isoformat(), row["created_at"].isoformat()
    return json.dumps([day, at, owners.id_of(row)])


def _read_place(written: str) -> tuple[date, datetime, str]:
    match json.loads(written):
        case [str(day), str(at), str(row)]:
            moment = datetime.fromisoformat(at)
            if moment.tzinfo is not None:
                return date.fromisoformat(day), moment, row
    raise ValueError("no place of a row")
