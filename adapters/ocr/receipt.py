"""Recognised text to the fields of a receipt, each with an honest confidence.

Rules only: they know words, notations and arithmetic of receipts, no shop and no layout.
"""

import re
from datetime import date
from decimal import Decimal

from adapters.ocr.lines import OcrText
from adapters.ocr.receipt_date import MONTH_FIRST_LOCALES, Clock, date_of, time_of
from adapters.ocr.receipt_details import (
    currency_of,
    items_of,
    payment_method_of,
    reference_of,
    tax_of,
)
from adapters.ocr.receipt_labels import Label
from adapters.ocr.receipt_merchant import merchant_of
from adapters.ocr.receipt_table import Table, table_of
from adapters.ocr.receipt_total import total_of
from adapters.ocr.rows import Row, rows_of
from domain.reading import Reading, ReadValue, Value
from domain.understanding import Person

ENGINE = "rapidocr-rules"

MAX_LINES = 200
"""Rows that a reading keeps."""

MAX_LINE_LENGTH = 300

RECEIPT_SIGNS = 3
"""Signs of a receipt (see ``signs_of``) that make one."""

_TOTAL_WEIGHT, _MERCHANT_WEIGHT, _DATE_WEIGHT = 0.5, 0.25, 0.25
_NO_RECEIPT = 0.25
"""Factor for a picture that does not look like a receipt: whatever it says is not taken."""

_WORDS = re.compile(
    r"\b(?:invoice|receipt|resit|cash|change|tax|gst|sst|vat|cashier|qty|rechnung|facture|quittung|"
    r"factura|bill|visa|mastercard|subtotal|thank\s*you|terima\s*kasih|rounding|discount)\b",
    re.IGNORECASE,
)


def reading_of(text: OcrText, sha256: str, person: Person, today: date) -> Reading:
    """The reading of recognised text. ``today`` is the person's own; duration is not set."""
    rows = rows_of(text)
    clock = Clock(today, month_first=person.locale in MONTH_FIRST_LOCALES)
    currency = currency_of(rows, person.currency)
    code = currency.value if currency else person.currency
    table = table_of(rows, code)
    total = total_of(table, code)
    merchant = merchant_of(rows)
    occurred_on = date_of(rows, clock)
    signs = signs_of(rows, table, occurred_on)
    is_receipt = signs >= RECEIPT_SIGNS and (total is not None or _has_empty_total(table))
    confidence = _whole(total, merchant, occurred_on)
    factor = 1.0 if is_receipt else _NO_RECEIPT
    amount = total.value if total else None
    return Reading(
        sha256=sha256,
        engine=ENGINE,
        confidence=round(confidence * factor, 2),
        is_receipt=is_receipt,
        merchant=_doubted(merchant, factor),
        total=_doubted(total, factor),
        currency=currency,
        occurred_on=_doubted(occurred_on, factor),
        occurred_at=time_of(rows, clock),
        tax=tax_of(table, amount),
        payment_method=payment_method_of(table),
        reference=reference_of(rows),
        items=items_of(table, amount),
        lines=tuple(row.text[:MAX_LINE_LENGTH] for row in rows[:MAX_LINES]),
        pages=text.page_count,
    )


def signs_of(rows: tuple[Row, ...], table: Table, occurred_on: ReadValue[date] | None) -> int:
    """How many things that receipts have are there: at most six."""
    words = {match.group().casefold() for row in rows for match in _WORDS.finditer(row.text)}
    cents = sum(a.decimals == 2 for e in table.entries for a in e.amounts)  # noqa: PLR2004
    claims = any(table.labelled(Label.TOTAL, Label.GRAND_TOTAL, Label.CARD, Label.CASH))
    return sum(
        (
            claims,
            occurred_on is not None,
            cents >= 2,  # noqa: PLR2004 - an item and its total
            bool(words),
            len(words) >= 2,  # noqa: PLR2004 - one may be chance
            len(rows) >= 6,  # noqa: PLR2004 - shop, date, item, total, payment
        )
    )


def _has_empty_total(table: Table) -> bool:
    """A line for the total whose amount can't be read: it may be asked for."""
    return any(entry.label in (Label.TOTAL, Label.GRAND_TOTAL) for entry in table.entries)


def _whole(
    total: ReadValue[Decimal] | None,
    merchant: ReadValue[str] | None,
    occurred_on: ReadValue[date] | None,
) -> float:
    parts = ((total, _TOTAL_WEIGHT), (merchant, _MERCHANT_WEIGHT), (occurred_on, _DATE_WEIGHT))
    return round(sum(field.confidence * weight for field, weight in parts if field), 2)


def _doubted(field: ReadValue[Value] | None, factor: float) -> ReadValue[Value] | None:
    if field is None:
        return None
    return field.model_copy(update={"confidence": round(field.confidence * factor, 2)})
