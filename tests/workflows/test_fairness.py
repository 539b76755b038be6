"""What one person sent a lot of does not hold up what another person sent."""

import asyncio
from datetime import timedelta

import pytest
from temporalio import activity, workflow
from temporalio.api.enums.v1 import TaskQueueType
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

from adapters.temporal_server import describe_queue
from domain.activity_calls import ActivityCall
from domain.messages import Frozen
from tests.local.waiting import eventually
from workflows.activity_calls import Caller

MANY, FEW = 20, 2
MAIN, WORK = "fairness", "fairness-work"


class Whose(Frozen):
    user_id: str
    files: int = 1


READ = ActivityCall("read", Whose, type(None), queue=WORK)


@workflow.defn(sandboxed=False)
class Album:
    @workflow.run
    async def run(self, whose: Whose) -> None:
        caller = Caller("nowhere", whose.user_id)
        await asyncio.gather(*(caller.run(READ, whose, "read") for _ in range(whose.files)))


async def waiting(client: Client, count: int) -> None:
    kind, within = TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY, timedelta(seconds=60)

    async def counted() -> bool:
        described = await describe_queue(client, WORK, kind, within)
        return described.stats.approximate_backlog_count >= count

    await eventually(counted)


@pytest.mark.shows("safety 32")
async def test_two_photos_do_not_wait_behind_anothers_twenty(
    dev_server: WorkflowEnvironment,
) -> None:
    client, order = dev_server.client, list[str]()

    @activity.defn(name="read")
    async def read(whose: Whose) -> None:
        order.append(whose.user_id)

    async with Worker(
        client, task_queue=MAIN, workflows=[Album], workflow_runner=UnsandboxedWorkflowRunner()
    ):
        albums = []
        for whose in (Whose(user_id="hasty", files=MANY), Whose(user_id="ann", files=FEW)):
            albums.append(
                await client.start_workflow(Album.run, whose, id=whose.user_id, task_queue=MAIN)
            )
            await waiting(client, sum((MANY, FEW)[: len(albums)]))
        async with Worker(client, task_queue=WORK, activities=[read], max_concurrent_activities=1):
            await asyncio.gather(*(album.result() for album in albums))
    assert order.index("ann") < MANY // 2
