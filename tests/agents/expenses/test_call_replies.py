"""What the person sees of a call, by what came of it."""

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.features.imports.replies import NoImportToUndo
from agents.expenses.features.imports.tools import UNDO_IMPORT, ImportUndone
from agents.expenses.replies import ImportTakenBack
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult, ToolStatus
from domain.topics import Failed

CALL = ToolCall(call_id="m/1", name=UNDO_IMPORT.name, arguments="{}")


def tell(_call: ToolCall, done: ImportUndone) -> CallReply:
    return CallReply(ImportTakenBack(rows=done.rows))


def refuse(_call: ToolCall, error: ToolError) -> Content | None:
    return NoImportToUndo() if error.code is ErrorCode.NOT_FOUND else None


def refused(code: ErrorCode) -> Content:
    error = ToolError(code=code, message="no")
    result = ToolResult(call_id=CALL.call_id, status=ToolStatus.FAILED, error=error)
    return replies_of([UNDO_IMPORT], tell, refuse)[CALL.name](CALL, result).content


def test_a_result_is_told_by_its_type() -> None:
    value = ImportUndone(import_id="i", rows=3).model_dump(mode="json")
    reply = replies_of([UNDO_IMPORT], tell)[CALL.name]
    assert reply(CALL, ToolResult(call_id=CALL.call_id, value=value)).content == ImportTakenBack(
        rows=3
    )


def test_what_a_feature_has_no_reply_for_is_told_in_the_platforms_words() -> None:
    assert refused(ErrorCode.NOT_FOUND) == NoImportToUndo()
    assert refused(ErrorCode.TIMEOUT) == Failed(code="tool.timeout")
