"""The HTTP side of it: three addresses that only answer GET and HEAD."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from aiohttp import web

from adapters.health.report import Checkup
from adapters.http_server import ServerLimits, listening
from domain.health import Health

_LIMITS = ServerLimits(ending=timedelta(seconds=1))
"""A probe that is answered just now may finish."""


def health_app(health: Checkup) -> web.Application:
    app = web.Application()
    app.add_routes(health_routes(health))
    return app


def health_routes(health: Checkup) -> list[web.RouteDef]:
    """``/health/live``: the event loop turns. ``/health/ready``: it may take work, else 503.
    ``/health``: the report as JSON, with 503 when something needed is down.
    """

    async def ready(_: web.Request) -> web.Response:
        if await health.ready():
            return web.Response(text="ready\n")
        return web.Response(status=503, text="not ready\n")

    async def report(_: web.Request) -> web.Response:
        found = await health.report()
        status = 503 if found.status is Health.DOWN else 200
        return web.json_response(text=found.model_dump_json(exclude_none=True), status=status)

    return [
        web.get("/health", report),
        web.get("/health/live", live),
        web.get("/health/ready", ready),
    ]


async def live(_: web.Request) -> web.Response:
    """That this is answered at all is the answer. It tells nothing, so it may be public."""
    return web.Response(text="live\n")


@asynccontextmanager
async def answering(health: Checkup, listen: str, setting: str) -> AsyncIterator[None]:
    """Answers at ``listen`` (host:port) until the block is left.

    Raises ``ConfigurationError``, naming the setting, when it cannot listen there.
    """
    async with listening(health_app(health), listen, setting, _LIMITS):
        yield
