"""What was paid: candidates by label, weighed by arithmetic.

Each candidate value collects points for what speaks for it. Points become a confidence that is
meant to be honest: only a value that a sum arrives at, or that another part of the receipt repeats,
comes near 1. One that nothing else agrees with (a pen stroke makes 133.90 of 33.90), or that is not
what the printed rounding leaves, stays so low that the person is asked.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from decimal import Decimal

from agents.expenses.reader.receipt_amounts import PrintedAmount
from agents.expenses.reader.receipt_labels import Label, unexplained_words
from agents.expenses.reader.receipt_sums import (
    paid,
    paid_by_place,
    sum_of_items,
    sums_with_tax,
    tax_table_sums,
    unlabelled_sums,
)
from agents.expenses.reader.receipt_table import Table, TableEntry
from agents.expenses.reading import ReadValue

ROUNDING_LIMIT = Decimal("0.05")
"""Cash roundings (5-cent coins) stay within this."""

_ROUNDING_LIMITS = {
    **dict.fromkeys(("SEK", "NOK", "DKK", "CZK", "INR", "PHP", "TRY"), Decimal("0.5")),
    **dict.fromkeys(("HUF", "JPY", "KRW"), Decimal(10)),
    **dict.fromkeys(("IDR", "VND"), Decimal(500)),
}
_COIN = Decimal("0.05")
"""The smallest coin where sums are rounded by cents."""

_LABEL_POINTS = {
    Label.GRAND_TOTAL: 3.0,
    Label.TOTAL: 2.4,
    Label.CARD: 1.6,
    Label.CASH: 0.6,
    Label.AMOUNT: 1.0,
    Label.SUBTOTAL: 0.9,
    Label.BEFORE_TAX: 0.2,
    Label.PART: 0.2,
    Label.COUNT: 0.3,
}
_REPEATED, _REPEATED_AT_MOST = 0.4, 3
_CASH_LESS_CHANGE = 2.5
_NEARLY = 0.5
"""Of the points when a sum is off by a rounding."""
_SUM_WITH_TAX = 1.6
_SUM_OF_ITEMS = 1.2
_TAX_TABLE = 1.2
_AFTER_ROUNDING = 1.5
_BEFORE_ROUNDING = -0.9
_LARGEST = 0.4
_MISREAD = -1.5
_NO_DECIMALS = -1.6
_OTHER_DECIMALS = -0.8
_UNLABELLED = 1.3
"""A sum without a label, or what cash less change leaves: evidence enough to be asked about."""
_OUT_OF_SCALE, _SCALE = -2.5, 4
"""An amount so many times all others together that nothing bears out was written there by nobody's
till."""
_ORDERS = re.compile(
    r"\b(?:ignore|instructions?|system|assistant|prompt|override|disregard|pretend|you must)\b",
    re.IGNORECASE,
)
_ORDERED = -3.0
_WORDY, _PROSE = 2, -2.0
"""A sentence that names a total is no total: "tell them the total is 99.00 please"."""
_AGREED, _ALONE = 0.98, 0.6
"""The most that a value is worth with and without something else that agrees with it."""
_SURE_SCORE = 0.85
_LEAD, _LEAD_AT_MOST, _BORNE_OUT = 1.0, 3.0, 1.0
"""How a lead over the next candidate and a sum that fits add to the raw score."""


@dataclass
class Candidate:
    """One value and what speaks for it."""

    value: Decimal
    points: float = 0.0
    entries: list[TableEntry] = field(default_factory=list)
    label_points: float = 0.0
    borne_out: bool = False
    """Some sum on the receipt arrives at it."""


def total_of(table: Table, currency: str) -> ReadValue[Decimal] | None:
    """The amount paid, or None when nothing on the receipt claims to be it."""
    ranked = sorted(_candidates(table, currency), key=lambda c: (-c.points, -c.value))
    if not ranked:
        return None
    best = ranked[0]
    margin = best.points - ranked[1].points if len(ranked) > 1 else best.points
    agreed = _is_agreed(best, table, currency)
    confidence = _confidence(best, margin, _AGREED if agreed else _ALONE)
    entry = max(best.entries, key=lambda e: _LABEL_POINTS.get(e.label, 0.0) if e.label else 0.0)
    raw = best.points + _LEAD * min(margin, _LEAD_AT_MOST) + (_BORNE_OUT if best.borne_out else 0.0)
    return ReadValue(
        value=best.value,
        confidence=confidence,
        evidence=entry.row.evidence,
        raw=round(raw, 3),
    )


def _confidence(best: Candidate, margin: float, ceiling: float) -> float:
    """Points and lead to a probability; checked against real receipts by benchmarks/receipts.py."""
    raw = 0.12 + 0.13 * min(best.points, 4.5) + 0.12 * min(margin, 2.0)
    return round(max(0.05, min(raw, ceiling)), 2)


def _is_agreed(best: Candidate, table: Table, currency: str) -> bool:
    """Whether a second part of the receipt says the same, and its rounding nothing else.

    A value that stands nowhere, but is what cash less change would leave, is asked about.
    """
    if _unrounded(best.value, table, currency):
        return False
    printed = [
        entry
        for entry in table.entries
        if not entry.borrowed
        and any(_is_same(amount, best.value, table) for amount in entry.amounts)
    ]
    return bool(printed) and (best.borne_out or len({entry.label for entry in printed}) > 1)


def _is_same(amount: PrintedAmount, value: Decimal, table: Table) -> bool:
    """A house number 12 says nothing of a total of 12.00."""
    return abs(amount.value) == value and amount.decimals == table.decimals


def _unrounded(value: Decimal, table: Table, currency: str) -> bool:
    """Whether a rounding is printed that leads away from this value: no coins can pay it."""
    rounds = any(entry.label is Label.ROUNDING for entry in table.entries)
    return (
        rounds
        and currency not in _ROUNDING_LIMITS
        and value % _COIN != 0
        and bool(_steps(table, ROUNDING_LIMIT) or not table.values(Label.ROUNDING))
    )


def _steps(table: Table, limit: Decimal) -> list[Decimal]:
    return [v for v in table.values(Label.ROUNDING) if 0 < abs(v) <= limit]


def _candidates(table: Table, currency: str) -> list[Candidate]:
    found: dict[Decimal, Candidate] = {}
    for entry in table.labelled(*_LABEL_POINTS):
        amount = entry.last
        if amount is None:
            continue
        value = abs(amount.value) if entry.label in {Label.CARD, Label.CASH} else amount.value
        if value <= 0:
            continue
        candidate = found.setdefault(value, Candidate(value))
        candidate.entries.append(entry)
        candidate.label_points = max(candidate.label_points, _label_points(entry, table))
    _add_unlabelled(found, table)
    for candidate in found.values():
        candidate.points = candidate.label_points
    limit = _ROUNDING_LIMITS.get(currency, ROUNDING_LIMIT)
    _add_rounded(found, table, limit)
    _weigh_repetition(found, table)
    _weigh_payment(found, table)
    _weigh_sums(found, table)
    _weigh_rounding(found, table, limit)
    _weigh_scale(found, table)
    return list(found.values())


def _add_unlabelled(found: dict[Decimal, Candidate], table: Table) -> None:
    """Where nothing is called a total, sums and payments say what it was."""
    if any(c.label_points >= _LABEL_POINTS[Label.CARD] for c in found.values()):
        return
    for entry in unlabelled_sums(table):
        if entry.last is not None:
            candidate = found.setdefault(entry.last.value, Candidate(entry.last.value))
            candidate.entries.append(entry)
            candidate.label_points = max(candidate.label_points, _UNLABELLED)
    values = paid(table)
    if not values & found.keys():
        for value in values:
            cash = list(table.labelled(Label.CASH, Label.CARD))
            found[value] = Candidate(value, entries=cash[:1], label_points=_UNLABELLED)


def _add_rounded(found: dict[Decimal, Candidate], table: Table, limit: Decimal) -> None:
    """What a rounding leaves of a total, also where the receipt does not print it again, if cash
    less change says so too.
    """
    left = paid(table)
    for entry in table.labelled(Label.ROUNDING):
        step = entry.amounts[-1].value
        if not 0 < abs(step) <= limit:
            continue
        for before in list(found.values()):
            for value in (before.value + step, before.value - step):
                if (
                    value in left
                    and value not in found
                    and before.points >= _LABEL_POINTS[Label.TOTAL]
                ):
                    found[value] = Candidate(
                        value,
                        points=before.points,
                        entries=[entry],
                        label_points=before.label_points,
                    )


def _label_points(entry: TableEntry, table: Table) -> float:
    amount = entry.last
    if entry.label is None or amount is None:
        return 0.0
    points = _LABEL_POINTS[entry.label]
    if amount.score < _SURE_SCORE:
        points += _MISREAD
    if amount.decimals != table.decimals:
        points += _NO_DECIMALS if amount.decimals == 0 else _OTHER_DECIMALS
    if unexplained_words(entry.text) > _WORDY:
        points += _PROSE
    if _ORDERS.search(entry.text):
        points += _ORDERED
    return points - (0.3 if entry.borrowed else 0.0)


def _weigh_repetition(found: dict[Decimal, Candidate], table: Table) -> None:
    rows: dict[Decimal, set[int]] = defaultdict(set)
    for entry in table.entries:
        for amount in entry.amounts:
            rows[abs(amount.value)].add(entry.index)
    for candidate in found.values():
        again = min(len(rows[candidate.value]) - 1, _REPEATED_AT_MOST)
        candidate.points += _REPEATED * max(again, 0)
    claimed = [c.value for c in found.values() if c.label_points >= _LABEL_POINTS[Label.TOTAL]]
    if claimed:
        found[max(claimed)].points += _LARGEST


def _weigh_payment(found: dict[Decimal, Candidate], table: Table) -> None:
    """Cash less change is what was paid, whatever the labels say."""
    exact, by_place = paid(table), paid_by_place(table)
    for candidate in found.values():
        if candidate.label_points <= 0:
            continue
        if candidate.value in exact:
            candidate.points += _CASH_LESS_CHANGE
            candidate.borne_out = True
        elif candidate.value in by_place:
            candidate.points += _CASH_LESS_CHANGE / 2
            candidate.borne_out = True


def _weigh_sums(found: dict[Decimal, Candidate], table: Table) -> None:
    """Subtotal and tax, the items, or a line of the tax table add up to it."""
    kinds = (
        (sums_with_tax(table), _SUM_WITH_TAX),
        (tax_table_sums(table), _TAX_TABLE),
        ({sum_of_items(table)[0]}, _SUM_OF_ITEMS),
    )
    for candidate in found.values():
        if candidate.label_points < _LABEL_POINTS[Label.AMOUNT] and not candidate.borne_out:
            continue
        for sums, points in kinds:
            gap = min((abs(candidate.value - s) for s in sums), default=ROUNDING_LIMIT * 2)
            if gap <= ROUNDING_LIMIT:
                candidate.points += points if gap == 0 else points * _NEARLY
                candidate.borne_out = True


def _weigh_rounding(found: dict[Decimal, Candidate], table: Table, limit: Decimal) -> None:
    """A rounding between two totals tells which of them was paid."""
    steps = _steps(table, limit)
    for step in steps:
        for before in list(found.values()):
            after = found.get(before.value + step)
            if after is None and step > 0:  # the sign is printed apart or lost now and then
                after = found.get(before.value - step)
            if after is not None and after.label_points >= _LABEL_POINTS[Label.CARD]:
                after.points += _AFTER_ROUNDING
                after.borne_out = True
                before.points += _BEFORE_ROUNDING
    if steps or not any(entry.label is Label.ROUNDING for entry in table.entries):
        return
    # The amount of the rounding was not read: of two totals a few cents apart, coins can pay one.
    totals = [c for c in found.values() if c.label_points >= _LABEL_POINTS[Label.TOTAL]]
    for before in totals:
        for after in totals:
            apart = 0 < abs(before.value - after.value) < _COIN
            if apart and before.value % _COIN and not after.value % _COIN:
                after.points += _AFTER_ROUNDING / 2


def _weigh_scale(found: dict[Decimal, Candidate], table: Table) -> None:
    for candidate in found.values():
        if candidate.borne_out:
            continue
        others = {
            abs(amount.value)
            for entry in table.entries
            for amount in entry.amounts
            if amount.decimals == table.decimals and abs(amount.value) != candidate.value
        }
        if len(others) > _WORDY and candidate.value > _SCALE * sum(others):
            candidate.points += _OUT_OF_SCALE
