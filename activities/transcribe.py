"""Voice notes become text, which the conversation then takes like any other."""

import time
from datetime import timedelta

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from activities.ports import AttachmentStore, Transcriber
from domain.errors import ModelUnavailableError, SpeechUnavailableError, may_pass_soon
from domain.messages import MAX_TEXT_LENGTH, MediaKind
from domain.preferences import Transcribed, TranscribeRequest

_log = structlog.get_logger()

_NO_RECORDING = "That file is no voice note. Please type it."
_TOO_MUCH = "That voice note says more than I can take at once. Please send a shorter one."


VOICE_WAITS = timedelta(seconds=30)
"""As for words, but only the provider may understand this person, so it is waited for longer."""


class _GivenUpError(ModelUnavailableError):
    """It may answer some day, but nobody waits for it any longer."""

    retryable = False


class Transcribe:
    """Changes nothing, so every attempt may run; a retry listens again."""

    def __init__(
        self,
        transcriber: Transcriber,
        attachments: AttachmentStore,
        patience: Patience | None = None,
    ) -> None:
        self._patience = patience or Patience(within=VOICE_WAITS)
        self._transcriber = transcriber
        self._attachments = attachments

    @activity.defn
    async def transcribe(self, request: TranscribeRequest) -> Transcribed:
        """The words of a voice note, empty when nobody speaks in it.

        Fails with ``speech.unavailable`` when nothing here can listen to it, with
        ``model.unavailable`` when the provider does not answer (for good when it has been asked
        often or for long enough), and with ``attachment.missing`` when the recording is not this
        person's.
        """
        started = time.monotonic()
        wait = self._patience.of_this_attempt()
        with app_errors():
            async with heartbeating():
                try:
                    heard = await self._transcribe(request)
                except ModelUnavailableError as error:
                    asked_for = timedelta(seconds=time.monotonic() - started)
                    if may_pass_soon(error) and wait.allows_another(asked_for, error.retry_after):
                        raise
                    raise _GivenUpError(str(error)) from error
        _log.info(
            "voice.transcribed",
            characters=len(heard.text),
            duration_ms=round((time.monotonic() - started) * 1000),
        )
        return heard

    async def _transcribe(self, request: TranscribeRequest) -> Transcribed:
        attachment, content = await self._attachments.get(request.user_id, request.sha256)
        if attachment.kind is not MediaKind.AUDIO:
            raise SpeechUnavailableError(
                f"{attachment.mime_type} is no recording",
                user_text=_NO_RECORDING,
                why="no_recording",
            )
        heard = await self._transcriber.transcribe(
            content, attachment, request.locale, request.user_id
        )
        if len(heard.text) > MAX_TEXT_LENGTH:
            # Cut off, it would lose what was said without a word.
            raise SpeechUnavailableError(
                f"a transcript of {len(heard.text)} characters", user_text=_TOO_MUCH, why="too_much"
            )
        return heard
