"""A model's findings about a ticket, held against what the customer wrote and what was offered."""

import re
import unicodedata
from collections.abc import Sequence

from adapters.model.software_orders import speaks_to_software, without_orders
from agents.support.model.schemas import SupervisorAnswer
from agents.support.ports import Concern, Escalates, Findings
from agents.support.tickets import (
    MODEL_CHARACTERS,
    MODEL_MESSAGES,
    MatchConfidence,
    MatchResult,
    TicketSummary,
    TicketType,
    Urgency,
)

_LEAST_WORDS = 3
"""Letters that a quote has at least: a syllable stands in any text."""


def newest(texts: Sequence[str]) -> tuple[str, ...]:
    """What of a ticket a model is shown: the newest messages, the oldest of them cut."""
    kept: list[str] = []
    left = MODEL_CHARACTERS
    for text in reversed(texts[-MODEL_MESSAGES:]):
        if left <= 0:
            break
        kept.append(text[:left])
        left -= len(text)
    return tuple(reversed(kept))


def own_words(words: str, texts: Sequence[str]) -> bool:
    """Whether ``words`` stand in one of ``texts``, apart from case, spaces and signs."""
    wanted = _letters(words)
    return len(wanted) >= _LEAST_WORDS and any(wanted in _letters(text) for text in texts)


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", "", plain)


def matched(match: MatchResult, offered: Sequence[TicketSummary]) -> MatchResult:
    """An id that was not offered is none."""
    if match.matched_ticket_id in {ticket.ticket_id for ticket in offered}:
        return match
    return MatchResult(confidence=MatchConfidence.LOW)


def findings(answer: SupervisorAnswer, texts: Sequence[str]) -> Findings:
    """What the customer's words show; a ticket that gives software orders raises nothing by what a
    model thinks of it.
    """
    said = [without_orders(text) for text in texts]
    obeyed = any(speaks_to_software(text) for text in texts)
    return Findings(
        ticket_type=TicketType(answer.ticket_type),
        concerns=tuple(
            dict.fromkeys(Concern(c.kind) for c in answer.concerns if own_words(c.words, said))
        ),
        escalates=tuple(
            dict.fromkeys(Escalates(e.kind) for e in answer.escalates if own_words(e.words, said))
        ),
        urgency=None if obeyed or not answer.reasoning.strip() else Urgency(answer.urgency),
        reasoning=" ".join(answer.reasoning.split())[:300],
    )
