"""The arithmetic of a receipt: what its own numbers add up to."""

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations, product

from agents.expenses.reader.receipt_labels import Label
from agents.expenses.reader.receipt_table import Table, TableEntry

_SUMMANDS = 4
"""Of each kind that are tried; receipts have one or two."""
_CENTS = 2
_CLOSING = frozenset({Label.TOTAL, Label.GRAND_TOTAL, Label.SUBTOTAL, Label.BEFORE_TAX})
_MIN_ITEMS = 2
_CHANGE_ROWS = 5
"""How far below the money handed over the change is printed."""


def sums_with_tax(table: Table) -> set[Decimal]:
    """All ways to get from a subtotal to a total with what the receipt names."""
    # A first "total" may be one before tax, discount or rounding.
    nets = table.values(Label.SUBTOTAL, Label.BEFORE_TAX, Label.TOTAL)[:_SUMMANDS]
    taxes = table.values(Label.TAX)[:_SUMMANDS]
    extras = {Decimal(0), *taxes, sum(taxes[:2], Decimal(0)), sum(taxes, Decimal(0))}
    services = [Decimal(0), *table.values(Label.SERVICE)[:_SUMMANDS]]
    discounts = [Decimal(0), *(abs(v) for v in table.values(Label.DISCOUNT)[:_SUMMANDS])]
    roundings = [Decimal(0), *table.values(Label.ROUNDING)[:_SUMMANDS]]
    sums = {
        net + tax + service - off + step
        for net, tax, service, off, step in product(nets, extras, services, discounts, roundings)
        if any((tax, service, off, step))
    }
    parts = set(table.values(Label.PART))
    if len(parts) > 1:
        # With and without tax of the same part stand side by side: only two of them add up.
        sums |= {sum(parts, Decimal(0)), *(one + other for one, other in combinations(parts, 2))}
    return sums


def sum_of_items(table: Table) -> tuple[Decimal, int]:
    """Of the last amounts of the rows above the first labelled one, and how many they are."""
    decimals = table.decimals
    total, count = Decimal(0), 0
    for entry in table.entries:
        if entry.label in _CLOSING:
            if entry.amounts:
                return total, count
        elif _is_item(entry, decimals) and entry.last:
            value = entry.last.value
            total += -value if entry.label is Label.DISCOUNT and value > 0 else value
            count += 1
    return Decimal(0), 0


def _is_item(entry: TableEntry, decimals: int) -> bool:
    if entry.label not in {None, Label.DISCOUNT} or entry.last is None:
        return False
    if entry.last.decimals != decimals:
        return False
    # Whole numbers stand everywhere (addresses, phones): only a column of its own tells money, or
    # a row of nothing else with its thousands parted.
    alone = _is_wordless(entry) and bool(re.search(r"\d[.,' ]\d{3}", entry.text))
    return decimals > 0 or len(entry.row.cells) > 1 or alone


def _is_wordless(entry: TableEntry) -> bool:
    return sum(c.isalpha() for c in entry.text) <= 3  # noqa: PLR2004 - a currency at most


def unlabelled_sums(table: Table) -> Iterable[TableEntry]:
    """Rows without a label whose amount is the sum of two or more rows right above it."""
    column: list[Decimal] = []
    for entry in table.entries:
        if not _is_item(entry, table.decimals) or entry.last is None:
            if entry.label in {Label.TOTAL, Label.GRAND_TOTAL}:
                return
            continue
        value = entry.last.value
        enough = _MIN_ITEMS if _is_wordless(entry) else _MIN_ITEMS + 1
        if len(column) >= enough and value == sum(column) and value > 0:
            yield entry
            return
        column.append(value)


def tax_table_sums(table: Table) -> set[Decimal]:
    """Net and tax of the lines of a table of taxes."""
    sums = set()
    for entry in table.entries:
        if entry.in_summary and len(entry.amounts) >= 2:  # noqa: PLR2004 - net and tax
            pair = [a.value for a in entry.amounts if a.decimals == _CENTS][:2]
            if len(pair) == 2 and 0 < pair[1] < pair[0]:  # noqa: PLR2004
                sums.add(sum(pair, Decimal(0)))
    return sums


def paid(table: Table) -> set[Decimal]:
    """Cash less change: what was paid, whatever the labels say."""
    cash = [abs(v) for v in table.values(Label.CASH, Label.CARD)]
    change = [abs(v) for v in table.values(Label.CHANGE)]
    return {given - back for given, back in product(cash, change) if given - back > 0}


def paid_by_place(table: Table) -> set[Decimal]:
    """Cash less an amount printed right below it under a label that was not understood."""
    found = set()
    for entry in table.labelled(Label.CASH):
        below = table.entries[entry.index + 1 : entry.index + 1 + _CHANGE_ROWS]
        for other in below:
            if other.label in {None, Label.COUNT} and other.last and entry.last:
                back = abs(other.last.value)
                if other.last.decimals == entry.last.decimals and 0 < back < entry.last.value:
                    found.add(entry.last.value - back)
    # Both on one row: "cash/change 140.00 3.00".
    for entry in (*table.labelled(Label.CASH), *table.labelled(Label.CHANGE)):
        if len(entry.amounts) == 2:  # noqa: PLR2004
            given, back = (abs(amount.value) for amount in entry.amounts)
            found |= {given - back} if 0 < back < given else set()
    return found
