"""Puts one provider together: client, engine, reader and circuit breaker."""

from collections.abc import Callable

from adapters.model.breaker import CircuitBreaker
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.engine import OpenAIEngine
from adapters.model.openai.picture import as_sent
from adapters.model.openai.reader import OpenAIReader, PictureSource
from adapters.model.provider import Provider
from domain.conversation import Limits


def openai_provider(
    config: OpenAIConfig,
    *,
    breaker: CircuitBreaker | None = None,
    picture: PictureSource = as_sent,
    category_threshold: float = Limits().category_confidence_threshold,
    on_truncated: Callable[[str], None] | None = None,
) -> Provider:
    """A provider for the gateway. Opens no connection before the first call.

    ``on_truncated`` is told the purpose of each prompt that had to be cut.
    """
    client = ModelClient(config, on_truncated=on_truncated)
    return Provider(
        name=config.name,
        engine=OpenAIEngine(client, config, category_threshold=category_threshold),
        reader=OpenAIReader(client, config, picture=picture),
        breaker=breaker or CircuitBreaker(),
        close=client.aclose,
        timeout=config.timeout,
    )
