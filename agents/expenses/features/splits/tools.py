"""What can be asked about the categories of one expense."""

from decimal import Decimal
from typing import Self

from pydantic import Field, model_validator

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.shown import Card, Change, FeatureNotice
from agents.expenses.splitting import MAX_PARTS
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments, Effect, Tool

_MAX_ID = 300


class SplitShare(Arguments):
    """A part: so much, such a fraction of the whole, or with neither the rest."""

    category: str = Field(min_length=1, max_length=MAX_CATEGORY_LENGTH, description="What it is of")
    amount: Decimal | None = Field(None, description="null where it is a fraction, or the rest")
    fraction: str | None = Field(
        None,
        pattern=r"^\d{1,6}/[1-9]\d{0,5}$",
        description="Part of the whole: 1/2, 30/100; null where it is an amount, or the rest",
    )
    currency: Currency | None = Field(None, description="ISO 4217, if named")

    @model_validator(mode="after")
    def _is_one_of_them(self) -> Self:
        if self.amount is not None and self.fraction is not None:
            raise ValueError("either amount or fraction")
        return self


class SplitArguments(Arguments):
    """With neither ``number`` nor ``task_id`` the expense is the one that was changed last."""

    number: int | None = Field(
        None, ge=1, le=2_000_000_000, description="Number of the expense: 12 for #12; else null"
    )
    task_id: str | None = Field(
        None,
        max_length=_MAX_ID,
        description="Its id if given, else null",
    )
    parts: tuple[SplitShare, ...] = Field(
        (), max_length=MAX_PARTS, description="Its parts; they add up to the whole amount"
    )


class ExpenseSplit(Frozen):
    """The expense as it is now, and how a button takes the change back."""

    card: Card
    changes: tuple[Change, ...] = ()
    change: str
    notices: tuple[FeatureNotice, ...] = ()


SPLIT_EXPENSE = Tool(
    name="split_expense",
    purpose="Splits one saved expense over several categories.",
    arguments=SplitArguments,
    result=ExpenseSplit,
    effect=Effect.WRITE,
)

TOOLS = (SPLIT_EXPENSE,)
