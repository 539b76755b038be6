"""Which active ticket a message belongs to, by the stems and ideas that they share."""

import math
import re
from collections.abc import Mapping, Sequence

from agents.support.knowledge.words import concepts, stems
from agents.support.offline.findings import findings_in, weights
from agents.support.offline.tables import plain
from agents.support.tickets import MatchConfidence, MatchResult, TicketSummary

HIGH = 0.5
MEDIUM = 0.3
"""Share of a message's weight that a ticket has, from which on it counts."""
AHEAD = 0.08
"""How much better than the next one a ticket must fit, to be meant for certain."""
_SAME_TYPE = 0.12
_OTHER_TYPE = -0.12
_NEWEST = 0.04
_SHORT = 6
"""Words up to which a message that names no problem only goes on with the newest ticket."""
_CODE = re.compile(r"\b(?=\w*\d)[A-Za-z]+-?\d[\w-]+")


def matched(text: str, language: str, tickets: Sequence[TicketSummary]) -> MatchResult:
    """``tickets`` newest last; one customer's."""
    if not tickets or not text.strip():
        return MatchResult()
    codes = set(_CODE.findall(text.upper()))
    for ticket in reversed(tickets):
        if codes & set(_CODE.findall(ticket.text.upper())):
            return MatchResult(matched_ticket_id=ticket.ticket_id, confidence=MatchConfidence.HIGH)
    newest = tickets[-1]
    if not any(weights(plain(text)).values()) and len(text.split()) <= _SHORT:
        return MatchResult(matched_ticket_id=newest.ticket_id, confidence=MatchConfidence.MEDIUM)
    said = _terms(text, language)
    held = [_terms(ticket.text, ticket.language or language) for ticket in tickets]
    rare = {
        term: 1 + math.log((1 + len(held)) / (1 + sum(term in terms for terms in held)))
        for term in said
    }
    kind = findings_in([text]).ticket_type
    scores = [
        _shared(said, terms, rare)
        + ((_SAME_TYPE if kind is t.type else _OTHER_TYPE) if t.type else 0)
        + (_NEWEST if t is newest else 0)
        for t, terms in zip(tickets, held, strict=True)
    ]
    best, *others = sorted(range(len(scores)), key=lambda n: -scores[n])
    ahead = scores[best] - (scores[others[0]] if others else 0)
    if scores[best] < MEDIUM:
        return MatchResult()
    sure = scores[best] >= HIGH and ahead >= AHEAD
    return MatchResult(
        matched_ticket_id=tickets[best].ticket_id,
        confidence=MatchConfidence.HIGH if sure else MatchConfidence.MEDIUM,
    )


def _terms(text: str, language: str) -> Mapping[str, float]:
    """A stem counts once; an idea, in whatever words and language, a little more."""
    told: dict[str, float] = dict.fromkeys(stems(text, language), 1.0)
    told.update({f"={idea}": 1.5 for idea in concepts(text, language, "en")})
    return told


def _shared(
    said: Mapping[str, float], held: Mapping[str, float], rare: Mapping[str, float]
) -> float:
    whole = sum(weight * rare[term] for term, weight in said.items())
    both = sum(weight * rare[term] for term, weight in said.items() if term in held)
    return both / whole if whole else 0.0
