"""Twilio's side of a call, as its documentation has it: webhooks, streams, REST API.

https://www.twilio.com/docs/voice/media-streams/websocket-messages and the pages about TwiML,
webhooks' security and the call resource. Anything that is not of its protocol fails the call.
"""

import asyncio
import base64
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from xml.etree.ElementTree import Element

from aiohttp import BasicAuth, ClientSession, ClientWebSocketResponse, WSMsgType, web
from defusedxml.ElementTree import fromstring

from adapters.speech import mulaw
from bot.http.telephone.paths import CALLS_PATH, STATUS_PATH
from bot.http.telephone.signature import signature_of

ACCOUNT = "AC" + "1a2b3c4d" * 4
AUTH_TOKEN = "0123456789abcdef0123456789abcdef"
OURS, CALLERS, OFFICE, HELP = "+14155550100", "+14155550199", "+14155550111", "+14155550112"
"""Numbers: that is called, that calls, of a person and of one for emergencies."""
PIECE = mulaw.RATE // 50
PATIENCE = 120.0

_FINAL = {"completed", "busy"}


@dataclass(frozen=True)
class Network:
    """``jitter`` in milliseconds by which messages of sound overtake each other at most; of all
    these, ``loss`` never arrives. The same ``seed`` gives the same.
    """

    jitter: float = 0.0
    loss: float = 0.0
    seed: int = 1

    def order(self, pieces: int) -> list[int]:
        """In which order the pieces of a sound arrive."""
        chance = random.Random(self.seed)  # noqa: S311 - a game
        arrive = [
            (20.0 * number + chance.uniform(0, self.jitter), number)
            for number in range(pieces)
            if chance.random() >= self.loss
        ]
        return [number for _, number in sorted(arrive)]


@dataclass
class Call:
    """One call and who calls. ``plays``: what is sent is played at once, in no time; else by
    ``play``. ``in_time``: as fast as sound is.
    """

    carrier: "Carrier"
    sid: str
    caller: str
    number: str
    plays: bool = True
    in_time: bool = False
    network: Network = Network()
    status: str = "ringing"
    said: list[tuple[str, str]] = field(default_factory=list)
    """Language and words of the carrier's own voice."""
    dialled: list[tuple[str, str | None]] = field(default_factory=list)
    """Numbers that were called for them, and the number that these see."""
    heard: bytes = b""
    """Mu-law that was played to the caller."""
    sent: list[str] = field(default_factory=list)
    """Kinds of the messages that Steward sent."""
    codes: list[int | None] = field(default_factory=list)
    """By which its streams were closed."""
    streams: int = 0
    listening: "asyncio.Task[None] | None" = None
    """Ends with the stream."""
    _socket: ClientWebSocketResponse | None = None
    _stream_sid: str = ""
    _numbers: "count[int]" = field(default_factory=count)
    _chunks: "count[int]" = field(default_factory=count)
    _time: int = 0
    """Milliseconds of the stream that were sent."""
    _buffered: list[bytes | str] = field(default_factory=list)
    """Sound, and names of marks between it."""
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    # -- what the caller does

    async def speak(self, pcm: bytes) -> None:
        """Samples of 16 bits at 8 kHz, in pieces of 20 ms."""
        sound = mulaw.encode(pcm)
        sound += mulaw.SILENCE * (-len(sound) % PIECE)
        messages: list[dict[str, object]] = []
        began = time.monotonic()
        for number, arriving in enumerate(self.network.order(len(sound) // PIECE)):
            if self._socket is None or self._socket.closed:
                return
            while len(messages) <= arriving:  # numbered among the marks and keys of that moment
                at = len(messages) * PIECE
                messages.append(self._media(sound[at : at + PIECE]))
            await self._socket.send_str(json.dumps(messages[arriving]))
            if self.in_time:
                await asyncio.sleep(began + 0.02 * number - time.monotonic())

    async def press(self, keys: str) -> None:
        for key in keys:
            await self._say("dtmf", dtmf={"track": "inbound_track", "digit": key})

    async def hang_up(self) -> None:
        self.status = "completed"
        await self.stop_stream()

    # -- what the carrier does

    async def stop_stream(self) -> None:
        """It has ended with the call, or other instructions take its place."""
        socket, self._socket = self._socket, None
        if socket is not None and not socket.closed:
            with suppress(ConnectionError):
                await socket.send_str(json.dumps(self._stop()))
            self._tasks.add(asyncio.create_task(_closed(socket)))
        await self._note()

    def _numbered(self, event: str, **fields: object) -> dict[str, object]:
        number = {"sequenceNumber": str(next(self._numbers)), "streamSid": self._stream_sid}
        return {"event": event, **number, **fields}

    def _media(self, piece: bytes) -> dict[str, object]:
        chunk, at = str(next(self._chunks)), str(self._time)
        self._time += 20
        payload = base64.b64encode(piece).decode()
        media = {"track": "inbound", "chunk": chunk, "timestamp": at, "payload": payload}
        return self._numbered("media", media=media)

    def _stop(self) -> dict[str, object]:
        return self._numbered("stop", stop={"accountSid": ACCOUNT, "callSid": self.sid})

    async def _say(self, event: str, **fields: object) -> None:
        if self._socket is not None and not self._socket.closed:
            await self._socket.send_str(json.dumps(self._numbered(event, **fields)))

    async def open_stream(self, url: str, parameters: Mapping[str, str]) -> None:
        """Opens a stream and returns when it is begun; what comes is taken in beside."""
        self.streams += 1
        self.status = "in-progress"
        self._stream_sid = f"MZ{self.streams:032x}"
        self._numbers, self._chunks, self._time = count(1), count(1), 0
        self._buffered.clear()
        socket = await self.carrier.http.ws_connect(self.carrier.reached(url), max_msg_size=0)
        self._socket = socket
        connected = {"event": "connected", "protocol": "Call", "version": "1.0.0"}
        await socket.send_str(json.dumps(connected))
        start = {
            "accountSid": ACCOUNT,
            "streamSid": self._stream_sid,
            "callSid": self.sid,
            "tracks": ["inbound"],
            "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": 8000, "channels": 1},
            "customParameters": dict(parameters),
        }
        await self._say("start", start=start)
        self.listening = asyncio.create_task(self._listen(socket))
        self._tasks.add(self.listening)

    async def _listen(self, socket: ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                self.faults.append(f"no text: {message.type}")
                break
            await self._take(json.loads(message.data))
        self.codes.append(socket.close_code)
        await self._note()

    async def _take(self, told: dict[str, object]) -> None:
        match told:
            case {"event": "media", "streamSid": sid, "media": {"payload": str(payload)}}:
                self._buffered.append(base64.b64decode(payload, validate=True))
            case {"event": "mark", "streamSid": sid, "mark": {"name": str(name)}}:
                self._buffered.append(name)
            case {"event": "clear", "streamSid": sid}:
                marks = [each for each in self._buffered if isinstance(each, str)]
                self._buffered.clear()
                for name in marks:
                    await self._say("mark", mark={"name": name})
            case _:
                sid = None
        if sid != self._stream_sid:
            self.faults.append(f"not understood: {told.get('event')}")
        self.sent.append(str(told["event"]))
        if self.plays:
            await self.play()
        await self._note()

    async def play(self, seconds: float | None = None) -> None:
        """What is buffered; with ``in_time`` in the time that it takes."""
        most = None if seconds is None else int(seconds * mulaw.RATE)
        while self._buffered and (most is None or most > 0):
            first = self._buffered.pop(0)
            if isinstance(first, str):
                await self._say("mark", mark={"name": first})
                continue
            self.heard += first
            if most is not None:
                most -= len(first)
        while self._buffered and isinstance(self._buffered[0], str):
            await self._say("mark", mark={"name": str(self._buffered.pop(0))})

    @property
    def buffered(self) -> float:
        """Seconds of sound that wait to be played."""
        return sum(len(each) for each in self._buffered if isinstance(each, bytes)) / mulaw.RATE

    async def _note(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, so: Callable[["Call"], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: so(self) or self.faults)
        assert not self.faults, self.faults

    async def over(self) -> None:
        """Waits until the call has ended, by whom ever."""
        await self.until(lambda call: call.status in _FINAL)

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _closed(socket: ClientWebSocketResponse) -> None:
    """Nobody waits for the other side to say so, too."""
    await socket.close()


def _is_set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass
class Carrier:
    """``origin`` is the address that Steward has in public, ``address`` the one where it listens.
    ``takes``: whether a person who is called takes it, by number.
    """

    http: ClientSession
    origin: str
    address: str = ""
    auth_token: str = AUTH_TOKEN
    kind: type[Call] = Call
    """Of its calls."""
    api: str = ""
    """Where its REST API listens."""
    takes: dict[str, bool] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    updates: list[dict[str, str]] = field(default_factory=list)
    """What was asked of the REST API."""
    refusals: list[tuple[int, dict[str, object]]] = field(default_factory=list)
    """Of the next requests to it."""
    answers: asyncio.Event = field(default_factory=_is_set)
    """While it is not set, requests to it wait."""
    sids: "count[int]" = field(default_factory=lambda: count(1))
    """Numbers of the calls; Steward takes none twice."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def reached(self, url: str) -> str:
        """A public address on this machine."""
        public, here = self.origin.partition("://")[2], self.address.partition("://")[2]
        scheme, _, rest = url.partition("://")
        if not here:
            return url
        return f"{'ws' if scheme.startswith('ws') else 'http'}://{rest.replace(public, here, 1)}"

    async def dial(self, caller: str = CALLERS, number: str = OURS, **more: object) -> Call:
        """Somebody calls. Returns when what Steward answered is begun."""
        call = self.kind(self, f"CA{next(self.sids):032x}", caller, number, **more)  # type: ignore[arg-type]
        self.calls[call.sid] = call
        await self._run(call, await self.post(CALLS_PATH, call))
        return call

    async def post(
        self, url: str, call: Call, *, signature: str | None = None, **more: str
    ) -> str | int:
        """A webhook; the TwiML that it got, or the status of a refusal."""
        form = {
            "AccountSid": ACCOUNT,
            "ApiVersion": "2010-04-01",
            "CallSid": call.sid,
            "CallStatus": call.status,
            "Called": call.number,
            "Caller": call.caller,
            "Direction": "inbound",
            "From": call.caller,
            "To": call.number,
            **more,
        }
        url = url if "://" in url else f"{self.origin}{url}"
        signature = signature or signature_of(self.auth_token, url, form.items())
        headers = {
            "X-Twilio-Signature": signature,
            "I-Twilio-Idempotency-Token": f"{call.sid}-{url}",
        }
        async with self.http.post(self.reached(url), data=form, headers=headers) as answer:
            return await answer.text() if answer.status == 200 else answer.status

    async def status(self, call: Call) -> None:
        await self.post(STATUS_PATH, call)

    async def _run(self, call: Call, answer: str | int) -> None:
        """Does what TwiML says; the verbs behind a stream when it has ended."""
        assert isinstance(answer, str), answer
        for verb in fromstring(answer):
            await getattr(self, f"_{verb.tag.lower()}")(call, verb)
            if verb.tag == "Connect":
                return
        call.status = "completed" if call.status not in _FINAL else call.status
        await call._note()

    async def _connect(self, call: Call, verb: Element) -> None:
        (stream,) = verb
        parameters = {each.get("name", ""): each.get("value", "") for each in stream}
        for name, value in parameters.items():
            assert len(name) + len(value) < 500
        url = stream.get("url", "")
        assert url.startswith("ws")
        assert "?" not in url
        await call.open_stream(url, parameters)
        task = call.listening
        assert task is not None
        following = asyncio.create_task(self._behind(call, task, verb.get("action", "")))
        self._tasks.add(following)

    async def _behind(self, call: Call, stream: "asyncio.Task[None]", action: str) -> None:
        await asyncio.wait([stream])
        if call.status == "in-progress" and call._socket is not None:
            answer = await self.post(action, call)
            call.faults += [] if isinstance(answer, str) else [f"{action}: {answer}"]
            await self._run(call, answer)

    async def _say(self, call: Call, verb: Element) -> None:
        call.said.append((verb.get("language", ""), verb.text or ""))

    async def _hangup(self, call: Call, verb: Element) -> None:
        del verb
        call.status = "completed"

    async def _reject(self, call: Call, verb: Element) -> None:
        assert call.status == "ringing"
        call.status = verb.get("reason", "no-answer")

    async def _dial(self, call: Call, verb: Element) -> None:
        number = verb[0].text or ""
        call.dialled.append((number, verb.get("callerId")))
        taken = "completed" if self.takes.get(number, True) else "no-answer"
        await self._run(call, await self.post(verb.get("action", ""), call, DialCallStatus=taken))

    # -- the REST API

    async def update(self, request: web.Request) -> web.Response:
        """``POST /2010-04-01/Accounts/{account}/Calls/{call}.json``."""
        await self.answers.wait()
        if self.refusals:
            status, told = self.refusals.pop(0)
            return web.json_response(told, status=status)
        shown = BasicAuth.decode(request.headers["Authorization"])
        if (shown.login, shown.password) != (ACCOUNT, self.auth_token):
            return web.json_response({"code": 20003, "message": "Authenticate"}, status=401)
        form = {name: str(value) for name, value in (await request.post()).items()}
        call = self.calls.get(request.match_info["call"])
        if call is None or request.match_info["account"] != ACCOUNT:
            return web.json_response({"code": 20404, "status": 404}, status=404)
        if call.status in _FINAL:
            return web.json_response({"code": 21220, "status": 400}, status=400)
        self.updates.append(form)
        if form.get("Status") == "completed":
            await call.hang_up()
        else:
            await call.stop_stream()
            self._tasks.add(asyncio.create_task(self._run(call, form["Twiml"])))
        return web.json_response({"sid": call.sid, "status": call.status})

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for call in self.calls.values():
            await call.close()


@asynccontextmanager
async def open_carrier(origin: str, address: str = "", port: int = 0) -> AsyncIterator[Carrier]:
    """``port``: of its REST API; 0: any that is free."""
    async with ClientSession() as http:
        carrier = Carrier(http, origin, address)
        app = web.Application()
        path = "/2010-04-01/Accounts/{account}/Calls/{call}.json"
        app.router.add_post(path, carrier.update)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        carrier.api = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield carrier
        finally:
            await carrier.close()
            await runner.cleanup()
