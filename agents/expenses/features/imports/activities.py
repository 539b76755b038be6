"""Carries out what is asked about imports that are done."""

from adapters.postgres.pool import Connection
from agents.expenses.features.imports.tools import UNDO_IMPORT, ImportUndone
from agents.expenses.ledger import UndoRequest
from agents.expenses.parts import Shared
from agents.expenses.store.ledger import undone
from agents.parts import FeatureParts
from domain.errors import ToolRefusedError
from domain.tools import Arguments, ErrorCode, RunToolRequest


async def undo_import(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> ImportUndone:
    """The newest import of the conversation of which something is left."""
    del arguments
    asked = UndoRequest(
        user_id=request.person.user_id,
        conversation_id=request.conversation_id,
        change_id=request.call.call_id,
        last_import=True,
    )
    outcome = await undone(connection, asked)
    if not outcome.import_id:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND, "nothing was imported here that could be taken back"
        )
    return ImportUndone(import_id=outcome.import_id, rows=outcome.import_rows)


def bind(shared: Shared) -> FeatureParts:
    del shared
    return FeatureParts(tools=((UNDO_IMPORT, undo_import),))
