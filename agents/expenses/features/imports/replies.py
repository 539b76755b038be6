"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply, failure_of
from agents.expenses.features.imports.tools import UNDO_IMPORT, ImportUndone
from agents.expenses.questions import button
from agents.expenses.replies import Aside, ImportTakenBack
from domain.tools import ErrorCode, ToolCall, ToolResult
from domain.topics import PressAction


class NoImportToUndo(Aside):
    """Nothing of an import is left in this conversation."""

    topic: ClassVar[str] = "expenses.no_import_to_undo"


CONTENTS = (NoImportToUndo,)


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of one of this feature's tools."""
    del call
    if result.error is None:
        done = ImportUndone.model_validate(result.value)
        restoring = button(PressAction.RESTORE, done.import_id)
        return CallReply(ImportTakenBack(rows=done.rows), [restoring], removed=(done.import_id,))
    if result.error.code is ErrorCode.NOT_FOUND:
        return CallReply(NoImportToUndo())
    return CallReply(failure_of(result.error))


REPLIES = {UNDO_IMPORT.name: reply}
