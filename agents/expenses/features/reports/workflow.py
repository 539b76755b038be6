"""One run of a digest's schedule: sends the report, and learns whether anybody is still there."""

from datetime import timedelta

from temporalio import workflow

from agents.expenses.features.reports.digests import (
    END_DIGEST,
    SEND_DIGEST,
    WORKFLOW,
    DigestDue,
    due,
)
from domain.activity_calls import ActivityCall, Result
from domain.replies import NOTICE_SHOWN, NoticeShown

_WAITS = timedelta(days=1)
"""For the database, and then for the person's channel. The next run comes in a week or more."""


@workflow.defn(name=WORKFLOW)
class SpendingDigest:
    """Started by a schedule, without input: it knows by its own id what it is for."""

    def __init__(self) -> None:
        self._shown: NoticeShown | None = None

    @workflow.run
    async def run(self) -> None:
        info = workflow.info()
        asked = due(info.workflow_id, info.start_time)
        sent = await _carried_out(SEND_DIGEST, asked, "send the report of the period that is over")
        if not sent.waited_for:
            return
        try:
            await workflow.wait_condition(lambda: self._shown is not None, timeout=_WAITS)
        except TimeoutError:
            return  # it is shown whenever the channel is back
        if self._shown is not None and self._shown.gone:
            await _carried_out(END_DIGEST, asked, "nobody is there any more")

    @workflow.signal(name=NOTICE_SHOWN)
    def notice_shown(self, told: NoticeShown) -> None:
        """From the conversation: the report was shown, or cannot be."""
        self._shown = told


async def _carried_out(call: ActivityCall[DigestDue, Result], due: DigestDue, why: str) -> Result:
    result: Result = await workflow.execute_activity(
        call.name,
        due,
        result_type=call.result,
        task_queue=call.queue,
        start_to_close_timeout=call.start_to_close,
        schedule_to_close_timeout=_WAITS,
        summary=why,
    )
    return result


WORKFLOWS = (SpendingDigest,)
