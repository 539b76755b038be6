"""A draft in a model's words: it reads nothing personal, and says only what staff said."""

from datetime import UTC, datetime

import pytest

from agents.support.activity_calls import DraftRequest
from agents.support.tickets import TicketType
from domain.staff import StaffMember
from tests.agents.support.model.doubles import Triage

REQUEST = DraftRequest(
    customer_id="CUST-001",
    ticket_id="TKT-7K2M9Q4D",
    user_id="telegram:4711",
    category=TicketType.BILLING,
    question="My name is Joe Tan, can I pay with shells? Order ORD-2211",
    written="My name is Joe Tan, can I pay with shells? Order ORD-2211",
    answers=("Hi Joe, shells are taken in the store on Mondays. Order ORD-2211 is paid.",),
    names=("Mia",),
    by=StaffMember(id="cli:mia", name="Mia"),
    at=datetime(2026, 11, 23, 9, 0, tzinfo=UTC),
)
WORDED = {"title": "Paying with shells", "body": "Shells are taken in the store on Mondays."}
BY_RULES = "Shells are taken in the store on Mondays. Order [number] is paid."


async def test_a_model_words_the_draft_and_reads_nothing_personal(triage: Triage) -> None:
    triage.server.answer("DraftAnswer", WORDED)
    drafted = await triage.questions.draft(REQUEST)
    assert (drafted.title, drafted.body) == (WORDED["title"], WORDED["body"])
    assert drafted.engine != "rules"
    (asked,) = triage.server.requests
    assert not any(each in asked.user_text for each in ("Joe", "Tan", "2211"))


@pytest.mark.parametrize(
    "body",
    [
        "Shells are taken in the store on Tuesdays and we refund 30 EUR.",
        "Shells are not taken in the store on Mondays.",
        "",
    ],
)
async def test_what_staff_did_not_say_is_left_for_their_own_words(
    triage: Triage, body: str
) -> None:
    triage.server.answer("DraftAnswer", {**WORDED, "body": body})
    drafted = await triage.questions.draft(REQUEST)
    assert (drafted.body, drafted.engine) == (BY_RULES, "rules")
    assert drafted.title == "My name is [name], can I pay with shells? Order [number]"
