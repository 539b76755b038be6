"""What customers of several companies write, in six languages, and what rules make of it.

A line of ``messages.jsonl`` is a message, its language, type and first concern (``other`` for none
that the table of urgency names). Those that are ``held`` were kept aside while the rules were made.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.model.rules import Rules
from agents.support.calls import AssessRequest, MatchTicketRequest
from agents.support.card import CARD
from agents.support.offline.engine import OfflineTriage, SupportUnderstanding
from agents.support.offline.findings import findings_in
from agents.support.offline.language import languages
from agents.support.ports import Concern, Escalates, Findings, Found
from agents.support.tickets import (
    CustomerInfo,
    Ticket,
    Ticketed,
    TicketSummary,
    TicketType,
    Urgency,
)
from agents.support.triage_file import TriageLine, triaged
from agents.support.urgency import by_plan, decided
from benchmarks.matching import cases, measure
from domain.understanding import Act, ActKind, Person, Said, TaskPhase, TaskView, UnderstandRequest

pytest.importorskip("agents.expenses")

from agents.expenses.card import CARD as EXPENSES
from agents.expenses.offline.engine import OfflineEngine

AT = datetime(2026, 11, 22, tzinfo=UTC)
PERSON = Person(user_id="telegram:4711")
RULES = Rules({EXPENSES.slug: OfflineEngine(), CARD.slug: SupportUnderstanding()})


def rows(*, held: bool) -> list[dict[str, str]]:
    text = (Path(__file__).parent / "messages.jsonl").read_text(encoding="utf-8")
    return [row for row in map(json.loads, text.splitlines()) if row["held"] is held]


def acts(text: str, *tasks: TaskView, question: str | None = None) -> tuple[Act, ...]:
    said = Said(message_id="m", text=text, sent_at=AT)
    asked = UnderstandRequest(
        person=PERSON, said=(said,), agents=(EXPENSES, CARD), tasks=tasks, open_question=question
    )
    return RULES.understand(asked).acts


def asked(*texts: str, **more: object) -> AssessRequest:
    messages = tuple(Ticketed(id=f"m{n}", text=text, at=AT) for n, text in enumerate(texts))
    ticket = Ticket(customer_id="CUST-001", ticket_id="TKT-00000001", messages=messages)
    return AssessRequest.model_validate({"person": PERSON, "ticket": ticket, **more})


def test_language_type_and_concern_of_messages_are_found() -> None:
    for held in (False, True):
        told = rows(held=held)
        right = Counter[str]()
        for row in told:
            found = findings_in([row["text"]])
            concern = found.concerns[0].value if found.concerns else "other"
            right["language"] += languages().of(row["text"], "??") == row["language"]
            right["type"] += found.ticket_type.value == row["type"]
            right["concern"] += concern == row["concern"]
        assert all(right[what] >= 0.9 * len(told) for what in ("type", "concern")), right
        assert right["language"] >= 0.97 * len(told)


@pytest.mark.parametrize(
    ("plan", "concern", "urgency"),
    [
        ("free", Concern.SECURITY, Urgency.CRITICAL),
        ("enterprise", Concern.OUTAGE, Urgency.CRITICAL),
        ("enterprise", Concern.DATA_LOSS, Urgency.CRITICAL),
        ("enterprise", Concern.BILLING_ERROR, Urgency.HIGH),
        ("enterprise", Concern.DISRUPTION, Urgency.HIGH),
        ("enterprise", Concern.QUESTION, Urgency.MEDIUM),
        ("pro", Concern.DISRUPTION, Urgency.HIGH),
        ("pro", Concern.OUTAGE, Urgency.HIGH),
        ("pro", Concern.BILLING_ERROR, Urgency.MEDIUM),
        ("free", Concern.DATA_LOSS, Urgency.HIGH),
        ("free", Concern.DISRUPTION, Urgency.MEDIUM),
        ("free", Concern.QUESTION, Urgency.LOW),
    ],
)
def test_the_table_of_urgency(plan: str, concern: Concern, urgency: Urgency) -> None:
    assert by_plan(plan, [concern]) is urgency


def test_a_model_raises_by_one_with_a_reason_and_never_lowers() -> None:
    rules = Findings(ticket_type=TicketType.BILLING, concerns=(Concern.BILLING_ERROR,))
    free = CustomerInfo()
    for said, why, urgency in (
        (Urgency.CRITICAL, "a hospital waits", Urgency.HIGH),
        (Urgency.CRITICAL, "", Urgency.MEDIUM),
        (Urgency.LOW, "no hurry", Urgency.MEDIUM),
    ):
        model = Findings(ticket_type=TicketType.GENERAL, urgency=said, reasoning=why)
        assert decided(asked("x"), free, [rules, model]).urgency is urgency


def test_a_reopened_or_long_unanswered_ticket_is_one_up_but_never_critical() -> None:
    outage = [Findings(ticket_type=TicketType.TECHNICAL, concerns=(Concern.OUTAGE,))]
    question = [Findings(ticket_type=TicketType.GENERAL, concerns=(Concern.QUESTION,))]
    assert decided(asked("x", reopened=True), None, outage).urgency is Urgency.HIGH
    late = decided(asked("x", unanswered=3), None, question)
    assert (late.urgency, late.requires_escalation) == (Urgency.MEDIUM, False)


def test_what_calls_for_people_is_heard_in_six_languages() -> None:
    for text in (
        "can I talk to a real person", "Ich will mit einem Menschen sprechen",
        "saya nak cakap dengan orang sebenar", "quiero hablar con una persona",
        "je veux parler à un conseiller", "quero falar com um atendente",
    ):  # fmt: skip
        assert Escalates.WANTS_PERSON in findings_in([text]).escalates, text


def test_an_amount_charged_by_the_company_is_a_ticket_and_a_purchase_an_expense() -> None:
    (ticket,), (expense,) = acts("you charged me 15.50 twice"), acts("Starbucks 15.50")
    assert (ticket.agent, ticket.sure) == (CARD.slug, True)
    assert (expense.agent, expense.sure) == (EXPENSES.slug, True)


def test_the_number_of_an_invoice_is_for_the_ticket_and_no_amount() -> None:
    ticket = TaskView(task_id="c/support/1", agent=CARD.slug, phase=TaskPhase.RESTING)
    for text in ("INV-4711", "Rechnung INV-4711"):
        (act,) = acts(text, ticket)
        assert (act.kind, act.agent) == (ActKind.OPEN, CARD.slug)


def test_a_question_about_the_service_is_heard_while_another_agent_asks() -> None:
    asking = TaskView(task_id="c/expenses/1", agent=EXPENSES.slug, phase=TaskPhase.WAITING)
    (act,) = acts("can I pay by invoice?", asking, question=asking.task_id)
    assert act.agent == CARD.slug


def test_two_problems_are_two_acts_and_greetings_none() -> None:
    both = acts("The app crashes. Also I was charged twice")
    assert [act.agent for act in both] == [CARD.slug] * 2
    assert all(acts(text)[0].kind is ActKind.GENERAL for text in ("hello", "thank you!"))


def test_a_message_joins_the_ticket_that_it_speaks_of_and_no_stranger() -> None:
    tickets = tuple(
        TicketSummary(customer_id=owner, ticket_id=f"TKT-0000000{n}", text=text)
        for n, (owner, text) in enumerate(
            [("CUST-001", "I wait for my refund of the second charge"),
             ("CUST-001", "files do not sync, error 12"), ("CUST-002", "my password is wrong")]
        )
    )  # fmt: skip
    rules = OfflineTriage()
    for text, ticket in (
        ("when does the refund of that charge come?", "TKT-00000000"),
        ("the sync of my files gives error 12 again", "TKT-00000001"),
        ("my password is wrong", None),
    ):
        request = MatchTicketRequest(
            person=PERSON, customer_id="CUST-001", text=text, tickets=tickets
        )
        assert rules.match(request).ticket_id == ticket, text


def test_messages_in_other_words_join_their_ticket_and_new_problems_do_not() -> None:
    right, wrongly = measure(cases(held=True), None)
    assert right >= 0.9
    assert wrongly <= 0.06


def test_words_that_only_go_on_join_the_newest_ticket() -> None:
    tickets = tuple(
        TicketSummary(customer_id="CUST-001", ticket_id=ticket, text=text)
        for ticket, text in (("TKT-00000000", "my files are gone"), ("TKT-00000001", "a refund"))
    )
    for text in ("any news?", "Gibt es schon etwas Neues?", "sigue igual", "masih tak boleh"):
        request = MatchTicketRequest(
            person=PERSON, customer_id="CUST-001", text=text, tickets=tickets
        )
        assert OfflineTriage().match(request).ticket_id == "TKT-00000001", text


class NoKnowledge:
    async def search(self, *_: object, **__: object) -> Found:
        return Found()


async def test_a_line_of_a_file_is_triaged() -> None:
    line = TriageLine(id="1", text="everything is down, 50 people can't work", plan="enterprise")
    told = await triaged(line, OfflineTriage(), NoKnowledge())
    assert (told.urgency, told.requires_escalation) == (Urgency.CRITICAL, True)
    assert (told.language, told.recommended_action.value) == ("en", "escalate_human")
