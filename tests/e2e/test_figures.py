"""What figures of time stand on, told by counts: these hold on any machine."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from benchmarks.conversation import open_bench
from benchmarks.with_model import DOUBTFUL, read_lines
from tests.agents.expenses.payloads import act, mention
from tests.e2e.house import House
from tests.e2e.phone import Phone
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import understood
from tests.paper import drawn, encoded

CHATS = 100


@pytest.fixture
async def model(house: House) -> AsyncIterator[ScriptedModelServer]:
    async with ScriptedModelServer() as server, house.worker_with(OPENAI_BASE_URL=server.base_url):
        yield server
        assert server.unanswered == []


@pytest.mark.shows("figures 1")
async def test_a_message_and_a_receipt_wait_for_one_answer_of_a_model_each(
    model: ScriptedModelServer, phone: Phone
) -> None:
    told = mention(None, "2.40", item="bus", category="Transport")
    model.answer("UnderstandAnswer", understood(act("expense", told, agent="expenses")))
    model.answer("ReceiptAnswer", read_lines)
    await phone.tell("the bus to town cost the two of us 2.40 yesterday evening")
    assert [request.schema_name for request in model.requests] == ["UnderstandAnswer"]
    await phone.settled(await phone.photo(encoded(drawn(DOUBTFUL), "JPEG")))
    assert [request.schema_name for request in model.requests[1:]] == ["ReceiptAnswer"]
    assert len(await phone.saved()) == 2


@pytest.mark.shows("figures 2")
async def test_a_hundred_conversations_at_once_lose_and_double_nothing(house: House) -> None:
    async with open_bench(house) as bench:
        crowd = [bench.chat(f"crowd-{number}") for number in range(CHATS)]
        await asyncio.gather(*(chat.save("Starbucks 15.50") for chat in crowd))
        assert await bench.rows(*crowd) == CHATS
        assert {len(shown) for shown in bench.channel.shown.values()} == {1}
