"""The offline engine: this agent's rules as one object."""

from agents.expenses.budgets import BudgetOrder, BudgetRequest
from agents.expenses.exporting import ExportOrder, ExportRequest
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    Decided,
    DecideRequest,
    acts_of,
    heard,
)
from agents.expenses.offline import cues
from agents.expenses.offline.acts import MAX_LENGTH, meanings_of
from agents.expenses.offline.budgets import budget_in
from agents.expenses.offline.categories import categorize
from agents.expenses.offline.exports import export_in
from agents.expenses.offline.mentions import prepare
from agents.expenses.offline.rates import rate_in
from agents.expenses.offline.recurring import recurring_in
from agents.expenses.rates import RateOrder, RateRequest
from agents.expenses.recurring import RecurringOrder, RecurringRequest
from domain.understanding import Act, UnderstandRequest

NAME = "offline"


class OfflineEngine:
    """Rules and lexicons; no key, no network, no state. Safe to share between tasks and threads.

    It never guesses: what no rule recognises is general talk, and a value that is not written is
    not filled in. Raises nothing for any text.
    """

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        """What the open messages mean together; ``Act.sure`` where rules are sure of it."""
        return acts_of(meanings_of(heard(request)))

    def refuses(self, text: str) -> bool:
        """Whether it asks for what others spent."""
        return cues.is_injection(text)

    def categorize(self, request: CategorizeRequest) -> Categorized:
        return categorize(request)

    def export_order(self, request: ExportRequest) -> ExportOrder | None:
        """The form and the period that are asked for; None for any word of something else."""
        text = prepare(request.asked[:MAX_LENGTH], request.person)
        return export_in(text, request.person, request.today)

    def budget_order(self, request: BudgetRequest) -> BudgetOrder | None:
        """What is wanted of a budget; None for what is too long to be about one."""
        return budget_in(prepare(request.asked[:MAX_LENGTH], request.person), request.person)

    def rate_order(self, request: RateRequest) -> RateOrder | None:
        """What is wanted of exchange rates; None for any word of something else."""
        return rate_in(prepare(request.asked[:MAX_LENGTH], request.person), request.person)

    def recurring_order(self, request: RecurringRequest) -> RecurringOrder | None:
        """What is wanted of what comes again and again; None for any word of something else."""
        text = prepare(request.asked[:MAX_LENGTH], request.person)
        return recurring_in(text, request.person, request.today)

    def decide(self, request: DecideRequest) -> Decided:
        """The fixed order: the first of the legal actions."""
        return Decided(action=request.legal[0], reason="first in the fixed order")
