"""How well articles are found that answer what customers ask.

    python -m benchmarks.knowledge [--fit]

Each question is asked twice: as it is, and without the article that answers it. ``answered`` is
the share of answerable questions that got an automatic answer, ``right`` the share of all
automatic answers that were right: one to a question whose article was left out never is.
``--fit`` prints the numbers of agents/support/knowledge/sureness.py anew, from the half ``seen``.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from agents.support.knowledge import sureness
from agents.support.knowledge.embedder import LocalMeaning, has_local
from agents.support.knowledge.index import Floats, Index, IndexEntry
from agents.support.knowledge.passages import passages
from benchmarks.regression import logistic
from tests.agents.support.knowledge.collections import Collection, collections


class Outcome(NamedTuple):
    answerable: bool
    place: int
    """Of the right article, from 1; 0 for none."""
    features: tuple[float, ...]
    sure: bool
    seconds: float


class Bench:
    def __init__(self, meaning: LocalMeaning | None) -> None:
        self.meaning = meaning

    def _vectors(self, texts: list[str], *, query: bool) -> list[Floats]:
        assert self.meaning is not None  # noqa: S101
        made = asyncio.run(self.meaning.embed(texts, query=query))
        return [np.array(each, dtype=np.float32) for each in made]

    def outcomes(self, collection: Collection) -> Iterator[Outcome]:
        entries = []
        for article in collection.articles:
            pieces, vectors = passages(article), {}
            if self.meaning is not None:
                texts = [
                    each.text if each.n <= 0 else f"{article.title}\n{each.text}" for each in pieces
                ]
                made = self._vectors(texts, query=False)
                vectors = {each.n: vector for each, vector in zip(pieces, made, strict=True)}
            entries.append(IndexEntry(article, pieces, vectors))
        index = Index(entries)
        for query, article_id in collection.asked:
            yield self._asked(index, query, article_id, frozenset())
            yield self._asked(index, query, "", frozenset({article_id}))
        for query in collection.unanswered:
            yield self._asked(index, query, "", frozenset())

    def _asked(self, index: Index, query: str, right: str, without: frozenset[str]) -> Outcome:
        started = time.perf_counter()
        vector = self._vectors([query], query=True)[0] if self.meaning is not None else None
        ranking = index.rank(query, vector=vector, without=without, top=10)
        taken = time.perf_counter() - started
        ids = [each.entry.article.id for each in ranking.ranked]
        place = ids.index(right) + 1 if right in ids else 0
        return Outcome(bool(right), place, ranking.features, ranking.sure, taken)


def report(name: str, outcomes: list[Outcome]) -> None:
    own = [each for each in outcomes if each.answerable]
    sure = [each for each in outcomes if each.sure]
    hit = np.mean([each.place == 1 for each in own])
    mrr = np.mean([1 / each.place if each.place else 0 for each in own])
    answered = np.mean([each.sure for each in own])
    right = np.mean([each.place == 1 for each in sure]) if sure else float("nan")
    p95 = np.percentile([each.seconds for each in outcomes], 95) * 1000
    print(
        f"{name:24} {len(own):4} questions  hit@1 {hit:.3f}  MRR {mrr:.3f}"
        f"  answered {answered:.2f}  right {right:.2f}  p95 {p95:.0f} ms"
    )


def fitted(outcomes: list[Outcome]) -> list[float]:
    features = np.array([each.features for each in outcomes])
    right = np.array([float(each.place == 1) for each in outcomes])
    return [round(float(each), 3) for each in logistic(features, right)]


def main() -> None:
    for meaning in (None, LocalMeaning()) if has_local() else (None,):
        print("by words and meaning" if meaning else "by words")
        bench = Bench(meaning)
        for half in ("seen", "unseen"):
            every: list[Outcome] = []
            for collection in collections(half):
                outcomes = list(bench.outcomes(collection))
                report(f"  {half}/{collection.name}", outcomes)
                every += outcomes
            report(f"  {half}", every)
            if "--fit" in sys.argv and half == "seen":
                print("  fitted:", fitted(every))
    print(f"thresholds: {sureness.SURE} by words, {sureness.SURE_WITH_MEANING} with meaning")


if __name__ == "__main__":
    main()
