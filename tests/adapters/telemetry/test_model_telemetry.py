from decimal import Decimal

import pytest
import structlog
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from temporalio.common import MetricMeter
from temporalio.testing import ActivityEnvironment
from temporalio.worker import ActivityInboundInterceptor, ExecuteActivityInput

from adapters.model.availability import BreakerState
from adapters.telemetry.activities import ActivityTelemetry
from adapters.telemetry.model_calls import ModelTelemetry
from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.spans import Tracing, tracer_provider
from domain.usage import ModelCall
from tests.metrics import free_port, scrape

CALL = ModelCall(
    provider="openai",
    model="gpt-4o-mini",
    purpose="understand",
    outcome="ok",
    latency_ms=1200,
    input_tokens=300,
    output_tokens=20,
    cost=Decimal("0.0005"),
    user_id="telegram:1",
    task_id="conversation:telegram:1/transaction/1",
)


async def test_a_model_call_is_counted_with_its_tokens_time_and_cost() -> None:
    port = free_port()
    telemetry = Telemetry(TelemetryConfig("worker", f"127.0.0.1:{port}"))
    models = telemetry.models
    await models.record(CALL)
    await models.record(CALL.model_copy(update={"outcome": "model.unavailable", "cost": None}))
    metrics = await scrape(port)
    one = {"provider": "openai", "model": "gpt-4o-mini"}
    asked = {**one, "purpose": "understand"}
    assert metrics.value("llm_requests_total", **asked, status="ok") == 1
    assert metrics.value("llm_requests_total", **asked, status="model.unavailable") == 1
    assert metrics.value("llm_response_time_seconds_sum", **one) == pytest.approx(2.4)
    assert metrics.value("llm_tokens_total", **one, type="input") == 600
    assert metrics.value("llm_tokens_total", **one, type="output") == 40
    assert metrics.value("llm_cost_usd_sum", **one) == pytest.approx(0.0005)
    assert metrics.value("llm_cost_usd_count", **one) == 1


async def test_the_span_of_a_round_names_its_agent_and_a_call_outside_of_any_turn_has_none() -> (
    None
):
    spans = InMemorySpanExporter()
    tracing = Tracing(tracer_provider("worker", SimpleSpanProcessor(spans)))
    models = ModelTelemetry(MetricMeter.noop, tracing)
    await models.record(CALL)
    assert spans.get_finished_spans() == ()
    with tracing.span("activity agent_step"):
        await models.record(CALL.model_copy(update={"agent": "shop", "round": 2}))
        await models.record(CALL)
    step, other = (dict(s.attributes or {}) for s in spans.get_finished_spans()[:2])
    assert (step["gen_ai.agent.name"], step["steward.round"]) == ("shop", 2)
    assert "steward.round" not in other


async def test_whatever_an_activity_logs_tells_its_conversation() -> None:
    class Inner(ActivityInboundInterceptor):
        def __init__(self) -> None: ...

        async def execute_activity(self, input: ExecuteActivityInput) -> object:  # noqa: A002
            del input
            return structlog.contextvars.get_contextvars()

    measured = ActivityTelemetry(MetricMeter.noop).intercept_activity(Inner())
    given = ExecuteActivityInput(fn=lambda: None, args=[], executor=None, headers={})
    environment = ActivityEnvironment()
    bound = await environment.run(measured.execute_activity, given)
    assert bound == {"conversation_id": environment.info.workflow_id}


async def test_the_state_of_a_circuit_is_a_number_and_is_looked_at_without_a_call() -> None:
    port = free_port()
    telemetry = Telemetry(TelemetryConfig("worker", f"127.0.0.1:{port}"))
    models = telemetry.models
    models.on_breaker("gemini", BreakerState.HALF_OPEN)
    models.on_breaker("local", BreakerState.CLOSED)
    models.on_truncated("understand")
    states = [BreakerState.OPEN, BreakerState.HALF_OPEN]
    models.watch_breaker("openai", lambda: states.pop(0))
    metrics = await scrape(port)
    assert metrics.value("llm_breaker_state", provider="openai") == 2
    assert metrics.value("llm_breaker_state", provider="gemini") == 1
    assert metrics.labels("llm_breaker_state")
    assert metrics.value("llm_breaker_state", provider="local") == 0
    assert metrics.value("agent_conversation_truncated_total", purpose="understand") == 1
    models.look()
    assert (await scrape(port)).value("llm_breaker_state", provider="openai") == 1


async def test_a_model_call_is_a_child_span_with_the_attributes_of_generative_ai() -> None:
    exporter = InMemorySpanExporter()
    telemetry = Telemetry(TelemetryConfig("worker"), SimpleSpanProcessor(exporter))
    with telemetry.tracing.span("activity understand"):
        await telemetry.models.record(CALL)
        await telemetry.models.record(CALL.model_copy(update={"outcome": "model.unavailable"}))
    good, failed, activity = exporter.get_finished_spans()
    assert good.name == "chat gpt-4o-mini"
    assert good.parent is not None
    assert good.parent.span_id == activity.context.span_id
    assert good.attributes is not None
    assert good.attributes["gen_ai.operation.name"] == "chat"
    assert good.attributes["gen_ai.provider.name"] == "openai"
    assert good.attributes["gen_ai.request.model"] == "gpt-4o-mini"
    assert good.attributes["gen_ai.usage.input_tokens"] == 300
    assert good.attributes["gen_ai.usage.output_tokens"] == 20
    assert good.start_time is not None
    assert good.end_time is not None
    assert good.end_time - good.start_time == 1_200_000_000
    assert failed.attributes is not None
    assert failed.attributes["error.type"] == "model.unavailable"
    assert not failed.status.is_ok
    assert "telegram:1" not in "".join(span.to_json() for span in (good, failed, activity))
