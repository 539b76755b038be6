"""Fits the weights of the judgement whether words state money spent, and tries them.

    python -m benchmarks.spending.fit [--write] [--each N]

Examples are made from ``families.toml`` and read from the statements of the tests. Each family is
left out once: what is printed is how texts of its kind are judged by weights that met none. With
``--write`` the weights of all examples are written where the rules read them.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.expenses.offline import judged
from agents.expenses.offline.expenses import without_request
from agents.expenses.offline.mentions import facts_of, prepare
from benchmarks.spending.texts import Example, examples
from domain.understanding import Person

ROOT = Path(__file__).resolve().parents[2]
STATEMENTS = ROOT / "tests/agents/expenses/offline/statements.jsonl"
MISLEADING = STATEMENTS.with_name("sureness.jsonl")
WEIGHTS = ROOT / "agents/expenses/offline/data/spending.weights"
PERSON = Person(user_id="benchmark")
TODAY = datetime(2026, 11, 22, tzinfo=UTC).date()
FOLDS = 8
ROUNDS = 250
KEPT_SMALL = 0.3
"""How much weights are pulled to zero, beside the sum over all examples."""


WRITTEN = 5
"""How much more a text counts that somebody wrote than one of a template."""


class Rows(NamedTuple):
    """Examples as the places of their weights, a row each, filled up with ``SIZE``."""

    places: NDArray[np.int32]
    spent: NDArray[np.float64]
    weight: NDArray[np.float64]
    sources: list[str]
    texts: list[str]


def stated() -> Iterator[Example]:
    """The statements of the tests, in parts that are left out by themselves."""
    for at, line in enumerate(STATEMENTS.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        spent = "transaction" in row["accept"]
        yield Example(row["text"], spent, f"statements {at % 4}", made=False)


def misleading() -> Iterator[Example]:
    """The messages of the tests of sureness, half of which are made to mislead."""
    for line in MISLEADING.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["context"] == "none":
            yield Example(row["text"], row["kinds"] == ["expense"], "misleading", made=False)


def places_of(text: str) -> set[int]:
    """Those of a text as it is sent."""
    told = without_request(prepare(text, PERSON))
    facts = facts_of(told, PERSON, TODAY)
    return judged.features(told, facts)


def rows_of(all_examples: Sequence[Example]) -> Rows:
    """Each text once; a source with many weighs little more than one with few."""
    known = [(places_of(e.text), e) for e in {e.text: e for e in all_examples}.values()]
    widest = max(len(places) for places, _ in known)
    table = np.full((len(known), widest), judged.SIZE, dtype=np.int32)
    for at, (places, _) in enumerate(known):
        table[at, : len(places)] = sorted(places)
    sources = [e.source for _, e in known]
    count: dict[str, int] = defaultdict(int)
    for source in sources:
        count[source] += 1
    weight = np.array([count[e.source] ** -0.5 * (1 if e.made else WRITTEN) for _, e in known])
    spent = np.array([float(e.spent) for _, e in known])
    for side in (0.0, 1.0):
        weight[spent == side] *= 1 / weight[spent == side].sum()
    weight *= len(known) / 2
    return Rows(table, spent, weight, sources, [e.text for _, e in known])


def fitted(rows: Rows, chosen: NDArray[np.bool_]) -> NDArray[np.int8]:
    """The weights of a logistic regression with squared weights as cost, as whole numbers."""
    places, spent, weight = rows.places[chosen], rows.spent[chosen], rows.weight[chosen]
    flat = places.ravel()
    w = np.zeros(judged.SIZE + 1)
    mean, spread = np.zeros_like(w), np.zeros_like(w)
    for step in range(1, ROUNDS + 1):
        chance = 1 / (1 + np.exp(-w[places].sum(axis=1)))
        wrong = (chance - spent) * weight
        each = np.repeat(wrong, places.shape[1])
        slope = np.bincount(flat, each, judged.SIZE + 1) + KEPT_SMALL * w
        slope[-1] = 0
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        w -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
        w[-1] = 0
    return np.clip(np.rint(w[:-1] * judged.UNIT), -127, 127).astype(np.int8)


def sums(rows: Rows, weights: NDArray[np.int8]) -> NDArray[np.int64]:
    """What the weights of each example come to."""
    padded = np.append(weights.astype(np.int64), 0)
    return np.asarray(padded[rows.places].sum(axis=1), dtype=np.int64)


def left_out(rows: Rows) -> NDArray[np.int64]:
    """The sum of every example by weights that met no example of its source."""
    names = sorted(set(rows.sources))
    fold = {name: at % FOLDS for at, name in enumerate(names)}
    of = np.array([fold[s] for s in rows.sources])
    found = np.zeros(len(of), dtype=np.int64)
    for at in range(FOLDS):
        found[of == at] = sums(rows, fitted(rows, of != at))[of == at]
    return found


def report(rows: Rows, found: NDArray[np.int64], show: int) -> None:
    by: dict[str, list[int]] = defaultdict(list)
    for at, source in enumerate(rows.sources):
        by[source].append(at)
    for source, places in sorted(by.items()):
        spent = rows.spent[places]
        said = found[places] >= judged.LIKELY
        parts = [
            f"{what} {int((said[spent == side]).sum())}/{int((spent == side).sum())}"
            for what, side in (("kept", 1.0), ("false", 0.0))
            if (spent == side).any()
        ]
        print(f"  {source:38} {'  '.join(parts)}")
        wrong = [at for at in places if (found[at] >= judged.LIKELY) != bool(rows.spent[at])]
        for at in wrong[:show]:
            print(f"      {found[at]:5} {rows.texts[at]!r}")
    for what, side in (("kept", 1.0), ("false", 0.0)):
        chosen = rows.spent == side
        print(f"{what} {(found[chosen] >= judged.LIKELY).mean():.2%} of {chosen.sum()}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the judgement of what states spending")
    parser.add_argument("--each", type=int, default=25, help="texts of every template")
    parser.add_argument("--write", action="store_true", help="keep the weights")
    parser.add_argument("--quick", action="store_true", help="without trying families left out")
    parser.add_argument("--failures", type=int, default=0, help="how many to print of a source")
    options = parser.parse_args()
    rows = rows_of([*examples(options.each), *stated(), *misleading()])
    print(f"{len(rows.texts)} texts of {len(set(rows.sources))} sources")
    if not options.quick:
        report(rows, left_out(rows), options.failures)
    weights = fitted(rows, np.ones(len(rows.texts), dtype=np.bool_))
    said = sums(rows, weights) >= judged.LIKELY
    print(f"of what was met: {(said == (rows.spent > 0)).mean():.2%}")
    if options.write:
        WEIGHTS.write_bytes(weights.tobytes())


if __name__ == "__main__":
    main()
