"""Which active ticket a message belongs to, by what they share and how the message begins.

What counts how much stands in ``WEIGHTS``, fitted by ``benchmarks/matching.py --fit`` on texts made
for it; what a message shares with a ticket counts by how rare it is among the words of support.
"""

import math
import re
from collections.abc import Mapping, Sequence

from agents.support.knowledge.words import concepts, folded, stems, words
from agents.support.offline.findings import findings_in, weights
from agents.support.offline.tables import found, holds, plain
from agents.support.ports import Concern
from agents.support.tickets import (
    MatchConfidence,
    MatchResult,
    TicketStatus,
    TicketSummary,
    TicketType,
)

BY_WORDS = (
    -3.252, 4.158, 1.425, 1.521, 1.288, 0.191, 0.112, -0.24, 0.515, -1.127, -0.575, 0.541,
)  # fmt: skip
BY_MEANING = (
    -2.041, 2.646, 1.002, 1.02, 0.989, 0.007, 0.213, -0.171, 0.632, -0.768, -0.232, 0.308, 2.476,
)  # fmt: skip
JOINS = 0.5
"""From which likelihood on a message belongs to a ticket."""
SURE = 0.8
IN_TALK, ANSWERS = 4.2, 1.0
"""What is added for a ticket that a person has; no text that the weights were fitted on tells."""
_IDEA = 0.6
"""What a shared idea weighs beside a shared word: many problems share one."""
_GRAM = 5
_FILE = "details.toml"
_OVER = frozenset({TicketStatus.SOLVED, TicketStatus.CLOSED})
"""Nobody waits for news of these while another ticket is under way."""
_CODE = re.compile(r"\b(?=[\w-]*\d)[A-Za-z]+-?\d[\w-]+|(?<![\w.,-])\d{4,}(?![\w.,]*\d)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_WORDS = 12
"""Words of a message from which on it is long."""


def matched(
    text: str,
    language: str,
    tickets: Sequence[TicketSummary],
) -> MatchResult:
    """``tickets`` newest last; one customer's."""
    if not tickets or not text.strip():
        return MatchResult()
    codes = set(_CODE.findall(text.upper()))
    for ticket in reversed(tickets):
        if codes & set(_CODE.findall(ticket.text.upper())):
            return MatchResult(matched_ticket_id=ticket.ticket_id, confidence=MatchConfidence.HIGH)
    if is_vague(text):
        waiting = [ticket for ticket in tickets if ticket.status not in _OVER]
        newest = (waiting or tickets)[-1].ticket_id
        return MatchResult(matched_ticket_id=newest, confidence=MatchConfidence.MEDIUM)
    likely = [
        likelihood(features(text, language, ticket), _talk(text, ticket)) for ticket in tickets
    ]
    # Of equals the newest.
    best = max(range(len(likely)), key=lambda n: (likely[n], n))
    if likely[best] < JOINS:
        # A new one; where there can be no further one, what people must hear joins this.
        people = findings_in([text]).escalates
        return MatchResult(matched_ticket_id=tickets[best].ticket_id if people else None)
    return MatchResult(
        matched_ticket_id=tickets[best].ticket_id,
        confidence=MatchConfidence.HIGH if likely[best] >= SURE else MatchConfidence.MEDIUM,
    )


def is_vague(text: str) -> bool:
    """Whether every word only goes on with something ("any news?", "immer noch nichts"), names a
    number that was asked for ("INV-4711") or shows something ("here is the screenshot").
    """
    known = holds(_FILE, "turn", "vague")
    said = holds(_FILE, "turn", "shows").sub(" ", plain(_CODE.sub(" ", text)))
    return not any(map(str.isalnum, known.sub(" ", _without_small(said))))


def likelihood(seen: Sequence[float], talk: float = 0.0) -> float:
    by = BY_MEANING if len(seen) + 1 == len(BY_MEANING) else BY_WORDS
    known = sum(w * x for w, x in zip(by, (1.0, *seen), strict=True))
    return 1 / (1 + math.exp(-known - talk))


def _talk(text: str, ticket: TicketSummary) -> float:
    """For a ticket in which a person talks with the customer: most of what they say is for that
    person. Not what is of another type, tells another problem, or begins as something new does
    while nothing says of what type it is.
    """
    if not ticket.assignee:
        return 0.0
    flat, held = plain(text), plain(ticket.text)
    answers = holds(_FILE, "turn", "answers").match(flat) is not None
    kind, theirs = _kind(flat), ticket.type or _kind(held)
    begins = not answers and holds(_FILE, "turn", "begins").match(flat) is not None
    if begins if kind is None else kind is not theirs or _another(kind, flat, held):
        return 0.0
    return IN_TALK + (ANSWERS if answers else 0.0)


def _another(kind: TicketType, text: str, held: str) -> bool:
    """Whether a text tells a problem, and one of which the ticket has no word."""
    if not set(findings_in([text]).concerns) - {Concern.QUESTION}:
        return False
    issues = set(found(_FILE, f"issue.{kind.value}", text))
    return bool(issues) and not issues & set(found(_FILE, f"issue.{kind.value}", held))


def features(text: str, language: str, ticket: TicketSummary) -> tuple[float, ...]:
    """How a message compares with a ticket; the last is there only where meanings are compared."""
    said, held = _terms(text, language), _terms(ticket.text, ticket.language or language)
    both = sum(min(weight, held[term]) for term, weight in said.items() if term in held)
    whole, other = sum(said.values()), sum(held.values())
    flat = plain(text)
    told = _kind(flat), ticket.type or _kind(plain(ticket.text))
    ours, theirs = _grams(said), _grams(held)
    pieces = len(ours & theirs) / max(min(len(ours), len(theirs)), 1)
    numbers = set(_NUMBER.findall(text)) & set(_NUMBER.findall(ticket.text))
    seen = (
        math.log1p(both),
        both / whole if whole else 0.0,
        both / other if other else 0.0,
        pieces,
        float(bool(numbers)),
        float(None not in told and told[0] is told[1]),
        float(None not in told and told[0] is not told[1]),
        float(holds(_FILE, "turn", "on").search(flat) is not None),
        float(holds(_FILE, "turn", "begins").match(flat) is not None),
        float(text.rstrip().endswith("?")),
        min(len(flat.split()), _WORDS) / _WORDS,
    )
    return seen if ticket.near is None else (*seen, ticket.near)


def _kind(text: str) -> TicketType | None:
    """Nothing where the words say none."""
    scores = weights(text)
    best = max(scores, key=lambda kind: scores[kind])
    return best if scores[best] else None


def _terms(text: str, language: str) -> Mapping[str, float]:
    """Stems, the rarer the heavier, and ideas, in whatever words and language."""
    known = holds(_FILE, "turn", "vague")
    told = {
        stem: _IDEA if concepts(word, language) else 1.0
        for word in words(text)
        if not known.fullmatch(folded(word))
        for stem in stems(word, language, also_without="en")
    }
    told.update({f"={idea}": _IDEA for idea in concepts(text, language, "en")})
    return told


def _grams(terms: Mapping[str, float]) -> set[str]:
    """Pieces of the words: compounds and cousins in other languages share them."""
    return {
        term[start : start + _GRAM]
        for term in terms
        if not term.startswith("=") and not term.isdigit()
        for start in range(len(term) - _GRAM + 1)
    }


def _without_small(text: str) -> str:
    return " ".join(word for word in words(text) if not _small(word))


def _small(word: str) -> bool:
    return not stems(word, "en") or any(
        not stems(word, code) for code in ("de", "es", "fr", "pt", "ms")
    )
