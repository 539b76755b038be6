"""Three addresses, for whoever asks, without a login and without a way to change anything."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.health.report import Check, Checkup, PartHealth
from adapters.health.server import health_app, served
from domain.errors import ConfigurationError
from domain.health import Health

pytestmark = pytest.mark.shows("models 14")


def health(status: Health) -> Checkup:
    async def ask() -> PartHealth:
        return PartHealth(status=status, detail="as told")

    return Checkup("1.2.3", [Check("database", ask, needed=True)], asyncio.Event())


@asynccontextmanager
async def serving(status: Health) -> AsyncIterator[TestClient[Any, Any]]:
    async with TestClient(TestServer(health_app(health(status)))) as client:
        yield client


@pytest.mark.parametrize(
    ("status", "codes"),
    [
        (Health.OK, [200, 200, 200]),
        (Health.DEGRADED, [200, 200, 200]),
        (Health.DOWN, [503, 200, 503]),
    ],
)
async def test_the_codes_say_whether_it_lives_and_may_take_work(
    status: Health, codes: list[int]
) -> None:
    async with serving(status) as client:
        for method in ("GET", "HEAD"):
            paths = ("/health", "/health/live", "/health/ready")
            assert [(await client.request(method, path)).status for path in paths] == codes


async def test_the_report_names_each_part() -> None:
    async with serving(Health.OK) as client:
        told = await (await client.get("/health")).json()
    assert datetime.fromisoformat(told.pop("timestamp")).tzinfo is not None
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
            async with served(health(Health.OK), listen, "WORKER_HEALTH_LISTEN"):
                pass


async def test_without_an_address_nothing_listens() -> None:
    async with served(health(Health.DOWN), None, "WORKER_HEALTH_LISTEN"):
        pass
