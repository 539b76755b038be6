from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from adapters.model.openai.client import openai_provider
from adapters.model.openai.config import OpenAIConfig
from agents.expenses.offline.engine import OfflineEngine
from domain.usage import ModelCall
from tests.adapters.model.conftest import server as model
from tests.agents.expenses.model.door import ExpenseDoor
from tests.model_server import ScriptedModelServer

__all__ = ["model"]


class NoRecord:
    """Takes the records of model calls and keeps none."""

    async def record(self, call: ModelCall) -> None:
        del call


def gateway_to(base_url: str, timeout: timedelta = timedelta(minutes=2)) -> ExpenseDoor:
    """The gateway with one provider and, behind it, the offline engine; as in a deployment."""
    config = OpenAIConfig(
        model="obedient",
        name="obedient",
        base_url=base_url,
        api_key=SecretStr("sk-made-up"),
        timeout=timeout,
    )
    return ExpenseDoor([openai_provider(config)], OfflineEngine(), NoRecord(), limit=timeout)


@pytest.fixture
async def gateway(model: ScriptedModelServer) -> AsyncIterator[ExpenseDoor]:
    gateway = gateway_to(model.base_url)
    yield gateway
    await gateway.aclose()
