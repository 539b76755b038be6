"""Shopping without a catalog, and while PostgreSQL is away."""

import asyncio
from collections.abc import AsyncIterator

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


@pytest.fixture(scope="module")
async def own_stores(own_server: Server) -> AsyncIterator[Stores]:
    await migrate(own_server.get_uri())
    stores = Stores.connect(own_server.get_uri())
    yield stores
    await stores.close()


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, limits: Limits, own_stores: Stores
) -> AsyncIterator[ShopChat]:
    own = limits.model_copy(update={"has_model": False, "enabled": ("procurement",)})
    async with ShopChat(server, own, own_stores).open() as chat:
        yield chat


@pytest.mark.shows("shop bad input")
async def test_without_a_catalog_that_is_said_and_who_can_bring_one(chat: ShopChat) -> None:
    shown = await chat.hears("find blue pens")
    assert "No catalog is set up yet" in shown
    assert "steward catalog import" in shown


class TestAway:
    @pytest.fixture(scope="class", autouse=True)
    async def _catalog(self, own_stores: Stores) -> None:
        report = Report()
        await import_items(own_stores.database, ITEMS, report, source="tests", language="english")

    @pytest.mark.real_server
    async def test_in_a_search_it_is_said_and_the_next_one_works(
        self, chat: ShopChat, own_server: Server
    ) -> None:
        await chat.tell("find blue pens")
        await asyncio.to_thread(own_server.stop)
        try:
            await chat.tell("find copy paper")
            failed = await chat.told(replies.CallFailed.topic)
            assert "can't reach my records" in chat.words(failed)
        finally:
            await asyncio.to_thread(own_server.ensure_postgres_running)
        await chat.tell("find copy paper")
        await chat.said(replies.ItemsFound, count=2)

    @pytest.mark.shows("shop bad input")
    @pytest.mark.real_server
    async def test_at_the_yes_it_is_told_once_and_sent_once_when_it_is_back(
        self, chat: ShopChat, own_server: Server
    ) -> None:
        await chat.tell("add 2 TO-101", "checkout")
        await asyncio.to_thread(own_server.stop)
        try:
            await chat.say("yes")
            await chat.told(Failed.topic)
        finally:
            await asyncio.to_thread(own_server.ensure_postgres_running)
        await chat.told(replies.RequestSent.topic)
        assert len(await chat.sent_requests()) == 1
        assert list(chat.topics).count(Failed.topic) == 1

    @pytest.mark.real_server
    @pytest.mark.parametrize(
        "order", ["find copy paper and take back PR-{}", "take back PR-{}"], ids=["turn", "errand"]
    )
    async def test_a_request_is_taken_back_when_it_is_back(
        self, chat: ShopChat, own_server: Server, order: str
    ) -> None:
        await chat.tell("add 2 TO-101", "checkout", "yes")
        (sent,) = await chat.sent_requests()
        await asyncio.to_thread(own_server.stop)
        try:
            await chat.say(order.format(sent.number))
            await chat.told(Failed.topic)
        finally:
            await asyncio.to_thread(own_server.ensure_postgres_running)
        await chat.told(replies.RequestTakenBack.topic)
        assert await chat.in_cart() == {"TO-101": 2}
