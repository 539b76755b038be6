"""Entry point of a worker: settings, wiring, Temporal workers, until asked to stop."""

from contextlib import AsyncExitStack
from typing import NoReturn

import wiring
from adapters.temporal import configured, connect
from entry import leave, served, stop_signal
from logs import configure_logs
from settings import load_settings


async def work() -> None:
    """Runs every worker of this deployment until SIGTERM or SIGINT; what has begun may finish."""
    settings = load_settings()
    configure_logs(settings.log_level)
    stop = stop_signal()
    bound = await wiring.build(settings)
    async with AsyncExitStack() as opened:
        opened.push_async_callback(bound.close)
        client = await connect(configured())
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
