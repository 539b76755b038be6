"""The workflow of a request that waits for approval, with an activity that only counts."""

from datetime import timedelta

import pytest
from temporalio import activity
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from agents.procurement.approvals import (
    FOLLOW_REQUEST,
    LOOK_AGAIN,
    ApprovalStart,
    Followed,
    FollowRequest,
    LookAgain,
    case_id,
)
from agents.procurement.cases import PurchaseApproval
from domain.activity_calls import MAIN_QUEUE
from tests.workflows.sandboxed import shared_sandbox


@pytest.mark.shows("shop 61")
@pytest.mark.skips_time
async def test_it_counts_working_days_looks_at_once_when_woken_and_ends_by_itself(
    server: WorkflowEnvironment,
) -> None:
    asked: list[int] = []

    @activity.defn(name=FOLLOW_REQUEST.name)
    async def follow(request: FollowRequest) -> Followed:
        asked.append(request.times)
        if len(asked) == 3:
            await handle.signal(LOOK_AGAIN, LookAgain())
        return Followed(over=len(asked) == 5, wait=timedelta(days=3))

    worker = Worker(
        server.client,
        task_queue=MAIN_QUEUE,
        workflows=[PurchaseApproval],
        activities=[follow],
        workflow_runner=shared_sandbox(),
        max_cached_workflows=0,
    )
    async with worker:
        handle = await server.client.start_workflow(
            PurchaseApproval.run, ApprovalStart(number=3), id=case_id(3), task_queue=MAIN_QUEUE
        )
        await handle.result()
    assert asked == [0, 1, 2, 2, 3]
