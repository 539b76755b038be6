"""Lines of a table as cells, with the number that each line has in the file."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from agents.expenses.tables.days import is_day
from agents.expenses.tables.decoding import UNREADABLE
from agents.expenses.tables.tabulating import MAX_TABLE_COLUMNS
from domain.plain_text import one_line

_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 400
"""Lines by which the delimiter is told."""
_MANY = 5
"""Cells of a line, beyond which more say nothing: decimal commas cut each line in two or three."""
_LONGEST_CELL = 20
"""Lines that one quoted cell may run over; a quote left open ends at its own line."""
_MAX_LINE = 20_000


@dataclass(frozen=True)
class Record:
    """``line`` counts the lines of the file from 1; ``count`` is how many lines belong to it."""

    line: int
    cells: tuple[str, ...]
    broken: bool = False
    count: int = 1


def seen_text(cell: str) -> str:
    """A cell as a person sees it: on one line, without characters that nobody sees."""
    return " ".join((cell if cell.isprintable() else one_line(cell)).split())


def records_of(text: str, most: int | None = None) -> list[Record]:
    """The records that have something in them, ``most`` of them at most, cut by the delimiter that
    cuts most lines alike.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    declared = _declared(lines[0])
    first = 1 if declared else 0
    delimiter = declared or _delimiter(lines)
    usual = _usual_width(list(_records(lines[:_LOOKED_AT], first, delimiter)))
    return list(islice(_records(lines, first, delimiter, usual), most))


def _declared(line: str) -> str | None:
    """A spreadsheet's own first line: "sep=;"."""
    name, _, value = line.strip().strip('"').partition("=")
    return value if name.casefold() == "sep" and value in _DELIMITERS else None


def _delimiter(lines: Sequence[str]) -> str:
    """Counts the lines of each record, so that a wrong delimiter, which cuts inside of quoted
    cells, does not win by the number of its pieces.
    """

    def agreement(delimiter: str) -> tuple[int, int]:
        covered: Counter[int] = Counter()
        for record in _records(lines[:_LOOKED_AT], 0, delimiter):
            covered[len(record.cells)] += record.count
        width, count = max(
            ((w, c) for w, c in covered.items() if w > 1), key=lambda wc: wc[1], default=(1, 0)
        )
        return count * (min(width, _MANY) - 1), width

    return max(_DELIMITERS, key=agreement)


def _usual_width(records: Sequence[Record]) -> int:
    widths = Counter(len(record.cells) for record in records if len(record.cells) > 1)
    return widths.most_common(1)[0][0] if widths else 1


def _records(
    lines: Sequence[str], at: int, delimiter: str, usual: int | None = None
) -> Iterator[Record]:
    """``usual`` is None while the usual width is still to be counted."""
    while at < len(lines):
        if not lines[at].strip(" \t\x1a\f" + delimiter):
            at += 1
            continue
        record = _record(lines, at, delimiter, usual)
        yield record
        at += record.count


def _record(lines: Sequence[str], at: int, delimiter: str, usual: int | None) -> Record:
    """The record that begins in a line. It is broken where a quote that is never closed leaves
    more cells than usual: one of its delimiters belongs to a cell.
    """
    line = lines[at]
    if len(line) > _MAX_LINE:
        return Record(at + 1, (line[:_MAX_LINE],), broken=True)
    too_wide = False
    found = _on_one_line(line, delimiter) or _joined(
        lines[at : at + _LONGEST_CELL], delimiter, usual
    )
    if found is None:
        found = _pieces(line, delimiter), 1
        too_wide = usual is not None and len(found[0]) > usual
    cells, count = found
    return Record(at + 1, tuple(cells), too_wide or UNREADABLE in "".join(cells), count)


def _on_one_line(line: str, delimiter: str) -> tuple[list[str], int] | None:
    """None where a quote is open at the end. A stray quote at the end of a cell is dropped."""
    found = _read([line], delimiter)
    if found is None or line.count('"') % 2 == 0:
        return found
    pieces = _pieces(line, delimiter)
    return (pieces, 1) if len(pieces) == len(found[0]) else found


def _joined(
    lines: Sequence[str], delimiter: str, usual: int | None
) -> tuple[list[str], int] | None:
    """The cells of a record whose quoted cell runs on. Where its quotes are not those of a proper
    table, it needs the usual width and an even number of quotes.
    """
    proper = _read(lines, delimiter, strict=True)
    found = proper or _read(lines, delimiter)
    if found is None:
        return None
    cells, count = found
    text = "\n".join(lines[:count])
    width = len(cells) if usual is None else usual
    if proper is None and (len(cells) != width or text.count('"') % 2):
        return None
    if len(text) > _MAX_LINE or _swallows_row(lines[:count], delimiter, min(width, len(cells))):
        return None
    return found


def _swallows_row(lines: Sequence[str], delimiter: str, width: int) -> bool:
    """Whether the first line is a whole row if its open quote is stray, and so is a later one:
    both have all cells, and dates in the same place.
    """
    first, *others = (_pieces(line, delimiter) for line in lines)
    looked = first[:MAX_TABLE_COLUMNS]
    return len(first) >= width and any(
        len(other) >= width
        and any(is_day(a) and is_day(b) for a, b in zip(looked, other, strict=False))
        for other in others
    )


def _read(
    lines: Sequence[str], delimiter: str, *, strict: bool = False
) -> tuple[list[str], int] | None:
    """The first record of the lines, and how many of them it takes; None where a quote stays open.

    ``strict`` refuses a quoted cell with anything between its last quote and the delimiter.
    """
    ended = (f"{line}\n" for line in (*lines, ""))
    reader = csv.reader(ended, delimiter=delimiter, skipinitialspace=True, strict=strict)
    try:
        cells = next(reader)
    except csv.Error:
        return None
    if reader.line_num > len(lines):
        return None
    return [seen_text(cell) for cell in cells], reader.line_num


def _pieces(line: str, delimiter: str) -> list[str]:
    return [seen_text(cell).strip(' "') for cell in line.split(delimiter)]
