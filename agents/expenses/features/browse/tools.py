"""Tools that edit, delete and restore saved expenses, one or many in a call."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.shown import Card, Change, FeatureNotice
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments, Effect, Tool

MAX_ROWS = 100
"""In one call: each row is locked until all are changed."""
MAX_CARDS = 10
"""Rows that a result has as cards; of others it has only the number."""
_MAX_TEXT = 200
MAY_BE_EMPTY = ("merchant", "item", "payment_method", "reference")
"""Fields that an empty text empties."""

_TaskId = Annotated[str, Field(max_length=300)]


class ExpenseRows(Arguments):
    task_ids: tuple[_TaskId, ...] = Field(
        min_length=1, max_length=MAX_ROWS, description="Ids of saved expenses"
    )


class ExpenseEdit(ExpenseRows):
    """Null for what stays as it is; shop, item, payment method and reference are emptied by an
    empty text. A shop or an item must be left.
    """

    merchant: str | None = Field(None, max_length=_MAX_TEXT, description="The shop")
    item: str | None = Field(None, max_length=_MAX_TEXT, description="What it was for")
    amount: Decimal | None = Field(None, description="More than zero")
    currency: Currency | None = Field(None, description="ISO 4217 code")
    occurred_on: date | None = Field(None, description="The day, YYYY-MM-DD")
    category: str | None = Field(None, min_length=1, max_length=MAX_CATEGORY_LENGTH)
    payment_method: str | None = Field(None, max_length=_MAX_TEXT)
    reference: str | None = Field(None, max_length=_MAX_TEXT)


EDITED_FIELDS = frozenset(ExpenseEdit.model_fields) - frozenset(ExpenseRows.model_fields)


class EditToTakeBack(Arguments):
    edit: str = Field(max_length=40, description="As the result of the edit has it")


class RowsStage(StrEnum):
    EDITED = "edited"
    DELETED = "deleted"
    RESTORED = "restored"
    TAKEN_BACK = "taken_back"


class RowsOutcome(Frozen):
    """The result of a call: ``count`` rows were changed, ``left`` rows were not, since they are
    gone or were changed again. ``edit`` is the name by which the change is taken back.
    """

    edit: str
    stage: RowsStage
    count: int = 0
    left: int = 0
    cards: tuple[Card, ...] = ()
    """The first rows as they are now, ``MAX_CARDS`` at most."""
    changes: tuple[Change, ...] = ()
    """Old and new values, where one row was changed."""
    values: tuple[Change, ...] = ()
    """New values, where the call named several rows."""
    standing: tuple[str, ...] = ()
    """Ids of ``cards`` that this conversation saved and that are not deleted."""
    removed: tuple[str, ...] = ()
    """Ids of rows that this conversation saved and that are deleted now."""
    notices: tuple[FeatureNotice, ...] = ()


EDIT_EXPENSES = Tool(
    name="edit_expenses",
    purpose="Gives saved expenses, one or many, other values.",
    arguments=ExpenseEdit,
    result=RowsOutcome,
    effect=Effect.WRITE,
    for_models=False,
)

DELETE_EXPENSES = Tool(
    name="delete_expenses",
    purpose="Deletes saved expenses, one or many; they can be restored.",
    arguments=ExpenseRows,
    result=RowsOutcome,
    effect=Effect.WRITE,
    for_models=False,
)

RESTORE_EXPENSES = Tool(
    name="restore_expenses",
    purpose="Brings deleted expenses back, one or many.",
    arguments=ExpenseRows,
    result=RowsOutcome,
    effect=Effect.WRITE,
    for_models=False,
)

TAKE_BACK_EDIT = Tool(
    name="take_back_edit",
    purpose="Takes back what one edit, deletion or restoring of expenses did.",
    arguments=EditToTakeBack,
    result=RowsOutcome,
    effect=Effect.WRITE,
    for_models=False,
)

TOOLS = (EDIT_EXPENSES, DELETE_EXPENSES, RESTORE_EXPENSES, TAKE_BACK_EDIT)
