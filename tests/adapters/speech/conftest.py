from collections.abc import AsyncIterator

import pytest

from tests.model_server import ScriptedModelServer


@pytest.fixture
async def server() -> AsyncIterator[ScriptedModelServer]:
    async with ScriptedModelServer() as running:
        yield running
        assert running.malformed == []
