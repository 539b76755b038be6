"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of
from agents.expenses.features.browse.tools import (
    EDITED_FIELDS,
    TAKE_BACK_EDIT,
    TOOLS,
    RowsOutcome,
    RowsStage,
)
from agents.expenses.questions import button
from agents.expenses.replies import Aside, Corrected, Restored, Reverted, Unchanged
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError
from domain.topics import StaleButton


class RowsChanged(Aside):
    """Tells what one call did to several expenses. Choices take it back."""

    topic: ClassVar[str] = "expenses.rows"
    outcome: RowsOutcome


class RowsRefused(Aside):
    """Says that nothing was changed: a value of ``field`` is wrong, or, where that is empty, the
    rows were deleted or restored elsewhere.
    """

    topic: ClassVar[str] = "expenses.rows_refused"
    field: str = ""


ROWS_UNDO = "expenses.rows_undo"


def take_back(press: ButtonPress) -> CallRequest:
    return call_of(TAKE_BACK_EDIT, edit=press.subject)


PRESSES = {ROWS_UNDO: take_back}
CONTENTS = (RowsChanged, RowsRefused)


def _tell(_call: ToolCall, done: RowsOutcome) -> CallReply:
    standing = [card for card in done.cards if card.task_id in done.standing]
    return CallReply(
        _make_content(done),
        [button(ROWS_UNDO, done.edit)] if done.count else [],
        changed=[card.model_dump(mode="json") for card in standing],
        removed=done.removed,
        taken_back_by=[call_of(TAKE_BACK_EDIT, edit=done.edit)] if done.count else [],
        takes_away=done.stage is RowsStage.DELETED,
    )


def _make_content(done: RowsOutcome) -> Content:
    """Tells of a single row as when it is changed in the chat; only there, a deletion is what was
    taken back.
    """
    if len(done.cards) != 1 or done.left or done.stage is RowsStage.DELETED:
        return RowsChanged(outcome=done)
    (card,) = done.cards
    if done.changes and done.stage is RowsStage.EDITED:
        return Corrected(card=card, changes=done.changes, notices=done.notices)
    if done.changes:
        return Reverted(card=card, changes=done.changes)
    return Restored(card=card) if done.stage is RowsStage.RESTORED else Unchanged(card=card)


def _refuse(call: ToolCall, error: ToolError) -> Content | None:
    if error.code is ErrorCode.NOT_FOUND and call.name == TAKE_BACK_EDIT.name:
        return StaleButton()
    if error.code is ErrorCode.NOT_FOUND:
        return RowsRefused()
    if error.code is not ErrorCode.INVALID_ARGUMENTS:
        return None
    field = error.facts.get("field") or _find_unreadable_field(error)
    return RowsRefused(field=str(field)) if field else None


def _find_unreadable_field(error: ToolError) -> str:
    """Returns the first field of an edit that cannot be read at all: an amount of letters."""
    match error.facts.get("fields"):
        case [str(place), *_] if (field := place.partition(".")[0]) in EDITED_FIELDS:
            return field
    return ""


REPLIES = replies_of(TOOLS, _tell, _refuse)
