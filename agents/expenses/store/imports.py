"""Rows of imports: saved, taken back and brought back together."""

from collections.abc import Mapping, Sequence
from datetime import date

from adapters.postgres.conversations import touch
from adapters.postgres.pool import Connection, Database, Row
from agents.expenses.importing import ImportBatch, ImportedRow, ImportSum, StandingRow
from agents.expenses.ledger import RestoreRequest, UndoRequest
from agents.expenses.rules import FIELDS, Source
from agents.expenses.shown import FeatureNotice, MoneyKind
from agents.expenses.store.changes import ChangeKind, Side, newest_to_undo, plain, save_id
from agents.expenses.store.feature_notices import notices_of_many
from agents.expenses.store.names import name_key, search_key
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rate_lookup import rate_many
from agents.expenses.store.rows import COLUMNS, row_where

_MOST_STANDING = 200_000
_ROWS_A_STATEMENT = 500

_INSERT = """
    WITH given AS (
        SELECT * FROM jsonb_to_recordset($6::jsonb) AS row (
            task_id text, number integer, merchant text, item text, name_key text,
            search_key text, amount numeric, currency text, occurred_on date, category text,
            payment_method text, reference text, tax numeric, provenance jsonb, kind text,
            after jsonb
        )
    ), saved AS (
        INSERT INTO transactions (
            task_id, user_id, conversation_id, number, turn_number, merchant, item, name_key,
            search_key, amount, currency, occurred_on, timezone, category, payment_method,
            reference, tax, provenance, kind, import_id
        )
        SELECT task_id, $1, $2, number, $3, merchant, item, name_key, search_key, amount, currency,
               occurred_on, $4, category, payment_method, reference, tax, provenance, kind, $5
        FROM given
        ON CONFLICT (task_id) DO NOTHING
        RETURNING task_id
    )
    INSERT INTO transaction_changes
        (change_id, task_id, user_id, conversation_id, kind, before, after)
    SELECT task_id || '#created', task_id, $1, $2, 'created', $7, after
    FROM given JOIN saved USING (task_id)
"""


_STANDING = """
    WITH changed AS (
        SELECT task_id, saved.kind, saved.created_at, deleted_at IS NOT NULL AS deleted,
               jsonb_populate_record(null::transactions, made.after -> 'values') AS as_read
        FROM transactions AS saved JOIN transaction_changes AS made USING (task_id)
        WHERE saved.user_id = $1 AND import_id <> $2 AND made.kind = 'created'
          AND saved.updated_at > saved.created_at
          AND (deleted_at IS NULL OR EXISTS (
              SELECT FROM transactions AS beside
              WHERE beside.import_id = saved.import_id AND beside.deleted_at IS NULL))
    ), standing AS (
        SELECT task_id, kind, created_at, false AS deleted,
               amount, currency, occurred_on, merchant, item, reference
        FROM transactions
        WHERE user_id = $1 AND import_id IS DISTINCT FROM $2 AND deleted_at IS NULL
        UNION ALL
        SELECT task_id, kind, created_at, deleted, (as_read).amount, (as_read).currency,
               (as_read).occurred_on, (as_read).merchant, (as_read).item, (as_read).reference
        FROM changed
    )
    SELECT task_id, kind, deleted, amount, currency, occurred_on,
           coalesce(merchant, '') AS merchant, coalesce(item, '') AS item,
           coalesce(reference, '') AS reference
    FROM standing WHERE occurred_on BETWEEN $3 AND $4
    ORDER BY created_at, task_id LIMIT $5
"""
_SUMS = """
    SELECT kind, currency, sum(amount) AS amount, count(*) AS count FROM transactions
    WHERE user_id = $1 AND import_id = $2 AND deleted_at IS NULL
    GROUP BY kind, currency ORDER BY count(*) DESC, currency
"""


class PostgresImports:
    """Implements ``Imports``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standing(
        self, user_id: str, import_id: str, since: date, until: date
    ) -> tuple[StandingRow, ...]:
        """The person's live rows of these days, and those of earlier imports as their files had
        them; none of the import itself, and none of an import that was taken back as a whole.
        """
        asked = user_id, import_id, since, until, _MOST_STANDING
        async with self._database.connection() as connection:
            rows = await connection.fetch(_STANDING, *asked)
        return tuple(StandingRow.model_validate(dict(row)) for row in rows)

    async def habits(self, user_id: str) -> Mapping[str, str]:
        async with self._database.connection() as connection:
            rows = await connection.fetch(
                "SELECT merchant_key, category FROM category_preferences WHERE user_id = $1",
                user_id,
            )
        return {row["merchant_key"]: row["category"] for row in rows}

    async def put(self, batch: ImportBatch) -> None:
        """All of the import or nothing; rows that are there already stay as they are."""
        person, conversation = batch.person, batch.conversation_id
        nothing = Side().model_dump(mode="json")
        shared = person.user_id, conversation, batch.turn_number, person.timezone, batch.import_id
        if not batch.rows:
            return
        async with self._database.transaction() as connection:
            await queue_up(connection, person.user_id)
            highest = max(row.number for row in batch.rows)
            await touch(connection, conversation, tasks_started=highest)
            for at in range(0, len(batch.rows), _ROWS_A_STATEMENT):
                written = [_written(row) for row in batch.rows[at : at + _ROWS_A_STATEMENT]]
                await connection.execute(_INSERT, *shared, written, nothing)
            task_ids = [row.task_id for row in batch.rows]
            await rate_many(connection, task_ids, person.currency)

    async def levels_reached(
        self, user_id: str, import_id: str, today: date
    ) -> tuple[FeatureNotice, ...]:
        """The levels that the import brought budgets to; a repetition tells the same ones."""
        async with self._database.transaction() as connection:
            await queue_up(connection, user_id)
            return await notices_of_many(connection, user_id, import_id, today)

    async def sums(self, user_id: str, import_id: str) -> tuple[ImportSum, ...]:
        """What the import's live rows come to."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(_SUMS, user_id, import_id)
        order = list(MoneyKind)
        found = [ImportSum.model_validate(dict(row)) for row in rows]
        return tuple(sorted(found, key=lambda each: order.index(each.kind)))


def _written(imported: ImportedRow) -> dict[str, object]:
    row = imported.row
    sources = {"category": {"source": imported.category_source, "evidence": ""}}
    for field in ("merchant", "item", "amount", "currency", "occurred_on"):
        if getattr(row, field) is not None:
            sources[field] = {"source": Source.FILE.value, "evidence": str(row.line)}
    values = {field: plain(getattr(row, field)) for field in FIELDS}
    values["category"] = imported.category
    return {
        **values,
        "task_id": imported.task_id,
        "number": imported.number,
        "name_key": name_key(row.merchant, row.item),
        "search_key": search_key(row.merchant, row.item),
        "tax": None if row.tax is None else f"{row.tax:f}",
        "kind": row.kind.value,
        "provenance": sources,
        "after": {"values": values, "provenance": sources},
    }


_LAST_IMPORT = """
    SELECT import_id FROM transactions
    WHERE user_id = $1 AND conversation_id = $2 AND import_id IS NOT NULL
      AND deleted_at IS NULL
    ORDER BY created_at DESC, number DESC LIMIT 1
"""


async def is_import(connection: Connection, user_id: str, task_id: str) -> bool:
    """Whether a task imported rows of this person."""
    found: bool = await connection.fetchval(
        "SELECT EXISTS (SELECT FROM transactions WHERE import_id = $2 AND user_id = $1)",
        user_id,
        task_id,
    )
    return found


_IMPORT_OF = "SELECT import_id FROM transactions WHERE user_id = $1 AND task_id = $2"


async def import_to_undo(connection: Connection, request: UndoRequest) -> str | None:
    """The import that is to be taken back: the newest of the conversation of which something is
    left, the one that is named, or the last thing done where nothing is.
    """
    import_id: str | None = None
    if request.last_import:
        own = request.user_id, request.conversation_id
        import_id = await connection.fetchval(_LAST_IMPORT, *own)
    elif request.task_id is not None:
        named = await is_import(connection, request.user_id, request.task_id)
        import_id = request.task_id if named else None
    else:
        newest = await newest_to_undo(connection, request)
        if newest is not None and newest.kind is ChangeKind.CREATED:
            of_row = request.user_id, newest.task_id
            import_id = await connection.fetchval(_IMPORT_OF, *of_row)
    return import_id


_FIRST_STANDING = f"""
    SELECT {COLUMNS}, count(*) OVER () AS total FROM transactions
    WHERE user_id = $1 AND import_id = $2 AND deleted_at IS NULL ORDER BY number LIMIT 1
"""  # noqa: S608 - the columns are a constant


async def standing_of_import(
    connection: Connection, request: RestoreRequest
) -> tuple[Row | None, int]:
    """The first live row of an import, and how many there are."""
    rows = await connection.fetch(_FIRST_STANDING, request.user_id, request.task_id)
    return (rows[0], rows[0]["total"]) if rows else (None, 0)


_DELETE_ROWS = """
    UPDATE transactions SET deleted_at = now(), updated_at = now()
    WHERE user_id = $1 AND import_id = $2 AND deleted_at IS NULL RETURNING task_id, number
"""
_MARK_UNDONE = """
    UPDATE transaction_changes SET undone_by = CASE WHEN task_id = $2 THEN $3::text
                                                    ELSE $3 || '#' || task_id END
    WHERE user_id = $1 AND change_id = ANY($4)
"""


async def take_back_import(
    connection: Connection, request: UndoRequest, import_id: str
) -> tuple[Row, int] | None:
    """Deletes what is left of an import; its first row and how many there were. None when nothing
    is. Each row has a line of its own in the audit, so that each may be purged by itself: the
    first one's has the change's id, the others' have theirs made from it.
    """
    gone = await connection.fetch(_DELETE_ROWS, request.user_id, import_id)
    if not gone:
        return None
    first = await _first(connection, gone)
    await _record_all(connection, request, ChangeKind.DELETED, gone, first)
    saves = [save_id(row["task_id"]) for row in gone]
    undoing = request.user_id, first["task_id"], request.change_id
    await connection.execute(_MARK_UNDONE, *undoing, saves)
    return first, len(gone)


async def _first(connection: Connection, rows: Sequence[Row]) -> Row:
    """All of the row with the lowest number."""
    first = min(rows, key=lambda row: row["number"])["task_id"]
    found = await row_where(connection, "task_id = $1", first)
    if found is None:
        raise AssertionError("a row that was just written is there")
    return found


_RECORD_ALL = """
    INSERT INTO transaction_changes
        (change_id, task_id, user_id, conversation_id, kind, before, after)
    SELECT CASE WHEN task_id = $2 THEN $3 ELSE $3 || '#' || task_id END,
           task_id, $4, $5, $6, $7, $7
    FROM unnest($1::text[]) AS task_id
"""


async def _record_all(
    connection: Connection,
    request: UndoRequest | RestoreRequest,
    kind: ChangeKind,
    rows: Sequence[Row],
    first: Row,
) -> None:
    ids, nothing = [row["task_id"] for row in rows], Side().model_dump(mode="json")
    change = request.change_id, request.user_id, request.conversation_id, kind
    await connection.execute(_RECORD_ALL, ids, first["task_id"], *change, nothing)


_TAKEN_BACK_WITH = """
    SELECT count(*) AS count, min(saved.import_id) AS import_id
    FROM transaction_changes AS undoing JOIN transactions AS saved USING (task_id)
    WHERE undoing.user_id = $1 AND undoing.kind = 'deleted'
      AND split_part(undoing.change_id, '#', 1) = $2
      AND saved.import_id = (SELECT import_id FROM transactions WHERE task_id = $3)
"""


async def taken_back_with(
    connection: Connection, request: UndoRequest, task_id: str
) -> tuple[str, int]:
    """The import that a change took back, and how many rows; of any other change, none."""
    change_id = request.change_id
    row = await connection.fetchrow(_TAKEN_BACK_WITH, request.user_id, change_id, task_id)
    # One row that was taken back alone has an id of its own, and is no import.
    whole = row is not None and row["count"] > 0 and not change_id.startswith(f"{task_id}/")
    return (row["import_id"] or "", row["count"]) if row is not None and whole else ("", 0)


_UNDONE_TOGETHER = """
    SELECT split_part(change.undone_by, '#', 1) AS undone
    FROM transaction_changes AS change JOIN transactions AS saved USING (task_id)
    WHERE saved.user_id = $1 AND saved.import_id = $2 AND saved.deleted_at IS NOT NULL
      AND change.kind = 'created' AND change.undone_by IS NOT NULL
    GROUP BY undone ORDER BY count(*) DESC LIMIT 1
"""
_RESTORE_ROWS = """
    UPDATE transactions SET deleted_at = NULL, updated_at = now()
    WHERE user_id = $1 AND import_id = $2 AND deleted_at IS NOT NULL AND task_id IN (
        SELECT task_id FROM transaction_changes
        WHERE user_id = $1 AND kind = 'created' AND split_part(undone_by, '#', 1) = $3)
    RETURNING task_id, number
"""
_MARK_UNDOABLE = """
    UPDATE transaction_changes SET undone_by = NULL
    WHERE user_id = $1 AND change_id = ANY($2)
"""


async def restore_import(connection: Connection, request: RestoreRequest) -> tuple[Row, int] | None:
    """Brings back what was taken back of an import together; None when nothing was."""
    own = request.user_id, request.task_id
    undone: str | None = await connection.fetchval(_UNDONE_TOGETHER, *own)
    if undone is None:
        return None
    back = await connection.fetch(_RESTORE_ROWS, *own, undone)
    await connection.execute(
        _MARK_UNDOABLE, request.user_id, [save_id(row["task_id"]) for row in back]
    )
    first = await _first(connection, back)
    await _record_all(connection, request, ChangeKind.RESTORED, back, first)
    return first, len(back)
