"""Carries out what is asked about imports that are done."""

from agents.expenses.features.imports.tools import UNDO_IMPORT, ImportUndone
from agents.expenses.ledger import UndoRequest
from agents.expenses.parts import PersonCall, binding
from agents.expenses.store.ledger import undone
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode, NoArguments


async def undo_import(call: PersonCall[NoArguments]) -> ImportUndone:
    """The newest import of the conversation of which something is left."""
    asked = UndoRequest(
        user_id=call.user_id,
        conversation_id=call.request.conversation_id,
        change_id=call.request.call.call_id,
        last_import=True,
    )
    outcome = await undone(call.connection, asked)
    if not outcome.import_id:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND, "nothing was imported here that could be taken back"
        )
    return ImportUndone(import_id=outcome.import_id, rows=outcome.import_rows)


bind = binding((UNDO_IMPORT, undo_import))
