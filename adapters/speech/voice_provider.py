"""Text to speech by a model behind an OpenAI-compatible audio endpoint."""

import math
from dataclasses import KW_ONLY, dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Final

from adapters.model.metering import report_tokens
from adapters.model.openai.config import AudioConfig
from adapters.model.openai.tokens import load_tokenizer, tokens_in
from adapters.model.prices import speech_cost
from adapters.speech.audio_endpoint import AudioEndpoint
from adapters.speech.sound import Sound, UnusableSoundError, sound_of_wav
from domain.errors import InvalidModelOutputError

TASK = "speak"

_TOKENS_A_SECOND: Final = 25
"""Of spoken sound, as Google counts it; OpenAI counts fewer, and neither tells how many it were."""


@dataclass(frozen=True)
class SpeakerConfig(AudioConfig):
    """How the endpoint that speaks is reached."""

    voice: str
    _: KW_ONLY
    timeout: timedelta = timedelta(seconds=6)
    """For one sentence as a whole: a caller hears nothing meanwhile."""


class ProviderVoice(AudioEndpoint[SpeakerConfig]):
    """May know any language. The tokens of its calls are our own count: these endpoints tell none.

    Raises as ``ask``, and ``InvalidModelOutputError``.
    """

    purpose = TASK
    remote = True
    loading = False

    def speaks(self, locale: str) -> bool:
        del locale  # nobody says which languages a model knows
        return True

    async def say(self, text: str, locale: str, user_id: str) -> Sound:
        del locale  # the words tell it
        await load_tokenizer()
        tokens = tokens_in(text)

        async def send() -> bytes:
            answer = await self._client.audio.speech.create(
                input=text,
                model=self._config.model,
                voice=self._config.voice,
                response_format="wav",
            )
            return answer.content

        def read(content: bytes) -> Sound:
            try:
                sound = sound_of_wav(content)
            except UnusableSoundError as error:
                raise InvalidModelOutputError(f"{self.name} sent {error}") from error
            report_tokens(tokens, math.ceil(sound.seconds * _TOKENS_A_SECOND))
            return sound

        cost = partial(self._cost, len(text))
        return await self.ask(user_id, send, read, cost, input_tokens=tokens)

    def _cost(
        self, characters: int, sound: Sound | None, input_tokens: int, output_tokens: int
    ) -> Decimal | None:
        own = self._config
        if sound is None or not output_tokens:
            return Decimal(0)
        used = input_tokens, output_tokens
        return speech_cost(own.model, characters, used, own.prices, own.address)
