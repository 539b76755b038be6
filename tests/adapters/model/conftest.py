from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from adapters.model.openai.config import OpenAIConfig
from tests.model_server import ScriptedModelServer


@pytest.fixture
async def server() -> AsyncIterator[ScriptedModelServer]:
    async with ScriptedModelServer() as running:
        yield running
        assert running.malformed == []


@pytest.fixture
def config(server: ScriptedModelServer) -> OpenAIConfig:
    return OpenAIConfig(
        model="gpt-4o-mini",
        name="scripted",
        api_key=SecretStr("sk-very-secret"),
        base_url=server.base_url,
        vision_model="gpt-4o",
        timeout=timedelta(minutes=1),
        context_tokens=3_000,  # small, so that a test fills it
    )
