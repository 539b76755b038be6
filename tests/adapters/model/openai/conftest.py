from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.engine import OpenAIEngine
from adapters.model.openai.reader import OpenAIReader
from tests.model_server import ScriptedModelServer


@pytest.fixture
def config(server: ScriptedModelServer) -> OpenAIConfig:
    return OpenAIConfig(
        model="gpt-4o-mini",
        name="scripted",
        api_key=SecretStr("sk-very-secret"),
        base_url=server.base_url,
        vision_model="gpt-4o",
        timeout=timedelta(seconds=5),
    )


@pytest.fixture
async def client(config: OpenAIConfig) -> AsyncIterator[ModelClient]:
    client = ModelClient(config)
    yield client
    await client.aclose()


@pytest.fixture
def engine(client: ModelClient, config: OpenAIConfig) -> OpenAIEngine:
    return OpenAIEngine(client, config)


@pytest.fixture
def reader(client: ModelClient, config: OpenAIConfig) -> OpenAIReader:
    return OpenAIReader(client, config)
