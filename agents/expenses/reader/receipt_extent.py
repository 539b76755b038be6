"""Where a receipt begins and ends in a picture that shows parts of others, too."""

import re
from collections.abc import Callable

from adapters.media.lines import OcrLine, OcrPage, OcrText
from agents.expenses.reader.receipt_amounts import has_cents
from agents.expenses.reader.receipt_labels import Label, label_of
from agents.expenses.reader.receipt_lists import pattern_of
from agents.expenses.reader.receipt_names import ADDRESS, HEADING, NUMBERS, SUFFIX
from agents.expenses.reader.rows import EVIDENCE_LENGTH, Row, rows_of

_PAYMENTS = frozenset({Label.TOTAL, Label.GRAND_TOTAL, Label.CHANGE})
_TOTALS = frozenset({Label.TOTAL, Label.GRAND_TOTAL})
_PAID = frozenset({*_PAYMENTS, Label.CASH, Label.CARD, Label.SUBTOTAL, Label.BEFORE_TAX})
_SUBTOTALS = frozenset({Label.SUBTOTAL, *_TOTALS})
_THANKS = pattern_of("signs", "thanks", "", "")
_HEAD_ROWS = 7
_MIN_SIGNS = 3
"""Kinds of head signs (name, address, number, heading) that make a new head."""
_TAIL_ROWS = 12
"""The end of another receipt at the top of a picture is short."""
_MIN_ROWS = 7
_MIN_LINES = 8
_GUTTER_STEPS = 24


def receipts_in(text: OcrText, rows: tuple[Row, ...]) -> tuple[tuple[Row, ...], ...]:
    """``rows``, those of ``text``, parted by receipt: one or more.

    Side by side or one below the other; the end of another receipt at the top is left out. What
    can't be told apart stays together.
    """
    if len(text.pages) == 1:
        sides = _side_by_side(text.pages[0])
        if sides:
            return tuple(rows_of(OcrText(pages=(side,))) for side in sides)
    return _stacked(rows)


def _stacked(rows: tuple[Row, ...]) -> tuple[tuple[Row, ...], ...]:
    found: list[tuple[Row, ...]] = []
    start = 0
    paid = [_is_labelled(row, _PAYMENTS) for row in rows]
    for index in range(1, len(rows)):
        # Something was paid above: what comes next may be another receipt.
        if not any(paid[start:index]) or not _begins(rows[index:]):
            continue
        before = rows[start:index]
        if len(head_signs(before[:_HEAD_ROWS])) >= _MIN_SIGNS and len(before) >= _MIN_ROWS:
            found.append(before)
        elif len(before) > _TAIL_ROWS:
            continue
        start = index
    return (*found, rows[start:])


def _begins(rows: tuple[Row, ...]) -> bool:
    """Whether ``rows`` start with a head and come to a total."""
    head = rows[:_HEAD_ROWS]
    if not head or not _head_sign(head[0].text) & {"name", "heading"}:
        return False
    if len(head_signs(head)) < _MIN_SIGNS or any(_is_labelled(row, _SUBTOTALS) for row in head[:4]):
        return False
    return any(_is_labelled(row, _TOTALS) for row in rows[3:])


def head_signs(head: tuple[Row, ...]) -> set[str]:
    """Kinds of what stands at the head of a receipt: name, address, number, heading."""
    kinds: set[str] = set()
    for row in head:
        if not has_cents(row):
            kinds |= _head_sign(row.text)
    return kinds


def pays(row: Row) -> bool:
    """Whether a row tells of a payment, with an amount."""
    return _is_labelled(row, _PAID)


def _head_sign(text: str) -> set[str]:
    signs: tuple[tuple[str, Callable[[str], re.Match[str] | None]], ...] = (
        ("name", SUFFIX.search),
        ("address", ADDRESS.search),
        ("number", NUMBERS.search),
        ("heading", HEADING.match),
    )
    text = text[:EVIDENCE_LENGTH]  # what is at the head of a receipt is short
    if _THANKS.search(text):
        return set()
    found = {kind for kind, sign in signs if sign(text)}
    return found or ({"name"} if text.isupper() and label_of(text) is None else set())


def _is_labelled(row: Row, labels: frozenset[Label]) -> bool:
    return label_of(row.text) in labels and has_cents(row)


def _side_by_side(page: OcrPage) -> tuple[OcrPage, ...]:
    """The two halves of a page, when each of them is a receipt with a total of its own."""
    if len(page.lines) < 2 * _MIN_LINES:
        return ()
    left, right = min(line.x0 for line in page.lines), max(line.x1 for line in page.lines)
    middle, width = (left + right) / 2, right - left
    if sum(line.x0 < middle < line.x1 for line in page.lines) * 2 > len(page.lines):
        return ()  # headings of one receipt run across
    for step in range(_GUTTER_STEPS // 4, _GUTTER_STEPS * 3 // 4 + 1):
        gutter = left + width * step / _GUTTER_STEPS
        sides = (
            tuple(line for line in page.lines if line.x1 <= gutter),
            tuple(line for line in page.lines if line.x0 >= gutter),
        )
        if sum(map(len, sides)) == len(page.lines) and all(map(_is_whole, sides)):
            return tuple(page.model_copy(update={"lines": side}) for side in sides)
    return ()


def _is_whole(lines: tuple[OcrLine, ...]) -> bool:
    if len(lines) < _MIN_LINES:
        return False
    rows = rows_of(OcrText(pages=(OcrPage(width=1, height=1, lines=lines),)))
    return bool(head_signs(rows[:_HEAD_ROWS])) and any(_is_labelled(row, _TOTALS) for row in rows)
