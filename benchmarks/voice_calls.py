"""What a caller waits for: from the end of what they say to the first sound of the answer.

    python benchmarks/voice_calls.py [--turns N] [--calls N] [--provider SECONDS]

Starts Temporal, PostgreSQL, a worker and a process of the HTTP channel, all real, in a folder that
is thrown away, and calls it: sound goes out as fast as a person speaks, marks come back when it
would have been played. With ``--provider`` a server on this machine that answers so late stands in
for one that recognises and speaks; without, both happen here. Exits with 1 when a limit is
exceeded; the limits are for a machine that does nothing else.
"""

import asyncio
import json
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, web

from adapters.http_server import listening
from adapters.speech import voices
from adapters.speech.recognition import samples_of
from adapters.speech.sound import SAMPLE_BYTES
from adapters.speech.synthesis import SynthesisChain
from benchmarks.figures import Figures, make_parser, run
from tests.adapters.speech.sounds import spoken
from tests.e2e.house import open_house
from tests.e2e.http.site import KEY, open_site
from tests.local.stack_fixture import short_folder
from tests.metrics import free_port

RATE = 16_000
PIECE = 0.1
"""Seconds of sound in a frame."""
HEARD = "Starbucks 15.50 ringgit for lunch"
OFFLINE_SECONDS, PROVIDER_SECONDS = 4.0, 1.5
BARGE_IN_MS = 500


@dataclass
class Call:
    """One caller. Frames are noted with the time at which they came."""

    socket: ClientWebSocketResponse
    frames: list[tuple[float, dict[str, object]]] = field(default_factory=list)
    playing_until: float = 0.0
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _playing: set[asyncio.Task[None]] = field(default_factory=set)

    async def _played(self, name: str, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))
        await self.say(type="mark", name=name)

    async def listen(self) -> None:
        async for message in self.socket:
            now = time.perf_counter()
            if message.type is WSMsgType.BINARY:
                seconds = len(message.data) / SAMPLE_BYTES / RATE
                self.playing_until = max(now, self.playing_until) + seconds
                await self._note(now, {"type": "sound"})
            elif message.type is WSMsgType.TEXT:
                frame = json.loads(message.data)
                if frame["type"] == "ping":
                    await self.say(type="pong")
                if frame["type"] == "mark":
                    played = self._played(str(frame["name"]), self.playing_until - now)
                    self._playing.add(asyncio.create_task(played))
                await self._note(now, frame)

    async def _note(self, now: float, frame: dict[str, object]) -> None:
        async with self._changed:
            self.frames.append((now, frame))
            self._changed.notify_all()

    async def say(self, **frame: object) -> None:
        """What is said behind the end is lost, as on a telephone."""
        if not self.socket.closed:
            await self.socket.send_str(json.dumps(frame))

    async def speak(self, pcm: bytes) -> float:
        """As fast as a person does; the time at which the last of it went out."""
        size = int(RATE * PIECE) * SAMPLE_BYTES
        began = time.perf_counter()
        for number, at in enumerate(range(0, len(pcm), size)):
            await asyncio.sleep(max(0.0, began + number * PIECE - time.perf_counter()))
            await self.socket.send_bytes(pcm[at : at + size])
        return time.perf_counter()

    async def first(self, after: int, kind: str, **fields: object) -> tuple[float, int]:
        """When such a frame came behind the first ``after`` ones, and its place."""
        async with asyncio.timeout(120):
            while True:
                for place in range(after, len(self.frames)):
                    at, frame = self.frames[place]
                    if frame["type"] == kind and all(frame.get(k) == v for k, v in fields.items()):
                        return at, place + 1
                async with self._changed:
                    await self._changed.wait()

    async def answered(self, after: int) -> float:
        """When the first sound of a reply came that the conversation gave."""
        while True:
            _, place = await self.first(after, "audio_start")
            reply_id = str(self.frames[place - 1][1]["reply_id"])
            if not reply_id.startswith(self.call_id):
                return (await self.first(place, "sound"))[0]
            after = place

    @property
    def call_id(self) -> str:
        return next(str(f["call_id"]) for _, f in self.frames if f["type"] == "ready")

    async def quiet(self) -> None:
        """Until all that was said was played, with silence going out."""
        while time.perf_counter() < self.playing_until + 1.0:
            await self.speak(bytes(int(RATE * PIECE) * SAMPLE_BYTES))
            await asyncio.sleep(PIECE)


async def turn(call: Call, utterance: bytes) -> float:
    """Seconds from the end of speech to the first sound of the answer."""
    before = len(call.frames)
    ended = await call.speak(utterance)
    silence = asyncio.create_task(call.speak(bytes(RATE * 60 * SAMPLE_BYTES)))
    try:
        return await call.answered(before) - ended
    finally:
        silence.cancel()
        await asyncio.gather(silence, return_exceptions=True)
        await call.quiet()


async def barge_in(call: Call, utterance: bytes) -> float:
    """Seconds from the beginning of speech during playback to its end."""
    before = len(call.frames)
    await call.say(type="text", text="/help")
    await call.first(before, "sound")
    began = time.perf_counter()
    speaking = asyncio.create_task(call.speak(utterance))
    cleared, _ = await call.first(before, "clear")
    call.playing_until = 0.0
    await speaking
    await call.speak(bytes(RATE * SAMPLE_BYTES))
    await call.answered(len(call.frames))
    await call.quiet()
    return cleared - began


@asynccontextmanager
async def provider(seconds: float) -> AsyncIterator[str]:
    """Recognises everything as ``HEARD`` and speaks by eSpeak NG, each so late."""
    engine = voices.espeak(None)
    if engine is None:
        sys.exit("needs the extra speech")
    chain = SynthesisChain([engine])

    async def hear(request: web.Request) -> web.Response:
        await request.read()
        await asyncio.sleep(seconds)
        return web.json_response({"text": HEARD})

    async def speak(request: web.Request) -> web.Response:
        text = (await request.json())["input"]
        sound, _ = await asyncio.gather(chain.speak(text, "en", ""), asyncio.sleep(seconds))
        return web.Response(body=sound.wav() if sound else b"", content_type="audio/wav")

    app = web.Application(client_max_size=20 * 1024 * 1024)
    app.router.add_post("/v1/audio/transcriptions", hear)
    app.router.add_post("/v1/audio/speech", speak)
    address = f"127.0.0.1:{free_port()}"
    async with listening(app, address, "the provider"):
        yield f"http://{address}/v1"
    await chain.aclose()


@asynccontextmanager
async def calling(http: ClientSession, url: str, user: str) -> AsyncIterator[Call]:
    headers = {"Authorization": f"Bearer {KEY}", "X-User-Id": user.replace(" ", "-")}
    async with http.ws_connect(f"{url}/api/v1/voice/ws", headers=headers) as socket:
        call = Call(socket)
        hearing = asyncio.create_task(call.listen())
        await call.say(type="start")
        await call.first(0, "ready")
        try:
            yield call
        finally:
            await call.say(type="stop")
            await hearing


def sentence() -> bytes:
    return (samples_of(spoken("starbucks.ogg")[0]) * 32_767).astype("<i2").tobytes()


def voiced(pcm: bytes) -> bytes:
    """Without the silence at its ends, so that the end of speech is known."""
    quiet = 600
    samples = memoryview(pcm).cast("h")
    loud = [place for place in range(0, len(samples), 80) if abs(samples[place]) > quiet]
    return bytes(samples[loud[0] : loud[-1]])


async def measure(turns: int, calls: int, late: float | None) -> Figures:
    figures = Figures()
    utterance = voiced(sentence())
    async with AsyncExitStack() as opened:
        settings = {}
        if late is not None:
            url = await opened.enter_async_context(provider(late))
            settings = {
                "LLM_PROVIDERS": "openai",
                "OPENAI_API_KEY": "k",
                "OPENAI_BASE_URL": url,
                "OPENAI_TRANSCRIPTION_MODEL": "hears",
                "OPENAI_SPEECH_MODEL": "speaks",
            }
        folder = opened.enter_context(short_folder())
        house = await opened.enter_async_context(open_house(folder / "data"))
        site = await opened.enter_async_context(open_site(house, **settings))
        http = await opened.enter_async_context(ClientSession())
        async with calling(http, site.url, "one") as call:
            first = await turn(call, utterance)
            figures.note("the first turn, s", f"{first:.2f}")
            waits = [await turn(call, utterance) for _ in range(turns)]
            figures.times("end of speech to first sound", waits)
            limit = OFFLINE_SECONDS if late is None else PROVIDER_SECONDS
            figures.hold("median, s", statistics.median(waits), limit)
            stops = [await barge_in(call, utterance) for _ in range(3)]
            figures.hold("barge-in, ms, the slowest", max(stops) * 1000, BARGE_IN_MS)
        together = await opened.enter_async_context(AsyncExitStack())
        several = [
            await together.enter_async_context(calling(http, site.url, f"of {n}"))
            for n in range(calls)
        ]
        waits = await asyncio.gather(*(turn(call, utterance) for call in several))
        figures.times(f"{calls} calls at once", waits)
    return figures


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--calls", type=int, default=4)
    parser.add_argument("--provider", type=float, dest="late", metavar="SECONDS")
    run(parser, measure)


if __name__ == "__main__":
    main()
