"""Amounts of money as receipts print them, and as recognition misprints them."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from adapters.media.lines import OcrLine
from agents.expenses.reader.rows import Row

POINT, COMMA = ".", ","

MAX_DIGITS = 12
"""Longer runs are card, phone or document numbers."""

_CURRENCY_MARK = (
    r"(?:RM|MYR|Rp\.?|Rs\.?|IDR|(?:S|US|A|AU|C|CA|HK|NT|NZ|R|MX)\$|[$€£¥₹₩฿₫₱₺₪₽]|kr\.?|R(?=\d)|"
    r"P(?=\d)|Fr\.|S/\.?|[A-Z]{3}(?=\s?\d))"
)
_AMOUNT = re.compile(
    rf"""
    (?<![\w.,/:\-#*@%\d])                      # not in the middle of a code, date or time
    (?P<before>[-–(]\s?)?
    (?P<mark>{_CURRENCY_MARK})?\s?[:.]?\s?
    (?P<inner>[-–]\s?)?
    (?P<number>
        \d{{1,3}}(?:[.,'\u2019 ]\d{{3}})+(?:[.,]\s?\d{{1,3}})?   # 1,234.00  1.234,00  1 234,00
      | \d+[.,]\s?\d{{1,3}}                                      # 12.50  12,50  12. 50
      | \.\d{{2}}                                                # .14
      | \d+                                                      # 45000
    )
    (?P<after>\s?-(?!\s?\d))?
    (?![\d/:%]|[.,]\d|\s?%|[A-Za-z]{{2}})      # not 6%, 12:30, 1/2, 20pcs
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CONFUSED = re.compile(r"(?<![\w.,])([\dOoCQDlIBS]{1,6})([.,])([\dOoCQDlIBS]{2})(?!\w)")
_AS_DIGIT = str.maketrans("OoCQDlIBS", "000001185")
_DOLLAR_AS_S = re.compile(r"(?<![A-Za-z\d])S(?=\d+[.,]\d{2})")
_GLUED_MARK = re.compile(r"(?<=[a-z\d])(?=RM\s?\d)")
_LEADING_ZERO = re.compile(r"0\d")
"""Nobody prints one: a misread digit."""
_STARRED = re.compile(r"(?<![\d*\w])\*{1,3}(?=[$€£¥]?\d+[.,]\d{2}(?!\d))")
"""Stars that fill the place before a sum, as cheques and some tills print them."""
_UNIT = re.compile(
    r"(?<=\d)(?=(?:EUR|CHF|SEK|NOK|DKK|PLN|CZK|HUF|USD|GBP|VND|VNĐ|THB|IDR|MYR|SGD|AED|TRY|RON|zł|zl|Kč|"
    r"Ft|kr|TL|Baht)\b)",
    re.IGNORECASE,
)
"""A currency printed right behind the number: 15,50EUR."""
_NO_CENTS = re.compile(r"(?<=\d)\s?[.,]\s?[-–=]{1,2}(?!\s?\d)")
"""A dash in the place of cents: 8.000,-"""
_YEN_AS_Y = re.compile(
    r"(?<![A-Za-z\d])[YV\\](?=\d{1,3}(?:,\d{3})+(?!\d)|\d{2,3}(?![\d.,/A-Za-z]))"
)
_MARK_AS_LETTER = re.compile(
    r"(?<![A-Za-z\d])[WBE](?=\d{1,3}(?:,\d{3})+(?![\d.])|\d{2,6}[.,]\d{2}(?!\d))"
)
"""Signs that recognition doesn't know, taken for letters: ₩ for W, ฿ for B, € for E."""
_RINGGIT = re.compile(
    r"(?<![A-Za-z\d])(?:RM[_~=]|R[HNW][_~=]?|PM)\s?(?=[\dO]{1,5}[.,][\dO]{2}(?!\d))"
)
"""RM with its second letter misread, or a stroke of the paper behind it."""
_COUNTED = re.compile(
    r"(?<!\d)\d{1,3}\s?(?:点|點|件|個|个|品|개|ชิ้น|varer|varor|items?\b|articles?\b)", re.IGNORECASE
)
"""A number of things, no money."""
_SPLIT = re.compile(r"^((?:RM|MYR|[$€£])?\s?-?\d{1,5})[ \-](\d{2})$", re.IGNORECASE)
_DATED = re.compile(
    r"\d{1,4}[./\-]\d{1,2}[./\-]\d{2,4}|\d{1,2}:\d{2}|\d+[.,]\d+\s?%|%\s?\d+[.,]\d+"
)
_CENTS = re.compile(r"\d([.,])\d{2}(?![\d.,])")
_THIRDS = re.compile(r"\d([.,])\d{3}(?![\d.,])")
_THREE = 3


@dataclass(frozen=True)
class PrintedAmount:
    """One number that may be money."""

    value: Decimal
    printed: str
    decimals: int
    """Digits printed after the decimal separator."""
    mark: str
    """The currency mark in front of it, upper case; empty when there is none."""
    score: float
    """How sure recognition is of it, lowered when characters had to be mended."""
    right: float
    """Where it ends on the page: amounts stand in columns aligned to the right."""


def decimal_mark(lines: Iterable[str], decimals: int = 2) -> str:
    """Point or comma, by what most numbers on this receipt use before their last two digits, dates,
    times and rates left out.

    ``decimals`` is how many the receipt's currency has. Where no number has cents, a separator
    before three digits groups thousands, unless the currency has three decimals itself.
    """
    texts = [_DATED.sub(" ", _NO_CENTS.sub(" ", text)) for text in lines]
    marks = [mark for text in texts for mark in _CENTS.findall(text)]
    groups = [mark for text in texts for mark in _THIRDS.findall(text)]
    if decimals == _THREE:
        marks += groups
    elif not marks or (decimals == 0 and len(groups) > len(marks)):
        return COMMA if groups.count(POINT) > groups.count(COMMA) else POINT
    return COMMA if marks.count(COMMA) > marks.count(POINT) else POINT


def amounts_in(line: OcrLine, mark: str) -> list[PrintedAmount]:
    """The amounts of one run of text; ``mark`` is the receipt's decimal separator."""
    text, mended = _mended(line.text)
    score = line.score * (0.8 if mended else 1.0)
    found = []
    for match in _AMOUNT.finditer(text):
        number = match["number"]
        if sum(c.isdigit() for c in number) > MAX_DIGITS:
            continue
        value, decimals = _value(number, mark)
        negative = any(match[part] for part in ("before", "inner", "after"))
        share = (line.x1 - line.x0) * (len(text) - match.end()) / max(len(text), 1)
        found.append(
            PrintedAmount(
                value=-value if negative else value,
                printed=match.group().strip(),
                decimals=decimals,
                mark=(match["mark"] or "").upper().rstrip("."),
                score=score * (0.6 if _LEADING_ZERO.match(number) else 1.0),
                right=line.x1 - share,
            )
        )
    return found


@lru_cache(maxsize=4096)
def _mended(text: str) -> tuple[str, bool]:
    """Letters that stand for digits put right, where the shape leaves no doubt."""
    narrow = _NO_CENTS.sub(" ", unicodedata.normalize("NFKC", text))
    narrow = _MARK_AS_LETTER.sub(" ", _RINGGIT.sub("RM ", narrow))
    whole = _COUNTED.sub(" ", _UNIT.sub(" ", _STARRED.sub(" ", narrow)))
    plain = _YEN_AS_Y.sub("¥", _DOLLAR_AS_S.sub("$", _GLUED_MARK.sub(" ", whole)))
    mended = _CONFUSED.sub(_digits_only, _SPLIT.sub(r"\1.\2", plain))
    return mended, mended != plain


def _digits_only(match: re.Match[str]) -> str:
    whole, mark, cents = match.groups()
    if sum(c.isdigit() for c in whole + cents) < 2:  # noqa: PLR2004 - mostly letters: a word
        return match.group()
    return whole.translate(_AS_DIGIT) + mark + cents.translate(_AS_DIGIT)


def _value(number: str, mark: str) -> tuple[Decimal, int]:
    tight = re.sub(r"[\s'\u2019]", "", number)
    other = COMMA if mark == POINT else POINT
    at = max(tight.rfind(POINT), tight.rfind(COMMA))
    if at < 0:
        return Decimal(tight), 0
    tail = tight[at + 1 :]
    grouped = len(tail) == _THREE and (tight[at] == other or tight.count(tight[at]) > 1)
    if grouped:
        return Decimal(re.sub(r"[.,]", "", tight)), 0
    whole = re.sub(r"[.,]", "", tight[:at]) or "0"
    return Decimal(f"{whole}.{tail}"), len(tail)


def has_cents(row: Row) -> bool:
    """Whether an amount with two decimals stands in a row, whichever its decimal mark."""
    return any(
        amount.decimals == 2  # noqa: PLR2004 - cents
        for cell in row.cells
        for mark in (POINT, COMMA)
        for amount in amounts_in(cell, mark)
    )
