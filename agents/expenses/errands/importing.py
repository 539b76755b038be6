"""Takes back what was imported last, as a whole."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import UNDO_EXPENSE
from agents.expenses.ledger import UndoOutcome, UndoRequest
from agents.expenses.questions import button
from domain.topics import NothingToUndo, PressAction


def taking_back_import(words: str = "") -> Errand:
    """The newest import of the conversation of which something is left."""
    del words

    async def take_back(desk: ErrandDesk) -> None:
        request = UndoRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            change_id=desk.next_change_id(),
            last_import=True,
        )
        undone = await desk.call(UNDO_EXPENSE, request, "undo")
        if undone.import_id:
            say_taken_back(desk, undone)
        else:
            desk.say(NothingToUndo())

    return take_back


def say_taken_back(desk: ErrandDesk, undone: UndoOutcome) -> None:
    """``undone`` is of an import."""
    desk.forget(undone.import_id)
    restoring = button(PressAction.RESTORE, undone.import_id)
    desk.say(replies.ImportTakenBack(rows=undone.import_rows), [restoring])
