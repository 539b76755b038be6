"""Whole calls in the conversation's workflow, by rules alone."""

from collections import Counter
from datetime import timedelta

import pytest
from temporalio.api.enums.v1 import EventType
from temporalio.testing import WorkflowEnvironment

from agents.service_calls import pressed
from agents.service_calls.exchange import CallEnd, LogKind
from agents.service_calls.replies import CallOver, CancelledCall, ThanksForRating, Undone
from domain.conversation import Limits
from domain.topics import PressAction, StaleButton
from tests.agents.service_calls.plays import EXAMPLE, shipped
from tests.agents.service_calls.workflow.chat import UNKNOWN, CallChat
from tests.local.waiting import eventually

MOST_ACTIVITIES = 26
MOST_FOR_AN_ANSWER = 3
OF_THE_CHAT = frozenset({"begin_conversation", "understand_by_rules"})
"""Before there is a call."""


async def activities(chat: CallChat) -> Counter[str]:
    """Activities of calls so far by name."""
    history = await chat.handle.fetch_history()
    names = [
        event.activity_task_scheduled_event_attributes.activity_type.name
        for event in history.events
        if event.event_type == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED
    ]
    return Counter(name for name in names if name not in OF_THE_CHAT)


@pytest.mark.shows("calls G3", "calls G5", "calls A14, A15")
async def test_the_example_is_booked_once_and_rated_and_a_new_message_is_a_new_call(
    chat: CallChat,
) -> None:
    await chat.hears(EXAMPLE[0])
    before = sum((await activities(chat)).values())
    await chat.hears("555-1234")
    assert sum((await activities(chat)).values()) - before <= MOST_FOR_AN_ANSWER
    await chat.hears(*EXAMPLE[2:])
    await chat.said(CallOver)
    assert len(chat.business.bookings) == len(chat.business.tasks) == 1
    assert len(chat.business.hung_up) == 1
    assert "service_navigate" not in await activities(chat)
    assert sum((await activities(chat)).values()) <= MOST_ACTIVITIES
    await eventually(lambda: ended(chat))
    row = chat.row
    assert (row.outcome, row.hangup_status) == (CallEnd.BOOKED, "success")
    assert (row.tool_failed, row.service, row.channel) == (0, "Drywall Repair", "test")
    kinds = {line.kind for line in chat.log.lines.values()}
    assert kinds >= set(LogKind) - {LogKind.MODEL_CALL, LogKind.MODEL_ANSWER}
    assert not any(line.private for line in chat.log.lines.values())
    await chat.press(pressed.RATE, value="up")
    await chat.said(ThanksForRating)
    assert set(chat.log.ratings.values()) == {"up"}
    assert "Hello" in await chat.hears("hello?")
    await chat.hears("my lawn has brown patches")
    assert len({row.agent_session_id for row in chat.log.rows.values()}) == 2


async def ended(chat: CallChat) -> bool:
    return bool(chat.log.rows) and chat.row.ended


@pytest.mark.shows("calls A14, A15", "calls dialogues 17–19")
async def test_words_before_the_hang_up_cancel_it(chat: CallChat) -> None:
    await chat.hears(*EXAMPLE[:4])
    chat.channel.hold()
    await chat.say("no thanks")
    await chat.channel.held()
    waits = await chat.say("wait, which day was it?")
    chat.channel.release()
    await chat.quiet(waits)
    assert not chat.business.hung_up
    assert "24 Nov" in chat.words(chat.channel.shown[-1])
    await chat.hears("thanks, bye")
    await chat.said(CallOver)
    assert len(chat.business.hung_up) == 1


@pytest.mark.shows("calls cancel", "calls dialogues 17–19")
async def test_a_cancel_names_the_task_and_takes_it_back(chat: CallChat) -> None:
    assert "10:00" in await chat.hears(*EXAMPLE[:3])
    await chat.hears("/cancel")
    cancelled = await chat.said(CancelledCall)
    assert cancelled.tasks == ("T-1042",)
    assert not chat.business.bookings
    await eventually(lambda: ended(chat))
    assert chat.row.outcome is CallEnd.CANCELLED
    await chat.press(pressed.UNDO)
    await chat.said(Undone)
    assert [task["status"] for task in chat.business.tasks.values()] == ["cancelled"]


@pytest.mark.shows("calls cancel")
async def test_a_visit_is_cancelled_after_its_call_ended(chat: CallChat) -> None:
    await chat.hears(*EXAMPLE)
    await chat.said(CallOver)
    await chat.press(pressed.UNDO, value="T-1042")
    await chat.said(Undone)
    assert [task["status"] for task in chat.business.tasks.values()] == ["cancelled"]


@pytest.mark.shows("calls D3", "calls dialogues 17–19")
@pytest.mark.skips_time
async def test_a_silent_call_is_kept_and_goes_on_in_its_own_version(chat: CallChat) -> None:
    await chat.hears(EXAMPLE[0], "555-1234")
    await chat.env.sleep(timedelta(hours=25))
    await chat.told("conversation.expired")
    other = shipped().model_copy(update={"version": "another"})
    chat.graphs.put("second", other)
    await chat.env.sleep(timedelta(days=6))
    await chat.press(PressAction.RESUME)
    await chat.quiet()
    assert "10:00" in await chat.hears("John Doe")
    assert chat.row.graph_sha256 == "first"
    await chat.hears("yes", "no thanks")
    await chat.said(CallOver)
    await chat.hears("hello")
    await eventually(lambda: begun_anew(chat))


async def begun_anew(chat: CallChat) -> bool:
    return chat.row.graph_sha256 == "second"


@pytest.mark.shows("calls A14, A15")
@pytest.mark.skips_time
async def test_silence_behind_the_report_ends_the_call_without_a_goodbye(chat: CallChat) -> None:
    await chat.hears(*EXAMPLE[:4])
    await chat.env.sleep(timedelta(seconds=61))
    await chat.said(CallOver)
    assert "Have a good day" not in chat.screen
    assert len(chat.business.hung_up) == 1


@pytest.mark.shows("calls E2, E3")
@pytest.mark.skips_time
async def test_what_failed_in_the_call_is_done_when_the_tools_are_back(chat: CallChat) -> None:
    chat.business.failing.add("customer_create")
    said = await chat.hears(*EXAMPLE[:3])
    shown = " ".join(chat.words(reply) for reply in chat.channel.shown)
    assert "let me try again" in shown
    assert "555-1234" in said
    await chat.hears("no thanks")
    await chat.said(CallOver)
    before = len(chat.channel.shown)
    await chat.env.sleep(timedelta(minutes=5))
    assert not chat.business.customers
    chat.business.failing.clear()
    await chat.env.sleep(timedelta(minutes=30))
    assert len(chat.business.customers) == len(chat.business.tasks) == 1
    assert not chat.business.bookings
    assert len(chat.channel.shown) == before
    assert chat.row.outcome is CallEnd.NOTED


@pytest.mark.shows("calls E2, E3")
async def test_what_nobody_knows_is_not_asked_twice(chat: CallChat) -> None:
    chat.servers.answers["person_calendar_book"] = [UNKNOWN]
    said = await chat.hears(*EXAMPLE[:4])
    assert "colleague" in said
    await chat.hears("no thanks")
    await eventually(lambda: ended(chat))
    assert chat.row.outcome is CallEnd.UNCONFIRMED
    assert not any(each.tool == "person_calendar_book" for each in chat.business.called)


@pytest.mark.shows("calls cancel")
async def test_no_tool_holds_up_a_cancel(chat: CallChat) -> None:
    await chat.hears(EXAMPLE[0], "555-1234")
    chat.servers.hold("customer_get")
    await chat.say("John Doe")
    await chat.servers.begun.wait()
    cancel = await chat.say("/cancel")

    async def taken_in() -> bool:
        return cancel in (await chat.status()).handled

    await eventually(taken_in)
    chat.servers.release("customer_get")
    await chat.said(CancelledCall)
    await chat.quiet()
    assert not chat.business.tasks


@pytest.mark.shows("calls F1 (2)")
async def test_a_log_that_is_away_holds_nothing_up(chat: CallChat) -> None:
    chat.log.away = True
    assert "10:00" in await chat.hears(*EXAMPLE[:3])
    chat.log.away = False
    await chat.hears(*EXAMPLE[3:])
    await eventually(lambda: ended(chat))
    numbers = sorted(step for _, step, _ in chat.log.lines)
    assert numbers[0] == 1
    assert len(set(numbers)) == len(numbers)


@pytest.mark.shows("calls A5")
async def test_an_option_is_chosen_by_its_button(chat: CallChat) -> None:
    await chat.hears("there is something wrong with my wall")
    await chat.press(pressed.CHOOSE, value="Painting")
    await chat.quiet()
    status = await chat.status()
    assert status.tasks[0].shown is not None
    assert "Painting" in str(status.tasks[0].shown.card)


async def test_what_is_to_be_chosen_no_more_is_no_button_any_more(chat: CallChat) -> None:
    await chat.hears("there is something wrong with my wall")
    await chat.press(pressed.CHOOSE, value="Painting")
    await chat.quiet()
    options = next(reply for reply in chat.channel.shown if reply.choices)
    await chat.presses(pressed.CHOOSE, "Drywall Repair", options)
    assert chat.topics[-1] == StaleButton.topic
    status = await chat.status()
    assert status.tasks[0].shown is not None
    assert "Painting" in str(status.tasks[0].shown.card)


async def test_whoever_leaves_while_choosing_is_shown_no_choices_again(chat: CallChat) -> None:
    await chat.hears("there is something wrong with my wall")
    await chat.hears("never mind, fixed it")
    await eventually(lambda: ended(chat))
    actions = [each.press.action for reply in chat.channel.shown for each in reply.choices]
    assert actions == [pressed.CHOOSE, pressed.CHOOSE, pressed.RATE, pressed.RATE]


@pytest.mark.parametrize(
    ("locale", "greeting"), [("de_DE", "willkommen"), ("fr_FR", "ici Harbour")]
)
async def test_a_call_begins_in_the_persons_language(
    server: WorkflowEnvironment, limits: Limits, locale: str, greeting: str
) -> None:
    async with CallChat(server, limits, locale=locale).open() as chat:
        assert greeting in await chat.hears("/service")
