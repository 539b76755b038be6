"""Which rows of a table seem to be saved already. For activities: it compares names."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal

from rapidfuzz import fuzz

from agents.expenses.importing import StandingRow
from agents.expenses.shown import MoneyKind
from agents.expenses.tables.tabulating import TableRow

_ALIKE = 80.0
_MOST_COMPARED = 50
"""Rows of one amount and day that are compared by name."""
_SHORTEST_PART = 3


def duplicates_in(rows: Sequence[TableRow], standing: Iterable[StandingRow]) -> frozenset[int]:
    """The places of the rows that seem to be saved already. Each saved row stands for one of them:
    the same amount, under a name that is alike, on the day or the day beside it.
    """
    known: dict[tuple[Decimal, str, date], list[StandingRow]] = defaultdict(list)
    for saved in standing:
        known[saved.amount, saved.currency, saved.occurred_on].append(saved)
    found: set[int] = set()
    for days in ((0,), (-1, 1)):
        for place, row in enumerate(rows):
            if place not in found and _taken(row, known, days):
                found.add(place)
    return frozenset(found)


def _taken(
    row: TableRow,
    known: dict[tuple[Decimal, str, date], list[StandingRow]],
    days: Sequence[int],
) -> bool:
    """Whether a saved row stands for it, which then stands for no other."""
    for shift in days:
        day = row.occurred_on + timedelta(days=shift)
        there = known.get((row.amount, row.currency, day))
        for at, saved in enumerate((there or ())[:_MOST_COMPARED]):
            if there is not None and _alike(row, saved, same_day=shift == 0):
                del there[at]
                return True
    return False


def _alike(row: TableRow, saved: StandingRow, *, same_day: bool) -> bool:
    """Names that are the same, or of which one is in the other. What was saved without a shop
    ("lunch") may be anywhere, on its day. A transfer may be saved as spent, or as come in.
    """
    if row.kind is not saved.kind and MoneyKind.TRANSFER not in {row.kind, saved.kind}:
        return False
    if same_day and not saved.merchant:
        return True
    ours = {name.casefold() for name in (row.merchant, row.item) if name}
    theirs = {name.casefold() for name in (saved.merchant, saved.item) if name}
    return any(
        one == other
        or (min(len(one), len(other)) >= _SHORTEST_PART and (one in other or other in one))
        or fuzz.token_set_ratio(one, other) >= _ALIKE
        for one in ours
        for other in theirs
    )
