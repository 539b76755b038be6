"""Several receipts on one picture: where one paper ends and another begins."""

import math
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from statistics import median
from typing import Final

from adapters.media.lines import OcrLine, OcrPage, OcrText
from agents.expenses.reader.receipt_extent import head_signs, pays
from agents.expenses.reader.receipt_lists import pattern_of
from agents.expenses.reader.rows import Row, rows_of
from agents.expenses.reading import Reading

MAX_PAPERS: Final = 8
"""More on one photo are too small to be read."""

_MIN_LINES = 8
_HEAD_ROWS = 10
_SURE_HEAD = 3
"""Kinds of head signs."""
_SLANTS = tuple(math.tan(math.radians(degrees)) for degrees in (0, -2, 2, -4, 4, -6, 6))
"""Papers lie a little turned, each in its own way."""
_CUTS_OF_A_SLANT = 5
_LEAST_ROOM = 1.0
"""Heights of a line."""

_SLIP = pattern_of("signs", "slip")
_SURE_SLIP = 3


def papers_in(
    page: OcrPage, worth: Callable[[tuple[Row, ...]], float]
) -> tuple[tuple[Row, ...], ...]:
    """The rows of each receipt on a page, one or more, from left to right or from top to bottom.

    ``worth`` says how surely rows are a receipt on their own, 0 for not at all. Two papers are told
    apart where both begin as receipts do and tell of a payment, and no text lies across the room
    between.
    """
    parts = _parted(page, worth, MAX_PAPERS)
    return tuple(_rows(page, part) for part in parts)


def one_expense(readings: Sequence[Reading]) -> list[Reading] | None:
    """``readings`` without the slips of card terminals that tell of the payment of another one. A
    receipt without a day has that of its slip.

    None where a slip says another amount: a tip, or something else; only the person knows.
    """
    bills: list[Reading] = []
    slips: list[Reading] = []
    for reading in readings:
        signs = _slip_signs(reading)
        others = [other for other in readings if other is not reading and not _slip_signs(other)]
        if signs and others:
            if any(_total(other) == _total(reading) for other in others):
                slips.append(reading)
                continue
            if signs >= _SURE_SLIP:
                return None
        bills.append(reading)
    return [_dated(bill, slips) for bill in bills]


def _dated(bill: Reading, slips: Sequence[Reading]) -> Reading:
    if bill.occurred_on is not None:
        return bill
    paid = (slip for slip in slips if _total(slip) == _total(bill) and slip.occurred_on is not None)
    slip = next(paid, None)
    if slip is None:
        return bill
    when = {"occurred_on": slip.occurred_on, "occurred_at": bill.occurred_at or slip.occurred_at}
    return bill.model_copy(update=when)


def _total(reading: Reading) -> Decimal | None:
    return reading.total.value if reading.total is not None else None


def _slip_signs(reading: Reading) -> int:
    """What only slips of card terminals say; 0 for a bill that lists what was bought as well."""
    if reading.items:
        return 0
    said = {m.group().casefold() for line in reading.lines for m in _SLIP.finditer(line)}
    return len(said)


def _parted(
    page: OcrPage, worth: Callable[[tuple[Row, ...]], float], most: int
) -> list[tuple[OcrLine, ...]]:
    best, found = 0.0, None
    for first, second in _cuts(page.lines) if most > 1 else ():
        told = _told_apart(_rows(page, first), _rows(page, second), worth)
        if told > best:
            best, found = told, (first, second)
    if found is None:
        return [page.lines]
    one, other = (page.model_copy(update={"lines": side}) for side in found)
    before = _parted(one, worth, most - 1)
    return [*before, *_parted(other, worth, most - len(before))]


def _told_apart(
    first: tuple[Row, ...], second: tuple[Row, ...], worth: Callable[[tuple[Row, ...]], float]
) -> float:
    """How surely two papers are seen; 0 where it may be one. Those that can both be read go before
    those of which one only begins as receipts do.
    """
    sides = (first, second)
    heads = [head_signs(side[:_HEAD_ROWS]) for side in sides]
    if not all("address" in head and len(head) > 1 for head in heads):
        return 0.0
    if not all(any(map(pays, side)) for side in sides):
        return 0.0
    worths = [worth(side) for side in sides]
    if min(worths) > 0:
        return 1.0 + sum(worths)
    return sum(worths) if all(len(head) >= _SURE_HEAD for head in heads) else 0.0


def _rows(page: OcrPage, lines: tuple[OcrLine, ...]) -> tuple[Row, ...]:
    return rows_of(OcrText(pages=(page.model_copy(update={"lines": lines}),)))


def _cuts(
    lines: tuple[OcrLine, ...],
) -> Iterator[tuple[tuple[OcrLine, ...], tuple[OcrLine, ...]]]:
    """Ways to part lines in two along a straight strip that no line touches, the widest first."""
    if len(lines) < 2 * _MIN_LINES:
        return
    height = median(line.height for line in lines)
    found: dict[frozenset[int], float] = {}
    for slant in _SLANTS:
        for spans in (_across(lines, slant), _down(lines, slant)):
            for room, before in _gaps(spans):
                if room >= _LEAST_ROOM * height:
                    found[before] = max(room, found.get(before, 0.0))
    for before in sorted(found, key=lambda before: -found[before]):
        yield (
            tuple(line for n, line in enumerate(lines) if n in before),
            tuple(line for n, line in enumerate(lines) if n not in before),
        )


_Span = tuple[float, float, int]
"""Where a line begins and ends, and which it is."""


def _across(lines: Sequence[OcrLine], slant: float) -> list[_Span]:
    return [
        (min(ends), max(ends), n)
        for n, line in enumerate(lines)
        for ends in [(line.x0 - slant * line.y0, line.x1 - slant * line.y1)]
    ]


def _down(lines: Sequence[OcrLine], slant: float) -> list[_Span]:
    return [
        (min(ends) - line.height / 2, max(ends) + line.height / 2, n)
        for n, line in enumerate(lines)
        for ends in [(line.y0 - slant * line.x0, line.y1 - slant * line.x1)]
    ]


def _gaps(spans: list[_Span]) -> list[tuple[float, frozenset[int]]]:
    """The widest rooms between spans, each with what lies before it."""
    spans.sort()
    gaps: list[tuple[float, int]] = []
    end = spans[0][1]
    for place, (begin, last, _) in enumerate(spans):
        if begin > end and min(place, len(spans) - place) >= _MIN_LINES:
            gaps.append((begin - end, place))
        end = max(end, last)
    gaps.sort(reverse=True)
    return [
        (room, frozenset(n for _, _, n in spans[:place])) for room, place in gaps[:_CUTS_OF_A_SLANT]
    ]
