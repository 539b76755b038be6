"""Whatever dies or fails between any two steps: a reply reaches the customer once, none is lost."""

from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from agents.support.activity_calls import CaseRules
from agents.support.replies import HumanWords, TicketTold
from agents.support.staff_posts import StaffAction
from tests.agents.support.case.conftest import until_weekday
from tests.agents.support.case.office import BEN, MIA, CustomersChat, Office
from tests.given import given_id

SEND = timedelta(seconds=6)
STEPS = ("business_hours", "translate_text", "pass_to_customer", "post_to_staff", "note_event")
WORDS = "human_words: Es ist erstattet."


async def answered(office: Office) -> None:
    """Claimed, answered in another language, delivered, marked."""
    office.translations = {"It is refunded.": "Es ist erstattet."}
    await office.open("Zweimal abgebucht", language="de")
    await office.claim()
    await office.says(MIA, "It is refunded.")
    await office.skip(SEND)
    await office.until(lambda: office.marks() == {"m1": "✅"})


def kept(office: Office) -> None:
    """Of each thing one, and nothing is missing."""
    assert office.told() == ["told: claimed", WORDS]
    kinds = [event.kind for event in office.events.values()]
    assert sorted(kinds) == ["answered", "claimed", "delivered"]
    assert len(office.posted("said")) == len(office.posted("card", assignee="Mia")) == 1
    assert len(office.posted("sent", what="sent")) == 1


@pytest.mark.shows("support faults")
@pytest.mark.parametrize("lost", [False, True], ids=["not-done", "answer-lost"])
async def test_each_step_may_fail_twice_and_all_happens_once(office: Office, *, lost: bool) -> None:
    fails = office.lost if lost else office.failures
    fails.update(dict.fromkeys(STEPS, 2))
    await answered(office)
    await office.settled()
    kept(office)
    assert not any(fails.values()), "each of them was met"
    await office.replay()


@pytest.mark.shows("support faults")
async def test_workers_die_after_every_step_and_the_reply_stands_in_the_chat_once(
    skipping: WorkflowEnvironment,
) -> None:
    """From the claim to the channel: of the ticket, its activities, the conversation and its
    delivery, none lives to tell what it has done.
    """
    await until_weekday(skipping, 2, 10)
    office = Office(skipping)
    office.dying = True
    async with CustomersChat(office).open() as chat:
        await answered(office)
        await office.settled()
        await chat.quiet()
        kept(office)
        assert chat.topics == [TicketTold.topic, HumanWords.topic]
        done = (*STEPS, "deliver")
        assert all(office.attempts[step] % 2 == 0 for step in done), "each was done twice"
        await office.end()


async def test_cancelling_its_workflow_changes_nothing_wherever_a_ticket_is(
    office: Office,
) -> None:
    await office.open()
    office.failures["pass_to_customer"] = 3
    await office.claim()
    await office.handle.cancel()
    await office.says(MIA, "It is refunded.")
    await office.handle.cancel()
    await office.settled()
    office.failures["pass_to_customer"] = 3
    await office.skip(SEND)
    await office.handle.cancel()
    await office.until(lambda: office.marks() == {"m1": "✅"})
    await office.act(MIA, StaffAction.WAIT)
    await office.settled()
    await office.handle.cancel()
    await office.skip(timedelta(hours=49))
    told = ["told: claimed", "human_words: It is refunded.", "told: waiting", "told: reminder"]
    assert office.told() == told
    assert (await office.handle.describe()).run_id == office.first_run, "in the same run"


async def test_a_ticket_that_was_ended_by_force_is_begun_anew_by_its_customer(
    office: Office,
) -> None:
    await office.open()
    await office.claim()
    await office.end()
    await office.open()
    await office.until(lambda: office.posted("card", assignee=""))
    await office.says(MIA, "Here I am again", "m2")
    await office.skip(SEND)
    await office.until(lambda: office.told("human_words"))
    assert len(office.told("human_words")) == 1


async def test_what_is_sent_again_is_done_once_an_act_also_in_a_later_run(office: Office) -> None:
    office.rules = office.rules.model_copy(update={"max_events": 20})
    await office.open()
    first = f"telegram:-1:{given_id()}"
    assert await office.act(MIA, StaffAction.CLAIM, act_id=first) == "done"
    for number in range(8):
        message = await office.customer(f"message {number}")
        await office.handle.signal("customer_said", message)
        await office.settled()
    runs = (await office.handle.describe()).run_id
    assert runs != office.first_run, "it was continued as new"
    assert await office.act(MIA, StaffAction.CLAIM, act_id=first) == "done", "the same answer"
    assert await office.act(BEN, StaffAction.CLAIM) == "taken"
    assert len(office.posted("said")) == len((await office.case()).customer) == 9
    assert [e.kind for e in office.events.values()].count("said") == 8
    assert office.told("claimed") == ["told: claimed"]


async def test_the_staffs_chat_being_away_holds_nobody_else_up(office: Office) -> None:
    office.failures["post_to_staff"] = 1000
    await office.open()
    await office.claim()
    await office.until(lambda: office.told("claimed"))
    office.failures.clear()
    await office.until(lambda: office.posted("card", assignee="Mia"))


async def test_without_a_chat_of_staff_nothing_is_posted(office: Office) -> None:
    office.rules = CaseRules(send_delay=timedelta())
    await office.open()
    await office.settled()
    assert await office.act(MIA, StaffAction.REPLY, text="Done.") == "done"
    await office.until(lambda: office.told("human_words"))
    await office.settled()
    assert office.attempts["post_to_staff"] == 0
    assert "delivered" in [event.kind for event in office.events.values()]
