"""Chats with features of expenses: one Temporal server and one database for all of a module."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from domain.conversation import Limits
from tests.adapters.model.conftest import server as models
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.store.conftest import book
from tests.databases import Databases
from tests.model_server import ScriptedModelServer
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name

__all__ = ["book", "models"]


@pytest.fixture(scope="module")
async def kept(databases: Databases) -> AsyncIterator[Stores]:
    """All stores on a database of the module; each chat has its own person."""
    async with databases.one() as url:
        stores = Stores.connect(url)
        yield stores
        await stores.close()


@pytest.fixture(params=["en_MY"])
async def chat(
    request: pytest.FixtureRequest, server: WorkflowEnvironment, limits: Limits, kept: Stores
) -> AsyncIterator[FeatureChat]:
    """By rules alone, in the locale of the test."""
    async with FeatureChat(server, limits, kept, request.param).open() as chat:
        yield chat


@pytest.fixture
async def modelled(
    server: WorkflowEnvironment, limits: Limits, kept: Stores, models: ScriptedModelServer
) -> AsyncIterator[FeatureChat]:
    """With a model that answers as the test has it."""
    providers = [provider(models)]
    async with FeatureChat(server, limits, kept, providers=providers).open() as chat:
        yield chat
