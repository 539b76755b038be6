"""What stands in a wish beside its words: numbers, prices, suppliers, quantities."""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from agents.procurement.items import MAX_QUANTITY
from agents.procurement.offline.tables import any_of, ends, holds
from agents.procurement.store.spelling import UNIT_OF
from agents.procurement.tools import SearchCatalog
from domain.plain_text import without_runs
from language.currencies import HUNDREDTHS, SIGN, UNIT
from language.numbers import in_digits
from language.patterns import any_of as alternatives
from language.patterns import pattern

MAX_LENGTH = 700
"""Characters looked at: a wish with the longest note. A longer text is a pasted document."""

MAX_QUERY = 200
"""Characters of a search."""

_LONGEST_WORD = 60

_MONEY = (
    rf"(?:{SIGN}\s?)?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:[.,]\d{{1,2}})?(?:\s?{UNIT})?(?![\w%]|[.,]\d)"
)
_MARKED = pattern(
    rf"(?<!\w){SIGN}\s?\d|\d\s?(?:{UNIT}|{HUNDREDTHS}|rb|ribu)(?!\w)|\d[.,]\d\d(?!\d)"
)
"""Written as money: with a currency or with cents."""

_ONE_MEASURE = pattern(
    rf"(?<![\w-])(?:one|satu|eine?[nrsm]?)(?=[\s-](?!in\s)(?:{alternatives(UNIT_OF)})(?!\w))"
)
"""As in "the one metre cable"; "one in red" is no measure."""

_OPEN, _CLOSE = "\ue000", "\ue001"
"""Around the place of a price that was taken out of a text."""


class Quantity(NamedTuple):
    """``value`` is None for what is no quantity of a line: 1.5, 1000, "a few"."""

    said: str
    value: int | None


class Prices(NamedTuple):
    least: Decimal | None = None
    most: Decimal | None = None


def search_for(words: str) -> SearchCatalog:
    """A search by words alone."""
    return SearchCatalog(query=words[:MAX_QUERY])


def first_page(asked: SearchCatalog) -> SearchCatalog:
    """The same search from its beginning, in all categories."""
    return SearchCatalog.model_validate(asked.model_dump(exclude={"limit", "offset", "category"}))


def has_filters(asked: SearchCatalog) -> bool:
    return asked != search_for(asked.query)


def prepared(text: str) -> str:
    """On one line, in one notation, with numbers in digits."""
    plain = unicodedata.normalize("NFKC", without_runs(text)).replace("’", "'")
    plain = re.sub(r'["“”„«»¿¡]', " ", plain)
    plain = plain.replace(_OPEN, " ").replace(_CLOSE, " ")
    plain = " ".join(re.sub(r"\s*\n\s*", "; ", plain.strip()).split())
    return _ONE_MEASURE.sub("1", in_digits(plain))


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


def with_conditions(asked: SearchCatalog) -> SearchCatalog:
    """``asked`` with prices and orders that stand in its words as arguments, where those are not
    given, and without them in its words.
    """
    marked, prices = prices_out_of(" ".join(asked.query.casefold().split()))
    told = _priced(marked, prices, holds("filters", "cheapest"))
    if not has_filters(told):
        return asked
    return told.model_copy(update=asked.model_dump(exclude_defaults=True, exclude={"query"}))


def narrowed(text: str, prices: Sequence[Prices]) -> SearchCatalog:
    """The words of a wish, and what else they ask for."""
    asked = _priced(text, prices, holds("filters", "cheapest", "cheap"))
    stock = holds("filters", "in_stock")
    in_stock = True if stock.search(asked.query) else None
    words = " ".join(stock.sub(" ", asked.query).split())
    made = _supplier().search(words)
    supplier = made["who"].strip() if made else None
    words = (words[: made.start()] if made else words).strip(" ,")
    return asked.model_copy(update={"query": words, "in_stock": in_stock, "supplier": supplier})


def _priced(text: str, prices: Sequence[Prices], cheapest: re.Pattern[str]) -> SearchCatalog:
    """The words of a search, with the marked prices and the order by price that stand in them."""
    told: dict[str, object] = {}
    for mark in re.findall(rf"{_OPEN}(\d+){_CLOSE}", text):
        least, most = prices[int(mark)]
        told |= {"min_price": least} if least else {}
        told |= {"max_price": most} if most else {}
    words = re.sub(rf"[\s,]*{_OPEN}\d+{_CLOSE}[\s,]*", " ", text)
    for order, rule in (("price_asc", cheapest), ("price_desc", holds("filters", "dearest"))):
        if "sort" not in told and rule.search(words):
            words, told["sort"] = rule.sub(" ", words), order
    return search_for(" ".join(words.split())).model_copy(update=told)


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
    unit = (
        rf"(?:{any_of('object', 'units')}\s+of|{any_of('object', 'units_bare')}(?:\s+(?:von|de))?)"
    )
    few = rf"(?P<n>{number}|{vague}(?!\w))(?!\s?{size}(?!\w))"
    return (
        pattern(
            rf"^{few}\s*(?:[x×]|mal(?!\w))?\s*(?:{unit}(?!\w))?"
            r"(?:\s*(?:of|more|von|vom|von den|de|del|du|des|más|autres)(?!\w))?\s+(?P<rest>\S.*)$"
        ),
        pattern(rf"^{few}\s*[x×]\s*(?P<rest>\S.*)$"),
        pattern(r"^(?P<rest>.*\S)\s+[x×]\s?(?P<n>\d+)$"),
        pattern(
            rf"^(?P<rest>.*[^\W\d]\S*)\s*[,:]?\s+{few}\s?"
            rf"{any_of('object', 'units', 'units_bare')}$"
        ),
    )


def without_tail(text: str) -> str:
    """Without courtesies at its end."""
    rule, before = ends("tail", "any"), None
    while before != text:
        before, text = text, rule.sub("", text.strip(" .!?,")).strip(" .!?,")
    return text or (before or "")
