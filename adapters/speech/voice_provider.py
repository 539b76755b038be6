"""Text to speech by a model behind an OpenAI-compatible audio endpoint."""

import asyncio
import math
import time
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Final

from openai import AsyncOpenAI, OpenAIError
from pydantic import SecretStr

from adapters.model.availability import Availability
from adapters.model.gateway import ABANDONED
from adapters.model.metering import metered, report_end, report_request, report_tokens
from adapters.model.openai.config import OPENAI_BASE_URL
from adapters.model.openai.errors import given_up, translated
from adapters.model.openai.tokens import load_tokenizer, tokens_in
from adapters.model.prices import Price, speech_cost
from adapters.model.recording import CallRecorder, record_call
from adapters.speech.sound import Sound, UnusableSoundError, sound_of_wav
from domain.errors import AppError, InvalidModelOutputError, ModelUnavailableError
from domain.usage import ModelCall

TASK = "speak"
"""As the calls are recorded."""

_NO_KEY = "none"
"""The client insists on a key; servers that need none ignore it."""
_TOKENS_A_SECOND: Final = 25
"""Of spoken sound, as Google counts it; OpenAI counts fewer, and neither tells how many it were."""


@dataclass(frozen=True)
class SpeakerConfig:
    """How the endpoint is reached; ``api_key`` is None for a server that needs none."""

    model: str
    voice: str
    name: str = "openai"
    """Stands in logs and records."""
    api_key: SecretStr | None = None
    base_url: str | None = None
    """None means OpenAI itself."""
    timeout: timedelta = timedelta(seconds=6)
    """For one sentence as a whole: a caller hears nothing meanwhile."""
    prices: Price | None = None
    """What tokens cost, where the settings say so."""


class ProviderVoice:
    """Asks one model, once; it may know any language.

    Raises ``ModelUnavailableError``, ``ModelMisconfiguredError`` (its ``RequestRefusedError`` for
    words that it does not say) or ``InvalidModelOutputError``. Each request leaves one
    ``ModelCall``, whose tokens are our own count: these endpoints tell none.
    """

    remote = True
    loading = False

    def __init__(
        self,
        config: SpeakerConfig,
        calls: CallRecorder,
        *,
        availability: Availability | None = None,
    ) -> None:
        self.name = config.name
        self._config = config
        self._calls = calls
        self._availability = availability or Availability()
        self._client = AsyncOpenAI(
            api_key=config.api_key.get_secret_value() if config.api_key else _NO_KEY,
            base_url=config.base_url or OPENAI_BASE_URL,
            timeout=config.timeout.total_seconds(),
            max_retries=0,
        )

    def speaks(self, locale: str) -> bool:
        del locale  # nobody says which languages a model knows
        return True

    async def aclose(self) -> None:
        await self._client.close()

    async def say(self, text: str, locale: str, user_id: str) -> Sound:
        del locale  # the words tell it
        await load_tokenizer()
        return await self._availability.call(partial(self._recorded, text, user_id))

    async def _recorded(self, text: str, user_id: str) -> Sound:
        started, outcome = time.monotonic(), ABANDONED
        with metered() as usage:
            try:
                sound = self._sound_of(await self._answer(text))
            except AppError as error:
                outcome = error.code
                raise
            else:
                outcome = "ok"
                report_tokens(tokens_in(text), math.ceil(sound.seconds * _TOKENS_A_SECOND))
                return sound
            finally:
                used = usage.all_input_tokens, usage.output_tokens
                await record_call(
                    self._calls,
                    ModelCall(
                        provider=self._config.name,
                        model=usage.model or self._config.model,
                        purpose=TASK,
                        outcome=outcome,
                        latency_ms=round((time.monotonic() - started) * 1000),
                        input_tokens=used[0],
                        output_tokens=used[1],
                        cost=self._cost(len(text), *used) if usage.is_known else None,
                        user_id=user_id,
                    ),
                )

    def _cost(self, characters: int, input_tokens: int, output_tokens: int) -> Decimal | None:
        if not output_tokens:
            return Decimal(0)
        own, address = self._config, self._config.base_url or OPENAI_BASE_URL
        used = input_tokens, output_tokens
        return speech_cost(own.model, characters, used, own.prices, address)

    async def _answer(self, text: str) -> bytes:
        failure: AppError
        report_request(self._config.model, tokens_in(text))
        try:
            # As for chat: the client's own timeout is for each phase of the exchange.
            async with asyncio.timeout(self._config.timeout.total_seconds()):
                answer = await self._client.audio.speech.create(
                    input=text,
                    model=self._config.model,
                    voice=self._config.voice,
                    response_format="wav",
                )
                report_end()
                return answer.content
        except OpenAIError as error:
            if not given_up(error):
                report_end()
            failure = translated(error, self._config.name)
        except TimeoutError:
            failure = ModelUnavailableError(f"{self._config.name} did not answer in time")
        # Outside the handler: the client's error holds what the provider wrote.
        raise failure

    def _sound_of(self, content: bytes) -> Sound:
        try:
            return sound_of_wav(content)
        except UnusableSoundError as error:
            msg = f"{self._config.name} sent {error}"
            raise InvalidModelOutputError(msg) from error
