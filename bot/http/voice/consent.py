"""The question for consent in a call: spoken before anything of the person is taken in.

It is answered by a key, by typed words or aloud; of what is said, a recogniser hears a yes or a no
alone, and where a person can be put through, danger. Nothing of it is written down.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field

import structlog
from pydantic import JsonValue

from adapters.speech.activity import SpeechEnded, SpeechEvent, Utterances
from adapters.speech.sound import SAMPLE_BYTES
from adapters.speech.spoken_form import sentences
from bot.buttons import button_named
from bot.consent import ConsentRequiredError
from bot.consent_dialog import ask_consent
from bot.http.errors import show_consent
from bot.http.voice.call import OVER, Switchboard
from bot.http.voice.flow import KEYS_WITHIN
from bot.http.voice.frames import EndOfSpeech, Keys, MarkFrame, Said, Stop, Text
from bot.http.voice.parts import VoiceParts
from bot.http.voice.transport import CallTransport
from bot.texts.catalogue import catalogue_for
from bot.texts.speech import Button
from domain.errors import AppError
from domain.topics import PressAction
from domain.transfers import Transfer

GOODBYE_SECONDS = 15.0
"""For the goodbye to be played, before the call ends anyway."""
_KEYS = {"1": PressAction.AGREE, "2": PressAction.DECLINE}
_ID, _GOODBYE = "consent", "goodbye"
"""Of what is spoken, as of replies."""
_NOBODY = ""
"""For whom speech engines work meanwhile: no call of one is written down for the person."""

_log = structlog.get_logger(__name__)


@dataclass
class ConsentCall:
    """One call before it begins. ``notice`` is said before the text."""

    voice: VoiceParts
    transport: CallTransport
    locale: str
    notice: str | None = None
    switchboard: Switchboard | None = None
    """Puts through who tells of danger, without an answer."""
    _played: str = ""
    """What was played last, to its end."""
    _keys: str = ""
    _keys_until: float = 0.0
    """When a key that comes later begins another number."""
    _utterances: Utterances = field(init=False)

    def __post_init__(self) -> None:
        config, rate = self.voice.config.utterances, self.transport.rate
        self._utterances = Utterances(self.voice.activity(), config, rate)

    async def ask(self, required: ConsentRequiredError) -> bool:
        """Says the text once and waits for the answer; a yes is kept. After a no, and when no
        answer comes in time, it says goodbye. Without a yes the transport is closed.

        Raises ``NotUnderstoodError`` for a frame of no protocol, ``StorageUnavailableError``.
        """
        words = catalogue_for(self.locale)
        shown, buttons = (
            show_consent(required.text, words),
            ask_consent(required.text, words).buttons,
        )
        await self._send("consent", **shown)
        said = (self.notice, str(shown["text"]), words.text("consent.spoken"))
        async with self._speaking(_ID, "\n".join(filter(None, said))):
            try:
                async with asyncio.timeout(self.voice.config.consent_within.total_seconds()):
                    answer, how = await self._wait(required.user_id, buttons)
            except TimeoutError:
                answer, how = PressAction.DECLINE, ""
        if answer == PressAction.AGREE:
            channel = self.voice.http.turns.channel
            await required.consent.give(required.user_id, str(shown["language"]), channel, how)
            return True
        if answer == PressAction.DECLINE:
            await self._say_goodbye(words.text("consent.goodbye"))
        await self.transport.close(OVER)
        return False

    async def _wait(self, user_id: str, buttons: Sequence[Button]) -> tuple[str, str]:
        """The answer and how it was given; nothing when the person hangs up or is put through."""
        async with aclosing(self.transport.frames()) as frames:
            async for came in frames:
                if isinstance(came, Stop):
                    break
                # While the text is played, what is heard may be our own voice.
                counts = isinstance(came, Text) or self._played == _ID
                said = await self._take(came, user_id)
                if said and await self._is_put_through(said, spoken=not isinstance(came, Keys)):
                    break
                if isinstance(came, Keys):
                    if answer := _KEYS.get(said.rstrip("#")):
                        return answer, "key"
                elif counts and (button := button_named(said, buttons)) is not None:
                    return button.press.action, "word"
        return "", ""

    async def _take(self, came: bytes | Said, user_id: str) -> str:
        """What was said, typed, or pressed up to now."""
        match came:
            case bytes():
                return await self._take_sound(came, user_id)
            case Keys():
                now = asyncio.get_running_loop().time()
                self._keys = came.digits if now > self._keys_until else self._keys + came.digits
                self._keys_until = now + KEYS_WITHIN
                return self._keys
            case Text():
                return came.text
            case MarkFrame():
                self._played = came.name
                return await self._hear(self._utterances.finish(), user_id)
            case EndOfSpeech():
                return await self._hear(self._utterances.finish(), user_id)
        return ""

    async def _take_sound(self, data: bytes, user_id: str) -> str:
        seconds = len(data) / SAMPLE_BYTES / self.transport.rate
        self.voice.rate_limit.stream(user_id, seconds)
        if self._played != _ID and self.switchboard is None:
            return ""
        return await self._hear(self._utterances.feed(data), user_id)

    async def _hear(self, events: tuple[SpeechEvent, ...], user_id: str) -> str:
        """What was said; empty where it can't be understood."""
        ended = [event.sound for event in events if isinstance(event, SpeechEnded)]
        if not ended or not self.voice.listener.hears(self.locale):
            return ""
        self.voice.rate_limit.recognise(user_id, ended[-1].seconds)
        try:
            heard = await self.voice.listener.hear(ended[-1], self.locale, _NOBODY)
        except AppError:
            return ""
        return heard.text.strip()

    async def _is_put_through(self, said: str, *, spoken: bool) -> bool:
        """Danger waits for no answer, and nothing of it is kept either."""
        board = self.switchboard
        if board is None:
            return False
        if await board.find_transfer(said, spoken=spoken) is not Transfer.EMERGENCY:
            return False
        try:
            await board.transfer(Transfer.EMERGENCY)
        except AppError as error:
            _log.warning("voice.not_transferred", code=error.code, wanted=Transfer.EMERGENCY.value)
            return False
        return True

    async def _say_goodbye(self, text: str) -> None:
        """Until it was played: closing cuts off what was not."""
        with suppress(TimeoutError):
            async with (
                self._speaking(_GOODBYE, text),
                asyncio.timeout(GOODBYE_SECONDS),
                aclosing(self.transport.frames()) as frames,
            ):
                async for came in frames:
                    if isinstance(came, MarkFrame) and came.name == _GOODBYE:
                        self._played = came.name
                        return

    @asynccontextmanager
    async def _speaking(self, id_: str, text: str) -> AsyncIterator[None]:
        """Inside, this is spoken; behind, nothing of it is played any more."""
        speaking = asyncio.create_task(self._speak(id_, text))
        try:
            yield
        finally:
            speaking.cancel()
            await asyncio.gather(speaking, return_exceptions=True)
            if self._played != id_:
                with suppress(ConnectionError):
                    await self._send("clear", reply_id=id_)

    async def _speak(self, id_: str, text: str) -> None:
        await self._send("reply", id=id_, text=text, node=None)
        for sentence in sentences(text):
            sound = await self.voice.synthesiser.speak(sentence, self.locale, _NOBODY, fixed=True)
            if sound is not None and sound.pcm:
                await self._send("audio_start", reply_id=id_)
                await self.transport.play(sound.at(self.transport.rate).pcm)
                await self._send("audio_end", reply_id=id_)
        await self._send("mark", name=id_)

    async def _send(self, kind: str, **fields: JsonValue) -> None:
        await self.transport.send(kind, fields)
