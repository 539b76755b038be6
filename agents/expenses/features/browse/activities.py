"""Edits, deletes and restores saved expenses, all rows of a call in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from adapters.postgres.pool import Row
from agents.expenses.categories import known_category
from agents.expenses.details import Mention
from agents.expenses.features.browse import store
from agents.expenses.features.browse.tools import (
    DELETE_EXPENSES,
    EDIT_EXPENSES,
    MAX_CARDS,
    MAX_ROWS,
    MAY_BE_EMPTY,
    RESTORE_EXPENSES,
    TAKE_BACK_EDIT,
    EditToTakeBack,
    ExpenseEdit,
    ExpenseRows,
    RowsOutcome,
    RowsStage,
)
from agents.expenses.ledger import THE_SAVE, AmendRequest, RestoreRequest, UndoRequest
from agents.expenses.parts import PersonCall, binding
from agents.expenses.rules import Draft, DraftField, FieldName, FieldStatus, Source, validate
from agents.expenses.shown import Change, FeatureNotice, Provenance
from agents.expenses.store import postings
from agents.expenses.store.changes import CORRECTED, ChangeKind, Recorded, shown_to_undo
from agents.expenses.store.feature_notices import notices_of, notices_of_many
from agents.expenses.store.rows import card
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode

_EDIT = 12
"""Characters of what names an edit in a button."""
_BACK = {ChangeKind.DELETED: RowsStage.RESTORED, ChangeKind.RESTORED: RowsStage.DELETED}
"""What becomes of a row when its deletion or restoring is taken back."""
_ANSWERED = Provenance(source=Source.ANSWER)


@dataclass
class _Edit:
    """The changes that one call makes, in their order. The id of each is
    ``{conversation}/{name}.{place}``, by which buttons and undo find it.
    """

    call: PersonCall[ExpenseEdit] | PersonCall[ExpenseRows] | PersonCall[EditToTakeBack]
    stage: RowsStage
    done: list[tuple[Row, Recorded | None]] = field(default_factory=list)
    left: int = 0

    @property
    def name(self) -> str:
        return sha256(self.call.request.call.call_id.encode()).hexdigest()[:_EDIT]

    @property
    def conversation_id(self) -> str:
        return self.call.request.conversation_id

    @property
    def next_change_id(self) -> str:
        return f"{self.conversation_id}/{self.name}.{len(self.done)}"

    async def take_back(self, task_id: str, shown: str) -> bool:
        """Takes back the change with the id ``shown``. Returns False where it was taken back
        already or a later change stands.
        """
        request = UndoRequest(
            user_id=self.call.user_id,
            conversation_id=self.conversation_id,
            change_id=self.next_change_id,
            task_id=task_id,
            shown=shown,
        )
        target = await shown_to_undo(self.call.connection, request, task_id, shown)
        if target is not None:
            self.done.append(await postings.take_back(self.call.connection, request, target))
        return target is not None

    async def restore(self, task_id: str) -> None:
        request = RestoreRequest(
            user_id=self.call.user_id,
            conversation_id=self.conversation_id,
            change_id=self.next_change_id,
            task_id=task_id,
        )
        self.done.append((await postings.restore(self.call.connection, request), None))

    def make_outcome(self, notices: tuple[FeatureNotice, ...] = ()) -> RowsOutcome:
        changed = [(row, change) for row, change in self.done if not _is_empty(change)]
        told = (changed or self.done)[:MAX_CARDS]
        here = [row for row, _ in self.done if row["conversation_id"] == self.conversation_id]
        only = changed[0][1] if len(changed) == 1 else None
        live = {row["task_id"] for row in here if row["deleted_at"] is None}
        return RowsOutcome(
            edit=self.name,
            stage=self.stage,
            count=len(changed),
            left=self.left,
            cards=tuple(card(row) for row, _ in told),
            changes=only.changes() if only is not None else (),
            standing=tuple(row["task_id"] for row, _ in told if row["task_id"] in live),
            removed=tuple(row["task_id"] for row in here if row["deleted_at"] is not None),
            notices=notices,
        )


def _is_empty(change: Recorded | None) -> bool:
    """Whether the row had the new values already."""
    return change is not None and change.kind is ChangeKind.EDITED and not change.changes()


async def edit_expenses(call: PersonCall[ExpenseEdit]) -> RowsOutcome:
    """Gives rows new values. Refuses the call where a value is wrong for one of the rows."""
    asked, edit = call.asked, _Edit(call, RowsStage.EDITED)
    rows = await _lock_rows(edit, asked.task_ids)
    values = asked.model_dump(exclude={"task_ids"}, exclude_none=True)
    values |= {name: values[name].strip() or None for name in MAY_BE_EMPTY if name in values}
    if "category" in values:
        values["category"] = known_category(values["category"]) or values["category"].strip()
    for row in rows:
        _refuse_invalid(call, row, values)
    for row in rows:
        request = AmendRequest(
            user_id=call.user_id,
            conversation_id=edit.conversation_id,
            task_id=row["task_id"],
            change_id=edit.next_change_id,
            changes=Mention.model_validate(values),
            emptied=tuple(name for name, value in values.items() if value is None),
            provenance=_ANSWERED,
            home_currency=call.currency,
            today=call.request.today,
        )
        edit.done.append(await postings.amend(call.connection, request, row))
    outcome = edit.make_outcome(await _read_notices(edit))
    if len(rows) == 1:
        return outcome
    told = (_find_common_value(edit, name) for name in CORRECTED if name in values)
    return outcome.model_copy(update={"values": tuple(told)})


def _find_common_value(edit: _Edit, name: str) -> Change:
    """Finds the value that the changed rows have now."""
    after = (change.after.values.get(name) for _, change in edit.done if change is not None)
    return Change(field=name, before=None, after=next(filter(None, after), None))


async def delete_expenses(call: PersonCall[ExpenseRows]) -> RowsOutcome:
    """Deletes rows, each as if its save were taken back."""
    edit = _Edit(call, RowsStage.DELETED)
    for row in await _lock_rows(edit, call.asked.task_ids):
        edit.left += not await edit.take_back(row["task_id"], THE_SAVE)
    return edit.make_outcome()


async def restore_expenses(call: PersonCall[ExpenseRows]) -> RowsOutcome:
    """Brings deleted rows back."""
    edit = _Edit(call, RowsStage.RESTORED)
    for row in await _lock_rows(edit, call.asked.task_ids, deleted=True):
        await edit.restore(row["task_id"])
    return edit.make_outcome()


async def take_back_edit(call: PersonCall[EditToTakeBack]) -> RowsOutcome:
    """Takes back what a call changed, in those rows that were not changed since. Taking this back
    makes the changes again.
    """
    named = f"{call.request.conversation_id}/{call.asked.edit}"
    ids = [f"{named}.{place}" for place in range(MAX_ROWS)]
    changes = await store.read_changes(call.connection, call.user_id, ids)
    if not changes:
        raise ToolRefusedError(ErrorCode.NOT_FOUND, "there is no such edit any more")
    edit = _Edit(call, _BACK.get(changes[0].kind, RowsStage.TAKEN_BACK))
    held = await store.lock_rows(
        call.connection, call.user_id, [change.task_id for change in changes], deleted=True
    )
    deleted = {row["task_id"] for row in held}
    for change in changes:
        task_id, shown = change.task_id, change.change_id.rpartition("/")[2]
        if change.kind is ChangeKind.DELETED and task_id in deleted:
            await edit.restore(task_id)
        elif change.kind is ChangeKind.DELETED:
            edit.left += 1
        elif change.kind is ChangeKind.RESTORED:
            edit.left += not await edit.take_back(task_id, THE_SAVE)
        elif change.changes():
            edit.left += not await edit.take_back(task_id, shown)
    return edit.make_outcome()


async def _lock_rows(edit: _Edit, task_ids: Sequence[str], *, deleted: bool = False) -> list[Row]:
    """Locks the rows of a call. Raises ``ToolRefusedError`` where none of them exists any more."""
    call, wanted = edit.call, tuple(dict.fromkeys(task_ids))
    rows = await store.lock_rows(call.connection, call.user_id, wanted, deleted=deleted)
    if not rows:
        raise ToolRefusedError(ErrorCode.NOT_FOUND, "none of these expenses is there any more")
    edit.left = len(wanted) - len(rows)
    return rows


def _refuse_invalid(call: PersonCall[ExpenseEdit], row: Row, values: dict[str, object]) -> None:
    """Raises ``ToolRefusedError`` for a value that the row cannot have."""
    fields = {name: row[name] for name in Draft.model_fields if name in CORRECTED} | values
    kind = fields.pop("kind")
    draft = Draft(
        kind=kind,
        **{
            name: None if value is None else DraftField(value=value, source=Source.ANSWER)
            for name, value in fields.items()
        },
    )
    # Where there is no shop, the item stands in its place.
    named = "item" if row["merchant"] is None and "merchant" not in values else "merchant"
    columns = {FieldName.DATE: "occurred_on", FieldName.MERCHANT: named}
    for name, checked in validate(draft, call.today).items():
        if checked.status is not FieldStatus.VALID and columns.get(name, name.value) in values:
            raise ToolRefusedError(
                ErrorCode.INVALID_ARGUMENTS,
                f"{name.value}: {checked.problem}",
                details={"field": named if name is FieldName.MERCHANT else name.value},
            )


async def _read_notices(edit: _Edit) -> tuple[FeatureNotice, ...]:
    """Returns the budgets whose levels were reached with the edit."""
    call, told_with = edit.call, f"{edit.conversation_id}/{edit.name}.0"
    if len(edit.done) == 1:
        return await notices_of(call.connection, edit.done[0][0], told_with, call.request.today)
    return await notices_of_many(call.connection, call.user_id, told_with, call.today)


bind = binding(
    (EDIT_EXPENSES, edit_expenses),
    (DELETE_EXPENSES, delete_expenses),
    (RESTORE_EXPENSES, restore_expenses),
    (TAKE_BACK_EDIT, take_back_edit),
)
