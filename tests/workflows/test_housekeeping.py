"""Expired data is removed once a day."""

import asyncio
from datetime import timedelta

import pytest
from temporalio.client import ScheduleActionStartWorkflow
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

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.asked: list[timedelta] = []

    async def purge(self, older_than: timedelta) -> Purged:
        self.asked.append(older_than)
        if len(self.asked) <= self.failures:
            msg = "away"
            raise StorageUnavailableError(msg)
        return Purged(counts={"messages": 3})


class WaitedFor:
    """Implements ``Retention``; tells what it was asked."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[timedelta] = asyncio.Queue()

    async def purge(self, older_than: timedelta) -> Purged:
        self._asked.put_nowait(older_than)
        return Purged()

    async def next(self) -> timedelta:
        return await asyncio.wait_for(self._asked.get(), 60)


async def run(
    server: WorkflowEnvironment,
    retention: FlakyRetention,
    conversations: InMemoryConversations | None = None,
) -> Purged:
    queue = given_id()
    erase = ErasePerson(InMemoryErasure(), conversations or InMemoryConversations())
    worker = Worker(
        server.client,
        task_queue=queue,
        workflows=[Housekeeping],
        activities=[Purge(retention, MONTH).purge_expired, erase.forget_erasures],
        max_cached_workflows=0,
    )
    async with worker:
        return await server.client.execute_workflow(Housekeeping.run, id=queue, task_queue=queue)


@pytest.mark.shows("13.5", "safety 27")
async def test_what_is_older_than_the_retention_time_is_removed(
    shared_server: WorkflowEnvironment,
) -> None:
    retention = FlakyRetention(failures=0)
    assert (await run(shared_server, retention)).counts == {"messages": 3}
    assert retention.asked == [timedelta(days=30)]


@pytest.mark.shows("safety 27")
async def test_a_passing_outage_does_not_lose_the_day(dev_server: WorkflowEnvironment) -> None:
    retention = FlakyRetention(failures=1)
    assert (await run(dev_server, retention)).counts == {"messages": 3}
    assert len(retention.asked) == 2


async def test_what_names_people_who_left_is_removed(shared_server: WorkflowEnvironment) -> None:
    conversations = InMemoryConversations(old_erasures=2)
    await run(shared_server, FlakyRetention(failures=0), conversations)
    assert conversations.old_erasures == 0


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
        queue, name, retention = given_id(), "housekeeping", WaitedFor()
        erase = ErasePerson(InMemoryErasure(), InMemoryConversations())
        worker = Worker(
            client,
            task_queue=queue,
            workflows=[Housekeeping],
            activities=[Purge(retention, MONTH).purge_expired, erase.forget_erasures],
        )
        handle = client.get_schedule_handle(name)

        async def is_for_this_worker() -> bool:
            action = (await handle.describe()).schedule.action
            return isinstance(action, ScheduleActionStartWorkflow) and action.task_queue == queue

        async def is_over() -> bool:
            return not (await handle.describe()).info.running_actions

        async def is_gone() -> bool:
            try:
                await handle.describe()
            except RPCError as error:
                return error.status is RPCStatusCode.NOT_FOUND
            return False

        # The server takes all of it in beside other work, and skips a run while another goes on.
        async with worker:
            await schedule_daily(client, name, queue)
            await eventually(is_for_this_worker)
            await handle.trigger()
            assert await retention.next() == MONTH
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

        async def is_updated() -> bool:
            action = (await handle.describe()).schedule.action
            return isinstance(action, ScheduleActionStartWorkflow) and (
                action.task_queue == "elsewhere"
            )

        await eventually(is_updated)
        assert await is_paused()
        await handle.delete()
