"""Searching one person's transactions.

A search by words has three looks, each only where the one before did not fill a page: for words
that begin so on the rows, then also on what was read of the person's own files, both through an
index of words; at last for a part of a name, with strpos, to which % and _ are plain characters.
"""

from collections.abc import Sequence
from typing import NamedTuple

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.history.search import PAGE_ROWS, ExpenseSearch
from agents.expenses.features.history.tools import ExpensesFound, SavedExpense, photo_of
from agents.expenses.ledger import FindRequest
from agents.expenses.store import transactions
from agents.expenses.store.household import RowOwners, owned_by, owners_of
from agents.expenses.store.names import folded
from agents.expenses.store.rows import COLUMNS, card

MAX_SAME_NUMBER = 6
"""So many are told apart by buttons."""

_WORDS_OF_ROW = """
    to_tsvector('simple', search_key) || jsonb_to_tsvector('simple', items, '["string"]')
    || array_to_tsvector(ARRAY['@' || user_id])
"""
_WORDS_OF_PAPER = """jsonb_to_tsvector('simple', reading -> 'lines', '["string"]')"""

_CONDITIONS = {
    "since": "occurred_on >= ${0}::date",
    "until": "occurred_on <= ${0}::date",
    "least": "amount >= ${0}::numeric",
    "most": "amount <= ${0}::numeric",
    "currency": "currency = ${0}::text",
    # Of what was split, the parts count.
    "category": """CASE WHEN parts IS NULL THEN lower(category) = lower(${0}::text) ELSE EXISTS (
        SELECT FROM jsonb_to_recordset(parts) AS part(category text)
        WHERE lower(part.category) = lower(${0}::text)) END""",
}
"""By the fields of a search; only those that are asked for, so that days go through an index."""

_ORDER = "occurred_on DESC, created_at DESC, task_id"
_LOOKED_AT = """
    task_id, user_id, occurred_on, created_at, amount, currency, category, parts, deleted_at
"""

_COUNT = "SELECT count(*) FROM transactions WHERE user_id = $1 AND deleted_at IS NULL"
_PAGE = f"""
    SELECT task_id FROM transactions WHERE user_id = $1 AND deleted_at IS NULL
    ORDER BY {_ORDER} LIMIT $2 OFFSET $3
"""  # noqa: S608 - constants of this module
_ROWS = f"SELECT {COLUMNS} FROM transactions WHERE task_id = ANY($1) ORDER BY {_ORDER}"  # noqa: S608

# Each branch goes through its own index. What it finds is looked at closer only then, else the
# planner may begin with all rows of the person and take each of them apart into words.
_WITH_WORDS = f"""
    SELECT {_LOOKED_AT} FROM transactions
    WHERE ({_WORDS_OF_ROW}) @@ (to_tsquery('simple', $2) && $3::tsquery)
"""  # noqa: S608 - constants of this module
_WITH_PAPERS = f"""
    {_WITH_WORDS}
    UNION
    SELECT {_LOOKED_AT} FROM transactions
    WHERE user_id = $1 AND attachment_sha256 IN (
        SELECT sha256 FROM readings JOIN attachment_owners AS owner USING (sha256)
        WHERE {_WORDS_OF_PAPER} @@ to_tsquery('simple', $2) AND owner.user_id = $1)
"""  # noqa: S608 - constants of this module
_PARTS_OF_NAMES = """
    strpos(search_key, (${0}::text[])[1]) > 0 AND (
        SELECT bool_and(strpos(search_key, word) > 0) FROM unnest(${0}::text[]) AS word)
"""
_BY_WORD = {"words": _WITH_WORDS, "papers": _WITH_PAPERS}
_GONE = "(SELECT * FROM transactions WHERE deleted_at IS NOT NULL) AS gone"


async def matches(connection: Connection, user_id: str, search: ExpenseSearch) -> ExpensesFound:
    """One page of what fits, the newest first: of one moment, if the transaction sees one."""
    owners = await owners_of(connection, user_id, ours=search.ours and not search.deleted)
    if owners.members:
        return await _of_household(connection, owners, search)
    if not search.is_search:
        total = await connection.fetchval(_COUNT, user_id)
        skipped = PAGE_ROWS * (search.page - 1)
        rows = await connection.fetch(_PAGE, user_id, PAGE_ROWS, skipped)
        return await _shown(connection, rows, total, search.page, owners)
    if not search.tokens:
        return await _fitting(connection, _Look("rows", (user_id,)), search)
    found, query = ExpensesFound(page=search.page), _query(search.tokens)
    if query:
        begins = (user_id, query, _lexeme(f"@{user_id}"))
        found = await _fitting(connection, _Look("words", begins), search)
        if found.total < PAGE_ROWS:
            found = await _fitting(connection, _Look("papers", begins), search)
    if found.total:
        return found
    words = [folded(word) for word in search.tokens]
    return await _fitting(connection, _Look("parts", (user_id, words)), search)


async def _of_household(
    connection: Connection, owners: RowOwners, search: ExpenseSearch
) -> ExpensesFound:
    """By names alone: what was read of the others' files is not looked through."""
    values: list[object] = []
    owned, source = owned_by(owners, values), "rows"
    if search.tokens:
        values.append([folded(word) for word in search.tokens])
        source = "parts"
    found = await _fitting(connection, _Look(source, tuple(values), owned, owners), search)
    return found.model_copy(update={"shared": True})


_MIME_TYPE = """
    SELECT file.mime_type FROM attachments AS file
    JOIN attachment_owners AS owner USING (sha256)
    WHERE file.sha256 = $1 AND owner.user_id = $2
"""


async def one(connection: Connection, request: FindRequest) -> SavedExpense | None:
    """By its task, whichever conversation of this person it is of; by its number, of this
    conversation or else of the others.
    """
    row = await transactions.found(connection, request)
    rows = [] if row is None else [row]
    if not rows and request.number:
        rows = await transactions.numbered_elsewhere(
            connection, request.user_id, request.number, MAX_SAME_NUMBER
        )
    if not rows:
        return None
    row, *others = rows
    sha256, shown = row["attachment_sha256"], card(row)
    mime_type: str | None = await connection.fetchval(_MIME_TYPE, sha256, request.user_id)
    photo = None if mime_type is None else photo_of(sha256, shown.number, mime_type)
    return SavedExpense(
        card=shown,
        deleted=row["deleted_at"] is not None,
        photo=photo,
        here=row["conversation_id"] == request.conversation_id,
        others=tuple(map(card, others)),
    )


def _lexeme(text: str) -> str:
    """A text as one word of a query, as it is."""
    escaped = text.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _query(words: tuple[str, ...]) -> str:
    """Words that begin so, all of them; empty where there are none to look up."""
    plain = ["".join(char for char in word if char not in "'\\") for word in words]
    if not all(any(char.isalnum() for char in word) for word in plain):
        return ""
    return " & ".join(f"'{word}':*" for word in plain)


class _Look(NamedTuple):
    """``source`` is what is looked through, with the values that its condition names; words that
    are sought in names are the last of them. ``owned`` is the condition for whose rows.
    """

    source: str
    values: tuple[object, ...]
    owned: str = "user_id = $1"
    owners: RowOwners | None = None
    """A household's; None for the person alone."""


async def _fitting(connection: Connection, look: _Look, search: ExpenseSearch) -> ExpensesFound:
    """What fits is gone through once, for the page and for how many there are."""
    source, values, owned, owners = look
    given = {name: getattr(search, name) for name in _CONDITIONS}
    asked = {name: value for name, value in given.items() if value is not None}
    conditions = [
        owned,
        *(_CONDITIONS[name].format(at) for at, name in enumerate(asked, len(values) + 1)),
    ]
    if source in _BY_WORD:
        begins, table = f"found AS MATERIALIZED ({_BY_WORD[source]}), ", "found"
        conditions.append(f"deleted_at IS {'NOT ' if search.deleted else ''}NULL")
    else:
        begins, table = "", _GONE if search.deleted else "live"
    if source == "parts":
        conditions.append(_PARTS_OF_NAMES.format(len(values)))
    values = (*values, *asked.values())
    statement = f"""
        WITH {begins}fitting AS MATERIALIZED (
            SELECT task_id, occurred_on, created_at FROM {table} WHERE {" AND ".join(conditions)}
        )
        SELECT task_id, (SELECT count(*) FROM fitting) AS total FROM fitting
        ORDER BY {_ORDER} LIMIT {PAGE_ROWS} OFFSET
    """  # noqa: S608 - constants of these modules
    skipped = PAGE_ROWS * (search.page - 1)
    found = await connection.fetch(f"{statement} {skipped}", *values)
    if found or not skipped:
        total = found[0]["total"] if found else 0
        return await _shown(connection, found, total, search.page, owners)
    first = await connection.fetch(f"{statement} 0", *values)
    return ExpensesFound(total=first[0]["total"] if first else 0, page=search.page)


async def _shown(
    connection: Connection, rows: Sequence[Row], total: int, page: int, owners: RowOwners | None
) -> ExpensesFound:
    task_ids = [row["task_id"] for row in rows]
    found = await connection.fetch(_ROWS, task_ids) if task_ids else []
    shown = map(card if owners is None else owners.card, found)
    return ExpensesFound(cards=tuple(shown), total=total, page=page)
