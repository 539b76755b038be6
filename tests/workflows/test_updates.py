"""An update finds a run as it was, also where a worker has just taken the run up."""

import asyncio
from typing import Any

from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Replayer, Worker

from tests.given import given_id
from tests.local.waiting import eventually
from tests.workflows.update_probe import HandingOverProbe, LookUps, UpdateProbe
from wiring.sandbox import sandbox


async def steps(handle: WorkflowHandle[Any, Any], count: int) -> None:
    """Waits until so many workflow tasks are done."""

    async def are_done() -> bool:
        events = (await handle.fetch_history()).events
        done = [each.HasField("workflow_task_completed_event_attributes") for each in events]
        return done.count(True) == count

    await eventually(are_done)


async def test_an_update_comes_behind_the_result_that_came_before_it(
    dev_server: WorkflowEnvironment,
) -> None:
    queue, client, runner = given_id(), dev_server.client, sandbox()
    look_ups = LookUps()
    async with Worker(
        client,
        task_queue=queue,
        workflows=[UpdateProbe],
        activities=[look_ups.first, look_ups.second],
        workflow_runner=runner,
        max_cached_workflows=0,  # each task is taken up anew
    ):
        handle = await client.start_workflow(UpdateProbe.run, id=queue, task_queue=queue)
        await steps(handle, 2)
        look_ups.let.set()
        await steps(handle, 3)
        assert await handle.execute_update(UpdateProbe.end)
        await handle.result()
    history = await handle.fetch_history()
    await Replayer(workflows=[UpdateProbe], workflow_runner=runner).replay_workflow(history)


async def test_an_update_that_meets_the_end_of_a_run_is_heard_by_the_next(
    dev_server: WorkflowEnvironment,
) -> None:
    queue, client, runner = given_id(), dev_server.client, sandbox()
    look_ups = LookUps()
    acts = [look_ups.first, look_ups.second]
    async with Worker(client, task_queue=queue, activities=acts):
        serving = Worker(
            client, task_queue=queue, workflows=[HandingOverProbe], workflow_runner=runner
        )
        async with serving:
            handle = await client.start_workflow(
                HandingOverProbe.run, [], id=queue, task_queue=queue
            )
            await steps(handle, 1)
        # Nobody works on the run: its result and the update come with one task.
        look_ups.let.set()
        telling = asyncio.create_task(handle.execute_update(HandingOverProbe.tell, "kept"))
        await eventually(lambda: _has_result(handle))
        async with Worker(
            client, task_queue=queue, workflows=[HandingOverProbe], workflow_runner=runner
        ):
            await telling
            assert await handle.result() == ["kept"]


async def _has_result(handle: WorkflowHandle[HandingOverProbe, list[str]]) -> bool:
    events = (await handle.fetch_history()).events
    return any(each.HasField("activity_task_completed_event_attributes") for each in events)
