"""What can be asked about debts."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from agents.expenses.features.debts.debt import DebtBalance, DebtKind
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments, Effect, NoArguments, Tool

_MAX_NAME = 80
_MAX_ID = 300
MAX_PURPOSE = 80
_MAX_FORMULA = 200
MAX_ENTRIES = 20


class DebtEntry(Arguments):
    name: str = Field(min_length=1, max_length=_MAX_NAME, description="Who: Ann, the others")
    kind: DebtKind = Field(description="_now corrects: so much in all, 0 for nothing")
    amount: Decimal | None = Field(
        None, description="Of this one alone; null with paid_back for all of it"
    )
    formula: str | None = Field(
        None, max_length=_MAX_FORMULA, description="The calculation behind it, as of a mention"
    )
    currency: Currency | None = Field(None, description="ISO 4217, if named")

    purpose: str | None = Field(None, max_length=MAX_PURPOSE, description="What for")
    day: date | None = Field(None, description="Where one is named")


class DebtEntries(Arguments):
    entries: tuple[DebtEntry, ...] = Field(
        min_length=1, max_length=MAX_ENTRIES, description="One for each of them"
    )


class DebtsOfCall(Arguments):
    call_id: str = Field(max_length=_MAX_ID, description="The call that noted them")
    hold: bool = Field(description="Whether they hold from now on")


class DebtProblem(StrEnum):
    """Why a call about debts changed nothing."""

    UNCLEAR = "unclear"
    NO_AMOUNT = "no_amount"
    UNKNOWN = "unknown"
    """Nothing is noted between the person and that one."""


class DebtsNoted(Frozen):
    """What stands between the person and each of those that were named, now."""

    call_id: str
    hold: bool = True
    """False where what was noted is taken back."""
    balances: tuple[DebtBalance, ...]


class DebtsFound(Frozen):
    balances: tuple[DebtBalance, ...] = ()


NOTE_DEBTS = Tool(
    name="note_debts",
    purpose="Notes what others owe the person or the person owes them, or that it was paid back. "
    "The person's own part of a bill is recorded beside it, as an expense.",
    arguments=DebtEntries,
    result=DebtsNoted,
    effect=Effect.WRITE,
    beside_records=True,
)

SHOW_DEBTS = Tool(
    name="show_debts",
    purpose="Tells who owes whom how much.",
    arguments=NoArguments,
    result=DebtsFound,
    effect=Effect.READ,
)

HOLD_DEBTS = Tool(
    name="hold_debts",
    purpose="Takes back what a call noted of debts, or notes it again.",
    arguments=DebtsOfCall,
    result=DebtsNoted,
    effect=Effect.WRITE,
    internal=True,
)

COMMANDS = (CommandForm(name="debts", takes_value=True),)
TOOLS = (NOTE_DEBTS, SHOW_DEBTS, HOLD_DEBTS)
