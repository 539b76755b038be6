"""Searching one person's transactions, and giving one of them parts.

A search by words has two looks: first for words that begin so, through the indexes of words, on
rows and on what was read of the person's own files; only where there is nothing, for a part of a
name, with strpos, to which % and _ are plain characters.
"""

from datetime import date
from decimal import Decimal

from adapters.postgres.pool import Connection, Database
from agents.expenses.history import PAGE_ROWS, HistoryMatches, HistoryOrder, HistoryRow
from agents.expenses.ledger import FindRequest
from agents.expenses.splitting import SplitOrder, SplitOutcome, SplitProblem
from agents.expenses.store import postings, transactions
from agents.expenses.store.changes import ChangeKind, recorded
from agents.expenses.store.ledger import queue_up
from agents.expenses.store.names import folded
from agents.expenses.store.rows import COLUMNS, card
from domain.errors import NotFoundError
from domain.replies import File

_WORDS_OF_ROW = (
    """to_tsvector('simple', search_key) || jsonb_to_tsvector('simple', items, '["string"]')"""
)
_WORDS_OF_PAPER = """jsonb_to_tsvector('simple', reading -> 'lines', '["string"]')"""

# Two branches, so that each goes through its own index.
_HITS = f"""
    SELECT task_id FROM transactions
    WHERE user_id = $1 AND ({_WORDS_OF_ROW}) @@ to_tsquery('simple', $9)
    UNION
    SELECT saved.task_id FROM readings
    JOIN attachment_owners AS owner ON owner.sha256 = readings.sha256 AND owner.user_id = $1
    JOIN transactions AS saved
        ON saved.attachment_sha256 = readings.sha256 AND saved.user_id = $1
    WHERE {_WORDS_OF_PAPER} @@ to_tsquery('simple', $9)
"""  # noqa: S608 - constants of this module
_BEGINS = f"task_id IN ({_HITS})"
_CONTAINS = "(SELECT bool_and(strpos(search_key, word) > 0) FROM unnest($9::text[]) AS word)"
_ANY = "$9::text IS NULL"

_SCOPE = """
    user_id = $1 AND (deleted_at IS NOT NULL) = $2
    AND ($3::date IS NULL OR occurred_on >= $3)
    AND ($4::date IS NULL OR occurred_on <= $4)
    AND ($5::numeric IS NULL OR amount >= $5)
    AND ($6::numeric IS NULL OR amount <= $6)
    AND ($7::text IS NULL OR currency = $7)
    AND ($8::text IS NULL OR lower(category) = lower($8) AND parts IS NULL OR EXISTS (
        SELECT FROM jsonb_to_recordset(parts) AS part(category text)
        WHERE lower(part.category) = lower($8)))
"""
# A plain condition for what is not deleted: only with that is the index of live rows of use.
_LIVE = "AND deleted_at IS NULL"

_Scope = tuple[
    str, bool, date | None, date | None, Decimal | None, Decimal | None, str | None, str | None
]


class PostgresHistory:
    """Implements ``History``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def matches(self, user_id: str, order: HistoryOrder) -> HistoryMatches:
        """One page of what fits, the newest first, of one snapshot."""
        scope: _Scope = (
            user_id,
            order.deleted,
            order.since,
            order.until,
            order.least,
            order.most,
            order.currency,
            (order.category or "").strip() or None,
        )
        live = "" if order.deleted else _LIVE
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            if not order.words:
                return await _page(connection, f"{_ANY} {live}", (*scope, None), order.page)
            query = _query(order.words)
            found = HistoryMatches()
            if query:
                found = await _page(connection, f"{_BEGINS} {live}", (*scope, query), order.page)
            if found.total:
                return found
            words = [folded(word) for word in order.words]
            return await _page(connection, f"{_CONTAINS} {live}", (*scope, words), order.page)

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
                return SplitOutcome(card=card(row), changes=done.changes())
            if row["deleted_at"] is not None:
                msg = "the transaction is deleted"
                raise NotFoundError(msg)
            told = sum((part.amount for part in order.parts), Decimal(0))
            if told != row["amount"]:  # it was corrected meanwhile
                return SplitOutcome(card=card(row), problem=SplitProblem.SUM, told=told)
            row, change = await postings.split(connection, order, row)
        return SplitOutcome(card=card(row), changes=change.changes())


def _query(words: tuple[str, ...]) -> str:
    """Words that begin so, all of them; empty where there are none to look up."""
    plain = ["".join(char for char in word if char not in "'\\") for word in words]
    if not all(any(char.isalnum() for char in word) for word in plain):
        return ""
    return " & ".join(f"'{word}':*" for word in plain)


async def _page(
    connection: Connection, fits: str, values: tuple[object, ...], page: int
) -> HistoryMatches:
    total = await connection.fetchval(
        f"SELECT count(*) FROM transactions WHERE {_SCOPE} AND {fits}",  # noqa: S608 - constants
        *values,
    )
    if not total:
        return HistoryMatches()
    found = await connection.fetch(
        f"""
        SELECT {COLUMNS} FROM transactions WHERE {_SCOPE} AND {fits}
        ORDER BY occurred_on DESC, created_at DESC, task_id LIMIT $10 OFFSET $11
        """,  # noqa: S608 - constants of these modules
        *values,
        PAGE_ROWS,
        PAGE_ROWS * (page - 1),
    )
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
