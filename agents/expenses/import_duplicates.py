"""Which rows of a table seem to be saved already. For activities: it compares names."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from rapidfuzz import fuzz

from agents.expenses.importing import StandingRow
from agents.expenses.shown import MoneyKind
from agents.expenses.tables.tabulating import TableRow

_ALIKE = 80.0
_MOST_COMPARED = 50
"""Rows of one amount and day that are compared by name."""
_SHORTEST_PART = 3
_FEWEST_PARTS = 2

_Known = dict[tuple[Decimal, str, date], list[StandingRow]]
"""By amount, currency and day."""


class Duplicates(NamedTuple):
    """The places of rows that seem to be saved already, and of those that the person deleted."""

    saved: frozenset[int]
    deleted: frozenset[int]


def duplicates_in(rows: Sequence[TableRow], standing: Iterable[StandingRow]) -> Duplicates:
    """Each row of the person stands for one of the table: the same amount, with the same reference
    or under a name that is alike, on the day or the day beside it. It may also stand for all parts
    of one payment, whose sum it is.
    """
    live: list[StandingRow] = []
    deleted: list[StandingRow] = []
    for each in standing:
        (deleted if each.deleted else live).append(each)
    places = range(len(rows))
    saved = _find_places(rows, places, live)
    rest = [place for place in places if place not in saved]
    return Duplicates(saved, _find_places(rows, rest, deleted))


def _find_places(
    rows: Sequence[TableRow], places: Sequence[int], standing: Iterable[StandingRow]
) -> frozenset[int]:
    """A reference goes before names, the same day before the day beside it, and each row before the
    payment that it is a part of.
    """
    known: _Known = defaultdict(list)
    for saved in standing:
        known[saved.amount, saved.currency, saved.occurred_on].append(saved)
    may_be = frozenset(places)
    told = [(frozenset({place}), rows[place]) for place in places]
    told += [(parts, whole) for parts, whole in _wholes(rows) if parts <= may_be]
    found: set[int] = set()
    used: set[str] = set()
    for is_same, days in ((_has_reference, (0, -1, 1)), (_alike, (0,)), (_alike_beside, (-1, 1))):
        for at, row in told:
            task_id = _take(row, known, used, is_same, days) if found.isdisjoint(at) else None
            if task_id is not None:
                found |= at
                used.add(task_id)
    return frozenset(found)


def _wholes(rows: Sequence[TableRow]) -> Iterator[tuple[frozenset[int], TableRow]]:
    """The places of the parts that the file has of one payment, and the payment as one row. Nothing
    says which way what was moved went, so it may be either.
    """
    at_line: dict[tuple[int, str | None, str, date], list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        at_line[row.line, row.merchant, row.currency, row.occurred_on].append(place)
    for places in at_line.values():
        if len(places) < _FEWEST_PARTS:
            continue
        parts = [rows[place] for place in places]
        balance, moved = _sum_of(parts, MoneyKind.INCOME), _sum_of(parts, MoneyKind.TRANSFER)
        balance -= _sum_of(parts, MoneyKind.EXPENSE)
        number = (parts[0].reference or "").rpartition("/")[0] or None
        for total in {balance + moved, balance - moved}:
            kind = MoneyKind.INCOME if total > 0 else MoneyKind.EXPENSE
            kind = kind if balance else MoneyKind.TRANSFER
            whole = {"amount": abs(total), "kind": kind, "reference": number}
            yield frozenset(places), parts[0].model_copy(update=whole)


def _sum_of(parts: Iterable[TableRow], kind: MoneyKind) -> Decimal:
    return sum((each.amount for each in parts if each.kind is kind), Decimal(0))


def _take(
    row: TableRow,
    known: _Known,
    used: set[str],
    is_same: Callable[[TableRow, StandingRow], bool],
    days: Sequence[int],
) -> str | None:
    """The saved row that stands for it, which then stands for no other."""
    for shift in days:
        there = known.get((row.amount, row.currency, row.occurred_on + timedelta(days=shift)), [])
        for at, saved in enumerate(there[:_MOST_COMPARED]):
            if saved.task_id not in used and is_same(row, saved):
                return there.pop(at).task_id
    return None


def _has_reference(row: TableRow, saved: StandingRow) -> bool:
    """A reversal may have the reference of its payment, and is another kind."""
    same = bool(row.reference) and row.reference == saved.reference
    return same and _is_of_kind(row, saved)


def _alike(row: TableRow, saved: StandingRow) -> bool:
    """What was saved without a shop ("lunch") may be anywhere, on its day."""
    return _is_of_kind(row, saved) and (not saved.merchant or _has_name_alike(row, saved))


def _alike_beside(row: TableRow, saved: StandingRow) -> bool:
    return _is_of_kind(row, saved) and _has_name_alike(row, saved)


def _is_of_kind(row: TableRow, saved: StandingRow) -> bool:
    """A transfer may be saved as spent, or as come in."""
    return row.kind is saved.kind or MoneyKind.TRANSFER in {row.kind, saved.kind}


def _has_name_alike(row: TableRow, saved: StandingRow) -> bool:
    """Names that are the same, or of which one is in the other."""
    ours = {name.casefold() for name in (row.merchant, row.item) if name}
    theirs = {name.casefold() for name in (saved.merchant, saved.item) if name}
    return any(
        one == other
        or (min(len(one), len(other)) >= _SHORTEST_PART and (one in other or other in one))
        or fuzz.token_set_ratio(one, other) >= _ALIKE
        for one in ours
        for other in theirs
    )
