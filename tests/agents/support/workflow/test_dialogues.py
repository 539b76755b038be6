"""What of a dialogue no file in tests/scenarios/support can say."""

import pytest

from agents.support import buttons, replies
from agents.support.activity_calls import MatchedTicket
from agents.support.replies import AskToPass
from agents.support.staff_posts import StaffAction
from agents.support.tickets import MatchConfidence, MatchResult, TicketStatus
from domain import topics
from domain.topics import PressAction
from tests.agents.support.workflow.chat import SupportChat

enterprise = pytest.mark.parametrize("chat", ["enterprise"], indirect=True)

FEW = 8
"""Activities of a text that is answered, a run's beginning with it; ``HANDED`` of one that people
get."""
HANDED = 8


@pytest.mark.shows("support 15")
async def test_an_answer_takes_few_activities_and_a_hand_over_few_more(chat: SupportChat) -> None:
    await chat.hears("how do I reset my password")
    used = await chat.activities()
    assert used.total() + 1 <= FEW, used  # rules were sure: a model's understanding comes beside it
    assert not used["match_ticket"]
    await chat.presses(buttons.PERSON)
    after = await chat.activities() - used
    assert after.total() + 1 <= HANDED, after


@pytest.mark.real_server  # the other one loses a cancel of what ends at that moment
@enterprise
async def test_a_cancel_between_saving_and_passing_on_leaves_no_ticket_without_people(
    chat: SupportChat,
) -> None:
    held = chat.hold("save_ticket")
    await chat.say("charged twice")
    await chat.told(AskToPass.topic)
    await chat.press(PressAction.YES)
    await held.begun.wait()
    cancelled = await chat.say("/cancel")
    held.release.set()
    await chat.quiet(cancelled)
    row = await chat.ticket()
    assert await chat.said_in(row["ticket_id"]) == ["charged twice"]
    assert topics.Cancelled.topic not in chat.topics


async def test_what_people_are_to_have_only_after_a_yes_is_shown_by_its_newest_words(
    chat: SupportChat,
) -> None:
    chat.agrees = False
    await chat.hears("the link in the mail does not work")
    await chat.hears("twice on the very same day, and it crashes")
    assert chat.topics[-1] == AskToPass.topic
    told = await chat.hears("/status")
    assert "“twice on the very same day, and it crashes”" in told
    assert "👤" not in told  # nobody has it yet


async def test_a_message_becomes_three_tickets_at_most(chat: SupportChat) -> None:
    words = ["I was charged twice", "the app crashes", "I lost my files", "sharing fails, too"]
    chat.means(*words)
    await chat.hears(". ".join(words))
    names = [row["ticket_id"] for row in await chat.tickets()]
    assert len(names) == 3
    told = [words for name in names for words in await chat.customers_words(name)]
    assert sorted(told) == sorted(words)


async def _says_more_behind_an_answer(chat: SupportChat) -> None:
    """Leaves the question open whether people get it."""
    chat.agrees = False
    await chat.hears("how do I reset my password")
    await chat.hears("the link in the mail does not work, same on my laptop")
    assert chat.topics[-1] == AskToPass.topic


async def test_what_is_said_behind_an_answer_of_the_bot_goes_to_people_after_a_yes_alone(
    chat: SupportChat,
) -> None:
    await _says_more_behind_an_answer(chat)
    assert (await chat.ticket())["status"] == "solved"
    await chat.presses(PressAction.YES)
    row = await chat.ticket()
    assert row["status"] == "active"
    assert len(await chat.said_in(row["ticket_id"])) > 0


async def test_a_further_question_behind_an_answer_is_decided_and_not_urgent_for_it(
    chat: SupportChat,
) -> None:
    chat.agrees = False
    await chat.hears("how do I reset my password")
    await chat.hears("and the password, how do I reset it on my phone?")
    assert chat.topics[-1] == AskToPass.topic  # the same passage once more is no answer
    await chat.presses(PressAction.YES)
    assert (await chat.ticket())["urgency"] in {"low", "medium"}


@pytest.mark.shows("support 2")
async def test_a_weak_match_or_an_id_that_was_not_offered_is_a_new_ticket(
    chat: SupportChat,
) -> None:
    await chat.hears("charged twice")
    first = (await chat.ticket())["ticket_id"]
    for name, confidence in (
        (first, MatchConfidence.LOW),
        ("TKT-ZZZZZZZZ", MatchConfidence.HIGH),
    ):
        match = MatchResult(matched_ticket_id=name, confidence=confidence)
        chat.answers["match_ticket"] = MatchedTicket(match=match)
        await chat.hears("I was charged twice")
    assert len(await chat.tickets()) == 3


async def test_how_a_ticket_stands_is_shown_and_dropping_it_is_asked_about(
    chat: SupportChat,
) -> None:
    await chat.hears("charged twice")
    ticket = (await chat.ticket())["ticket_id"]
    assert ticket in await chat.hears("any news on that ticket?")
    assert chat.topics[-1] == replies.Tickets.topic
    await chat.presses(buttons.PERSON)
    assert "“charged twice”" in await chat.hears("close my ticket")
    assert chat.topics[-1] == replies.AskWithdraw.topic
    chat.means("¿cómo va mi ticket?", wish="state")
    assert ticket in await chat.hears("¿cómo va mi ticket?")
    assert chat.topics[-1] == replies.Tickets.topic
    assert len(await chat.tickets()) == 1


@enterprise
async def test_a_ticket_that_nobody_has_is_not_listed(chat: SupportChat) -> None:
    chat.agrees = False
    await chat.hears("charged twice")
    assert chat.topics[-1] == AskToPass.topic
    assert "You have no open tickets" in await chat.hears("/tickets")
    await chat.press(PressAction.YES, chat.channel.shown[0])
    await chat.told(replies.HandedOver.topic)
    assert "“charged twice”" in await chat.hears("/tickets")


@enterprise
async def test_a_merged_ticket_is_not_listed(chat: SupportChat) -> None:
    await chat.hears("charged twice")
    await chat.hears("/support the app crashes")
    first, second = (row["ticket_id"] for row in await chat.tickets())
    await chat.staff(StaffAction.MERGE, second, value=first)
    await chat.told(replies.TicketTold.topic)
    for command in ("/tickets", "/status"):
        told = await chat.hears(command)
        assert "“charged twice”" in told
        assert "crashes" not in told


async def test_a_ticket_is_closed_by_its_number_and_a_deleted_file_has_its_article(
    chat: SupportChat,
) -> None:
    assert "Open Trash" in await chat.hears("how do I restore a deleted file?")
    await chat.hears("charged twice")
    await chat.presses(buttons.PERSON)
    number = (await chat.tickets())[-1]["number"]
    assert "#99" in await chat.hears("please close ticket 99")
    assert chat.topics[-1] == replies.Unknown.topic
    await chat.hears(f"please close ticket {number}")
    assert chat.topics[-1] == replies.AskWithdraw.topic
    await chat.presses(buttons.WITHDRAW_NOW)
    await chat.becomes(TicketStatus.WITHDRAWN)


async def test_a_verdict_on_what_people_have_by_now_is_for_them(chat: SupportChat) -> None:
    chat.limit(has_model=True)
    await chat.hears("how do I reset my password")
    await chat.presses(buttons.PERSON)
    ticket = (await chat.ticket())["ticket_id"]
    words = "that did not help, no mail"
    chat.means(words, target=ticket, verdict="not_solved", article="kb_011")
    assert "Added to" in await chat.hears(words)
    assert await chat.said_in(ticket) == ["how do I reset my password", words]
    assert not await chat.rows("SELECT * FROM kb_feedback", ticket, "at")


async def test_a_closed_ticket_of_a_person_that_is_opened_again_is_told_of_once(
    chat: SupportChat,
) -> None:
    await chat.hears("how do I reset my password")
    await chat.presses(buttons.PERSON)
    await chat.staff(StaffAction.CLAIM)
    await chat.staff(StaffAction.CLOSE)
    before = len(chat.topics)
    await chat.hears("the mail to reset my password never comes")
    await chat.channel.until(lambda _: replies.TicketTold.topic in chat.topics[before:])
    assert chat.topics[before:].count(replies.Joined.topic) == 1


@pytest.mark.shows("support 17")
@pytest.mark.real_server  # a query that meets a continue-as-new is never answered by the other one
@enterprise
async def test_a_ticket_goes_on_from_its_state_alone(chat: SupportChat) -> None:
    chat.limit(max_events=60, max_history=6)
    await chat.hears("charged twice")
    while len(await chat.runs()) == 1:
        await chat.hears("/help")
    await chat.hears("INV-4711")
    (row,) = await chat.tickets()
    assert len(await chat.runs_of(row["ticket_id"])) == 2
    assert await chat.said_in(row["ticket_id"]) == ["charged twice", "INV-4711"]
    assert (await chat.hears("/status")).count(row["ticket_id"]) == 1


async def test_who_asks_for_a_person_in_place_of_a_yes_gets_one_and_is_told(
    chat: SupportChat,
) -> None:
    await _says_more_behind_an_answer(chat)
    await chat.hears("can a real person look at it")
    assert (await chat.ticket())["status"] == "open"
    assert chat.topics[-1] == replies.HandedOver.topic


async def test_words_behind_a_yes_reach_the_people_who_have_the_ticket(chat: SupportChat) -> None:
    chat.agrees = False
    await chat.hears("the refund of my money has not arrived on my card, ask a person please")
    await chat.hears("the desktop app shows a sync error for my folders")
    assert chat.topics[-1] == AskToPass.topic
    await chat.presses(PressAction.YES)
    await chat.hears("the sync error of my folders is still there")
    row = (await chat.tickets())[-1]
    assert len(await chat.said_in(row["ticket_id"])) == 2
