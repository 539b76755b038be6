"""Calls from a carrier: its requests are answered, and its streams are carried as any live call.

Every request is signed by the carrier. A stream shows the token that the answer to its call had.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlencode, urlsplit

import structlog
from aiohttp import WSMsgType, web

from bot.consent import ConsentRequiredError
from bot.http.contract import HttpCaller, RequestRefused
from bot.http.telephone import messages, paths, twiml
from bot.http.telephone.address import CHANNEL
from bot.http.telephone.conversations import CallConversations
from bot.http.telephone.incoming import IncomingCall, Instructions
from bot.http.telephone.messages import Connected, StreamStart
from bot.http.telephone.parts import TelephoneParts
from bot.http.telephone.signature import StreamOf, StreamTokens, is_signed
from bot.http.telephone.stream import TwilioStream
from bot.http.voice.call import RESTART, TAKEN_OVER, CallOpening
from bot.http.voice.consent import ConsentCall
from bot.http.voice.frames import NotUnderstoodError
from bot.http.voice.socket import NOT_AUTHORISED, CallLine, closing_by_fault
from bot.remembered import Remembered
from bot.texts.catalogue import catalogue_for
from domain.channel_events import ChannelSession
from domain.errors import AppError
from domain.transfers import Transfer

MAX_FORM = 64 * 1024
"""Bytes; Twilio's have one or two thousand."""
_MOST_STREAMS = 4
"""Of one call, which is connected again when a stream is lost and the caller is there."""
_REMEMBERED = 10_000
"""Requests and tokens that are known not to come again."""
_EMERGENCY_KEYS = frozenset({"112", "911", "999"})
"""What people in danger dial. Aloud it may be the number of a house."""
_JUST_AGREED = timedelta(seconds=10)
"""After a yes to the question for consent, in which the first key of 112 may have been that yes."""
_CLOSING_SECONDS = 5.0
_FORM = "application/x-www-form-urlencoded"
_TAKEN = frozenset({"completed", "answered"})
"""How a person's telephone that was called says that somebody took it."""
_GOES_ON = frozenset({"queued", "ringing", "in-progress"})

_log = structlog.get_logger(__name__)


@dataclass
class TelephoneLines:
    """The handlers. ``aclose`` belongs to the end of the server."""

    parts: TelephoneParts
    _tokens: StreamTokens = field(init=False)
    _conversations: CallConversations = field(init=False)
    _instructions: Instructions = field(init=False)
    _known: Remembered[str, None] = field(default_factory=lambda: Remembered(_REMEMBERED))
    _live: dict[str, TwilioStream] = field(default_factory=dict)
    """By the carrier's id of the call."""
    _beside: set[asyncio.Task[object]] = field(default_factory=set)

    def __post_init__(self) -> None:
        parts, config = self.parts, self.parts.config
        self._tokens = StreamTokens(config.auth_tokens, lambda: parts.clock().timestamp())
        self._conversations = CallConversations(parts.voice.http.log, config, parts.clock)
        self._instructions = Instructions(config, parts.voice.listener.hears)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post(paths.CALLS_PATH, self.answer),
            web.post(paths.NEXT_PATH, self.go_on),
            web.post(paths.DIALLED_PATH, self.end_transfer),
            web.post(paths.STATUS_PATH, self.note_status),
            web.post(paths.FALLBACK_PATH, self.excuse),
            web.get(paths.STREAM_PATH, self.stream, allow_head=False),
        ]

    async def aclose(self, _: web.Application | None = None) -> None:
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)

    # -- requests

    async def answer(self, request: web.Request) -> web.Response:
        """A call comes in. Refuses the same request a second time."""
        call = IncomingCall.of(await self._read_signed(request))
        sent = {call.sid, request.headers.get("I-Twilio-Idempotency-Token", call.sid)}
        if any(name in self._known for name in sent):
            raise RequestRefused(403, "forbidden")
        for name in sent:
            self._known[name] = None
        return await self._connect(request, call, None)

    async def go_on(self, request: web.Request) -> web.Response:
        """A stream ended and its caller is still there: the call was lost here, or is over."""
        call = IncomingCall.of(await self._read_signed(request))
        call = replace(call, streams=int(request.query["streams"]))
        try:
            session = await self._conversations.find(call, request.query["session"])
            if session is None or await self._conversations.is_over(session):
                return _answer(twiml.hang_up())
        except AppError as error:
            return self._excuse(call, error)
        if call.streams >= _MOST_STREAMS:
            return _answer(self._instructions.excuse(call))
        return await self._connect(request, call, session)

    async def end_transfer(self, request: web.Request) -> web.Response:
        """A person's telephone was called."""
        form = await self._read_signed(request)
        if form.get("DialCallStatus") in _TAKEN:
            return _answer(twiml.hang_up())
        is_emergency = request.query.get("wanted") == Transfer.EMERGENCY
        words = "nobody_emergency" if is_emergency else "nobody"
        return _answer(self._instructions.say(IncomingCall.of(form), words))

    async def note_status(self, request: web.Request) -> web.Response:
        """Leaves the stream of a call that the carrier says is over."""
        form = await self._read_signed(request)
        live = self._live.get(form["CallSid"])
        if live is not None and form.get("CallStatus") not in _GOES_ON:
            await live.close(RESTART)
        return web.Response(status=204)

    async def excuse(self, request: web.Request) -> web.Response:
        """What the carrier asks for when a call was not answered as it should be."""
        call = IncomingCall.of(await self._read_signed(request))
        return _answer(self._instructions.excuse(call))

    async def _read_signed(self, request: web.Request) -> dict[str, str]:
        """The fields of a form that the carrier signed for this account. Raises ``RequestRefused``:
        403 for any other.
        """
        if request.content_type != _FORM:
            raise RequestRefused(415, "unsupported_media")
        if (request.content_length or MAX_FORM + 1) > MAX_FORM:
            raise RequestRefused(413, "too_large")
        config = self.parts.config
        body = await request.read()
        fields = parse_qsl(body.decode(errors="replace"), keep_blank_values=True)
        # By the address that is set: what a request says of its host anybody may have written.
        url = f"{config.public_origin}{request.raw_path}"
        signature = request.headers.get("X-Twilio-Signature", "")
        if not is_signed(config.auth_tokens, url, fields, signature):
            _log.warning("telephone.wrong_signature")
            raise RequestRefused(403, "forbidden")
        form = dict(fields)
        if form.get("AccountSid") != config.account_sid or "CallSid" not in form:
            raise RequestRefused(403, "forbidden")
        return form

    async def _connect(
        self, request: web.Request, call: IncomingCall, session: ChannelSession | None
    ) -> web.Response:
        """Hands the call to a stream. ``session``: the conversation in which it goes on."""
        voice, config = self.parts.voice, self.parts.config
        locale = self._instructions.locale_of(call)
        if voice.synthesiser.speaks(locale) is None or not voice.listener.hears(locale):
            return _answer(self._instructions.excuse(call))
        user_id = call.caller.user_id
        try:
            agreed = await voice.http.turns.consent.is_given(user_id)
            if session is None:
                self.parts.calls.look_whether_busy(_line_of(call))
                session = await self._conversations.find_lost(call) if agreed else None
            goes_on = session is not None
            if session is None:
                person = HttpCaller(name=CHANNEL, user_id=user_id)
                voice.http.clients.count_new_session(request, person)
                session = self._conversations.session_of(call, locale)
            # Of who is asked first, nothing is written before they agreed.
            is_first = not agreed or await self._conversations.open(call, session)
        except RequestRefused as refusal:
            _log.info("telephone.not_taken", code=refusal.code)
            return _answer(self._instructions.refuse_as_busy(call))
        except AppError as error:
            return self._excuse(call, error)
        if not is_first:
            raise RequestRefused(403, "forbidden")
        stream = StreamOf(call.sid, session.session_id, call.sent_from, call.number, goes_on)
        then = urlencode({"session": session.session_id, "streams": call.streams + 1})
        origin = urlsplit(config.public_origin)
        scheme = "wss" if origin.scheme == "https" else "ws"
        return _answer(
            twiml.stream(
                f"{scheme}://{origin.netloc}{paths.STREAM_PATH}",
                self._tokens.parameters_for(stream),
                f"{config.public_origin}{paths.NEXT_PATH}?{then}",
            )
        )

    def _excuse(self, call: IncomingCall, error: AppError) -> web.Response:
        _log.warning("telephone.not_taken", code=error.code, reason=str(error))
        return _answer(self._instructions.excuse(call))

    # -- streams

    async def stream(self, request: web.Request) -> web.WebSocketResponse:
        """A call from its first message to its end."""
        socket = web.WebSocketResponse(
            max_msg_size=messages.MAX_MESSAGE_BYTES, compress=False, timeout=_CLOSING_SECONDS
        )
        await socket.prepare(request)
        async with closing_by_fault(socket, "telephone.defect"):
            try:
                await self._serve(request, socket)
            except (RequestRefused, AppError) as error:
                _log.info("telephone.stream_refused", code=error.code)
                await socket.close(code=NOT_AUTHORISED)
        return socket

    async def _serve(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        voice = self.parts.voice
        async with asyncio.timeout(voice.config.start_within.total_seconds()):
            start = await _first(socket)
        if start is None:
            return
        stream = self._check(start)
        call = IncomingCall(stream.call_sid, stream.caller, stream.number)
        transport = TwilioStream(socket, start, lambda: self._hang_up(call))
        notice, agreed_at = self.parts.config.recording_notice, None
        self._live[call.sid] = transport
        try:
            try:
                await voice.http.turns.consent.check(call.caller.user_id)
            except ConsentRequiredError as required:
                connected = voice.http.clients.connected(request, required.user_id)
                with connected, self.parts.calls.asking(_line_of(call)):
                    if not await self._ask_consent(required, call, transport):
                        return
                notice, agreed_at = None, self.parts.clock()  # it was said before the question
            session = await self._find_session(stream, call)
            board = _Switchboard(self.parts, self._instructions, call, session.locale, agreed_at)
            opening = await self._opening(call, session, notice, board, goes_on=stream.goes_on)
            line = _line_of(call)
            over = await self.parts.calls.carry(voice, transport, session, line, opening)
        finally:
            if self._live.get(call.sid) is transport:
                del self._live[call.sid]
        if over.reason is None and over.code != TAKEN_OVER:
            self._begin(self._give_up(session))

    def _begin(self, work: Coroutine[object, object, object]) -> None:
        """Has something done beside."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    def _check(self, start: StreamStart) -> StreamOf:
        """Raises ``RequestRefused`` for a stream of another account and for a token that is not
        right, too old, or was used in this process, ``NotUnderstoodError`` for another kind of
        sound.
        """
        begun = start.start
        if begun.media_format != messages.MULAW:
            raise NotUnderstoodError
        stream = self._tokens.stream_of(begun.call_sid, begun.custom_parameters)
        if stream is None or begun.account_sid != self.parts.config.account_sid:
            raise RequestRefused(401, "unauthorized")
        if stream.nonce in self._known:
            raise RequestRefused(401, "unauthorized")
        self._known[stream.nonce] = None
        return stream

    async def _ask_consent(
        self, required: ConsentRequiredError, call: IncomingCall, transport: TwilioStream
    ) -> bool:
        """With a yes, the session of the call is opened."""
        locale, notice = self._instructions.locale_of(call), self.parts.config.recording_notice
        switchboard = _Switchboard(self.parts, self._instructions, call, locale)
        asking = ConsentCall(self.parts.voice, transport, locale, notice, switchboard)
        if not await asking.ask(required):
            return False
        await self._conversations.open(call, self._conversations.session_of(call, locale))
        return True

    async def _find_session(self, stream: StreamOf, call: IncomingCall) -> ChannelSession:
        """Raises ``RequestRefused`` for a stream whose token was used, in whatever process."""
        session = await self._conversations.find(call, stream.session)
        if session is None:
            raise RequestRefused(404, "session_not_found")
        key = f"{stream.call_sid}/{stream.nonce}"
        if not await self._conversations.note_once(session.session_id, key):
            raise RequestRefused(401, "unauthorized")
        return session

    async def _opening(
        self,
        call: IncomingCall,
        session: ChannelSession,
        notice: str | None,
        switchboard: "_Switchboard",
        *,
        goes_on: bool,
    ) -> CallOpening:
        """Who was cut off hears so, and again what was said last."""
        words = catalogue_for(session.locale)
        # Rules load their words when they are asked first, which nobody in danger is to wait for.
        self._begin(switchboard.find_transfer("", spoken=True))
        if goes_on:
            after = await self._conversations.seq_before_last_reply(session)
            again = words.text("telephone.again")
            return CallOpening(after=after, say=(again,), switchboard=switchboard)
        number = self._instructions.number_of(call)
        greeting = words.text("telephone.greeting") if number.command is None else None
        say = tuple(text for text in (notice, greeting) if text)
        return CallOpening(say=say, take=number.command, switchboard=switchboard)

    async def _hang_up(self, call: IncomingCall) -> None:
        """Where the carrier does not do it, the end of the stream ends the call."""
        try:
            await self.parts.carrier.hang_up(call.sid)
        except AppError as error:
            _log.warning("telephone.not_hung_up", code=error.code, reason=str(error))

    async def _give_up(self, session: ChannelSession) -> None:
        """Who does not come back in time has hung up, as far as anybody can tell."""
        await self.parts.pause(self.parts.config.back_within.total_seconds())
        with suppress(AppError):
            if await self._conversations.has_lost_its_caller(session):
                await self.parts.voice.http.turns.hang_up(session, "caller")


@dataclass(frozen=True)
class _Switchboard:
    """Implements ``Switchboard`` for one call."""

    parts: TelephoneParts
    instructions: Instructions
    call: IncomingCall
    locale: str
    agreed_at: datetime | None = None
    """When they said yes to the question for consent; None: not in this call."""

    async def find_transfer(self, text: str, *, spoken: bool) -> Transfer | None:
        people = self.parts.config.people
        if not people:
            return None
        if not spoken and self._are_for_emergency(text.rstrip("#")):
            wanted: Transfer | None = Transfer.EMERGENCY
        else:
            wanted = await asyncio.to_thread(self.parts.find_transfer, text, self.locale)
        return wanted if wanted in people else None

    def _are_for_emergency(self, keys: str) -> bool:
        agreed_at = self.agreed_at
        if agreed_at is not None and self.parts.clock() - agreed_at < _JUST_AGREED:
            return keys in _EMERGENCY_KEYS or f"1{keys}" in _EMERGENCY_KEYS
        return keys in _EMERGENCY_KEYS

    def reaches(self, wanted: Transfer) -> bool:
        return wanted in self.parts.config.people

    async def transfer(self, wanted: Transfer) -> None:
        told = self.instructions.put_through(self.call, wanted)
        await self.parts.carrier.transfer(self.call.sid, told)


def _line_of(call: IncomingCall) -> CallLine:
    return CallLine(None, call.caller.user_id)


def _answer(written: str) -> web.Response:
    return web.Response(text=written, content_type="text/xml")


async def _first(socket: web.WebSocketResponse) -> StreamStart | None:
    """The message behind ``connected``. None when the carrier went away instead."""
    while True:
        message = await socket.receive()
        if message.type in {WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR}:
            return None
        if message.type is not WSMsgType.TEXT:
            raise NotUnderstoodError
        parsed = messages.parse_message(message.data)
        if isinstance(parsed, StreamStart):
            return parsed
        if not isinstance(parsed, Connected):
            raise NotUnderstoodError
