"""The nodes of triage that may ask models. They keep nothing: all passes through the state."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from agents.support.activity_calls import (
    Answered,
    AnswerRequest,
    Assessed,
    AssessRequest,
    LookedUp,
    LookUpRequest,
    MatchedTicket,
    MatchTicketRequest,
    TranslatedText,
    TranslateRequest,
)
from agents.support.model.questions import SupportModels
from agents.support.offline.nearness import Meaning
from agents.support.ports import Customers, Found, Knowledge, SupportRules
from agents.support.tickets import CustomerInfo, Node, RecommendedAction, TicketType, Urgency
from domain.errors import AppError, StorageUnavailableError
from domain.understanding import EngineAnswer
from domain.waiting import Wait

LOOKUP = timedelta(seconds=5)
"""What a look-up of the customer may take; then the ticket goes on without."""

_QUERY = 1_000
"""Characters of a ticket, the newest, that are searched for."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Parts:
    """What the nodes need. ``top``: articles of a search. ``clock``: seconds, only to measure."""

    models: SupportModels
    rules: SupportRules
    knowledge: Knowledge
    customers: Customers
    top: int = 5
    meaning: Meaning | None = None
    lookup: timedelta = LOOKUP
    clock: Callable[[], float] = time.monotonic


class TriageNodes:
    """They only read; safe to repeat. Models are waited for as in ``Understand``, then rules."""

    def __init__(self, parts: Parts, patience: Patience | None = None) -> None:
        self._parts = parts
        self._patience = patience or Patience()

    @activity.defn
    async def match_ticket(self, request: MatchTicketRequest) -> MatchedTicket:
        """Which active ticket of this customer a message belongs to."""
        started = self._parts.clock()
        with app_errors():
            async with heartbeating():
                matched = await self.match(request, self._patience.of_this_attempt())
        confidence = matched.match.confidence.value
        _count(
            "ticket_matches_total",
            "Messages by how surely they fit a ticket",
            confidence=confidence,
        )
        _log.info(
            "ticket.matched",
            customer_id=request.customer_id,
            ticket_id=matched.match.ticket_id,
            confidence=confidence,
            engine=matched.engine,
            duration_ms=self._since(started),
        )
        return matched

    async def match(self, request: MatchTicketRequest, wait: Wait) -> MatchedTicket:
        """As ``match_ticket``, outside of an activity."""
        own = tuple(t for t in request.tickets if t.customer_id == request.customer_id)
        asked = request.model_copy(update={"tickets": own})
        if self._parts.meaning is not None:
            near = await self._parts.meaning.compared(request.text, own)
            asked = asked.model_copy(update={"tickets": near.tickets, "vector": near.vector})
        return await self._parts.models.match(asked, wait=wait)

    @activity.defn
    async def assess_ticket(self, request: AssessRequest) -> Assessed:
        """The nodes ``translator`` and ``supervisor``, with ``customer_lookup``."""
        started = self._parts.clock()
        with app_errors():
            async with heartbeating():
                assessed = await self.assess(request, self._patience.of_this_attempt())
        decision, took = assessed.decision, self._since(started)
        _log.info(
            "ticket.escalated" if decision.requires_escalation else "ticket.triaged",
            key=request.ticket.key,
            node=Node.SUPERVISOR.value,
            language=assessed.translation.original_language,
            type=decision.ticket_type.value,
            urgency=decision.urgency.value,
            engine=assessed.engine,
            duration_ms=took,
        )
        return assessed.model_copy(update={"duration_ms": took})

    async def assess(self, request: AssessRequest, wait: Wait) -> Assessed:
        """As ``assess_ticket``, outside of an activity."""
        models, rules, started = self._parts.models, self._parts.rules, self._parts.clock()
        try:
            async with asyncio.TaskGroup() as nodes:
                translating = nodes.create_task(models.translate(request, wait=wait))
                looking = nodes.create_task(self._customer_of(request))
                customer = await looking
                looked = timedelta(seconds=self._parts.clock() - started)
                left = replace(wait, gone=wait.gone + looked)
                supervised = await models.supervise(request, customer, wait=left)
        except* AppError as failed:
            failures = failed
        else:
            translated = translating.result()
            found = [rules.find(request, translated.translation)]
            if supervised.findings is not None:
                found.append(supervised.findings)
            return Assessed(
                translation=translated.translation,
                customer_info=customer,
                decision=rules.decide(request, customer, found),
                engine=supervised.engine,
                **_together(translated, supervised),
            )
        raise _first(failures)

    @activity.defn
    async def look_up_customer(self, request: LookUpRequest) -> LookedUp:
        """At a claim, where it failed in triage."""
        return LookedUp(customer_info=await self._customer(request.customer_id))

    async def _customer_of(self, request: AssessRequest) -> CustomerInfo | None:
        return request.customer or await self._customer(request.ticket.customer_id)

    async def _customer(self, customer_id: str) -> CustomerInfo | None:
        """None when it cannot be had in time: the ticket goes on, flagged."""
        try:
            async with asyncio.timeout(self._parts.lookup.total_seconds()):
                return await self._parts.customers.lookup(customer_id)
        except TimeoutError:
            _log.warning("customer.lookup_failed", customer_id=customer_id, code="timeout")
        except AppError as error:
            _log.warning("customer.lookup_failed", customer_id=customer_id, code=error.code)
        return None

    @activity.defn
    async def answer_ticket(self, request: AnswerRequest) -> Answered:
        """The specialist of the ticket's type: searches its own category, and recommends."""
        started = self._parts.clock()
        with app_errors():
            async with heartbeating():
                found = await self._found(request)
                wait = self._patience.of_this_attempt()
                answered = await self._parts.models.specialise(request, found, wait=wait)
        result, kind, took = answered.triage_result, request.state.type, self._since(started)
        if answered.refused:
            _count("answers_refused_total", "Words of models not shown", reason=answered.refused)
        _log.info(
            "ticket.triaged",
            key=request.state.ticket.key,
            node=kind.value if kind else "",
            action=result.recommended_action.value,
            articles=[hit.id for hit in answered.kb_results],
            refused=answered.refused,
            engine=answered.engine,
            duration_ms=took,
        )
        return answered.model_copy(update={"duration_ms": took})

    async def answer(self, request: AnswerRequest, wait: Wait) -> Answered:
        """As ``answer_ticket``, outside of an activity. Raises ``StorageUnavailableError``."""
        found = await self._search(request)
        return await self._parts.models.specialise(request, found, wait=wait)

    async def _search(self, request: AnswerRequest) -> Found:
        """By the customer's own words and, where there are some, by their translation."""
        state, translation = request.state, request.state.translation
        queries = ["\n".join(message.text for message in state.ticket.messages)]
        if translation is not None and translation.translated and not translation.is_english:
            queries.append("\n".join(translation.translated_messages))
        found = [
            await self._parts.knowledge.search(
                query[-_QUERY:],
                category=state.type,
                language=state.language or request.person.locale,
                plan=state.plan,
                top=self._parts.top,
                without=request.unhelpful,
            )
            for query in queries
        ]
        return max(found, key=_goodness)

    async def _found(self, request: AnswerRequest) -> Found:
        """Counted; nothing where the articles cannot be searched now."""
        try:
            best = await self._search(request)
        except StorageUnavailableError as error:
            _log.warning("kb.search_failed", key=request.state.ticket.key, code=error.code)
            _count("kb_searches_total", "Searches for answers", outcome="failed")
            return Found()
        outcome = "sure" if best.answerable else "unsure" if best.hits else "nothing"
        _count("kb_searches_total", "Searches for answers", outcome=outcome)
        return best

    @activity.defn
    async def translate_text(self, request: TranslateRequest) -> TranslatedText:
        """One text in another language; as it is where that cannot be had."""
        if request.source == request.to or not request.text.strip():
            return TranslatedText(text=request.text, reason="same_language")
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_this_attempt()
                return await self._parts.models.translate_text(request, wait=wait)

    def _since(self, started: float) -> int:
        return round((self._parts.clock() - started) * 1000)


def count_ticket(kind: TicketType, urgency: Urgency, action: RecommendedAction) -> None:
    """For the activity that saves a run of triage: a run counts when it is saved."""
    labels = {"type": kind.value, "urgency": urgency.value, "action": action.value}
    _count("tickets_total", "Runs of triage", **labels)


def _goodness(found: Found) -> tuple[bool, float]:
    return found.answerable, found.hits[0].result.score if found.hits else 0.0


def _together(*answers: EngineAnswer) -> dict[str, object]:
    """How engines fared that answered for one activity."""
    told = [a.degraded for a in answers if a.degraded is not None]
    costs = [a.cost for a in answers if a.cost is not None]
    return {
        "degraded": any(told) if told else None,
        "used_up": next((a.used_up for a in answers if a.used_up is not None), None),
        "cost": sum(costs, Decimal(0)) if costs else None,
    }


def _first(failed: "BaseExceptionGroup[AppError] | Sequence[AppError]") -> AppError:
    """Of nodes that failed together, one: they wait for the same models."""
    errors = failed.exceptions if isinstance(failed, BaseExceptionGroup) else failed
    first = errors[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


def _count(metric: str, meaning: str, **labels: str) -> None:
    if activity.in_activity():
        activity.metric_meter().create_counter(metric, meaning).add(1, labels)
