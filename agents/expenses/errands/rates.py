"""Exchange rates: told, set, applied."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import KEEP_RATE
from agents.expenses.rates import RateRequest


def rating(asked: str) -> Errand:
    """``asked``: the person's words, or what follows the command."""

    async def rate(desk: ErrandDesk) -> None:
        request = RateRequest(person=desk.person, asked=asked, today=desk.today())
        told = await desk.call(KEEP_RATE, request, "look up the rate")
        desk.say(replies.RateShown(told=told))

    return rate
