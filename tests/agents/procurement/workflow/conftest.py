"""Chats with the shopping agent: one Temporal server and one catalog for all of a module."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.procurement.store.catalog import Report, import_items
from domain.conversation import Limits
from tests.agents.procurement.workflow.catalog import ITEMS
from tests.agents.procurement.workflow.chat import ShopChat
from tests.conftest import url_of
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


@pytest.fixture(scope="module")
async def shop(postgres_url: str, _template: str) -> AsyncIterator[Stores]:
    """All stores on a database of the module with a catalog in it; each chat has its own person."""
    name = "steward_shop"
    connection = await asyncpg.connect(postgres_url)
    await connection.execute(f"CREATE DATABASE {name} TEMPLATE {_template}")
    stores = Stores.connect(url_of(postgres_url, name))
    await import_items(stores.database, ITEMS, Report(), source="tests", language="english")
    yield stores
    await stores.close()
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@pytest.fixture(params=["rules"])
async def chat(
    request: pytest.FixtureRequest, server: WorkflowEnvironment, limits: Limits, shop: Stores
) -> AsyncIterator[ShopChat]:
    """Without a model, if the test does not say otherwise."""
    has_model = request.param == "model"
    own = limits.model_copy(update={"has_model": has_model, "enabled": ("procurement",)})
    async with ShopChat(server, own, shop).open() as chat:
        yield chat
