"""The audit of the ledger: what each change was, so that it can be told and taken back."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum

from pydantic import Field, TypeAdapter

from adapters.postgres.pool import Connection, Row
from agents.expenses.details import Mention
from agents.expenses.ledger import (
    THE_SAVE,
    AmendRequest,
    PersonRequest,
    RestoreRequest,
    UndoRequest,
)
from agents.expenses.rules import FIELDS
from agents.expenses.shown import Change, MoneyKind, Provenance, SplitPart
from agents.expenses.splitting import scaled
from agents.expenses.store.rows import insert, provenance
from domain.messages import Frozen

CORRECTED = ("kind", *FIELDS)
"""What a person can correct: the fields that ``Mention`` and ``transactions`` share."""

AUDITED = (*CORRECTED, "parts")
"""What a change may be of: parts are said in words of their own, not as a field."""

Parts = list[dict[str, str]]
"""As the column has them: category and amount of each."""

FieldValue = str | Decimal | date | Parts | None


_PARTS = TypeAdapter(Parts)


class ChangeKind(StrEnum):
    CREATED = "created"
    EDITED = "edited"
    DELETED = "deleted"
    """Undid ``created``."""
    REVERTED = "reverted"
    """Undid ``edited``. Taken back itself, by its button, it is followed by an ``edited``."""
    RESTORED = "restored"


class Side(Frozen):
    """Some fields of a row on one side of a change, with where their values came from.

    Values are plain strings, dates in ISO 8601: the audit outlives the columns' types.
    """

    values: dict[str, str | None] = Field(default_factory=dict)
    provenance: dict[str, Provenance | None] = Field(default_factory=dict)


class Recorded(Frozen):
    """One line of the audit."""

    change_id: str
    task_id: str
    kind: ChangeKind
    before: Side
    after: Side

    def changes(self) -> tuple[Change, ...]:
        """What it did, field by field, in the order of ``AUDITED``."""
        return tuple(
            Change(field=field, before=self.before.values[field], after=self.after.values[field])
            for field in AUDITED
            if field in self.before.values
        )


def save_id(task_id: str) -> str:
    """The change id of a save; "#" keeps it apart from the ids that tasks give their changes."""
    return f"{task_id}#created"


def plain(value: FieldValue) -> str | None:
    match value:
        case None:
            return None
        case Decimal():
            return f"{value:f}"
        case date():
            return value.isoformat()
        case list():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return value


def typed(field: str, value: str | None) -> FieldValue:
    """The value that ``plain`` wrote down, as its column wants it."""
    if value is None:
        return None
    if field == "amount":
        return Decimal(value)
    if field == "parts":
        return _PARTS.validate_json(value)
    return date.fromisoformat(value) if field == "occurred_on" else value


def wanted(row: Row, mention: Mention, emptied: Sequence[str] = ()) -> dict[str, FieldValue]:
    """The fields that ``mention`` gives another value than the row has, and those of ``emptied``
    that have one; amounts as numbers, so that 16.5 is no change of 16.50.
    """
    asked = {field: getattr(mention, field) for field in CORRECTED}
    return {
        field: value
        for field, value in asked.items()
        if value != row[field] and (value is not None or field in emptied)
    }


def stored_parts(parts: Sequence[SplitPart]) -> Parts | None:
    """Parts as their column has them; None for none."""
    return [{"category": part.category, "amount": f"{part.amount:f}"} for part in parts] or None


def with_parts(row: Row, mention: Mention, values: dict[str, FieldValue]) -> dict[str, FieldValue]:
    """The new values of a row, with what they mean for its parts: those that are told with the
    amount are its parts; another amount alone is shared out in the same proportions, and a category
    for the whole ends the split.
    """
    whole, kind = values.get("amount", row["amount"]), values.get("kind", row["kind"])
    told = stored_parts(mention.parts)
    if kind == MoneyKind.EXPENSE and sum(part.amount for part in mention.parts) == whole:
        return values if told == row["parts"] else {**values, "parts": told}
    if not row["parts"]:
        return values
    if "category" in values:
        return {**values, "parts": None}
    amount = values.get("amount")
    if not isinstance(amount, Decimal):
        return values
    parts = [SplitPart.model_validate(part) for part in row["parts"]]
    currency = str(values.get("currency") or row["currency"])
    return {**values, "parts": stored_parts(scaled(parts, amount, currency))}


def side_of(row: Row, fields: Mapping[str, object] | tuple[str, ...]) -> Side:
    """How the row has ``fields`` now."""
    known = provenance(row)
    return Side(
        values={field: plain(row[field]) for field in fields},
        provenance={field: known.get(field) for field in fields},
    )


async def record(connection: Connection, request: PersonRequest, change: Recorded) -> None:
    """Writes one line. A change id that is taken by another change is refused by its key."""
    own = {"user_id": request.user_id, "conversation_id": request.conversation_id}
    values = {**change.model_dump(mode="json"), **own}
    await insert(connection, "transaction_changes", values)


_OF_ID = "WHERE change_id = $1 AND user_id = $2 AND kind = ANY($3)"


async def recorded(
    connection: Connection, request: AmendRequest | UndoRequest | RestoreRequest, *kinds: ChangeKind
) -> Recorded | None:
    """The change of that id, when this person made it and it is of one of these kinds."""
    return await _change(connection, _OF_ID, request.change_id, request.user_id, kinds)


async def _change(connection: Connection, which: str, *values: object) -> Recorded | None:
    found = await connection.fetchrow(
        f"""
        SELECT change_id, task_id, kind, before, after FROM transaction_changes AS change {which}
        """,  # noqa: S608 - a constant of this module
        *values,
    )
    return None if found is None else Recorded.model_validate(dict(found))


_NEWEST_TO_UNDO = """
    WHERE user_id = $1
      AND undone_by IS NULL
      AND (kind = 'created' OR kind = 'edited' AND before -> 'values' <> '{}')
      AND CASE WHEN $3::text IS NULL THEN conversation_id = $2 AND sweep IS NULL
               ELSE task_id = $3 END
      AND EXISTS (
          SELECT FROM transactions AS saved
          WHERE saved.task_id = change.task_id AND saved.deleted_at IS NULL)
    ORDER BY position DESC
    LIMIT 1
"""


async def newest_to_undo(connection: Connection, request: UndoRequest) -> Recorded | None:
    """What ``undo`` takes back next: of one row, or of everything done in the conversation.

    Corrections that changed nothing are passed over, and those of a row that was deleted with them;
    of what was changed for all of a shop at once, a row is only taken back when it is named.
    """
    own = request.user_id, request.conversation_id
    return await _change(connection, _NEWEST_TO_UNDO, *own, request.task_id)


_SHOWN_TO_UNDO = """
    WHERE user_id = $1
      AND task_id = $2
      AND change_id = ANY($3)
      AND undone_by IS NULL
      AND (kind = 'created' OR kind IN ('edited', 'reverted') AND before -> 'values' <> '{}')
      AND EXISTS (
          SELECT FROM transactions AS saved
          WHERE saved.task_id = change.task_id AND saved.deleted_at IS NULL)
      AND (kind = 'created' OR NOT EXISTS (
          SELECT FROM transaction_changes AS later
          WHERE later.task_id = change.task_id
            AND later.position > change.position
            AND later.undone_by IS NULL
            AND later.before -> 'values' <> '{}'
            AND (later.kind = 'edited'
                 OR later.kind = 'reverted' AND change.kind = 'reverted')))
"""


async def shown_to_undo(
    connection: Connection, request: UndoRequest, task_id: str, shown: str
) -> Recorded | None:
    """The change that a button's card shows, if that is what taking it back would meet: it stands,
    its row is not deleted, and but for the save nothing that stands came later.

    A correction that was taken back is no hindrance for an older one; for taking back an undo, any
    later change of values is.
    """
    return await _change(
        connection, _SHOWN_TO_UNDO, request.user_id, task_id, _named(request, task_id, shown)
    )


def _named(request: UndoRequest, task_id: str, shown: str) -> list[str]:
    """The ids that a button may mean. An undo of no row in particular has the conversation's."""
    if shown == THE_SAVE:
        return [save_id(task_id)]
    return [f"{task_id}/{shown}", f"{request.conversation_id}/{shown}"]


async def mark_undone(connection: Connection, change_id: str, undone_by: str) -> None:
    await connection.execute(
        "UPDATE transaction_changes SET undone_by = $2 WHERE change_id = $1", change_id, undone_by
    )


_CREATED_IS_UNDOABLE = """
    UPDATE transaction_changes SET undone_by = NULL WHERE task_id = $1 AND kind = 'created'
"""


async def mark_created_undoable(connection: Connection, task_id: str) -> None:
    """After a restore the save can be taken back again."""
    await connection.execute(_CREATED_IS_UNDOABLE, task_id)
