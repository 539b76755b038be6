"""What the worker looks at besides its work."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs
from temporalio.client import Client
from temporalio.common import SearchAttributePair, TypedSearchAttributes, WorkflowIDReusePolicy
from temporalio.testing import WorkflowEnvironment

from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.watch import Watch
from domain.errors import StorageUnavailableError
from tests.given import given_id
from tests.local.waiting import eventually
from tests.metrics import Scraped, free_port, scrape
from workflows.dashboard import STATE


class Database:
    """Answers a ping unless it is ``down``."""

    down = False

    async def ping(self) -> timedelta:
        if self.down:
            raise StorageUnavailableError("the database is away")
        return timedelta(milliseconds=1)


class Watched:
    """``more`` is what the watch is given besides."""

    def __init__(self, client: Client, *queues: str, **more: Any) -> None:  # noqa: ANN401
        self.port = free_port()
        self.telemetry = Telemetry(TelemetryConfig("worker", f"127.0.0.1:{self.port}"))
        self.database = Database()
        self.watch = Watch(client, self.database.ping, self.telemetry.meter, queues, **more)

    async def look(self) -> Scraped:
        await self.watch.look()
        return await scrape(self.port)


async def test_what_files_take_and_what_is_free_is_told_and_stays_told_in_an_outage(
    dev_server: WorkflowEnvironment,
) -> None:
    answers = [{"files": 7, "free": 900}]

    async def stored() -> dict[str, int]:
        if not answers:
            raise StorageUnavailableError("away")
        return answers.pop()

    rounds: list[int] = []
    client = dev_server.client
    watched = Watched(client, also=lambda: rounds.append(1), stored=stored)
    for number in (1, 2):
        told = await watched.look()
        assert len(rounds) == number, "what changes by itself is looked at each round"
        assert told.value("storage_bytes", what="files") == 7
        assert told.value("storage_bytes", what="free") == 900


@pytest.mark.shows("platform 20")
async def test_what_runs_beyond_a_day_of_silence_is_overdue(
    dev_server: WorkflowEnvironment,
) -> None:
    unexpired = [0]

    async def count() -> int:
        return unexpired[0]

    name = f"nobody-{given_id()}"
    await dev_server.client.start_workflow(
        "conversation",
        id=name,
        task_queue=name,
        search_attributes=TypedSearchAttributes([SearchAttributePair(STATE, "idle")]),
    )
    watched = Watched(dev_server.client, name, unexpired=count)

    async def overdue() -> bool:
        told = await watched.look()
        return told.value("conversations_overdue") == told.value("conversations") >= 1

    try:
        await eventually(overdue)
        unexpired[0] = 1_000
        assert (await watched.look()).value("conversations_overdue") == 0
    finally:
        await dev_server.client.get_workflow_handle(name).terminate()


async def test_what_waits_is_the_backlog_of_its_queue(dev_server: WorkflowEnvironment) -> None:
    queue = f"nobody-{given_id()}"
    for number in range(3):
        await dev_server.client.start_workflow(
            "conversation",
            id=f"{queue}-{number}",
            task_queue=queue,
            id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
        )
    watched = Watched(dev_server.client, queue)

    async def counted() -> bool:
        return (await watched.look()).value("queue_backlog", queue=queue) == 3

    try:
        await eventually(counted)
        metrics = await watched.look()
        assert {s["state"] for s in metrics.labels("conversations")} == {"idle", "waiting"}
        assert metrics.value("temporal_up") == 1
        assert metrics.value("database_up") == 1
    finally:
        for number in range(3):
            await dev_server.client.get_workflow_handle(f"{queue}-{number}").terminate()


async def test_a_database_that_is_away_is_logged_once(dev_server: WorkflowEnvironment) -> None:
    watched = Watched(dev_server.client)
    watched.database.down = True
    with capture_logs() as logs:
        await watched.look()
        metrics = await watched.look()
    assert metrics.labels("database_up") == [{}]
    assert metrics.value("database_up") == 0
    assert metrics.value("temporal_up") == 1
    assert [line["what"] for line in logs if line["event"] == "watch.no_answer"] == ["database"]
    watched.database.down = False
    metrics = await watched.look()
    assert metrics.value("database_up") == 1
    assert not metrics.labels("conversations"), "without queues"


async def test_a_database_that_is_frozen_holds_up_no_round(dev_server: WorkflowEnvironment) -> None:
    thawed, ended = asyncio.Event(), asyncio.Event()

    async def frozen() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await thawed.wait()
        ended.set()

    meter = Telemetry(TelemetryConfig("worker")).meter
    watch = Watch(dev_server.client, frozen, meter)
    with capture_logs() as logs:
        await watch.look(timedelta(milliseconds=50))
    assert "database" in [line["what"] for line in logs if line["event"] == "watch.no_answer"]
    assert not ended.is_set()
    thawed.set()
    await ended.wait()


@pytest.mark.timeout(120)
async def test_a_server_or_a_namespace_that_is_away_is_down_and_ends_nothing(
    dev_server: WorkflowEnvironment,
) -> None:
    client = await Client.connect(f"127.0.0.1:{free_port()}", lazy=True)
    watched = Watched(client, "steward")
    metrics = await watched.look()
    assert metrics.value("database_up") == 1
    assert metrics.labels("temporal_up") == [{}]
    assert metrics.value("temporal_up") == 0
    assert metrics.labels("queue_backlog") == [{"queue": "steward"}]
    address = dev_server.client.service_client.config.target_host
    lost = await Client.connect(address, namespace="nowhere", lazy=True)
    assert (await Watched(lost).look()).value("temporal_up") == 0


async def test_it_looks_again_and_again_until_it_is_left(dev_server: WorkflowEnvironment) -> None:
    watched = Watched(dev_server.client)

    async def shows(value: int) -> bool:
        return (await scrape(watched.port)).value("database_up") == value

    async with watched.watch.running(timedelta(milliseconds=20)):
        await eventually(lambda: shows(1))
        watched.database.down = True
        await eventually(lambda: shows(0))
