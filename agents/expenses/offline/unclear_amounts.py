"""Amounts that people say or type in a way that can be read in two ways."""

import re
from decimal import Decimal

from agents.expenses.details import Mention
from agents.expenses.offline.lexicon import find_item
from domain.money import MINOR_UNITS
from language.numbers import spelled_in
from language.words import words_of

_SPOKEN_UP_TO = 99_999
"""Whole numbers beyond are no price that anybody says in two numbers."""

_HUNDRED = 100
_CENTS = 2
_DEAR = frozenset({"Bills & Utilities", "Housing", "Travel", "Education"})
"""Categories in which hardly anything costs less than ten."""


def as_heard(mention: Mention, text: str, own_currency: str) -> Mention:
    """The mention with both readings of an amount that was spoken.

    "Sixteen fifty" is 16.50 or 1,650, and recognition writes it now as 16.50, now as 1650, now in
    words. Clear are cents in digits, round hundreds, and words that name hundreds or thousands.
    """
    value = mention.amount
    if value is None or MINOR_UNITS[mention.currency or own_currency] != _CENTS:
        return mention
    digits = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    whole = value == value.to_integral_value()
    if whole and _HUNDRED < value <= _SPOKEN_UP_TO and value % _HUNDRED:
        unclear = re.search(rf"(?<![\d.,]){int(value)}(?!\d|[.,]\d)", digits) is not None
        readings = ((value / _HUNDRED).quantize(Decimal("0.01")), value)
    else:
        unclear = not whole and re.search(r"\d[.,]\d", digits) is None
        readings = (value, (value * _HUNDRED).quantize(Decimal(1)))
    if not unclear:
        return mention
    return mention.model_copy(update={"amount": None, "ambiguous_amounts": readings})


def as_typed(mention: Mention, text: str) -> Mention:
    """The mention with both readings of "one twenty five", 1.25 and 125, where what it was paid for
    hardly ever costs less than ten.
    """
    known = find_item(words_of(mention.item or ""))
    if mention.amount is None or known is None or known.category not in _DEAR:
        return mention
    for one in spelled_in(text):
        if len(one.readings) > 1 and one.readings[0] == mention.amount:
            return mention.model_copy(update={"amount": None, "ambiguous_amounts": one.readings})
    return mention
