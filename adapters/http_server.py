"""The HTTP servers of Steward's processes, which nobody can hold up by being slow or many."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import cast

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from domain.errors import ConfigurationError

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class ServerLimits:
    """How long callers may take, and how many of them there may be at once. Whoever takes longer
    is hung up on.
    """

    headers: timedelta = timedelta(seconds=10)
    """From connecting, or from the first byte of a later request, to the last of the headers."""
    body: timedelta = timedelta(seconds=30)
    """From there to the last of the body."""
    idle: timedelta = timedelta(seconds=75)
    """Between two requests on one connection; the answer to the first must have been taken."""
    connections: int = 100
    """Telegram opens 32 at most, a browser and a probe a few. Where there are so many, one that
    idles between two requests makes room for another."""
    of_address: int = 50
    """Of them, from one address of the internet. A proxy beside us brings those of everybody."""
    ending: timedelta = timedelta(seconds=5)
    """For the requests that are being answered when the server ends."""


@asynccontextmanager
async def listening(
    app: web.Application, listen: str, setting: str, limits: ServerLimits | None = None
) -> AsyncIterator[None]:
    """Answers at ``listen`` (host:port) until the block is left.

    Raises ``ConfigurationError``, naming the setting, when it cannot listen there.
    """
    limits = limits or ServerLimits()
    door = _Entry(limits)
    app.middlewares.insert(0, door.middleware)
    # Without aiohttp's own log of requests: what counts is written down by each server.
    # Nobody packs what they send us but to let it grow here.
    runner = web.AppRunner(
        app, access_log=None, auto_decompress=False, shutdown_timeout=limits.ending.total_seconds()
    )
    try:
        await runner.setup()
        server = cast(web.Server, runner.server)  # which it has once it is set up
        listener = await _listener(lambda: _Connection(door, server()), listen, setting)
        try:
            yield
        finally:
            listener.close()
    finally:
        await runner.cleanup()


async def _listener(
    connection: Callable[[], asyncio.Protocol], listen: str, setting: str
) -> asyncio.Server:
    host, _, port = listen.rpartition(":")
    loop = asyncio.get_running_loop()
    try:
        return await loop.create_server(connection, host.strip("[]"), int(port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigurationError(
            f"cannot listen at {setting}={listen} ({reason}): choose another address"
        ) from error


class _Entry:
    """Lets connections in, and knows which of them a request came by."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.open: dict[object, _Connection] = {}
        """By aiohttp's own side of the connection."""
        self.of_address: Counter[str] = Counter()
        self.idle: dict[_Connection, None] = {}
        """Between two requests, the longest first."""

    def has_room(self, address: str) -> bool:
        """Makes some, if it can."""
        far = address and not is_near(address)  # without one it is a socket of this machine
        if far and self.of_address[network_of(address)] >= self.limits.of_address:
            return False
        for connection in tuple(self.idle):
            if len(self.open) < self.limits.connections:
                break
            if not connection.unwritten:
                connection.hang_up()
        return len(self.open) < self.limits.connections

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        connection = self.open.get(request.protocol)
        if connection is None:
            return await handler(request)
        connection.headers_came(request)
        try:
            return await handler(request)
        finally:
            connection.answered()


class _Connection(asyncio.Protocol):
    """One connection: passes everything on to aiohttp, and hangs up on whoever is too slow."""

    def __init__(self, door: _Entry, inner: asyncio.Protocol) -> None:
        self._door = door
        self._inner = inner
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._between_requests = False
        self._network = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast(asyncio.Transport, transport)
        peer = stream.get_extra_info("peername")
        address = peer[0] if isinstance(peer, tuple) else ""
        if not self._door.has_room(address):
            _log.warning("http.too_many_connections", open=len(self._door.open))
            stream.abort()
            return
        self._transport, self._network = stream, network_of(address)
        self._door.open[self._inner] = self
        self._door.of_address[self._network] += 1
        self._inner.connection_made(transport)
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        if self._transport is None:
            return
        if self._between_requests:
            self._wait_for_headers()
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._transport is not None else None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport is None:
            return
        self._stop_waiting()
        self._forget()
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def headers_came(self, request: web.Request) -> None:
        """Only its body may still be slow now; how long an answer takes is our own affair."""
        self._stop_waiting()

        def check() -> None:
            if not request.content.is_eof():
                self.hang_up()

        self._after(self._door.limits.body, check)

    def answered(self) -> None:
        """The next request may take its time to begin, but not to go on. Nothing more comes of a
        connection that was lost meanwhile.
        """
        self._stop_waiting()
        if self._inner not in self._door.open:
            return
        self._between_requests = True
        self._door.idle[self] = None
        self._wait_for_the_next(0)

    @property
    def unwritten(self) -> int:
        """Bytes of an answer that are still to be taken."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    def _wait_for_the_next(self, unwritten: int) -> None:
        """Hangs up after the idle time, unless the caller is still taking an answer: then it waits
        once more, as long as another part of it was taken meanwhile.
        """

        def check() -> None:
            left = self.unwritten
            if left in {0, unwritten}:
                self.hang_up()
            else:
                self._wait_for_the_next(left)

        self._after(self._door.limits.idle, check)

    def _wait_for_headers(self) -> None:
        self._stop_waiting()
        self._after(self._door.limits.headers, self.hang_up)

    def _after(self, limit: timedelta, act: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(limit.total_seconds(), act)

    def _stop_waiting(self) -> None:
        self._between_requests = False
        self._door.idle.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def hang_up(self) -> None:
        """Its place is free at once, although the system tells of the end a little later."""
        if self._transport is not None:
            self._stop_waiting()
            self._forget()
            self._transport.abort()

    def _forget(self) -> None:
        if self._door.open.pop(self._inner, None) is not None:
            self._door.of_address -= Counter((self._network,))


def network_of(address: str) -> str:
    """The key by which limits count an address: the /64 of one of IPv6, since whoever has one of
    these addresses has all of them; one of IPv4 as it is.
    """
    known = parsed_address(address)
    if isinstance(known, IPv6Address) and not known.is_loopback:
        return str(IPv6Network((int(known), 64), strict=False))
    return address if known is None else str(known)


def is_near(address: str) -> bool:
    """Whether it is this machine or one beside it, as a proxy is. False for what is no address."""
    known = parsed_address(address)
    return known is not None and (known.is_loopback or known.is_private)


def parsed_address(address: str) -> IPv4Address | IPv6Address | None:
    """None for what is no address. One of IPv4 that is written as one of IPv6 is what it is."""
    try:
        known = ip_address(address)
    except ValueError:
        return None
    mapped = known.ipv4_mapped if isinstance(known, IPv6Address) else None
    return mapped or known
