"""Speech to text by a model behind an OpenAI-compatible audio endpoint."""

from dataclasses import KW_ONLY, dataclass
from datetime import timedelta
from decimal import Decimal

from openai import omit
from pydantic import BaseModel, ValidationError

from adapters.model.metering import report_tokens
from adapters.model.openai.config import AudioConfig
from adapters.model.openai.errors import unusable
from adapters.model.prices import cost_of, transcription_cost
from adapters.speech.audio_endpoint import AudioEndpoint
from adapters.speech.spoken import as_typed
from domain.messages import Attachment

TASK = "transcribe"

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
class SpeechConfig(AudioConfig):
    """How the endpoint that hears is reached."""

    model: str = "gpt-4o-mini-transcribe"
    _: KW_ONLY
    timeout: timedelta = timedelta(seconds=40)
    """For one call as a whole, sending included; leaves time for the offline engine."""
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


class ProviderTranscriber(AudioEndpoint[SpeechConfig]):
    """Hears any language; the person's locale tells which, which short notes need.

    Raises as ``ask``, and ``InvalidModelOutputError``.
    """

    purpose = TASK

    async def prepare(self) -> None:
        """Nothing: it runs elsewhere."""

    def hears(self, locale: str) -> bool:
        del locale  # nobody says which languages a model knows
        return True

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> str:
        name = _FILE_NAMES.get(attachment.mime_type, "voice.ogg")
        language = locale.replace("-", "_").split("_", 1)[0].lower()  # as in ISO 639-1

        async def send() -> str:
            response = await self._client.audio.transcriptions.with_raw_response.create(
                file=(name, content, attachment.mime_type),
                model=self._config.model,
                language=language or omit,
                response_format="json",
            )
            return response.text

        return as_typed((await self.ask(user_id, send, self._read, self._cost)).text)

    def _read(self, body: str) -> _Transcription:
        try:
            answer = _Transcription.model_validate_json(body)
        except ValidationError as error:
            failure = unusable(error, self.name)
        else:
            if answer.usage:
                report_tokens(answer.usage.input_tokens, answer.usage.output_tokens)
            return answer
        raise failure

    def _cost(
        self, answer: _Transcription | None, input_tokens: int, output_tokens: int
    ) -> Decimal | None:
        """By the second for models that say how many there were, else by tokens."""
        own = self._config
        seconds = answer.usage.seconds if answer and answer.usage else 0.0
        if seconds and not output_tokens:
            return transcription_cost(own.model, seconds, own.price_minute, own.address)
        return cost_of(own.model, input_tokens, output_tokens, own.prices, own.address)
