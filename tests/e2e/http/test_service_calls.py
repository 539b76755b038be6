"""A call over HTTP through real processes, with the tool server of a business."""

import pytest

from tests.e2e.business import Business
from tests.e2e.house import House
from tests.e2e.http.site import Visitor, answered

pytest.importorskip("agents.service_calls")

WORDS = ("/service", "Hello, I need help with drywall repair", "555-0143", "John Doe", "Yes")


@pytest.mark.shows("calls A14, A15")
async def test_a_call_books_and_its_stream_ends_with_the_hang_up(
    house: House, business: Business, visitor: Visitor
) -> None:
    said = [text for words in WORDS for text in await answered(visitor, words)]
    assert "Bob Smith" in said[-1]
    assert "T-1" in said[-1]
    async with visitor.listening():
        await visitor.say("no thanks")
        await visitor.until(lambda: any(event["kind"] == "hangup" for event in visitor.events))
    assert len(set(visitor.replies)) == len(visitor.replies)
    assert "Have a good day" in visitor.replies[-2]
    (task,) = await business.tasks("555-0143")
    assert (task["name"], task["booking"]) == ("Drywall Repair Service", "booked")
    (call,) = await house.rows(
        "SELECT outcome, hangup_status, tool_failed FROM service_calls WHERE user_id = $1",
        visitor.user_id,
    )
    assert tuple(call) == ("booked", "success", 0)
