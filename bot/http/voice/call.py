"""One call over one transport: carries sound and words between a person and their conversation.

Who may speak when is decided in ``flow``; here is what takes time: listening, recognition, one
utterance after the other, the conversation's answers, and their voice.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Protocol
from uuid import uuid4

import structlog
from pydantic import JsonValue

from adapters.speech.activity import SpeechEnded, SpeechEvent, SpeechStarted, Utterances
from adapters.speech.sound import SAMPLE_BYTES, Sound
from adapters.speech.spoken_form import sentences
from bot.http.allowance import Allowance
from bot.http.channel import BEGAN, GONE, HEARD
from bot.http.contract import (
    ChoiceView,
    HeardView,
    HungUp,
    NewMessage,
    ReplyView,
    RequestRefused,
    Settled,
    SlowReaderError,
)
from bot.http.errors import fields_of, refusal_of
from bot.http.voice.flow import (
    CallEnded,
    CallFlow,
    Clear,
    Effect,
    Hushed,
    Keyed,
    Own,
    Reason,
    SayAloud,
    Sentence,
    Unanswered,
)
from bot.http.voice.frames import (
    ENCODING,
    EndOfSpeech,
    Keys,
    MarkFrame,
    NotUnderstoodError,
    Pong,
    Said,
    StartFrame,
    Stop,
    Text,
)
from bot.http.voice.numbers import unconfirmed
from bot.http.voice.parts import VoiceParts
from bot.http.voice.transport import CallTransport
from bot.texts.catalogue import catalogue_for
from bot.texts.reasons import reason_of
from domain.channel_events import ChannelSession, Event, EventKind
from domain.conversation import PersonLeft
from domain.errors import AppError, SpeechUnavailableError
from domain.history import Interrupted
from domain.transfers import Transfer

OVER, RESTART, NOT_UNDERSTOOD, TOO_LARGE, FAULT = 1000, 1001, 1003, 1009, 1011
SILENT, TAKEN_OVER = 4008, 4009
BUSY = 4029

FRAMES, WITHIN_SECONDS = 200, 20.0
"""Of text that a client may send at once, and the time after which it may again."""
MOST_OFFERED = 6
"""Choices that are read out."""
MOST_WAITING = 8
"""Utterances and typed words that wait for recognition."""
PIECE_SECONDS = 0.2
"""Of sound in a binary frame."""
WRITING_SECONDS = 5.0
"""For writing down that a call ended, before it ends anyway."""
DRAINING_SECONDS = 60.0
"""For what was said before the socket was lost to reach the conversation."""

UNCLEAR = "unclear"
"""Why recognition fails for what was said, and for nothing else."""

_GONE = frozenset(set(Reason) - {Reason.COMPLETED, Reason.OPERATOR})
"""Ends of a call that the conversation does not know of."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Over:
    """How a call left its socket. ``reason`` None: it may go on elsewhere."""

    code: int | None
    """To close with; None: the socket is gone."""
    reason: Reason | None = None


class Switchboard(Protocol):
    """Puts the person through to somebody else."""

    async def find_transfer(self, text: str, *, spoken: bool) -> Transfer | None:
        """What words or keys ask for, where there is a number for that."""

    def reaches(self, wanted: Transfer) -> bool:
        """Whether there is a number for that."""

    async def transfer(self, wanted: Transfer) -> None:
        """Raises ``AppError`` when it can't be done."""


@dataclass(frozen=True)
class CallOpening:
    """How a call begins, and what it can do beside."""

    after: int | None = None
    """The last ``seq`` that the other side knows; None: nothing from before is said again."""
    barge_in: bool = True
    say: tuple[str, ...] = ()
    """What the call itself says first."""
    take: str | None = None
    """What is handed to the conversation then, as if it had been typed."""
    switchboard: Switchboard | None = None


@dataclass(frozen=True)
class _Utterance:
    """What was said in one breath, and when it had ended."""

    sound: Sound
    ended: float


@dataclass(frozen=True)
class _Speech:
    """Something to say, by sentences. ``text``: as the conversation has it; ``own``: of the call
    itself; ``fixed``: always the same.
    """

    id: str
    sentences: tuple[str, ...]
    text: str = ""
    own: bool = False
    fixed: bool = False


class LiveCall:
    """``run`` is the whole of it."""

    def __init__(  # noqa: PLR0913 - what one call is about
        self,
        voice: VoiceParts,
        transport: CallTransport,
        session: ChannelSession,
        *,
        call_id: str,
        flow: CallFlow,
        opening: CallOpening,
        has_input: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.call_id = call_id
        self.session = session
        self.flow = flow
        self.has_input = has_input
        """Sound, words or keys came from the person, by this socket or an earlier one of the call.
        """
        self._voice = voice
        self._transport = transport
        self._opening = opening
        self._clock = clock
        self._words = catalogue_for(session.locale)
        self._activity = voice.activity()
        self._utterances = Utterances(self._activity, voice.config.utterances, transport.rate)
        self._deaf = not voice.listener.hears(session.locale)
        """Nothing here knows the person's language."""
        self._frames = Allowance(FRAMES, WITHIN_SECONDS, clock)
        self._over: asyncio.Future[Over] = asyncio.get_running_loop().create_future()
        self._woken = asyncio.Event()
        self._free = asyncio.Event()
        """Nobody else speaks."""
        self._waiting: asyncio.Queue[_Utterance | str | None] = asyncio.Queue(MOST_WAITING)
        self._to_say: deque[_Speech] = deque()
        self._something = asyncio.Event()
        """There is something to say."""
        self._saying: tuple[_Speech, int] | None = None
        """At work, with the number of its sentences that were sent."""
        self._lately: deque[_Speech] = deque(maxlen=20)
        self._goodbyes: dict[str, bool] = {}
        """By reply, whether all of it was sent to be played."""
        self._own = 0
        """Things that the call itself said."""
        self._heard: list[str] = []
        """What was said and not answered yet."""
        self._group = asyncio.TaskGroup()
        self._open: set[str] = set()
        """Ids of the messages that are not dealt with yet."""
        self._key = f"{call_id}/{token_hex(4)}/{BEGAN}"
        """Of the event that tells others of this socket."""
        self._began = 0
        """``seq`` of the beginning of this call."""
        self._node: str | None = None
        self._hangup_status: str | None = None
        self._hung: Reason | None = None
        """Why the call is over."""
        self._told_by_log = False
        self._told_reasons: set[str] = set()
        """Codes of why nothing could be heard."""
        self._pinged = False
        self._since_speech: float | None = None
        self._since_taken: float | None = None

    # -- from outside

    def finish(self, over: Over) -> None:
        """Leaves the socket. The first word counts."""
        if not self._over.done():
            self._over.set_result(over)

    @property
    def is_over(self) -> bool:
        """Also while those who carry it are being told."""
        return self._hung is not None or self._over.done()

    async def run(self) -> Over:
        """Until the call is over, its socket is lost, or ``finish`` is called. What was said and
        is not recognised yet when the socket is lost still reaches the conversation.

        Raises ``StorageUnavailableError`` when it can't begin.
        """
        await self._begin()
        async with self._group as group:
            dealing = group.create_task(self._deal())
            parts = [
                group.create_task(part())
                for part in (
                    self._prepare,
                    self._receive,
                    self._follow,
                    self._speak,
                    self._keep_time,
                    self._stay_alive,
                )
            ]
            over = await self._over
            await _cancelled(parts)
            if over.code is not None:
                await self._transport.close(over.code)
            if over.reason is None:
                if over.code != TAKEN_OVER:  # nobody waits for what is played here any more
                    await self._note(f"{self._key.removesuffix(BEGAN)}{GONE}", {"state": GONE})
                await self._drain(dealing)
            await _cancelled([dealing])
        return over

    async def _begin(self) -> None:
        payload = {"message_id": "", "state": "in_call", "call_id": self.call_id}
        event, _ = await self._voice.http.log.add(
            self.session.session_id, EventKind.STATE, self._key, payload
        )
        self._began = event.seq
        synthesiser = self._voice.synthesiser
        await self._send(
            "ready",
            session_id=self.session.session_id,
            call_id=self.call_id,
            audio={"encoding": ENCODING, "rate": self._transport.rate, "channels": 1},
            speech_in=not self._deaf,
            speech_out=synthesiser.speaks(self.session.locale) is not None,
            vad=self._activity.name,
        )
        if self._deaf:
            await self._apply([SayAloud(Own.NOT_THIS_LANGUAGE)])
        for text in self._opening.say:
            await self._say_own(text)
        if self._opening.take is not None:
            self.flow.typed(self._clock())
            await self._put(self._opening.take)

    async def _prepare(self) -> None:
        """Starts engines before the first words need them."""
        voice, session = self._voice, self.session
        words = self._words.text(f"http.voice.{Own.WAITING.value}")
        async with asyncio.TaskGroup() as starting:
            if not self._deaf:
                starting.create_task(voice.listener.prepare())
            starting.create_task(
                voice.synthesiser.speak(words, session.locale, session.user_id, fixed=True)
            )

    async def _drain(self, dealing: asyncio.Task[None]) -> None:
        """Lets what was said reach the conversation."""
        try:
            async with asyncio.timeout(DRAINING_SECONDS):
                await self._waiting.put(None)
                await dealing
        except TimeoutError:
            _log.warning("voice.unheard", waiting=self._waiting.qsize())

    # -- what the client sends

    async def _receive(self) -> None:
        try:
            async for came in self._transport.frames():
                if isinstance(came, bytes):
                    await self._take_sound(came)
                else:
                    self._frames.use("")
                    await self._take_frame(came)
        except NotUnderstoodError:
            self.finish(Over(NOT_UNDERSTOOD))
        except RequestRefused as refusal:
            await self._send_error(refusal)
            self.finish(Over(BUSY))
        else:
            self._lost()

    async def _take_sound(self, data: bytes) -> None:
        flow, now = self.flow, self._clock()
        seconds = len(data) / SAMPLE_BYTES / self._transport.rate
        self._voice.rate_limit.stream(self.session.user_id, seconds)
        self.has_input = self.has_input or seconds > 0
        if self._deaf or flow.ending or (flow.playing and not flow.barge_in):
            return
        flow.sound(now)
        await self._events(self._utterances.feed(data))
        await asyncio.sleep(0)  # lets all others go on, however much sound has come
        if self._utterances.spoken:
            await self._apply(flow.speaking(self._utterances.spoken))

    async def _events(self, events: Sequence[SpeechEvent]) -> None:
        for event in events:
            now = self._clock()
            match event:
                case SpeechStarted():
                    self.flow.speech_started(now)
                    await self._send("speech_started")
                case SpeechEnded():
                    self.flow.speech_ended(now)
                    await self._send("speech_ended")
                    await self._put(_Utterance(event.sound, now))
            await self._apply([])

    async def _put(self, said: _Utterance | str) -> None:
        try:
            self._waiting.put_nowait(said)
        except asyncio.QueueFull:
            await self._send_error(RequestRefused(503, "voice.busy", retryable=True))
            self.flow.settled(self._clock())

    async def _take_frame(self, frame: Said) -> None:
        now = self._clock()
        match frame:
            case Text() as typed:
                self.has_input = True
                self.flow.typed(now)
                await self._put(typed.text)
                await self._apply([])
            case Keys() as keys:
                self.has_input = True
                await self._apply(self.flow.keys(now, keys.digits))
            case MarkFrame() as mark:
                self.flow.played(now, mark.name)
                await self._apply([])
            case EndOfSpeech():
                await self._events(self._utterances.finish())
            case Stop():
                await self._hang_up(Reason.CALLER)
            case Pong():
                self._pinged = False
            case StartFrame():
                raise NotUnderstoodError

    # -- from sound and keys to the conversation

    async def _deal(self) -> None:
        """One after the other, in the order in which it was said."""
        while (said := await self._waiting.get()) is not None:
            if isinstance(said, str):
                await self._take_or_transfer(NewMessage(text=said))
            else:
                await self._recognise(said)

    async def _recognise(self, said: _Utterance) -> None:
        voice, session = self._voice, self.session
        began = self._clock()
        try:
            voice.rate_limit.recognise(session.user_id, said.sound.seconds)
            heard = await voice.listener.hear(said.sound, session.locale, session.user_id)
            text = heard.text.strip()
        except RequestRefused as refusal:
            await self._not_taken(refusal, spoken=True)
            return
        except AppError as error:
            if error.why != UNCLEAR:
                await self._cannot_hear(error)
                return
            text = ""
        voice.telemetry.took("stt", self._clock() - began)
        has_words = any(character.isalnum() for character in text)
        await self._apply(self.flow.understood(self._clock(), words=has_words))
        if has_words:
            self._heard.append(text)
            silence = voice.config.utterances.end_silence.total_seconds()
            voice.telemetry.took("vad", silence)
            self._since_speech = said.ended - silence
            await self._take_or_transfer(NewMessage(text=text, spoken=True))

    async def _cannot_hear(self, error: AppError) -> None:
        """It is not for what was said: the reason is shown, and said once."""
        _log.warning("voice.not_recognised", code=error.code, reason=str(error))
        refusal = RequestRefused(422, SpeechUnavailableError.code, retryable=error.retryable)
        refusal.__cause__ = error
        await self._send_error(refusal)
        self.flow.settled(self._clock())
        if error.code not in self._told_reasons:
            self._told_reasons.add(error.code)
            await self._say_own(reason_of(self._words, error))
        await self._apply([])

    async def _take_or_transfer(self, incoming: NewMessage) -> None:
        """Words that are for a person go to one, if one can be reached; the conversation gets all
        others, and learns of an emergency.
        """
        switchboard = self._opening.switchboard
        find = switchboard.find_transfer if switchboard else None
        wanted = await find(incoming.text, spoken=incoming.spoken) if find else None
        is_transferred = wanted is not None and await self._is_put_through(wanted)
        if not is_transferred or wanted is Transfer.EMERGENCY:
            await self._take(incoming)
        if is_transferred:
            await self._hang_up(Reason.TRANSFERRED)

    async def _is_put_through(self, wanted: Transfer) -> bool:
        switchboard = self._opening.switchboard
        if switchboard is None or not switchboard.reaches(wanted):
            return False
        try:
            await switchboard.transfer(wanted)
        except AppError as error:
            _log.warning("voice.not_transferred", code=error.code, wanted=wanted.value)
            return False
        return True

    async def _give_up(self) -> None:
        """Puts through who gets no answer, or tells them so and ends the call."""
        if await self._is_put_through(Transfer.PERSON):
            await self._hang_up(Reason.TRANSFERRED)
            return
        self.flow.end(self._clock(), Reason.UNANSWERED)
        await self._perform(SayAloud(Own.GOODBYE_UNANSWERED))

    async def _take(self, incoming: NewMessage) -> None:
        voice = self._voice
        # Known before it is handed over: what settles it may come before the answer does.
        message_id = uuid4().hex
        self._open.add(message_id)
        incoming = replace(incoming, message_id=message_id, live=True)
        if incoming.spoken and self._since_taken is None:
            self._since_taken = self._clock()
        try:
            await voice.http.turns.take(self.session, incoming, per_minute=voice.config.per_minute)
        except (RequestRefused, AppError) as error:
            self._open.discard(message_id)
            self._since_taken = None
            await self._not_taken(refusal_of(error), spoken=incoming.spoken)

    async def _not_taken(self, refusal: RequestRefused, *, spoken: bool) -> None:
        await self._send_error(refusal)
        self.flow.settled(self._clock())
        await self._apply([SayAloud(Own.NOT_TAKEN)] if spoken else [])

    # -- from the conversation to the client

    async def _follow(self) -> None:
        """Ends when everything about the person was deleted: then the call does, too."""
        after = self._began if self._opening.after is None else self._opening.after
        session_id = self.session.session_id
        try:
            async with self._voice.http.streams.hub.reading(session_id, after) as events:
                async for event in events:
                    if event is not None:
                        await self._show(event)
                        await self._apply([])
        except SlowReaderError:
            self.finish(Over(RESTART))
            return
        self.flow.end(self._clock(), Reason.COMPLETED)
        await self._apply([])

    async def _show(self, event: Event) -> None:
        match event.kind:
            case EventKind.REPLY:
                reply = ReplyView.model_validate(event.payload)
                self._node = reply.node or self._node
                await self._reply(event.seq, reply)
            case EventKind.TRANSCRIPT:
                said = HeardView.model_validate(event.payload)
                await self._send(
                    "transcript", seq=event.seq, text=said.text, message_id=said.message_id
                )
            case EventKind.STATE if event.key.endswith(f"/{BEGAN}"):
                if event.key != self._key and event.seq > self._began:
                    self.finish(Over(TAKEN_OVER))
            case EventKind.STATE:
                settled = Settled.model_validate(event.payload)
                if settled.message_id in self._open:
                    self._open.discard(settled.message_id)
                    self.flow.settled(self._clock())
                await self._send("state", seq=event.seq, state=settled.state, node=self._node)
            case EventKind.HANGUP:
                await self._end_from_log(event)

    async def _end_from_log(self, event: Event) -> None:
        """The conversation or somebody else ended the call: what is to be said still is."""
        ended = HungUp.model_validate(event.payload)
        if event.seq < self._began or self._hung is not None:
            return
        known = {reason.value for reason in Reason}
        reason = Reason(ended.reason) if ended.reason in known else Reason.COMPLETED
        self._hangup_status = ended.hangup_status
        self._told_by_log = True
        self.flow.end(self._clock(), reason)

    async def _reply(self, seq: int, reply: ReplyView) -> None:
        now = self._clock()
        self.flow.answered(now)
        if self._since_taken is not None:
            self._voice.telemetry.took("agent", now - self._since_taken)
            self._since_taken = None
        heard, self._heard = " ".join(self._heard), []
        if numbers := unconfirmed(heard, reply.text):
            named = ", ".join(numbers)
            await self._say_own(self._words.text("http.voice.numbers", numbers=named), fixed=False)
        await self._send("reply", seq=seq, **reply.model_dump(mode="json"))
        if reply.hangup_status is not None:
            return  # the call is over with it: its goodbye was said
        if reply.heard_out:
            self._goodbyes[reply.id] = False
        self._say(_Speech(reply.id, (*sentences(reply.text), *_offered(reply)), reply.text))

    def _say(self, speech: _Speech) -> None:
        self._to_say.append(speech)
        self._lately.append(speech)
        self.flow.to_say(self._clock())
        self._something.set()
        self._woken.set()

    async def _say_own(self, text: str, *, fixed: bool = True) -> None:
        self._own += 1
        id_ = f"{self.call_id}/{self._own}"
        await self._send("reply", id=id_, text=text, node=None)
        self._say(_Speech(id_, sentences(text), own=True, fixed=fixed))

    async def _speak(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._to_say:
                speech = self._to_say.popleft()
                self._saying = (speech, 0)
                await self._speak_all(speech)
                self._saying = None
                self.flow.said(self._clock())
                if speech.id in self._goodbyes:
                    self._goodbyes[speech.id] = True
                await self._apply([])

    async def _speak_all(self, speech: _Speech) -> None:
        """Unless it is interrupted: then ``_saying`` is no longer this."""
        session, voice = self.session, self._voice
        rate = self._transport.rate
        for number, text in enumerate(speech.sentences):
            began = self._clock()
            sound = await voice.synthesiser.speak(
                text, session.locale, session.user_id, fixed=speech.fixed
            )
            took = self._clock() - began
            await self._free.wait()
            if self._saying is None or self._saying[0] is not speech:
                return
            if sound is not None and sound.pcm:
                if not speech.own and self._since_speech is not None:
                    voice.telemetry.took("tts", took)
                    voice.telemetry.took("total", self._clock() - self._since_speech)
                    self._since_speech = None
                await self._play(speech.id, number, text, sound.at(rate))
            if self._saying is None or self._saying[0] is not speech:
                return
            self._saying = (speech, number + 1)

    async def _play(self, reply_id: str, number: int, text: str, sound: Sound) -> None:
        name = f"{reply_id}/{number}"
        self.flow.sent(self._clock(), Sentence(name, reply_id, text, sound.seconds))
        self._woken.set()
        await self._send("audio_start", reply_id=reply_id)
        size = int(PIECE_SECONDS * sound.rate) * SAMPLE_BYTES
        for at in range(0, len(sound.pcm), size):
            if self._saying is None:  # interrupted while the client was slow
                break
            await self._send_sound(sound.pcm[at : at + size])
        await self._send("audio_end", reply_id=reply_id)
        await self._send("mark", name=name)

    # -- time and its effects

    async def _keep_time(self) -> None:
        while True:
            self._woken.clear()
            await self._apply(self.flow.tick(self._clock()), wake=False)
            due = self.flow.due
            pause = None if due is None else max(0.0, due - self._clock())
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()

    async def _apply(self, effects: Sequence[Effect], *, wake: bool = True) -> None:
        """Does what the flow wants, and lets those go on who waited for it."""
        for effect in effects:
            await self._perform(effect)
        self._note_goodbyes()
        if self.flow.may_speak:
            self._free.set()
        else:
            self._free.clear()
        if wake:
            self._woken.set()

    async def _perform(self, effect: Effect) -> None:
        match effect:
            case SayAloud():
                if effect.words is Own.STILL_THERE:
                    self._voice.telemetry.silent()
                await self._say_own(self._words.text(f"http.voice.{effect.words.value}"))
            case Clear():
                await self._clear(effect)
            case Keyed():
                self.flow.typed(self._clock())
                await self._put(effect.digits)
            case Hushed():
                await self._events(self._utterances.finish())
            case Unanswered():
                await self._give_up()
            case CallEnded():
                await self._hang_up(effect.reason)

    async def _clear(self, clear: Clear) -> None:
        """Playback and all that waits for it stop; what was not heard is written down."""
        now = self._clock()
        self._voice.telemetry.interrupted()
        unheard: dict[str, list[str]] = {}
        for sentence in clear.unheard:
            unheard.setdefault(sentence.reply_id, []).append(sentence.text)
        if self._saying is not None:
            speech, sent = self._saying
            unheard.setdefault(speech.id, []).extend(self._not_sent(speech, sent, clear))
            self._saying = None
        while self._to_say:
            speech = self._to_say.popleft()
            unheard.setdefault(speech.id, []).extend(speech.sentences)
            self.flow.said(now)
        for reply_id, missed in unheard.items():
            await self._send("clear", reply_id=reply_id)
            if missed:
                self._goodbyes.pop(reply_id, None)
        self._group.create_task(self._note_unheard(unheard))

    @staticmethod
    def _not_sent(speech: _Speech, sent: int, clear: Clear) -> Sequence[str]:
        last = f"{speech.id}/{sent}"
        begun = any(sentence.name == last for sentence in clear.unheard)
        return speech.sentences[sent + begun :]

    def _note_goodbyes(self) -> None:
        """Whoever shows a goodbye waits for it to be played to its end."""
        heard = [id_ for id_, sent in self._goodbyes.items() if sent and not self.flow.playing]
        for reply_id in heard:
            del self._goodbyes[reply_id]
            told = {"state": HEARD, "reply_id": reply_id}
            self._group.create_task(self._note(f"{reply_id}/{HEARD}", told))

    async def _note(self, key: str, told: Mapping[str, JsonValue]) -> None:
        """Writes down a state of the call."""
        payload, session_id = {"message_id": "", **told}, self.session.session_id
        async with _in_time("voice.not_written"):
            await self._voice.http.log.add(session_id, EventKind.STATE, key, payload)

    async def _note_unheard(self, unheard: Mapping[str, Sequence[str]]) -> None:
        """The conversation and its transcript learn what the person heard of a reply, by whole
        sentences.
        """
        for speech in [speech for speech in self._lately if not speech.own]:
            missed = unheard.get(speech.id)
            if not missed:
                continue
            heard = speech.sentences[: len(speech.sentences) - len(missed)]
            payload = {
                "message_id": "",
                "state": "interrupted",
                "reply_id": speech.id,
                "heard": " ".join(heard),
                "unheard": " ".join(missed),
            }
            key = f"{speech.id}/unheard"
            told = Interrupted(text=speech.text, heard=" ".join(heard))
            http, session_id = self._voice.http, self.session.session_id
            try:
                await http.turns.gateway.interrupted(http.turns.channel, session_id, told)
                await http.log.add(session_id, EventKind.STATE, key, payload)
            except AppError as error:
                _log.warning("voice.not_written", code=error.code)

    async def _hang_up(self, reason: Reason) -> None:
        """Once: its own event comes back by the log."""
        if self._hung is not None:
            return
        self._hung = reason
        http, session_id = self._voice.http, self.session.session_id
        if not self._told_by_log:
            ended = HungUp(call_id=self.call_id, reason=reason.value)
            async with _in_time("voice.not_written"):
                await http.log.add(session_id, EventKind.HANGUP, f"{self.call_id}/hangup", ended)
            if reason in _GONE:
                async with _in_time("voice.not_told"):
                    left = PersonLeft(reason=reason.value)
                    await http.turns.gateway.left(http.turns.channel, session_id, left)
        await self._send("hangup", reason=reason.value, hangup_status=self._hangup_status)
        self.finish(Over(OVER, reason))

    async def _stay_alive(self) -> None:
        pause = self._voice.config.ping.total_seconds()
        while True:
            await self._voice.pause(pause)
            if self._pinged:
                self.finish(Over(SILENT))
                return
            self._pinged = True
            try:
                async with asyncio.timeout(pause):
                    await self._send("ping")
            except TimeoutError:  # it reads nothing, either
                self.finish(Over(SILENT))
                return

    async def _send_error(self, refusal: RequestRefused) -> None:
        await self._send("error", **fields_of(refusal, self._words))

    async def _send(self, kind: str, **fields: JsonValue) -> None:
        try:
            await self._transport.send(kind, fields)
        except ConnectionError:
            self._lost()

    def _lost(self) -> None:
        """The socket is: after the end it is no loss, and ``_hang_up`` still tells of that."""
        if self._hung is None:
            self.finish(Over(None))

    async def _send_sound(self, pcm: bytes) -> None:
        try:
            await self._transport.play(pcm)
        except ConnectionError:
            self._lost()


def _offered(reply: ReplyView) -> tuple[str, ...]:
    """What a question offers to choose from, to be heard; buttons under anything else are for
    those who see them.
    """
    choices: tuple[ChoiceView, ...] = reply.choices
    if not choices or len(choices) > MOST_OFFERED or not reply.text.rstrip().endswith("?"):
        return ()
    return (", ".join(choice.label for choice in choices) + ".",)


@asynccontextmanager
async def _in_time(event: str) -> AsyncIterator[None]:
    """Lets what is written down take no longer than it may; the call goes on or ends without."""
    try:
        async with asyncio.timeout(WRITING_SECONDS):
            yield
    except (AppError, TimeoutError) as error:
        _log.warning(event, reason=type(error).__name__)


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
