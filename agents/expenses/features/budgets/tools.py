"""What can be asked about budgets."""

from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from agents.expenses.features.budgets.budget import BudgetPeriod, BudgetStanding, SpendingBudget
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments, Effect, Tool

_MAX_NAME = 60


class BudgetSetting(Arguments):
    amount: Decimal = Field(description="At most so much in each period")
    currency: Currency | None = Field(None, description="ISO 4217, if named")
    category: str | None = Field(
        None,
        max_length=_MAX_NAME,
        description="null for all spending",
    )
    period: BudgetPeriod = Field(BudgetPeriod.MONTH, description="month where none is named")
    own: bool = Field(
        False,  # noqa: FBT003 - a default
        description="true for a new category of the person's own",
    )


class BudgetSelection(Arguments):
    category: str | None = Field(None, max_length=_MAX_NAME, description="Whose budget")
    overall: bool = Field(
        False,  # noqa: FBT003 - a default
        description="Only the one for all spending",
    )
    """With neither every budget is meant."""


class BudgetProblem(StrEnum):
    """Why a call about budgets changed nothing."""

    UNCLEAR = "unclear"
    NO_AMOUNT = "no_amount"
    SEVERAL_AMOUNTS = "several_amounts"
    NOT_POSITIVE = "not_positive"
    TOO_LARGE = "too_large"
    TOO_PRECISE = "too_precise"
    UNKNOWN_CATEGORY = "unknown_category"


class BudgetSet(Frozen):
    """How far a new budget is used already, and what it replaced."""

    standing: BudgetStanding
    before: SpendingBudget | None = None


class BudgetStandings(Frozen):
    """The budgets that there are of a category, or all where ``category`` is empty."""

    category: str = ""
    standings: tuple[BudgetStanding, ...] = ()


class BudgetsRemoved(Frozen):
    """What there was of a category, or of all where ``category`` is empty."""

    category: str = ""
    removed: tuple[SpendingBudget, ...] = ()


SET_BUDGET = Tool(
    name="set_budget",
    purpose="Sets or replaces what the person means to spend at most in a week or a month, in one "
    "category or in all.",
    arguments=BudgetSetting,
    result=BudgetSet,
    effect=Effect.WRITE,
)

SHOW_BUDGETS = Tool(
    name="show_budgets",
    purpose="Shows the person's budgets, how far each is used, and what is left.",
    arguments=BudgetSelection,
    result=BudgetStandings,
    effect=Effect.READ,
)

REMOVE_BUDGET = Tool(
    name="remove_budget",
    purpose="Removes a budget; with neither argument all.",
    arguments=BudgetSelection,
    result=BudgetsRemoved,
    effect=Effect.WRITE,
)

COMMANDS = (CommandForm(name="budget", takes_value=True),)
TOOLS = (SET_BUDGET, SHOW_BUDGETS, REMOVE_BUDGET)
