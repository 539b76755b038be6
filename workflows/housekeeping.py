"""Once a day: what is older than the retention time is removed, and what names those who left."""

from datetime import timedelta

from temporalio import workflow
from temporalio.common import RetryPolicy

from domain.retention import Purged
from workflows.names import HOUSEKEEPING


@workflow.defn(name=HOUSEKEEPING)
class Housekeeping:
    """Started by a schedule. A day that fails is made up for by the next."""

    @workflow.run
    async def run(self) -> Purged:
        purged: Purged = await workflow.execute_activity(
            "purge_expired",
            result_type=Purged,
            start_to_close_timeout=timedelta(minutes=10),
            retry_policy=RetryPolicy(maximum_attempts=5),
            summary="remove what has expired",
        )
        await workflow.execute_activity(
            "forget_erasures",
            start_to_close_timeout=timedelta(minutes=10),
            retry_policy=RetryPolicy(maximum_attempts=5),
            summary="remove the traces of deletions",
        )
        return purged
