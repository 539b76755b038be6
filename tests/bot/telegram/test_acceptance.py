"""Every failure ends as one of three verdicts, and the person hears of it at most once."""

from datetime import timedelta

import pytest
from aiogram.exceptions import TelegramBadRequest, TelegramNetworkError, TelegramRetryAfter
from aiogram.methods import GetMe
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from structlog.testing import capture_logs

from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.updates import UpdateTelemetry
from bot.handover import (
    TemporalLockedOutError,
    TemporalRefusedError,
    TemporalUnreachableError,
)
from bot.telegram.errors import MAX_ATTEMPTS, Received, Verdict
from domain.errors import ConfigurationError, DeliveryFailedError, StorageUnavailableError
from tests.bot.fakes import FakeClock
from tests.bot.telegram.telegram import ANA, BEN, EVE, Stage, message, received
from tests.metrics import free_port, scrape

GONE = StorageUnavailableError("gone")


@pytest.mark.shows("telegram 3")
async def test_an_outage_that_lasts_is_told_once_to_each_chat() -> None:
    stage, clock = Stage(), FakeClock()
    accepting = stage.accepting(clock=clock.seconds)
    lunch, dinner = received(message(1, "lunch")), received(message(2, "dinner", user=BEN))
    stage.conversations.failing_for = {str(ANA): GONE, str(BEN): GONE}
    for _ in range(20):
        assert not (await accepting.attempt(lunch)).settled
        assert not (await accepting.attempt(dinner)).settled
        if clock.now - FakeClock().now < timedelta(seconds=10):
            assert stage.voice.said == []  # a short outage is not worth a word
        clock.now += timedelta(seconds=2)
    assert (len(stage.voice.to(ANA)), len(stage.voice.to(BEN))) == (1, 1)

    stage.conversations.failing_for = {}
    assert (await accepting.attempt(lunch)).verdict is Verdict.ACCEPTED
    assert stage.conversations.texts == ["lunch"]


@pytest.mark.parametrize(
    "failure",
    [
        GONE,
        TemporalUnreachableError("gone"),
        TemporalLockedOutError("an expired key"),
        TelegramNetworkError(GetMe(), "reset"),
        TelegramRetryAfter(GetMe(), "slow", retry_after=3),
        TimeoutError(),
    ],
)
async def test_what_will_pass_never_costs_an_update(failure: Exception) -> None:
    stage = Stage()
    stage.conversations.failures += [failure] * 20
    for _ in range(20):
        assert (await stage.receive(message(1, "lunch"))).verdict is Verdict.LATER
    assert (await stage.receive(message(1, "lunch"))).verdict is Verdict.ACCEPTED
    assert stage.voice.to(ANA) == []


@pytest.mark.parametrize(
    "failure",
    [
        KeyError("a bug"),
        TemporalRefusedError("a size"),
        ConfigurationError("a setting"),
        TelegramBadRequest(GetMe(), "chat not found"),
    ],
)
async def test_what_will_not_pass_is_given_up_after_three_attempts(
    failure: Exception,
) -> None:
    stage = Stage()
    stage.conversations.failing_for[str(ANA)] = failure
    with capture_logs() as logged:
        verdicts = [(await stage.receive(message(1, "lunch"))).verdict for _ in range(MAX_ATTEMPTS)]
    assert verdicts == [Verdict.LATER, Verdict.LATER, Verdict.REFUSED]
    assert len(stage.voice.to(ANA)) == 1
    assert len(stage.conversations.attempts) == MAX_ATTEMPTS
    assert [e["update_id"] for e in logged if e["event"] == "update.refused"] == [1]
    assert "lunch" not in str(logged)


async def test_failing_to_say_something_does_not_hold_up_what_was_sent() -> None:
    stage = Stage()
    stage.voice.broken = DeliveryFailedError("blocked")
    assert (await stage.receive(message(1, "hello", user=EVE))).settled
    stage.conversations.failing_for[str(ANA)] = KeyError("a bug")
    for _ in range(MAX_ATTEMPTS):
        outcome = await stage.receive(message(2, "lunch"))
    assert outcome.verdict is Verdict.REFUSED


@pytest.mark.parametrize(
    "raw", [None, 7, "x", [], {}, {"update_id": "1"}, {"update_id": True}, {"update_id": None}]
)
def test_what_has_no_number_is_no_update(raw: object) -> None:
    assert Received.of(raw) is None  # type: ignore[arg-type]  # anything may come


@pytest.mark.parametrize(
    "body",
    [
        {"message": None},
        {"message": []},
        {"message": {}},
        {"message": {"chat": {"id": ANA}, "from": {"id": ANA}}},
        {"message": {"chat": 5, "from": "x", "date": "yesterday", "message_id": {}}},
        {"callback_query": {"id": 5}},
        {"edited_message": {"chat": {"id": [1]}}},
    ],
)
async def test_updates_with_missing_parts_are_settled_at_once(body: dict[str, object]) -> None:
    stage = Stage()
    assert (await stage.receive({"update_id": 1, **body})).settled
    assert stage.conversations.attempts == []


async def test_nothing_is_kept_of_what_a_stranger_sends_in_a_form_that_nobody_knows() -> None:
    stage = Stage()
    odd = message(1, "hello", user=EVE)
    odd["message"]["date"] = "yesterday"
    assert (await stage.receive(odd)).verdict is Verdict.REFUSED
    acceptance = stage.incoming.acceptance
    assert not acceptance._failures
    assert not acceptance._troubles
    assert (stage.conversations.attempts, stage.voice.said) == ([], [])


async def test_each_attempt_at_an_update_is_counted_and_begins_a_trace_that_does_not_quote_it() -> (
    None
):
    stage, port, exporter = Stage(), free_port(), InMemorySpanExporter()
    config = TelemetryConfig("bot", f"127.0.0.1:{port}", "BOT_METRICS_LISTEN")
    process = Telemetry(config, SimpleSpanProcessor(exporter))
    accepting = stage.accepting(telemetry=UpdateTelemetry(process.meter, process.tracing))
    stage.conversations.failures.append(GONE)
    for _ in range(2):  # kept, accepted
        await accepting.attempt(received(message(1, "lunch 12.50")))
    metrics = await scrape(port)
    for outcome in ("later", "accepted"):
        assert metrics.value("telegram_updates_total", outcome=outcome) == 1
    for span in exporter.get_finished_spans():
        assert (span.name, span.parent) == ("update message", None)
        assert "lunch" not in span.to_json()
    assert len(exporter.get_finished_spans()) == 2
