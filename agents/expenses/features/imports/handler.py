"""What the conversation says about a call of this feature."""

from agents.contract import CallReply
from agents.expenses.features.imports.tools import UNDO_IMPORT, ImportUndone
from agents.expenses.questions import button
from agents.expenses.replies import ImportTakenBack
from domain.tools import ErrorCode, ToolCall, ToolResult
from domain.topics import Failed, NothingToUndo, PressAction


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of one of this feature's tools."""
    del call
    if result.error is None:
        done = ImportUndone.model_validate(result.value)
        restoring = button(PressAction.RESTORE, done.import_id)
        return CallReply(ImportTakenBack(rows=done.rows), [restoring], removed=done.import_id)
    if result.error.code is ErrorCode.NOT_FOUND:
        return CallReply(NothingToUndo())
    return CallReply(Failed(code=f"tool.{result.error.code}"))


REPLIES = {UNDO_IMPORT.name: reply}
