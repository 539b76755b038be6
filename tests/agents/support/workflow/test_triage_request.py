"""Triage that a program asks for: the whole result, kept as a ticket or not at all."""

from datetime import timedelta
from typing import Any

import pytest

from agents.support.tickets import TicketStatus
from agents.support.triage_report import TRIAGE
from bot.program_requests import KeyReusedError, ProgramRequests, RequestFailedError
from domain.endpoints import EndpointRequest
from tests.agents.support.workflow.chat import SupportChat

_WITHIN = timedelta(seconds=60)
_RESET = "How do I reset my password?"
_STOLEN = "Somebody logged into my account and changed everything!"


async def triage(chat: SupportChat, key: str, *messages: str, **more: object) -> Any:  # noqa: ANN401
    body: dict[str, Any] = {"messages": list(messages), **more}
    request = EndpointRequest(
        person=chat.person,
        conversation_id=f"conversation:http:{chat.chat_id}",
        key=key,
        body=body,
    )
    return await ProgramRequests(chat.client).ask(TRIAGE, request, repr(body), _WITHIN)


@pytest.mark.shows("support 39")
async def test_a_dry_run_tells_all_that_triage_finds_and_keeps_nothing(chat: SupportChat) -> None:
    found = await triage(chat, "k1", _STOLEN, plan="enterprise")
    assert (found["language"], found["is_english"]) == ("en", True)
    assert (found["urgency"], found["route"]) == ("critical", "escalate")
    assert (found["recommended_action"], found["sentiment"]) == ("escalate_human", "urgent")
    assert found["requires_escalation"]
    assert found["reasoning"]
    assert (found["ticket_id"], found["engine"]) == ("", "rules")
    assert await chat.tickets() == []


@pytest.mark.shows("support 39")
async def test_an_answer_comes_with_the_articles_that_it_rests_on(chat: SupportChat) -> None:
    found = await triage(chat, "k1", _RESET, plan="free")
    assert found["recommended_action"] == "auto_respond"
    (source,) = found["sources"]
    assert source["id"] in found["articles"]
    assert source["title"]
    assert found["route"] == found["type"]


@pytest.mark.shows("support 39")
async def test_messages_are_matched_with_the_tickets_that_come_along(chat: SupportChat) -> None:
    active = [
        {"ticket_id": "TKT-1", "text": "The export to PDF fails with an error 500"},
        {"ticket_id": "TKT-2", "text": "I was charged twice in May"},
    ]
    found = await triage(chat, "k1", "the PDF export still fails with error 500", active=active)
    assert (found["matched_ticket_id"], found["confidence"]) == ("TKT-1", "high")
    other = await triage(chat, "k2", _RESET, active=active)
    assert other["matched_ticket_id"] is None


@pytest.mark.shows("support 39")
async def test_a_stored_one_is_a_ticket_once_and_people_get_it(chat: SupportChat) -> None:
    found = await triage(chat, "k1", _STOLEN, store=True)
    assert await triage(chat, "k1", _STOLEN, store=True) == found
    (row,) = await chat.tickets()
    assert (row["ticket_id"], row["status"]) == (found["ticket_id"], "open")
    assert row["customer_id"] == chat.customer_id
    case = await chat.case(found["ticket_id"]).query("case")
    assert case["status"] == TicketStatus.OPEN
    answered = await triage(chat, "k2", _RESET, store=True)
    solved = next(r for r in await chat.tickets() if r["ticket_id"] == answered["ticket_id"])
    assert solved["status"] == "solved"


@pytest.mark.shows("support 39")
@pytest.mark.parametrize("failing", ["support_desk", "assess_ticket", "save_ticket"])
async def test_what_failed_begins_anew_under_its_key_and_is_stored_once(
    chat: SupportChat, failing: str
) -> None:
    chat.failing.add(failing)
    with pytest.raises(RequestFailedError):
        await triage(chat, "k1", _STOLEN, store=True)
    chat.failing.remove(failing)
    found = await triage(chat, "k1", _STOLEN, store=True)
    (row,) = await chat.tickets()
    assert row["ticket_id"] == found["ticket_id"]


@pytest.mark.shows("support 39")
async def test_a_key_of_another_request_is_refused(chat: SupportChat) -> None:
    await triage(chat, "k1", _RESET)
    with pytest.raises(KeyReusedError):
        await triage(chat, "k1", _STOLEN)
