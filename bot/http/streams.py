"""Events of a session as they happen: server-sent events that a reader can resume."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from weakref import WeakSet

import structlog
from aiohttp import web

from bot.http.contract import ChannelSession, Event, EventKind, RequestRefused, SlowReaderError
from bot.http.ports import Hub

SHOWN = frozenset(
    {EventKind.REPLY, EventKind.STATE, EventKind.TRANSCRIPT, EventKind.HANGUP, EventKind.ERROR}
)
"""What readers see; the log has more."""

ALIVE_SECONDS = 15.0
"""After so long without an event a comment shows that the stream lives."""

_HIDDEN = {"digest"}
_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a proxy that gathers answers would hold them back
}

_log = structlog.get_logger(__name__)


def shown(event: Event) -> dict[str, object]:
    """An event's payload as its reader sees it."""
    payload = event.payload if isinstance(event.payload, dict) else {}
    return {name: value for name, value in payload.items() if name not in _HIDDEN}


def after_of(request: web.Request) -> int:
    """Behind which event to go on. Raises ``RequestRefused`` 400."""
    said = request.headers.get("Last-Event-ID") or request.query.get("after") or "0"
    if not (said.isascii() and said.isdecimal()) or len(said) > 18:  # noqa: PLR2004 - a bigint
        raise RequestRefused(400, "bad_request", values={"what": "after"})
    return int(said)


@dataclass
class EventStreams:
    """All streams of this process, which end when it does: their readers come back elsewhere."""

    hub: Hub
    _open: "WeakSet[asyncio.Task[object]]" = field(default_factory=WeakSet)

    async def end(self, _: web.Application) -> None:
        for task in tuple(self._open):
            task.cancel()

    def join(self) -> None:
        """This task writes a stream: it ends with the others."""
        task = asyncio.current_task()
        if task is not None:
            self._open.add(task)

    async def stream(
        self,
        request: web.Request,
        session: ChannelSession,
        headers: Mapping[str, str] | None = None,
    ) -> web.StreamResponse:
        """Writes until the session is erased, the reader is gone or too slow, or we end."""
        response = web.StreamResponse(headers={**_HEADERS, **(headers or {})})
        after = after_of(request)
        self.join()
        try:
            await response.prepare(request)
            await self._write(response, session.session_id, after)
        except SlowReaderError:
            _log.info("http.slow_reader")
            drop(request)
        except ConnectionError:
            _log.debug("http.reader_gone")
        return response

    async def _write(self, response: web.StreamResponse, session_id: str, after: int) -> None:
        async with self.hub.reading(session_id, after) as events:
            await response.write(b": hello\n\n")
            written = monotonic()
            async for event in events:
                if event is None:
                    if monotonic() - written < ALIVE_SECONDS - 1:
                        continue
                    await response.write(b": alive\n\n")
                elif event.kind in SHOWN:
                    await response.write(written_as(event))
                else:
                    continue
                written = monotonic()
        with suppress(ConnectionError):
            await response.write_eof()


def drop(request: web.Request) -> None:
    """Hangs up at once: what is still to be written nobody takes."""
    if request.transport is not None:
        request.transport.abort()


def written_as(event: Event) -> bytes:
    number = f"id: {event.seq}\n" if event.seq else ""
    data = json.dumps(shown(event), ensure_ascii=False)
    return f"{number}event: {event.kind.value}\ndata: {data}\n\n".encode()
