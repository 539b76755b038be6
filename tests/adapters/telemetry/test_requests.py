"""What Prometheus sees of requests: routes and status, streams while they last, no callers."""

import asyncio
from collections.abc import Iterator

import pytest
from aiohttp import ClientSession, web

from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.requests import RequestTelemetry
from tests.metrics import free_port, scrape


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
