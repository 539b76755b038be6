"""All that models are asked for where this agent is enabled, behind one object."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from adapters.model.budgets import Budgets
from adapters.model.gateway import DEFAULT_LIMIT
from adapters.model.provider import Provider
from adapters.model.recording import CallRecorder
from adapters.model.which_agent import Rules
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    CategorySource,
    Decided,
    DecideRequest,
)
from agents.expenses.model.questions import ExpenseModels
from agents.expenses.offline.engine import OfflineEngine
from tests.adapters.model.door import Door
from tests.adapters.model.gateway.doubles import Engine
from tests.agents.expenses.model.questions import AGENT, FRAGMENTS


@dataclass
class ExpenseEngine(Engine):
    """Rules that answer every question about expenses the same way."""

    def categorize(self, request: CategorizeRequest) -> Categorized:
        del request
        return self.said(
            Categorized(
                category="Other",
                confidence=0.5,
                source=CategorySource.RULES,
                suggestions=("Other",),
                reason=self.name,
            )
        )

    def decide(self, request: DecideRequest) -> Decided:
        return self.said(Decided(action=request.legal[0], reason=self.name))


class ExpenseDoor(Door):
    """Has the methods of the ports ``Models``, ``ExpenseModels`` and ``ModelReader``."""

    def __init__(
        self,
        providers: Sequence[Provider],
        rules: ExpenseEngine | OfflineEngine,
        calls: CallRecorder,
        *,
        budgets: Budgets | None = None,
        limit: timedelta = DEFAULT_LIMIT,
    ) -> None:
        spoken = rules if isinstance(rules, ExpenseEngine) else Rules({AGENT: rules})
        super().__init__(
            providers, spoken, calls, fragments=FRAGMENTS, budgets=budgets, limit=limit
        )
        expenses = ExpenseModels(self.gateway, rules)
        self.categorize, self.decide = expenses.categorize, expenses.decide
        self.complete = expenses.complete
