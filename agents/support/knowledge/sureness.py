"""How likely the best article answers the question: calibrated here, and nowhere else.

The numbers are fitted by ``benchmarks/knowledge.py --fit`` on half of the invented collections in
tests/agents/support/knowledge/judged; docs/knowledge.md says how, and what the other half gives.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

LOOKED_AT = 5
"""Articles that the best one is compared with."""

BY_WORDS = (-2.056, 3.528, -1.107, 0.351, 1.629, -0.268)
BY_MEANING = (-2.442, 3.524, -1.7, -0.02, 1.573, 0.009, 1.338, -0.031, 1.587)
SURE, SURE_WITH_MEANING = 0.62, 0.58
"""From which likelihood on an article may be an answer by itself."""


class Seen(NamedTuple):
    """How an article compares with a question: by stems, pieces of words, and meaning."""

    words: float
    grams: float
    meaning: float | None

    @property
    def written(self) -> float:
        return self.words + 0.5 * self.grams


def of(best: Sequence[Seen], size: int) -> float:
    """From 0 to 1, of the first. ``size``: how many words of the question say something."""
    if not best:
        return 0.0
    seen = features(best, size)
    weights = BY_WORDS if best[0].meaning is None else BY_MEANING
    return 1 / (1 + math.exp(-sum(w * x for w, x in zip(weights, (1.0, *seen), strict=True))))


def is_sure(likelihood: float, *, with_meaning: bool) -> bool:
    return likelihood >= (SURE_WITH_MEANING if with_meaning else SURE)


def features(best: Sequence[Seen], size: int) -> tuple[float, ...]:
    first = best[0]
    second = best[1].written if len(best) > 1 else 0.0
    ahead = first.written - second
    found = (
        math.log1p(first.words), first.grams, ahead, ahead / (first.written + 0.1),
        min(size, 6) / 6,
    )  # fmt: skip
    if first.meaning is None:
        return found
    others = [each.meaning or 0.0 for each in best[1:]] or [first.meaning]
    return (
        *found,
        20 * (first.meaning - 0.85),
        20 * (first.meaning - max(others)),
        20 * (first.meaning - sum(others) / len(others)),
    )
