"""Takes back what was saved last."""

from collections.abc import Sequence

from agents.contract import Handler, HandlerDesk
from agents.expenses import replies
from agents.expenses.activity_calls import UNDO_EXPENSE
from agents.expenses.details import MAX_TAKEN_BACK, InsightMeasure, InsightQuery
from agents.expenses.handlers.spending import insight
from agents.expenses.ledger import THE_SAVE, UndoRequest
from agents.expenses.questions import button
from agents.expenses.shown import Card
from domain.topics import NothingToUndo, PressAction

MAX_RESTORE_BUTTONS = 6
"""Below what was taken back together; of more, each is brought back by its number."""


async def taken_back(desk: HandlerDesk, task_id: str) -> Card | None:
    """Deletes a saved row; None when it is gone already. Raises ``ActivityFailed``."""
    request = UndoRequest(
        user_id=desk.person.user_id,
        conversation_id=desk.conversation_id,
        change_id=desk.next_change_id(task_id),
        task_id=task_id,
        shown=THE_SAVE,
    )
    undone = await desk.call(UNDO_EXPENSE, request, "undo")
    if undone.stored is None:
        return None
    desk.forget(task_id)
    return undone.stored.card


def taking_back(wanted: int) -> Handler:
    """The last ``wanted`` expenses of the conversation, in one answer. What could not be reached
    stays, and what was taken back before is said all the same.
    """

    async def take_back(desk: HandlerDesk) -> None:
        listed = InsightQuery(measure=InsightMeasure.LIST)
        most = min(wanted, MAX_TAKEN_BACK)
        latest = await insight(desk, listed, "look up the last expenses", latest=most)
        gone: list[Card] = []
        try:
            for card in sorted(latest.cards, key=lambda card: -card.number):
                row = await taken_back(desk, card.task_id)
                if row is not None:
                    gone.append(row)
        finally:
            _say(desk, gone, wanted)

    return take_back


def _say(desk: HandlerDesk, gone: Sequence[Card], wanted: int) -> None:
    buttons = [button(PressAction.RESTORE, card.task_id) for card in gone]
    if not gone:
        desk.say(NothingToUndo())
    elif len(gone) == wanted == 1:
        desk.say(replies.Deleted(card=gone[0]), buttons)
    else:
        named = [
            choice.model_copy(update={"label": f"#{card.number}"})
            for choice, card in zip(buttons, gone, strict=True)
        ]
        said = replies.DeletedTogether(cards=tuple(gone), wanted=wanted)
        desk.say(said, named if len(named) <= MAX_RESTORE_BUTTONS else [])
