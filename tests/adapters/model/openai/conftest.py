from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from tests.adapters.model.openai.asked import Asked
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
def engine(client: ModelClient) -> Asked:
    return Asked(client)
