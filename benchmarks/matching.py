"""How well messages find their ticket without a model.

    python -m benchmarks.matching [--quick] [--write] [FILE]

Texts: tests/agents/support/offline/joins.jsonl. Each writer is left out once, and what is printed
is how their messages are told by weights that met none of them. With ``--write`` the weights of all
are written where agents/support/offline/matching.py reads them. A ``FILE`` of the same form is told
by the weights that are in use.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.support.knowledge.embedder import LocalMeaning, has_local
from agents.support.offline import matching
from agents.support.offline.matching import JoinWeights, TicketMessage
from agents.support.offline.nearness import Compared, Meaning
from agents.support.tickets import MatchConfidence, TicketSummary
from benchmarks.meaning import fitted, in_whole_numbers, rows_of, write
from benchmarks.regression import Floats, logistic
from language.detection import languages

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "tests/agents/support/offline/joins.jsonl"
DATA = ROOT / "agents/support/offline/data"
LABELS = (matching.NEW, matching.GOES_ON)
VECTORS_KEPT_SMALL = 0.02
"""Of the weights of a vector, whose parts are small."""


class Case(NamedTuple):
    """A message, the tickets that are open, and the place of the one that it belongs to."""

    text: str
    tickets: tuple[TicketSummary, ...]
    joins: int | None
    by: str

    @property
    def goes_on(self) -> bool:
        return self.joins is not None

    @property
    def language(self) -> str:
        return languages().of(self.text, "en")


def cases(path: Path = TEXTS) -> list[Case]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Case(row["message"], tuple(_summaries(row["tickets"])), row["joins"], row["by"])
        for row in rows
    ]


def _summaries(texts: Sequence[str]) -> Iterable[TicketSummary]:
    for n, text in enumerate(texts):
        language = languages().of(text, "en")
        yield TicketSummary(customer_id="C", ticket_id=f"T{n}", text=text, language=language)


def compared(some: Sequence[Case], meaning: Meaning | None) -> list[Compared]:
    async def each() -> list[Compared]:
        if meaning is None:
            return [Compared(case.tickets) for case in some]
        return [await meaning.compared(case.text, case.tickets) for case in some]

    return asyncio.run(each())


class Told(NamedTuple):
    """Shares of messages."""

    right: float
    to_strangers: float
    """Of those about something new: joined a ticket."""
    missed: float
    """Of those that go on: taken for something new."""

    def __str__(self) -> str:
        return (
            f"right {self.right:.3f}, new ones joined {self.to_strangers:.3f},"
            f" going on and missed {self.missed:.3f}"
        )


def measure(some: Sequence[Case], meaning: Meaning | None, by: JoinWeights | None = None) -> Told:
    """By these weights, or those that are in use."""
    told: Counter[str] = Counter()
    for case, near in zip(some, compared(some, meaning), strict=True):
        got = matching.matched(case.text, case.language, near.tickets, near.vector, by)
        joined = got.ticket_id if got.confidence is not MatchConfidence.LOW else None
        told["right"] += joined == (None if case.joins is None else f"T{case.joins}")
        told["new"] += not case.goes_on
        told["wrongly"] += not case.goes_on and joined is not None
        told["missed"] += case.goes_on and joined is None
    new = told["new"]
    return Told(
        told["right"] / len(some), told["wrongly"] / new, told["missed"] / (len(some) - new)
    )


def _rounded(weights: Sequence[float] | Floats) -> tuple[float, ...]:
    return tuple(round(float(each), 4) for each in weights)


def of_texts(some: Sequence[Case], near: Sequence[Compared]) -> JoinWeights:
    """What messages tell by themselves: the table of their words, the weights of their vectors."""
    goes_on = np.array([int(case.goes_on) for case in some])
    fit = fitted(rows_of([case.text for case in some]), goes_on, len(LABELS))
    vector: tuple[float, ...] = ()
    if near[0].vector:
        vectors = np.array([each.vector for each in near], dtype=np.float64)
        middle = vectors.mean(axis=0)
        constant, *each = logistic(vectors - middle, goes_on.astype(float), VECTORS_KEPT_SMALL)
        vector = _rounded([*each, constant - float(np.dot(each, middle))])
    return JoinWeights({}, {}, vector, in_whole_numbers(fit, LABELS, {}))


def all_weights(some: Sequence[Case], meaning: Meaning | None) -> JoinWeights:
    """Fitted to some cases. How much a message's own words count is fitted to messages of writers
    that the table and the weights of vectors have not met, as it will be for people.
    """
    by_words, near = compared(some, None), compared(some, meaning)
    strangers = {}
    for writer in sorted({case.by for case in some}):
        met = [n for n, case in enumerate(some) if case.by != writer]
        strangers[writer] = of_texts([some[n] for n in met], [near[n] for n in met])
    own = of_texts(some, near)
    for kind in ("words", "meaning", "vector") if own.vector else ("words",):
        own = _with(own, kind, some, by_words if kind == "words" else near, strangers)
    return own


def _with(
    own: JoinWeights,
    kind: str,
    some: Sequence[Case],
    near: Sequence[Compared],
    strangers: Mapping[str, JoinWeights],
) -> JoinWeights:
    """With weights of this kind: which ticket a message is likest, and whether it is of that."""
    seen = [
        [matching.features(case.text, case.language, ticket) for ticket in each.tickets]
        for case, each in zip(some, near, strict=True)
    ]
    pairs = [
        (each, float(n == case.joins))
        for case, of_case in zip(some, seen, strict=True)
        if case.goes_on
        for n, each in enumerate(of_case)
    ]
    rank = logistic(np.array([row for row, _ in pairs]), np.array([is_own for _, is_own in pairs]))
    ranked = "words" if kind == "words" else "meaning"
    own = own._replace(rank={**own.rank, ranked: _rounded(rank)})
    rows = []
    for case, each, of_case in zip(some, near, seen, strict=True):
        said = TicketMessage(case.text, case.language, each.vector if kind == "vector" else ())
        told = matching.of_message(
            said,
            strangers[case.by],
            several=len(of_case) > 1,
            with_meaning=kind != "words",
        )
        rows.append((*of_case[matching.likest(of_case, own)], *told))
    goes_on = np.array([float(case.goes_on) for case in some])
    joins = logistic(np.array(rows), goes_on)
    return own._replace(joins={**own.joins, kind: _rounded(joins)})


def by_strangers(some: Sequence[Case], meaning: Meaning | None) -> Told:
    """Each writer's messages by the weights of all others; the mean over messages."""
    parts = []
    for writer in sorted({case.by for case in some}):
        tried = [case for case in some if case.by == writer]
        by = all_weights([case for case in some if case.by != writer], meaning)
        told = measure(tried, meaning, by)
        print(f"  {writer}, {len(tried)} messages: {told}")
        parts.append((told, len(tried)))
    whole = sum(count for _, count in parts)
    return Told(*(sum(t[n] * count for t, count in parts) / whole for n in range(3)))


def keep(by: JoinWeights) -> None:
    write(DATA / "goes_on", by.table)
    told = {"rank": by.rank, "joins": by.joins, "vector": by.vector}
    (DATA / "joins.json").write_text(json.dumps(told) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit which ticket a message belongs to")
    parser.add_argument("--write", action="store_true", help="keep the weights")
    parser.add_argument("--quick", action="store_true", help="without trying writers left out")
    parser.add_argument("file", nargs="?", type=Path, help="only measure these")
    options = parser.parse_args()
    local = Meaning(LocalMeaning(), patience=None) if has_local() else None
    if options.file is not None:
        for meaning in (None, local) if local else (None,):
            told = measure(cases(options.file), meaning)
            print(f"{'meaning' if meaning else 'words'}: {told}")
        return
    for meaning in () if options.quick else (None, local) if local else (None,):
        told = by_strangers(cases(), meaning)
        print(f"{'meaning' if meaning else 'words'}, writers left out: {told}")
    if options.write:
        keep(all_weights(cases(), local))


if __name__ == "__main__":
    main()
