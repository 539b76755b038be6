"""Entry point of a worker: settings, wiring, Temporal workers, until asked to stop."""

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack
from typing import NoReturn

import wiring
from adapters.temporal import configured, connect
from domain.errors import AppError
from logs import configure_logs
from settings import load_settings


async def work() -> None:
    """Runs every worker of this deployment until SIGTERM or SIGINT; what has begun may finish."""
    settings = load_settings()
    configure_logs(settings.log_level)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    bound = await wiring.build(settings)
    async with AsyncExitStack() as opened:
        opened.push_async_callback(bound.close)
        client = await connect(configured())
        await bound.prepare(client)
        for worker in bound.workers(client):
            await opened.enter_async_context(worker)
        await stop.wait()


def serve() -> int:
    """Works until asked to stop; returns the exit code. An expected failure is one line."""
    try:
        asyncio.run(work())
    except AppError as error:
        sys.stderr.write(f"steward worker: {' '.join(str(error).split())}\n")
        return 1
    return 0


def main() -> NoReturn:
    code = serve()
    sys.stdout.flush()
    sys.stderr.flush()
    # The SDK's native threads can crash the interpreter while it is torn down, which would turn
    # a clean stop into a failure; everything that must be closed is closed by now.
    os._exit(code)


if __name__ == "__main__":
    main()
