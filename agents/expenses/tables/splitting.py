"""Lines of a table as cells, with the number that each line has in the file."""

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agents.expenses.tables.decoding import UNREADABLE

_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 400
"""Lines by which the delimiter is told."""
_LONGEST_CELL = 20
"""Lines that one quoted cell may run over; a quote left open ends at its own line."""
_MAX_LINE = 20_000


@dataclass(frozen=True)
class Record:
    """``line`` counts the lines of the file from 1."""

    line: int
    cells: tuple[str, ...]
    broken: bool = False


def records_of(text: str) -> list[Record]:
    """Every line that has something in it, cut by the delimiter that cuts most of them alike."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    declared = _declared(lines[0]) if lines else None
    first = 1 if declared else 0
    delimiter = declared or _delimiter(lines)
    usual = _usual_width([_cut(line, delimiter) for line in lines[first:_LOOKED_AT]])
    return _records(lines, first, delimiter, usual)


def _declared(line: str) -> str | None:
    """A spreadsheet's own first line: "sep=;"."""
    name, _, value = line.strip().strip('"').partition("=")
    return value if name.casefold() == "sep" and value in _DELIMITERS else None


def _delimiter(lines: Sequence[str]) -> str:
    looked = [line for line in lines[:_LOOKED_AT] if line.strip()]

    def agreement(delimiter: str) -> tuple[int, int]:
        widths = Counter(len(_cut(line, delimiter)) for line in looked)
        width, count = max(
            ((w, c) for w, c in widths.items() if w > 1), key=lambda wc: wc[1], default=(1, 0)
        )
        return count, width

    return max(_DELIMITERS, key=agreement)


def _usual_width(rows: Sequence[Sequence[str]]) -> int:
    widths = Counter(len(row) for row in rows if len(row) > 1)
    return widths.most_common(1)[0][0] if widths else 1


def _records(lines: Sequence[str], at: int, delimiter: str, usual: int) -> list[Record]:
    found = []
    while at < len(lines):
        line, taken = lines[at], 1
        if line.strip(" \t\x1a\f" + delimiter):
            cells, taken = _cells(lines, at, delimiter, usual)
            whole = "".join(cells)
            broken = UNREADABLE in whole or len(line) > _MAX_LINE
            found.append(Record(at + 1, tuple(cells), broken))
        at += taken
    return found


def _cells(lines: Sequence[str], at: int, delimiter: str, usual: int) -> tuple[list[str], int]:
    """The cells that begin in a line, and over how many lines they run."""
    if lines[at].count('"') % 2 == 0:
        return _cut(lines[at], delimiter), 1
    quotes = 0
    for count, line in enumerate(lines[at : at + _LONGEST_CELL], 1):
        quotes += line.count('"')
        if quotes % 2 == 0:
            cells = _cut("\n".join(lines[at : at + count]), delimiter)
            if len(cells) == usual:
                return cells, count
            break
    return [cell.strip(' "') for cell in lines[at].split(delimiter)], 1


def _cut(text: str, delimiter: str) -> list[str]:
    if len(text) > _MAX_LINE:
        return [text[:_MAX_LINE]]
    try:
        rows = list(
            csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True)
        )
    except csv.Error:
        return [cell.strip(' "') for cell in text.split(delimiter)]
    return [" ".join(cell.split()) for row in rows[:1] for cell in row]
