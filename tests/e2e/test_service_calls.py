"""Calls with a business whose tool server is real, while processes die."""

import pytest

from tests.e2e.business import Business
from tests.e2e.house import House
from tests.e2e.phone import Phone
from tests.local.waiting import eventually

replies = pytest.importorskip("agents.service_calls.replies")
CallOver, CallWords = replies.CallOver, replies.CallWords


def said(phone: Phone) -> list[str]:
    """All texts of the call, in order."""
    shown = [r for r in phone.channel.shown if r.topic == CallWords.topic]
    return [text for r in shown for text in CallWords.model_validate(r.content).texts]


@pytest.mark.shows("calls E1, E4", "calls faults")
async def test_a_worker_that_dies_behind_a_booking_books_says_goodbye_and_hangs_up_once(
    house: House, business: Business, phone: Phone
) -> None:
    for words in ("/service", "Hello, I need help with drywall repair", "555-1234", "John Doe"):
        await phone.tell(words)

    async def dies() -> None:
        await house.worker.kill()
        await house.worker.start()

    business.after["person_calendar_book"] = dies
    business.after["person_calendar_book"] = dies
    await phone.tell("Yes, that sounds good")
    await phone.tell("no thanks")
    over = await phone.content(CallOver)
    assert (over.hangup_status, over.outcome) == ("success", "booked")
    assert not business.after, "nobody died"
    (task,) = await business.tasks("555-1234")
    assert (task["name"], task["status"]) == ("Drywall Repair Service", "scheduled")
    assert task["booking"] == "booked"
    assert len([text for text in said(phone) if "T-1" in text]) == 1
    shown = [CallWords.model_validate(r.content) for r in phone.channel.shown[:-1]]
    assert [words.goodbye for words in shown].count(True) == 1
    (ended,) = await house.rows(
        "SELECT s.hangup_status FROM service_calls s JOIN services.calls c"
        " ON c.session_id = s.agent_session_id::text WHERE s.conversation_id = $1",
        phone.id,
    )
    assert ended["hangup_status"] == "success"


@pytest.mark.shows("calls E2, E3", "calls faults")
async def test_what_a_dead_tool_server_could_not_do_is_done_when_it_is_back(
    business: Business, phone: Phone
) -> None:
    for words in ("/service", "my toilet is blocked", "555-0188"):
        await phone.tell(words)
    business.before["customer_create"] = business.kill
    await phone.tell("Ann Poe")
    told = " ".join(said(phone))
    assert "trouble" in told
    assert "555-0188" in told
    await phone.tell("no thanks")
    assert (await phone.content(CallOver)).outcome == "noted"
    before = len(phone.channel.shown)

    await business.start()

    async def made_up_for() -> bool:
        return bool(await business.tasks("555-0188"))

    await eventually(made_up_for)
    (task,) = await business.tasks("555-0188")
    assert (task["name"], task["booking"]) == ("Plumbing Service", None)
    assert len(phone.channel.shown) == before
