"""Service calls in Telegram, with the real tool server: by buttons, a second matter, a cancel."""

import pytest

from tests.e2e.business import Business
from tests.e2e.telegram.member import Member

pytest.importorskip("agents.service_calls")


@pytest.mark.shows("calls Telegram")
async def test_a_service_is_chosen_by_its_button_and_a_second_matter_asks_nothing_again(
    ali: Member, business: Business
) -> None:
    *_, asked = await ali.tell("/service there is something wrong with my wall")
    assert "Drywall Repair or Painting" in asked.text
    *_, number = await ali.press(asked, "Painting")
    assert "number" in number.text
    *_, proposal = await ali.tell("I'm John Doe, 415-555-2671")
    assert "Bob Smith" in proposal.text
    *_, booked = await ali.tell("yes")
    assert "T-" in booked.text
    *_, second = await ali.tell("and the gate lock is broken too")
    assert "Jonas Weber" in second.text
    *_, both = await ali.tell("yes")
    assert "T-" in both.text
    told = await ali.tell("no thanks")
    assert "Was that helpful?" in told[-1].text
    buttons = [button.text for row in told[-1].keyboard for button in row]
    assert buttons == ["👍", "👎", "Cancel T-1042", "Cancel T-1043"]
    tasks = await business.tasks("415-555-2671")
    assert [task["booking"] for task in tasks] == ["booked", "booked"]


@pytest.mark.shows("calls Telegram")
async def test_a_cancel_names_the_task_and_undo_takes_it_back(
    ali: Member, business: Business
) -> None:
    *_, proposal = await ali.tell("/service my sink leaks. I'm Ana Lim, 415-555-2672")
    assert "Siti Rahman" in proposal.text
    *_, cancelled = await ali.tell("/cancel")
    assert "T-" in cancelled.text
    assert "Nothing is booked" in cancelled.text
    *_, undone = await ali.press(cancelled, "Undo")
    assert "cancelled" in undone.text
    (task,) = await business.tasks("415-555-2672")
    assert (task["status"], task["booking"]) == ("cancelled", None)
