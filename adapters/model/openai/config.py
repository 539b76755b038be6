"""How one OpenAI-compatible server is reached and asked."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from datetime import timedelta

from openai import AsyncOpenAI
from pydantic import SecretStr

from adapters.model.openai.structure import StructuredOutput
from adapters.model.prices import Price

OPENAI_BASE_URL = "https://api.openai.com/v1"


_NO_KEY = "none"
"""The client insists on a key; servers that need none ignore it."""


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """``name`` stands in logs and records; ``api_key`` is None for a server that needs none."""

    name: str = "openai"
    api_key: SecretStr | None = None
    base_url: str | None = None
    """None means OpenAI itself."""

    @property
    def address(self) -> str:
        return self.base_url or OPENAI_BASE_URL

    def client(self, timeout: timedelta) -> AsyncOpenAI:
        """Returns a client that tries nothing again and opens no connection before its first call;
        ``timeout`` is for each phase of an exchange.
        """
        return AsyncOpenAI(
            api_key=self.api_key.get_secret_value() if self.api_key else _NO_KEY,
            base_url=self.address,
            timeout=timeout.total_seconds(),
            max_retries=0,
        )


@dataclass(frozen=True)
class AudioConfig(Endpoint):
    """An endpoint that hears or speaks; each has its own model and patience."""

    model: str
    _: KW_ONLY
    timeout: timedelta
    """For one call as a whole."""
    prices: Price | None = None
    """What tokens cost, where the settings say so."""


@dataclass(frozen=True)
class OpenAIConfig(Endpoint):
    """A provider of a language model."""

    model: str
    models: Mapping[str, str] = field(default_factory=dict)
    """Answer in place of ``model`` what has this purpose or is of this agent."""
    vision_model: str | None = None
    """Reads pictures; None means that of the text."""
    timeout: timedelta = timedelta(seconds=20)
    """For one question as a whole: connecting, and whatever further requests it takes."""
    temperature: float = 0.7
    """For talk; decisions and readings always have 0."""
    max_tokens: int = 500
    """Longest talk."""
    max_structured_tokens: int = 1_500
    """Longest structured answer: a list of some twenty entries fits."""
    context_tokens: int = 10_000
    """As ``max_input_tokens``, for questions that need what was said before and what goes on."""
    max_input_tokens: int = 3_000
    """For one request: instructions, schema and data. Data beyond it is left out, oldest first."""
    max_total_tokens: int = 4_000
    """For one request and its answer."""
    structured: StructuredOutput = "auto"
    """How JSON is asked for; ``auto`` finds out what the server takes."""
