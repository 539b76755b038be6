"""Photos on the real stack: real server, real database, real reading, a worker that may die."""

from decimal import Decimal

import pytest

from agents.expenses import replies
from tests.e2e.phone import Phone, readings, receipt, signals

SAVED = replies.Saved.topic


async def said_before_the_reading_ended(phone: Phone) -> bool:
    events = await phone.events()
    (reading,) = readings(events)
    return signals(events)[-1] < reading.completed


@pytest.mark.shows("10.1", "scenario 5")
async def test_a_photo_is_read_saved_once_and_shown(phone: Phone) -> None:
    await phone.settled(await phone.photo(receipt("E-1")))
    card = (await phone.content(replies.Saved)).card
    (row,) = await phone.saved()
    assert (row.amount, row.currency) == (Decimal("24.80"), "MYR")
    assert row.merchant is not None
    assert "kopi pagi" in row.merchant.casefold()
    assert card.from_photo
    assert card.amount == row.amount
    assert phone.channel.topics == [SAVED]


@pytest.mark.shows("scenario 11")
async def test_a_correction_sent_while_a_photo_is_read_is_in_the_saved_row(phone: Phone) -> None:
    await phone.photo(receipt("E-3"))
    await phone.reading_begun()
    await phone.settled(await phone.say("amount is 15.50"))
    assert await said_before_the_reading_ended(phone)
    told = await phone.content(replies.Saved)
    (row,) = await phone.saved()
    assert row.amount == Decimal("15.50")
    assert told.card.provenance["amount"].source == "injected"
    assert [change.field for change in told.differences] == ["amount"]
