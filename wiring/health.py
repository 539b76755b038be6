"""Binds the checks of /health, for each kind of process."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING

from temporalio.client import Client

from adapters.health import checks
from adapters.health.report import Check, Checkup
from adapters.postgres.stores import Stores
from adapters.temporal import lacking_keys
from bot.telegram.pulse import Pulse
from domain.activity_calls import MAIN_QUEUE
from settings import Settings
from wiring.channel import BOTS_QUEUES, HTTP_QUEUE

if TYPE_CHECKING:  # a bot needs nothing of a worker
    from wiring.worker import Wiring

_BOTS_TASKS = dict.fromkeys(BOTS_QUEUES, (checks.ACTIVITIES,))


@asynccontextmanager
async def served(health: Checkup, listen: str | None, setting: str) -> AsyncIterator[None]:
    """Answers at ``listen`` (host:port, None: nowhere) until the block is left.

    Raises ``ConfigurationError``, naming the setting, when it cannot listen there.
    """
    if listen is None:
        yield
        return
    # Only here: most workers load no HTTP server otherwise.
    from adapters.health.server import answering  # noqa: PLC0415

    async with answering(health, listen, setting):
        yield


def worker_health(
    bound: "Wiring", client: Client, stop: asyncio.Event
) -> AbstractAsyncContextManager[None]:
    """/health of a worker, served inside the block when the settings name an address.

    Raises ``ConfigurationError`` when it cannot listen there.
    """
    settings = bound.settings
    both = (checks.WORKFLOWS, checks.ACTIVITIES)
    tasks = {q: both if q == MAIN_QUEUE else (checks.ACTIVITIES,) for q in bound.queues}
    parts = [
        *_needed(client, bound.stores),
        Check("queue", partial(checks.queues, client, tasks)),
        Check("models", partial(checks.models, bound.gateway.circuits, _pings(settings))),
        _latencies(bound.stores),
        *(
            Check(parts.slug, partial(checks.processes, own.running, own.most))
            for parts in bound.agents
            if (own := parts.processes) is not None
        ),
        *(Check(name, ask) for parts in bound.agents for name, ask in parts.checks.items()),
    ]
    health = Checkup(_version(settings), parts, stop)
    return served(health, settings.worker_health_listen, "WORKER_HEALTH_LISTEN")


def bot_health(
    settings: Settings, client: Client, stores: Stores, pulse: Pulse, stop: asyncio.Event
) -> AbstractAsyncContextManager[None]:
    """/health of the bot, as that of a worker."""
    by_webhook = settings.telegram_webhook_url is not None
    heard = checks.telegram_called if by_webhook else checks.telegram_polled
    parts = [
        *_needed(client, stores),
        Check("queue", partial(checks.queues, client, _BOTS_TASKS)),
        Check("telegram", partial(heard, pulse.since)),
    ]
    health = Checkup(_version(settings), parts, stop)
    return served(health, settings.bot_health_listen, "BOT_HEALTH_LISTEN")


def http_checkup(
    settings: Settings, client: Client, stores: Stores, stop: asyncio.Event
) -> Checkup:
    """What a process of the HTTP channel says of itself, there and at HTTP_HEALTH_LISTEN."""
    tasks = {HTTP_QUEUE: (checks.ACTIVITIES,)}
    parts = [
        *_needed(client, stores),
        Check("queue", partial(checks.queues, client, tasks)),
        _latencies(stores),
    ]
    return Checkup(_version(settings), parts, stop)


def _pings(settings: Settings) -> Callable[[], Awaitable[Sequence[str]]] | None:
    if not settings.health_ping_models or not settings.providers:
        return None
    from wiring.providers import pings  # noqa: PLC0415 - loads the library of the provider

    return pings(settings).silent


def _needed(client: Client, stores: Stores) -> tuple[Check, Check, Check]:
    lacking = lacking_keys(client)
    return (
        Check("keys", partial(checks.keys, lambda: lacking.key_id), needed=True),
        Check("temporal", partial(checks.temporal, client), needed=True),
        Check("database", partial(checks.database, stores.ping), needed=True),
    )


def _latencies(stores: Stores) -> Check:
    return Check("providers", partial(checks.latencies, stores.usage.latencies))


def _version(settings: Settings) -> str:
    """Of the installed package, and of the build when workers are versioned."""
    version = metadata.version("steward")
    return f"{version} ({settings.worker_build_id})" if settings.worker_build_id else version
