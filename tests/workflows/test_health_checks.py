"""The checks of /health, asked of the real server."""

import pytest
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.health import checks
from domain.health import Health
from tests.given import given_id
from tests.local.waiting import eventually

pytestmark = pytest.mark.real_server


@activity.defn(name="nothing")
async def nothing() -> None:
    """Is never asked for."""


@workflow.defn(name="idle", sandboxed=False)
class Idle:
    @workflow.run
    async def run(self) -> None:
        """Ends at once."""


async def test_temporal_is_well_where_the_namespace_is_known(
    dev_server: WorkflowEnvironment,
) -> None:
    found = await checks.temporal(dev_server.client)
    assert found.status is Health.OK
    assert found.detail == "namespace default answers"


async def test_temporal_is_down_where_the_namespace_is_unknown(
    dev_server: WorkflowEnvironment,
) -> None:
    address = dev_server.client.service_client.config.target_host
    lost = await Client.connect(address, namespace="nowhere", lazy=True)
    found = await checks.temporal(lost)
    assert found.status is Health.DOWN
    assert found.detail == "the namespace nowhere does not exist"


async def test_a_queue_needs_listeners_for_each_kind_of_its_tasks(
    dev_server: WorkflowEnvironment,
) -> None:
    queue, client = given_id(), dev_server.client
    both = {queue: (checks.WORKFLOWS, checks.ACTIVITIES)}
    assert (await checks.queues(client, both)).detail == (
        f"nobody listens on {queue} (workflows and activities)"
    )
    async with Worker(client, task_queue=queue, activities=[nothing]):

        async def listened_to() -> bool:
            found = await checks.queues(client, {queue: (checks.ACTIVITIES,)})
            return found.status is Health.OK

        await eventually(listened_to)
        found = await checks.queues(client, both)
    assert found.status is Health.DEGRADED
    assert found.detail == f"nobody listens on {queue} (workflows)"
