"""Which active ticket a message belongs to: whether it goes on with one at all, and with which.

Both are judgements fitted by ``benchmarks/matching.py`` to ``joins.jsonl``. Whether it goes on is
told by how it is said ("still broken", "the blue one", "photo attached"), and by what it shares
with the ticket that it is likest; which one it is like, by shared words, the rarer the heavier.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from agents.support.knowledge.words import concepts, stems, words
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
from language.meant import FittedTable, table_in

GOES_ON, NEW = "goes_on", "new"
JOINS = 0.65
"""From which likelihood on a message belongs to a ticket: a new matter in a stranger's ticket is
worse than a ticket too many."""
SURE = 0.85
ALIKE = 2.6
"""From which score on what two customers tell is the same matter; ``benchmarks/incidents.py`` says
how often that is right.
"""
IN_TALK = 4.0
"""Added to the score of a ticket that a member of staff has taken: most of what the customer says
then is meant for that person.
"""
WAITS = 0.5
"""Added to the score of a ticket that is neither solved nor closed: of several that a message
resembles about equally, an active one is meant.
"""
_IDEA = 0.6
"""What a shared idea weighs beside a shared word: many problems share one."""
_GRAM = 5
_FILE = "details.toml"
_PLACE = "agents.support.offline.data"
_OVER = frozenset({TicketStatus.SOLVED, TicketStatus.CLOSED})
"""Nobody waits for news of these while another ticket is under way."""
_CODE = re.compile(r"\b(?=[\w-]*\d)[A-Za-z]+-?\d[\w-]+|(?<![\w.,-])\d{4,}(?![\w.,]*\d)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_WORDS = 12
"""Words of a message from which on it is long."""
_BY_WORDS, _BY_MESSAGE = 7, 4
"""How many numbers ``features`` gives without meanings, and ``of_message`` without a vector."""


class JoinWeights(NamedTuple):
    """``rank`` says which ticket a message is likest, ``joins`` whether it belongs to that one,
    each with the constant first, for comparisons by words and with meanings. ``vector`` says of
    the message's own vector whether it goes on, with the constant last; ``table`` the same of its
    words.
    """

    rank: Mapping[str, Sequence[float]]
    joins: Mapping[str, Sequence[float]]
    vector: Sequence[float]
    table: FittedTable


@cache
def join_weights() -> JoinWeights:
    told = json.loads(files(_PLACE).joinpath("joins.json").read_text(encoding="utf-8"))
    table = table_in(_PLACE, "goes_on")
    return JoinWeights(told["rank"], told["joins"], told["vector"], table)


def matched(
    text: str,
    language: str,
    tickets: Sequence[TicketSummary],
    vector: Sequence[float] = (),
    by: JoinWeights | None = None,
) -> MatchResult:
    """``tickets`` newest last; one customer's. ``vector`` is that of the text, where there is one.
    ``by``: other weights than those in use.
    """
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
    said = TicketMessage(text, language, tuple(vector))
    weights_of = by or join_weights()
    best, likely = belongs(said, tickets, weights_of)
    if likely < JOINS:
        # A new one; where there can be no further one, what people must hear joins this.
        people = findings_in([text]).escalates
        return MatchResult(matched_ticket_id=best.ticket_id if people else None)
    return MatchResult(
        matched_ticket_id=best.ticket_id,
        confidence=MatchConfidence.HIGH if likely >= SURE else MatchConfidence.MEDIUM,
    )


def is_alike(text: str, language: str, ticket: TicketSummary) -> bool:
    """Whether what one customer tells is the matter of another one's ticket, by shared words."""
    seen = features(text, language, ticket)
    return _weighed(join_weights().rank["words"], seen) >= ALIKE


class TicketMessage(NamedTuple):
    """A message, its language and, where there is one, its vector."""

    text: str
    language: str
    vector: tuple[float, ...] = ()


def belongs(
    said: TicketMessage, tickets: Sequence[TicketSummary], by: JoinWeights
) -> tuple[TicketSummary, float]:
    """The ticket that a message is likest, of equals the newest, and how likely it is of that."""
    seen = [features(said.text, said.language, ticket) for ticket in tickets]
    talks = [_talk(said.text, ticket) for ticket in tickets]
    more = [
        t + WAITS * (ticket.status not in _OVER) for t, ticket in zip(talks, tickets, strict=True)
    ]
    best = likest(seen, by, more)
    told = of_message(said, by, several=len(tickets) > 1, with_meaning=has_meaning(seen[0]))
    odds = _weighed(by.joins[_kind_of(seen[0], told)], (*seen[best], *told))
    return tickets[best], 1 / (1 + math.exp(-odds - talks[best]))


def likest(seen: Sequence[Sequence[float]], by: JoinWeights, more: Sequence[float] = ()) -> int:
    """The place of the ticket that compares best, of equals the last. ``more`` is what each has for
    it beside the comparisons.
    """
    rank = by.rank["meaning" if has_meaning(seen[0]) else "words"]
    beside = more or [0.0] * len(seen)
    return max(range(len(seen)), key=lambda n: (_weighed(rank, seen[n]) + beside[n], n))


def has_meaning(seen: Sequence[float]) -> bool:
    return len(seen) > _BY_WORDS


def _kind_of(seen: Sequence[float], told: Sequence[float]) -> str:
    if not has_meaning(seen):
        return "words"
    return "vector" if len(told) > _BY_MESSAGE else "meaning"


def of_message(
    said: TicketMessage, by: JoinWeights, *, several: bool, with_meaning: bool
) -> tuple[float, ...]:
    """What speaks for a message going on with a ticket, told without the ticket: the score of its
    words, whether it asks, its length, whether there are several tickets and, where vectors are
    compared, the score of its own.
    """
    scores = dict(zip(by.table.labels, by.table.scores_of(said.text), strict=True))
    told = (
        float(scores[GOES_ON] - scores[NEW]),
        float(said.text.rstrip().endswith("?")),
        min(len(said.text.split()), _WORDS) / _WORDS,
        float(several),
    )
    if not with_meaning or len(said.vector) + 1 != len(by.vector):
        return told
    *weights_of, constant = by.vector
    by_vector = sum(w * x for w, x in zip(weights_of, said.vector, strict=True))
    return (*told, constant + by_vector)


def _weighed(by: Sequence[float], seen: Sequence[float]) -> float:
    constant, *each = by
    return constant + sum(w * x for w, x in zip(each, seen, strict=True))


def is_vague(text: str) -> bool:
    """Whether every word only goes on with something ("any news?", "immer noch nichts"), names a
    number that was asked for ("INV-4711") or shows something ("here is the screenshot").
    """
    known = holds(_FILE, "turn", "vague")
    said = holds(_FILE, "turn", "shows").sub(" ", plain(_CODE.sub(" ", text)))
    return not any(map(str.isalnum, known.sub(" ", _without_small(said))))


def _talk(text: str, ticket: TicketSummary) -> float:
    """For a ticket in which a person talks with the customer; not for what tells another problem,
    or is of another type.
    """
    if not ticket.assignee:
        return 0.0
    flat, held = plain(text), plain(ticket.text)
    kind, theirs = _kind(flat), ticket.type or _kind(held)
    other = kind is not None and (kind is not theirs or _another(kind, flat, held))
    return 0.0 if other else IN_TALK


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
    told = _kind(plain(text)), ticket.type or _kind(plain(ticket.text))
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
    )
    return seen if ticket.near is None else (*seen, ticket.near)


def _kind(text: str) -> TicketType | None:
    """Nothing where the words say none."""
    scores = weights(text)
    best = max(scores, key=lambda kind: scores[kind])
    return best if scores[best] else None


def _terms(text: str, language: str) -> Mapping[str, float]:
    """Stems, the rarer the heavier, and ideas, in whatever words and language."""
    told = {
        stem: _IDEA if concepts(word, language) else 1.0
        for word in words(text)
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
