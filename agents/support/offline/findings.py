"""What a ticket is about, by phrases in six languages."""

from collections.abc import Sequence

from agents.support.offline.tables import found, plain, weighed
from agents.support.ports import Concern, Escalates, Findings
from agents.support.tickets import TicketType

FILE = "phrases.toml"
_PROBLEMS = (
    Concern.SECURITY,
    Concern.OUTAGE,
    Concern.DATA_LOSS,
    Concern.BILLING_ERROR,
    Concern.DISRUPTION,
)
_TECHNICAL = frozenset({Concern.SECURITY, Concern.OUTAGE, Concern.DATA_LOSS})
_CLEAR = 4.0
"""What a concern adds to the type that it belongs to."""


def findings_in(texts: Sequence[str]) -> Findings:
    """``texts`` are the originals, and translations where there are some."""
    text = plain("\n".join(texts))
    concerns = _concerns(text)
    ticket_type = _type(text, concerns)
    escalates = tuple(Escalates(name) for name in found(FILE, "escalates", text))
    about = ", ".join(concern.value.replace("_", " ") for concern in concerns) or "no known concern"
    return Findings(
        ticket_type=ticket_type,
        concerns=concerns,
        escalates=escalates,
        reasoning=f"{ticket_type.value}: {about}",
    )


def _concerns(text: str) -> tuple[Concern, ...]:
    """Problems first; a question only where there is none. An error in money is no disruption."""
    seen = {Concern(name) for name in found(FILE, "concern", text)}
    if text.endswith("?"):
        seen.add(Concern.QUESTION)
    problems = [concern for concern in _PROBLEMS if concern in seen]
    if Concern.BILLING_ERROR in problems and Concern.DISRUPTION in problems:
        scores = weights(text)
        money = scores[TicketType.BILLING] >= scores[TicketType.TECHNICAL]
        problems.remove(Concern.DISRUPTION if money else Concern.BILLING_ERROR)
    if problems:
        return tuple(problems)
    return (Concern.QUESTION,) if Concern.QUESTION in seen else ()


def weights(text: str) -> dict[TicketType, float]:
    return {kind: weighed(FILE, f"type.{kind.value}", text) for kind in TicketType}


def _type(text: str, concerns: Sequence[Concern]) -> TicketType:
    scores = weights(text)
    if _TECHNICAL & set(concerns):
        scores[TicketType.TECHNICAL] += _CLEAR
    if Concern.BILLING_ERROR in concerns:
        scores[TicketType.BILLING] += _CLEAR
    if Concern.DISRUPTION in concerns:
        scores[TicketType.TECHNICAL] += 1
    # Of equals the more special one; nothing known is general.
    order = (TicketType.BILLING, TicketType.TECHNICAL, TicketType.GENERAL)
    best = max(order, key=lambda kind: scores[kind])
    return best if scores[best] else TicketType.GENERAL
