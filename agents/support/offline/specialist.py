"""The specialist without a model."""

from agents.support.activity_calls import Answered, AnswerRequest
from agents.support.auto_respond import held_back
from agents.support.issues import OTHER
from agents.support.offline.findings import findings_in
from agents.support.offline.tables import found as phrases
from agents.support.offline.tables import plain
from agents.support.ports import Concern, Found, Hit
from agents.support.tickets import (
    AgentState,
    CustomerInfo,
    ExtractedInfo,
    RecommendedAction,
    Sentiment,
    SupervisorDecision,
    TicketType,
    TriageResult,
    Urgency,
)

_FILE = "details.toml"
_INVOICED = frozenset({Concern.BILLING_ERROR})
_PROBLEM = frozenset({Concern.DISRUPTION, Concern.DATA_LOSS})


class NotDecidedError(ValueError):
    """A specialist was asked about a ticket that no supervisor has seen."""


def specialised(request: AnswerRequest, found: Found) -> Answered:
    """The best passage as the answer where it is sure; else people, with what was found."""
    state = request.state
    decision = state.supervisor_decision
    if decision is None:
        raise NotDecidedError(state.ticket.key)
    best = next(iter(found.hits), None)
    last = state.ticket.messages[-1].at.date()
    held = held_back(best, decision, state.customer_info, last) if best else "nothing_found"
    sure = best is not None and found.answerable and best.result.sure and held != "expired"
    answer = best if best and sure and best.citation.passage != request.previous_answer else None
    action = RecommendedAction.AUTO_RESPOND if answer and not held else _handed(state, decision)
    info = extracted(state)
    asks = "" if request.detail_asked or answer else _missing(state, decision)
    return Answered(
        kb_results=tuple(hit.result for hit in found.hits),
        triage_result=TriageResult(
            urgency=decision.urgency,
            extracted_info=info,
            recommended_action=action,
            suggested_response=answer.citation.passage if answer else "",
            relevant_articles=tuple(hit.result.id for hit in found.hits),
            reasoning=f"{decision.reasoning}; {_because(best, held, answer)}",
        ),
        citations=(answer.citation,) if answer else (),
        other_language=answer is not None and answer.language != info.language,
        asks=asks if action is RecommendedAction.ROUTE_SPECIALIST else "",
    )


def extracted(state: AgentState) -> ExtractedInfo:
    translation = state.translation
    texts = [message.text for message in state.ticket.messages]
    if translation is not None and translation.translated:
        texts.extend(translation.translated_messages)
    text = plain("\n".join(texts))
    kind = state.type or TicketType.GENERAL
    return ExtractedInfo(
        product_area=next(iter(phrases(_FILE, "area", text)), ""),
        issue_type=next(iter(phrases(_FILE, f"issue.{kind.value}", text)), OTHER),
        sentiment=_sentiment(text),
        language=state.language or "en",
    )


def _sentiment(text: str) -> Sentiment:
    found = phrases(_FILE, "sentiment", text)
    troubled = set(findings_in([text]).concerns) - {Concern.QUESTION}
    moods = [Sentiment(name) for name in found if not (name == "positive" and troubled)]
    return moods[0] if moods else Sentiment.NEUTRAL


def _handed(state: AgentState, decision: SupervisorDecision) -> RecommendedAction:
    known = state.customer_info or CustomerInfo()
    people = known.vip or decision.requires_escalation or decision.urgency is Urgency.CRITICAL
    return RecommendedAction.ESCALATE_HUMAN if people else RecommendedAction.ROUTE_SPECIALIST


def _missing(state: AgentState, decision: SupervisorDecision) -> str:
    """The detail that people would ask for first, where the words do not have it."""
    text = plain("\n".join(message.text for message in state.ticket.messages))
    concerns = set(findings_in([text]).concerns)
    billing = decision.ticket_type is TicketType.BILLING and concerns & _INVOICED
    if billing and not any(map(str.isdigit, text)):
        return "invoice"
    technical = decision.ticket_type is TicketType.TECHNICAL and concerns & _PROBLEM
    return "device" if technical and "device" not in phrases(_FILE, "answer", text) else ""


def _because(best: Hit | None, held: str, answer: Hit | None) -> str:
    if best is None:
        return "no article found"
    if answer is None:
        return f"nothing sure; nearest is {best.result.id}"
    fits = f"{best.result.id} answers it"
    return f"{fits}, left to people: {held}" if held else fits
