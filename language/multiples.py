"""Prices of several things at once: "12 x 2", "3 x 4.50", "2 coffees at 4.50 each"."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from domain.understanding import Person
from language.amounts import Amount, find_amounts
from language.currencies import UNIT
from language.numbers import counting_words
from language.patterns import named_pattern
from language.words import Span, is_free

_UNIT = r"(?:[A-Za-z]{1,3}|[^\w\s.,;:#/()+-]{1,3})?\s?\d+(?:[.,']\d+)*"
_COUNTS = counting_words()
_SPELLED = "|".join(map(re.escape, _COUNTS))
_TIMES = re.compile(
    rf"(?<![\w.,#/-])(?P<left>{_UNIT})(?:\s?[x×*]\s?|\s+(?:each\s+)?(?:times|mal|kali|fois|veces|keer)\s+)"
    rf"(?P<right>{_UNIT}(?:\s?{UNIT})?|{_SPELLED})(?![\w/]|[.,]\d)",
    re.IGNORECASE,
)
_HOW_MANY = rf"(?<![\w.,#/-])(?P<count>\d{{1,3}}|{_SPELLED})"
_PRICE_OF_ONE = (
    rf"(?P<price>{_UNIT}(?:\s?[A-Za-z]{{2,7}})??)\s*"
    r"(?:each|ea|apiece|a (?:piece|pop|pair)|per \w+|sebiji|sepasang|seorang|(?:setiap )?satu|"
    r"pro (?:stück|paar)|cada un[oa]|chacune?|(?:la )?pièce|per stuk)(?!\w)"
)
_EACH = re.compile(
    rf"{_HOW_MANY}\s+(?P<what>(?!ways?\b|of\b)[^\W\d_][^\d,;\n]*?)[\s,]+(?:(?:at|@|for|of|x)\s+)?"
    rf"{_PRICE_OF_ONE}",
    re.IGNORECASE,
)
_TIMES_EACH = re.compile(rf"(?<!\w)x\s?(?P<count>\d{{1,3}})[\s,]+{_PRICE_OF_ONE}", re.IGNORECASE)
"""As in "shoes x4, 59.90 a pair"."""

_AT_A_PRICE = re.compile(
    rf"{_HOW_MANY}(?:\s+(?!(?:and|for|und|für|y|et|en|dan|{UNIT})\b)[^\W\d_]+){{1,4}},?\s+"
    rf"(?:at|a|à|á|je|zu je)\s+(?P<price>{_UNIT}(?:\s?{UNIT})?)(?![\w/]|[.,]\d)",
    re.IGNORECASE,
)
"""As in "dos cafés a 1,60": a price that stands behind "at" is that of one."""

_COUNT = re.compile(r"\d{1,3}")
_MEASURE = named_pattern("amounts", "measure")
_HEADS = re.compile(r"\s?(?:pax|people|persons?|orang|org)(?!\w)", re.IGNORECASE)
_WRITTEN = 5
"""Certainty of a price with a currency or cents; without them the product is a bare number."""


class Multiple(NamedTuple):
    """``amount`` reads as the price of one, or of all. ``taken`` are the parts it is made of."""

    amount: Amount
    taken: tuple[Span, ...]

    def of_all(self) -> "Multiple":
        """With the product alone: "each" says that the price is that of one."""
        return self._replace(amount=self.amount._replace(readings=self.amount.readings[-1:]))


def find_multiples(text: str, person: Person, taken: Sequence[Span]) -> list[Multiple]:
    """Every price of several things, in order.

    "each" and "at" make it the price of one; behind a bare "x" the price of one or of all may be
    meant, which is asked.
    """
    found = []
    of_one = (_EACH, _TIMES_EACH, _AT_A_PRICE)
    for match in chain.from_iterable(each.finditer(text) for each in of_one):
        spans = (Span(*match.span("count")), Span(match.start("price"), match.end()))
        count = str(_COUNTS.get(match["count"].casefold(), match["count"]))
        every = _multiple(count, match["price"], spans, person)
        found.append(every and every.of_all())
    for match in _TIMES.finditer(text):
        span = Span(*match.span())
        if _MEASURE.match(text, match.end()) is None or _HEADS.match(text, match.end()):
            count, unit = _count_and_unit(match["left"], match["right"])
            one = _multiple(count, unit, (span,), person)
            each = re.search(r"\beach\b", match.group(), re.IGNORECASE)
            found.append(one.of_all() if one and each else one)
    multiples: list[Multiple] = []
    barred = list(taken)
    for one in filter(None, found):
        if all(is_free(span, barred) for span in one.taken):
            multiples.append(one)
            barred.extend(one.taken)
    return multiples


def _count_and_unit(left: str, right: str) -> tuple[str, str]:
    """The count is the side without currency and cents; of two such, the smaller number."""
    right = str(_COUNTS.get(right.casefold(), right))
    counts = [side for side in (left, right) if _COUNT.fullmatch(side)]
    if len(counts) == 1:
        return (left, right) if counts[0] is left else (right, left)
    if not counts:
        return "", left
    return (left, right) if int(left) <= int(right) else (right, left)


def _multiple(count: str, unit: str, taken: tuple[Span, ...], person: Person) -> Multiple | None:
    prices = find_amounts(unit, person)
    if not count or len(prices) != 1 or prices[0].value is None or int(count) == 0:
        return None
    one = prices[0].value
    readings = (one,) if int(count) == 1 else (one, one * int(count))
    plain = _COUNT.fullmatch(unit.strip()) is not None
    amount = Amount(readings, prices[0].currency, taken[-1], 0 if plain else _WRITTEN)
    return Multiple(amount, taken)
