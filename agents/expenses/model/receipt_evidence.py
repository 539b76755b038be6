"""Checks of a model's reading of a receipt against the lines that were really recognised."""

import re
from collections.abc import Sequence
from datetime import date, time
from decimal import Decimal
from typing import TypeVar

from adapters.model.software_orders import speaks_to_software
from adapters.model.text_evidence import currency_stands_in, likeness_to_lines, words_stand_in
from agents.expenses.categories import known_category
from agents.expenses.photo_certainty import (
    AMOUNT_CONFIDENCE_THRESHOLD,
    DOUBTFUL,
    FIELD_CONFIDENCE_THRESHOLD,
    if_sure,
)
from agents.expenses.reading import LineItem, Reading, ReadValue
from domain.money import amount_stands_in

Value = TypeVar("Value", str, Decimal, date)

MERCHANT_LIKENESS = 70.0
"""Percent. Recognised names have slips; below this, the name is not on the paper."""

_MAX_EVIDENCE = 120

# A line that speaks to software or tells somebody what to record is not the sum of a purchase,
# whatever number it holds.
_SPEAKS_TO_SOFTWARE = re.compile(
    r"\b(system|assistant|user|prompt|instructions?|ignore|override|developer|admin|json)\b"
    r"|\b(save|record|output|respond|answer)\s+(this|the|it|as|only|with|\d)"
    r"|\b(store|return)\s+(this|it|as|only)\b",
    re.IGNORECASE,
)


def checked_against_lines(lines: Sequence[str], read: Reading) -> Reading:
    """A reading from lines: an amount that stands in none of them is dropped."""
    if not read.is_receipt:
        return _nothing(read)
    return _weighed(read, lines, _amount_on(lines, read.total))


def checked_against_picture(lines: Sequence[str], read: Reading) -> Reading:
    """A reading from the picture: it may see what the recogniser missed, but only as a question.

    A total that the recognised lines show too keeps its confidence. Any other is doubtful, and is
    dropped when not even the line that the model quotes for it shows it.
    """
    if not read.is_receipt:
        return _nothing(read)
    return _weighed(read, lines, _amount_on(lines, read.total) or _quoted(read.total))


def completed(before: Reading, read: Reading) -> Reading:
    """``before`` with the gaps and doubtful fields filled from a checked ``read``.

    What local recognition was sure of stays: a model may not talk it away.
    """
    total = _agreed(before.total, read.total)
    fields = {name: _surer(getattr(before, name), getattr(read, name)) for name in _FIELDS}
    overall = _overall(fields["merchant"], total, fields["occurred_on"])
    return before.model_copy(
        update={
            **fields,
            "engine": f"{before.engine}+{read.engine}",
            "confidence": max(before.confidence, overall),
            "is_receipt": _is_receipt(before, read),
            "total": total,
            "occurred_at": before.occurred_at or read.occurred_at,
            "items": before.items or read.items,
            "duration_ms": before.duration_ms + read.duration_ms,
        }
    )


_FIELDS = (
    "merchant", "currency", "occurred_on", "tax", "payment_method", "reference", "category",
)  # fmt: skip


def _surer(
    local: ReadValue[Value] | None, model: ReadValue[Value] | None
) -> ReadValue[Value] | None:
    if local is None or model is None:
        return local or model
    if local.confidence >= FIELD_CONFIDENCE_THRESHOLD or local.confidence >= model.confidence:
        return local
    return model


def _agreed(
    local: ReadValue[Decimal] | None, model: ReadValue[Decimal] | None
) -> ReadValue[Decimal] | None:
    """Two that read the same total make it surer, as two witnesses do. Where they differ, one that
    local reading was sure of stays, and any other is a question.
    """
    if local is None or model is None:
        return local or model
    if local.value == model.value:
        together = 1 - (1 - local.confidence) * (1 - model.confidence)
        return local.model_copy(update={"confidence": round(together, 2)})
    if local.confidence >= AMOUNT_CONFIDENCE_THRESHOLD:
        return local
    likelier = max(local, model, key=lambda read: read.confidence)
    return likelier.model_copy(update={"confidence": min(likelier.confidence, DOUBTFUL)})


def _is_receipt(before: Reading, read: Reading) -> bool:
    """A model's yes counts with a total that stands on the paper, its no unless one was sure."""
    if read.is_receipt:
        return before.is_receipt or read.total is not None
    return before.is_receipt and if_sure(before.total, AMOUNT_CONFIDENCE_THRESHOLD) is not None


def _overall(*essential: ReadValue[str] | ReadValue[Decimal] | ReadValue[date] | None) -> float:
    """A reading is as sure as its merchant, total and date are on average; missing ones count 0."""
    return sum(field.confidence for field in essential if field) / len(essential)


def _shows(amount: Decimal, line: str) -> bool:
    return amount_stands_in(amount, line) and not _is_order(line)


def _is_order(line: str) -> bool:
    return _SPEAKS_TO_SOFTWARE.search(line) is not None or speaks_to_software(line)


def _weighed(read: Reading, lines: Sequence[str], total: ReadValue[Decimal] | None) -> Reading:
    """The reading with each field as sure as its evidence; fields without evidence are dropped."""
    merchant = _merchant_on(lines, read.merchant)
    occurred_on = _date_on(lines, read.occurred_on)
    return read.model_copy(
        update={
            "confidence": _overall(merchant, total, occurred_on),
            "merchant": merchant,
            "total": total,
            "currency": _currency_on(lines, read.currency),
            "occurred_on": occurred_on,
            "occurred_at": _time_on(lines, read.occurred_at),
            "tax": _amount_on(lines, read.tax),
            "payment_method": _text_on(lines, read.payment_method),
            "reference": _text_on(lines, read.reference),
            "category": _known(read.category),
            "items": tuple(i for i in read.items if _item_stands_on(lines, i)),
        }
    )


def _time_on(lines: Sequence[str], at: time | None) -> time | None:
    """A time of day that a line has, on a clock of 24 hours or of 12."""
    if at is None:
        return None
    hours = f"{at.hour}|{(at.hour - 1) % 12 + 1}"
    printed = re.compile(rf"(?<!\d)0?(?:{hours})[:.h]{at.minute:02}(?!\d)")
    return at if any(printed.search(line) for line in lines) else None


def _nothing(read: Reading) -> Reading:
    return Reading(
        sha256=read.sha256,
        engine=read.engine,
        confidence=0.0,
        is_receipt=False,
        lines=read.lines,
        pages=read.pages,
        duration_ms=read.duration_ms,
    )


def _amount_on(lines: Sequence[str], field: ReadValue[Decimal] | None) -> ReadValue[Decimal] | None:
    """The amount with the line that shows it: the quoted one if it is real, else the last.

    Totals stand below the goods.
    """
    if field is None:
        return None
    shown = [line for line in lines if _shows(field.value, line)]
    if not shown:
        return None
    line = field.evidence if field.evidence in shown else shown[-1]
    return field.model_copy(update={"evidence": line[:_MAX_EVIDENCE]})


def _quoted(field: ReadValue[Decimal] | None) -> ReadValue[Decimal] | None:
    return _doubtful(field) if field and _shows(field.value, field.evidence) else None


def _merchant_on(lines: Sequence[str], field: ReadValue[str] | None) -> ReadValue[str] | None:
    if field is None or speaks_to_software(field.value):
        return None
    if likeness_to_lines(field.value, lines) >= MERCHANT_LIKENESS:
        return field
    return _doubtful(field)


def _date_on(lines: Sequence[str], field: ReadValue[date] | None) -> ReadValue[date] | None:
    """Doubtful rather than dropped: without a date, today would be taken in its place."""
    if field is None or any(_shows_day(field.value, line) for line in lines):
        return field
    return _doubtful(field)


def _shows_day(day: date, line: str) -> bool:
    """Whether the numbers of a line hold day and year; months are often words."""
    numbers = re.findall(r"\d+", line)
    run_together = {day.strftime(form) for form in ("%Y%m%d", "%d%m%Y", "%d%m%y", "%y%m%d")}
    if run_together.intersection(numbers):
        return True
    values = [int(number) for number in numbers]
    return day.day in values and bool({day.year, day.year % 100}.intersection(values))


def _currency_on(lines: Sequence[str], field: ReadValue[str] | None) -> ReadValue[str] | None:
    stands = field is not None and currency_stands_in(field.value, "\n".join(lines), "en")
    return field if stands else None


def _text_on(lines: Sequence[str], field: ReadValue[str] | None) -> ReadValue[str] | None:
    return field if field and any(words_stand_in(field.value, line) for line in lines) else None


def _known(field: ReadValue[str] | None) -> ReadValue[str] | None:
    category = known_category(field.value) if field else None
    return field.model_copy(update={"value": category}) if field and category else None


def _item_stands_on(lines: Sequence[str], item: LineItem) -> bool:
    if _is_order(item.name) or likeness_to_lines(item.name, lines) < MERCHANT_LIKENESS:
        return False
    amounts = [a for a in (item.amount, item.unit_price) if a is not None]
    return all(any(_shows(a, line) for line in lines) for a in amounts)


def _doubtful(field: ReadValue[Value]) -> ReadValue[Value]:
    return field.model_copy(update={"confidence": min(field.confidence, DOUBTFUL)})
