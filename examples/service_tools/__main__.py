"""Entry point of the tool server: over standard streams, or over HTTP with ``--http``."""

import argparse
import asyncio
import logging
import sys
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial

import asyncpg
import structlog
from mcp.server.stdio import stdio_server

from domain.errors import ConfigurationError
from examples.service_tools.http import serve_http
from examples.service_tools.sample import load
from examples.service_tools.schema import prepare
from examples.service_tools.serving import ServiceTools, speaking
from examples.service_tools.settings import ServicesSettings
from examples.service_tools.workplace import Clock

_MISCONFIGURED = 2


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m examples.service_tools", description=__doc__)
    parser.add_argument(
        "--http", type=_address, metavar="HOST:PORT", help="speak HTTP there, at /mcp"
    )
    parser.add_argument("--sample", action="store_true", help="sample data, if there is none yet")
    parser.add_argument(
        "--load-sample", action="store_true", help="only loads that, says so, and ends"
    )
    parser.add_argument(
        "--now", type=datetime.fromisoformat, help="what time it is, to play another day"
    )
    return parser.parse_args()


def _address(listen: str) -> tuple[str, int]:
    host, _, port = listen.rpartition(":")
    if not host:
        raise argparse.ArgumentTypeError("host and port, such as 127.0.0.1:8090")
    return host.strip("[]"), int(port)


def _clock(now: datetime | None) -> Clock:
    return (lambda: datetime.now(UTC)) if now is None else (lambda: now.astimezone(UTC))


async def _served(arguments: argparse.Namespace) -> None:
    settings = ServicesSettings.load()
    if arguments.load_sample:
        await _load_sample(settings)
        return
    token = settings.token() if arguments.http else ""
    tools = ServiceTools(
        settings.database_url(),
        settings.service_phone_region,
        _clock(arguments.now),
        partial(load, timezone=settings.timezone()) if arguments.sample else None,
    )
    server = speaking(tools)
    async with aclosing(tools), asyncio.TaskGroup() as group:
        # Callers need not wait for it to shake hands.
        beginning = group.create_task(tools.begin())
        if arguments.http:
            host, port = arguments.http
            await serve_http(server, host, port, token)
        else:
            async with stdio_server() as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())
        beginning.cancel()


async def _load_sample(settings: ServicesSettings) -> None:
    """Says on standard output whether there was none."""

    async def fill(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        await load(connection, settings.timezone())
        sys.stdout.write("loaded\n")

    await prepare(settings.database_url(), fill)


def main() -> int:
    """Serves until asked to stop, or until the caller is gone; returns the exit code."""
    # Standard output is the wire.
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING)
    try:
        asyncio.run(_served(_arguments()))
    except ConfigurationError as error:
        sys.stderr.write(f"{error}\n")
        return _MISCONFIGURED
    return 0


if __name__ == "__main__":
    sys.exit(main())
