"""One run of a digest's schedule: sends the report, and learns whether anybody is still there."""

from datetime import timedelta

from temporalio import workflow

from agents.expenses.features.reports.digests import END_DIGEST, SEND_DIGEST, WORKFLOW, due
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
        sent = await workflow.execute_activity(
            SEND_DIGEST.name,
            asked,
            result_type=SEND_DIGEST.result,
            task_queue=SEND_DIGEST.queue,
            start_to_close_timeout=SEND_DIGEST.start_to_close,
            schedule_to_close_timeout=_WAITS,
            summary="send the report of the period that is over",
        )
        if not sent.waited_for:
            return
        try:
            await workflow.wait_condition(lambda: self._shown is not None, timeout=_WAITS)
        except TimeoutError:
            return  # it is shown whenever the channel is back
        if self._shown is not None and self._shown.gone:
            await workflow.execute_activity(
                END_DIGEST.name,
                asked,
                result_type=END_DIGEST.result,
                task_queue=END_DIGEST.queue,
                start_to_close_timeout=END_DIGEST.start_to_close,
                schedule_to_close_timeout=_WAITS,
                summary="nobody is there any more",
            )

    @workflow.signal(name=NOTICE_SHOWN)
    def notice_shown(self, told: NoticeShown) -> None:
        """From the conversation: the report was shown, or cannot be."""
        self._shown = told


WORKFLOWS = (SpendingDigest,)
