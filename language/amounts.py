"""Finding the amounts in a text, and telling them from counts, model names, units and numbers."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from domain.understanding import Person
from language import currencies
from language.notation import read_numeral, symbols_of
from language.patterns import named_pattern
from language.words import Span, is_free

_NUMBER = re.compile(r"\d+(?:[.,']\d+)*")
_SPACED = re.compile(r"(?<![\d.,'])(\d{1,3})((?: \d{3})+)(?=[.,]\d{1,2}(?!\d)|(?![.,]?\d))")
_YEAR = re.compile(
    r"(?<!\w)(?:in|since|year|tahun|sejak|jahr|seit|until|before|born)\s+(?=(?:19|20)\d\d(?![\w.,]))",
    re.IGNORECASE,
)
_ALONE = re.compile(r"(?P<before>(?:\D*[\W_])?)[1-9]\d?(?: \d{3})+(?:[.!]|\s\D*)?")
"""Groups of digits with a space between them, and no other number."""

_SHORTHAND = named_pattern("amounts", "shorthand")
_FACTORS = {"k": 1_000, "m": 1_000_000, "n": 1_000_000, "h": 100, "l": 100_000}
_ROUND = re.compile(r"[.,]-{1,2}(?!\w)")
_MEASURE = named_pattern("amounts", "measure")
_NUMBERED = named_pattern("amounts", "numbered")
_MODEL = named_pattern("amounts", "model")
_LEADS = named_pattern("amounts", "leads")
_SHARE, _DIVISOR, _PER_UNIT = (
    named_pattern("amounts", name) for name in ("share", "divisor", "per_unit")
)
_OPENS = re.compile(
    r"\s*(?:on|for|at|from|spent|paid|in|@|untuk|di|dekat|kat|für|bei|en|por)\b", re.IGNORECASE
)
_NOUN = named_pattern("amounts", "noun")
_AFTER_NOUN = named_pattern("amounts", "after_noun")
_COUNTED_UNIT = re.compile(
    r"\s+(?:packs?|packets?|cups?|bottles?|cans?|boxes|bags?|pairs?|plates?|bowls?|slices?|pieces?|tix|kids?|adults?|"
    r"child(?:ren)?|tins?|rolls?|trays?|sticks?|units?|helai|keping|bungkus|botol|kotak|cawan|gelas|stück|flaschen)(?!\w)",
    re.IGNORECASE,
)
_FEW = 10
"""Up to this many things or people are counted ("40 for 2") more often than paid."""
_PHONE = named_pattern("amounts", "phone")
_CODE = re.compile(
    r"\b\d{1,3}-\d{1,3}\b(?![.,]\d)|\d+(?:[:/]\d+)+|\d{3,}-\d+(?:-\d+)*|(?:\d+\.){3,}\d+|\d+-\d+-\d+|"
    r"(?<!\w)(?!RM|RP|[A-Z]{3}-\d{1,3}(?!\d))[A-Z]{2,5}-\d{3,}(?![\w-])(?![.,]\d)"
)
"""Numbers of phones, places, versions, papers: ``INV-4711`` is no amount, ``USD-200`` may be."""
_COUNTED = re.compile(
    r"\s*(?:\d{1,2}\s+[^\W\d_]+(?:\s+[^\W\d_]+){0,2}\s*(?:[,&]\s*|\s(?:and|dan|und)\s+|\s)){2,}"
    r"(?:rm|\$|€|£)?\s?\d+[.,]\d\d\s*",
    re.IGNORECASE,
)
"""Several counted things and one price at the end: "2 roti 1 teh 5.60"."""

_SMALL_UNIT = re.compile(r"(?:sen|cents?|pence|p)$", re.IGNORECASE)
_PRICE_DIGITS = 3
_CENTS = re.compile(r"[.,]\d{2}$")


class Amount(NamedTuple):
    """An amount as written: one reading, or two when the notation is unclear. Sign kept."""

    readings: tuple[Decimal, ...]
    currency: str | None
    span: Span
    certainty: int
    """How clearly this is a price and not a count; higher is clearer, below 0 is a count."""

    @property
    def value(self) -> Decimal | None:
        return self.readings[0] if len(self.readings) == 1 else None


class _Unit(NamedTuple):
    """What stands around a number: its currency and what it is multiplied by."""

    span: Span
    currency: str | None
    factor: Decimal
    money: bool


def join_spaced_groups(text: str, locale: str) -> str:
    """``1 234,50`` with the grouping made unmistakable: in locales that group digits by a space,
    elsewhere where it can be nothing else ("12 500 rent").
    """
    if symbols_of(locale).group != "'":
        alone = _ALONE.fullmatch(text)
        if alone is None or _NUMBERED.search(alone["before"]) or _MODEL.search(alone["before"]):
            return text
    return _SPACED.sub(lambda m: m.group(1) + m.group(2).replace(" ", "'"), text)


def find_amounts(text: str, person: Person, taken: Sequence[Span] = ()) -> list[Amount]:
    """All amounts of a cleaned text in order; parts in ``taken`` (dates, names) are left out."""
    barred = [*taken, *(Span(*m.span()) for m in _PHONE.finditer(text))]
    barred += [Span(m.start(), m.end() + 4) for m in _YEAR.finditer(text)]
    barred += [Span(*m.span()) for m in _CODE.finditer(text)]
    found: list[Amount] = []
    for match in _NUMBER.finditer(text):
        span = Span(*match.span())
        if is_free(span, barred) and (not found or span.start >= found[-1].span.end):
            amount = _amount_at(text, match, person, found[-1].span.end if found else 0)
            if amount is not None:
                found = _joined(found, amount, text)
    prices = [a for a in found if not _is_model(text, a, found)]
    if _COUNTED.fullmatch(text):
        prices = prices[-1:]
    return [_without_head_count(text, a, prices) for a in prices]


def _without_head_count(text: str, amount: Amount, every: Sequence[Amount]) -> Amount:
    """Movie tickets 40 for 2": a small whole number behind "for", beside a larger amount."""
    few = amount.currency is None and amount.value is not None and 0 < amount.value <= _FEW
    whole = text[amount.span.start : amount.span.end].isdigit()
    larger = any(
        a.value is not None and amount.value is not None and a.value > amount.value for a in every
    )
    led = re.search(
        r"\bfor\s+$", text[max(0, amount.span.start - 6) : amount.span.start], re.IGNORECASE
    ) or _DIVISOR.search(text, max(0, amount.span.start - 20), amount.span.start)
    bundle = re.match(r"\s+for\s+\W?(?:rm\s?)?\d", text[amount.span.end :], re.IGNORECASE)
    counted = few and whole and larger and (led or bundle)
    return amount._replace(certainty=-2) if counted else amount


def _amount_at(text: str, match: re.Match[str], person: Person, floor: int) -> Amount | None:
    unit = _unit_around(text, match, person.currency, floor)
    if unit is None:
        return None
    numeral = read_numeral(match.group(), person.locale, unit.currency or person.currency)
    if numeral is None:
        return None
    sign, start = _sign_before(text, unit.span.start, match.start())
    readings = tuple(sign * _times(reading, unit.factor) for reading in numeral.readings)
    span = Span(start, unit.span.end)
    certainty = _certainty(text, match, span, money=unit.money)
    return Amount(readings, unit.currency, span, certainty)


def _times(reading: Decimal, factor: Decimal) -> Decimal:
    """1.8 times 1000 is written 1800, not 1800.0; a number without shorthand stays as written."""
    product = reading * factor
    integral = factor > 1 and product == product.to_integral_value()
    return product.to_integral_value() if integral else product


def _unit_around(text: str, match: re.Match[str], own: str, floor: int) -> _Unit | None:
    """Shorthand and currency on both sides; None when the number is part of something else."""
    start, end = match.span()
    signed = text[start - 1 : start] == "-"
    head = currencies.before(text, start - signed, own, floor)
    factor = Decimal(1)
    shorthand = _SHORTHAND.match(text, end)
    if shorthand and not (shorthand["n"] and head is None):
        factor = Decimal(_FACTORS[str(shorthand.lastgroup)])
        end = shorthand.end()
    elif rounded := _ROUND.match(text, end):
        end = rounded.end()
    tail = currencies.after(text, end, own)
    if tail is not None and tail.hundredths and (head is not None or "." in match.group()):
        tail = None
    if head is not None and tail is not None and _opens_next(text, head, tail):
        tail = None
    if not _stands_alone(text, start, end, head, tail):
        return None
    if tail is not None and tail.hundredths:
        return _Unit(Span(start, tail.end), tail.code, factor / 100, money=True)
    unit = tail or head
    # "$30 usd": the code behind says which dollar is meant.
    span = Span(head.start if head else start, tail.end if tail else end)
    code = (tail.code if tail else None) or (head.code if head else None)
    return _Unit(span, code, factor, money=unit is not None)


def _opens_next(text: str, head: currencies.Unit, tail: currencies.Unit) -> bool:
    """As in "RM 5 USD 6": the second currency belongs to the second number."""
    differs = head.code is not None and tail.code is not None and head.code != tail.code
    return differs and re.match(r"\s?\d", text[tail.end :]) is not None


def _stands_alone(
    text: str, start: int, end: int, head: currencies.Unit | None, tail: currencies.Unit | None
) -> bool:
    if head is None and _is_part_of_something(text, start, end):
        return False
    if tail is not None:
        return True
    following = text[end : end + 1]
    if _PER_UNIT.match(text, end):
        return True
    if following.isalnum() or following in {"_", "/", "^", "°"}:
        return False
    return head is not None or _MEASURE.match(text, end) is None


def _is_part_of_something(text: str, start: int, end: int) -> bool:
    """A number that belongs to the word or sign in front of it: "covid-19", "#3", "room 12"."""
    before, second = text[start - 1 : start], text[max(0, start - 2) : start - 1]
    if before.isalnum() or before in {"_", "#", "/", "\\", "^"}:
        return True
    if (before == "-" and second.isalpha() and text[end:].strip()) or (
        before == "." and second.isalnum()
    ):
        return True
    written = _CENTS.search(text[start:end]) is not None
    return not written and _NUMBERED.search(text, max(0, start - 14), start) is not None


def _sign_before(text: str, unit_start: int, digits_start: int) -> tuple[int, int]:
    if text[digits_start - 1 : digits_start] == "-" and unit_start < digits_start - 1:
        return -1, unit_start
    if text[unit_start - 1 : unit_start] == "-":
        before = text[unit_start - 2 : unit_start - 1]
        if not before or before.isspace() or before == "(":
            return -1, unit_start - 1
    return 1, unit_start


def _certainty(text: str, match: re.Match[str], span: Span, *, money: bool) -> int:
    score = 4 if money else 0
    written = match.group()
    if _CENTS.search(written):
        score += 3
    if _SHARE.search(text, max(0, span.start - 40), span.start):
        score += 8
    elif _LEADS.search(text, max(0, span.start - 12), span.start):
        score += 2
    if _OPENS.match(text, span.end) and not text[: span.start].strip():
        score += 2
    if not money and _COUNTED_UNIT.match(text, span.end) and written.isdigit():
        score -= 4
    rest = text[span.end :].lstrip()
    if not rest or rest[0] in ",;.\n!?)":
        score += 1
    elif _NOUN.match(text, span.end) and not _OPENS.match(text, span.end):
        score -= 1
    if _AFTER_NOUN.search(text, max(0, span.start - 20), span.start):
        score += 1
    return score


def _joined(found: list[Amount], amount: Amount, text: str) -> list[Amount]:
    """``15 ringgit 50 sen`` is one amount, and ``12 or 13`` one that has to be asked for."""
    last = found[-1] if found else None
    if last is not None and last.value is not None and amount.value is not None:
        gap = text[last.span.end : amount.span.start].strip().casefold()
        whole = last.currency is not None and last.value == last.value.to_integral_value()
        unit = text[amount.span.start : amount.span.end]
        if gap in {"or", "atau", "oder"} and last.currency in {None, amount.currency}:
            span = Span(last.span.start, amount.span.end)
            return [*found[:-1], amount._replace(readings=(last.value, amount.value), span=span)]
        if gap in {"", "and", "dan"} and whole and _SMALL_UNIT.search(unit):
            span = Span(last.span.start, amount.span.end)
            both = last.value + amount.value
            return [*found[:-1], last._replace(readings=(both,), span=span)]
    return [*found, amount]


def _is_model(text: str, amount: Amount, found: Sequence[Amount]) -> bool:
    """``iphone 15 for 4000``: the number after a product's name, when another amount is there."""
    if amount.currency is not None or len(found) == 1:
        digits = re.sub(r"\D", "", text[amount.span.start : amount.span.end])
        is_name = _MODEL.search(text, max(0, amount.span.start - 14), amount.span.start)
        return amount.currency is None and is_name is not None and len(digits) < _PRICE_DIGITS
    return _MODEL.search(text, max(0, amount.span.start - 14), amount.span.start) is not None


def price_among(amounts: Sequence[Amount]) -> Amount | None:
    """The one that is the price, when a stretch of text has several numbers; the last on a tie."""
    return max(reversed(amounts), key=lambda a: a.certainty) if amounts else None


def in_two_currencies(amounts: Sequence[Amount]) -> bool:
    """Whether one thing has prices in different currencies: which was paid has to be asked."""
    return len({a.currency for a in amounts if a.currency is not None}) > 1
