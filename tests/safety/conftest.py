from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from adapters.model.gateway import ModelGateway
from adapters.model.offline.engine import OfflineEngine
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.connection import openai_provider
from domain.usage import ModelCall
from tests.model_server import ScriptedModelServer


class NoRecord:
    """Takes the records of model calls and keeps none."""

    async def record(self, call: ModelCall) -> None:
        del call


def gateway_to(base_url: str, timeout: timedelta = timedelta(seconds=20)) -> ModelGateway:
    """The gateway with one provider and, behind it, the offline engine; as in a deployment."""
    config = OpenAIConfig(
        model="obedient",
        name="obedient",
        base_url=base_url,
        api_key=SecretStr("sk-made-up"),
        timeout=timeout,
    )
    return ModelGateway([openai_provider(config)], OfflineEngine(), NoRecord(), budget=timeout)


@pytest.fixture
async def model() -> AsyncIterator[ScriptedModelServer]:
    async with ScriptedModelServer() as server:
        yield server
        assert server.malformed == []


@pytest.fixture
async def gateway(model: ScriptedModelServer) -> AsyncIterator[ModelGateway]:
    gateway = gateway_to(model.base_url)
    yield gateway
    await gateway.aclose()
