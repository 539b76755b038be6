import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from time import monotonic

import pytest
import structlog
from aiohttp import ClientSession, web
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.util.types import AttributeValue
from temporalio.common import MetricMeter
from temporalio.converter import PayloadConverter
from temporalio.testing import ActivityEnvironment
from temporalio.worker import ActivityInboundInterceptor, ExecuteActivityInput

from adapters.model.availability import BreakerState
from adapters.model.metering import SentRequest, metered, report_sent
from adapters.pseudonyms import Pseudonyms
from adapters.telemetry.activities import ActivityTelemetry
from adapters.telemetry.content import MOST_CHARACTERS, TracedContent
from adapters.telemetry.model_calls import ModelTelemetry
from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.requests import RequestTelemetry
from adapters.telemetry.spans import EXPORT_TIMEOUT, Tracing, current_traceparent, tracer_provider
from adapters.telemetry.tracing import HEADER, TracingInterceptor
from domain.errors import ConfigurationError
from domain.tools import RunToolRequest, ToolCall, ToolResult
from domain.understanding import Person
from tests.adapters.postgres.requests import model_call
from tests.collector import Collector, collecting
from tests.metrics import free_port, scrape

CALL = model_call("telegram:1")


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
    assert metrics.value("llm_response_time_seconds_sum", **one) == pytest.approx(0.2)
    assert metrics.value("llm_tokens_total", **one, type="input") == 180
    assert metrics.value("llm_tokens_total", **one, type="output") == 20
    assert metrics.value("llm_cost_usd_sum", **one) == pytest.approx(0.001)
    assert metrics.value("llm_cost_usd_count", **one) == 1


async def test_the_span_of_a_round_names_its_agent_and_a_call_outside_a_turn_has_none() -> None:
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
    assert {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-4o-mini",
        "gen_ai.usage.input_tokens": 90,
        "gen_ai.usage.output_tokens": 10,
    }.items() <= good.attributes.items()
    assert good.start_time is not None
    assert good.end_time is not None
    assert good.end_time - good.start_time == 100_000_000
    assert failed.attributes is not None
    assert failed.attributes["error.type"] == "model.unavailable"
    assert not failed.status.is_ok
    assert "telegram:1" not in "".join(span.to_json() for span in (good, failed, activity))


# Requests: routes and status, streams while they last, no callers.


async def _said(_: web.Request) -> web.Response:
    return web.Response(text="said")


async def _refused(_: web.Request) -> web.Response:
    raise web.HTTPConflict


async def _broken(_: web.Request) -> web.Response:
    raise RuntimeError


@pytest.fixture
def measured() -> Iterator[tuple[web.Application, int]]:
    """An application, and the port of its metrics, which the runtime serves while it is held."""
    port = free_port()
    telemetry = Telemetry(TelemetryConfig("http", f"127.0.0.1:{port}", "HTTP_METRICS_LISTEN"))
    app = web.Application()
    app.add_routes([web.get("/of/{name}", _said), web.get("/no", _refused), web.get("/x", _broken)])
    RequestTelemetry(telemetry.meter).measure(app)
    yield app, port
    del telemetry


async def test_each_request_counts_once_under_its_route_and_streams_only_while_they_last(
    measured: tuple[web.Application, int],
) -> None:
    app, metrics = measured
    over = asyncio.Event()

    async def stream(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await over.wait()
        return response

    app.add_routes([web.get("/events", stream)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port := free_port()).start()
    async with ClientSession(f"http://127.0.0.1:{port}") as client:
        for path in ("/of/ali", "/of/siti", "/no", "/x", "/../etc/passwd", "/wp-login.php"):
            async with client.get(path):
                pass
        async with client.get("/events") as events:
            assert (await scrape(metrics)).value("http_streams") == 1
            over.set()
            await events.read()
    await runner.cleanup()
    told = await scrape(metrics)
    counted = {
        (each["route"], each["status"]): told.value("http_requests_total", **each)
        for each in told.labels("http_requests_total")
    }
    assert counted == {
        ("/of/{name}", "200"): 2,
        ("/no", "409"): 1,
        ("/x", "500"): 1,
        ("unmatched", "404"): 2,
        ("/events", "200"): 1,
    }
    assert told.value("http_streams") == 0
    timed = {each["route"] for each in told.labels("http_request_seconds_count")}
    assert timed == {"/of/{name}", "/no", "/x", "unmatched"}


# The process: where it listens, where spans go, how it ends.


def test_without_settings_nothing_is_served_traced_or_measured() -> None:
    telemetry = Telemetry(TelemetryConfig("worker"))
    assert telemetry.runtime is None
    assert telemetry.meter is MetricMeter.noop
    assert not telemetry.tracing.on
    assert len(telemetry.interceptors) == 1, "only the line for each activity"


def test_a_taken_port_is_told_with_the_setting_that_names_it() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ConfigurationError, match=f"BOT_METRICS_LISTEN={address}"):
            Telemetry(TelemetryConfig("bot", address, "BOT_METRICS_LISTEN"))


async def test_metrics_are_served_under_the_names_that_they_were_made_with() -> None:
    port = free_port()
    telemetry = Telemetry(TelemetryConfig("worker", f"127.0.0.1:{port}"))
    telemetry.meter.create_counter("receipts_total").add(1, {"outcome": "saved"})
    histogram = telemetry.meter.create_histogram_float("agent_turn_seconds")
    histogram.record(29, {"channel": "test"})
    metrics = await scrape(port)
    assert metrics.labels("receipts_total") == [{"outcome": "saved"}]
    assert metrics.value("agent_turn_seconds_bucket", le="25") == 0
    assert metrics.value("agent_turn_seconds_bucket", le="30") == 1


@pytest.mark.parametrize("headers", ["no-sign", "=value", "a=1,b"])
def test_headers_that_are_none_are_refused_without_being_shown(headers: str) -> None:
    config = TelemetryConfig("worker", otlp_endpoint="http://127.0.0.1:9", otlp_headers=headers)
    with pytest.raises(ConfigurationError) as refused:
        Telemetry(config)
    assert "OTEL_EXPORTER_OTLP_HEADERS" in str(refused.value)
    assert "value" not in str(refused.value).replace("name=value", "")


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    async with collecting() as collector:
        yield collector


async def test_spans_are_sent_with_the_headers_when_the_process_ends(collector: Collector) -> None:
    headers = "Authorization=Basic%20bWFkZTp1cA==, x-project = steward"
    telemetry = Telemetry(
        TelemetryConfig("worker", otlp_endpoint=collector.url, otlp_headers=headers)
    )
    with telemetry.tracing.span("message telegram"):
        pass
    await telemetry.aclose()
    assert [(s.service, s.name) for s in collector.spans] == [
        ("steward-worker", "message telegram")
    ]
    assert collector.headers[0]["authorization"] == "Basic bWFkZTp1cA=="
    assert collector.headers[0]["x-project"] == "steward"


async def test_a_collector_that_hangs_or_is_away_holds_the_end_up_for_less_than_one_attempt_to_send(
    collector: Collector,
) -> None:
    collector.gate.clear()
    for url in (collector.url, f"http://127.0.0.1:{free_port()}"):
        telemetry = Telemetry(TelemetryConfig("worker", otlp_endpoint=url))
        with telemetry.tracing.span("message telegram"):
            pass
        started = monotonic()
        await telemetry.aclose()
        assert monotonic() - started < EXPORT_TIMEOUT.total_seconds()
        assert telemetry.tracing.on


@pytest.mark.shows("models 16")
class TestContent:
    """What people and models said is on spans where an operator asks for it, and nowhere else."""

    SENT = SentRequest(
        model="gpt-4o-mini",
        messages=(("system", "You shop."), ("user", "blue pens für Zoë")),
        temperature=None,
        max_tokens=100,
        structure="tools",
        answer='{"tool": "search_catalog"}',
    )

    @staticmethod
    async def spans(content: TracedContent | None) -> list[dict[str, AttributeValue]]:
        """The attributes of a model call and of a call of a tool."""
        exporter = InMemorySpanExporter()
        config = TelemetryConfig("worker", content=content)
        telemetry = Telemetry(config, SimpleSpanProcessor(exporter))
        with telemetry.tracing.span("turn"):
            with metered():
                report_sent(TestContent.SENT)
                await telemetry.models.record(CALL.model_copy(update={"agent": "shop"}))
            carried = PayloadConverter.default.to_payloads([current_traceparent()])[0]

        class Inner(ActivityInboundInterceptor):
            def __init__(self) -> None: ...

            async def execute_activity(self, input: ExecuteActivityInput) -> object:  # noqa: A002
                del input
                return ToolResult(call_id="1", value={"found": "Gel pen"})

        request = RunToolRequest(
            person=Person(user_id="telegram:1"),
            conversation_id="conversation:telegram:1",
            task_id="conversation:telegram:1/shop/1",
            agent="shop",
            call=ToolCall(call_id="1", name="search_catalog", arguments='{"query": "blue pens"}'),
        )
        traced = TracingInterceptor(telemetry.tracing).intercept_activity(Inner())
        given = ExecuteActivityInput(
            fn=lambda: None, args=[request], executor=None, headers={HEADER: carried}
        )
        await ActivityEnvironment().run(traced.execute_activity, given)
        named = {span.name: dict(span.attributes or {}) for span in exporter.get_finished_spans()}
        return [named["chat gpt-4o-mini"], named["execute_tool search_catalog"]]

    async def test_without_the_wish_no_word_is_traced(self) -> None:
        for attributes in await self.spans(None):
            assert not re.search("blue pens|Gel pen|shop:|telegram", json.dumps(attributes))

    async def test_with_it_a_run_has_its_input_output_name_and_tags(self) -> None:
        content = TracedContent(Pseudonyms(b"k" * 32))
        chat, tool = await self.spans(content)
        user = Pseudonyms(b"k" * 32).in_text("telegram:1")
        assert json.loads(str(chat["gen_ai.input.messages"]))[1] == {
            "role": "user",
            "parts": [{"type": "text", "content": "blue pens für Zoë"}],
        }
        assert json.loads(str(chat["gen_ai.completion"])) == [
            {"role": "assistant", "content": '{"tool": "search_catalog"}'}
        ]
        assert json.loads(str(chat["gen_ai.prompt"]))[0]["content"] == "You shop."
        assert (tool["input.value"], tool["gen_ai.tool.call.arguments"]) == (
            '{"query": "blue pens"}',
            '{"query": "blue pens"}',
        )
        assert json.loads(str(tool["output.value"]))["value"] == {"found": "Gel pen"}
        assert chat["langsmith.trace.name"] == "shop understand"
        assert tool["langsmith.trace.name"] == "shop search_catalog"
        for attributes in (chat, tool):
            assert attributes["user.id"] == user
            assert attributes["langfuse.trace.tags"] == ("agent:shop", f"user:{user}")
            assert "telegram:1" not in json.dumps(attributes)

    def test_a_long_text_ends_early_and_a_call_without_words_has_none(self) -> None:
        content = TracedContent(Pseudonyms(b"k" * 32))
        long = replace(self.SENT, messages=(("user", "x" * 50_000),), answer="")
        attributes = content.of_model_call(CALL, [long])
        assert len(str(attributes["gen_ai.prompt"])) < MOST_CHARACTERS + 100
        assert attributes["gen_ai.completion"] == "[]"
        assert "gen_ai.prompt" not in content.of_model_call(CALL, [])
