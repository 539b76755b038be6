"""One expense over several categories."""

from collections.abc import Callable

from pydantic import BaseModel, JsonValue

from agents.contract import Agent, Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import SPLIT_EXPENSE
from agents.expenses.ledger import short_id
from agents.expenses.questions import button
from agents.expenses.splitting import SplitRequest
from domain.messages import ButtonPress
from domain.topics import NotFound, PressAction

Recall = Callable[[JsonValue], Agent[BaseModel]]
"""Makes a finished task of a card."""


def splitting(asked: str, about: str, recall: Recall) -> Errand:
    """``about``: the task that is meant where the words name none; empty for the last one."""

    async def split(desk: ErrandDesk) -> None:
        await _split(desk, asked, about or desk.last_done() or "", recall)

    return split


def asking_how(press: ButtonPress) -> Errand:
    """Says how an expense is split in words."""

    async def ask(desk: ErrandDesk) -> None:
        await _split(desk, "", press.subject, None)

    return ask


async def _split(desk: ErrandDesk, asked: str, task_id: str, recall: Recall | None) -> None:
    request = SplitRequest(
        person=desk.person,
        conversation_id=desk.conversation_id,
        task_id=task_id,
        change_id=desk.next_change_id(),
        asked=asked,
        today=desk.today(),
    )
    outcome = await desk.call(SPLIT_EXPENSE, request, "split")
    if outcome.card is None:
        desk.say(NotFound(number=outcome.number))
    elif outcome.problem is not None:
        desk.say(
            replies.SplitUnclear(card=outcome.card, problem=outcome.problem, told=outcome.told)
        )
    else:
        if recall is not None:
            desk.remember(recall(outcome.card.model_dump(mode="json")))
        taking_back = button(PressAction.UNDO, outcome.card.task_id, short_id(request.change_id))
        corrected = replies.Corrected(
            card=outcome.card, changes=outcome.changes, notices=outcome.notices
        )
        desk.say(corrected, [taking_back])
