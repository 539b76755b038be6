"""What the conversation says about a call of this feature."""

from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.features.imports.tools import TOOLS, ImportUndone
from agents.expenses.questions import button
from agents.expenses.replies import Aside, ImportTakenBack
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError
from domain.topics import PressAction


class NoImportToUndo(Aside):
    """Nothing of an import is left in this conversation."""

    topic: ClassVar[str] = "expenses.no_import_to_undo"


CONTENTS = (NoImportToUndo,)


def _tell(_call: ToolCall, done: ImportUndone) -> CallReply:
    restoring = button(PressAction.RESTORE, done.import_id)
    return CallReply(ImportTakenBack(rows=done.rows), [restoring], removed=(done.import_id,))


def _refuse(_call: ToolCall, error: ToolError) -> Content | None:
    return NoImportToUndo() if error.code is ErrorCode.NOT_FOUND else None


REPLIES = replies_of(TOOLS, _tell, _refuse)
