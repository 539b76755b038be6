"""The rows of a receipt with their labels and amounts: what the rules for totals work on."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from adapters.media.lines import OcrLine
from agents.expenses.reader.receipt_amounts import PrintedAmount, amounts_in, decimal_mark
from agents.expenses.reader.receipt_labels import Label, label_of, meanings_of
from agents.expenses.reader.rows import Row
from domain.money import MINOR_UNITS

_NEAR = 2.2
"""An amount this many row heights away from a label without one may belong to it."""

_SUMMARY_ROWS = 6
"""How far a table of taxes reaches below its heading."""


_NO_ROUNDING = Decimal("0.5")
_CENTS = 2
_WHOLE_ROWS = 2
_WHOLE_NOTES = frozenset({"IDR", "HUF", "TWD", "COP", "CLP", "MMK", "LAK", "KHR"})
"""Currencies whose cents exist on paper only."""


_TOTALS = frozenset({Label.TOTAL, Label.GRAND_TOTAL})


@dataclass(frozen=True)
class TableEntry:
    """One row, or a part of one: what it is and the amounts that stand on it."""

    index: int
    row: Row
    label: Label | None
    amounts: tuple[PrintedAmount, ...]
    in_summary: bool = False
    borrowed: bool = False
    """The amount stands on the row below or above."""

    @property
    def text(self) -> str:
        return self.row.text

    @property
    def last(self) -> PrintedAmount | None:
        """The rightmost amount: the one that a label speaks of."""
        return self.amounts[-1] if self.amounts else None


@dataclass(frozen=True)
class Table:
    """A receipt's rows and its decimal separator."""

    entries: tuple[TableEntry, ...]
    mark: str
    decimals: int = 2
    """Digits that money has here after the mark: the currency's, or none where none are printed."""

    def labelled(self, *labels: Label) -> Iterable[TableEntry]:
        """Rows with one of ``labels`` and an amount, tables of taxes left out."""
        return (e for e in self.entries if e.label in labels and e.amounts and not e.in_summary)

    def values(self, *labels: Label) -> list[Decimal]:
        return [entry.amounts[-1].value for entry in self.labelled(*labels)]


def table_of(rows: tuple[Row, ...], currency: str) -> Table:
    """The rows labelled; ``currency`` tells how many decimals to expect."""
    texts = (cell.text for row in rows for cell in row.cells)
    expected = 0 if currency in _WHOLE_NOTES else MINOR_UNITS.get(currency, 2)
    mark = decimal_mark(texts, expected)
    entries: list[TableEntry] = []
    summary_until = -1
    for index, row in enumerate(rows):
        closed = any(e.label in _TOTALS and e.amounts for e in entries)
        if label_of(row.text) is Label.SUMMARY or (closed and _heads_tax_table(row, mark)):
            summary_until = index + _SUMMARY_ROWS
        for part in _parts(row, mark):
            amounts = tuple(amount for cell in part.cells for amount in amounts_in(cell, mark))
            # A table of taxes has columns; a lone amount below it is no longer part of it.
            in_summary = index <= summary_until and len(amounts) != 1
            label = _settled(label_of(part.text), amounts)
            entries.append(TableEntry(len(entries), part, label, amounts, in_summary))
    mended = tuple(_with_neighbours(entries))
    return Table(mended, mark, _decimals(mended, expected))


def _decimals(entries: tuple[TableEntry, ...], expected: int) -> int:
    """As printed on the rows that have a label: cents, or whole notes."""
    printed = Counter(
        entry.amounts[-1].decimals
        for entry in entries
        if entry.label not in {None, Label.COUNT, Label.AMOUNT} and entry.amounts
    )
    if not printed:  # words that nobody understands: what the amounts themselves look like
        printed = Counter(
            amount.decimals
            for entry in entries
            for amount in entry.amounts
            if amount.decimals or re.search(r"\d[.,]\d{3}", amount.printed)
        )
    cents, whole = printed[_CENTS], printed[0]
    if expected == 0:
        return _CENTS if cents > whole else 0
    if expected == _CENTS and not cents and whole >= _WHOLE_ROWS:
        return 0
    return expected


def _heads_tax_table(row: Row, mark: str) -> bool:
    """Columns of tax and net, without amounts: "Steuer % | Netto | Brutto"."""
    if len(row.cells) < 2 or any(amounts_in(cell, mark) for cell in row.cells):  # noqa: PLR2004
        return False
    meanings = meanings_of(row.text)
    return "tax" in meanings and bool({"before", "amount"} & meanings)


def _parts(row: Row, mark: str) -> list[Row]:
    """A row cut before each label that follows an amount: "Saving 0.00  Total 6.85" is two."""
    parts: list[list[OcrLine]] = [[]]
    has_amount = False
    for cell in row.cells:
        if has_amount and label_of(cell.text) is not None:
            parts.append([])
            has_amount = False
        parts[-1].append(cell)
        has_amount = has_amount or bool(amounts_in(cell, mark))
    return [Row(tuple(part), row.page_width, row.page) for part in parts]


def _settled(label: Label | None, amounts: tuple[PrintedAmount, ...]) -> Label | None:
    """A rounding of half a unit or more is no rounding but the rounded total."""
    if label is Label.ROUNDING and amounts and amounts[-1].decimals == _CENTS:
        return Label.GRAND_TOTAL if abs(amounts[-1].value) > _NO_ROUNDING else label
    return label


def _with_neighbours(entries: list[TableEntry]) -> list[TableEntry]:
    """Labels whose amount slipped to the row below or above get it back."""
    mended = list(entries)
    for entry in entries:
        if entry.label in {None, Label.SUMMARY, Label.AMOUNT, Label.COUNT} or entry.amounts:
            continue
        if len(entry.row.cells) > 1 or len(entry.text) > 40:  # noqa: PLR2004 - a table's heading
            continue
        for index in (entry.index + 1, entry.index - 1):
            if 0 <= index < len(entries) and _belongs(entry, entries[index]):
                mended[entry.index] = TableEntry(
                    entry.index, entry.row, entry.label, entries[index].amounts, borrowed=True
                )
                break
    return mended


def _belongs(label: TableEntry, other: TableEntry) -> bool:
    return (
        other.label is None
        and len(other.amounts) == 1
        and len(other.row.cells) == 1
        and other.amounts[0].decimals > 0
        and sum(c.isalpha() for c in other.text) <= 3  # noqa: PLR2004 - a currency, nothing else
        and other.row.page == label.row.page
        and abs(other.row.y - label.row.y) < _NEAR * label.row.height
    )
