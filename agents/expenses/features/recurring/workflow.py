"""One run of a schedule of reminders."""

from temporalio import workflow

from agents.expenses.features.recurring.reminders import END_REMINDERS, SEND_REMINDERS, WORKFLOW
from agents.expenses.scheduled_run import ScheduledRun


@workflow.defn(name=WORKFLOW)
class RecurringReminder(ScheduledRun):
    """Reminds a person of what is due on this day."""

    @workflow.run
    async def run(self) -> None:
        await self.tell(SEND_REMINDERS, END_REMINDERS, "remind of what is due")


WORKFLOWS = (RecurringReminder,)
