"""Searching one person's transactions, and giving one of them parts.

A search by words has three looks, each only where the one before did not fill a page: for words
that begin so on the rows, then also on what was read of the person's own files, both through an
index of words; at last for a part of a name, with strpos, to which % and _ are plain characters.
"""

from decimal import Decimal

from adapters.postgres.pool import Connection, Database
from agents.expenses.history import PAGE_ROWS, HistoryMatches, HistoryOrder, HistoryRow
from agents.expenses.ledger import FindRequest
from agents.expenses.splitting import SplitOrder, SplitOutcome, SplitProblem
from agents.expenses.store import postings, transactions
from agents.expenses.store.changes import ChangeKind, recorded
from agents.expenses.store.names import folded
from agents.expenses.store.notices import notices_of, told_notices
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import COLUMNS, card
from domain.errors import NotFoundError
from domain.replies import File

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
"""By the fields of an order; only those that are asked for, so that days go through an index."""

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
    strpos(search_key, ($2::text[])[1]) > 0 AND (
        SELECT bool_and(strpos(search_key, word) > 0) FROM unnest($2::text[]) AS word)
"""
_BY_WORD = {"words": _WITH_WORDS, "papers": _WITH_PAPERS}
_GONE = "(SELECT * FROM transactions WHERE deleted_at IS NOT NULL) AS gone"


class PostgresHistory:
    """Implements ``HistoryStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def matches(self, user_id: str, order: HistoryOrder) -> HistoryMatches:
        """One page of what fits, the newest first, of one snapshot."""
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            if not order.is_search:
                return await _all(connection, user_id, order.page)
            if not order.words:
                return await _fitting(connection, "rows", (user_id,), order)
            found, query = HistoryMatches(), _query(order.words)
            if query:
                begins = (user_id, query, _lexeme(f"@{user_id}"))
                found = await _fitting(connection, "words", begins, order)
                if found.total < PAGE_ROWS:
                    found = await _fitting(connection, "papers", begins, order)
            if found.total:
                return found
            words = [folded(word) for word in order.words]
            return await _fitting(connection, "parts", (user_id, words), order)

    async def row(self, request: FindRequest) -> HistoryRow | None:
        """By its task, whichever conversation of this person it is of; a number counts in the
        conversation.
        """
        async with self._database.connection() as connection:
            if request.task_id:
                row = await transactions.row_of_task(connection, request.user_id, request.task_id)
            else:
                row = await transactions.numbered(connection, request)
            if row is None:
                return None
            photo = await _photo(connection, request.user_id, row["attachment_sha256"])
        shown = card(row)
        if photo is not None:
            kind = photo.rpartition("/")[2]
            photo_file = File(
                sha256=row["attachment_sha256"],
                name=f"receipt-{shown.number}.{'jpg' if kind == 'jpeg' else kind or 'bin'}",
                mime_type=photo,
            )
            return HistoryRow(card=shown, deleted=row["deleted_at"] is not None, photo=photo_file)
        return HistoryRow(card=shown, deleted=row["deleted_at"] is not None)

    async def split(self, order: SplitOrder) -> SplitOutcome:
        """Idempotent on ``change_id``. Raises ``NotFoundError`` for a row that is deleted or not
        this person's, ``StorageRejectedError`` for values that break a rule of the table.
        """
        async with self._database.transaction() as connection:
            await queue_up(connection, order.user_id)
            row = await transactions.locked(connection, order.user_id, order.task_id)
            kinds = (ChangeKind.EDITED,)
            done = await recorded(connection, order.user_id, order.change_id, kinds)
            if done is not None:
                told = await told_notices(connection, order.user_id, order.change_id)
                return SplitOutcome(card=card(row), changes=done.changes(), notices=told)
            if row["deleted_at"] is not None:
                msg = "the transaction is deleted"
                raise NotFoundError(msg)
            whole = sum((part.amount for part in order.parts), Decimal(0))
            if whole != row["amount"]:  # it was corrected meanwhile
                return SplitOutcome(card=card(row), problem=SplitProblem.SUM, told=whole)
            row, change = await postings.split(connection, order, row)
            told = await notices_of(connection, row, order.change_id, order.today)
        return SplitOutcome(card=card(row), changes=change.changes(), notices=told)


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


async def _all(connection: Connection, user_id: str, page: int) -> HistoryMatches:
    total = await connection.fetchval(_COUNT, user_id)
    found = await connection.fetch(_PAGE, user_id, PAGE_ROWS, PAGE_ROWS * (page - 1))
    return await _shown(connection, [row["task_id"] for row in found], total)


async def _fitting(
    connection: Connection, source: str, values: tuple[object, ...], order: HistoryOrder
) -> HistoryMatches:
    """What fits is gone through once, for the page and for how many there are."""
    given = {name: getattr(order, name) for name in _CONDITIONS}
    asked = {name: value for name, value in given.items() if value is not None}
    conditions = [
        "user_id = $1",
        *(_CONDITIONS[name].format(at) for at, name in enumerate(asked, len(values) + 1)),
    ]
    if source in _BY_WORD:
        begins, table = f"found AS MATERIALIZED ({_BY_WORD[source]}), ", "found"
        conditions.append(f"deleted_at IS {'NOT ' if order.deleted else ''}NULL")
    else:
        begins, table = "", _GONE if order.deleted else "live"
    if source == "parts":
        conditions.append(_PARTS_OF_NAMES)
    values = (*values, *asked.values())
    statement = f"""
        WITH {begins}fitting AS MATERIALIZED (
            SELECT task_id, occurred_on, created_at FROM {table} WHERE {" AND ".join(conditions)}
        )
        SELECT task_id, (SELECT count(*) FROM fitting) AS total FROM fitting
        ORDER BY {_ORDER} LIMIT {PAGE_ROWS} OFFSET
    """  # noqa: S608 - constants of these modules
    skipped = PAGE_ROWS * (order.page - 1)
    found = await connection.fetch(f"{statement} {skipped}", *values)
    if found or not skipped:
        total = found[0]["total"] if found else 0
        return await _shown(connection, [row["task_id"] for row in found], total)
    first = await connection.fetch(f"{statement} 0", *values)
    return HistoryMatches(total=first[0]["total"] if first else 0)


async def _shown(connection: Connection, task_ids: list[str], total: int) -> HistoryMatches:
    found = await connection.fetch(_ROWS, task_ids) if task_ids else []
    return HistoryMatches(cards=tuple(map(card, found)), total=total)


async def _photo(connection: Connection, user_id: str, sha256: str | None) -> str | None:
    """The type of a file that this person has; None for none."""
    kind: str | None = await connection.fetchval(
        """
        SELECT file.mime_type FROM attachments AS file
        JOIN attachment_owners AS owner USING (sha256)
        WHERE file.sha256 = $1 AND owner.user_id = $2
        """,
        sha256,
        user_id,
    )
    return kind
