"""What a message is for: a judgement fitted to examples.

A logistic regression over the words of a message, pairs of them and short runs of letters, with a
label for each tool that people ask for, for each agent, and for talk. Words and letters have the
place of their checksum in one table of small whole numbers. ``benchmarks/meaning.py`` fits the
table to the ``examples.jsonl`` that stand beside the tools, and tries it on writers left out.

It says what a message is for and reads nothing out of it: amounts, days and names are found by
other readers. What it is not clear about is left alone or asked.
"""

import json
import re
from collections.abc import Container, Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

SIZE = 1 << 14
"""Places of the table."""

CLEAR = 0.4
"""From this chance on agents and kinds of money were right 9 times in 10 for writers left out."""
FIRM = 0.5
"""From here on tools were right 8 times in 10."""

_FAVOUR = 1.0
"""In logarithms of odds, almost three to one: what rules that are sure of a message weigh."""

_LONGEST = 60
"""Words looked at."""
_RUNS = (3, 4, 5)
"""Letters in a run, the ends of the word among them."""
_MANY = 6
_WORD = re.compile(r"\w+|[^\w\s]")
_CENTS = re.compile(r"\d+[.,]\d\d\b")
_DIGITS = re.compile(r"\d")


_ASKS_NOTHING = frozenset(["talk", "answer", "yes", "no", "help", "cancel", "undo", "restore"])
"""Labels of what is said to whoever is there."""


class MeantFor(NamedTuple):
    """What a message is likeliest for, and how likely that is, from 0 to 1."""

    label: str
    """The name of a tool, the slug of an agent, a kind of money that was not simply spent
    (``income``, ``refund``, ``transfer``, ``shared``), or ``talk``, ``answer``, ``yes``, ``no``,
    ``help``."""
    chance: float

    def is_for(self, *labels: str, least: float = CLEAR) -> bool:
        return self.chance >= least and self.label in labels

    def is_beside(self, *labels: str) -> bool:
        """Whether it clearly asks for something, and for none of these."""
        return self.chance >= CLEAR and self.label not in {*_ASKS_NOTHING, *labels}


class FittedTable(NamedTuple):
    """Of each place the weight for each label and, last, how rare it is; ``base`` has what each
    label weighs by itself. Weights are in units of ``1 / unit``.
    """

    labels: tuple[str, ...]
    base: NDArray[np.float32]
    weights: NDArray[np.int8]
    unit: float
    words: dict[str, frozenset[str]]
    """Of each label the words that several people used for it."""

    def scores_of(self, text: str) -> NDArray[np.float32]:
        """What a text weighs for each label, in logarithms of odds."""
        rows = self.weights[places_of(text)].astype(np.float32)
        rare = rows[:, -1]
        told = rows[:, :-1].sum(axis=0) / self.unit / np.sqrt((rare**2).sum())
        return np.asarray(self.base + told, dtype=np.float32)


def is_usual(word: str, label: str) -> bool:
    """Whether several people used a word where they meant this, or use it whatever they mean."""
    words, known = _table().words, word.casefold()
    return known in words.get(label, ()) or known in words["*"]


@lru_cache(maxsize=1_000)
def meant_by(text: str) -> MeantFor:
    """What a message is likeliest for. Raises nothing for any text."""
    table = _table()
    scores = table.scores_of(text)
    chances = np.exp(scores - scores.max())
    best = int(chances.argmax())
    return MeantFor(table.labels[best], float(chances[best] / chances.sum()))


def likeliest_of(
    text: str, labels: Iterable[str], favoured: Container[str] = frozenset()
) -> str | None:
    """Of these labels the one that a message is likeliest for; None where the table has none.
    Those that something else speaks for, too, are ``favoured``.
    """
    table = _table()
    scores = dict(zip(table.labels, table.scores_of(text), strict=True))
    known = [label for label in labels if label in scores]
    return max(known, key=lambda at: scores[at] + _FAVOUR * (at in favoured), default=None)


def places_of(text: str) -> list[int]:
    """The places of what a text has in it, each once."""
    return sorted({crc32(name.encode(errors="surrogatepass")) % SIZE for name in _names(text)})


def words_of(text: str) -> list[str]:
    """Words and signs, without case; digits are all alike."""
    plain = _DIGITS.sub("0", _CENTS.sub("0.00", text.casefold().replace("’", "'")))
    return _WORD.findall(plain)[:_LONGEST]


def _names(text: str) -> Iterator[str]:
    words = words_of(text)
    yield f"length {min(len(words) // 3, _MANY)}"
    for word in words:
        yield f"word {word}"
        yield from _runs(word)
    ended = ["^", *words, "$"]
    yield from (f"two {one} {other}" for one, other in pairwise(ended))
    yield from (f"around {one} {other}" for one, other in zip(ended, ended[2:], strict=False))


def _runs(word: str) -> Iterator[str]:
    if word[0].isalnum():
        ended = f"<{word}>"
        for length in _RUNS:
            yield from (f"run {ended[at : at + length]}" for at in range(len(ended) - length + 1))


def _table() -> FittedTable:
    return table_in("language", "meant")


@cache
def table_in(package: str, name: str) -> FittedTable:
    """The table that ``benchmarks/meaning.py`` wrote as two files of a package."""
    place = files(package)
    head = json.loads(place.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    labels = tuple(head["labels"])
    weights = np.frombuffer(place.joinpath(f"{name}.weights").read_bytes(), dtype=np.int8)
    return FittedTable(
        labels=labels,
        base=np.array(head["base"], dtype=np.float32),
        weights=weights.reshape(SIZE, len(labels) + 1),
        unit=head["unit"],
        words={label: frozenset(words) for label, words in head["words"].items()},
    )
