"""The tools of this agent that are no feature: they can be asked for as long as it is enabled."""

from enum import StrEnum
from functools import cache

from pydantic import Field

from agents.expenses.features import tools_of_features
from agents.expenses.shown import Card
from agents.expenses.spending import Insight, InsightQuery
from domain.messages import Frozen
from domain.tools import Arguments, Effect, Tool

MAX_TAKEN_BACK = 20
"""Expenses that one call takes back."""


class Hint(StrEnum):
    """What rules understood to be wanted, without knowing of which expense or in which form."""

    CHANGE = "change"
    TAKE_BACK = "take_back"
    BRING_BACK = "bring_back"
    SPENDING = "spending"


class BankNotice(StrEnum):
    """What a bank's notice tells that is no expense."""

    CODE = "code"
    """To sign in or to pay with."""
    DECLINED = "declined"
    MONEY_IN = "money_in"
    """Came in, but not from whom or as what; otherwise it is income."""
    DUE = "due"
    """To be paid, and not paid yet."""
    MOVED = "moved"
    """The person's own money, from one place to another; with one amount it is a transfer."""
    OFFER = "offer"
    BALANCE = "balance"


class WordsToExplain(Arguments):
    """Words of which rules know what they are about, but not what to do. One of the two."""

    hint: Hint | None = None
    notice: BankNotice | None = None
    name: str = ""
    """What the person called the expense."""


class LatestCards(Frozen):
    """The expenses that were saved last, to name one of them."""

    cards: tuple[Card, ...] = ()


class LatestExpenses(Arguments):
    count: int = Field(ge=1, description="How many of the last expenses of this conversation")


class ExpensesTakenBack(Frozen):
    """The rows that are deleted now, the newest first."""

    cards: tuple[Card, ...] = ()


SUMMARISE_SPENDING = Tool(
    name="summarise_spending",
    purpose="Answers a question about saved money: totals, averages, comparisons, what was bought.",
    arguments=InsightQuery,
    result=Insight,
    effect=Effect.READ,
)

UNDO_LATEST = Tool(
    name="undo_latest_expenses",
    purpose='Takes back several of the expenses that were saved last, as in "delete the last '
    'three".',
    arguments=LatestExpenses,
    result=ExpensesTakenBack,
    effect=Effect.WRITE,
)

EXPLAIN_WORDS = Tool(
    name="explain_words",
    purpose="Tells which words would do what was wanted, or what a bank's notice is.",
    arguments=WordsToExplain,
    result=LatestCards,
    effect=Effect.READ,
    internal=True,
)

CORE = (SUMMARISE_SPENDING, UNDO_LATEST, EXPLAIN_WORDS)


@cache
def all_tools() -> tuple[Tool, ...]:
    return (*CORE, *tools_of_features())


@cache
def offered_tools() -> tuple[Tool, ...]:
    """The tools that a model or a program may call."""
    return tuple(tool for tool in all_tools() if not tool.internal)
