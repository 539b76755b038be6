"""Each update is settled by one verdict and only then forgotten; nobody waits for anybody else."""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramConflictError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetMe, SetWebhook
from aiohttp import ClientConnectionError, ClientSession
from aiohttp.test_utils import TestClient, TestServer
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import SecretStr
from structlog.testing import capture_logs

from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.updates import UpdateTelemetry
from bot.handover import TemporalLockedOutError, TemporalRefusedError, TemporalUnreachableError
from bot.telegram.errors import MAX_ATTEMPTS, Received, Verdict
from bot.telegram.polling import Polling
from bot.telegram.pulse import Pulse
from bot.telegram.webhook import MAX_BODY, SECRET_HEADER, Webhook, webhook_app
from domain.errors import ConfigurationError, DeliveryFailedError, StorageUnavailableError
from settings import Settings
from tests.bot.fakes import FakeClock
from tests.bot.telegram.telegram import (
    ANA,
    BEN,
    EVE,
    Stage,
    bad_request,
    message,
    network,
    received,
    until,
)
from tests.local.waiting import eventually
from tests.metrics import free_port, scrape
from wiring import telegram as wiring_telegram

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


@asynccontextmanager
async def polling(stage: Stage) -> AsyncIterator[list[float]]:
    """The loop at work; gives the pauses that it made, which take no time."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    stop = asyncio.Event()
    running = asyncio.create_task(Polling(stage.bot, stage.incoming.acceptance, pause).run(stop))
    try:
        yield pauses
    finally:
        stop.set()
        await running


@pytest.mark.shows("telegram 1")
async def test_an_update_is_confirmed_only_after_it_was_taken_and_holds_up_no_other_chat() -> None:
    stage = Stage()
    gate = stage.conversations.gates[str(ANA)] = asyncio.Event()
    updates = [message(1, "stuck"), message(2, "one", user=BEN), message(3, "two", user=BEN)]
    stage.telegram.deliver(*updates)
    async with polling(stage):
        await until(lambda: stage.conversations.texts == ["one", "two"])
        assert stage.telegram.confirmed == 0
        gate.set()
        await until(lambda: stage.telegram.confirmed == 3)
    assert stage.conversations.texts == ["one", "two", "stuck"]
    assert len(stage.conversations.attempts) == 3


async def test_many_updates_all_arrive_in_the_order_of_their_chat_even_when_some_fail_first() -> (
    None
):
    stage = Stage(allowed=frozenset(range(1, 31)))
    stage.conversations.failures += [StorageUnavailableError("gone")] * 4
    stage.telegram.deliver(*(message(n, str(n), user=n % 30 + 1) for n in range(1, 151)))
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 150)
    for user in range(30):
        own = [int(text) for text in stage.conversations.texts if int(text) % 30 == user]
        assert own == list(range(user or 30, 151, 30))


@pytest.mark.shows("telegram 3")
async def test_while_temporal_is_down_an_update_is_kept_for_as_long_as_it_takes() -> None:
    stage = Stage()
    stage.conversations.failures += [TemporalUnreachableError("gone")] * 50
    stage.telegram.deliver(message(1, "lunch"))
    async with polling(stage) as pauses:
        await until(lambda: len(pauses) >= 40)
        assert stage.telegram.confirmed == 0
        await until(lambda: stage.telegram.confirmed == 1)
    assert max(pauses) <= 5
    assert stage.conversations.texts == ["lunch"]


async def test_an_update_that_cannot_be_read_or_trips_a_defect_holds_up_no_other() -> None:
    stage = Stage()
    chat: dict[str, object] = {"id": ANA}
    broken = {"update_id": 1, "message": {"chat": chat, "from": chat, "text": 7}}
    stage.conversations.failing_for[str(BEN)] = ZeroDivisionError("a bug")
    updates = (message(2, "poison", user=BEN), message(3, "lunch"))
    stage.telegram.deliver(broken, {"no": "number"}, *updates)
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 3)
    assert stage.conversations.texts == ["lunch"]
    assert [chat for chat, _ in stage.voice.said].count(ANA) == len(stage.voice.to(BEN)) == 1


async def test_an_update_that_comes_three_times_is_one_message() -> None:
    stage = Stage()
    again = message(1, "lunch")
    stage.telegram.deliver(again, again, again)
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 1)
        stage.telegram.deliver(again, message(900, "end"))
        await until(lambda: stage.telegram.confirmed == 900)
        # After a quiet week, numbers begin anew.
        stage.telegram.deliver(message(7, "after"))
        await until(lambda: stage.telegram.confirmed == 7)
    assert set(stage.conversations.attempts) == {f"telegram:{ANA}:{n}" for n in (1, 900, 7)}
    assert stage.conversations.texts == ["lunch", "end", "after"]


async def test_a_killed_bot_gets_again_what_it_had_not_finished() -> None:
    stage = Stage()
    stage.conversations.gates[str(ANA)] = asyncio.Event()
    stage.telegram.deliver(message(1, "lunch"), message(2, "done", user=BEN))
    killed = Polling(stage.bot, stage.incoming.acceptance)
    running = asyncio.create_task(killed.run(asyncio.Event()))
    await until(lambda: len(stage.conversations.attempts) == 2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert stage.telegram.confirmed == 0

    stage.conversations.gates.clear()
    stage.restart()
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 2)
    assert sorted(stage.conversations.texts) == ["done", "lunch"]


async def test_when_stopped_what_has_begun_is_finished_and_confirmed() -> None:
    stage = Stage()
    gate = stage.conversations.gates[str(ANA)] = asyncio.Event()
    stage.telegram.deliver(message(1, "begun"), message(2, "waiting"))
    stop = asyncio.Event()
    running = asyncio.create_task(Polling(stage.bot, stage.incoming.acceptance).run(stop))
    await until(lambda: len(stage.conversations.attempts) == 1)
    stop.set()
    gate.set()
    await running
    assert stage.conversations.texts[0] == "begun"
    assert stage.telegram.confirmed == len(stage.conversations.texts)


async def test_troubles_with_telegram_are_waited_out() -> None:
    stage = Stage()
    stage.telegram.failing = [
        network,
        lambda method: TelegramServerError(method, "bad gateway"),
        lambda method: TelegramRetryAfter(method, "slow", retry_after=7),
        lambda method: TelegramConflictError(method, "terminated by other getUpdates request"),
    ]
    stage.telegram.deliver(message(1, "lunch"))
    async with polling(stage) as pauses:
        await until(lambda: stage.telegram.confirmed == 1)
    assert pauses == [0.5, 1.0, 7, 5.0]


async def test_a_refused_token_is_said_to_be_wrong() -> None:
    stage = Stage()
    stage.telegram.failing.append(lambda method: TelegramUnauthorizedError(method, "no"))
    with pytest.raises(ConfigurationError, match="TELEGRAM_BOT_TOKEN"):
        await Polling(stage.bot, stage.incoming.acceptance).run(asyncio.Event())


async def test_a_stranger_is_not_told_about_outages() -> None:
    stage = Stage(allowed=frozenset())
    stage.records.down = StorageUnavailableError("gone")
    stage.telegram.deliver(message(1, "hello", user=EVE))
    async with polling(stage) as pauses:
        await until(lambda: len(pauses) > 5)
        stage.records.down = None
        await until(lambda: stage.telegram.confirmed == 1)
    assert [text for text in stage.voice.to(EVE) if "lost" in text] == []


SECRET = "made-up-but-long-enough"


@asynccontextmanager
async def serving(stage: Stage, url: str | None = None) -> AsyncIterator[TestClient[Any, Any]]:
    app = webhook_app(stage.bot, stage.incoming.acceptance, Webhook(SECRET, url=url))
    async with TestClient(TestServer(app)) as client:
        yield client


async def bring(
    client: TestClient[Any, Any] | ClientSession, update: object, secret: str | None = SECRET
) -> int:
    headers = {} if secret is None else {SECRET_HEADER: secret}
    async with client.post("/telegram", json=update, headers=headers) as response:
        return response.status


@pytest.mark.shows("telegram 1")
async def test_an_update_is_answered_after_its_message_was_taken() -> None:
    stage = Stage()
    gate = stage.conversations.gates[str(ANA)] = asyncio.Event()
    async with serving(stage) as client:
        bringing = asyncio.create_task(bring(client, message(1, "lunch")))
        await stage.conversations.entered.wait()
        assert not bringing.done()
        gate.set()
        assert await bringing == 200
    assert stage.conversations.texts == ["lunch"]


async def test_later_messages_of_a_chat_wait_for_the_one_that_was_sent_away() -> None:
    stage = Stage()
    stage.conversations.failures.append(StorageUnavailableError("gone"))
    async with serving(stage) as client:
        statuses = [
            await bring(client, update)
            for update in (
                message(1, "first"),
                message(2, "second"),
                message(3, "other", user=BEN),
                message(1, "first"),
                message(2, "second"),
                message(2, "second"),
            )
        ]
    assert statuses == [503, 503, 200, 200, 200, 200]
    assert stage.conversations.texts == ["other", "first", "second"]


@pytest.mark.parametrize("secret", [None, "", "wrong", SECRET + "x", SECRET.upper(), "ü"])
async def test_who_does_not_know_the_secret_is_not_listened_to(secret: str | None) -> None:
    stage = Stage()
    async with serving(stage) as client:
        assert await bring(client, message(1, "lunch"), secret) == 401
    assert stage.conversations.attempts == []


@pytest.mark.parametrize(
    ("data", "status"),
    [
        *((body, 400) for body in ("[]", '"x"', "{}", '{"update_id": "1"}', "null")),
        (json.dumps(message(1, "x" * MAX_BODY)), 413),
        ("{", 400),
        (b"\xff\xfe", 400),
        ("[" * 100_000, 400),
    ],
)
async def test_what_is_no_update_is_refused(data: str | bytes, status: int) -> None:
    async with serving(Stage()) as client:
        headers = {SECRET_HEADER: SECRET, "Content-Type": "application/json"}
        async with client.post("/telegram", data=data, headers=headers) as response:
            assert response.status == status


async def test_it_makes_itself_known_to_telegram_with_its_secret() -> None:
    stage = Stage()
    async with (
        serving(stage, "https://steward.example/telegram") as client,
        client.get("/health") as response,
    ):
        assert response.status == 200
    (request,) = stage.telegram.calls
    assert isinstance(request, SetWebhook)
    assert (request.url, request.secret_token) == ("https://steward.example/telegram", SECRET)
    assert "callback_query" in (request.allowed_updates or ())


@pytest.mark.parametrize("secret", ["", "short", "with spaces in it, and long"])
def test_a_secret_that_anybody_could_guess_is_refused(secret: str) -> None:
    stage = Stage()
    with pytest.raises(ConfigurationError):
        webhook_app(stage.bot, stage.incoming.acceptance, Webhook(secret))


async def taking_updates(stage: Stage, listen: str) -> None:
    settings = Settings(
        telegram_webhook_url="https://bot.example/telegram",
        telegram_webhook_secret=SecretStr(SECRET),
        telegram_webhook_listen=listen,
    )
    acceptance, stop = stage.incoming.acceptance, asyncio.Event()
    await wiring_telegram._take_updates(settings, stage.bot, acceptance, stop, Pulse())


async def test_an_update_leaves_no_line_of_its_own_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stage, port = Stage(), free_port()
    caplog.set_level(logging.INFO)
    serving_updates = asyncio.create_task(taking_updates(stage, f"127.0.0.1:{port}"))
    try:
        async with ClientSession(f"http://127.0.0.1:{port}") as client:

            async def taken() -> bool:
                try:
                    return await bring(client, message(1, "lunch")) == 200
                except ClientConnectionError:
                    return False

            await eventually(taken)
    finally:
        serving_updates.cancel()
        await asyncio.gather(serving_updates, return_exceptions=True)
    assert stage.conversations.texts == ["lunch"]
    assert [record.name for record in caplog.records if record.name == "aiohttp.access"] == []


async def test_a_bot_whose_webhook_is_refused_or_whose_port_is_taken_ends_with_one_line() -> None:
    stage = Stage()
    stage.telegram.failing = [bad_request("bad webhook: HTTPS url expected")]
    with pytest.raises(ConfigurationError, match=r"TELEGRAM_WEBHOOK_URL.*HTTPS url expected"):
        await taking_updates(stage, "127.0.0.1:0")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError, match="TELEGRAM_WEBHOOK_LISTEN"):
            await taking_updates(Stage(), f"127.0.0.1:{port}")
