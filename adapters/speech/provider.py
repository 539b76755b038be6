"""Speech to text by a model behind an OpenAI-compatible audio endpoint."""

import asyncio
import time
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial

from openai import AsyncOpenAI, OpenAIError, omit
from pydantic import BaseModel, SecretStr, ValidationError

from adapters.model.availability import Availability
from adapters.model.gateway import ABANDONED
from adapters.model.metering import CallUsage, metered, report_end, report_request, report_tokens
from adapters.model.openai.config import OPENAI_BASE_URL
from adapters.model.openai.errors import given_up, translated, unusable
from adapters.model.prices import Price, cost_of, transcription_cost
from adapters.model.recording import CallRecorder, record_call
from adapters.speech.spoken import as_typed
from domain.errors import AppError, ModelUnavailableError
from domain.messages import Attachment
from domain.usage import ModelCall

TASK = "transcribe"
"""As the calls are recorded."""

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
    prices: Price | None = None
    """What tokens cost, where the settings say so."""
    price_minute: Decimal | None = None
    """US dollars for a minute of sound, where the settings say so."""


class _Used(BaseModel):
    """Models that bill by the second count no tokens."""

    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0


class _Transcription(BaseModel):
    """What is used of an answer."""

    text: str
    usage: _Used | None = None


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
        availability: Availability | None = None,
    ) -> None:
        self._config = config
        self._calls = calls
        self._availability = availability or Availability()
        self._client = AsyncOpenAI(
            api_key=config.api_key.get_secret_value() if config.api_key else _NO_KEY,
            base_url=config.base_url or OPENAI_BASE_URL,
            timeout=config.timeout.total_seconds(),
            max_retries=0,
        )

    async def aclose(self) -> None:
        await self._client.close()

    async def prepare(self) -> None:
        """Nothing: it runs elsewhere."""

    def hears(self, locale: str) -> bool:
        del locale  # nobody says which languages a model knows
        return True

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> str:
        heard = partial(self._recorded, content, attachment, locale, user_id)
        return as_typed(await self._availability.call(heard))

    async def _recorded(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> str:
        started, outcome, seconds = time.monotonic(), ABANDONED, 0.0
        with metered() as usage:
            try:
                answer = self._heard(await self._answer(content, attachment, locale))
            except AppError as error:
                outcome = error.code
                raise
            else:
                outcome, seconds = "ok", answer.usage.seconds if answer.usage else 0.0
                return answer.text
            finally:
                await record_call(
                    self._calls,
                    ModelCall(
                        provider=self._config.name,
                        model=usage.model or self._config.model,
                        purpose=TASK,
                        outcome=outcome,
                        latency_ms=round((time.monotonic() - started) * 1000),
                        input_tokens=usage.input_tokens,
                        output_tokens=usage.output_tokens,
                        cost=self._cost(usage, seconds),
                        user_id=user_id,
                    ),
                )

    def _cost(self, usage: CallUsage, seconds: float) -> Decimal | None:
        """By the second for models that say how many there were, else by tokens; None when nobody
        waited for the answer.
        """
        if not usage.is_known:
            return None
        own, address = self._config, self._config.base_url or OPENAI_BASE_URL
        if seconds and not usage.output_tokens:
            return transcription_cost(own.model, seconds, own.price_minute, address)
        used = usage.input_tokens, usage.output_tokens
        return cost_of(own.model, *used, own.prices, address)

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
                report_end()
                return response.text
        except OpenAIError as error:
            if not given_up(error):
                report_end()
            failure = translated(error, self._config.name)
        except TimeoutError:
            failure = ModelUnavailableError(f"{self._config.name} did not answer in time")
        # Outside the handler: the client's error holds what the provider wrote.
        raise failure

    def _heard(self, body: str) -> _Transcription:
        try:
            answer = _Transcription.model_validate_json(body)
        except ValidationError as error:
            failure = unusable(error, self._config.name)
        else:
            if answer.usage:
                report_tokens(answer.usage.input_tokens, answer.usage.output_tokens)
            return answer
        raise failure


def _file_name(attachment: Attachment) -> str:
    return _FILE_NAMES.get(attachment.mime_type, "voice.ogg")


def _language(locale: str) -> str:
    """The ISO 639-1 part of a locale: ``de`` of ``de_DE``."""
    return locale.replace("-", "_").split("_", 1)[0].lower()
