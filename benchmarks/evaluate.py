"""One table: how right and how fast receipts are read, beside what people would use instead.

    python benchmarks/evaluate.py DIR [--every N] [--cache FILE] [--crops FOLDER] [--no-peers]

DIR is a folder as for ``benchmarks/receipts.py``. All readers are judged by the same answers:
Steward; the rules of a typical expense bot on Steward's lines; Tesseract's lines, if it is
installed, with either rules. Peers run once a picture and are no dependency.
"""

import argparse
import asyncio
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.media.lines import OcrText
from agents.expenses.photo_certainty import AMOUNT_CONFIDENCE_THRESHOLD
from agents.expenses.reader.calibration import calibrated
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading
from benchmarks.crops import crop
from benchmarks.peers import by_tesseract, naive, tesseract
from benchmarks.receipts import Cached, Truth, cached, person_of, recognised, rights_of, truths

FIELDS = {"total": "total", "occurred_on": "date", "merchant": "merchant"}


@dataclass
class Column:
    """One reader over all receipts."""

    name: str
    seconds: list[float] = field(default_factory=list)
    rights: list[dict[str, bool]] = field(default_factory=list)
    exact: int = 0
    """Merchants as printed in the answers, letter for letter."""
    accepted: list[bool] = field(default_factory=list)
    """For each total taken without a question: was it right."""

    def add(self, row: Truth, reading: Reading, seconds: float) -> dict[str, bool]:
        rights = rights_of(row, reading)
        self.rights.append(rights)
        self.seconds.append(seconds)
        self.exact += reading.merchant is not None and reading.merchant.value == row.company
        total = reading.total
        if reading.is_receipt and total and total.confidence >= AMOUNT_CONFIDENCE_THRESHOLD:
            self.accepted.append(rights["total"])
        return rights


def main() -> None:
    options = _options()
    rows = truths(options.dir)[:: options.every]
    known = asyncio.run(recognised(options.dir, rows, cached(options.cache), options.cache))
    rows = [row for row in rows if row.id in known]
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    columns = [_steward(options, rows, known), _by_naive_rules(rows, known)]
    if not options.no_peers:
        command = tesseract(options.tesseract)
        if command:
            columns += _by_tesseract(command, options, rows)
        else:
            print("Tesseract is not installed: no column for it (Debian: tesseract-ocr)\n")
    _table(columns)
    fresh = f"{children} MB at most" if children else "not measured, all lines were cached"
    print(f"\nmemory of the reading process: {fresh}")


def _steward(options: argparse.Namespace, rows: list[Truth], known: dict[str, Cached]) -> Column:
    column = Column("Steward")
    today = datetime.now(UTC).date()
    for row in rows:
        entry, started = known[row.id], time.perf_counter()
        reading = calibrated(reading_of(entry.text, "0" * 64, person_of(row), today))
        rights = column.add(row, reading, entry.seconds + time.perf_counter() - started)
        for name, right in rights.items():
            if not right:
                _failure(options, row, entry.text, reading, name)
    return column


def _failure(
    options: argparse.Namespace, row: Truth, text: OcrText, reading: Reading, name: str
) -> None:
    read, wanted = {
        "total": (reading.total, row.total),
        "occurred_on": (reading.occurred_on, row.date),
        "merchant": (reading.merchant, row.company),
    }[name]
    said = f"{str(read.value)!r} ({read.confidence:.2f})" if read else "nothing"
    print(f"{row.id} {FIELDS[name]}: read {said}, wanted {wanted!r}")
    if options.crops:
        file = options.crops / f"{row.id}-{FIELDS[name]}.png"
        crop((options.dir / row.image).read_bytes(), text, read.evidence if read else "", file)


def _by_naive_rules(rows: list[Truth], known: dict[str, Cached]) -> Column:
    column = Column("bot rules")
    for row in rows:
        column.add(row, naive(known[row.id].text), known[row.id].seconds)
    return column


def _by_tesseract(command: str, options: argparse.Namespace, rows: list[Truth]) -> list[Column]:
    ours, theirs = Column("Tesseract + our rules"), Column("Tesseract + bot rules")
    today = datetime.now(UTC).date()
    for row in rows:
        started = time.perf_counter()
        text = by_tesseract(command, (options.dir / row.image).read_bytes())
        seconds = time.perf_counter() - started
        reading = calibrated(reading_of(text, "0" * 64, person_of(row), today))
        ours.add(row, reading, seconds)
        theirs.add(row, naive(text), seconds)
    return [ours, theirs]


def _table(columns: list[Column]) -> None:
    count = max(len(columns[0].rights), 1)
    figures: dict[str, Callable[[Column], str]] = {
        name: partial(_share, key) for key, name in FIELDS.items()
    }
    figures |= {
        "merchant, exactly": lambda c: f"{c.exact / count:.1%}",
        "all three": lambda c: f"{sum(all(r.values()) for r in c.rights) / count:.1%}",
        "totals accepted": lambda c: f"{len(c.accepted) / count:.1%}",
        "of those right": lambda c: f"{sum(c.accepted) / max(len(c.accepted), 1):.1%}",
        "seconds, median": lambda c: f"{statistics.median(c.seconds or [0]):.2f}",
        "seconds, p95": lambda c: f"{_p95(c.seconds):.2f}",
    }
    print(f"\n| {len(columns[0].rights)} receipts | {' | '.join(c.name for c in columns)} |")
    print(f"| --- |{' ---: |' * len(columns)}")
    for name, figure in figures.items():
        print(f"| {name} | {' | '.join(figure(column) for column in columns)} |")


def _share(field_name: str, column: Column) -> str:
    right = sum(rights[field_name] for rights in column.rights)
    return f"{right / max(len(column.rights), 1):.1%}"


def _p95(seconds: list[float]) -> float:
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))] if ordered else 0.0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Reading receipts, beside other readers.")
    parser.add_argument("dir", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each Nth receipt only")
    parser.add_argument("--cache", type=Path, default=None)
    parser.add_argument("--crops", type=Path, default=None)
    parser.add_argument("--tesseract", default="tesseract", help="its command")
    parser.add_argument("--no-peers", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
