"""Chats with the support agent: one Temporal server and one knowledge base for all of a module."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from domain.conversation import Limits
from tests.agents.support.workflow.chat import SupportChat, fill
from tests.conftest import url_of
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


@pytest.fixture(scope="module")
async def office(postgres_url: str, _template: str) -> AsyncIterator[Stores]:
    """A database of the module with the sample articles; each chat has a customer of its own."""
    name = "steward_support"
    connection = await asyncpg.connect(postgres_url)
    await connection.execute(f"CREATE DATABASE {name} TEMPLATE {_template}")
    stores = Stores.connect(url_of(postgres_url, name))
    await fill(stores.database)
    yield stores
    await stores.close()
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@pytest.fixture(params=["free"])
async def chat(
    request: pytest.FixtureRequest, server: WorkflowEnvironment, limits: Limits, office: Stores
) -> AsyncIterator[SupportChat]:
    """Without a model, with a customer of the free plan if the test does not say otherwise."""
    own = limits.model_copy(update={"has_model": False, "enabled": ("support",)})
    async with SupportChat(server, own, office, plan=request.param).open() as chat:
        yield chat
