"""Screens of payment apps and messages of banks: who was paid and how much, in words or fields."""

# ruff: noqa: E501 - a pattern is easier to check when it is not cut

import re
from dataclasses import dataclass
from decimal import Decimal

from agents.expenses.reader.receipt_amounts import PrintedAmount, amounts_in
from agents.expenses.reader.receipt_labels import Label
from agents.expenses.reader.receipt_lists import pattern_of
from agents.expenses.reader.receipt_table import Table
from agents.expenses.reader.rows import EVIDENCE_LENGTH, Row
from agents.expenses.reading import ReadValue
from agents.expenses.rules import MAX_MERCHANT_LENGTH

MAX_ROWS = 40
"""A screen shows fewer rows; an itemised receipt that mentions an app is none."""

_SIGNS = pattern_of("signs", "screen", "", "")
_ORDERS = re.compile(
    r"\b(?:ignore|instructions?|system|assistant|record it|save it)\b", re.IGNORECASE
)
_ITEMISED = (Label.SUBTOTAL, Label.CHANGE, Label.ROUNDING)

_PAYEE_KEY = pattern_of("signs", "payee", r"^\W*", r"\s*(?P<end>[:：]|$)\s*(?P<rest>.*)$")
_AMOUNT_KEY = pattern_of("signs", "paid", r"^\W*")
_MONEY = r"(?:[A-Z]{2,3}|[$€£¥₹₱฿]|S\$)?\s?\d[\d.,]*\d(?:\s?(?:[A-Z]{3}|€))?"
_NAME = r"(?P<name>[^\W_][^.,;\n]{1,60}?)"
_STOP = r"(?=\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s\d|\s+(?:on|via|using|with|from|at\s+\d|dated|ref|card|through|by)\b|\s*[.,;\n]|\s*$|\s+\d{1,2}[/:.\-]\d)"
_TOLD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"\b(?:paid|sent|transferred|spent|payment of|transfer of|purchase of|charged|debited)\s+(?P<money>{_MONEY})"
            rf"\s+(?:to|at|with|in)\s+{_NAME}{_STOP}"
        ),
        (
            rf"(?P<money>{_MONEY})\s+(?:(?:was|has been|is)\s+)?(?:charged|debited|spent|paid|deducted|transferred|sent)\b"
            rf"[^.]{{0,60}}?\b(?:at|to)\s+{_NAME}{_STOP}"
        ),
        rf"\byou\s+(?:paid|sent)\s+{_NAME}\s+(?P<money>{_MONEY})(?!\w)",
    )
)
_TO_NAME = re.compile(
    rf"\b(?:paid|transfer(?:red)?|sent|payment)\s+to\s+{_NAME}{_STOP}", re.IGNORECASE
)


@dataclass(frozen=True)
class PaymentScreen:
    """What a screen says was paid, and to whom."""

    payee: ReadValue[str]
    total: ReadValue[Decimal]


def screen_of(rows: tuple[Row, ...], table: Table) -> PaymentScreen | None:
    """The payment that a screen or message tells of, or None for anything else."""
    text = "\n".join(row.text for row in rows)
    if len(rows) > MAX_ROWS or not _SIGNS.search(text) or _ORDERS.search(text):
        return None
    if any(table.labelled(*_ITEMISED)):
        return None
    told = _told(text, table)
    if told is not None:
        return told
    payee, total = _payee(rows), _amount(rows, table)
    return PaymentScreen(payee, total) if payee and total else None


def _told(text: str, table: Table) -> PaymentScreen | None:
    """In a sentence: "You paid RM 12.00 to Kopi Corner on 3 March"."""
    for pattern in _TOLD:
        match = pattern.search(text)
        value = _value(match["money"], table) if match else None
        if match and value is not None:
            evidence = " ".join(match.group().split())[:EVIDENCE_LENGTH]
            name = match["name"].strip(" .:-")[:MAX_MERCHANT_LENGTH]
            return PaymentScreen(
                ReadValue(value=name, confidence=0.75, evidence=evidence),
                ReadValue(value=value.value, confidence=0.85, evidence=evidence),
            )
    return None


def _payee(rows: tuple[Row, ...]) -> ReadValue[str] | None:
    """In a field: the value beside or below "Paid to"."""
    for index, row in enumerate(rows):
        key = _PAYEE_KEY.match(row.cells[0].text)
        if key is None:
            continue
        name = key["rest"] or " ".join(cell.text for cell in row.cells[1:])
        if not name and index + 1 < len(rows):
            name = rows[index + 1].text
        name = name.strip(" .:-")
        if sum(c.isalpha() for c in name) >= 2:  # noqa: PLR2004 - no account number
            return ReadValue(
                value=name[:MAX_MERCHANT_LENGTH], confidence=0.75, evidence=row.evidence
            )
    for row in rows:
        told = _TO_NAME.search(row.text)
        if told is not None:
            name = told["name"].strip(" .:-")[:MAX_MERCHANT_LENGTH]
            return ReadValue(value=name, confidence=0.65, evidence=row.evidence)
    return None


def _amount(rows: tuple[Row, ...], table: Table) -> ReadValue[Decimal] | None:
    """Beside or below "PrintedAmount", else the only amount with a currency on the screen."""
    for index, row in enumerate(rows):
        if _AMOUNT_KEY.match(row.text):
            for place in rows[index : index + 2]:
                money = _money(place, table)
                if money:
                    value = abs(money[-1].value)
                    return ReadValue(value=value, confidence=0.85, evidence=place.evidence)
    marked = {abs(a.value): row for row in rows for a in _money(row, table) if a.mark}
    if len(marked) == 1:
        ((value, row),) = marked.items()
        return ReadValue(value=value, confidence=0.8, evidence=row.evidence)
    return None


def _money(row: Row, table: Table) -> list[PrintedAmount]:
    amounts = (amount for cell in row.cells for amount in amounts_in(cell, table.mark))
    return [a for a in amounts if a.value and (a.decimals == table.decimals or a.mark)]


def _value(printed: str, table: Table) -> PrintedAmount | None:
    cells = (cell for entry in table.entries[:1] for cell in entry.row.cells)
    cell = next(cells, None)
    if cell is None:
        return None
    amounts = amounts_in(cell.model_copy(update={"text": printed}), table.mark)
    return amounts[0] if amounts and amounts[0].value else None
