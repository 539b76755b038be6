"""The tools of this agent that are no feature: they can be asked for as long as it is enabled."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cache

from pydantic import Field

from agents.expenses.details import RowsAction
from agents.expenses.features import FEATURES
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.spending import Insight, InsightQuery
from domain.conversation_tools import CallOutcome
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments, Effect, Tool

_MAX_TEXT = 200
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
    are_named: bool = False
    """They are called what the person said; else they are just the last ones."""
    theirs: Card | None = None
    """What was named is another member's of the household."""


class LatestExpenses(Arguments):
    count: int = Field(ge=1, description="How many of the last expenses of this conversation")


class ExpensesTakenBack(Frozen):
    """The rows that are deleted now, the newest first."""

    cards: tuple[Card, ...] = ()


class ExpenseFields(Arguments):
    """Null for what is not known: the person is asked for what is needed."""

    kind: MoneyKind | None = None
    merchant: str | None = Field(None, max_length=_MAX_TEXT, description="Who was paid, or paid")
    item: str | None = Field(None, max_length=_MAX_TEXT, description="What it was for")
    amount: Decimal | None = Field(None, description="More than zero")
    currency: Currency | None = Field(None, description="ISO 4217 code; null for the person's own")
    occurred_on: date | None = Field(None, description="The day; null for today")
    category: str | None = Field(None, max_length=_MAX_TEXT)
    payment_method: str | None = Field(None, max_length=_MAX_TEXT)
    reference: str | None = Field(None, max_length=_MAX_TEXT)


class ExpenseChange(ExpenseFields):
    """Null for what stays as it is."""

    number: int = Field(ge=1, le=1_000_000, description="12 for #12")


class ExpenseValue(Arguments):
    number: int = Field(ge=1, le=1_000_000, description="12 for #12")


class ImportRowsChoice(Arguments):
    number: int = Field(ge=1, le=1_000_000, description="Of the import that is asked about")
    action: RowsAction = Field(RowsAction.LEAVE_OUT, description="take: those left out before")
    rows: tuple[int, ...] = Field((), description="Numbers of rows as they were shown")
    names: tuple[str, ...] = Field(
        (), description="Or what rows are called: a shop, a category, transfers, cash"
    )


RECORD_EXPENSE = Tool(
    name="record_expense",
    purpose="Records one expense, income or transfer. The person is asked for what is missing.",
    arguments=ExpenseFields,
    result=CallOutcome,
    effect=Effect.WRITE,
    by_conversation=True,
)

CHANGE_EXPENSE = Tool(
    name="change_expense",
    purpose="Changes an expense that is saved, or answers what is asked about one.",
    arguments=ExpenseChange,
    result=CallOutcome,
    effect=Effect.WRITE,
    by_conversation=True,
)

CHOOSE_IMPORT_ROWS = Tool(
    name="choose_import_rows",
    purpose="Chooses which rows of a file are saved, before the yes to its import.",
    arguments=ImportRowsChoice,
    result=CallOutcome,
    effect=Effect.WRITE,
    by_conversation=True,
)

EXPLAIN_EXPENSE = Tool(
    name="explain_expense",
    purpose="Tells where the values of an expense came from.",
    arguments=ExpenseValue,
    result=CallOutcome,
    effect=Effect.READ,
    by_conversation=True,
)

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

CORE = (
    RECORD_EXPENSE,
    CHANGE_EXPENSE,
    CHOOSE_IMPORT_ROWS,
    EXPLAIN_EXPENSE,
    SUMMARISE_SPENDING,
    UNDO_LATEST,
    EXPLAIN_WORDS,
)


@cache
def all_tools() -> tuple[Tool, ...]:
    return (*CORE, *FEATURES.tools)


@cache
def offered_tools() -> tuple[Tool, ...]:
    """The tools that a program may call."""
    return tuple(tool for tool in all_tools() if not tool.internal)


@cache
def tools_for_models() -> tuple[Tool, ...]:
    """Those of them that a model may call: what the rest does it says of tasks."""
    return tuple(tool for tool in offered_tools() if tool.for_models and not tool.by_conversation)
