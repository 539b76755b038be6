"""One run of a digest's schedule."""

from temporalio import workflow

from agents.expenses.features.reports.digests import END_DIGEST, SEND_DIGEST, WORKFLOW
from agents.expenses.scheduled_run import ScheduledRun


@workflow.defn(name=WORKFLOW)
class SpendingDigest(ScheduledRun):
    """Sends the report of the period that is over."""

    @workflow.run
    async def run(self) -> None:
        await self.tell(SEND_DIGEST, END_DIGEST, "send the report of the period that is over")


WORKFLOWS = (SpendingDigest,)
