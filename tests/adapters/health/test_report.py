"""A report tells the truth about each part, costs little and takes no longer than its slowest."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from llmock.pytest_plugin import LLMock
from structlog.testing import capture_logs
from temporalio.service import RPCError, RPCStatusCode

from adapters.health import checks
from adapters.health.report import REMEMBERED, Check, Checkup, PartHealth
from adapters.health.server import answering, health_app
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.pings import Pings
from domain.errors import ConfigurationError, StorageUnavailableError
from domain.health import Health, Latency
from tests.adapters.model.gateway.doubles import FakeClock
from tests.metrics import free_port
from wiring.health import served

pytestmark = pytest.mark.shows("models 14")


class Part:
    """A part that is as it is told to be, and counts how often it was asked."""

    def __init__(self, name: str, status: Health = Health.OK, *, needed: bool = False) -> None:
        self.status = status
        self.error: Exception | None = None
        self.asked = 0
        self.check = Check(name, self.ask, needed=needed)

    async def ask(self) -> PartHealth:
        self.asked += 1
        if self.error is not None:
            raise self.error
        return PartHealth(status=self.status, detail="as told")


def health(
    *parts: Part, clock: FakeClock | None = None, stop: asyncio.Event | None = None
) -> Checkup:
    checks = [part.check for part in parts]
    return Checkup("1.2.3", checks, stop or asyncio.Event(), clock or FakeClock())


@pytest.mark.parametrize(
    ("needed", "other", "overall"),
    [
        (Health.OK, Health.OK, Health.OK),
        (Health.OK, Health.DEGRADED, Health.DEGRADED),
        (Health.OK, Health.DOWN, Health.DEGRADED),
        (Health.DEGRADED, Health.OK, Health.DEGRADED),
        (Health.DOWN, Health.OK, Health.DOWN),
        (Health.DOWN, Health.DOWN, Health.DOWN),
    ],
)
async def test_only_what_nothing_can_stand_in_for_takes_the_process_down(
    needed: Health, other: Health, overall: Health
) -> None:
    asked = health(Part("database", needed, needed=True), Part("models", other))
    assert (await asked.report()).status is overall
    assert await asked.ready() is (overall is not Health.DOWN)


async def test_a_silent_provider_is_named_where_providers_are_asked(llmock: LLMock) -> None:
    clock = FakeClock()
    well = OpenAIConfig(model="m", name="well", base_url=llmock.base_url())
    gone = OpenAIConfig(model="m", name="gone", base_url=f"http://127.0.0.1:{free_port()}/v1")
    pings = Pings([well, gone], clock=clock, within=timedelta(minutes=1))
    circuits = {"well": "closed", "gone": "closed"}
    unasked = await checks.models(lambda: circuits)
    asked = await checks.models(lambda: circuits, pings.silent)
    assert unasked.status is Health.OK
    assert (asked.status, asked.detail) == (
        Health.DEGRADED,
        "well closed, gone does not answer: the other providers stand in",
    )
    await pings.silent()
    assert len(llmock.requests) == 1, "once a minute, however often it is wanted"
    clock.now += 60
    await pings.silent()
    assert len(llmock.requests) == 2


async def test_a_storm_of_probes_asks_each_part_once() -> None:
    part, clock = Part("database", needed=True), FakeClock()
    asked = health(part, clock=clock)
    await asyncio.gather(*(asked.report() for _ in range(100)))
    assert part.asked == 1
    clock.now += REMEMBERED.total_seconds()
    await asked.report()
    assert part.asked == 2


async def test_parts_that_hang_and_cannot_be_cancelled_are_down_and_hold_up_nobody() -> None:
    thawed, ended = asyncio.Event(), asyncio.Event()

    async def hangs() -> PartHealth:
        await asyncio.Event().wait()
        raise AssertionError

    async def frozen() -> PartHealth:
        try:
            return await hangs()
        except asyncio.CancelledError:
            await thawed.wait()
        ended.set()
        raise ConnectionResetError

    hanging = [Check(f"part {number}", hangs) for number in range(20)]
    parts = [Check("database", frozen, needed=True), *hanging, Part("well").check]
    asked = Checkup("1", parts, asyncio.Event(), timeout=timedelta(milliseconds=300))
    assert not await asked.ready()
    told = [each.status for each in (await asked.report()).checks]
    assert told == [Health.DOWN] * 21 + [Health.OK]
    assert not ended.is_set()
    thawed.set()
    await ended.wait()


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (StorageUnavailableError("PostgreSQL at db:5432 is away"), "PostgreSQL at db:5432 is away"),
        (ConnectionRefusedError("refused"), "does not answer (ConnectionRefusedError)"),
        (RPCError("who knows", RPCStatusCode.UNAVAILABLE, b""), "does not answer (UNAVAILABLE)"),
    ],
)
async def test_a_part_that_fails_is_down_with_its_reason(error: Exception, detail: str) -> None:
    part = Part("database")
    part.error = error
    (check,) = (await health(part).report()).checks
    assert (check.status, check.detail) == (Health.DOWN, detail)


async def test_a_process_that_is_being_stopped_takes_no_more_work_though_all_is_well() -> None:
    stop = asyncio.Event()
    asked = health(Part("database", needed=True), stop=stop)
    assert await asked.ready()
    stop.set()
    assert not await asked.ready()
    assert (await asked.report()).status is Health.OK


@pytest.mark.parametrize(
    ("states", "status", "words"),
    [
        ({}, Health.OK, "none configured"),
        ({"openai": "closed", "gemini": "closed"}, Health.OK, "openai closed, gemini closed"),
        ({"openai": "open", "gemini": "closed"}, Health.DEGRADED, "other providers"),
        ({"openai": "open", "gemini": "half_open"}, Health.DEGRADED, "rules on this machine"),
    ],
)
async def test_a_provider_that_rests_is_never_a_failure(
    states: dict[str, str], status: Health, words: str
) -> None:
    finding = await checks.models(lambda: states)
    assert finding.status is status
    assert words in finding.detail


@pytest.mark.parametrize(
    ("seconds", "status"), [(None, Health.DEGRADED), (26, Health.OK), (91, Health.DOWN)]
)
async def test_polls_that_stay_unanswered_are_noticed(seconds: int | None, status: Health) -> None:
    age = None if seconds is None else timedelta(seconds=seconds)
    assert (await checks.telegram_polled(lambda: age)).status is status
    assert (await checks.telegram_called(lambda: age)).status is Health.OK


async def test_how_long_each_provider_took_lately_is_told() -> None:
    found = (Latency(provider="openai", p50_ms=700, p95_ms=2100),)

    async def lately(length: timedelta) -> tuple[Latency, ...]:
        assert length == checks.LATELY
        return found

    told = await checks.latencies(lately)
    assert (told.status, told.providers) == (Health.OK, found)
    assert "openai 2100 ms" in told.detail


async def test_a_database_that_answers_slowly_is_degraded() -> None:
    async def took(time: timedelta) -> timedelta:
        return time

    quick = await checks.database(lambda: took(timedelta(milliseconds=3)))
    slow = await checks.database(lambda: took(timedelta(milliseconds=900)))
    assert (quick.status, slow.status) == (Health.OK, Health.DEGRADED)


async def test_a_check_that_is_broken_is_a_finding_and_is_logged() -> None:
    broken = Part("models")
    broken.error = RuntimeError("somebody said: 15.50")
    with capture_logs() as logs:
        report = await health(broken).report()
    (result,) = report.checks
    assert result.status is Health.DOWN
    assert result.detail == "the check failed (RuntimeError)"
    assert [(line["event"], line["check"]) for line in logs] == [("health.check_failed", "models")]


# Three addresses, for whoever asks, without a login and without a way to change anything.


@asynccontextmanager
async def serving(status: Health) -> AsyncIterator[TestClient[Any, Any]]:
    async with TestClient(
        TestServer(health_app(health(Part("database", status, needed=True))))
    ) as client:
        yield client


@pytest.mark.parametrize(
    ("status", "codes"),
    [
        (Health.OK, [200, 200, 200]),
        (Health.DEGRADED, [200, 200, 200]),
        (Health.DOWN, [503, 200, 503]),
    ],
)
async def test_codes_say_whether_it_lives_and_takes_work(status: Health, codes: list[int]) -> None:
    async with serving(status) as client:
        for method in ("GET", "HEAD"):
            paths = ("/health", "/health/live", "/health/ready")
            assert [(await client.request(method, path)).status for path in paths] == codes


async def test_the_report_names_each_part_and_when_it_was_asked() -> None:
    before = datetime.now(UTC)
    async with serving(Health.OK) as client:
        told = await (await client.get("/health")).json()
    assert before <= datetime.fromisoformat(told.pop("timestamp")) <= datetime.now(UTC)
    latency = told["checks"][0].pop("latency_ms")
    assert latency >= 0
    assert told == {
        "status": "ok",
        "version": "1.2.3",
        "checks": [{"name": "database", "status": "ok", "detail": "as told"}],
    }


async def test_nothing_can_be_changed() -> None:
    async with serving(Health.OK) as client:
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            assert (await client.request(method, "/health")).status == 405
            assert (await client.request(method, "/")).status == 404


async def test_an_address_that_is_taken_is_named_with_its_setting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ConfigurationError, match=f"WORKER_HEALTH_LISTEN={listen}"):
            async with answering(health(Part("database")), listen, "WORKER_HEALTH_LISTEN"):
                pass


async def test_without_an_address_nothing_listens() -> None:
    async with served(health(Part("database")), None, "WORKER_HEALTH_LISTEN"):
        pass
