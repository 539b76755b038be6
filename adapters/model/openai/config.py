"""How one OpenAI-compatible provider is reached and asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from pydantic import SecretStr

from adapters.model.openai.structure import StructuredOutput

OPENAI_BASE_URL = "https://api.openai.com/v1"


@dataclass(frozen=True)
class OpenAIConfig:
    """``name`` stands in logs and records; ``api_key`` is None for a server that needs none."""

    model: str
    name: str = "openai"
    api_key: SecretStr | None = None
    base_url: str | None = None
    """None means OpenAI itself."""
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
