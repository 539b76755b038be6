"""What can be asked about what was saved before."""

from typing import Self

from pydantic import Field, model_validator

from agents.expenses.features.history.search import ExpenseSearch
from agents.expenses.shown import Card
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.replies import File
from domain.tools import Arguments, Effect, Tool

_MAX_ID = 300


class ExpenseSelection(Arguments):
    """One of the two."""

    number: int | None = Field(
        None, ge=1, le=1_000_000, description="12 for #12, of this conversation first"
    )
    task_id: str | None = Field(
        None, max_length=_MAX_ID, description="Its id as find_expenses gives it, else null"
    )

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.number is None) is (self.task_id is None):
            raise ValueError("either number or task_id is needed")
        return self


class ExpensesFound(Frozen):
    """The expenses of one page, the newest first, and how many there are in all."""

    cards: tuple[Card, ...] = ()
    total: int = 0
    page: int = 1
    shared: bool = False
    """They are of the household."""


class SavedExpense(Frozen):
    """``photo`` is the file that it was read from, while that is kept."""

    card: Card
    deleted: bool = False
    photo: File | None = None
    here: bool = False
    """It was saved in this conversation: there it can be edited."""
    others: tuple[Card, ...] = ()
    """Expenses of other conversations with the same number, where this one has none of it."""


def photo_of(sha256: str, number: int, mime_type: str) -> File:
    """Names the stored file that an expense was read from."""
    kind = mime_type.rpartition("/")[2]
    ending = "jpg" if kind == "jpeg" else kind or "bin"
    return File(sha256=sha256, name=f"receipt-{number}.{ending}", mime_type=mime_type)


FIND_EXPENSES = Tool(
    name="find_expenses",
    purpose="Lists saved expenses by words, amount, days or category, or all of them, a page at a "
    "time.",
    arguments=ExpenseSearch,
    result=ExpensesFound,
    effect=Effect.READ,
)

SHOW_EXPENSE = Tool(
    name="show_expense",
    purpose="Shows one saved expense with its photo.",
    arguments=ExpenseSelection,
    result=SavedExpense,
    effect=Effect.READ,
)

COMMANDS = (CommandForm(name="history", takes_value=True),)
TOOLS = (FIND_EXPENSES, SHOW_EXPENSE)
