"""Chats with the shopping agent: one Temporal server and one catalog for all of a module."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.procurement.store.catalog import Report, import_items
from domain.conversation import Limits
from tests.agents.procurement.workflow.catalog import ITEMS
from tests.agents.procurement.workflow.chat import ShopChat
from tests.databases import Databases
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


@pytest.fixture(scope="module")
async def shop(databases: Databases) -> AsyncIterator[Stores]:
    """All stores on a database of the module with a catalog in it; each chat has its own person."""
    async with databases.one() as url:
        stores = Stores.connect(url)
        await import_items(stores.database, ITEMS, Report(), source="tests", language="english")
        yield stores
        await stores.close()


@pytest.fixture(params=["rules"])
async def chat(
    request: pytest.FixtureRequest, server: WorkflowEnvironment, limits: Limits, shop: Stores
) -> AsyncIterator[ShopChat]:
    """Without a model, if the test does not say otherwise."""
    has_model = request.param == "model"
    own = limits.model_copy(update={"has_model": has_model, "enabled": ("procurement",)})
    async with ShopChat(server, own, shop).open() as chat:
        yield chat
