"""A call over Twilio's Media Streams: mu-law in pieces of 20 ms, in both directions."""

import asyncio
import base64
import binascii
import re
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web
from pydantic import JsonValue

from adapters.speech import mulaw
from adapters.speech.sound import SAMPLE_BYTES
from bot.http.telephone import messages
from bot.http.telephone.messages import Dtmf, Media, Numbered, StreamMark, StreamStart, StreamStop
from bot.http.voice.flow import Reason
from bot.http.voice.frames import Keys, MarkFrame, NotUnderstoodError, Pong, Said

PIECE = mulaw.RATE // 50
"""Bytes of a message of sound: 20 ms."""
WAITED_FOR = 3
"""Messages that may come before one that is missing: 60 ms of sound."""
LEAST_GAP, LONGEST_GAP = 10, 1_000
"""Milliseconds between two pieces of sound from which silence is put there, and how much at most.
"""
AHEAD = 4
"""Seconds of sound that are sent before they are played."""
PATIENCE = 3.0
"""Seconds for the sign that a second of sound was played."""
_OWN_MARK = "~"
_KEY = re.compile(r"[0-9*#]")
_DTMF, _MARK, _PONG = "dtmf", "mark", "pong"


@dataclass
class InOrder:
    """Puts messages back into the order of their numbers. One that does not come is given up when
    ``WAITED_FOR`` later ones are there; one that comes after that, or twice, is dropped.
    """

    next: int
    """The number that is waited for."""
    _held: dict[int, Numbered] = field(default_factory=dict)

    def put(self, message: Numbered) -> Iterator[Numbered]:
        """Yields what can be dealt with by now."""
        if message.sequence_number >= self.next:
            self._held.setdefault(message.sequence_number, message)
        while self._held and (self.next in self._held or len(self._held) > WAITED_FOR):
            yield from self._first()

    def rest(self) -> Iterator[Numbered]:
        """Yields what is held when nothing more comes."""
        while self._held:
            yield from self._first()

    def _first(self) -> Iterator[Numbered]:
        first = min(self._held)
        self.next = first + 1
        yield self._held.pop(first)


@dataclass
class SoundInTime:
    """Decodes pieces of sound that are in order, with silence in the place of those that are lost,
    by the time at which each belongs.
    """

    _ends: int | None = None
    """Milliseconds at which the last piece ended."""

    def samples_of(self, sound: messages.MediaSound) -> bytes:
        """Raises ``NotUnderstoodError`` for what is no base64."""
        try:
            heard = base64.b64decode(sound.payload, validate=True)
        except binascii.Error as error:
            raise NotUnderstoodError("no sound") from error
        gap = 0 if self._ends is None else sound.timestamp - self._ends
        lost = min(gap, LONGEST_GAP) if gap >= LEAST_GAP else 0
        self._ends = sound.timestamp + len(heard) * 1_000 // mulaw.RATE
        return bytes(lost * mulaw.RATE // 1_000 * SAMPLE_BYTES) + mulaw.decode(heard)


class TwilioStream:
    """Implements ``CallTransport`` on a stream that has begun. ``hang_up`` ends the call at the
    carrier. Sound is sent ``AHEAD`` seconds before it is played: a mark of our own behind each
    second of it tells how far that is.
    """

    rate = mulaw.RATE

    def __init__(
        self,
        socket: web.WebSocketResponse,
        start: StreamStart,
        hang_up: Callable[[], Awaitable[None]],
    ) -> None:
        self._socket = socket
        self._stream_sid = start.stream_sid
        self._order = InOrder(start.sequence_number + 1)
        self._sound = SoundInTime()
        self._hang_up = hang_up
        self._unplayed: deque[str] = deque()
        """Own marks, each behind a second of sound that was sent and not played yet."""
        self._played = asyncio.Event()
        self._seconds = 0
        self._pieces = 0
        """Sent behind the last own mark."""
        self._cleared = 0
        """How often all that was sent was dropped."""
        self._pinged = False

    async def frames(self) -> AsyncGenerator[bytes | Said, None]:
        """Until the stream stops: the caller hung up, or was lost."""
        async for raw in self._socket:
            if raw.type is not WSMsgType.TEXT:
                raise NotUnderstoodError
            message = messages.parse_message(raw.data)
            if isinstance(message, messages.Connected | StreamStart):
                raise NotUnderstoodError
            if message.stream_sid != self._stream_sid:
                raise NotUnderstoodError
            has_stopped = isinstance(message, StreamStop)
            for each in self._order.rest() if has_stopped else self._order.put(message):
                for frame in self._frames_of(each):
                    yield frame
            if has_stopped:
                return

    def _frames_of(self, message: Numbered) -> Iterator[bytes | Said]:
        match message:
            case Media(media=sound) if sound.track == "inbound":
                if self._pinged:  # sound comes without a pause: who sends it is there
                    self._pinged = False
                    yield Pong(type=_PONG)
                yield self._sound.samples_of(sound)
            case Dtmf(dtmf=key) if _KEY.fullmatch(key.digit):
                yield Keys(type=_DTMF, digits=key.digit)
            case StreamMark(mark=mark) if mark.name.startswith(_OWN_MARK):
                if mark.name in self._unplayed:
                    while self._unplayed.popleft() != mark.name:
                        pass
                    self._played.set()
            case StreamMark(mark=mark):
                yield MarkFrame(type=_MARK, name=mark.name)

    async def send(self, kind: str, fields: Mapping[str, JsonValue]) -> None:
        match kind:
            case "mark":
                await self._socket.send_str(messages.mark(self._stream_sid, str(fields["name"])))
            case "clear":
                self._cleared += 1
                self._unplayed.clear()
                self._played.set()
                await self._socket.send_str(messages.clear(self._stream_sid))
            case "ping":
                self._pinged = True
            case "hangup" if fields["reason"] != Reason.TRANSFERRED:
                await self._hang_up()

    async def play(self, pcm: bytes) -> None:
        sound, cleared = mulaw.encode(pcm), self._cleared
        for at in range(0, len(sound), PIECE):
            await self._wait_for_room()
            if cleared != self._cleared:
                return
            piece = sound[at : at + PIECE].ljust(PIECE, mulaw.SILENCE)
            payload = base64.b64encode(piece).decode()
            await self._socket.send_str(messages.media(self._stream_sid, payload))
            await self._mark_second()

    async def _mark_second(self) -> None:
        self._pieces += 1
        if self._pieces * PIECE < mulaw.RATE:
            return
        self._pieces = 0
        self._seconds += 1
        name = f"{_OWN_MARK}{self._seconds}"
        self._unplayed.append(name)
        await self._socket.send_str(messages.mark(self._stream_sid, name))

    async def _wait_for_room(self) -> None:
        """A sign that does not come is not waited for: what is sent is played all the same."""
        while len(self._unplayed) >= AHEAD:
            self._played.clear()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._played.wait()
            except TimeoutError:
                if self._unplayed:
                    self._unplayed.popleft()

    async def close(self, code: int) -> None:
        await self._socket.close(code=code)
