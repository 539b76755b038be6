"""A category for everything from one shop."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import OFFER_FOR_ALL, SWEEP_CATEGORY
from agents.expenses.card import CARD
from agents.expenses.for_all import ForAllRequest, SweepRequest, SweepStep
from agents.expenses.questions import button
from domain.messages import ButtonPress
from domain.topics import StaleButton

ALL_YES, ALL_NO = f"{CARD.slug}.all_yes", f"{CARD.slug}.all_no"
ALL_UNDO = f"{CARD.slug}.all_undo"


def for_all(asked: str, step: SweepStep | None) -> Errand:
    """Learns the category and offers to change what is saved; or, with a step, does that with what
    was offered last.
    """
    if step is not None:
        return _sweeping("", step)

    async def offer(desk: ErrandDesk) -> None:
        request = ForAllRequest(
            person=desk.person,
            conversation_id=desk.conversation_id,
            change_id=desk.next_change_id(),
            asked=asked,
        )
        found = await desk.call(OFFER_FOR_ALL, request, "learn a category")
        answers = [button(ALL_YES, found.sweep), button(ALL_NO, found.sweep)]
        stage = replies.ForAllStage.OFFERED if found.count else replies.ForAllStage.LEARNED
        desk.say(replies.CategoryForAll(outcome=found, stage=stage), answers if found.count else [])

    return offer


def answering_for_all(press: ButtonPress) -> Errand:
    steps = {ALL_YES: SweepStep.CHANGE, ALL_UNDO: SweepStep.UNDO}
    step = steps.get(press.action)
    return _leaving() if step is None else _sweeping(press.subject, step)


def _leaving() -> Errand:
    async def leave(desk: ErrandDesk) -> None:
        desk.say(replies.CategoryForAll(stage=replies.ForAllStage.LEFT))

    return leave


def _sweeping(sweep: str, step: SweepStep) -> Errand:
    async def do(desk: ErrandDesk) -> None:
        request = SweepRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            sweep=sweep,
            step=step,
            today=desk.today(),
        )
        done = await desk.call(SWEEP_CATEGORY, request, "change the category of all")
        if done.order is None:
            desk.say(StaleButton())
        elif step is SweepStep.UNDO:
            desk.say(replies.CategoryForAll(outcome=done, stage=replies.ForAllStage.UNDONE))
        else:
            changed = replies.CategoryForAll(outcome=done, stage=replies.ForAllStage.CHANGED)
            desk.say(changed, [button(ALL_UNDO, done.sweep)] if done.count else [])

    return do
