"""Two tickets of a customer become one: all goes along, and the customer hears of it once."""

import pytest

from agents.support.activity_calls import CustomerSaid, TicketMerged
from agents.support.staff_posts import StaffAction
from agents.support.tickets import Ticketed, TicketStatus, Urgency
from tests.agents.support.case.office import BEN, MIA, Office

FIRST, OTHER = "TKT-7K2M9Q4D", "TKT-00000002"
STEPS = ("merge_tickets", "pass_to_customer", "post_to_staff", "note_event")


async def open_both(office: Office) -> None:
    """The other ticket waits for its customer; the first one is the more urgent."""
    office.ticket_id = OTHER
    await office.open("still no refund", urgency=Urgency.MEDIUM)
    await office.act(MIA, StaffAction.WAIT)
    office.ticket_id = FIRST
    await office.open("I was charged twice", urgency=Urgency.HIGH)
    await office.settled()


async def texts_of(office: Office, ticket: str) -> list[str]:
    office.ticket_id = ticket
    return [words.message.text for words in (await office.case()).customer]


@pytest.mark.shows("support 30")
@pytest.mark.parametrize("lost", [False, True], ids=["not-done", "answer-lost"])
async def test_what_was_said_goes_along_once_whatever_fails(office: Office, *, lost: bool) -> None:
    await open_both(office)
    fails = office.lost if lost else office.failures
    fails.update(dict.fromkeys(STEPS, 2))
    assert await office.act(MIA, StaffAction.MERGE, OTHER.lower()) == "done"
    await office.until(lambda: office.told("merged"))
    await office.settled()
    assert not any(fails.values()), "each of them was met"
    assert office.told("merged") == ["told: merged"]
    assert not office.told("rating")
    kinds = [event.kind for event in office.events.values()]
    assert (kinds.count("merged"), kinds.count("merged_from")) == (1, 1)
    first = await office.case()
    assert (first.status, first.live) == (TicketStatus.CLOSED, False)
    assert await texts_of(office, OTHER) == ["still no refund", "I was charged twice"]
    other = await office.case()
    assert (other.status, other.urgency) == (TicketStatus.OPEN, Urgency.HIGH)
    assert office.posted("changed", what="merged_from", value=FIRST)
    for ticket in (FIRST, OTHER):
        office.ticket_id = ticket
        await office.replay()


@pytest.mark.shows("support 30")
async def test_what_comes_for_a_merged_ticket_goes_to_the_other_one(office: Office) -> None:
    await open_both(office)
    await office.act(MIA, StaffAction.MERGE, OTHER)
    await office.until(lambda: office.told("merged"))
    for act in (StaffAction.REPLY, StaffAction.CLAIM, StaffAction.REOPEN, StaffAction.MERGE):
        assert await office.act(BEN, act, text="It is refunded.") == "merged"
    assert await office.act(BEN, StaffAction.NOTE, text="look there") == "done"
    await office.customer("card ending 1234")
    await office.settled()
    assert "card ending 1234" not in await texts_of(office, FIRST)
    assert "card ending 1234" in await texts_of(office, OTHER)


@pytest.mark.shows("support 30")
async def test_what_the_customer_says_during_a_merge_goes_along(office: Office) -> None:
    await open_both(office)
    office.lost["merge_tickets"] = 1_000
    await office.act(MIA, StaffAction.MERGE, OTHER)
    await office.until(lambda: office.attempts["merge_tickets"])
    late = await office.customer("card ending 1234")
    (first, _) = (await office.case()).customer
    edit = first.message.model_copy(update={"text": "I was charged three times"})
    await office.handle.signal("customer_said", CustomerSaid(message=edit, kind="edited"))
    assert await texts_of(office, FIRST) == ["I was charged three times", late.message.text]
    office.lost.clear()
    await office.until(lambda: office.told("merged"))
    await office.settled()
    assert {"I was charged three times", late.message.text} <= set(await texts_of(office, OTHER))


async def test_a_merged_ticket_hands_on_what_is_merged_into_it_and_stays_closed(
    office: Office,
) -> None:
    await open_both(office)
    await office.act(MIA, StaffAction.MERGE, OTHER)
    await office.until(lambda: office.told("merged"))
    await office.settled()
    before = await office.case()
    third = Ticketed(id="test:1:9", text="a third problem", at=await office.time())
    merged = TicketMerged(
        ticket_id="TKT-00000003",
        by=BEN,
        at=third.at,
        urgency=Urgency.CRITICAL,
        messages=(third,),
    )
    for _ in range(2):
        await office.handle.signal("ticket_merged", merged)
    await office.settled()
    after = await office.case()
    assert (after.status, after.urgency) == (before.status, before.urgency)
    assert after.customer == before.customer
    assert (await texts_of(office, OTHER)).count("a third problem") == 1


async def test_a_merge_of_a_ticket_that_was_closed_before_its_turn_is_refused_aloud(
    office: Office,
) -> None:
    await open_both(office)
    office.failures["note_event"] = 1_000
    await office.act(BEN, StaffAction.URGENCY, Urgency.LOW)
    assert await office.act(MIA, StaffAction.MERGE, OTHER) == "done"
    assert await office.act(MIA, StaffAction.CLOSE) == "done"
    office.failures.clear()
    await office.until(lambda: office.posted("answer", what="closed"))
    assert not office.attempts["merge_tickets"]


@pytest.mark.parametrize("why", ["unknown", "other_customer", "other_person", "merged", "over"])
async def test_a_ticket_that_cannot_be_merged_stays_and_staff_see_why(
    office: Office, why: str
) -> None:
    await open_both(office)
    office.merge_refused = why
    await office.act(MIA, StaffAction.MERGE, OTHER)
    await office.until(lambda: office.posted("answer", what=f"merge_{why}"))
    assert (await office.case()).live
    assert not office.told("merged")


@pytest.mark.parametrize(
    ("value", "answer"), [("", "merge_which"), ("the other", "merge_which"), (FIRST, "merge_same")]
)
async def test_which_ticket_must_be_said(office: Office, value: str, answer: str) -> None:
    await office.open()
    assert await office.act(MIA, StaffAction.MERGE, value) == answer
