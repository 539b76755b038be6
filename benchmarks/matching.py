"""How well messages find their ticket without a model.

    python -m benchmarks.matching [--fit]

Texts: tests/agents/support/offline/joins.txt. Each message that goes on is offered its own ticket
and others, each that does not only others; every second line is held. ``--fit`` prints the weights
of agents/support/offline/matching.py anew, from the half that is not held.
"""

import asyncio
import random
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.support.knowledge.meaning import LocalMeaning, has_local
from agents.support.offline import matching
from agents.support.offline.meaning import Meaning
from agents.support.tickets import MatchConfidence, TicketSummary
from language.detection import languages

_TEXTS = Path("tests/agents/support/offline/joins.txt")
_SEVERAL = (0, 1, 1, 2, 3)
"""How many tickets are offered beside one."""
_STEPS, _RATE, _DECAY = 4_000, 0.3, 0.004


class Thread(NamedTuple):
    company: str
    ticket: str
    goes_on: tuple[str, ...]
    others: tuple[str, ...]
    held: bool


class Case(NamedTuple):
    text: str
    active: tuple[TicketSummary, ...]
    joins: str | None


def threads() -> list[Thread]:
    lines = [line for line in _TEXTS.read_text("utf-8").splitlines() if line[:1] not in {"#", ""}]
    made = []
    for number, line in enumerate(lines):
        first, goes_on, others = (column.strip() for column in line.split("|"))
        company, _, ticket = first.partition(": ")
        own, new = (tuple(part.strip() for part in c.split(";")) for c in (goes_on, others))
        made.append(Thread(company, ticket, own, new, held=number % 2 == 1))
    return made


def cases(*, held: bool) -> list[Case]:
    """The same each time: what is offered beside a ticket is drawn with a fixed seed."""
    draw = random.Random(11)  # noqa: S311 - not for secrets
    known = [thread for thread in threads() if thread.held is held]
    made: list[Case] = []
    for own in known:
        beside = [t for t in known if t is not own]
        beside.sort(key=lambda t: (t.company != own.company, draw.random()))
        for text in own.goes_on:
            offered = [own, *beside[: draw.choice(_SEVERAL)]]
            draw.shuffle(offered)
            made.append(Case(text, _summaries(offered), own.ticket))
        for text in own.others:
            offered = [own, *beside[: draw.choice(_SEVERAL)]]
            draw.shuffle(offered)
            made.append(Case(text, _summaries(offered), None))
        # The same customer with a new problem, while an older one of another kind is open.
        made.append(Case(own.ticket, _summaries(beside[: draw.choice((1, 2))]), None))
    return made


def _summaries(offered: list[Thread]) -> tuple[TicketSummary, ...]:
    return tuple(
        TicketSummary(
            customer_id="C",
            ticket_id=thread.ticket,
            text=thread.ticket,
            language=languages().of(thread.ticket, "en"),
        )
        for thread in offered
    )


def compared(case: Case, meaning: Meaning | None) -> tuple[TicketSummary, ...]:
    return asyncio.run(meaning.compared(case.text, case.active)) if meaning else case.active


def measure(some: list[Case], meaning: Meaning | None) -> tuple[float, float]:
    """Share of messages told right, and of those about something new that joined a ticket."""
    told: Counter[str] = Counter()
    for case in some:
        language = languages().of(case.text, "en")
        got = matching.matched(case.text, language, compared(case, meaning))
        joined = got.ticket_id if got.confidence is not MatchConfidence.LOW else None
        told["right"] += joined == case.joins
        told["new"] += case.joins is None
        told["wrongly"] += case.joins is None and joined is not None
    return told["right"] / len(some), told["wrongly"] / told["new"]


def fit(some: list[Case], meaning: Meaning | None) -> tuple[float, ...]:
    rows, joins = [], []
    for case in some:
        language = languages().of(case.text, "en")
        for ticket in compared(case, meaning):
            seen = matching.features(case.text, language, ticket)
            rows.append((1.0, *seen))
            joins.append(float(ticket.ticket_id == case.joins))
    x, y = np.array(rows), np.array(joins)
    weights = np.zeros(x.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-x @ weights))
        decay = _DECAY * weights
        decay[0] = 0
        weights -= _RATE * (x.T @ (likely - y) / len(y) + decay)
    return tuple(round(float(weight), 3) for weight in weights)


def main() -> None:
    meanings = [None, Meaning(LocalMeaning(), patience=None)] if has_local() else [None]
    for meaning in meanings:
        name = "meaning" if meaning else "words"
        if "--fit" in sys.argv:
            told = fit(cases(held=False), meaning)
            print(f"BY_{name.upper()} = {told}")
            setattr(matching, f"BY_{name.upper()}", told)
        for held in (False, True):
            right, wrongly = measure(cases(held=held), meaning)
            half = "held" if held else "seen"
            print(f"{name} {half}: right {right:.3f}, joined to a stranger {wrongly:.3f}")


if __name__ == "__main__":
    main()
