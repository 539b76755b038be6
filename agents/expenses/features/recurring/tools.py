"""What can be asked about what is paid, or comes in, again and again."""

from datetime import date
from decimal import Decimal

from pydantic import Field

from agents.expenses.features.recurring.recurring import Every, RecurringItem
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments, Effect, NoArguments, Tool

_MAX_NAME = 120


class RecurringSetting(Arguments):
    """What is null stays as it is where something of that name is kept already."""

    name: str = Field(
        min_length=1, max_length=_MAX_NAME, description="Who or what for: Netflix, rent"
    )
    amount: Decimal | None = Field(None, gt=0, description="Each time; null: as saved")
    currency: Currency | None = Field(None, description="ISO 4217, if named")
    every: Every | None = Field(None, description="null where not said: month")
    income: bool | None = Field(None, description="Comes in, as a salary")
    due_day: int | None = Field(
        None,
        ge=1,
        le=31,
        description="If said: day of the month; of weeks 1 (Monday) to 7",
    )
    next_due: date | None = Field(
        None, description="Where the first or a new amount starts later, or one is skipped"
    )
    last_due: date | None = Field(None, description="Where it ends: the last one")


class RecurringName(Arguments):
    name: str = Field(min_length=1, max_length=_MAX_NAME, description="What it is called")


class RecurringOffered(Arguments):
    expense: str = Field(description="Id of the saved expense that the offer came with")


class RecurringDue(Arguments):
    key: str = Field(description="Of a reminder: what it is about")
    day: date = Field(description="The day on which it was due")


class RecurringAsItWas(Arguments):
    items: tuple[RecurringItem, ...] = Field((), description="What was kept before it was changed")
    without: tuple[RecurringItem, ...] = Field((), description="What was not kept before")


class RecurringKept(Frozen):
    """What is kept now, and what it took the place of."""

    item: RecurringItem
    before: RecurringItem | None = None
    asked_on: date | None = None
    """The day of the call, where it may have been paid then: that is asked where no day is said."""
    skipped: bool = False


class RecurringList(Frozen):
    items: tuple[RecurringItem, ...] = ()
    before: tuple[RecurringItem, ...] = ()
    """What they took the place of."""
    removed: tuple[RecurringItem, ...] = ()
    """What is kept no longer."""


class RecurringRemoved(Frozen):
    """What there was of that name, one for each currency."""

    items: tuple[RecurringItem, ...]


KEEP_RECURRING = Tool(
    name="keep_recurring",
    purpose="Keeps, changes or skips what is paid or received regularly, and reminds of it on its "
    "day. Saves no expense.",
    arguments=RecurringSetting,
    result=RecurringKept,
    effect=Effect.WRITE,
)

KEEP_RECURRING_OFFER = Tool(
    name="keep_recurring_offer",
    purpose="Keeps what was offered with a saved expense as recurring.",
    arguments=RecurringOffered,
    result=RecurringKept,
    effect=Effect.WRITE,
    internal=True,
)

SKIP_RECURRING = Tool(
    name="skip_recurring",
    purpose="Leaves out the one that a reminder was about.",
    arguments=RecurringDue,
    result=RecurringKept,
    effect=Effect.WRITE,
    internal=True,
)

PUT_BACK_RECURRING = Tool(
    name="put_back_recurring",
    purpose="Keeps what was kept before a change, as it was.",
    arguments=RecurringAsItWas,
    result=RecurringList,
    effect=Effect.WRITE,
    internal=True,
)

LIST_RECURRING = Tool(
    name="list_recurring",
    purpose="Lists what is kept as recurring, with when each is due next.",
    arguments=NoArguments,
    result=RecurringList,
    effect=Effect.READ,
)

REMOVE_RECURRING = Tool(
    name="remove_recurring",
    purpose="Keeps something as recurring no longer, so that no reminder of it comes.",
    arguments=RecurringName,
    result=RecurringRemoved,
    effect=Effect.WRITE,
)

COMMANDS = (CommandForm(name="recurring", takes_value=True),)
TOOLS = (
    KEEP_RECURRING,
    KEEP_RECURRING_OFFER,
    SKIP_RECURRING,
    PUT_BACK_RECURRING,
    LIST_RECURRING,
    REMOVE_RECURRING,
)
