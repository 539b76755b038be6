"""One run of a person's schedule: tells what is due, and learns whether anybody is still there."""

from temporalio import workflow

from agents.expenses.schedules import RUN_WITHIN, RunDue, RunEnded, RunTold, run_due
from domain.activity_calls import ActivityCall, Result
from domain.replies import NOTICE_SHOWN, NoticeShown


class ScheduledRun:
    """What the workflows of schedules share. A schedule starts them without input."""

    def __init__(self) -> None:
        self._shown: NoticeShown | None = None

    async def tell(
        self,
        send: ActivityCall[RunDue, RunTold],
        end: ActivityCall[RunDue, RunEnded],
        why: str,
    ) -> None:
        info = workflow.info()
        due = run_due(info.workflow_id, info.start_time)
        told = await _carried_out(send, due, why)
        if not told.waited_for:
            return
        try:
            await workflow.wait_condition(lambda: self._shown is not None, timeout=RUN_WITHIN)
        except TimeoutError:
            return  # it is shown whenever the channel is back
        if self._shown is not None and self._shown.gone:
            await _carried_out(end, due, "nobody is there any more")

    @workflow.signal(name=NOTICE_SHOWN)
    def notice_shown(self, told: NoticeShown) -> None:
        """From the conversation: what was told was shown, or cannot be."""
        self._shown = told


async def _carried_out(call: ActivityCall[RunDue, Result], due: RunDue, why: str) -> Result:
    result: Result = await workflow.execute_activity(
        call.name,
        due,
        result_type=call.result,
        task_queue=call.queue,
        start_to_close_timeout=call.start_to_close,
        schedule_to_close_timeout=RUN_WITHIN,
        summary=why,
    )
    return result
