"""What this feature says, once each, and what it tells with a write."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.recurring.recurring import Every, RecurringItem, RecurringOffer
from agents.expenses.features.recurring.reminders import ReminderKind
from agents.expenses.features.recurring.replies import (
    RecurringAsBefore,
    RecurringLeft,
    RecurringNotChanged,
    RecurringProblem,
    RecurringReminded,
    RecurringShown,
    RecurringWasKept,
    RecurringWasRemoved,
)
from agents.expenses.features.recurring.tools import RecurringKept, RecurringList, RecurringRemoved
from agents.expenses.shown import FeatureNotice

ITEM = RecurringItem(
    name="Netflix",
    amount=Decimal("54.90"),
    currency="MYR",
    every=Every.MONTH,
    anchor=date(2026, 9, 5),
    last=date(2026, 11, 5),
)
LOAN = ITEM.model_copy(update={"name": "Loan", "last_due": date(2027, 5, 5)})
SALARY = ITEM.model_copy(update={"name": "Salary", "income": True})
OVER = ITEM.model_copy(update={"name": "Gym", "last_due": date(2026, 11, 5)})
DEARER = ITEM.model_copy(
    update={"name": "Rent", "later_amount": Decimal(60), "later_from": date(2027, 1, 5)}
)
OFFER = RecurringOffer(
    task_id="http:1/expenses/3",
    name="Netflix",
    amount=Decimal("54.90"),
    currency="MYR",
    every=Every.MONTH,
)
NOTICES = (FeatureNotice(feature="recurring", content=OFFER.model_dump(mode="json")),)
SAMPLES = (
    RecurringShown(found=RecurringList(items=(ITEM, LOAN, SALARY, OVER, DEARER))),
    RecurringWasKept(done=RecurringKept(item=ITEM, asked_on=date(2026, 11, 21))),
    RecurringReminded(item=ITEM, day=date(2026, 12, 5), kind=ReminderKind.DUE),
    RecurringLeft(asked_again=True),
    RecurringAsBefore(found=RecurringList(items=(ITEM,))),
    RecurringWasRemoved(done=RecurringRemoved(items=(ITEM,))),
    RecurringNotChanged(problem=RecurringProblem.UNKNOWN_NAME, named="gym"),
)
