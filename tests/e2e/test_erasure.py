"""Everything of a person goes, with the real database, workers and server."""

from datetime import UTC, datetime

import pytest

from agents.expenses import replies
from bot.intake import Origin, press_message
from domain import topics
from domain.topics import PressAction
from tests.e2e.phone import Phone

TABLES = (
    "transactions",
    "transaction_changes",
    "conversation_messages",
    "attachment_owners",
    "category_preferences",
    "users",
)


async def press(phone: Phone, topic: str, action: PressAction) -> None:
    """Presses a button of the last reply about ``topic``."""
    reply = await phone.told(topic)
    button = next(c.press for c in reply.choices if c.press.action == action)
    phone.sent += 1
    origin = Origin(
        channel=phone.channel_name,
        chat_id=phone.chat_id,
        user_id=phone.user_id,
        update_id=phone.sent,
        sent_at=datetime.now(UTC),
    )
    await phone.gateway.send(phone.channel_name, phone.chat_id, press_message(origin, button))


async def rows(phone: Phone) -> int:
    """How many rows name the person."""
    async with phone.stores.database.connection() as connection:
        counts = [
            await connection.fetchval(
                f"SELECT count(*) FROM {table} WHERE user_id = $1",  # noqa: S608 - literals above
                phone.user_id,
            )
            for table in TABLES
        ]
    return sum(counts)


@pytest.mark.shows("safety 35")
async def test_nothing_of_the_person_is_left_and_they_may_start_afresh(phone: Phone) -> None:
    await phone.tell("Starbucks 15.50")
    await phone.tell("/language de")
    await phone.tell("/deletemydata")
    assert await rows(phone) > 0

    await press(phone, topics.AskErase.topic, PressAction.ERASE)
    erased = await phone.content(topics.Erased)

    assert erased.counts["expenses"] == 1
    assert await rows(phone) == 0
    assert await phone.transcript() == []

    await phone.tell("Starbucks 15.50")
    await phone.told(replies.Saved.topic, count=2)
    assert len(await phone.saved()) == 1
