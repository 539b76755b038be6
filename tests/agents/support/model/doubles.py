"""Stand-ins for the parts around the nodes: small, but working."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from adapters.model.gateway import ModelGateway
from agents.support.activities.triage import Parts, TriageNodes
from agents.support.activity_calls import (
    Answered,
    AnswerRequest,
    Assessed,
    AssessRequest,
    MatchedTicket,
    MatchTicketRequest,
    TranslatedText,
    TranslateRequest,
)
from agents.support.knowledge.answer_check import check
from agents.support.model.questions import SupportModels
from agents.support.offline.engine import OfflineTriage
from agents.support.ports import Found, Hit
from agents.support.tickets import (
    AgentState,
    CustomerInfo,
    KbResult,
    SupervisorDecision,
    Ticket,
    Ticketed,
    TicketSummary,
    TicketType,
    TranslationResult,
    Urgency,
)
from domain.errors import AppError
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.model_server import ScriptedModelServer

PERSON = Person(user_id="telegram:4711")
CUSTOMER = "CUST-001"
AT = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)

REFUND = Hit(
    result=KbResult(id="kb_003", title="Refunds", score=0.9, sure=True),
    category=TicketType.BILLING,
    language="en",
    passages=(
        "A refund takes 5 days and goes to the card that was charged.",
        "You can ask for a refund within 30 days of the charge.",
    ),
)
FOUND = Found(hits=(REFUND,), answerable=True)


def ticket(*texts: str) -> Ticket:
    messages = tuple(Ticketed(id=f"m{n}", text=text, at=AT) for n, text in enumerate(texts, 1))
    return Ticket(customer_id=CUSTOMER, ticket_id="TKT-7K2M9Q4D", messages=messages)


def to_assess(*texts: str) -> AssessRequest:
    return AssessRequest(person=PERSON, ticket=ticket(*texts), language="en")


def to_answer(
    *texts: str,
    language: str = "en",
    english: str = "",
    urgency: Urgency = Urgency.LOW,
    customer: CustomerInfo | None = None,
    detail_asked: bool = False,
) -> AnswerRequest:
    return AnswerRequest(
        person=PERSON,
        detail_asked=detail_asked,
        state=AgentState(
            ticket=ticket(*texts),
            translation=TranslationResult(
                original_language=language,
                is_english=language == "en",
                translated_messages=(english,) if english else texts,
                translated=bool(english),
                original_messages=texts,
            ),
            customer_info=customer or CustomerInfo(),
            supervisor_decision=SupervisorDecision(
                urgency=urgency,
                ticket_type=TicketType.BILLING,
                reasoning="",
                requires_escalation=False,
            ),
        ),
    )


def to_match(text: str, *offered: TicketSummary) -> MatchTicketRequest:
    return MatchTicketRequest(person=PERSON, customer_id=CUSTOMER, text=text, tickets=offered)


def summary(ticket_id: str, text: str, customer: str = CUSTOMER) -> TicketSummary:
    return TicketSummary(customer_id=customer, ticket_id=ticket_id, text=text)


@dataclass
class Library:
    """Finds the same articles for whatever is searched; keeps what was asked."""

    found: Found = FOUND
    failure: AppError | None = None
    asked: list[tuple[str, TicketType | None]] = field(default_factory=list)

    async def search(
        self,
        query: str,
        *,
        category: TicketType | None = None,
        language: str = "",
        plan: str = "",
        top: int = 5,
        without: Collection[str] = (),
    ) -> Found:
        del language, plan, top, without
        if self.failure is not None:
            raise self.failure
        self.asked.append((query, category))
        return self.found


@dataclass
class Desk:
    """Looks customers up; for ever with ``hangs``, never with a failure."""

    customer: CustomerInfo = field(default_factory=CustomerInfo)
    failure: AppError | None = None
    hangs: bool = False

    async def lookup(self, customer_id: str) -> CustomerInfo:
        del customer_id
        if self.hangs:
            await asyncio.Event().wait()
        if self.failure is not None:
            raise self.failure
        return self.customer


@dataclass
class Triage:
    """The nodes in one attempt of their activities, with a scripted model behind them."""

    server: ScriptedModelServer
    attempt: Attempt = field(default_factory=Attempt)
    library: Library = field(default_factory=Library)
    desk: Desk = field(default_factory=Desk)
    calls: Calls = field(default_factory=Calls)
    limit: timedelta = timedelta(seconds=5)
    has_model: bool = True
    models: type[SupportModels] = SupportModels

    @property
    def questions(self) -> SupportModels:
        providers = [provider(self.server)] if self.has_model else []
        return self.models(ModelGateway(providers, self.calls), OfflineTriage(), check)

    @property
    def nodes(self) -> TriageNodes:
        return TriageNodes(
            Parts(
                models=self.questions,
                rules=OfflineTriage(),
                knowledge=self.library,
                customers=self.desk,
                lookup=self.limit,
            )
        )

    async def match(self, text: str, *offered: TicketSummary) -> MatchedTicket:
        return await self.attempt.run(self.nodes.match_ticket, to_match(text, *offered))

    async def assess(self, *texts: str) -> Assessed:
        return await self.attempt.run(self.nodes.assess_ticket, to_assess(*texts))

    async def answer(self, *texts: str, **asked: Any) -> Answered:  # noqa: ANN401 - of to_answer
        return await self.attempt.run(self.nodes.answer_ticket, to_answer(*texts, **asked))

    async def translate(self, text: str) -> TranslatedText:
        """From English to German."""
        request = TranslateRequest(user_id="u", text=text, source="en", to="de")
        return await self.attempt.run(self.nodes.translate_text, request)
