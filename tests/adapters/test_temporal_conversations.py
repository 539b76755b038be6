"""What Temporal holds of a person's conversations goes when they want it to."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from temporalio import workflow
from temporalio.client import Client, WorkflowHandle
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.temporal_conversations import HistoryNotDeletedError, TemporalConversations
from tests.given import given_id
from tests.workflows.servers import BINARIES, real_temporal_server

QUEUE = "talk"
PATIENCE = 60.0


@workflow.defn(name="talk", sandboxed=False)
class Talk:
    """Stands in for a conversation: continues as new at first, then lives until it is told."""

    def __init__(self) -> None:
        self._over = False

    @workflow.signal
    def end(self) -> None:
        self._over = True

    @workflow.run
    async def run(self, continued: int) -> None:
        if continued:
            workflow.continue_as_new(continued - 1)
        await workflow.wait_condition(lambda: self._over)


@workflow.defn(name="erasure", sandboxed=False)
class Erasure(Talk):
    @workflow.run
    async def run(self, continued: int) -> None:
        del continued
        await workflow.wait_condition(lambda: self._over)


@pytest.fixture(scope="module")
async def server() -> AsyncIterator[WorkflowEnvironment]:
    """The real server, told to delete what has closed within a second instead of a minute."""
    options = ("transferProcessorUpdateAckInterval", "visibilityProcessorUpdateAckInterval")
    async with await WorkflowEnvironment.start_local(
        dev_server_existing_path=str(BINARIES / "temporal"),
        dev_server_extra_args=[
            part
            for option in options
            for part in ("--dynamic-config-value", f'history.{option}="500ms"')
        ],
    ) as env:
        yield env


@pytest.fixture
async def client(server: WorkflowEnvironment) -> AsyncIterator[Client]:
    worker = Worker(server.client, task_queue=QUEUE, workflows=[Talk, Erasure])
    async with worker:
        yield server.client


async def begun(
    client: Client, workflow_id: str, *, continued: int = 0
) -> WorkflowHandle[Talk, None]:
    return await client.start_workflow(Talk.run, continued, id=workflow_id, task_queue=QUEUE)


async def becomes(holds: Callable[[], Awaitable[bool]]) -> None:
    """Lists lag behind by a moment, and the server deletes in the background."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():  # each look is a call to the server, so this does not spin
            pass


async def listed(client: Client, workflow_id: str) -> int:
    query = f"""WorkflowId = "{workflow_id}" """
    return len([found async for found in client.list_workflows(query)])


async def known(client: Client, workflow_id: str) -> bool:
    try:
        await client.get_workflow_handle(workflow_id).describe()
    except RPCError as error:
        if error.status is not RPCStatusCode.NOT_FOUND:
            raise
        return False
    return True


@pytest.mark.shows("safety 35")
async def test_every_run_of_a_conversation_goes_and_another_stays(client: Client) -> None:
    mine, other = f"it's {given_id()}", f"its {given_id()}"
    handle = await begun(client, mine)
    await handle.signal(Talk.end)
    await handle.result()
    await begun(client, mine, continued=3)
    await begun(client, other)

    async def all_listed() -> bool:
        return await listed(client, mine) == 5

    async def gone() -> bool:
        return await listed(client, mine) == 0 and not await known(client, mine)

    await becomes(all_listed)
    assert await TemporalConversations(client).remove((mine,)) == 1
    await becomes(gone)
    assert await known(client, other)


async def test_a_second_time_and_unknown_ones_are_passed_over_and_one_that_has_ended_did_not_run(
    client: Client,
) -> None:
    mine, ended = f"talk-{given_id()}", f"talk-{given_id()}"
    await begun(client, mine)
    handle = await begun(client, ended)
    await handle.signal(Talk.end)
    await handle.result()
    conversations = TemporalConversations(client)
    assert await conversations.remove((ended,)) == 0
    assert await conversations.remove((mine, "never-was")) == 1
    assert await conversations.remove((mine, "never-was")) == 0
    assert await conversations.remove(()) == 0

    async def gone() -> bool:
        return not await known(client, ended)

    await becomes(gone)


async def test_only_erasures_that_are_over_are_forgotten(client: Client) -> None:
    over, under_way = f"erasure:{given_id()}", f"erasure:{given_id()}"
    handles = [
        await client.start_workflow(Erasure.run, 0, id=workflow_id, task_queue=QUEUE)
        for workflow_id in (over, under_way)
    ]
    await handles[0].signal(Erasure.end)
    await handles[0].result()
    conversations = TemporalConversations(client)

    async def forgotten() -> bool:
        await conversations.forget_erasures()
        return not await known(client, over)

    await becomes(forgotten)
    assert await known(client, under_way)
    await handles[1].signal(Erasure.end)


async def test_a_server_that_is_away_is_a_passing_fault() -> None:
    async with real_temporal_server() as server:
        client = server.client
    with pytest.raises(HistoryNotDeletedError) as caught:
        await TemporalConversations(client).remove(("talk",))
    assert caught.value.retryable
