"""The socket that calls come by: who may open one, how many there are, and how each is closed."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import uuid4

import structlog
from aiohttp import WSMsgType, web

from adapters.http_server import parsed_address
from bot.consent import ConsentRequiredError
from bot.http.clients import PAGE
from bot.http.contract import HttpCaller, RequestRefused
from bot.http.errors import fields_of, refusal_of
from bot.http.voice.call import (
    BUSY,
    FAULT,
    NOT_UNDERSTOOD,
    RESTART,
    SILENT,
    TAKEN_OVER,
    CallOpening,
    LiveCall,
    Over,
)
from bot.http.voice.consent import ConsentCall
from bot.http.voice.flow import CallFlow
from bot.http.voice.frames import MAX_FRAME_BYTES, NotUnderstoodError, StartFrame, frame
from bot.http.voice.parts import VoiceParts
from bot.http.voice.transport import CallTransport, PageTransport
from bot.texts.catalogue import catalogue_for
from domain.channel_events import ChannelSession
from domain.errors import AppError

NOT_AUTHORISED, WRONG_ORIGIN = 4001, 1008
_CODES = {
    400: NOT_UNDERSTOOD,
    401: NOT_AUTHORISED,
    403: WRONG_ORIGIN,
    404: NOT_AUTHORISED,
    429: BUSY,
}
_CLOSING_SECONDS = 5.0
"""For the other side to say that it heard of the end."""

_log = structlog.get_logger(__name__)


class CallLine(NamedTuple):
    """One of the lines that a process has for calls, and to whom it counts."""

    key: str | None
    """None for callers by telephone, who may take every line."""
    user_id: str
    """Empty where the person is not known before their session is."""
    address: str | None = None
    """None for a caller with a key, on this machine or by telephone: their calls are not counted
    by it.
    """


class _Live(NamedTuple):
    """A call that goes on."""

    call: LiveCall
    line: CallLine


@dataclass(frozen=True)
class _Lost:
    """A call whose socket was lost: the same call if it comes back in time."""

    call_id: str
    line: CallLine
    started: float
    until: float


@dataclass
class Calls:
    """The calls of this process."""

    voice: VoiceParts
    clock: Callable[[], float] = time.monotonic
    _live: dict[str, _Live] = field(default_factory=dict)
    """By session."""
    _lost: dict[str, _Lost] = field(default_factory=dict)
    _asked: dict[str, CallLine] = field(default_factory=dict)
    """By person, of those who are asked for consent."""

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """A call from its first frame to its end."""
        # Uncompressed: a small frame must not become a large one.
        socket = web.WebSocketResponse(
            max_msg_size=MAX_FRAME_BYTES, compress=False, timeout=_CLOSING_SECONDS
        )
        await socket.prepare(request)
        locale = self.voice.http.clients.locale_of(request)
        async with closing_by_fault(socket, "voice.defect"):
            try:
                await self._serve(request, socket)
            except (RequestRefused, AppError) as error:
                await _refuse(socket, refusal_of(error), locale)
        return socket

    async def end_all(self, _: web.Application | None = None) -> None:
        """The process ends: calls come back to another, or to this one when it is up again."""
        for live in tuple(self._live.values()):
            live.call.finish(Over(RESTART))

    async def _serve(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        clients = self.voice.http.clients
        if not clients.may_ask(request):
            raise RequestRefused(403, "forbidden")
        async with asyncio.timeout(self.voice.config.start_within.total_seconds()):
            start = await _first(socket)
        if start is None:
            return
        caller = clients.by_key(start.token, request) if start.token else clients.caller(request)
        if caller.operator:
            raise RequestRefused(403, "forbidden")
        if start.session_id is None:  # else a session would be opened for nothing
            self.look_whether_busy(self._line(request, caller, caller.user_id or ""))
        transport = PageTransport(socket, start.audio.rate)
        try:
            session = await self._find_session(request, caller, start)
        except ConsentRequiredError as required:
            if caller.user_id is None:  # the session would be another person's each time
                raise
            locale = start.language or clients.locale_of(request)
            line = self._line(request, caller, required.user_id)
            with clients.connected(request, required.user_id), self.asking(line):
                if not await ConsentCall(self.voice, transport, locale).ask(required):
                    return
            session = await self._find_session(request, caller, start)
        with clients.connected(request, session.user_id):
            line = self._line(request, caller, session.user_id)
            opening = CallOpening(after=start.after, barge_in=start.barge_in)
            await self.carry(self.voice, transport, session, line, opening)

    @contextmanager
    def asking(self, line: CallLine) -> Iterator[None]:
        """A call before its person agreed: it takes its line, which is that of their call then.

        Raises ``RequestRefused`` as ``carry`` does.
        """
        self.look_whether_busy(line)
        self._asked[line.user_id] = line
        try:
            yield
        finally:
            self._asked.pop(line.user_id, None)

    async def carry(
        self,
        voice: VoiceParts,
        transport: CallTransport,
        session: ChannelSession,
        line: CallLine,
        opening: CallOpening,
    ) -> Over:
        """A call of this session, until it is over or its transport is lost.

        Raises ``RequestRefused`` when as many calls go on as may, or this person has another.
        """
        call = self._enter(voice, transport, session, line, opening)
        over = Over(FAULT)
        try:
            over = await call.run()
        except asyncio.CancelledError:
            over = Over(RESTART)
            raise
        finally:
            self._keep_line(call, over)
        return over

    async def _find_session(
        self, request: web.Request, caller: HttpCaller, start: StartFrame
    ) -> ChannelSession:
        """Raises ``ConsentRequiredError`` for a person who did not agree."""
        http = self.voice.http
        session = await http.session_for(request, caller, start.session_id, start.language)
        await http.turns.consent.check(session.user_id)
        return session

    def _line(self, request: web.Request, caller: HttpCaller, user_id: str) -> CallLine:
        """The line that a call of this caller takes."""
        address = self.voice.http.clients.address_of(request)
        known = parsed_address(address)
        is_counted = caller.name == PAGE and not (known is not None and known.is_loopback)
        return CallLine(caller.name, user_id, address if is_counted else None)

    def _enter(
        self,
        voice: VoiceParts,
        transport: CallTransport,
        session: ChannelSession,
        line: CallLine,
        opening: CallOpening,
    ) -> LiveCall:
        """Raises ``RequestRefused`` when as many calls go on as may, or this person has another;
        one that comes back finds its line. A second socket of a conversation takes its call over.
        """
        now, session_id = self.clock(), session.session_id
        self._asked.pop(line.user_id, None)  # the call takes its place
        self.voice.http.clients.count_deed(session.user_id)  # each call is a signal and two rows
        if session_id not in self._live and session_id not in self._lines():
            self.look_whether_busy(line)
            mine = {id_ for id_, lost in self._lost.items() if lost.line.user_id == line.user_id}
            self._lost = {id_: lost for id_, lost in self._lost.items() if id_ not in mine}
        before = self._live.pop(session_id, None)
        call_id, started, has_input = uuid4().hex, now, False
        if before is not None:
            taken = before.call
            taken.finish(Over(TAKEN_OVER))
            call_id, started, has_input = taken.call_id, taken.flow.started, taken.has_input
        elif lost := self._lost.pop(session_id, None):
            call_id, started, has_input = lost.call_id, lost.started, True
        flow = CallFlow(started, self.voice.config.limits, barge_in=opening.barge_in, opened=now)
        call = LiveCall(
            voice,
            transport,
            session,
            call_id=call_id,
            flow=flow,
            opening=opening,
            has_input=has_input,
            clock=self.clock,
        )
        self._live[session_id] = _Live(call, line)
        self.voice.telemetry.live(len(self._live))
        return call

    def look_whether_busy(self, wanted: CallLine) -> None:
        """Raises ``RequestRefused`` where there is no line for one more: of the process, of the
        key, of the address, of the person. A call that this person lost takes none: it is given up
        for the new one; nor does one of theirs that is over while its end is still being told.
        """
        config = self.voice.config
        others = [each for each in self._lines().values() if each.user_id != wanted.user_id]
        of_key = [each for each in others if wanted.key is not None and each.key == wanted.key]
        most_of_key = config.most_calls_of_key or max(1, config.most_calls - 1)
        of_address = [each for each in others if each.address == wanted.address]
        going_on = [each for each in self._live.values() if not each.call.is_over]
        if (
            len(others) >= config.most_calls
            or len(of_key) >= most_of_key
            or (wanted.address is not None and len(of_address) >= config.most_calls_of_address)
            or wanted.user_id in {each.line.user_id for each in going_on}
            or wanted.user_id in self._asked
        ):
            raise RequestRefused(503, "voice.busy", retryable=True, retry_after=30)

    def _lines(self) -> dict[str, CallLine]:
        """By session, of the calls that go on, and of those that may still come back; by person,
        of those who are asked for consent.
        """
        now = self.clock()
        self._lost = {id_: lost for id_, lost in self._lost.items() if lost.until > now}
        live = {id_: each.line for id_, each in self._live.items()}
        return {id_: lost.line for id_, lost in self._lost.items()} | live | self._asked

    def _keep_line(self, call: LiveCall, over: Over) -> None:
        """Keeps the line of a lost call in which something came from the person. Opening a
        socket alone keeps none: it costs nothing, and once a minute would hold a line for good.
        """
        session_id = call.session.session_id
        live = self._live.get(session_id)
        if live is not None and live.call is call:
            del self._live[session_id]
            # Who hangs up a telephone is lost as well: their line is for others.
            if over.reason is None and call.has_input and live.line.key is not None:
                until = self.clock() + self.voice.config.back_within.total_seconds()
                self._lost[session_id] = _Lost(call.call_id, live.line, call.flow.started, until)
        self.voice.telemetry.live(len(self._live))
        ended = over.reason.value if over.reason else _LEFT.get(over.code or 0, "lost")
        self.voice.telemetry.ended(ended)
        _log.info("voice.call_ended", call_id=call.call_id, reason=ended)


_LEFT = {TAKEN_OVER: "moved", RESTART: "restart", FAULT: "fault"}


async def _first(socket: web.WebSocketResponse) -> StartFrame | None:
    """None when the client went away instead."""
    message = await socket.receive()
    if message.type is WSMsgType.TEXT:
        start = frame(message.data)
        if isinstance(start, StartFrame):
            return start
    if message.type in {WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR}:
        return None
    raise NotUnderstoodError


@asynccontextmanager
async def closing_by_fault(socket: web.WebSocketResponse, defect: str) -> AsyncIterator[None]:
    """Closes the socket of a call with the code of what went wrong in it, and ends nothing else.
    ``defect`` is how a fault of our own is called in the log.
    """
    try:
        yield
    except NotUnderstoodError:
        await socket.close(code=NOT_UNDERSTOOD)
    except TimeoutError:
        await socket.close(code=SILENT)
    except asyncio.CancelledError:
        await socket.close(code=RESTART)
        raise
    except Exception:  # noqa: BLE001 - a defect ends this call alone
        _log.exception(defect)
        await socket.close(code=FAULT)


async def _refuse(socket: web.WebSocketResponse, refusal: RequestRefused, locale: str) -> None:
    told = {"type": "error", **fields_of(refusal, catalogue_for(locale))}
    try:
        await socket.send_str(json.dumps(told, ensure_ascii=False))
    except ConnectionError:
        return
    code = BUSY if refusal.code == "voice.busy" else _CODES.get(refusal.status, FAULT)
    await socket.close(code=code)
