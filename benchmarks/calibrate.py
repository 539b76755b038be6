"""Fits what a confidence is worth, on receipts with known answers.

    python benchmarks/calibrate.py DIR [DIR ...] --cache FILE [--write] [--picture FILE]

DIR is a folder as for ``benchmarks/receipts.py``. Each receipt counts as it was read and in two
degrees of damage (``benchmarks/damage.py``), its shop also without the line that names it. The
figures printed are cross-validated: a receipt is
judged by curves that were fitted without it. ``--write`` fits on all of them and stores the
curves where the reader finds them; ``--picture`` draws the reliability diagram.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from agents.expenses.reader.calibration import Curve, probability
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading
from benchmarks.damage import DEGREES, damaged, without_name
from benchmarks.receipts import Cached, Truth, cached, person_of, recognised, rights_of, truths
from benchmarks.reliability import draw

STORED = (
    Path(__file__).resolve().parent.parent
    / "agents"
    / "expenses"
    / "reader"
    / "data"
    / "calibration.json"
)
FIELDS = ("total", "occurred_on", "merchant")
FOLDS = 5
MIN_STEP = 25
"""Readings that a step of a curve stands on at least."""
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)


class Seen(NamedTuple):
    """One read value: what the rules said, and whether it was right."""

    fold: int
    intact: bool
    """Of a receipt as it was read, not damaged."""
    raw: float
    right: bool


def main() -> None:
    options = _options()
    rows, known = [], cached(options.cache)
    for folder in options.dirs:
        found = truths(folder)
        known = asyncio.run(recognised(folder, found, known, options.cache))
        rows += [row for row in found if row.id in known]
    seen = _seen(rows, known)
    judged: dict[str, list[tuple[Seen, float]]] = {}
    for field in FIELDS:
        judged[field] = [
            (one, probability(one.raw, fitted(s for s in seen[field] if s.fold != fold)))
            for fold in range(FOLDS)
            for one in seen[field]
            if one.fold == fold
        ]
        _print(field, judged[field])
    if options.write:
        curves = {field: fitted(seen[field]) for field in FIELDS}
        STORED.write_text(json.dumps(curves, indent=1) + "\n", encoding="utf-8")
    if options.picture:
        draw(
            {f: [(p, one.raw, one.right) for one, p in judged[f]] for f in FIELDS}, options.picture
        )


def fitted(seen: Iterable[Seen]) -> Curve:
    """A growing step curve (pool adjacent violators), each share drawn a little to the middle."""
    blocks: list[list[Seen]] = []
    ordered = sorted(seen, key=lambda s: s.raw)
    for one in ordered:
        if blocks and (len(blocks[-1]) < MIN_STEP or blocks[-1][-1].raw == one.raw):
            blocks[-1].append(one)
        else:
            blocks.append([one])
        while (
            len(blocks) > 1
            and len(blocks[-1]) >= MIN_STEP
            and _share(blocks[-2]) >= _share(blocks[-1])
        ):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    if len(blocks) > 1 and len(blocks[-1]) < MIN_STEP:
        blocks[-2:] = [blocks[-2] + blocks[-1]]
    return tuple(
        (round(sum(s.raw for s in block) / len(block), 3), round(_share(block), 3))
        for block in blocks
    )


def _share(block: list[Seen]) -> float:
    return (sum(s.right for s in block) + 1) / (len(block) + 2)


def _seen(rows: list[Truth], known: dict[str, Cached]) -> dict[str, list[Seen]]:
    today = datetime.now(UTC).date()
    seen: dict[str, list[Seen]] = {field: [] for field in FIELDS}
    for number, row in enumerate(rows):
        whole = known[row.id].text
        texts = [whole, *(damaged(whole, row.id, lost, bad) for lost, bad in DEGREES)]
        texts.append(without_name(whole, row.company))
        for degree, text in enumerate(texts):
            reading = reading_of(text, "0" * 64, person_of(row), today)
            rights = rights_of(row, reading)
            for field in FIELDS if degree <= len(DEGREES) else ("merchant",):
                raw = _confidence(reading, field)
                if raw is not None:
                    seen[field].append(Seen(number % FOLDS, degree == 0, raw, rights[field]))
    return seen


def _confidence(reading: Reading, field: str) -> float | None:
    value = {
        "total": reading.total,
        "occurred_on": reading.occurred_on,
        "merchant": reading.merchant,
    }[field]
    return value.confidence if value and reading.is_receipt else None


def _print(field: str, judged: list[tuple[Seen, float]]) -> None:
    raw = sum((s.raw - s.right) ** 2 for s, _ in judged) / len(judged)
    new = sum((p - s.right) ** 2 for s, p in judged) / len(judged)
    print(f"{field}: {len(judged)} values, mean squared error {raw:.4f} before, {new:.4f} after")
    for name, part in (
        ("as read", [j for j in judged if j[0].intact]),
        ("damaged", [j for j in judged if not j[0].intact]),
    ):
        for threshold in THRESHOLDS:
            taken = [s for s, p in part if p >= threshold]
            right = sum(s.right for s in taken) / max(len(taken), 1)
            print(
                f"  {name}, from {threshold:.2f}: accepted {len(taken) / len(part):6.1%}, "
                f"of those right {right:6.1%}"
            )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What a confidence is worth.")
    parser.add_argument("dirs", type=Path, nargs="+")
    parser.add_argument("--cache", type=Path, default=None)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--picture", type=Path, default=None)
    return parser.parse_args()


if __name__ == "__main__":
    main()
