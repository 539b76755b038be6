"""Chats with the support agent: one Temporal server and one knowledge base for all of a module."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from domain.conversation import Limits
from tests.agents.support.workflow.chat import SupportChat, fill
from tests.databases import Databases
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


@pytest.fixture(scope="module")
async def office(databases: Databases) -> AsyncIterator[Stores]:
    """A database of the module with the sample articles; each chat has a customer of its own."""
    async with databases.one() as url:
        stores = Stores.connect(url)
        await fill(stores.database)
        yield stores
        await stores.close()


@pytest.fixture(params=["free"])
async def chat(
    request: pytest.FixtureRequest, server: WorkflowEnvironment, limits: Limits, office: Stores
) -> AsyncIterator[SupportChat]:
    """Without a model, with a customer of the free plan if the test does not say otherwise."""
    own = limits.model_copy(update={"has_model": False, "enabled": ("support",)})
    async with SupportChat(server, own, office, plan=request.param).open() as chat:
        yield chat
