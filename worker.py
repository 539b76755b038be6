"""Entry point of a worker: settings, wiring, Temporal workers, until asked to stop."""

from contextlib import AsyncExitStack
from typing import NoReturn

from adapters.temporal import configured, connect
from agents.packages import PACKAGES
from agents.registry import part
from settings import load_settings
from wiring import worker as wiring
from wiring.client import client_extras, telemetry_of
from wiring.entry import begun_anew_after_a_lost_task, leave, note_missing_keys, served, stop_signal
from wiring.health import worker_health
from wiring.logs import configure_logs


def import_agents() -> None:
    """Imports what ``work`` imports first, for a process that waits for its servers meanwhile."""
    for slug in PACKAGES:
        part(slug, "bind")


async def work() -> None:
    """Runs every worker of this deployment until SIGTERM or SIGINT; what has begun may finish."""
    settings = load_settings()
    configure_logs(settings.log_level, pseudonym_key=settings.log_pseudonym_key)
    stop = stop_signal()
    async with AsyncExitStack() as opened:
        telemetry = telemetry_of("worker", settings)
        opened.push_async_callback(telemetry.aclose)
        bound = await wiring.build(settings, telemetry)
        opened.push_async_callback(bound.close)
        client = await connect(configured(), client_extras(settings, telemetry))
        note_missing_keys(settings)
        await opened.enter_async_context(bound.watched(client))
        if bound.remote is not None:
            await opened.enter_async_context(bound.remote.completing())
        await opened.enter_async_context(worker_health(bound, client, stop))
        opened.enter_context(begun_anew_after_a_lost_task(stop))
        await bound.prepare(client)
        for worker in bound.workers(client):
            await opened.enter_async_context(worker)
        await stop.wait()


def serve() -> int:
    """Works until asked to stop; returns the exit code."""
    return served("worker", work())


def main() -> NoReturn:
    leave(serve)


if __name__ == "__main__":
    main()
