"""Fits the table of what a message is for to the examples beside the tools, and tries it.

    python -m benchmarks.meaning [--write]

Each writer of examples is left out once: what is printed is how the messages of people are judged
by a table that met none of them. With ``--write`` the table of all examples is written where
``language/meant.py`` reads it.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from language.meant import CLEAR, SIZE, FittedTable, places_of, words_of

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "language" / "meant"
STEPS = 60
RATE = 0.15
KEPT_SMALL = 0.03
"""How much weights are pulled to zero, beside the sum over all examples."""
LEAST_RARE = 0.3
GROUPS = 6
USUAL = 3
"""So many texts, by two writers at least, make a word usual for a label."""
COMMON = 6
"""So many labels make a word usual for all."""
LARGEST = 127
"""Of a whole number of the table."""

Floats = NDArray[np.float32]


class Example(NamedTuple):
    """A message, the label of what it is for, and who wrote it."""

    text: str
    meant: str
    by: str


class Rows(NamedTuple):
    """Messages as the places of what they have in them, one behind the other."""

    places: NDArray[np.int64]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]


class Fitted(NamedTuple):
    weights: Floats
    base: Floats
    rare: Floats


def examples() -> list[Example]:
    """All that stand in an ``examples.jsonl``, each text once."""
    found: dict[str, Example] = {}
    for path in sorted([*ROOT.glob("agents/**/examples.jsonl"), *ROOT.glob("language/*.jsonl")]):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found.setdefault(row["text"].casefold(), Example(row["text"], row["meant"], row["by"]))
    return list(found.values())


def rows_of(texts: Sequence[str]) -> Rows:
    each = [np.array(places_of(text), dtype=np.int64) for text in texts]
    lengths = np.array([len(one) for one in each])
    return Rows(np.concatenate(each), np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)


def _shares(rows: Rows, rare: Floats) -> Floats:
    """How much each place says of its message: rare ones more, in all of length 1."""
    values = rare[rows.places]
    lengths = np.sqrt(np.add.reduceat(values**2, rows.starts))
    return np.asarray(values / np.repeat(lengths, rows.lengths), dtype=np.float32)


def fitted(rows: Rows, meant: NDArray[np.int64], labels: int) -> Fitted:
    """The weights of a logistic regression with squared weights as cost."""
    count = len(rows.lengths)
    seen = np.bincount(rows.places, minlength=SIZE)
    rare = np.maximum(np.log(count / (seen + 1)), LEAST_RARE).astype(np.float32)
    share = _shares(rows, rare)[:, None]
    order = np.argsort(rows.places, kind="stable")
    of_row = np.repeat(np.arange(count), rows.lengths)[order]
    used, firsts = np.unique(rows.places[order], return_index=True)
    told = np.eye(labels, dtype=np.float32)[meant]
    weights, base = np.zeros((SIZE, labels), np.float32), np.zeros(labels, np.float32)
    by_weight, by_base = _Adam(weights.shape), _Adam(base.shape)
    for _ in range(STEPS):
        wrong = _chances(np.add.reduceat(weights[rows.places] * share, rows.starts) + base) - told
        slope = KEPT_SMALL * weights
        slope[used] += np.add.reduceat(wrong[of_row] * share[order], firsts)
        weights -= RATE * by_weight.step(slope)
        base -= RATE / 3 * by_base.step(wrong.sum(axis=0))
    return Fitted(weights, base, rare)


class _Adam:
    """Steps as long as a slope is steady (Kingma and Ba 2015)."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._mean, self._spread, self._steps = np.zeros(shape), np.zeros(shape), 0

    def step(self, slope: Floats) -> Floats:
        self._steps += 1
        self._mean += 0.1 * (slope - self._mean)
        self._spread += 0.01 * (slope**2 - self._spread)
        mean = self._mean / (1 - 0.9**self._steps)
        spread = self._spread / (1 - 0.99**self._steps)
        return np.asarray(mean / (np.sqrt(spread) + 1e-6), dtype=np.float32)


def _chances(scores: Floats) -> Floats:
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)


def left_out(found: Sequence[Example], labels: Sequence[str]) -> Floats:
    """The chances of every example by a table that met no message of its writer."""
    writers = [name for name, _ in Counter(one.by for one in found).most_common()]
    group = np.array([writers.index(one.by) % GROUPS for one in found])
    meant = np.array([labels.index(one.meant) for one in found])
    texts = [one.text for one in found]
    chances = np.zeros((len(found), len(labels)), np.float32)
    for out in range(GROUPS):
        rest, tried = np.flatnonzero(group != out), np.flatnonzero(group == out)
        fit = fitted(rows_of([texts[at] for at in rest]), meant[rest], len(labels))
        rows = rows_of([texts[at] for at in tried])
        share = _shares(rows, fit.rare)[:, None]
        scores = np.add.reduceat(fit.weights[rows.places] * share, rows.starts) + fit.base
        chances[tried] = _chances(scores)
    return chances


def report(found: Sequence[Example], labels: Sequence[str], chances: Floats) -> None:
    best, sure = chances.argmax(axis=1), chances.max(axis=1) >= CLEAR
    right = np.array([labels[at] == one.meant for at, one in zip(best, found, strict=True)])
    mixed: dict[str, Counter[str]] = defaultdict(Counter)
    for at, one in enumerate(found):
        mixed[one.meant][labels[best[at]] if sure[at] else "(unclear)"] += 1
    for label in labels:
        said = sure & (best == labels.index(label))
        often = ", ".join(f"{name} {n}" for name, n in mixed[label].most_common(4))
        print(f"  {label:20} right {right[said].sum():4}/{said.sum():4}   heard as: {often}")
    of_clear = right[sure].mean()
    print(f"right {right.mean():.1%}; clear {sure.mean():.1%}, of these right {of_clear:.1%}")


def usual_words(found: Sequence[Example]) -> dict[str, list[str]]:
    """Of each label the words that several people used for it; of ``*`` those that people use
    whatever they mean.
    """
    texts: dict[tuple[str, str], set[str]] = defaultdict(set)
    writers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in found:
        for word in filter(str.isalpha, words_of(one.text)):
            texts[one.meant, word].add(one.text)
            writers[one.meant, word].add(one.by)
    usual: dict[str, list[str]] = defaultdict(list)
    for label, word in sorted(texts):
        if len(texts[label, word]) >= USUAL and len(writers[label, word]) > 1:
            usual[label].append(word)
    labels = Counter(word for words in usual.values() for word in words)
    usual["*"] = sorted(word for word, count in labels.items() if count >= COMMON)
    return usual


def in_whole_numbers(
    fit: Fitted, labels: Sequence[str], words: dict[str, list[str]]
) -> FittedTable:
    """The table as it is read: small whole numbers, in which how rare a place is stands already."""
    heavy = fit.weights * fit.rare[:, None]
    unit = LARGEST / float(np.quantile(np.abs(heavy), 0.9999))
    rare_unit = LARGEST / float(fit.rare.max())
    whole = np.rint(np.hstack([heavy * unit, fit.rare[:, None] * rare_unit]))
    return FittedTable(
        labels=tuple(labels),
        base=np.array([round(float(one), 3) for one in fit.base], dtype=np.float32),
        weights=np.clip(whole, -LARGEST, LARGEST).astype(np.int8),
        unit=round(unit / rare_unit, 4),
        words={label: frozenset(some) for label, some in words.items()},
    )


def write(path: Path, table: FittedTable) -> None:
    """Two files, of weights and of what they mean."""
    path.with_suffix(".weights").write_bytes(table.weights.tobytes())
    head = {
        "labels": table.labels,
        "base": [round(float(one), 3) for one in table.base],
        "unit": table.unit,
        "words": {label: sorted(words) for label, words in table.words.items()},
    }
    text = json.dumps(head, ensure_ascii=False) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the table of what a message is for")
    parser.add_argument("--write", action="store_true", help="keep the table")
    parser.add_argument("--quick", action="store_true", help="without trying writers left out")
    options = parser.parse_args()
    found = examples()
    labels = sorted({one.meant for one in found})
    print(f"{len(found)} messages, {len(labels)} labels, {len({one.by for one in found})} writers")
    if not options.quick:
        report(found, labels, left_out(found, labels))
    if options.write:
        meant = np.array([labels.index(one.meant) for one in found])
        fit = fitted(rows_of([one.text for one in found]), meant, len(labels))
        write(TABLE, in_whole_numbers(fit, labels, usual_words(found)))


if __name__ == "__main__":
    main()
