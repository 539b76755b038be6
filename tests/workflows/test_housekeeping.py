"""Expired data is removed once a day."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from temporalio.client import Client, ScheduleActionStartWorkflow, ScheduleHandle
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from activities.erasure import ErasePerson
from activities.purge import Purge
from adapters.temporal import ClientExtras, connect, embedded, schedule_daily
from domain.errors import StorageUnavailableError
from domain.retention import Purged
from tests.adapters.encryption.keys import NEW, codec
from tests.fakes.people import InMemoryConversations, InMemoryErasure
from tests.given import given_id
from tests.local.waiting import eventually
from workflows.housekeeping import Housekeeping

MONTH = timedelta(days=30)


class FlakyRetention:
    """Implements ``Retention``; fails as often as it is told to, then removes three messages."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.asked: asyncio.Queue[timedelta] = asyncio.Queue()

    async def purge(self, older_than: timedelta) -> Purged:
        self.asked.put_nowait(older_than)
        if self.asked.qsize() <= self.failures:
            raise StorageUnavailableError("away")
        return Purged(counts={"messages": 3})


def worker(
    client: Client, queue: str, retention: FlakyRetention, conversations: InMemoryConversations
) -> Worker:
    erase = ErasePerson(InMemoryErasure(), conversations)
    return Worker(
        client,
        task_queue=queue,
        workflows=[Housekeeping],
        activities=[Purge(retention, MONTH).purge_expired, erase.forget_erasures],
        max_cached_workflows=0,
    )


@pytest.mark.shows("13.5", "safety 27")
@pytest.mark.parametrize("failures", [0, 1], ids=["at once", "after an outage"])
async def test_what_is_older_than_the_retention_time_is_removed(
    dev_server: WorkflowEnvironment, failures: int
) -> None:
    """As is what names people who left; a passing outage does not lose the day."""
    queue, client, retention = given_id(), dev_server.client, FlakyRetention(failures)
    conversations = InMemoryConversations(old_erasures=2)
    async with worker(client, queue, retention, conversations):
        purged = await client.execute_workflow(Housekeeping.run, id=queue, task_queue=queue)
    assert purged.counts == {"messages": 3}
    assert [await retention.asked.get() for _ in range(failures + 1)] == [MONTH] * (failures + 1)
    assert retention.asked.empty()
    assert conversations.old_erasures == 0


async def is_for(handle: ScheduleHandle, queue: str) -> bool:
    action = (await handle.describe()).schedule.action
    return isinstance(action, ScheduleActionStartWorkflow) and action.task_queue == queue


class TestSchedule:
    """``schedule_daily`` is called by every worker that starts."""

    @pytest.mark.shows("safety 27")
    @pytest.mark.parametrize("keys", [(), (NEW,)], ids=["in the clear", "encrypted"])
    async def test_it_removes_what_is_older_than_the_worker_keeps_things(
        self, dev_server: WorkflowEnvironment, keys: tuple[str, ...]
    ) -> None:
        """The server gives each run an id of its own, which no payload could be made for."""
        address = dev_server.client.service_client.config.target_host
        extras = ClientExtras(codec=codec(*keys)) if keys else None
        client = await connect(embedded(address), extras)
        queue, name, retention = given_id(), "housekeeping", FlakyRetention()
        handle = client.get_schedule_handle(name)

        async def is_over() -> bool:
            return not (await handle.describe()).info.running_actions

        async def is_gone() -> bool:
            try:
                await handle.describe()
            except RPCError as error:
                return error.status is RPCStatusCode.NOT_FOUND
            return False

        # The server takes all of it in beside other work, and skips a run while another goes on.
        async with worker(client, queue, retention, InMemoryConversations()):
            await schedule_daily(client, name, queue)
            await eventually(partial(is_for, handle, queue))
            await handle.trigger()
            assert await retention.asked.get() == MONTH
            await eventually(is_over)
        await handle.delete()
        await eventually(is_gone)

    async def test_one_that_was_paused_stays_paused(self, dev_server: WorkflowEnvironment) -> None:
        client, name = dev_server.client, f"paused-{given_id()}"
        await schedule_daily(client, name, "nowhere")
        handle = client.get_schedule_handle(name)

        async def is_paused() -> bool:
            return (await handle.describe()).schedule.state.paused

        await handle.pause(note="an operator looks into something")
        await eventually(is_paused)  # the server takes a pause in beside other work
        await schedule_daily(client, name, "elsewhere")

        await eventually(partial(is_for, handle, "elsewhere"))
        assert await is_paused()
        await handle.delete()
