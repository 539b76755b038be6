"""Several customers tell of the same: staff are offered an incident, and one act is for all."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Replayer

from adapters.temporal import data_converter
from agents.support.activity_calls import IncidentFound
from agents.support.case.ticket_case import TicketCase
from agents.support.staff_posts import StaffAction
from agents.support.store.incidents import LinkedTicket
from agents.support.ticket_workflow import TicketWorkflow
from agents.support.tickets import TicketStatus, TicketSummary
from tests.agents.support.case.conftest import until_weekday
from tests.agents.support.case.office import BEN, MIA, Office, working
from tests.workflows.sandboxed import shared_sandbox

INCIDENT = "INC-7K2M9Q4D"
OFFERED = IncidentFound(incident=INCIDENT, customers=3)
SEND = timedelta(seconds=6)
TICKETS = ("TKT-00000001", "TKT-00000002", "TKT-00000003")
STEPS = ("find_incident", "act_on_incident", "pass_to_customer", "post_to_staff", "note_event")
FIXED = "human_words: It is fixed."


async def open_all(office: Office) -> None:
    """Three customers, one of whom writes German; the last ticket is the one that brings it up."""
    for ticket, text in zip(TICKETS, ("logged out", "App meldet mich ab", "log out"), strict=True):
        office.ticket_id, office.customer_id = ticket, f"CUST-{ticket}"
        office.same = OFFERED if ticket == TICKETS[-1] else IncidentFound()
        status = TicketStatus.ACTIVE if ticket == TICKETS[0] else TicketStatus.OPEN
        await office.open(text, language="de" if "App" in text else "en", status=status)
        row = TicketSummary(customer_id=office.customer_id, ticket_id=ticket, text=text)
        office.linked.append(LinkedTicket(row, "test:1", "conversation:test:1"))
        await office.settled()
    await office.until(lambda: office.posted("incident"))


def at(office: Office, ticket: str) -> None:
    """What is done from now on is done in this ticket."""
    office.ticket_id, office.customer_id = ticket, f"CUST-{ticket}"


async def cases(office: Office) -> list[TicketCase]:
    """All tickets, as soon as nothing is left to be done for any of them."""
    for _ in range(2):  # what the last one does may be for the first one
        for ticket in reversed(TICKETS):
            at(office, ticket)
            await office.settled()
    found = []
    for ticket in TICKETS:
        at(office, ticket)
        found.append(await office.case())
    at(office, TICKETS[-1])
    return found


async def statuses(office: Office) -> Sequence[str]:
    return [case.status.value for case in await cases(office)]


def told_to(office: Office, ticket: str) -> list[str]:
    """What the customer of a ticket reads of people, and of its end and its new beginning."""
    found = []
    for name, notice in office.chat.items():
        assert isinstance(notice.content, dict)
        if ticket in name and notice.topic.endswith(("human_words", "ticket_told", "told")):
            found.append(str(notice.content.get("text") or notice.content["what"]))
    return found


@pytest.mark.shows("support 31")
@pytest.mark.parametrize("lost", [False, True], ids=["not-done", "answer-lost"])
async def test_one_answer_reaches_every_customer_once_in_their_language_whatever_fails(
    office: Office, *, lost: bool
) -> None:
    office.translations = {"It is fixed.": "Es ist behoben."}
    fails = office.lost if lost else office.failures
    fails.update(dict.fromkeys(STEPS, 2))
    await open_all(office)
    await office.act(MIA, StaffAction.INCIDENT)
    assert [case.incident for case in await cases(office)] == [INCIDENT] * 3
    at(office, TICKETS[1])
    assert await office.act(BEN, StaffAction.CLAIM) == "done"
    at(office, TICKETS[2])
    assert await office.act(MIA, StaffAction.ALL, text="It is fixed.") == "done"
    await office.skip(SEND)
    await office.until(lambda: len(office.told("human_words")) == 3)
    assert [case.status for case in await cases(office)] == [TicketStatus.OPEN] * 3
    assert told_to(office, TICKETS[0]) == told_to(office, TICKETS[2]) == ["It is fixed."]
    assert told_to(office, TICKETS[1]) == ["claimed", "Es ist behoben."]
    kinds = [event.kind for event in office.events.values()]
    assert (kinds.count("linked"), kinds.count("answered"), kinds.count("delivered")) == (3, 3, 3)
    assert not any(fails.values()), "each of them was met"
    for ticket in TICKETS:
        at(office, ticket)
        replayer = Replayer(
            workflows=[TicketWorkflow],
            workflow_runner=shared_sandbox(),
            data_converter=data_converter(None),
        )
        await replayer.replay_workflow(await office.handle.fetch_history())


@pytest.mark.shows("support 31", "support faults")
async def test_workers_die_after_every_step_and_each_customer_has_the_answer_once(
    skipping: WorkflowEnvironment,
) -> None:
    await until_weekday(skipping, 2, 10)
    office = Office(skipping)
    office.dying = True
    async with working(office):
        await open_all(office)
        await office.act(MIA, StaffAction.INCIDENT)
        await cases(office)
        await office.act(MIA, StaffAction.ALL, text="It is fixed.")
        await office.skip(SEND)
        await office.until(lambda: len(office.told("human_words")) == 3)
        await cases(office)
        assert office.told("human_words") == [FIXED] * 3
        assert office.attempts["act_on_incident"] == 4, "each was done twice"
        await office.end()


@pytest.mark.shows("support 31")
async def test_an_answer_to_all_can_be_undone_before_it_is_sent(office: Office) -> None:
    await open_all(office)
    await office.act(MIA, StaffAction.INCIDENT)
    await cases(office)
    await office.act(MIA, StaffAction.ALL, text="It is fixed.")
    assert await office.act(MIA, StaffAction.UNDO) == "done"
    await office.skip(SEND)
    await cases(office)
    assert not office.told("human_words")


@pytest.mark.shows("support 31")
async def test_an_answer_to_all_of_a_ticket_that_is_taken_out_before_reaches_no_other(
    office: Office,
) -> None:
    await open_all(office)
    await office.act(MIA, StaffAction.INCIDENT)
    await cases(office)
    before = office.attempts["act_on_incident"]
    await office.act(MIA, StaffAction.ALL, text="It is fixed.")
    await office.act(MIA, StaffAction.UNLINK)
    await office.skip(SEND)
    await cases(office)
    assert office.told("human_words") == [FIXED]
    assert office.attempts["act_on_incident"] == before


@pytest.mark.shows("support 31")
async def test_an_answer_that_is_held_still_reaches_all_when_they_are_closed(
    office: Office,
) -> None:
    await open_all(office)
    await office.act(MIA, StaffAction.INCIDENT)
    await cases(office)
    await office.act(MIA, StaffAction.ALL, text="It is fixed.")
    await office.act(MIA, StaffAction.CLOSE_ALL)
    assert await statuses(office) == ["closed", "closed", "closed"]
    assert office.told("human_words") == [FIXED] * 3


@pytest.mark.shows("support 31")
async def test_a_close_and_a_new_beginning_reach_all_but_what_was_unlinked(office: Office) -> None:
    await open_all(office)
    await office.act(MIA, StaffAction.INCIDENT)
    await cases(office)
    at(office, TICKETS[1])
    assert await office.act(BEN, StaffAction.UNLINK) == "done"
    await office.until(lambda: office.posted("changed", what="unlinked", by="Ben", value=INCIDENT))
    await office.settled()
    unlinked = [event for event in office.events.values() if event.kind == "unlinked"]
    assert [event.incident for event in unlinked] == [""]
    del office.linked[1]
    at(office, TICKETS[0])
    await office.act(BEN, StaffAction.CLAIM)
    at(office, TICKETS[2])
    assert await office.act(MIA, StaffAction.CLOSE_ALL) == "done"
    assert await statuses(office) == ["closed", "open", "closed"]
    assert len(office.told("rating")) == 1, "of whom a person had"
    assert await office.act(MIA, StaffAction.REOPEN_ALL) == "done"
    assert await statuses(office) == ["open", "open", "open"]
    assert told_to(office, TICKETS[1]) == []
    at(office, TICKETS[1])
    for action in (StaffAction.ALL, StaffAction.CLOSE_ALL, StaffAction.UNLINK):
        assert await office.act(MIA, action, text="x") == "no_incident"
    assert await office.act(MIA, StaffAction.INCIDENT) == "done", "it may be linked again"


@pytest.mark.shows("support 31")
async def test_an_incident_that_staff_refuse_links_nothing(office: Office) -> None:
    await open_all(office)
    (post,) = office.posted("incident")
    assert post.aloud
    assert [choice.press.action for choice in post.choices] == ["incident", "no_incident"]
    assert await office.act(BEN, StaffAction.NO_INCIDENT) == "done"
    await office.until(lambda: office.posted("incident", answer="no", by="Ben"))
    assert [case.incident for case in await cases(office)] == [""] * 3
    assert not office.posted("incident")[0].choices


@pytest.mark.shows("support 31")
async def test_a_further_ticket_is_offered_to_be_linked_in_its_own_room(office: Office) -> None:
    office.same = OFFERED.model_copy(update={"is_open": True})
    await office.open("logged out again")
    await office.until(lambda: office.posted("incident", is_open=True))
    assert not office.posted("incident")[0].aloud
    assert not (await office.case()).incident
    assert await office.act(MIA, StaffAction.ALL, text="It is fixed.") == "no_incident"
    assert await office.act(MIA, StaffAction.INCIDENT) == "done"
    assert await office.act(MIA, StaffAction.INCIDENT) == "already"
    await office.until(lambda: office.posted("card", incident=INCIDENT))
    await office.settled()
    linked = [event for event in office.events.values() if event.kind == "linked"]
    assert [event.incident for event in linked] == [INCIDENT]


async def test_a_ticket_that_nothing_is_like_has_no_incident_to_make(office: Office) -> None:
    await office.open()
    assert await office.act(MIA, StaffAction.INCIDENT) == "no_offer"
    assert not office.posted("incident")
