"""How many photos of two receipts give both totals, and how many of one are taken for several.

    python benchmarks/several.py DIR [--pairs N] [--seed N] [--cache FILE] [--single FILE]

DIR is a folder as for ``benchmarks/receipts.py``. Its pictures are laid in pairs on a dark ground,
side by side and one above the other by turns, every second pair turned a little. ``--cache`` keeps
the text of the pairs; ``--single`` is the cache of ``benchmarks/receipts.py``: with it each receipt
alone is judged as well. ``--show`` writes the pairs as pictures. Exits with 1 when one receipt was
taken for several.
"""

import argparse
import asyncio
import io
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PIL import Image

from agents.expenses.reader.engine import OcrPool
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading
from benchmarks.receipts import Cached, Truth, amounts_of, cached, person_of, truths

GROUND = (74, 62, 52)
MARGIN = 40
MOST_DEGREES = 4.0


class Pair(NamedTuple):
    """Two receipts in one picture."""

    id: str
    rows: tuple[Truth, Truth]
    beside: bool
    turned: tuple[float, float]
    """Degrees."""


def pairs_of(rows: Sequence[Truth], wanted: int, seed: int) -> list[Pair]:
    """The same pairs each time, of one ``seed``."""
    chance = random.Random(seed)  # noqa: S311 - only which receipts lie together
    found = []
    for number in range(wanted):
        first, second = chance.sample(rows, 2)
        degrees = (chance.uniform(-1, 1), chance.uniform(-1, 1))
        most = MOST_DEGREES if number % 4 > 1 else 0.0
        turned = (degrees[0] * most, degrees[1] * most)
        beside = number % 2 == 0
        found.append(Pair(f"{first.id}+{second.id}", (first, second), beside, turned))
    return found


def picture(folder: Path, pair: Pair) -> Image.Image:
    """Both papers on one ground."""
    papers = []
    for row, degrees in zip(pair.rows, pair.turned, strict=True):
        with Image.open(folder / row.image) as scan:
            paper = scan.convert("RGB")
        papers.append(
            paper.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=GROUND)
        )
    wide, high = [p.width for p in papers], [p.height for p in papers]
    size = (sum(wide), max(high)) if pair.beside else (max(wide), sum(high))
    gaps = (3, 2) if pair.beside else (2, 3)
    whole = Image.new("RGB", (size[0] + gaps[0] * MARGIN, size[1] + gaps[1] * MARGIN), GROUND)
    whole.paste(papers[0], (MARGIN, MARGIN))
    right, below = (wide[0] + MARGIN, 0) if pair.beside else (0, high[0] + MARGIN)
    whole.paste(papers[1], (MARGIN + right, MARGIN + below))
    return whole


async def texts(folder: Path, pairs: Sequence[Pair], cache: Path | None) -> dict[str, Cached]:
    known, pool = cached(cache), OcrPool()
    try:
        for pair in pairs:
            if pair.id in known:
                continue
            file = io.BytesIO()
            picture(folder, pair).save(file, "JPEG", quality=88)
            started = time.perf_counter()
            text = await pool.lines(file.getvalue())
            known[pair.id] = Cached(id=pair.id, seconds=time.perf_counter() - started, text=text)
            if cache is not None:
                with cache.open("a") as lines:
                    lines.write(known[pair.id].model_dump_json() + "\n")
    finally:
        await pool.close()
    return known


def read(entry: Cached, row: Truth, today: date) -> tuple[Reading, ...]:
    reading = reading_of(entry.text, "0" * 64, person_of(row), today)
    return (reading, *reading.others)


def right(rows: Sequence[Truth], readings: Sequence[Reading]) -> int:
    """How many of the receipts have a reading of their own with their total."""
    left = [reading.total.value for reading in readings if reading.total is not None]
    found = 0
    for row in rows:
        total = next((value for value in left if value in amounts_of(row)), None)
        if total is not None:
            left.remove(total)
            found += 1
    return found


def judge_pairs(pairs: Sequence[Pair], known: dict[str, Cached], today: date) -> None:
    scores: dict[str, Counter[str]] = {}
    for pair in pairs:
        readings = read(known[pair.id], pair.rows[0], today)
        both = right(pair.rows, readings) == len(pair.rows)
        told = "both" if both and len(readings) == len(pair.rows) else f"{len(readings)} read"
        kind = f"{'beside' if pair.beside else 'above'}{', turned' if any(pair.turned) else ''}"
        scores.setdefault(kind, Counter())[told] += 1
        if told != "both":
            totals = [str(r.total.value) if r.total else "none" for r in readings]
            wanted = [row.total for row in pair.rows]
            print(f"{pair.id} {kind}: read {totals}, wanted {wanted}")
    for kind, score in sorted(scores.items()):
        print(f"{kind}: {dict(score)} of {score.total()}")
    count = sum(score["both"] for score in scores.values())
    print(f"both totals right: {count} of {len(pairs)}")


def judge_single(rows: Sequence[Truth], known: dict[str, Cached], today: date) -> int:
    """How many receipts alone are taken for several."""
    split = [row.id for row in rows if row.id in known and len(read(known[row.id], row, today)) > 1]
    print(f"one receipt taken for several: {len(split)} of {len(known)} {split}")
    return len(split)


def main() -> None:
    options = _options()
    rows = truths(options.dir)
    today = datetime.now(UTC).date()
    pairs = pairs_of(rows, options.pairs, options.seed)
    if options.show:
        for pair in pairs:
            picture(options.dir, pair).save(options.show / f"{pair.id}.jpg")
    judge_pairs(pairs, asyncio.run(texts(options.dir, pairs, options.cache)), today)
    if options.single and judge_single(rows, cached(options.single), today):
        sys.exit(1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Two receipts in one photo.")
    parser.add_argument("dir", type=Path)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=16, help="other pairs")
    parser.add_argument("--cache", type=Path, default=None)
    parser.add_argument("--single", type=Path, default=None)
    parser.add_argument("--show", type=Path, default=None)
    return parser.parse_args()


if __name__ == "__main__":
    main()
