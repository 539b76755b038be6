"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.features.export.tools import TOOLS, Exported
from agents.expenses.replies import Aside
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError


class ExportReady(Aside):
    """The saved expenses as files, or why there are none."""

    topic: ClassVar[str] = "expenses.export"
    exported: Exported


class ExportUnclear(Aside):
    """It is not clear which days are asked for, or in which form."""

    topic: ClassVar[str] = "expenses.export.unclear"


UNCLEAR = {"export": ExportUnclear()}
CONTENTS = (ExportReady, ExportUnclear)


def _tell(_call: ToolCall, exported: Exported) -> CallReply:
    return CallReply(ExportReady(exported=exported), files=exported.files)


def _refuse(_call: ToolCall, error: ToolError) -> Content | None:
    return ExportUnclear() if error.code is ErrorCode.INVALID_ARGUMENTS else None


REPLIES = replies_of(TOOLS, _tell, _refuse)
