"""What the connection promises: who may do what in the namespace, which build gets the work, and
what is deleted.
"""

from collections.abc import AsyncIterator, Sequence
from importlib import metadata
from types import SimpleNamespace
from typing import cast

import pytest
from structlog.testing import capture_logs
from temporalio import workflow
from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import ListSearchAttributesResponse
from temporalio.api.workflowservice.v1 import SetWorkerDeploymentCurrentVersionRequest
from temporalio.client import Client, WorkflowHandle
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.temporal import configured, prepare, schedule_daily, versioned
from adapters.temporal_conversations import HistoryNotDeletedError, TemporalConversations
from domain.errors import ConfigurationError
from tests.given import given_id
from tests.local.waiting import eventually
from tests.workflows.servers import BINARIES

QUEUE = "builds"
KEYWORD = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
_NO = "no"
_NOT_YET = (RPCStatusCode.FAILED_PRECONDITION, RPCStatusCode.NOT_FOUND)


@workflow.defn(name="talk", sandboxed=False)
class Talk:
    """Stands in for a conversation: continues as new at first, then answers until it is told to
    end.
    """

    def __init__(self) -> None:
        self._heard = 0
        self._over = False

    @workflow.update
    async def say(self) -> int:
        self._heard += 1
        return self._heard

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
        await super().run(continued)


@pytest.fixture
def client(dev_server: WorkflowEnvironment) -> Client:
    return dev_server.client


def build(client: Client, name: str | None, queue: str = QUEUE) -> Worker:
    return Worker(
        client,
        task_queue=queue,
        workflows=[Talk],
        **versioned("steward", name),
    )


async def made_current(client: Client, name: str) -> None:
    """As soon as the server has heard of the queues of this build."""
    request = SetWorkerDeploymentCurrentVersionRequest(
        namespace=client.namespace, deployment_name="steward", build_id=name
    )

    async def is_taken() -> bool:
        try:
            await client.workflow_service.set_worker_deployment_current_version(request)
        except RPCError as error:
            if error.status not in _NOT_YET:
                raise
            return False
        return True

    await eventually(is_taken)


async def moved(talk: WorkflowHandle[Talk, None]) -> int:
    """Talks on until the new build answers: the server's queues hear of it a moment later.

    How much was said by then.
    """
    said = 0

    async def is_new() -> bool:
        nonlocal said
        said = await talk.execute_update(Talk.say)
        info = (await talk.describe()).raw_description.workflow_execution_info.versioning_info
        return info.deployment_version.build_id == "new"

    await eventually(is_new)
    return said


async def test_a_conversation_under_way_moves_to_the_current_build(client: Client) -> None:
    async with build(client, "old"):
        await made_current(client, "old")
        talk = await client.start_workflow(Talk.run, 0, id=f"talk:{given_id()}", task_queue=QUEUE)
        assert await talk.execute_update(Talk.say) == 1
        async with build(client, "new"):
            await made_current(client, "new")
            said = await moved(talk)
    async with build(client, "new"):
        assert await talk.execute_update(Talk.say) == said + 1
        await talk.signal(Talk.end)
        await talk.result()


async def test_a_history_names_the_version_of_the_package_where_builds_have_no_name(
    client: Client,
) -> None:
    queue = given_id()  # no build has become the current one of this queue
    async with build(client, None, queue):
        talk = await client.start_workflow(Talk.run, 0, id=f"talk:{given_id()}", task_queue=queue)
        assert await talk.execute_update(Talk.say) == 1
        history = await talk.fetch_history()
        await talk.signal(Talk.end)
        await talk.result()
    done = [event.workflow_task_completed_event_attributes for event in history.events]
    assert metadata.version("steward") in {each.worker_version.build_id for each in done}


class Namespace:
    """A server whose operators do not trust us; ``attributes`` is what they made themselves."""

    def __init__(self, attributes: Sequence[str] | None) -> None:
        self._attributes = attributes
        self.namespace = "guarded"
        self.operator_service = SimpleNamespace(
            add_search_attributes=self._denied, list_search_attributes=self._listed
        )
        self.create_schedule = self._denied

    def get_workflow_handle(self, *_: str, **__: str | None) -> SimpleNamespace:
        return SimpleNamespace(describe=self._denied)

    async def _denied(self, *_: object, **__: object) -> None:
        raise RPCError(_NO, RPCStatusCode.PERMISSION_DENIED, b"")

    async def _listed(self, _: object) -> ListSearchAttributesResponse:
        if self._attributes is None:
            raise RPCError(_NO, RPCStatusCode.PERMISSION_DENIED, b"")
        return ListSearchAttributesResponse(
            custom_attributes=dict.fromkeys(self._attributes, KEYWORD)
        )


def guarded(attributes: Sequence[str] | None) -> Client:
    return cast("Client", Namespace(attributes))


async def test_search_attributes_of_an_operator_are_enough_and_unknown_ones_logged() -> None:
    with capture_logs() as logs:
        await prepare(guarded(["StewardState", "Other"]), ["StewardState"])
        assert logs == []
        await prepare(guarded(None), ["StewardState"])
    assert [each["event"] for each in logs] == ["temporal.search_attributes_not_added"]


async def test_what_credentials_may_not_do_is_one_clear_sentence() -> None:
    with pytest.raises(ConfigurationError, match=r"guarded lacks .*\(StewardAgent\).*operator"):
        await prepare(guarded(["StewardState"]), ["StewardState", "StewardAgent"])
    with pytest.raises(ConfigurationError, match=r"may not keep schedules .*guarded.*write"):
        await schedule_daily(guarded([]), "housekeeping", QUEUE)


def test_an_api_key_brings_tls_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEMPORAL_CONFIG_FILE", "/nowhere/temporal.toml")
    monkeypatch.setenv("TEMPORAL_ADDRESS", "eu-central-1.aws.api.temporal.io:7233")
    monkeypatch.setenv("TEMPORAL_NAMESPACE", "steward.a1b2c")
    monkeypatch.setenv("TEMPORAL_API_KEY", "made-up")
    wanted = configured()
    assert wanted["target_host"] == "eu-central-1.aws.api.temporal.io:7233"
    assert wanted["namespace"] == "steward.a1b2c"
    assert (wanted["api_key"], wanted["tls"]) == ("made-up", True)


# What Temporal holds of a person's conversations goes when they want it to.


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
async def forgetful(server: WorkflowEnvironment) -> AsyncIterator[Client]:
    worker = Worker(server.client, task_queue=QUEUE, workflows=[Talk, Erasure])
    async with worker:
        yield server.client


async def begun(
    client: Client, workflow_id: str, *, continued: int = 0
) -> WorkflowHandle[Talk, None]:
    return await client.start_workflow(Talk.run, continued, id=workflow_id, task_queue=QUEUE)


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
async def test_every_run_of_a_conversation_goes_and_another_stays(forgetful: Client) -> None:
    mine, other = f"it's {given_id()}", f"its {given_id()}"
    handle = await begun(forgetful, mine)
    await handle.signal(Talk.end)
    await handle.result()
    await begun(forgetful, mine, continued=3)
    await begun(forgetful, other)

    async def all_listed() -> bool:
        return await listed(forgetful, mine) == 5

    async def gone() -> bool:
        return await listed(forgetful, mine) == 0 and not await known(forgetful, mine)

    await eventually(all_listed)
    assert await TemporalConversations(forgetful).remove((mine,)) == 1
    await eventually(gone)
    assert await known(forgetful, other)


async def test_a_second_time_and_unknown_ones_are_passed_over_and_one_that_has_ended_did_not_run(
    forgetful: Client,
) -> None:
    mine, ended = f"talk-{given_id()}", f"talk-{given_id()}"
    await begun(forgetful, mine)
    handle = await begun(forgetful, ended)
    await handle.signal(Talk.end)
    await handle.result()
    conversations = TemporalConversations(forgetful)
    assert await conversations.remove((ended,)) == 0
    assert await conversations.remove((mine, "never-was")) == 1
    assert await conversations.remove((mine, "never-was")) == 0
    assert await conversations.remove(()) == 0

    async def gone() -> bool:
        return not await known(forgetful, ended)

    await eventually(gone)


async def test_only_erasures_that_are_over_are_forgotten(forgetful: Client) -> None:
    over, under_way = f"erasure:{given_id()}", f"erasure:{given_id()}"
    handles = [
        await forgetful.start_workflow(Erasure.run, 0, id=workflow_id, task_queue=QUEUE)
        for workflow_id in (over, under_way)
    ]
    await handles[0].signal(Erasure.end)
    await handles[0].result()
    conversations = TemporalConversations(forgetful)

    async def forgotten() -> bool:
        await conversations.forget_erasures()
        return not await known(forgetful, over)

    await eventually(forgotten)
    assert await known(forgetful, under_way)
    await handles[1].signal(Erasure.end)


async def test_a_server_that_refuses_is_a_passing_fault() -> None:
    with pytest.raises(HistoryNotDeletedError) as caught:
        await TemporalConversations(guarded(None)).remove(("talk",))
    assert caught.value.retryable
