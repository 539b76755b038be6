"""Events of a session as they happen: server-sent events that a reader can resume."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from weakref import WeakSet

import structlog
from aiohttp import web

from bot.http.contract import RequestRefused, SlowReaderError
from bot.http.ports import Hub
from domain.channel_events import ChannelSession, Event, EventKind

SHOWN = frozenset(
    {EventKind.REPLY, EventKind.STATE, EventKind.TRANSCRIPT, EventKind.HANGUP, EventKind.ERROR}
)
"""What readers see; the log has more."""

ALIVE_SECONDS = 15.0
"""After so long without an event a comment shows that the stream lives."""

_HIDDEN = {"digest"}
STREAM_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a proxy that gathers answers would hold them back
}

_log = structlog.get_logger(__name__)


def payload_of(event: Event) -> dict[str, object]:
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

    @asynccontextmanager
    async def writing(
        self, request: web.Request, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator[web.StreamResponse]:
        """Gives a stream to prepare and write, which ends with the others. It is over, too, when
        its reader is gone; one that is too slow is hung up on.
        """
        task = asyncio.current_task()
        if task is not None:
            self._open.add(task)
        try:
            yield web.StreamResponse(headers={**STREAM_HEADERS, **(headers or {})})
        except SlowReaderError:
            _log.info("http.slow_reader")
            if request.transport is not None:  # at once: what is still to be written nobody takes
                request.transport.abort()
        except ConnectionError:
            _log.debug("http.reader_gone")

    async def stream(self, request: web.Request, session: ChannelSession) -> web.StreamResponse:
        """Writes until the session is erased, the reader is gone or too slow, or we end."""
        after = after_of(request)
        async with (
            self.writing(request) as response,
            self.hub.reading(session.session_id, after) as events,
        ):
            await response.prepare(request)
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
            await response.write_eof()
        return response


def written_as(event: Event) -> bytes:
    number = f"id: {event.seq}\n" if event.seq else ""
    at = f"at: {event.at.isoformat()}\n" if event.at else ""
    data = json.dumps(payload_of(event), ensure_ascii=False)
    return f"{number}{at}event: {event.kind.value}\ndata: {data}\n\n".encode()
