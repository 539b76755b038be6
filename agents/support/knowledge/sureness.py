"""How likely the best article answers the question: calibrated here, and nowhere else.

The numbers are fitted by ``benchmarks/knowledge.py --fit`` on the half of the invented collections
that is in tests/agents/support/knowledge/judged/seen; docs/knowledge.md says how, and what the
other half gives.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

LOOKED_AT = 5
"""Articles that the best one is compared with."""

BY_WORDS = (-2.272, 3.872, -0.211, 1.809, 1.283, -0.098, -1.359, -0.278, -0.943, -2.17)
BY_MEANING = (
    -2.25, 3.546, -0.789, 1.2, 1.234, 0.044, -0.965, -0.288, -0.912, -2.403, 1.276, -0.336, 1.69,
)  # fmt: skip
SURE, SURE_WITH_MEANING = 0.57, 0.55
"""From which likelihood on an article may be an answer by itself."""


ALONE, AHEAD = 0.85, 0.035
"""By meaning alone: how near the first is, and how much nearer than the next. Of the half seen a
fifth of the questions has that, and 85 in 100 of their answers are right."""


class Seen(NamedTuple):
    """How an article compares with a question: by stems, pieces of words, and meaning."""

    words: float
    grams: float
    covered: float
    """Share of what is asked that stands in the article at all."""
    headed: float
    """The same of its title, questions and tags."""
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


def is_meant(best: Sequence[Seen]) -> bool:
    """Whether the first is surely meant where words cannot tell: no article has any of them, as
    those of another script.
    """
    first, rest = best[0], best[1:]
    if first.meaning is None or not rest or any(each.written for each in best):
        return False
    others = max(each.meaning or 0.0 for each in rest)
    return first.meaning >= ALONE and first.meaning - others >= AHEAD


def features(best: Sequence[Seen], size: int) -> tuple[float, ...]:
    first, rest = best[0], best[1:]
    ahead = first.written - max((each.written for each in rest), default=0.0)
    found = (
        math.log1p(first.words),
        first.grams,
        ahead,
        ahead / (first.written + 0.1),
        min(size, 6) / 6,
        first.covered,
        first.headed,
        first.headed - max((each.headed for each in rest), default=0.0),
        first.covered - max((each.covered for each in rest), default=0.0),
    )
    if first.meaning is None:
        return found
    others = [each.meaning or 0.0 for each in rest] or [first.meaning]
    return (
        *found,
        20 * (first.meaning - 0.85),
        20 * (first.meaning - max(others)),
        20 * (first.meaning - sum(others) / len(others)),
    )
