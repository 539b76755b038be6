"""A recording at a time: what is said in it is a message, and its answer is spoken, too."""

import asyncio
import base64
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import quote

from aiohttp import web

from adapters.media.sniffing import attachment_of
from adapters.speech.length import seconds_of
from adapters.speech.sound import Sound
from adapters.speech.spoken_form import sentences
from bot.http import bodies
from bot.http.contract import AnswerView, NewMessage, RequestRefused
from bot.http.voice.parts import VoiceParts
from bot.remembered import Remembered
from domain.channel_events import ChannelSession
from domain.errors import UnusableAttachmentError
from domain.messages import Attachment, Frozen, MediaKind

MAX_SECONDS = 60.0
"""Of sound in one recording."""
VOICE_RATE = 16_000
"""Samples a second of an answer."""
_REMEMBERED = 200
"""Recordings whose words are known, so that a repeat says the very same."""
_SOUND = "audio/wav"


class RecordingBody(Frozen):
    """What stands beside the sound."""

    session_id: str | None = None
    message_id: bodies.MessageId = ""
    locale: bodies.Locale | None = None


@dataclass
class Recordings:
    """``POST /api/v1/voice/message``."""

    voice: VoiceParts
    _known: Remembered[tuple[str, str, str], str] = field(
        default_factory=lambda: Remembered(_REMEMBERED)
    )

    async def handle(self, request: web.Request) -> web.Response:
        """Takes what is said in the recording as a message, waits for the answer and speaks it.

        Raises ``RequestRefused``; 400, 413, 415 and 422 before anything was taken.
        """
        voice = self.voice
        caller = voice.http.clients.caller(request, new=True)
        if caller.operator:
            raise RequestRefused(403, "forbidden")
        form = await bodies.read_form(request, voice.http.clients, ("audio",), most_files=1)
        body = bodies.checked(form, RecordingBody)
        if not form.files or not form.files[0]:
            raise RequestRefused(400, "bad_request", values={"what": "audio"})
        content = form.files[0]
        wants_sound = _SOUND in request.headers.get("Accept", "")
        seed = f"{body.message_id}\n{sha256(content).hexdigest()}" if body.message_id else ""
        session = await voice.http.session_for(request, caller, body.session_id, body.locale, seed)
        await voice.http.turns.consent.check(session.user_id)
        if wants_sound and voice.synthesiser.speaks(session.locale) is None:
            raise RequestRefused(422, "speech.unavailable")
        text = await self._words(session, body.message_id, content)
        incoming = NewMessage(text=text, spoken=True, message_id=body.message_id)
        taken = await voice.http.turns.take(session, incoming, per_minute=voice.config.per_minute)
        answer = await voice.http.turns.answer(taken, voice.config.wait.total_seconds())
        sound = await self._spoken(session, answer)
        status = 200 if answer.done else 202
        if wants_sound and sound is not None:
            headers = _headers(answer, text)
            return web.Response(
                status=status, body=sound.wav(), content_type=_SOUND, headers=headers
            )
        told = answer.model_dump(mode="json", exclude={"done"}) | {
            "transcript": text,
            "audio": None if sound is None else _encoded(sound),
        }
        return web.json_response(told, status=status)

    async def _words(self, session: ChannelSession, message_id: str, content: bytes) -> str:
        """Raises ``RequestRefused`` 415 for what is no sound, 422 for what nothing is heard in."""
        key = (session.session_id, message_id, sha256(content).hexdigest())
        if message_id and key in self._known:
            self.voice.rate_limit.repeat(session.user_id)  # its answer may be spoken once more
            return self._known[key]
        attachment = await asyncio.to_thread(_sound_in, content)
        length = await asyncio.to_thread(seconds_of, content)
        if length is not None and length > MAX_SECONDS:
            raise RequestRefused(413, "too_large")
        self.voice.rate_limit.record(session.user_id, length or MAX_SECONDS)
        heard = await self.voice.listener.transcribe(
            content, attachment, session.locale, session.user_id
        )
        text = heard.text.strip()
        if not any(character.isalnum() for character in text):
            raise RequestRefused(422, "speech.empty")
        if message_id:
            self._known[key] = text
        return text

    async def _spoken(self, session: ChannelSession, answer: AnswerView) -> Sound | None:
        """All replies, one after the other. None when they have no sound."""
        pcm = b""
        for text in (part for reply in answer.replies for part in sentences(reply.text)):
            sound = await self.voice.synthesiser.speak(text, session.locale, session.user_id)
            if sound is not None:
                pcm += sound.at(VOICE_RATE).pcm
        return Sound(pcm, VOICE_RATE) if pcm else None


def _sound_in(content: bytes) -> Attachment:
    """Raises ``RequestRefused`` 415 for anything else."""
    try:
        attachment = attachment_of(content)
    except UnusableAttachmentError:
        raise RequestRefused(415, "unsupported_media") from None  # its words are about pictures
    if attachment.kind is not MediaKind.AUDIO:
        raise RequestRefused(415, "unsupported_media")
    return attachment


def _headers(answer: AnswerView, transcript: str) -> dict[str, str]:
    """What stands beside the sound; percent-encoded, since headers are no place for all letters."""
    told = {
        "X-Session-Id": answer.session_id,
        "X-Message-Id": answer.message_id,
        "X-Transcript": transcript,
        "X-Reply": "\n".join(reply.text for reply in answer.replies),
        "X-State": answer.state,
        "X-Cursor": str(answer.cursor),
    }
    return {name: quote(value) for name, value in told.items()}


def _encoded(sound: Sound) -> dict[str, str]:
    return {"mime": _SOUND, "base64": base64.b64encode(sound.wav()).decode()}
