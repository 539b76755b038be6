"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply, failure_of
from agents.expenses.features.export.tools import EXPORT_EXPENSES, Exported
from agents.expenses.replies import Aside
from domain.tools import ErrorCode, ToolCall, ToolResult


class ExportReady(Aside):
    """The saved expenses as files, or why there are none."""

    topic: ClassVar[str] = "expenses.export"
    exported: Exported


class ExportUnclear(Aside):
    """It is not clear which days are asked for, or in which form."""

    topic: ClassVar[str] = "expenses.export.unclear"


UNCLEAR = {"export": ExportUnclear()}
CONTENTS = (ExportReady, ExportUnclear)


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call, with the files."""
    del call
    if result.error is None:
        exported = Exported.model_validate(result.value)
        return CallReply(ExportReady(exported=exported), files=exported.files)
    if result.error.code is ErrorCode.INVALID_ARGUMENTS:
        return CallReply(ExportUnclear())
    return CallReply(failure_of(result.error))


REPLIES = {EXPORT_EXPENSES.name: reply}
