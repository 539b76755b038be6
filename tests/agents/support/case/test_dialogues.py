"""Tickets of people, as staff and customers live them: real workflow, clocks and policy."""

from datetime import timedelta

import pytest
from temporalio.client import WorkflowUpdateFailedError
from temporalio.testing import WorkflowEnvironment

from agents.support.posts import StaffAction
from agents.support.tickets import CustomerInfo, RecommendedAction, TicketStatus, Urgency
from domain.messages import Attachment, MediaKind
from tests.agents.support.case.conftest import until_weekday
from tests.agents.support.case.office import BEN, BERLIN, MIA, Office, working

SEND = timedelta(seconds=6)


async def test_a_claim_is_one_persons_and_their_words_reach_the_customer(office: Office) -> None:
    await office.open()
    assert await office.claim(MIA) == "done"
    assert await office.claim(BEN) == "taken"
    assert await office.says(MIA, "The second charge is cancelled.") == "done"
    await office.until(lambda: office.posted("held"))
    assert office.told("human_words") == []
    await office.skip(SEND)
    await office.until(lambda: office.marks() == {"m1": "✅"})
    assert office.told() == ["told: claimed", "human_words: The second charge is cancelled."]
    assert office.posted("card", assignee="Mia", first_due=None)


async def test_notes_and_the_words_of_others_stay_inside(office: Office) -> None:
    await office.open()
    await office.claim(MIA)
    assert await office.says(MIA, "// ask finance") == "done"
    assert await office.says(BEN, "I know this one", "m2") == "not_yours"
    await office.until(lambda: office.posted("note", author="Ben", assignee="Mia"))
    await office.skip(SEND)
    await office.settled()
    assert office.told() == ["told: claimed"]
    notes = [e.message.text for e in office.events.values() if e.who == "note" and e.message]
    assert notes == ["ask finance", "I know this one"]
    assert await office.act(BEN, StaffAction.TAKE_OVER) == "done"
    assert (await office.case()).assignee == BEN


async def test_what_is_undone_in_time_is_never_sent_and_an_edit_changes_what_was(
    office: Office,
) -> None:
    await office.open()
    assert await office.says(MIA, "30 EUR") == "done"
    assert (await office.case()).assignee == MIA, "who writes first has it"
    assert await office.act(MIA, StaffAction.UNDO) == "done"
    await office.skip(SEND)
    assert await office.says(MIA, "31 EUR", "m2") == "done"
    await office.skip(SEND)
    await office.until(lambda: office.marks() == {"m2": "✅"})
    assert await office.act(MIA, StaffAction.UNDO) == "too_late"
    assert await office.edits(MIA, "32 EUR", "m2") == "done"
    await office.until(lambda: len(office.told("human_words")) == 2)
    first, second = (n for n in office.chat.values() if n.topic == "support.human_words")
    assert second.replaces == first.id
    assert office.told("human_words") == ["human_words: 31 EUR", "human_words: 32 EUR"]


@pytest.mark.shows("support 7")
async def test_words_are_translated_and_the_original_can_be_seen(office: Office) -> None:
    office.translations = {
        "Zweimal abgebucht": "Charged twice",
        "It is refunded.": "Es ist erstattet.",
    }
    await office.open("Zweimal abgebucht", language="de")
    await office.until(lambda: office.posted("said", translated="Charged twice"))
    await office.says(MIA, "It is refunded.")
    await office.skip(SEND)
    await office.until(lambda: office.marks() == {"m1": "✅"})
    (notice,) = (n for n in office.chat.values() if n.topic == "support.human_words")
    key = next(c.press.value for c in notice.choices if c.press.action == "support.original")
    await office.customer(kind="original", of=key)
    await office.until(lambda: "human_words: It is refunded." in office.told())
    assert "human_words: Es ist erstattet." in office.told()


async def test_a_photo_goes_along_and_what_cannot_be_shown_is_marked(office: Office) -> None:
    office.gone = True
    await office.open()
    photo = Attachment(remote="file-1", kind=MediaKind.IMAGE, mime_type="image/jpeg")
    assert await office.act(MIA, "say", attachment=photo, ref="m1") == "done"
    await office.skip(SEND)
    await office.until(lambda: office.marks() == {"m1": "⚠️"})
    (notice,) = (n for n in office.chat.values() if n.topic == "support.human_words")
    assert [file.name for file in notice.files] == ["image.jpeg"]
    assert office.posted("sent", what="failed", gone=True)
    assert (await office.case()).status is TicketStatus.OPEN


@pytest.mark.shows("support 34")
async def test_a_waiting_ticket_is_reminded_of_then_closed_and_its_clock_stands_still(
    office: Office,
) -> None:
    await office.open()
    await office.says(MIA, "Which invoice?")
    await office.skip(SEND)
    await office.act(MIA, StaffAction.WAIT)
    await office.skip(timedelta(hours=47))
    assert office.told("told") == ["told: claimed", "told: waiting"]
    await office.skip(timedelta(hours=2))
    await office.until(lambda: office.told("reminder"))
    await office.skip(timedelta(hours=24))
    await office.until(lambda: office.told("ask_rating"))
    assert office.told("told")[-1] == "told: closed"
    assert office.posted("changed", what="closed_unanswered")
    assert not office.posted("clock"), "eight hours of work went by, and none of them counted"
    assert (await office.case()).status is TicketStatus.CLOSED


async def test_an_answer_while_waiting_lets_the_clock_go_on(office: Office) -> None:
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
    assert abs(moved - timedelta(hours=24)) < timedelta(minutes=1)


@pytest.mark.shows("support 34")
async def test_the_last_rating_counts_all_are_kept_and_a_low_one_reaches_the_team(
    office: Office,
) -> None:
    await office.open()
    await office.claim()
    assert await office.act(MIA, StaffAction.CLOSE) == "done"
    await office.until(lambda: office.told("ask_rating"))
    await office.customer("slow", kind="rated", rating=2)
    await office.customer(kind="rated", rating=5)
    await office.until(lambda: len(office.posted("rating")) == 3)
    assert [p.aloud for p in office.posted("rating", comment="slow", low=True)].count(True) == 1
    case = await office.case()
    assert case.rating is not None
    assert case.rating.score == 5
    assert [e.rating for e in office.events.values() if e.kind == "rated"] == [2, 5]


@pytest.mark.shows("support 35")
async def test_closed_is_opened_again_by_its_customer_one_up_with_the_same_assignee(
    office: Office,
) -> None:
    await office.open(urgency=Urgency.MEDIUM)
    await office.claim()
    await office.act(MIA, StaffAction.CLOSE)
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


@pytest.mark.shows("support 29")
async def test_back_to_the_bot_ends_the_stretch_of_people(office: Office) -> None:
    await office.open()
    await office.claim()
    assert await office.act(BEN, StaffAction.BACK) == "not_yours"
    assert await office.act(MIA, StaffAction.BACK) == "done"
    await office.until(lambda: office.told("handed_back"))
    case = await office.case()
    assert (case.status, case.assignee) == (TicketStatus.ACTIVE, None)


async def test_staff_see_the_words_beside_what_they_were_meant_for(office: Office) -> None:
    await office.open(status=TicketStatus.ACTIVE, suggested="Refunds take 5 days.")
    asked = await office.customer("Get me a person, invoice 4711", kind="wants_person")
    await office.until(lambda: office.posted("said", text="Get me a person, invoice 4711"))
    await office.until(lambda: office.posted("did", what="wants_person"))
    kept = [each.message for each in office.events.values() if each.who == "customer"]
    assert kept == [asked.message]


async def test_what_the_bot_still_answers_solves_the_ticket_and_staff_see_both(
    office: Office,
) -> None:
    await office.open(status=TicketStatus.ACTIVE, suggested="Refunds take 5 days.")
    await office.customer("And how long does a refund take?", kind="answered_by_bot")
    await office.until(lambda: office.posted("bot", text="Refunds take 5 days."))
    await office.until(lambda: office.posted("said", text="And how long does a refund take?"))
    assert (await office.case()).status is TicketStatus.SOLVED
    assert [e.status for e in office.events.values()][-1] is TicketStatus.SOLVED


async def test_an_answer_of_the_bot_that_did_not_help_is_gone_on_from_and_not_opened_again(
    office: Office,
) -> None:
    await office.open(
        status=TicketStatus.ACTIVE, suggested="Refunds take 5 days.", urgency=Urgency.MEDIUM
    )
    await office.customer("And how long does a refund take?", kind="answered_by_bot")
    await office.settled()
    state = (await office.case()).state
    assert state.triage_result is not None
    routed = state.triage_result.model_copy(
        update={"recommended_action": RecommendedAction.ROUTE_SPECIALIST}
    )
    again = state.model_copy(update={"triage_result": routed})
    await office.customer(kind="not_solved", state=again)
    await office.settled()
    case = await office.case()
    assert (case.status, case.urgency) == (TicketStatus.ACTIVE, Urgency.MEDIUM)
    escalated = state.model_copy(
        update={
            "triage_result": state.triage_result.model_copy(
                update={"recommended_action": RecommendedAction.ESCALATE_HUMAN}
            )
        }
    )
    await office.customer(kind="not_solved", state=escalated)
    await office.settled()
    case = await office.case()
    assert (case.status, case.urgency) == (TicketStatus.OPEN, Urgency.MEDIUM)
    assert office.told("reopened") == []
    assert not [event for event in office.events.values() if event.helpful is False]


@pytest.mark.shows("support 26")
async def test_a_claim_takes_an_active_ticket_from_the_bot(office: Office) -> None:
    await office.open(status=TicketStatus.ACTIVE)
    await office.customer("it was in March")
    await office.claim()
    await office.until(lambda: office.told("claimed"))
    assert (await office.case()).status is TicketStatus.OPEN
    assert [e.status for e in office.events.values()][-1] is TicketStatus.OPEN


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


async def test_a_member_who_left_has_nothing_any_more(office: Office) -> None:
    await office.open()
    await office.claim()
    assert await office.act(MIA, "left") == "done"
    await office.until(lambda: office.posted("changed", what="left"))
    assert await office.claim(BEN) == "done"


async def test_a_room_made_anew_shows_the_ticket_again(office: Office) -> None:
    await office.open()
    await office.until(lambda: office.posted("said"))
    await office.settled()
    office.room_gone = True
    await office.claim()
    await office.until(lambda: office.posted("card", assignee="Mia") and office.posted("said"))


async def test_what_is_no_act_is_refused_and_leaves_no_trace(office: Office) -> None:
    await office.open()
    with pytest.raises(WorkflowUpdateFailedError):
        await office.act(MIA, "give_refund")
    assert (await office.case()).done == ()


async def test_erased_nothing_is_left_to_say(office: Office) -> None:
    await office.open()
    await office.says(MIA, "on its way")
    await office.settled()
    assert office.posted("held")
    await office.handle.signal("erase")
    await office.ended()
    assert [room.forget for room in office.closed_rooms] == [True]
    assert office.told("human_words") == []
