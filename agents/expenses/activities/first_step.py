"""Saves an expense where its words are read, when nothing of it is in doubt."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from agents.expenses.activities.categorize import Categorize
from agents.expenses.activities.ledger import KeepLedger
from agents.expenses.rules import Action, AdaptiveDecisions, ExpenseLimits, legal_actions
from agents.expenses.saving import (
    categorize_request,
    note_saved,
    open_state,
    save_request,
    take_category,
)
from domain.tasks import FirstStepRequest


@dataclass(frozen=True)
class SaveAtOnce:
    """Implements ``FirstStep``. Idempotent on the task's id, as every save is."""

    categorize: Categorize
    ledger: KeepLedger
    limits: Callable[[], ExpenseLimits]

    async def begin(self, request: FirstStepRequest) -> JsonValue:
        """The task's state with the saved row; None where anything is to be asked.

        Raises ``ApplicationError`` as the save itself does.
        """
        limits, person, today = self.limits(), request.person, request.today
        if limits.adaptive_decisions is AdaptiveDecisions.ALWAYS:
            return None  # a model decides what comes next
        state = open_state(request.opening, person.currency, today)
        if legal_actions(state, today) == (Action.CATEGORIZE,):
            asked = categorize_request(state, person)
            found = await self.categorize.categorize_by_rules(asked)
            if not found.settled:
                return None
            take_category(state, found, limits.category_confidence_threshold)
        if legal_actions(state, today) != (Action.STORE,):
            return None
        outcome = await self.ledger.save_expense(
            save_request(
                state,
                person,
                conversation_id=request.conversation_id,
                turn_number=request.turn_number,
                today=today,
            )
        )
        note_saved(state, outcome)
        return state.model_dump(mode="json") if state.saved is not None else None
