"""Speech to text by a model behind an OpenAI-compatible audio endpoint."""

import asyncio
import time
from dataclasses import dataclass
from datetime import timedelta

import structlog
from openai import AsyncOpenAI, OpenAIError, omit
from pydantic import BaseModel, SecretStr, ValidationError

from adapters.model.breaker import CircuitBreaker
from adapters.model.metering import metered, report_request, report_tokens
from adapters.model.openai.config import OPENAI_BASE_URL
from adapters.model.openai.errors import translated, unusable
from adapters.model.prices import cost_of
from adapters.model.provider import CallRecorder, RequestRefusedError
from adapters.speech.spoken import as_typed
from domain.errors import AppError, ModelMisconfiguredError, ModelUnavailableError
from domain.messages import Attachment
from domain.usage import ModelCall

TASK = "transcribe"
"""As the calls are recorded."""

RECORDING_TIMEOUT = timedelta(seconds=1)
"""As for other model calls: a slow database must not slow down the answer."""

_NO_KEY = "none"
"""The client insists on a key; servers that need none ignore it."""

_FILE_NAMES = {
    "audio/ogg": "voice.ogg",
    "audio/mpeg": "voice.mp3",
    "audio/mp4": "voice.m4a",
    "audio/wav": "voice.wav",
    "audio/webm": "voice.webm",
    "audio/flac": "voice.flac",
    "audio/aac": "voice.aac",
    "audio/amr": "voice.amr",
    "audio/x-matroska": "voice.mka",
}
"""The endpoint tells formats by the name's ending."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class SpeechConfig:
    """How the endpoint is reached; ``api_key`` is None for a server that needs none."""

    model: str = "gpt-4o-mini-transcribe"
    name: str = "openai"
    """Stands in logs and records."""
    api_key: SecretStr | None = None
    base_url: str | None = None
    """None means OpenAI itself."""
    timeout: timedelta = timedelta(seconds=40)
    """For one call as a whole, sending included; leaves time for the offline engine."""


class _Tokens(BaseModel):
    input_tokens: int = 0
    output_tokens: int = 0


class _Transcription(BaseModel):
    """What is used of an answer; models that bill by the second count no tokens."""

    text: str
    usage: _Tokens | None = None


class ProviderTranscriber:
    """Asks one model, once: retries belong to whoever schedules the call.

    Raises ``ModelUnavailableError``, ``ModelMisconfiguredError`` (its ``RequestRefusedError`` for
    a recording that this endpoint does not take) or ``InvalidModelOutputError``. Each request
    leaves one ``ModelCall``. The person's locale tells the language, which short notes need.
    """

    def __init__(
        self,
        config: SpeechConfig,
        calls: CallRecorder,
        *,
        breaker: CircuitBreaker | None = None,
    ) -> None:
        self._config = config
        self._calls = calls
        self._breaker = breaker or CircuitBreaker()
        self._client = AsyncOpenAI(
            api_key=config.api_key.get_secret_value() if config.api_key else _NO_KEY,
            base_url=config.base_url or OPENAI_BASE_URL,
            timeout=config.timeout.total_seconds(),
            max_retries=0,
        )

    async def aclose(self) -> None:
        await self._client.close()

    async def transcribe(self, content: bytes, attachment: Attachment, locale: str) -> str:
        permit = self._breaker.admit()
        if permit is None:
            msg = f"{self._config.name} is left alone after too many failures"
            raise ModelUnavailableError(msg, retry_after=self._breaker.retry_after)
        with permit:
            try:
                text = await self._recorded(content, attachment, locale)
            except AppError as error:
                permit.settle(ok=_speaks_for_provider(error))
                raise
            permit.settle(ok=True)
        return as_typed(text)

    async def _recorded(self, content: bytes, attachment: Attachment, locale: str) -> str:
        started, outcome = time.monotonic(), "ok"
        with metered() as usage:
            try:
                return self._heard(await self._answer(content, attachment, locale))
            except AppError as error:
                outcome = error.code
                raise
            finally:
                await self._record(
                    ModelCall(
                        provider=self._config.name,
                        model=usage.model or self._config.model,
                        task=TASK,
                        outcome=outcome,
                        latency_ms=round((time.monotonic() - started) * 1000),
                        input_tokens=usage.input_tokens,
                        output_tokens=usage.output_tokens,
                        cost=cost_of(usage.model, usage.input_tokens, usage.output_tokens),
                    )
                )

    async def _answer(self, content: bytes, attachment: Attachment, locale: str) -> str:
        failure: AppError
        report_request(self._config.model)
        try:
            # As for chat: the client's own timeout is for each phase of the exchange.
            async with asyncio.timeout(self._config.timeout.total_seconds()):
                response = await self._client.audio.transcriptions.with_raw_response.create(
                    file=(_file_name(attachment), content, attachment.mime_type),
                    model=self._config.model,
                    language=_language(locale) or omit,
                    response_format="json",
                )
                return response.text
        except OpenAIError as error:
            failure = translated(error, self._config.name)
        except TimeoutError:
            failure = ModelUnavailableError(f"{self._config.name} did not answer in time")
        # Outside the handler: the client's error holds what the provider wrote.
        raise failure

    def _heard(self, body: str) -> str:
        try:
            answer = _Transcription.model_validate_json(body)
        except ValidationError as error:
            failure = unusable(error, self._config.name)
        else:
            if answer.usage:
                report_tokens(answer.usage.input_tokens, answer.usage.output_tokens)
            return answer.text
        raise failure

    async def _record(self, call: ModelCall) -> None:
        _log.info("model.called", **call.model_dump(exclude={"cost"}))
        try:
            async with asyncio.timeout(RECORDING_TIMEOUT.total_seconds()):
                await self._calls.record(call)
        except (AppError, TimeoutError) as error:
            _log.warning("model.call_not_recorded", provider=call.provider, error=repr(error))


def _speaks_for_provider(error: AppError) -> bool:
    """Whether the provider is up although it failed: a refused request is about the request."""
    if isinstance(error, RequestRefusedError):
        return True
    return not isinstance(error, ModelUnavailableError | ModelMisconfiguredError)


def _file_name(attachment: Attachment) -> str:
    return _FILE_NAMES.get(attachment.mime_type, "voice.ogg")


def _language(locale: str) -> str:
    """The ISO 639-1 part of a locale: ``de`` of ``de_DE``."""
    return locale.replace("-", "_").split("_", 1)[0].lower()
