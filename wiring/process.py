"""What the processes of channels share: settings, connections, and the database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from temporalio.client import Client

from adapters.postgres.schema import make_current
from adapters.postgres.stores import Stores
from adapters.telemetry.process import Telemetry
from adapters.telemetry.watch import Watch
from adapters.temporal import configured, connect
from settings import Settings, load_settings
from wiring.channel import room_of, url_of
from wiring.client import client_extras, telemetry_of
from wiring.entry import note_missing_keys, served, stop_signal
from wiring.logs import configure_logs

Run = Callable[[Settings, Client, asyncio.Event, Telemetry], Awaitable[None]]
"""Serves a channel until the event is set; what has begun may finish."""


def serve_channel(name: str, run: Run) -> int:
    """Serves until SIGTERM or SIGINT; returns the exit code."""
    return served(name, _work(name, run))


async def _work(name: str, run: Run) -> None:
    settings = load_settings()
    configure_logs(settings.log_level, pseudonym_key=settings.log_pseudonym_key)
    stop = stop_signal()
    telemetry = telemetry_of(name, settings)
    try:
        client = await connect(configured(), client_extras(settings, telemetry))
        note_missing_keys(settings)
        await run(settings, client, stop, telemetry)
    finally:
        await telemetry.aclose()


async def current_stores(settings: Settings) -> Stores:
    """The deployment's database, brought up to date.

    Raises ``ConfigurationError`` or ``StorageUnavailableError`` when that cannot be done.
    """
    url = url_of(settings)
    await make_current(url)
    return Stores.connect(url, room=room_of(settings))


@asynccontextmanager
async def watched_stores(
    settings: Settings, client: Client, telemetry: Telemetry
) -> AsyncIterator[Stores]:
    """As ``current_stores``, closed at the end; watched inside where metrics are served."""
    stores = await current_stores(settings)
    try:
        if telemetry.runtime is None:
            yield stores
        else:
            async with Watch(client, stores.ping, telemetry.meter).running():
                yield stores
    finally:
        await stores.close()
