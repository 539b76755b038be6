"""The question for consent in a call: spoken before anything of the person is taken in.

It is answered by a key, by typed words or aloud; of what is said, a recogniser hears a yes or a no
alone. Nothing of it is written down.
"""

import asyncio
import json
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web
from pydantic import JsonValue

from adapters.speech.activity import SpeechEnded, SpeechEvent, Utterances
from adapters.speech.sound import SAMPLE_BYTES
from adapters.speech.spoken_form import sentences
from bot.buttons import button_named
from bot.consent import ConsentRequiredError
from bot.consent_dialog import ask_consent
from bot.http.address import CHANNEL
from bot.http.errors import show_consent
from bot.http.voice.frames import EndOfSpeech, Keys, MarkFrame, Said, StartFrame, Stop, Text, frame
from bot.http.voice.parts import VoiceParts
from bot.texts.catalogue import Catalogue, catalogue_for
from domain.errors import AppError
from domain.topics import PressAction

ANSWER_WITHIN = 180.0
"""Seconds, the text included."""
_KEYS = {"1": PressAction.AGREE, "2": PressAction.DECLINE}
_ID = "consent"
"""Of the text, as of a reply."""
_NOBODY = ""
"""For whom speech engines work meanwhile: no call of one is written down for the person."""


@dataclass
class ConsentCall:
    """One call before it begins."""

    voice: VoiceParts
    socket: web.WebSocketResponse
    start: StartFrame
    locale: str
    _played: bool = False
    _utterances: Utterances = field(init=False)

    def __post_init__(self) -> None:
        config, rate = self.voice.config.utterances, self.start.audio.rate
        self._utterances = Utterances(self.voice.activity(), config, rate)

    async def ask(self, required: ConsentRequiredError) -> bool:
        """Says the text once and waits for the answer; a yes is kept. False for a no, and for
        nothing.

        Raises ``NotUnderstoodError`` for a frame of no protocol, ``StorageUnavailableError``.
        """
        words = catalogue_for(self.locale)
        shown = show_consent(required.text, words)
        await self._send("consent", **shown)
        text = f"{shown['text']}\n{words.text('consent.spoken')}"
        speaking = asyncio.create_task(self._speak(text))
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                answer, how = await self._wait(required, words)
        except TimeoutError:
            return False
        finally:
            speaking.cancel()
            await asyncio.gather(speaking, return_exceptions=True)
        if answer == PressAction.AGREE:
            await required.consent.give(required.user_id, str(shown["language"]), CHANNEL, how)
            return True
        if answer == PressAction.DECLINE:
            await self._speak(words.text("consent.declined"))
        return False

    async def _wait(self, required: ConsentRequiredError, words: Catalogue) -> tuple[str, str]:
        """The answer and how it was given; nothing when the person hangs up."""
        buttons = ask_consent(required.text, words).buttons
        async for message in self.socket:
            said = ""
            if message.type is WSMsgType.BINARY:
                said = await self._take_sound(message.data, required.user_id)
            elif message.type is WSMsgType.TEXT:
                taken = frame(message.data)
                if isinstance(taken, Stop):
                    break
                if isinstance(taken, Keys) and (answer := _KEYS.get(taken.digits[-1])):
                    return answer, "key"
                said = await self._take_frame(taken, required.user_id)
            if (button := button_named(said, buttons)) is not None:
                return button.press.action, "word"
        return "", ""

    async def _take_sound(self, data: bytes, user_id: str) -> str:
        seconds = len(data) / SAMPLE_BYTES / self.start.audio.rate
        self.voice.rate_limit.stream(user_id, seconds)
        if not self._played:  # it may be our own voice
            return ""
        loop, beside = asyncio.get_running_loop(), self.voice.beside
        events = await loop.run_in_executor(beside, self._utterances.feed, data)
        return await self._hear(events, user_id)

    async def _take_frame(self, taken: Said, user_id: str) -> str:
        match taken:
            case Text() as typed:
                return typed.text
            case MarkFrame():
                self._played = True
            case EndOfSpeech():
                return await self._hear(self._utterances.finish(), user_id)
        return ""

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

    async def _speak(self, text: str) -> None:
        rate = self.start.audio.rate
        await self._send("reply", id=_ID, text=text, node=None)
        for sentence in sentences(text):
            sound = await self.voice.synthesiser.speak(sentence, self.locale, _NOBODY, fixed=True)
            if sound is not None and sound.pcm:
                await self._send("audio_start", reply_id=_ID)
                await self.socket.send_bytes(sound.at(rate).pcm)
                await self._send("audio_end", reply_id=_ID)
        await self._send("mark", name=_ID)

    async def _send(self, kind: str, **fields: JsonValue) -> None:
        await self.socket.send_str(json.dumps({"type": kind, **fields}, ensure_ascii=False))
