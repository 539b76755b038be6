"""Voice notes become text, which the conversation then takes like any other."""

import time

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import AttachmentStore, Transcriber
from domain.errors import SpeechUnavailableError
from domain.messages import MAX_TEXT_LENGTH, MediaKind
from domain.preferences import Transcribed, TranscribeRequest

_log = structlog.get_logger()

_NO_RECORDING = "That file is no voice note. Please type it, like “Starbucks 15.50”."
_TOO_MUCH = "That voice note says more than I can take at once. Please send a shorter one."


class Transcribe:
    """Changes nothing, so every attempt may run; a retry listens again."""

    def __init__(self, transcriber: Transcriber, attachments: AttachmentStore) -> None:
        self._transcriber = transcriber
        self._attachments = attachments

    @activity.defn
    async def transcribe(self, request: TranscribeRequest) -> Transcribed:
        """The words of a voice note, empty when nobody speaks in it.

        Fails with ``speech.unavailable`` when nothing here can listen to it, with
        ``model.unavailable`` when the provider is to be asked again later, and with
        ``attachment.missing`` when the recording is not this person's.
        """
        started = time.monotonic()
        with app_errors():
            async with heartbeating():
                text = await self._words(request)
        _log.info(
            "voice.transcribed",
            characters=len(text),
            duration_ms=round((time.monotonic() - started) * 1000),
        )
        return Transcribed(text=text)

    async def _words(self, request: TranscribeRequest) -> str:
        attachment, content = await self._attachments.get(request.user_id, request.sha256)
        if attachment.kind is not MediaKind.AUDIO:
            msg = f"{attachment.mime_type} is no recording"
            raise SpeechUnavailableError(msg, user_text=_NO_RECORDING, why="no_recording")
        text = await self._transcriber.transcribe(content, attachment, request.locale)
        if len(text) > MAX_TEXT_LENGTH:
            # Cut off, it would lose expenses without a word.
            msg = f"a transcript of {len(text)} characters"
            raise SpeechUnavailableError(msg, user_text=_TOO_MUCH, why="too_much")
        return text
