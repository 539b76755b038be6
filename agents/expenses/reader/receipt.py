"""Recognised text to the fields of a receipt, each with an honest confidence.

Rules only: they know words, notations and arithmetic of receipts, names of shops, and no layout.
"""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from adapters.media.lines import OcrText
from agents.expenses.reader.papers import one_expense, papers_in
from agents.expenses.reader.receipt_currency import SURE_CURRENCY, currency_of
from agents.expenses.reader.receipt_date import clock_of, date_of, time_of
from agents.expenses.reader.receipt_details import items_of, payment_method_of, reference_of, tax_of
from agents.expenses.reader.receipt_extent import receipts_in
from agents.expenses.reader.receipt_labels import Label, unexplained_words
from agents.expenses.reader.receipt_lists import pattern_of
from agents.expenses.reader.receipt_merchant import merchant_of
from agents.expenses.reader.receipt_places import places_of
from agents.expenses.reader.receipt_screen import screen_of
from agents.expenses.reader.receipt_table import Table, table_of
from agents.expenses.reader.receipt_total import total_of
from agents.expenses.reader.rows import Row, rows_of
from agents.expenses.reading import Reading, ReadValue, Value
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
_SEVERAL = 0.5
"""Factor for a picture of several receipts: which of them is meant is for the person to say."""

_BORNE_OUT = 0.3
"""Confidence of a total without a label that a sum bears out."""

_FOREIGN_UNSURE = 0.6
"""The most that a total is worth whose currency is not surely read and not the person's own: the
person is asked for the amount, and sees the currency with it."""

_PLAIN = 0.4
"""The least that shop and total of one of several receipts are worth, on the rules' own scale."""

_SENTENCE = 4
"""Words that label nothing: a row with more is prose."""

_PARTS = (
    Label.SUBTOTAL,
    Label.TAX,
    Label.SERVICE,
    Label.CASH,
    Label.CARD,
    Label.CHANGE,
    Label.ROUNDING,
)
_WORDS = pattern_of("signs", "receipt")


def reading_of(text: OcrText, sha256: str, person: Person, today: date) -> Reading:
    """The reading of recognised text. ``today`` is the person's own; duration is not set.

    Receipts that lie apart are read each by itself, when each shows what was paid.
    """
    lines = rows_of(text)
    blank = Reading(sha256=sha256, engine=ENGINE, confidence=0.0, pages=text.page_count)
    papers = _papers(text, lines, lambda rows: _read(rows, blank, person, today))
    if len(papers) > 1:
        apart = one_expense([_read(rows, blank, person, today) for rows in papers])
        if apart is not None and all(map(_stands_alone, apart)):
            first, *others = apart
            return first.model_copy(update={"others": tuple(others), "receipts_seen": len(apart)})
    blank = blank.model_copy(update={"receipts_seen": len(papers)})
    return _read(papers[0], blank, person, today).model_copy(update={"lines": _texts(lines)})


def _papers(
    text: OcrText, lines: tuple[Row, ...], read: Callable[[tuple[Row, ...]], Reading]
) -> tuple[tuple[Row, ...], ...]:
    """The rows of each receipt: by the room between them, else by what stands there."""

    def worth(rows: tuple[Row, ...]) -> float:
        reading = read(rows)
        return reading.confidence if _stands_alone(reading) else 0.0

    if len(text.pages) == 1:
        papers = papers_in(text.pages[0], worth)
        if len(papers) > 1:
            return papers
    return receipts_in(text, lines)


def _stands_alone(reading: Reading) -> bool:
    """Whether it says where how much was paid, as a receipt of its own does."""
    total, merchant = reading.total, reading.merchant
    return (
        reading.is_receipt
        and total is not None
        and total.confidence >= _PLAIN
        and merchant is not None
        and merchant.confidence >= _PLAIN
    )


def _texts(rows: tuple[Row, ...]) -> tuple[str, ...]:
    return tuple(row.text[:MAX_LINE_LENGTH] for row in rows[:MAX_LINES])


def _read(rows: tuple[Row, ...], blank: Reading, person: Person, today: date) -> Reading:
    """``blank`` with what one receipt says."""
    places = places_of(rows)
    clock = clock_of(rows, places, person, today)
    currency = currency_of(rows, person.currency, places)
    code = currency.value if currency else person.currency
    table = table_of(rows, code)
    total = total_of(table, code)
    merchant = merchant_of(rows, [place.country for place in places])
    occurred_on = date_of(rows, clock)
    screen = screen_of(rows, table)
    if screen is not None:
        total, merchant = screen.total, screen.payee
    if currency and currency.value != person.currency and currency.confidence < SURE_CURRENCY:
        total = _at_most(total, _FOREIGN_UNSURE)
    signs = signs_of(rows, table, total, occurred_on)
    looks = signs >= RECEIPT_SIGNS and not _is_prose(rows)
    has_total = total is not None or _has_empty_total(table)
    is_receipt = (looks and has_total) or (screen is not None and total is not None)
    factor = (1.0 if is_receipt else _NO_RECEIPT) * (1.0 if blank.receipts_seen == 1 else _SEVERAL)
    amount = total.value if total else None
    return blank.model_copy(
        update={
            "confidence": round(_whole(total, merchant, occurred_on) * factor, 2),
            "is_receipt": is_receipt,
            "merchant": _doubted(merchant, factor),
            "total": _doubted(total, factor),
            "currency": currency,
            "occurred_on": _doubted(occurred_on, factor),
            "occurred_at": time_of(rows, clock),
            "tax": tax_of(table, amount),
            "payment_method": payment_method_of(table),
            "reference": reference_of(rows),
            "items": items_of(table, amount),
            "lines": _texts(rows),
        }
    )


def signs_of(
    rows: tuple[Row, ...],
    table: Table,
    total: ReadValue[Decimal] | None,
    occurred_on: ReadValue[date] | None,
) -> int:
    """How many things that receipts have are there: at most six."""
    words = {match.group().casefold() for row in rows for match in _WORDS.finditer(row.text)}
    words |= {entry.label.value for entry in table.labelled(*_PARTS) if entry.label is not None}
    sums = sum(a.decimals == table.decimals for e in table.entries for a in e.amounts)
    claims = any(table.labelled(Label.TOTAL, Label.GRAND_TOTAL, Label.CARD, Label.CASH))
    return sum(
        (
            claims or (total is not None and total.confidence >= _BORNE_OUT),
            occurred_on is not None,
            sums >= (2 if table.decimals else 4),  # an item and its total; whole numbers are many
            bool(words),
            len(words) >= 2,  # noqa: PLR2004 - one may be chance
            len(rows) >= 6,  # noqa: PLR2004 - shop, date, item, total, payment
        )
    )


def _is_prose(rows: tuple[Row, ...]) -> bool:
    """A page of a book or a letter: most rows are sentences."""
    sentences = sum(unexplained_words(row.text) > _SENTENCE for row in rows)
    return sentences * 5 > len(rows) * 2


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


def _at_most(total: ReadValue[Decimal] | None, ceiling: float) -> ReadValue[Decimal] | None:
    if total is None or total.confidence <= ceiling:
        return total
    return total.model_copy(update={"confidence": ceiling})


def _doubted(field: ReadValue[Value] | None, factor: float) -> ReadValue[Value] | None:
    if field is None:
        return None
    return field.model_copy(update={"confidence": round(field.confidence * factor, 2)})
