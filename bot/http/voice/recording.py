"""A recording at a time: what is said in it is a message, and its answer is spoken, too."""

import asyncio
import base64
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import quote

from aiohttp import BodyPartReader, web

from adapters.media.sniffing import attachment_of
from adapters.speech.length import seconds_of
from adapters.speech.sound import Sound
from adapters.speech.spoken_form import sentences
from bot.http.contract import Answer, Caller, Incoming, Refused, Session
from bot.http.errors import refused as refusal_of
from bot.http.voice.parts import Voice
from domain.errors import AppError
from domain.messages import MAX_ATTACHMENT_BYTES, MediaKind

MAX_SECONDS = 60.0
"""Of sound in one recording."""
VOICE_RATE = 16_000
"""Samples a second of an answer."""
_MAX_FIELD = 256
_MOST_FIELDS = 8
_REMEMBERED = 200
"""Recordings whose words are known, so that a repeat says the very same."""
_SOUND = "audio/wav"


@dataclass
class Recordings:
    """``POST /api/v1/voice/message``."""

    voice: Voice
    _known: OrderedDict[tuple[str, str, str], str] = field(default_factory=OrderedDict)

    async def handle(self, request: web.Request) -> web.Response:
        """Takes what is said in the recording as a message, waits for the answer and speaks it.

        Raises ``Refused``; 400, 413, 415 and 422 before anything was taken.
        """
        voice = self.voice
        caller = voice.clients.caller(request)
        content, fields = await _parts(request)
        if not content:
            raise Refused(400, "bad_request")
        wants_sound = _SOUND in request.headers.get("Accept", "")
        session = await self._session(request, caller, fields)
        if wants_sound and voice.synthesiser.speaks(session.locale) is None:
            raise Refused(422, "speech.unavailable")
        text = await self._words(session, fields.get("message_id", ""), content)
        incoming = Incoming(text=text, spoken=True, message_id=fields.get("message_id", ""))
        taken = await voice.turns.take(session, incoming, per_minute=voice.config.per_minute)
        answer = await voice.turns.answer(taken, voice.config.wait.total_seconds())
        sound = await self._spoken(session, answer)
        status = 200 if answer.done else 202
        if wants_sound and sound is not None:
            headers = _headers(answer, text)
            return web.Response(
                status=status, body=sound.wav(), content_type=_SOUND, headers=headers
            )
        body = answer.model_dump(mode="json", exclude={"done"}) | {
            "transcript": text,
            "audio": None if sound is None else _encoded(sound),
        }
        return web.json_response(body, status=status)

    async def _session(
        self, request: web.Request, caller: Caller, fields: Mapping[str, str]
    ) -> Session:
        if session_id := fields.get("session_id"):
            return await self.voice.sessions.of(caller, session_id)
        clients = self.voice.clients
        clients.count_new_session(request)
        locale = fields.get("locale") or clients.locale_of(request)
        return await self.voice.sessions.open(caller, locale)

    async def _words(self, session: Session, message_id: str, content: bytes) -> str:
        """Raises ``Refused`` 415 for what is no sound, 422 for what nothing is heard in."""
        key = (session.session_id, message_id, sha256(content).hexdigest())
        if message_id and key in self._known:
            return self._known[key]
        try:
            attachment = await asyncio.to_thread(attachment_of, content)
            if attachment.kind is not MediaKind.AUDIO:
                raise Refused(415, "unsupported_media")
            length = await asyncio.to_thread(seconds_of, content)
            if length is not None and length > MAX_SECONDS:
                raise Refused(413, "too_large")
            heard = await self.voice.listener.transcribe(
                content, attachment, session.locale, session.user_id
            )
        except AppError as error:
            raise refusal_of(error) from error
        text = heard.text.strip()
        if not any(character.isalnum() for character in text):
            raise Refused(422, "speech.empty")
        if message_id:
            self._known[key] = text
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return text

    async def _spoken(self, session: Session, answer: Answer) -> Sound | None:
        """All replies, one after the other. None when they have no sound."""
        pcm = b""
        for text in (part for reply in answer.replies for part in sentences(reply.text)):
            sound = await self.voice.synthesiser.speak(text, session.locale, session.user_id)
            if sound is not None:
                pcm += sound.at(VOICE_RATE).pcm
        return Sound(pcm, VOICE_RATE) if pcm else None


async def _parts(request: web.Request) -> tuple[bytes, dict[str, str]]:
    """The recording and the other fields. Raises ``Refused``: 400, 413, 415."""
    if request.content_type != "multipart/form-data":
        raise Refused(415, "unsupported_media")
    content, fields = b"", dict[str, str]()
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or len(fields) >= _MOST_FIELDS:
                raise Refused(400, "bad_request")
            if part.name == "audio":
                content = await _read(part, MAX_ATTACHMENT_BYTES)
            else:
                read = await _read(part, _MAX_FIELD)
                fields[part.name or ""] = read.decode()
    except ValueError as error:  # no multipart after all, or no text
        raise Refused(400, "bad_request") from error
    return content, fields


async def _read(part: BodyPartReader, most: int) -> bytes:
    pieces, size = [], 0
    while piece := await part.read_chunk():
        size += len(piece)
        if size > most:
            raise Refused(413, "too_large")
        pieces.append(piece)
    return b"".join(pieces)


def _headers(answer: Answer, transcript: str) -> dict[str, str]:
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
