"""The connection's promises: who may do what in the namespace, and which build gets the work."""

import asyncio
from collections.abc import Sequence
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
from domain.errors import ConfigurationError
from tests.given import given_id

QUEUE = "builds"
PATIENCE = 60.0
KEYWORD = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
_NO = "no"
_NOT_YET = (RPCStatusCode.FAILED_PRECONDITION, RPCStatusCode.NOT_FOUND)


@workflow.defn(name="talk", sandboxed=False)
class Talk:
    """Stands in for a conversation: answers for as long as it is not told to end."""

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
    async def run(self) -> None:
        await workflow.wait_condition(lambda: self._over)


@pytest.fixture
def client(dev_server: WorkflowEnvironment) -> Client:
    return dev_server.client


def build(client: Client, name: str) -> Worker:
    return Worker(
        client,
        task_queue=QUEUE,
        workflows=[Talk],
        deployment_config=versioned("steward", name),
    )


async def made_current(client: Client, name: str) -> None:
    """As soon as the server has heard of the queues of this build."""
    request = SetWorkerDeploymentCurrentVersionRequest(
        namespace=client.namespace, deployment_name="steward", build_id=name
    )
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await client.workflow_service.set_worker_deployment_current_version(request)
            except RPCError as error:  # each try is a call to the server, so this does not spin
                if error.status not in _NOT_YET:
                    raise
            else:
                return


async def moved(talk: WorkflowHandle[Talk, None]) -> int:
    """Talks on until the new build answers: the server's queues hear of it a moment later.

    How much was said by then.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            said = await talk.execute_update(Talk.say)
            info = (await talk.describe()).raw_description.workflow_execution_info.versioning_info
            if info.deployment_version.build_id == "new":
                return said


async def test_a_conversation_under_way_moves_to_the_build_that_is_made_current(
    client: Client,
) -> None:
    async with build(client, "old"):
        await made_current(client, "old")
        talk = await client.start_workflow(Talk.run, id=f"talk:{given_id()}", task_queue=QUEUE)
        assert await talk.execute_update(Talk.say) == 1
        async with build(client, "new"):
            await made_current(client, "new")
            said = await moved(talk)
    async with build(client, "new"):
        assert await talk.execute_update(Talk.say) == said + 1
        await talk.signal(Talk.end)
        await talk.result()


class Namespace:
    """A server whose operators do not trust us; ``attributes`` is what they made themselves."""

    def __init__(self, attributes: Sequence[str] | None) -> None:
        self._attributes = attributes
        self.namespace = "guarded"
        self.operator_service = SimpleNamespace(
            add_search_attributes=self._denied, list_search_attributes=self._listed
        )
        self.create_schedule = self._denied

    async def _denied(self, *_: object) -> None:
        raise RPCError(_NO, RPCStatusCode.PERMISSION_DENIED, b"")

    async def _listed(self, _: object) -> ListSearchAttributesResponse:
        if self._attributes is None:
            raise RPCError(_NO, RPCStatusCode.PERMISSION_DENIED, b"")
        return ListSearchAttributesResponse(
            custom_attributes=dict.fromkeys(self._attributes, KEYWORD)
        )


def guarded(attributes: Sequence[str] | None) -> Client:
    return cast("Client", Namespace(attributes))


async def test_search_attributes_that_an_operator_made_are_enough_and_unknown_ones_are_logged() -> (
    None
):
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
    assert versioned("steward", None) is None, "without a build id it is given work as ever"
    wanted = configured()
    assert wanted["target_host"] == "eu-central-1.aws.api.temporal.io:7233"
    assert wanted["namespace"] == "steward.a1b2c"
    assert (wanted["api_key"], wanted["tls"]) == ("made-up", True)
