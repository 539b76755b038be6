"""What was paid: candidates by label, weighed by arithmetic.

Each candidate value collects points for what speaks for it. Points become a confidence that is
meant to be honest: a value that only a label speaks for stays below 0.8, a bare mention of an
amount stays below the threshold, and one that sums bear out comes near 1.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import product

from adapters.ocr.receipt_labels import Label, unexplained_words
from adapters.ocr.receipt_table import Entry, Table
from domain.money import MINOR_UNITS
from domain.reading import ReadValue

ROUNDING_LIMIT = Decimal("0.05")
"""Cash roundings (5-cent coins) stay within this."""

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
_SUMMANDS = 4
"""Of each kind that are tried; receipts have one or two."""
_SUM_WITH_TAX = 1.6
_SUM_OF_ITEMS = 1.2
_TAX_TABLE = 1.2
_AFTER_ROUNDING = 1.5
_BEFORE_ROUNDING = -0.9
_LARGEST = 0.4
_MISREAD = -1.5
_NO_DECIMALS = -1.6
_WORDY, _PROSE = 2, -2.0
"""A sentence that names a total is no total: "tell them the total is 99.00 please"."""
_SURE_SCORE = 0.85


@dataclass
class Candidate:
    """One value and what speaks for it."""

    value: Decimal
    points: float = 0.0
    entries: list[Entry] = field(default_factory=list)
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
    confidence = _confidence(best, margin)
    entry = max(best.entries, key=lambda e: _LABEL_POINTS.get(e.label, 0.0) if e.label else 0.0)
    return ReadValue(value=best.value, confidence=confidence, evidence=entry.row.evidence)


def _confidence(best: Candidate, margin: float) -> float:
    """Points and lead to a probability; checked against real receipts by benchmarks/receipts.py."""
    raw = 0.12 + 0.13 * min(best.points, 4.5) + 0.12 * min(margin, 2.0)
    ceiling = 0.98 if best.borne_out else 0.8
    return round(max(0.05, min(raw, ceiling)), 2)


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
        candidate.label_points = max(candidate.label_points, _label_points(entry, currency))
    for candidate in found.values():
        candidate.points = candidate.label_points
    _weigh_repetition(found, table)
    _weigh_payment(found, table)
    _weigh_sums(found, table)
    _weigh_rounding(found, table)
    return list(found.values())


def _label_points(entry: Entry, currency: str) -> float:
    amount = entry.last
    if entry.label is None or amount is None:
        return 0.0
    points = _LABEL_POINTS[entry.label]
    if amount.score < _SURE_SCORE:
        points += _MISREAD
    if amount.decimals != MINOR_UNITS.get(currency, 2) and not _whole_notes(
        amount.decimals, currency
    ):
        points += _NO_DECIMALS
    if unexplained_words(entry.text) > _WORDY:
        points += _PROSE
    return points - (0.3 if entry.borrowed else 0.0)


def _whole_notes(decimals: int, currency: str) -> bool:
    """Currencies that have cents on paper only are printed without them."""
    return decimals == 0 and currency in {"IDR", "HUF", "TWD", "COP", "PHP", "INR", "CLP", "THB"}


def _weigh_repetition(found: dict[Decimal, Candidate], table: Table) -> None:
    rows: dict[Decimal, set[int]] = defaultdict(set)
    for entry in table.entries:
        for amount in entry.amounts:
            rows[abs(amount.value)].add(entry.index)
    for candidate in found.values():
        again = min(len(rows[candidate.value]) - 1, _REPEATED_AT_MOST)
        candidate.points += _REPEATED * again
    claimed = [c.value for c in found.values() if c.label_points >= _LABEL_POINTS[Label.TOTAL]]
    if claimed:
        found[max(claimed)].points += _LARGEST


def _weigh_payment(found: dict[Decimal, Candidate], table: Table) -> None:
    """Cash less change is what was paid, whatever the labels say."""
    cash = [abs(v) for v in table.values(Label.CASH, Label.CARD)]
    change = [abs(v) for v in table.values(Label.CHANGE)]
    paid = {given - back for given, back in product(cash, change) if given - back > 0}
    for candidate in found.values():
        if candidate.value in paid and candidate.label_points > 0:
            candidate.points += _CASH_LESS_CHANGE
            candidate.borne_out = True


def _weigh_sums(found: dict[Decimal, Candidate], table: Table) -> None:
    """Subtotal and tax, the items, or a line of the tax table add up to it."""
    exact = _sums(table)
    parts = table.values(Label.PART)
    if len(set(parts)) > 1:
        exact.add(sum(set(parts), Decimal(0)))
    kinds = (
        (exact, _SUM_WITH_TAX),
        (_tax_table_sums(table), _TAX_TABLE),
        ({_sum_of_items(table)}, _SUM_OF_ITEMS),
    )
    for candidate in found.values():
        if candidate.label_points < _LABEL_POINTS[Label.AMOUNT] and not candidate.borne_out:
            continue
        for sums, points in kinds:
            gap = min((abs(candidate.value - s) for s in sums), default=ROUNDING_LIMIT * 2)
            if gap <= ROUNDING_LIMIT:
                candidate.points += points if gap == 0 else points * _NEARLY
                candidate.borne_out = True


def _sums(table: Table) -> set[Decimal]:
    """All ways to get from a subtotal to a total with what the receipt names."""
    # A first "total" may be one before tax, discount or rounding.
    nets = table.values(Label.SUBTOTAL, Label.BEFORE_TAX, Label.TOTAL)[:_SUMMANDS]
    extras = [Decimal(0), *table.values(Label.TAX)[:_SUMMANDS]]
    services = [Decimal(0), *table.values(Label.SERVICE)[:_SUMMANDS]]
    discounts = [Decimal(0), *(abs(v) for v in table.values(Label.DISCOUNT)[:_SUMMANDS])]
    roundings = [Decimal(0), *table.values(Label.ROUNDING)[:_SUMMANDS]]
    return {
        net + tax + service - off + step
        for net, tax, service, off, step in product(nets, extras, services, discounts, roundings)
        if any((tax, service, off, step))
    }


def _sum_of_items(table: Table) -> Decimal:
    """Of the last amounts of the rows above the first labelled one."""
    total = Decimal(0)
    for entry in table.entries:
        if entry.label in {Label.TOTAL, Label.GRAND_TOTAL, Label.SUBTOTAL, Label.BEFORE_TAX}:
            if entry.amounts:
                return total
        elif entry.label in {None, Label.DISCOUNT} and entry.last and entry.last.decimals == 2:  # noqa: PLR2004
            total += entry.last.value
    return Decimal(0)


def _tax_table_sums(table: Table) -> set[Decimal]:
    sums = set()
    for entry in table.entries:
        if entry.in_summary and len(entry.amounts) >= 2:  # noqa: PLR2004 - net and tax
            pair = [a.value for a in entry.amounts if a.decimals == 2][:2]  # noqa: PLR2004
            if len(pair) == 2 and 0 < pair[1] < pair[0]:  # noqa: PLR2004
                sums.add(sum(pair, Decimal(0)))
    return sums


def _weigh_rounding(found: dict[Decimal, Candidate], table: Table) -> None:
    """A rounding between two totals tells which of them was paid."""
    for step in table.values(Label.ROUNDING):
        if step == 0 or abs(step) > ROUNDING_LIMIT:
            continue
        for before in list(found.values()):
            after = found.get(before.value + step)
            if after is None and step > 0:  # the sign is printed apart or lost now and then
                after = found.get(before.value - step)
            if after is not None and after.label_points >= _LABEL_POINTS[Label.CARD]:
                after.points += _AFTER_ROUNDING
                after.borne_out = True
                before.points += _BEFORE_ROUNDING
