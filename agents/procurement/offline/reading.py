"""What stands in a wish beside its words: numbers, prices, suppliers, quantities."""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from agents.procurement.items import MAX_QUANTITY
from agents.procurement.offline.tables import any_of, ends, holds
from agents.procurement.tools import SearchCatalog
from domain.plain_text import without_runs
from language.currencies import HUNDREDTHS, SIGN, UNIT
from language.numbers import spelled_in
from language.patterns import any_of as alternatives
from language.patterns import pattern

MAX_LENGTH = 700
"""Characters looked at: a wish with the longest note. A longer text is a pasted document."""

_LONGEST_WORD = 60

_MONEY = (
    rf"(?:{SIGN}\s?)?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:[.,]\d{{1,2}})?(?:\s?{UNIT})?(?![\w%]|[.,]\d)"
)
_MARKED = pattern(
    rf"(?<!\w){SIGN}\s?\d|\d\s?(?:{UNIT}|{HUNDREDTHS}|rb|ribu)(?!\w)|\d[.,]\d\d(?!\d)"
)
"""Written as money: with a currency or with cents."""

_OPEN, _CLOSE = "\ue000", "\ue001"
"""Around the place of a price that was taken out of a text."""


class Quantity(NamedTuple):
    """``value`` is None for what is no quantity of a line: 1.5, 1000, "a few"."""

    said: str
    value: int | None


class Prices(NamedTuple):
    least: Decimal | None = None
    most: Decimal | None = None


class Narrowed(NamedTuple):
    """What a wish asks for beside its words."""

    words: str
    least: Decimal | None = None
    most: Decimal | None = None
    sort: Literal["relevance", "price_asc", "price_desc"] = "relevance"
    in_stock: bool | None = None
    supplier: str | None = None

    @classmethod
    def of(cls, asked: SearchCatalog) -> "Narrowed":
        return cls(
            asked.query, asked.min_price, asked.max_price, asked.sort, asked.in_stock,
            asked.supplier,
        )  # fmt: skip

    @property
    def filters(self) -> bool:
        return self != Narrowed(self.words)


def prepared(text: str) -> str:
    """On one line, in one notation, with numbers in digits."""
    plain = unicodedata.normalize("NFKC", without_runs(text)).replace("’", "'")
    plain = re.sub(r'["“”„«»]', " ", plain)
    plain = plain.replace(_OPEN, " ").replace(_CLOSE, " ")
    plain = " ".join(re.sub(r"\s*\n\s*", "; ", plain.strip()).split())
    return _in_digits(plain)


def is_readable(text: str) -> bool:
    """Whether a text is short enough, and of words, to be a wish at all."""
    return len(text) <= MAX_LENGTH and max(map(len, text.split()), default=0) <= _LONGEST_WORD


def quantity(said: str) -> Quantity:
    whole = re.fullmatch(r"\d+", said) is not None and 0 <= int(said) <= MAX_QUANTITY
    return Quantity(said, int(said) if whole else None)


def has_money(text: str) -> bool:
    return _MARKED.search(text) is not None


def prices_out_of(text: str) -> tuple[str, list[Prices]]:
    """The text with a mark in place of each price range, and the ranges."""
    found: list[Prices] = []

    def take(match: re.Match[str]) -> str:
        told = match.groupdict()
        least, most = told.get("a") or told.get("least"), told.get("b") or told.get("most")
        found.append(Prices(_value(least), _value(most)))
        return f"{_OPEN}{len(found) - 1}{_CLOSE}"

    for rule in _price_rules():
        text = rule.sub(take, text)
    return text, found


def narrowed(text: str, prices: Sequence[Prices]) -> Narrowed:
    """The words of a wish, and what else they ask for."""
    least, most = None, None
    for mark in re.findall(rf"{_OPEN}(\d+){_CLOSE}", text):
        told = prices[int(mark)]
        least, most = told.least or least, told.most or most
    text = re.sub(rf"[\s,]*{_OPEN}\d+{_CLOSE}[\s,]*", " ", text).strip()
    sort: Literal["relevance", "price_asc", "price_desc"] = "relevance"
    if (cheapest := holds("filters", "cheapest")).search(text):
        sort, text = "price_asc", cheapest.sub(" ", text)
    elif (dearest := holds("filters", "dearest")).search(text):
        sort, text = "price_desc", dearest.sub(" ", text)
    stock = holds("filters", "in_stock")
    in_stock = True if stock.search(text) else None
    text = " ".join(stock.sub(" ", text).split())
    made = _supplier().search(text)
    supplier = made["who"].strip() if made else None
    text = text[: made.start()] if made else text
    return Narrowed(text.strip(" ,"), least, most, sort, in_stock, supplier)


def counted(text: str) -> tuple[Quantity | None, str]:
    """How many are wished, and of what: "2 boxes of a4 paper", "pens x5", "a few notebooks"."""
    for rule in _count_rules():
        match = rule.match(text)
        if match is not None:
            rest = match["rest"].strip(" ,")
            return quantity(match["n"]), rest
    return None, text


def _value(written: str | None) -> Decimal | None:
    plain = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", written or "")
    number = re.search(r"\d+(?:[.,]\d{1,2})?", plain)
    return Decimal(number.group().replace(",", ".")) if number else None


@cache
def _price_rules() -> tuple[re.Pattern[str], ...]:
    money = rf"{_MONEY}(?!\s?{any_of('object', 'sizes')}(?!\w))"
    both = rf"(?P<a>{money})\s*{any_of('filters', 'and')}\s*(?P<b>{money})"
    between = rf"(?<!\w){any_of('filters', 'between')}\s+{both}"
    most = rf"(?<![\w]){any_of('filters', 'most')}\s*(?P<most>{money})"
    behind = rf"(?<![\w.,])(?P<most>{money})\s+{any_of('filters', 'most_behind')}(?!\w)"
    least = rf"(?<![\w]){any_of('filters', 'least')}\s*(?P<least>{money})"
    return tuple(map(pattern, (between, behind, most, least)))


@cache
def _supplier() -> re.Pattern[str]:
    """At the end; what is a number, a day or small is nobody's name."""
    made = any_of("filters", "supplier")
    small = any_of("object", "lead", "nothing")
    return pattern(
        rf"(?:^|\s){made}\s+(?!{small}(?!\w))(?P<who>[^\W\d][\w&.'-]*(?:\s[\w&.'-]+){{0,2}})$"
    )


@cache
def _count_rules() -> tuple[re.Pattern[str], ...]:
    number = r"(?<![\w.,])-?\d+(?:[.,]\d+)?(?![\w.,]*\d)"
    vague = any_of("object", "vague")
    size = any_of("object", "sizes")
    unit = rf"(?:{any_of('object', 'units')}\s+of|{any_of('object', 'units_bare')}(?:\s+von)?)"
    few = rf"(?P<n>{number}|{vague}(?!\w))(?!\s?{size}(?!\w))"
    return (
        pattern(
            rf"^{few}\s*(?:[x×]|mal(?!\w))?\s*(?:{unit}(?!\w))?"
            r"(?:\s*(?:of|more|von|vom|von den)(?!\w))?\s+(?P<rest>\S.*)$"
        ),
        pattern(rf"^{few}\s*[x×]\s*(?P<rest>\S.*)$"),
        pattern(r"^(?P<rest>.*\S)\s+[x×]\s?(?P<n>\d+)$"),
        pattern(
            rf"^(?P<rest>.*[^\W\d]\S*)\s*[,:]?\s+{few}\s?"
            rf"(?:{any_of('object', 'units')}|{any_of('object', 'units_bare')})$"
        ),
    )


_HALF_OR_ONE = {
    "half a": 0.5, "ein halbes": 0.5, "setengah": 0.5,
    "a": 1, "an": 1, "ein": 1, "one": 1, "satu": 1,
}  # fmt: skip
_SCALES = {"dozen": 12, "dozens": 12, "dutzend": 12, "hundred": 100, "ratus": 100}
_SCALED = pattern(
    rf"(?<![\w-])(?P<many>\d+|{alternatives(_HALF_OR_ONE)})\s+"
    rf"(?P<scale>{alternatives(_SCALES)})(?:\s+of)?(?:[\s-](?P<more>\d+))?(?![\w-])"
)
"""As in "half a dozen", "2 hundred"."""


def _in_digits(text: str) -> str:
    """With numbers in words as digits; what also means "a" in front of a scale alone."""
    for one in reversed(spelled_in(text, prices=False)):
        before, said, behind = text[: one.start], text[one.start : one.end], text[one.end :]
        in_a_word = before.endswith("-") or behind.startswith("-")
        counts = not one.weak or one.whole == 2 or said.casefold() == "elf"  # noqa: PLR2004 - a pair
        if counts and not in_a_word:
            text = f"{before}{one.whole}{behind}"

    def scaled(match: re.Match[str]) -> str:
        many = match["many"].casefold()
        times = _HALF_OR_ONE[many] if many in _HALF_OR_ONE else int(many)
        return f"{times * _SCALES[match['scale'].casefold()] + int(match['more'] or 0):.0f}"

    return _SCALED.sub(scaled, text)


def without_tail(text: str) -> str:
    """Without courtesies at its end."""
    rule, before = ends("tail", "any"), None
    while before != text:
        before, text = text, rule.sub("", text.strip(" .!?,")).strip(" .!?,")
    return text or (before or "")
