"""Reminders of what recurs: each morning a person's schedule looks at what is due."""

from datetime import date, timedelta
from enum import StrEnum

from agents.expenses.features.recurring.recurring import RecurringItem
from agents.expenses.schedules import RunDue, RunEnded, RunTold, schedule_id
from domain.activity_calls import ActivityCall
from domain.messages import Frozen
from domain.timetables import Timetable

WORKFLOW = "recurring_reminder"
"""Permanent name of its workflow's type."""

SYSTEM = "reminder"
"""Names the schedules where what other systems hold of a person is erased."""

HOUR = 9
"""On the person's clock."""


class ReminderKind(StrEnum):
    """What is told of a day on which something is due, in this order."""

    DUE = "due"
    MISSING = "missing"
    """Some days have gone by, and it is not saved."""


class KeptReminder(Frozen):
    """Where a person is reminded. ``timezone`` is the one that the schedule has."""

    user_id: str
    schedule_id: str
    conversation_id: str
    timezone: str


class RecurringDay(Frozen):
    """What was told and answered of a day on which ``item`` is due."""

    item: RecurringItem
    day: date
    told: str = ""
    paid_by: str = ""

    def to_tell(self, today: date) -> ReminderKind | None:
        """What is still to be told of it; None where everything was, or it is paid."""
        kind = ReminderKind.MISSING if self.item.is_missing(today, self.day) else ReminderKind.DUE
        if self.paid_by or self.told in {kind, ReminderKind.MISSING}:
            return None
        return kind


class PaymentRequest(Frozen):
    """A yes to saving the one that is due on ``day``; with ``now``, one that was paid beside it."""

    user_id: str
    message_id: str
    key: str
    day: date
    now: bool = False


class PaymentAgreed(Frozen):
    """What is to be saved, under the names that it was saved under before. None: no more."""

    item: RecurringItem | None = None
    merchant: str | None = None
    thing: str | None = None


SEND_REMINDERS = ActivityCall("send_reminders", RunDue, RunTold, timedelta(minutes=1))
END_REMINDERS = ActivityCall("end_reminders", RunDue, RunEnded, timedelta(seconds=30))
AGREE_PAYMENT = ActivityCall(
    "agree_recurring_payment", PaymentRequest, PaymentAgreed, committing=True
)


def schedule_of(user_id: str) -> str:
    return schedule_id(SYSTEM, user_id)


def timetable(kept: KeptReminder) -> Timetable:
    """Every day."""
    return Timetable(id=kept.schedule_id, workflow=WORKFLOW, timezone=kept.timezone, hour=HOUR)
