"""Accuracy and speed of reading receipts, for a folder of pictures with known answers.

    python benchmarks/receipts.py DIR [--limit N] [--offset N] [--cache FILE]

DIR holds truth.json, a list of ``{id, image, company, date, total}``; rows may also carry
``currency`` (the person's own is set to it), ``total_accept`` and ``date_accept`` (further right
answers). A row that cannot be judged is skipped and named before reading begins. ``--cache``
keeps recognised text as JSON lines, so that rules can be tried on it again without recognition. A
field counts as *accepted* at the confidence from which the receipt agent takes it without asking.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import time
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError
from rapidfuzz import fuzz

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.media.lines import OcrText
from agents.expenses.photo_certainty import AMOUNT_CONFIDENCE_THRESHOLD, FIELD_CONFIDENCE_THRESHOLD
from agents.expenses.reader.calibration import calibrated
from agents.expenses.reader.engine import OcrPool
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading
from domain.errors import UnusableAttachmentError
from domain.understanding import Person

SIMILAR = 90
"""Percent of likeness, letters and digits only, from which two names are the same shop."""

DATE_FORMATS = (
    "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%d/%m/%y", "%d-%m-%y", "%d.%m.%y", "%Y-%m-%d", "%Y/%m/%d",
    "%d %b %Y", "%d %b %y", "%d-%b-%Y", "%d-%b-%y", "%d/%b/%Y", "%d %B %Y", "%d-%B-%Y", "%d %B %y",
    "%b %d, %Y", "%B %d, %Y", "%d%b%Y", "%b %d %Y", "%d.%b.%Y", "%d %b, %Y", "%Y%m%d", "%d%m%Y",
)  # fmt: skip


class Truth(BaseModel):
    """The right answers for one picture."""

    model_config = ConfigDict(extra="ignore")

    id: str
    image: str
    company: str
    date: str
    total: str
    currency: str = "MYR"
    total_accept: tuple[str, ...] = ()
    date_accept: tuple[str, ...] = ()


class Cached(BaseModel):
    """One line of the cache."""

    id: str
    seconds: float
    text: OcrText


@dataclass
class Score:
    """How one field did over all receipts."""

    threshold: float = FIELD_CONFIDENCE_THRESHOLD
    right: int = 0
    accepted: int = 0
    accepted_right: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, confidence: float | None, *, right: bool, failure: str) -> None:
        self.right += right
        if confidence is not None and confidence >= self.threshold:
            self.accepted += 1
            self.accepted_right += right
        if not right:
            self.failures.append(f"{failure} (confidence {confidence})")


def main() -> None:
    options = _options()
    rows = truths(options.dir)[options.offset :][: options.limit]
    known = asyncio.run(recognised(options.dir, rows, cached(options.cache), options.cache))
    _report([row for row in rows if row.id in known], known)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Accuracy and speed of reading receipts.")
    parser.add_argument("dir", type=Path)
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--cache", type=Path, default=None)
    return parser.parse_args()


def truths(folder: Path) -> list[Truth]:
    """The rows of truth.json that can be judged, all checked before the first picture is read.

    A row whose fields, amounts, date or picture are of no use is left out, and said with the
    reason on the error stream: reading takes half an hour, and must not end on the last row.
    """
    usable: dict[str, Truth] = {}
    rows = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    for number, row in enumerate(rows, 1):
        try:
            truth = Truth.model_validate(row)
            amounts_of(truth)
            dates_of(truth)
            _check_place(folder, truth, usable)
        except ValidationError as error:
            reasons = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            _skipped(row, number, "; ".join(reasons))
        except ValueError as error:
            _skipped(row, number, str(error))
        else:
            usable[truth.id] = truth
    if not usable:
        sys.exit("truth.json: no row can be judged")
    return list(usable.values())


def _check_place(folder: Path, row: Truth, usable: Container[str]) -> None:
    if row.id in usable:
        raise ValueError("an earlier row has this id")
    if not (folder / row.image).is_file():
        raise ValueError(f"no picture {row.image!r}")


def _skipped(row: object, number: int, reason: str) -> None:
    name = row.get("id", "without id") if isinstance(row, dict) else "no row"
    print(f"truth.json: row {number} ({name}) skipped: {reason}", file=sys.stderr)


def cached(cache: Path | None) -> dict[str, Cached]:
    if cache is None or not cache.exists():
        return {}
    entries = (Cached.model_validate_json(line) for line in cache.read_text().splitlines())
    return {entry.id: entry for entry in entries}


async def recognised(
    folder: Path, rows: Iterable[Truth], known: dict[str, Cached], cache: Path | None
) -> dict[str, Cached]:
    """``known`` and the lines of each row that has none yet. An unusable picture is said, and has
    none then either.
    """
    pool = OcrPool()
    try:
        for row in rows:
            if row.id in known:
                continue
            content = (folder / row.image).read_bytes()
            started = time.perf_counter()
            try:
                text = await pool.lines(content)
            except UnusableAttachmentError as error:
                print(f"{row.id}: {row.image} skipped: {error}", file=sys.stderr)
                continue
            entry = Cached(id=row.id, seconds=time.perf_counter() - started, text=text)
            known[row.id] = entry
            if cache is not None:
                with cache.open("a") as file:
                    file.write(entry.model_dump_json() + "\n")
    finally:
        await pool.close()
    return known


def _report(rows: list[Truth], known: dict[str, Cached]) -> None:
    scores = {
        "total": Score(AMOUNT_CONFIDENCE_THRESHOLD),
        "date": Score(),
        "merchant": Score(),
    }
    seconds: list[float] = []
    all_three = silent = silent_right = 0
    today = datetime.now(UTC).date()
    for row in rows:
        entry = known[row.id]
        started = time.perf_counter()
        reading = calibrated(reading_of(entry.text, "0" * 64, person_of(row), today))
        seconds.append(entry.seconds + time.perf_counter() - started)
        right = _judged(row, reading, scores)
        all_three += right
        if _taken_silently(reading):
            silent += 1
            silent_right += right
    count = max(len(rows), 1)
    for name, score in scores.items():
        precision = score.accepted_right / max(score.accepted, 1)
        print(
            f"{name:9} right {score.right}/{len(rows)} {score.right / count:6.1%}   "
            f"accepted {score.accepted / count:6.1%}, of those right {precision:6.1%}"
        )
    print(f"all three right {all_three / count:.1%}")
    print(
        f"no question needed for {silent / count:.1%}, of those all right "
        f"{silent_right / max(silent, 1):.1%}"
    )
    ordered = sorted(seconds)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))] if ordered else 0.0
    print(f"seconds per receipt: median {statistics.median(seconds or [0]):.2f}, p95 {p95:.2f}")
    for name, score in scores.items():
        print(f"\n{name}: {len(score.failures)} wrong")
        for failure in score.failures:
            print(f"  {failure}")


def person_of(row: Truth) -> Person:
    return Person(user_id="benchmark", currency=row.currency)


def rights_of(row: Truth, reading: Reading) -> dict[str, bool]:
    """Which of the three fields are right."""
    total, occurred_on, merchant = reading.total, reading.occurred_on, reading.merchant
    return {
        "total": total is not None and total.value in amounts_of(row),
        "occurred_on": occurred_on is not None and occurred_on.value in dates_of(row),
        "merchant": merchant is not None and same_shop(merchant.value, row.company),
    }


def _judged(row: Truth, reading: Reading, scores: dict[str, Score]) -> bool:
    """Whether all three fields are right; each is counted."""
    rights = rights_of(row, reading)
    fields = {
        "total": (reading.total, rights["total"], row.total),
        "date": (reading.occurred_on, rights["occurred_on"], row.date),
        "merchant": (reading.merchant, rights["merchant"], row.company),
    }
    for name, (read, right, wanted) in fields.items():
        scores[name].add(
            read.confidence if read else None,
            right=right,
            failure=f"{row.id}: want {wanted!r}, read {str(read.value) if read else None!r}",
        )
    return all(rights.values())


def _taken_silently(reading: Reading) -> bool:
    total, merchant = reading.total, reading.merchant
    return (
        reading.is_receipt
        and total is not None
        and total.confidence >= AMOUNT_CONFIDENCE_THRESHOLD
        and merchant is not None
        and merchant.confidence >= FIELD_CONFIDENCE_THRESHOLD
    )


def amounts_of(row: Truth) -> set[Decimal]:
    found = set()
    for text in (row.total, *row.total_accept):
        try:
            found.add(Decimal(re.sub(r"[^\d.\-]", "", text)))
        except InvalidOperation:
            raise ValueError(f"{text!r} is not an amount") from None
    return found


def dates_of(row: Truth) -> set[date]:
    found = set()
    for text in (row.date, *row.date_accept):
        for pattern in DATE_FORMATS:
            try:
                found.add(datetime.strptime(text.strip(), pattern).replace(tzinfo=UTC).date())
                break
            except ValueError:
                continue
        else:
            raise ValueError(f"{text!r} is not a date")
    return found


def same_shop(read: str, wanted: str) -> bool:
    return fuzz.ratio(_letters(read), _letters(wanted)) >= SIMILAR


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


if __name__ == "__main__":
    main()
