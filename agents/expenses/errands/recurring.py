"""What comes again and again: kept, listed, removed."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import KEEP_RECURRING
from agents.expenses.recurring import RecurringRequest
from domain.messages import ButtonPress

KEEP_OFFERED = "expenses.keep_recurring"
"""The button below a saved card; its subject is the save's task."""


def recurring(asked: str, task_id: str = "") -> Errand:
    """``asked``: the person's words, or what follows the command; or an offer of that task."""

    async def look_after(desk: ErrandDesk) -> None:
        request = RecurringRequest(
            person=desk.person, asked=asked, task_id=task_id, today=desk.today()
        )
        told = await desk.call(KEEP_RECURRING, request, "look after recurring expenses")
        desk.say(replies.RecurringShown(told=told))

    return look_after


def keeping_offered(press: ButtonPress) -> Errand:
    return recurring("", press.subject)
