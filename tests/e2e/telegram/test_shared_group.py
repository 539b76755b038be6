"""A group that keeps one ledger for all its members."""

import pytest

from tests.e2e.telegram.conftest import Telegram


@pytest.mark.shows("scenario 40")
async def test_a_group_that_shares_has_one_ledger(telegram: Telegram) -> None:
    ali, siti = telegram.group("Ali", "Siti")
    ali.say("/shared on")
    await ali.sees("shares one list")
    ali.shared = siti.shared = True
    (first,) = await ali.tell("Starbucks 15.50")
    (second,) = await siti.tell("grab 12")
    assert "#1 Starbucks" in first.text
    assert "#2 Grab" in second.text
    assert [row["merchant"] for row in await ali.rows()] == ["Starbucks", "Grab"]
    (deleted,) = await siti.press(first, "Undo")
    assert "Starbucks" in deleted.text
    assert [row["merchant"] for row in await ali.rows()] == ["Grab"]
    own = await telegram.house.rows(
        "SELECT 1 FROM transactions WHERE user_id = ANY($1)",
        [f"telegram:{member.person.id}" for member in (ali, siti)],
    )
    assert own == []
