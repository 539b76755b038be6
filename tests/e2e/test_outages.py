"""PostgreSQL goes away and comes back: nothing is lost, nothing is said twice."""

from decimal import Decimal

import pytest

from agents.expenses import replies
from tests.e2e.house import House
from tests.e2e.phone import Phone

SAVED = replies.Saved.topic


@pytest.mark.shows("telegram 3")
async def test_what_could_not_be_stored_is_answered_and_written_down_with_its_answer(
    house: House, phone: Phone
) -> None:
    await phone.tell("/help")
    phone.channel.down = True
    async with house.without_database():
        message = await phone.say("lunch")
    phone.channel.down = False
    await phone.settled(message)
    await phone.tell("12.30")
    assert [row.item for row in await phone.saved()] == ["lunch"]
    said = [body for speaker, body in await phone.transcript() if speaker == "person"]
    assert said == ["/help", "lunch", "12.30"]


@pytest.mark.shows("safety 8")
async def test_a_conversation_that_begins_again_without_the_database_adds_to_what_was_saved(
    house: House, phone: Phone
) -> None:
    await phone.tell("Starbucks 15.50")
    await phone.handle.cancel()
    await phone.ended()
    async with house.without_database():
        message = await phone.say("Tesco 54.20")
        await phone.told(replies.StorageDown.topic)
    await phone.settled(message)
    saved = [(row.merchant, row.amount) for row in await phone.saved()]
    assert sorted(saved) == [("Starbucks", Decimal("15.50")), ("Tesco", Decimal("54.20"))]
