"""Recognised lines to the rows of a receipt, as a person would read them across."""

import math
from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from statistics import median

from adapters.media.lines import OcrLine, OcrPage, OcrText
from domain.plain_text import without_runs

SAME_ROW = 0.55
"""Two runs share a row when their middles differ by less than this part of their height."""

EVIDENCE_LENGTH = 120
MAX_ROWS = 500
"""The longest supermarket receipts stay below; a page made to be slow does not."""

MAX_RUN = 300
"""Characters of one run that are looked at."""

_LONG = 3.0
"""Only runs this many times longer than high tell the slope of a page."""
_AROUND = 9
"""How many of them tell it around a line."""
_LEVEL = 0.005
"""Slopes below it, in pixels a pixel, move no line out of its row."""


@dataclass(frozen=True)
class Row:
    """Runs of text side by side, left to right, on a straightened page."""

    cells: tuple[OcrLine, ...]
    page_width: float
    page: int = 0

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)

    @property
    def evidence(self) -> str:
        """The row as quoted to the person, at most 120 characters."""
        return self.text[:EVIDENCE_LENGTH]

    @property
    def score(self) -> float:
        """The least sure of its runs."""
        return min(cell.score for cell in self.cells)

    @property
    def height(self) -> float:
        return max(cell.height for cell in self.cells)

    @property
    def y(self) -> float:
        return sum(cell.y0 + cell.y1 for cell in self.cells) / (2 * len(self.cells))


def rows_of(text: OcrText) -> tuple[Row, ...]:
    """Rows page by page from top to bottom, at most ``MAX_ROWS`` of them."""
    rows = (row for number, page in enumerate(text.pages) for row in _page_rows(page, number))
    return tuple(islice(rows, MAX_ROWS))


def _page_rows(page: OcrPage, number: int) -> list[Row]:
    lines = _straightened([_short(line) for line in page.lines if line.text])
    groups: list[list[OcrLine]] = []
    for line in sorted(lines, key=lambda line: line.y0 + line.y1):
        home = min(
            (group for group in groups[-6:] if _fits(line, group)),
            key=lambda group: _distance(line, _neighbour(line, group)),
            default=None,
        )
        if home is None:
            groups.append([line])
        else:
            home.append(line)
    rows = [
        Row(tuple(sorted(group, key=lambda line: line.x0)), page.width, number) for group in groups
    ]
    return sorted(rows, key=lambda row: row.y)


def _short(line: OcrLine) -> OcrLine:
    text = without_runs(line.text[:MAX_RUN])
    return line if text == line.text else line.model_copy(update={"text": text})


def _straightened(lines: list[OcrLine]) -> list[OcrLine]:
    """Lines turned so that the median one is level, then each by the slope of those around it: on
    a photo taken at an angle the rows fan out.
    """
    long = _long(lines)
    if not long:
        return lines
    angle = median(map(_slope, long))
    cosine, sine = math.cos(angle), math.sin(angle)
    turned = [
        line.model_copy(
            update={
                "x0": line.x0 * cosine + line.y0 * sine,
                "y0": line.y0 * cosine - line.x0 * sine,
                "x1": line.x1 * cosine + line.y1 * sine,
                "y1": line.y1 * cosine - line.x1 * sine,
            }
        )
        for line in lines
    ]
    slopes = sorted((line.y0 + line.y1, _slope(line)) for line in _long(turned))
    middle = median((line.x0 + line.x1) / 2 for line in turned)
    return [_levelled(line, slopes, middle) for line in turned]


def _levelled(line: OcrLine, slopes: list[tuple[float, float]], middle: float) -> OcrLine:
    """A line moved as far as the slope around it has raised it since the ``middle`` of the page."""
    place = bisect(slopes, (line.y0 + line.y1, 0.0))
    first = max(0, min(place - _AROUND // 2, len(slopes) - _AROUND))
    slope = median(angle for _, angle in slopes[first : first + _AROUND])
    if abs(slope) < _LEVEL:
        return line
    return line.model_copy(
        update={
            "y0": line.y0 - slope * (line.x0 - middle),
            "y1": line.y1 - slope * (line.x1 - middle),
        }
    )


def _long(lines: list[OcrLine]) -> list[OcrLine]:
    return [line for line in lines if line.x1 - line.x0 > _LONG * line.height]


def _slope(line: OcrLine) -> float:
    return math.atan2(line.y1 - line.y0, line.x1 - line.x0)


def _fits(line: OcrLine, group: Iterable[OcrLine]) -> bool:
    """Level with its neighbour and not on top of any run of the group."""
    if any(
        _overlap(line, other) > 0.3 * min(line.x1 - line.x0, other.x1 - other.x0) for other in group
    ):
        return False
    near = _neighbour(line, group)
    return _distance(line, near) < SAME_ROW * min(line.height, near.height)


def _neighbour(line: OcrLine, group: Iterable[OcrLine]) -> OcrLine:
    return min(group, key=lambda other: -_overlap(line, other))


def _overlap(line: OcrLine, other: OcrLine) -> float:
    """Length shared horizontally; negative for the gap between them."""
    return min(line.x1, other.x1) - max(line.x0, other.x0)


def _distance(line: OcrLine, other: OcrLine) -> float:
    """Between the ends that face each other, so that curled paper keeps its rows."""
    if other.x0 >= line.x0:
        return abs(line.y1 - other.y0)
    return abs(line.y0 - other.y1)
