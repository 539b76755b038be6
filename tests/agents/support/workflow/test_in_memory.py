"""What no real part can be brought to do: ids that were not offered, answers that come too late."""

import re

import pytest
from temporalio import workflow

from agents.support import pressed, replies
from agents.support.naming import ticket_id
from agents.support.state import SupportState
from agents.support.tickets import (
    MatchConfidence,
    MatchResult,
    TicketStatus,
    TicketType,
    Urgency,
)
from domain.topics import Failed
from tests.agents.support.workflow.memory import NOW, ROUTE, InMemory, article


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> InMemory:
    monkeypatch.setattr(workflow, "now", lambda: NOW)
    return InMemory()


def _routed(chat: InMemory) -> None:
    chat.nodes.type, chat.nodes.urgency = TicketType.BILLING, Urgency.HIGH
    chat.nodes.action, chat.nodes.articles = ROUTE, (article("kb_002"),)


@pytest.mark.shows("support 3")
def test_a_tickets_id_is_a_hash_of_its_task_and_collisions_take_the_next() -> None:
    names = {ticket_id("conversation:x/support/4-a", attempt) for attempt in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(r"TKT-[0-9A-Z]{8}", name) for name in names)
    assert ticket_id("conversation:x/support/4-a") in names


@pytest.mark.shows("support 2")
@pytest.mark.parametrize(
    "match",
    [
        MatchResult(matched_ticket_id="TKT-AAAAAAAA", confidence=MatchConfidence.LOW),
        MatchResult(matched_ticket_id="TKT-ZZZZZZZZ", confidence=MatchConfidence.HIGH),
    ],
    ids=["low", "not-offered"],
)
async def test_a_weak_match_or_an_id_that_was_not_offered_is_a_new_ticket(
    chat: InMemory, match: MatchResult
) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.OPEN, "refund")
    chat.match = match
    await chat.tell("how do I share a folder")
    assert chat.cases == []
    assert len(chat.rows) == 2
    assert chat.matched[0].tickets[0].messages == ()


@pytest.mark.shows("support 29")
async def test_an_answer_still_in_work_is_dropped_when_a_person_has_taken_the_ticket(
    chat: InMemory,
) -> None:
    _routed(chat)
    await chat.tell("charged twice")
    chat.held_by = "Mia"
    (said,) = await chat.tell("any news?", target=chat.saved[0].state.ticket.ticket_id)
    assert isinstance(said, replies.Joined)
    assert said.card.assignee == "Mia"


@pytest.mark.shows("support 36")
async def test_no_more_than_five_tickets_of_a_customer_are_open(chat: InMemory) -> None:
    for letter in "ABCDE":
        chat.begin_solved(f"TKT-{letter * 8}", TicketStatus.OPEN, f"problem {letter}")
    (refused,) = await chat.tell("something else altogether")
    assert isinstance(refused, replies.TooManyTickets)
    assert len(refused.cards) == 5
    assert chat.saved == []


@pytest.mark.shows("support 25")
async def test_while_the_database_is_away_an_answer_is_shown_and_saved_later(
    chat: InMemory,
) -> None:
    chat.away = 2
    answer, away = await chat.tell("how do I reset my password")
    assert isinstance(answer, replies.Answer)
    assert isinstance(away, Failed)
    assert len(chat.saved) == 1


@pytest.mark.shows("support 17")
async def test_a_ticket_goes_on_from_its_state_alone(chat: InMemory) -> None:
    _routed(chat)
    await chat.tell("charged twice")
    ((task, (agent, desk)),) = chat.agents.items()
    again = type(agent).restored(agent.state.model_dump_json())
    assert again.state == agent.state
    chat.agents[task] = (again, desk)
    await chat.tell("INV-4711", target=task)
    assert chat.saved[-1].run == 2
    assert SupportState.model_validate_json(again.state.model_dump_json()) == again.state


async def test_who_is_not_helped_or_asks_for_a_person_after_an_answer_opens_nothing_again(
    chat: InMemory,
) -> None:
    await chat.tell("how do I reset my password")
    chat.nodes.articles = (article("kb_012"),)
    await chat.press(pressed.NOT_SOLVED)
    assert chat.nodes.answered[-1].unhelpful == ("kb_011",), "that article is no answer any more"
    assert (chat.nodes.assessed[-1].not_solved, chat.nodes.assessed[-1].reopened) == (1, False)
    await chat.press(pressed.PERSON)
    asked = chat.nodes.assessed[-1]
    assert (asked.asked_person, asked.reopened) == (True, False)
    assert chat.saved[-1].since is not None, "from now on somebody waits"


@pytest.mark.shows("support 11")
async def test_what_a_person_had_closed_is_opened_again_by_not_solved(chat: InMemory) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.CLOSED, "refund")
    await chat.press(pressed.NOT_SOLVED, "TKT-AAAAAAAA")
    assert chat.nodes.assessed[-1].reopened


async def test_what_is_said_of_a_ticket_long_over_is_a_new_one_linked_to_it(
    chat: InMemory,
) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.CLOSED, "refund")
    chat.past = [chat.rows.pop("TKT-AAAAAAAA")]
    await chat.tell("again the same", target="#9")
    (saved,) = chat.saved
    assert saved.linked_to == "TKT-AAAAAAAA"
    assert not chat.nodes.assessed[-1].reopened


async def test_a_verdict_in_words_is_as_the_button_and_its_words_go_along(chat: InMemory) -> None:
    await chat.tell("how do I reset my password")
    (name,) = chat.rows
    chat.nodes.articles = (article("kb_012"),)
    words = "that did not help, no mail"
    (other,) = await chat.tell(words, target=name, verdict="not_solved", article="kb_011")
    assert isinstance(other, replies.Answer)
    assert chat.nodes.answered[-1].unhelpful == ("kb_011",)
    assert [m.text for m in chat.saved[-1].state.ticket.messages][
        -1
    ] == "that did not help, no mail"
    assert [event.helpful for event in chat.events] == [False]
    assert not chat.nodes.assessed[-1].reopened
    (told,) = await chat.tell("that worked", target=name, verdict="solved", article="kb_012")
    assert isinstance(told, replies.TicketTold)
    assert [event.helpful for event in chat.events] == [False, True]


async def test_a_verdict_on_what_people_have_by_now_is_passed_to_them_and_told(
    chat: InMemory,
) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.OPEN, "refund")
    words = "that did not help, no money"
    (told,) = await chat.tell(words, target="TKT-AAAAAAAA", verdict="not_solved", article="kb_1")
    assert isinstance(told, replies.Joined)
    assert [(each.said.kind, each.said.message.text) for each in chat.cases] == [("said", words)]
    assert chat.events == []
