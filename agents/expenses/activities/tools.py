"""Carries out the tools that are no feature's."""

from agents.expenses.ledger import THE_SAVE, UndoRequest
from agents.expenses.parts import PersonCall
from agents.expenses.ports import Ledger
from agents.expenses.shown import Card
from agents.expenses.spending import Insight, InsightMeasure, InsightQuery, InsightRequest
from agents.expenses.store.insights import latest_cards
from agents.expenses.store.ledger import undone
from agents.expenses.tools import (
    MAX_TAKEN_BACK,
    ExpensesTakenBack,
    LatestCards,
    LatestExpenses,
    WordsToExplain,
)
from domain.tools import Arguments, RunToolRequest

_SHOWN_WITH_A_HINT = 3


class LookUp:
    """Answers questions about saved rows."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def summarise(self, request: RunToolRequest, arguments: Arguments) -> Insight:
        """Figures of this person's rows. Reads only."""
        return await self._figures(request, InsightQuery.model_validate(arguments))

    async def explain(self, request: RunToolRequest, arguments: Arguments) -> LatestCards:
        """The rows that the person may have meant; none for a bank's notice. Reads only."""
        asked = WordsToExplain.model_validate(arguments)
        if asked.hint is None:
            return LatestCards()
        theirs = await self._of_others(request, asked.name) if asked.name else None
        if theirs is not None:
            return LatestCards(theirs=theirs)
        listed = InsightQuery(measure=InsightMeasure.LIST, kind=None)
        if asked.name:
            called = listed.model_copy(update={"merchant": asked.name})
            named = (await self._figures(request, called)).cards
            if named:
                return LatestCards(cards=named[:_SHOWN_WITH_A_HINT], are_named=True)
        found = await self._figures(request, listed)
        return LatestCards(cards=found.cards[:_SHOWN_WITH_A_HINT])

    async def _of_others(self, request: RunToolRequest, name: str) -> Card | None:
        """The newest expense of this name that another member of the household entered; None where
        the person has one of it.
        """
        query = InsightQuery(measure=InsightMeasure.LIST, kind=None, merchant=name, ours=True)
        found = (await self._figures(request, query)).cards
        own = any(card.entered_by is None for card in found)
        return None if own or not found else found[0]

    async def _figures(self, request: RunToolRequest, query: InsightQuery) -> Insight:
        person = request.person
        return await self._ledger.insight(
            InsightRequest(
                user_id=person.user_id,
                conversation_id=request.conversation_id,
                query=query,
                home=person.currency,
            )
        )


async def undo_latest(call: PersonCall[LatestExpenses]) -> ExpensesTakenBack:
    """Deletes the rows that were saved last in the conversation, at most ``MAX_TAKEN_BACK``."""
    user_id, chat = call.user_id, call.request.conversation_id
    most = min(call.asked.count, MAX_TAKEN_BACK)
    latest = await latest_cards(call.connection, user_id, chat, most)
    gone: list[Card] = []
    for number, card in enumerate(sorted(latest, key=lambda card: -card.number), start=1):
        undo = UndoRequest(
            user_id=user_id,
            conversation_id=chat,
            change_id=f"{call.request.call.call_id}/{number}",
            task_id=card.task_id,
            shown=THE_SAVE,
        )
        outcome = await undone(call.connection, undo)
        if outcome.stored is not None:
            gone.append(outcome.stored.card)
    return ExpensesTakenBack(cards=tuple(gone))
