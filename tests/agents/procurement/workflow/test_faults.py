"""Shopping without a catalog, and while PostgreSQL is away."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from agents.procurement import replies
from agents.procurement.store.catalog import Report, import_items
from domain.conversation import Limits
from domain.topics import Failed
from tests.agents.procurement.workflow.catalog import ITEMS
from tests.agents.procurement.workflow.chat import ShopChat
from tests.conftest import Server
from tests.databases import Databases


@pytest.fixture(scope="module")
async def own_stores(own_server: Server) -> AsyncIterator[Stores]:
    await migrate(own_server.get_uri())
    stores = Stores.connect(own_server.get_uri())
    await import_items(stores.database, ITEMS, Report(), source="tests", language="english")
    yield stores
    await stores.close()


@pytest.fixture
def by_rules(limits: Limits) -> Limits:
    return limits.model_copy(update={"has_model": False, "enabled": ("procurement",)})


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, by_rules: Limits, own_stores: Stores
) -> AsyncIterator[ShopChat]:
    async with ShopChat(server, by_rules, own_stores).open() as chat:
        yield chat


@asynccontextmanager
async def away(server: Server) -> AsyncIterator[None]:
    await asyncio.to_thread(server.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(server.ensure_postgres_running)


@pytest.mark.shows("shop bad input")
async def test_without_a_catalog_that_is_said_and_who_can_bring_one(
    server: WorkflowEnvironment, by_rules: Limits, databases: Databases
) -> None:
    async with databases.one() as url:
        stores = Stores.connect(url)
        async with ShopChat(server, by_rules, stores).open() as chat:
            shown = await chat.hears("find blue pens")
        await stores.close()
    assert "No catalog is set up yet" in shown
    assert "steward catalog import" in shown


@pytest.mark.real_server
async def test_in_a_search_it_is_said_and_the_next_one_works(
    chat: ShopChat, own_server: Server
) -> None:
    await chat.tell("find blue pens")
    async with away(own_server):
        await chat.tell("find copy paper")
        failed = await chat.told(replies.CallFailed.topic)
        assert "can't reach my records" in chat.words(failed)
    await chat.tell("find copy paper")
    await chat.said(replies.ItemsFound, count=2)


@pytest.mark.shows("shop bad input")
@pytest.mark.real_server
async def test_what_was_asked_for_is_told_once_and_done_once_when_it_is_back(
    chat: ShopChat, own_server: Server
) -> None:
    await chat.tell("add 2 TO-101", "checkout")
    async with away(own_server):
        await chat.say("yes")
        await chat.told(Failed.topic)
    await chat.told(replies.RequestSent.topic)
    assert len(await chat.sent_requests()) == 1
    assert list(chat.topics).count(Failed.topic) == 1
    for times, words in enumerate(("take back PR-{}", "find copy paper and take back PR-{}"), 1):
        number = (await chat.sent_requests())[0].number
        async with away(own_server):
            await chat.say(words.format(number))
            await chat.told(Failed.topic, 1 + times)
        await chat.told(replies.RequestTakenBack.topic, times)
        assert await chat.in_cart() == {"TO-101": 2}
        await chat.tell("checkout", "yes")
