"""Tickets of people, as staff and customers live them: real workflow, clocks and policy."""

from datetime import timedelta

import pytest
from temporalio.client import WorkflowUpdateFailedError
from temporalio.testing import WorkflowEnvironment

from agents.support.staff_posts import StaffAction
from agents.support.tickets import CustomerInfo, RecommendedAction, TicketStatus, Urgency
from tests.agents.support.case.conftest import until_weekday
from tests.agents.support.case.office import BEN, BERLIN, MIA, Office, working

SEND = timedelta(seconds=6)


async def test_who_writes_first_has_it_and_the_words_of_others_and_notes_stay_inside(
    office: Office,
) -> None:
    await office.open()
    with pytest.raises(WorkflowUpdateFailedError):
        await office.act(MIA, "give_refund")
    assert (await office.case()).done == (), "what is no act leaves no trace"
    assert await office.says(MIA, "The second charge is cancelled.") == "done"
    assert (await office.case()).assignee == MIA
    assert await office.claim(BEN) == "taken"
    for by, action, value, answer in (
        (MIA, StaffAction.CLAIM, "", "already"),
        (MIA, StaffAction.TAKE_OVER, "", "already"),
        (MIA, StaffAction.ASSIGN, "", "choose"),
        (MIA, StaffAction.ASSIGN, f"{MIA.id} Mia", "already"),
        (MIA, StaffAction.URGENCY, "huge", "unknown"),
        (MIA, StaffAction.URGENCY, "high", "already"),
        (MIA, StaffAction.SUGGESTION, "", "no_suggestion"),
        (MIA, StaffAction.REOPEN, "", "not_closed"),
        (BEN, StaffAction.UNDO, "", "unknown"),
    ):
        assert await office.act(by, action, value) == answer, action
    assert await office.says(MIA, "// ask finance", "m2") == "done"
    assert await office.edits(MIA, "// ask the finance team", "m2") == "done"
    assert await office.edits(MIA, "", "m1") == "empty"
    assert await office.edits(MIA, "The second charge is cancelled!", "m1") == "done"
    assert await office.says(BEN, "I know this one", "m3") == "not_yours"
    await office.until(lambda: office.posted("note", author="Ben", assignee="Mia"))
    await office.until(lambda: office.posted("held"))
    assert office.told("human_words") == []
    await office.skip(SEND)
    await office.until(lambda: office.marks().get("m1") == "✅")
    assert office.told() == ["told: claimed", "human_words: The second charge is cancelled!"]
    assert office.posted("card", assignee="Mia", first_due=None)
    notes = [e.message.text for e in office.events.values() if e.who == "note" and e.message]
    assert notes == ["ask finance", "ask the finance team", "I know this one"]
    assert await office.act(MIA, StaffAction.UNDO) == "too_late"
    assert await office.act(BEN, StaffAction.TAKE_OVER) == "done"
    assert (await office.case()).assignee == BEN


@pytest.mark.shows("support 34")
async def test_while_it_waits_its_clock_stands_still_then_it_is_reminded_of_and_closed(
    office: Office,
) -> None:
    await office.open()
    await office.says(MIA, "Which invoice?")
    await office.skip(timedelta(hours=1))
    await office.act(MIA, StaffAction.WAIT)
    await office.settled()
    before = (await office.case()).resolution.due
    assert before is not None
    await office.skip(timedelta(hours=24))
    await office.customer("INV-4711")
    await office.until(lambda: office.posted("said", text="INV-4711"))
    await office.settled()
    case = await office.case()
    assert case.status is TicketStatus.OPEN
    assert case.resolution.due is not None
    moved = case.resolution.due - before
    assert abs(moved - timedelta(hours=24)) < timedelta(minutes=10)
    await office.act(MIA, StaffAction.WAIT)
    await office.skip(timedelta(hours=47))
    assert office.told("told") == ["told: claimed", "told: waiting", "told: waiting"]
    await office.skip(timedelta(hours=2))
    await office.until(lambda: office.told("reminder"))
    await office.skip(timedelta(hours=24))
    await office.until(lambda: office.told("ask_rating"))
    assert office.told("told")[-1] == "told: closed"
    assert office.posted("changed", what="closed_unanswered")
    assert not office.posted("clock"), "eight hours of work went by, and one of them counted"
    assert (await office.case()).status is TicketStatus.CLOSED


@pytest.mark.shows("support 34", "support 35")
async def test_a_closed_ticket_is_rated_and_opened_again_one_up_with_the_same_assignee(
    office: Office,
) -> None:
    await office.open(urgency=Urgency.MEDIUM)
    await office.claim()
    assert await office.act(MIA, StaffAction.CLOSE) == "done"
    await office.until(lambda: office.told("ask_rating"))
    await office.customer("slow", kind="rated", rating=2)
    await office.customer(kind="rated", rating=5)
    await office.until(lambda: len(office.posted("rating")) == 3)
    assert [p.aloud for p in office.posted("rating", comment="slow", low=True)].count(True) == 1
    case = await office.case()
    assert case.rating is not None
    assert case.rating.score == 5, "the last one counts"
    await office.until(
        lambda: [e.rating for e in office.events.values() if e.kind == "rated"] == [2, 5]
    )
    assert await office.claim(BEN) == "closed"
    assert await office.says(MIA, "one more thing") == "closed"
    await office.skip(timedelta(days=5))
    await office.customer("again the same")
    await office.until(lambda: office.told("reopened"))
    case = await office.case()
    assert (case.status, case.urgency, case.assignee) == (TicketStatus.OPEN, Urgency.HIGH, MIA)
    assert case.first_at is None
    await office.act(MIA, StaffAction.CLOSE)
    await office.skip(timedelta(days=9))
    await office.until(lambda: any(e.kind == "window_over" for e in office.events.values()))
    assert await office.act(BEN, StaffAction.REOPEN) == "done", "staff always may"


async def test_staff_see_a_closed_ticket_again_with_what_the_bot_answered_and_may_reply(
    office: Office,
) -> None:
    await office.open(status=TicketStatus.ACTIVE, urgency=Urgency.MEDIUM)
    assert await office.act(MIA, StaffAction.CLOSE) == "done"
    await office.skip(timedelta(hours=1))
    said = await office.customer_answered("How long does a refund take?", "Refunds take 5 days.")
    await office.handle.signal("customer_said", said)
    await office.until(lambda: office.posted("bot", text="Refunds take 5 days."))
    await office.until(lambda: office.posted("said", text="How long does a refund take?"))
    await office.until(lambda: office.posted("card", status="open", urgency="high"))
    await office.settled()
    assert [post.aloud for post in office.posted("changed", what="reopened")] == [True]
    assert office.told("told") == ["told: closed", "told: reopened"]
    assert (await office.standing(office.customer_id, office.ticket_id)) == (TicketStatus.OPEN, "")
    assert await office.says(MIA, "Did that help?") == "done"
    await office.skip(SEND)
    await office.until(lambda: office.told("human_words"))


@pytest.mark.shows("support 26", "support 29")
async def test_the_bot_has_it_again_until_one_claims_it_and_who_left_has_nothing_any_more(
    office: Office,
) -> None:
    await office.open()
    await office.claim()
    assert await office.act(BEN, StaffAction.BACK) == "not_yours"
    assert await office.act(MIA, StaffAction.BACK) == "done"
    await office.until(lambda: office.told("handed_back"))
    case = await office.case()
    assert (case.status, case.assignee) == (TicketStatus.ACTIVE, None)
    await office.customer("it was in March")
    await office.claim()
    await office.until(lambda: len(office.told("claimed")) == 2)
    assert (await office.case()).status is TicketStatus.OPEN
    await office.settled()
    assert [e.status for e in office.events.values()][-1] is TicketStatus.OPEN
    assert await office.act(MIA, "left") == "done"
    await office.until(lambda: office.posted("changed", what="left"))
    assert await office.claim(BEN) == "done"
    assert await office.act(BEN, StaffAction.BACK) == "done"
    assert await office.act(BEN, StaffAction.BACK) == "already"
    await office.customer("a person, please", kind="wants_person")
    await office.until(lambda: office.posted("did", what="wants_person"))
    assert (await office.case()).status is TicketStatus.OPEN


async def test_an_answer_of_the_bot_solves_it_and_is_gone_on_from_where_it_did_not_help(
    office: Office,
) -> None:
    await office.open(
        status=TicketStatus.ACTIVE, suggested="Refunds take 5 days.", urgency=Urgency.MEDIUM
    )
    await office.customer("And how long does a refund take?", kind="answered_by_bot")
    await office.until(lambda: office.posted("bot", text="Refunds take 5 days."))
    await office.until(lambda: office.posted("said", text="And how long does a refund take?"))
    await office.settled()
    case = await office.case()
    assert case.status is TicketStatus.SOLVED
    assert [e.status for e in office.events.values()][-1] is TicketStatus.SOLVED
    for action, status in (
        (RecommendedAction.ROUTE_SPECIALIST, TicketStatus.ACTIVE),
        (RecommendedAction.ESCALATE_HUMAN, TicketStatus.OPEN),
    ):
        result = case.state.triage_result
        assert result is not None
        again = result.model_copy(update={"recommended_action": action})
        state = case.state.model_copy(update={"triage_result": again})
        await office.customer(kind="not_solved", state=state)
        await office.settled()
        case = await office.case()
        assert (case.status, case.urgency) == (status, Urgency.MEDIUM), "it is not opened again"
    assert office.told("reopened") == []
    assert not [event for event in office.events.values() if event.helpful is False]
    asked = await office.customer("Get me a person, invoice 4711", kind="wants_person")
    await office.until(lambda: office.posted("said", text="Get me a person, invoice 4711"))
    await office.until(lambda: office.posted("did", what="wants_person"))
    kept = [each.message for each in office.events.values() if each.who == "customer"]
    assert kept.count(asked.message) == 1


@pytest.mark.shows("support 33")
async def test_high_on_friday_evening_is_warned_of_on_monday_though_no_worker_lived(
    skipping: WorkflowEnvironment,
) -> None:
    await until_weekday(skipping, 4, 17, 50)
    office = Office(skipping)
    office.dying = True
    async with working(office):
        await office.open(urgency=Urgency.HIGH)
        await office.until(lambda: office.posted("card"))
        await office.settled()
        case = await office.case()
        opened = case.start.opened_at.astimezone(BERLIN)
        evening = opened.replace(hour=18, minute=0, second=0, microsecond=0)
        morning = (evening + timedelta(days=3)).replace(hour=9)
        assert case.first.due == morning + timedelta(hours=1) - (evening - opened)
    await until_weekday(skipping, 0, 9, 30)
    async with working(office):
        assert not office.posted("clock")
        await office.skip(timedelta(minutes=10))
        await office.until(lambda: office.posted("clock", breached=False, clock="first"))
        assert not office.posted("clock", breached=True)
        await office.skip(timedelta(minutes=11))
        await office.until(lambda: office.told("late"))
        aloud = [post.aloud for post in office.posted("clock", breached=True)]
        assert sorted(aloud) == [False, True]
        await office.end()


@pytest.mark.shows("support 33")
async def test_critical_calls_four_times_more_and_silence_gives_it_back(office: Office) -> None:
    await office.open(urgency=Urgency.CRITICAL)
    await office.claim()
    await office.skip(timedelta(minutes=16))
    await office.until(lambda: office.posted("changed", what="returned"))
    assert (await office.case()).assignee is None
    for again in range(1, 5):
        await office.skip(timedelta(minutes=30))
        await office.until(lambda: office.posted("clock", clock="first", again=again))  # noqa: B023
    await office.skip(timedelta(minutes=45))
    await office.settled()
    assert len([p for p in office.posted("clock", clock="first", breached=True) if p.aloud]) == 5
    assert office.told("late") == ["told: late"]


async def test_an_urgency_is_chosen_keeps_the_time_used_and_is_told(office: Office) -> None:
    await office.open(urgency=Urgency.MEDIUM)
    await office.skip(timedelta(minutes=30))
    assert await office.act(MIA, StaffAction.URGENCY) == "choose"
    assert await office.act(MIA, StaffAction.URGENCY, "high") == "done"
    await office.until(lambda: office.told("urgency"))
    await office.settled()
    case = await office.case()
    (row,) = (e for e in office.events.values() if e.kind == "due")
    assert (row.first_due, row.resolve_due) == (case.first.due, case.resolution.due)
    assert case.first.due is not None
    left = case.first.due - await office.time()
    assert abs(left - timedelta(minutes=30)) < timedelta(minutes=1)


async def test_a_customer_who_could_not_be_looked_up_is_at_the_claim(office: Office) -> None:
    office.looked_up = None
    await office.open()
    await office.claim()
    await office.until(lambda: office.attempts["look_up_customer"] == 1)
    await office.settled()
    assert office.posted("card", plan="", flags=["lookup_failed"]), "still not"
    office.looked_up = CustomerInfo(plan="pro", known=False)
    await office.act(BEN, StaffAction.TAKE_OVER)
    await office.until(lambda: office.posted("card", plan="pro", flags=["unknown_customer"]))
    await office.settled()
    assert [event.plan for event in office.events.values() if event.plan] == ["pro"]
    await office.act(MIA, StaffAction.TAKE_OVER)
    await office.settled()
    assert office.attempts["look_up_customer"] == 2
