"""What people use instead: another recogniser, and the rules of a typical expense bot."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from adapters.media import pictures
from adapters.media.lines import OcrLine, OcrPage, OcrText
from agents.expenses.reader.rows import rows_of
from agents.expenses.reading import Reading, ReadValue

TESSERACT_TIMEOUT = 120
"""Seconds for one picture."""
_TEXT = 12
"""Columns of Tesseract's table; the last one is the word."""
_WORD_GAP = 1.2
"""Heights of a line between two words that stand in different columns."""

_AMOUNT = re.compile(r"(?<![\d.,])(\d{1,3}(?:[ ,]\d{3})+|\d+)[.,](\d{2})(?!\d)")
_TOTAL = re.compile(r"\btotal\b|amount due|\bto pay\b", re.IGNORECASE)
_DATES = (
    (re.compile(r"\b\d{1,2}[/.-]\d{1,2}[/.-]\d{4}\b"), "%d/%m/%Y"),
    (re.compile(r"\b\d{4}-\d{2}-\d{2}\b"), "%Y/%m/%d"),
    (re.compile(r"\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2}\b"), "%d/%m/%y"),
    (re.compile(r"\b\d{1,2}[ -][A-Za-z]{3}[ -]\d{4}\b"), "%d/%b/%Y"),
)


@dataclass(frozen=True)
class Word:
    """A word and where it stands, in pixels."""

    text: str
    score: float
    x: float
    y: float
    width: float
    height: float


def naive(text: OcrText) -> Reading:
    """First line, largest amount on a line that says total (else largest), first date."""
    rows = [row.text for row in rows_of(text)]
    every = [amount for row in rows for amount in _amounts(row)]
    totals = [a for row in rows if _TOTAL.search(row) for a in _amounts(row)]
    total = max(totals or every, default=None)
    day = next((found for row in rows for found in _dates(row)), None)
    return Reading(
        sha256="0" * 64,
        engine="naive",
        confidence=1.0,
        merchant=ReadValue(value=rows[0], confidence=1.0) if rows else None,
        total=ReadValue(value=total, confidence=1.0) if total else None,
        occurred_on=ReadValue(value=day, confidence=1.0) if day else None,
    )


def _amounts(row: str) -> Iterator[Decimal]:
    for match in _AMOUNT.finditer(row):
        yield Decimal(f"{re.sub('[ ,]', '', match[1])}.{match[2]}")


def _dates(row: str) -> Iterator[date]:
    for pattern, form in _DATES:
        for match in pattern.finditer(row):
            try:
                yield datetime.strptime(re.sub(r"[ .-]", "/", match[0]), form).date()  # noqa: DTZ007
            except ValueError:
                continue


def tesseract(command: str) -> str | None:
    """Where the command is, if it is installed."""
    return shutil.which(command)


def by_tesseract(command: str, content: bytes) -> OcrText:
    """The lines that Tesseract finds, as one column of text of several sizes.

    It gets the same upright picture as Steward's recogniser, and gives no line for one that it
    refuses.
    """
    image = pictures.decoded(content)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        image.save(file)
        done = subprocess.run(  # noqa: S603 - the operator's own command
            [command, str(file), "-", "--psm", "4", "tsv"],
            capture_output=True,
            text=True,
            check=True,
            timeout=TESSERACT_TIMEOUT,
        )
    lines: dict[tuple[str, ...], list[Word]] = {}
    for row in done.stdout.splitlines()[1:]:
        columns = row.split("\t")
        if len(columns) == _TEXT and columns[-1].strip():
            x, y, width, height, score = (float(c) for c in columns[6:11])
            word = Word(columns[-1], score / 100, x, y, width, height)
            lines.setdefault(tuple(columns[1:5]), []).append(word)
    runs = tuple(_line(run) for words in lines.values() for run in _runs(words))
    return OcrText(pages=(OcrPage(width=image.width, height=image.height, lines=runs),))


def _runs(words: list[Word]) -> Iterator[list[Word]]:
    """The words of a line, parted where a column ends."""
    run: list[Word] = []
    for word in words:
        if run and word.x - run[-1].x - run[-1].width > _WORD_GAP * word.height:
            yield run
            run = []
        run.append(word)
    yield run


def _line(run: list[Word]) -> OcrLine:
    first, last = run[0], run[-1]
    return OcrLine(
        text=" ".join(word.text for word in run),
        score=max(0.0, min(1.0, sum(word.score for word in run) / len(run))),
        x0=first.x,
        y0=first.y + first.height / 2,
        x1=last.x + last.width,
        y1=last.y + last.height / 2,
        height=max(1.0, *(word.height for word in run)),
    )
