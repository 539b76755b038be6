from collections.abc import AsyncIterator

import pytest

from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from tests.adapters.model.conftest import config
from tests.adapters.model.openai.asked import Asked
from tests.model_server import ScriptedModelServer

__all__ = ["config"]


@pytest.fixture
async def client(config: OpenAIConfig) -> AsyncIterator[ModelClient]:
    client = ModelClient(config)
    yield client
    await client.aclose()


@pytest.fixture
def engine(client: ModelClient, server: ScriptedModelServer) -> Asked:
    return Asked(client, server)
