"""What Prometheus finds at a real worker, by the names that dashboards and alerts use."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest

from adapters.postgres.stores import Stores
from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.temporal import ClientExtras, connect, embedded
from agents import SLUGS
from agents.expenses import replies
from agents.registry import queues_of
from tests.agents.expenses.payloads import categorized, expense
from tests.collector import Collector, collecting
from tests.e2e.house import House
from tests.e2e.phone import Phone, phone_on, receipt
from tests.local.waiting import eventually
from tests.metrics import free_port, scrape
from tests.model_server import ScriptedModelServer

pytestmark = pytest.mark.shows("models 13")


_AFTER_A_CONVERSATION = {
    "llm_requests_total",
    "llm_response_time_seconds_bucket",
    "llm_tokens_total",
    "llm_breaker_state",
    "agent_turn_seconds_bucket",
    "agent_tool_duration_seconds_bucket",
    "agent_questions_bucket",
    "agent_corrections_total",
    "agent_tasks_total",
    "receipt_readings_total",
    "conversations",
    "queue_backlog",
    "database_up",
    "temporal_up",
    "temporal_workflow_task_execution_latency_bucket",
    "temporal_activity_execution_latency_bucket",
    "temporal_worker_task_slots_available",
}


@dataclass(frozen=True)
class Observed:
    """A worker with a model that serves its metrics at ``port`` and sends its traces."""

    port: int
    collector: Collector


@pytest.fixture(scope="module")
async def observed(house: House) -> AsyncIterator[Observed]:
    port = free_port()
    async with (
        collecting() as collector,
        ScriptedModelServer() as model,
        house.worker_with(
            OPENAI_BASE_URL=model.base_url,
            RATE_LIMIT_RPM="6000",
            WORKER_METRICS_LISTEN=f"127.0.0.1:{port}",
            OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
            OTEL_BSP_SCHEDULE_DELAY="100",
        ),
    ):
        model.answer("UnderstandAnswer", expense("Zorblatt", "12.00"))
        model.answer("CategorizeAnswer", categorized("Groceries", 0.95))
        yield Observed(port, collector)


async def test_every_metric_of_a_conversation_is_served(observed: Observed, phone: Phone) -> None:
    await phone.tell("twelve ringgit at Zorblatt, 12.00")
    await phone.tell("it was 13.00")
    await phone.settled(await phone.photo(receipt("M-1")))
    await phone.told(replies.Saved.topic, 2)
    metrics = await scrape(observed.port)
    assert metrics.names >= _AFTER_A_CONVERSATION, _AFTER_A_CONVERSATION - metrics.names
    assert metrics.value("agent_tasks_total", agent="expenses", outcome="done") == 2
    assert metrics.value("receipt_readings_total", tier="local") == 1
    assert metrics.value("database_up") == 1
    assert metrics.value("temporal_up") == 1
    queues = {labels["queue"] for labels in metrics.labels("queue_backlog")}
    bots = {"steward.telegram", "steward.telegram.files"}
    assert queues == {"steward", "steward-models", *queues_of(SLUGS), *bots, "steward.http"}
    told = {value for sample in metrics.samples for value in sample.labels.values()}
    assert not any(phone.user_id in value or phone.id in value for value in told)


async def test_one_trace_goes_through_all_processes(house: House, observed: Observed) -> None:
    telemetry = Telemetry(TelemetryConfig("terminal", otlp_endpoint=observed.collector.url))
    extras = ClientExtras(interceptors=telemetry.interceptors)
    client = await connect(embedded(house.temporal_address), extras)
    stores = Stores.connect(house.database_url)
    try:
        async with phone_on(client, stores) as phone:
            phone.gateway = replace(phone.gateway, tracing=telemetry.tracing)
            await phone.tell("twelve ringgit at Zorblatt, 12.00")
    finally:
        await stores.close()
        await telemetry.aclose()
    await eventually(lambda: any(span.name == "turn" for span in observed.collector.spans))
    (turn,) = (span for span in observed.collector.spans if span.name == "turn")
    of_turn = [s for s in observed.collector.spans if s.trace_id == turn.trace_id]
    assert {(s.service, s.name) for s in of_turn} >= {
        ("steward-terminal", "signal receive"),
        ("steward-terminal", "activity deliver"),
        ("steward-worker", "activity understand"),
        ("steward-worker", "activity save_expense"),
        ("steward-worker", "chat gpt-4o-mini"),
    }
    ids = {span.span_id for span in of_turn}
    roots = [span for span in of_turn if span.parent_id not in ids]
    assert [span.name for span in roots] == [f"message {phone.channel_name}"]
