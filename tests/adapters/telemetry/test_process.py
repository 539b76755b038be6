"""The telemetry of a process: where it listens, where spans go, how it ends."""

import socket
from collections.abc import AsyncIterator
from time import monotonic

import pytest
from temporalio.common import MetricMeter

from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.spans import EXPORT_TIMEOUT
from domain.errors import ConfigurationError
from tests.collector import Collector, collecting
from tests.metrics import free_port, scrape


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


async def test_spans_are_sent_with_the_headers_by_the_end_of_the_process(
    collector: Collector,
) -> None:
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
