"""Questions about what is saved, and what helps where a wish was not understood."""

from agents.contract import Handler, HandlerDesk
from agents.expenses import replies
from agents.expenses.activity_calls import SUMMARISE_SPENDING
from agents.expenses.details import BankNotice, Hint, InsightMeasure, InsightQuery
from agents.expenses.ledger import Insight, InsightRequest

SHOWN_WITH_A_HINT = 3


async def insight(desk: HandlerDesk, query: InsightQuery, doing: str, latest: int = 0) -> Insight:
    """The figures for a question. Raises ``ActivityFailed``."""
    request = InsightRequest(
        user_id=desk.person.user_id,
        conversation_id=desk.conversation_id,
        query=query,
        latest=latest,
        home=desk.person.currency,
    )
    return await desk.call(SUMMARISE_SPENDING, request, doing)


def answering(query: InsightQuery) -> Handler:
    async def answer(desk: HandlerDesk) -> None:
        found = await insight(desk, query, "look up spending")
        desk.say(replies.Spending(insight=found))

    return answer


def hinting(hint: Hint, heard: str) -> Handler:
    async def answer(desk: HandlerDesk) -> None:
        listed = InsightQuery(measure=InsightMeasure.LIST, kind=None)
        last = await insight(desk, listed, "look up the last expenses")
        desk.say(replies.Hinted(hint=hint, heard=heard, cards=last.cards[:SHOWN_WITH_A_HINT]))

    return answer


def telling(notice: BankNotice) -> Handler:
    async def tell(desk: HandlerDesk) -> None:
        desk.say(replies.NoExpense(notice=notice))

    return tell
