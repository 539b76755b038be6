"""Dialogues of a customer with the bot: which ticket, what is decided, what follows, what is said.

Nodes are scripted; rows and cases are in memory.
"""

import re

import pytest
from temporalio import workflow

from agents.support import pressed, replies
from agents.support.naming import ticket_id
from agents.support.state import SupportState
from agents.support.tickets import (
    MatchConfidence,
    MatchResult,
    Node,
    TicketStatus,
    TicketType,
    Urgency,
)
from agents.support.workflow import AGENT
from domain.topics import Failed
from tests.agents.support.workflow.chat import DUE, ESCALATE, NOW, ROUTE, SupportChat, article


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> SupportChat:
    monkeypatch.setattr(workflow, "now", lambda: NOW)
    return SupportChat()


def _routed(chat: SupportChat) -> None:
    chat.nodes.type, chat.nodes.urgency = TicketType.BILLING, Urgency.HIGH
    chat.nodes.action, chat.nodes.articles = ROUTE, (article("kb_002"),)


def test_a_tickets_id_is_a_hash_of_its_task_and_collisions_take_the_next() -> None:
    names = {ticket_id("conversation:x/support/4-a", attempt) for attempt in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(r"TKT-[0-9A-Z]{8}", name) for name in names)
    assert ticket_id("conversation:x/support/4-a") in names


async def test_what_the_help_knows_is_answered_with_its_source_and_solved(
    chat: SupportChat,
) -> None:
    (answer,) = await chat.tell("how do I reset my password")
    assert isinstance(answer, replies.Answer)
    assert [cited.id for cited in answer.citations] == ["kb_011"]
    assert answer.card.status is TicketStatus.SOLVED
    assert pressed.SOLVED in chat.buttons()
    assert pressed.PERSON in chat.buttons()
    (saved,) = chat.saved
    assert saved.status is TicketStatus.SOLVED
    assert (chat.cases, chat.agents, chat.matched) == ([], {}, [])
    assert chat.called["match_ticket"] == 0


async def test_person_below_an_answer_opens_the_same_ticket_with_question_and_article(
    chat: SupportChat,
) -> None:
    await chat.tell("how do I reset my password")
    (said,) = await chat.press(pressed.PERSON)
    first, second = chat.saved
    assert first.state.ticket.key == second.state.ticket.key
    assert second.status is TicketStatus.OPEN
    (case,) = chat.cases
    assert [m.text for m in case.start.state.ticket.messages] == ["how do I reset my password"]
    assert [found.id for found in case.start.state.kb_results] == ["kb_011"]
    assert isinstance(said, replies.HandedOver)
    assert said.card.due == DUE


async def test_a_routed_ticket_stays_active_and_the_detail_asked_for_resumes_it(
    chat: SupportChat,
) -> None:
    _routed(chat)
    chat.nodes.asks = "invoice"
    (asked,) = await chat.tell("charged twice")
    assert isinstance(asked, replies.AskDetail)
    assert [cited.id for cited in asked.citations] == ["kb_002"]
    assert asked.card.due == DUE
    (agent,) = chat.tasks()
    assert agent.state.status is TicketStatus.ACTIVE
    again = await chat.tell("INV-4711")
    assert [m.text for m in chat.saved[-1].state.ticket.messages] == ["charged twice", "INV-4711"]
    assert [type(each) for each in again] == [replies.HandedOver], "a detail is asked for once"
    assert chat.nodes.answered[-1].detail_asked
    assert {case.start.ticket_id for case in chat.cases} == {agent.state.ticket_id}
    assert chat.called["match_ticket"] == 0


async def test_what_is_critical_is_escalated_without_a_search(chat: SupportChat) -> None:
    chat.nodes.type, chat.nodes.urgency = TicketType.TECHNICAL, Urgency.CRITICAL
    chat.nodes.escalates = lambda _: True
    (said,) = await chat.tell("everything is down, 50 people can't work")
    assert isinstance(said, replies.HandedOver)
    assert chat.nodes.answered == []
    (saved,) = chat.saved
    result = saved.state.triage_result
    assert result is not None
    assert result.extracted_info.issue_type == "escalation"
    assert result.extracted_info.sentiment == "urgent"
    assert (result.recommended_action, result.urgency) == (ESCALATE, Urgency.CRITICAL)
    assert result.reasoning
    assert saved.state.current_agent is Node.ESCALATE
    assert saved.status is TicketStatus.OPEN


async def test_a_matched_message_joins_and_says_so_and_not_this_one_opens_another(
    chat: SupportChat,
) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.OPEN, "refund")
    chat.begin_solved("TKT-BBBBBBBB", TicketStatus.OPEN, "sync error")
    chat.match = MatchResult(matched_ticket_id="TKT-AAAAAAAA", confidence=MatchConfidence.MEDIUM)
    (joined,) = await chat.tell("still no money on my card")
    assert isinstance(joined, replies.Joined)
    assert chat.buttons() == [pressed.NOT_THIS_ONE]
    (case,) = chat.cases
    assert case.start.ticket_id == "TKT-AAAAAAAA"
    row = chat.rows["TKT-AAAAAAAA"]
    chat.rows["TKT-AAAAAAAA"] = row.model_copy(update={"messages": (case.said.message,)})
    await chat.press(pressed.NOT_THIS_ONE)
    (saved,) = chat.saved
    assert saved.linked_to == "TKT-AAAAAAAA"
    assert [m.text for m in saved.state.ticket.messages] == ["still no money on my card"]


@pytest.mark.parametrize(
    "match",
    [
        MatchResult(matched_ticket_id="TKT-AAAAAAAA", confidence=MatchConfidence.LOW),
        MatchResult(matched_ticket_id="TKT-ZZZZZZZZ", confidence=MatchConfidence.HIGH),
    ],
    ids=["low", "not-offered"],
)
async def test_a_weak_match_or_an_id_that_was_not_offered_is_a_new_ticket(
    chat: SupportChat, match: MatchResult
) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.OPEN, "refund")
    chat.match = match
    await chat.tell("how do I share a folder")
    assert chat.cases == []
    assert len(chat.rows) == 2
    assert chat.matched[0].tickets[0].messages == ()


async def test_a_named_ticket_needs_no_matcher_and_a_strangers_is_unknown(
    chat: SupportChat,
) -> None:
    chat.begin_solved("TKT-BBBBBBBB", TicketStatus.OPEN, "sync error")
    chat.held_by = "Mia"
    for name in ("TKT-BBBBBBBB", "#9", "gone"):
        assert await chat.tell("any news?", target=name) == [], "the bot is silent: a person has it"
    assert len(chat.cases) == 3
    assert chat.matched == []
    (unknown,) = await chat.tell("close it", target="TKT-CCCCCCCC")
    assert isinstance(unknown, replies.Unknown)
    (refused,) = await chat.press(pressed.SOLVED, "TKT-CCCCCCCC")
    assert isinstance(refused, replies.Unknown)
    assert (len(chat.cases), chat.saved) == (3, [])


async def test_what_nothing_is_known_of_names_no_fact_and_goes_to_people(
    chat: SupportChat,
) -> None:
    chat.nodes.articles = ()
    (said,) = await chat.tell("can I pay in cowrie shells?")
    assert isinstance(said, replies.HandedOver)
    assert said.nothing_known
    assert (said.text, said.citations) == ("", ())
    assert chat.saved[0].status is TicketStatus.ACTIVE, "an answer without an article is none"


async def test_words_said_in_triage_join_the_ticket_and_all_is_decided_with_both(
    chat: SupportChat,
) -> None:
    chat.during = {"general": "version 4.2 on Mac"}
    said = await chat.tell("the app crashes")
    assert len(said) == len(chat.saved) == 1
    texts = ["the app crashes", "version 4.2 on Mac"]
    assert [m.text for m in chat.saved[0].state.ticket.messages] == texts
    first, second = chat.nodes.assessed
    assert [len(r.ticket.messages) for r in (first, second)] == [1, 2]
    assert chat.saved[0].run == 1


async def test_an_open_ticket_is_asked_about_before_it_is_withdrawn_and_people_are_told(
    chat: SupportChat,
) -> None:
    _routed(chat)
    await chat.tell("charged twice")
    (agent,) = chat.tasks()
    told = agent.on_cancel()
    assert told is not None
    chat.say(*told)
    assert isinstance(told[0], replies.AskWithdraw)
    chat.said[:] = chat.said[-1:]
    offered = [c.press for c in told[1] if c.press.action == pressed.WITHDRAW]
    (done,) = await chat.press(pressed.WITHDRAW, offered[0].subject, offered[0].value)
    assert isinstance(done, replies.TicketTold)
    assert done.what == "withdrawn"
    assert chat.cases[-1].said.kind == "withdrawn"
    assert chat.agents == {}


async def test_a_ticket_that_is_not_saved_leaves_nothing_to_ask_about(chat: SupportChat) -> None:
    await chat._say("the app crashes")
    (agent,) = chat.tasks()
    assert agent.on_cancel() is None


async def test_the_same_again_reopens_a_closed_ticket_and_escalates_it(chat: SupportChat) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.CLOSED, "sync error")
    chat.match = MatchResult(matched_ticket_id="TKT-AAAAAAAA", confidence=MatchConfidence.HIGH)
    joined, handed = await chat.tell("again the same")
    assert isinstance(joined, replies.Joined)
    assert isinstance(handed, replies.HandedOver)
    (saved,) = chat.saved
    assert saved.reopens
    assert saved.state.ticket.ticket_id == "TKT-AAAAAAAA"
    assert saved.status is TicketStatus.OPEN
    assert chat.cases[0].start.flags == ("reopened",)
    assert chat.nodes.assessed[0].reopened


async def test_a_rating_is_passed_on_with_its_comment(chat: SupportChat) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.CLOSED, "refund")
    await chat.tell("2 slow", target="TKT-AAAAAAAA")
    await chat.press(pressed.RATE, "TKT-AAAAAAAA", "5")
    rated = [(case.said.kind, case.said.rating, case.said.message.text) for case in chat.cases]
    assert rated == [("rated", 2, "slow"), ("rated", 5, "")]
    assert chat.saved == [], "a rating opens nothing again"


async def test_an_answer_still_in_work_is_dropped_when_a_person_has_taken_the_ticket(
    chat: SupportChat,
) -> None:
    _routed(chat)
    await chat.tell("charged twice")
    chat.held_by = "Mia"
    (said,) = await chat.tell("any news?", target=chat.saved[0].state.ticket.ticket_id)
    assert isinstance(said, replies.Joined)
    assert said.card.assignee == "Mia"


async def test_once_claimed_words_go_to_the_person_and_nothing_is_decided(
    chat: SupportChat,
) -> None:
    _routed(chat)
    await chat.tell("charged twice")
    (name,) = chat.rows
    chat.rows[name] = chat.rows[name].model_copy(update={"status": TicketStatus.OPEN})
    assert await chat.tell("the second booking", target=name) == []
    assert len(chat.nodes.assessed) == 1
    assert chat.cases[-1].said.message.text == "the second booking"
    assert chat.agents == {}


async def test_no_more_than_five_tickets_of_a_customer_are_open(chat: SupportChat) -> None:
    for letter in "ABCDE":
        chat.begin_solved(f"TKT-{letter * 8}", TicketStatus.OPEN, f"problem {letter}")
    (refused,) = await chat.tell("something else altogether")
    assert isinstance(refused, replies.TooManyTickets)
    assert len(refused.cards) == 5
    assert chat.saved == []


async def test_while_the_database_is_away_an_answer_is_shown_and_saved_later(
    chat: SupportChat,
) -> None:
    chat.away = 2
    answer, away = await chat.tell("how do I reset my password")
    assert isinstance(answer, replies.Answer)
    assert isinstance(away, Failed)
    assert len(chat.saved) == 1


async def test_few_activities_are_needed(chat: SupportChat) -> None:
    """Beside understanding and delivering, one each, which the platform runs."""
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.OPEN, "refund")
    await chat.tell("how do I reset my password")
    local = chat.called.pop("support_desk")
    assert local == 1
    assert chat.called.total() + 2 <= 6
    chat.called.clear()
    _routed(chat)
    await chat.tell("charged twice")
    del chat.called["support_desk"]
    assert chat.called.total() + 2 <= 8


async def test_a_ticket_goes_on_from_its_state_alone(chat: SupportChat) -> None:
    _routed(chat)
    await chat.tell("charged twice")
    ((task, (agent, desk)),) = chat.agents.items()
    again = type(agent).restored(agent.state.model_dump_json())
    assert again.state == agent.state
    chat.agents[task] = (again, desk)
    await chat.tell("INV-4711", target=task)
    assert chat.saved[-1].run == 2
    assert SupportState.model_validate_json(again.state.model_dump_json()) == again.state


async def test_tickets_and_person_by_command(chat: SupportChat) -> None:
    chat.begin_solved("TKT-AAAAAAAA", TicketStatus.OPEN, "refund")
    for name, value in (("tickets", ""), ("support", "")):
        errand = AGENT.command(name, value)
        assert errand is not None
        await errand(chat)  # type: ignore[arg-type]
        assert isinstance(chat.said[-1][0], replies.Tickets)
    errand = AGENT.command("human", "")
    assert errand is not None
    await errand(chat)  # type: ignore[arg-type]
    assert chat.cases[-1].said.kind == "wants_person"
