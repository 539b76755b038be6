"""Words about exchange rates: "1 usd = 4.45", "convert 20 usd", "rate for euro is 4.9"."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from agents.expenses.calls import call_of
from agents.expenses.features.rates.tools import CONVERT_AMOUNT, SET_RATE, SHOW_RATES
from agents.expenses.offline.lexicon import find_item
from agents.expenses.offline.mentions import facts_of
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_phrases, small_words
from agents.expenses.rate_arithmetic import cross
from domain.messages import CallRequest
from domain.tools import Tool
from domain.understanding import Person
from language import currencies
from language.amounts import find_amounts
from language.notation import read_numeral

_MAX_WORDS = 12
_NUMBER = re.compile(r"(?<![\w.,])-?\d+(?:[.,']\d+)*(?![\d.,]*\d)|(?<=[^\W\d_])-?\d+(?:[.,']\d+)*")

# Of a text's parts: n a number, c a currency, v "convert", i "into". A rate is told by an equation,
# or where rates are named ("rate for euro is 4.9", "/rate usd 4.45").
_EQUATION = re.compile("nc=(?:nc?|cn)")
_PAIR = re.compile("nc=?(?:nc?|cn)|c[=i]?(?:nc?|cn)")
_SUM = re.compile("v(?:nc|cn)(?:ic)?|(?:nc|cn)(?:icv?|v)")
_NAMED_SUM = re.compile("[v=]?(?:nc|cn)(?:i?c)?v?")
_NAMED = re.compile("[v=]?(?:ci?c?)?")


class _RateToken(NamedTuple):
    """``kind``: n a number, c a currency, r a rate's name, v convert, = equals, i into."""

    kind: str
    value: Decimal = Decimal(0)
    code: str = ""


_words = partial(keyword_phrases, __package__)


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for, where each word of it is of a rate or of a conversion, so
    that it can be about nothing else.
    """
    return _call(scene.text, scene.person, named=False)


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """The call that what follows ``/rate`` asks for; None for another word."""
    del today
    return _call(text, person, named=True)


COMMANDS = {"rate": command}


def _convert_meant(scene: Scene) -> CallRequest | None:
    """One amount with its currency, and the other currency where one is named; None where it is
    the price of something.
    """
    facts = facts_of(scene.text, scene.person, scene.today)
    words = {word.text.casefold() for word in facts.words}
    if facts.merchants or find_item(facts.words) is not None or words & small_words("spending"):
        return None
    amounts = find_amounts(scene.text, scene.person)
    if len(amounts) != 1:
        return None
    (amount,) = amounts
    if amount.value is None or amount.value <= 0:
        return None
    rest = _blanked(scene.text, amount.span.start, amount.span.end)
    other = currencies.named(rest, scene.person.currency)
    of, into = amount.currency, other.code if other is not None else ""
    if not of and into != scene.person.currency:
        of, into = into, scene.person.currency
    if not of or of == into or (not into and of == scene.person.currency):
        return None
    return _call_of(CONVERT_AMOUNT, [of, into] if into else [of], amount=amount.value)


MEANT = {CONVERT_AMOUNT.name: _convert_meant}


def _call(text: str, person: Person, *, named: bool) -> CallRequest | None:
    """``named``: that it is about rates is said, if not in these words."""
    parts = _parts(text.rstrip(" ?.!"), person) if len(text.split()) <= _MAX_WORDS else None
    if parts is None:
        return None
    named = named or any(part.kind == "r" for part in parts)
    kinds = "".join(part.kind for part in parts if part.kind != "r")
    numbers = [part.value for part in parts if part.kind == "n"]
    codes = [part.code for part in parts if part.kind == "c"]
    if (_PAIR if named else _EQUATION).fullmatch(kinds):
        return _call_of(SET_RATE, codes, rate=_rate(numbers))
    if (_NAMED_SUM if named else _SUM).fullmatch(kinds):
        # "How much is 20 rm" asks for no other currency, nor for a rate.
        is_price = not named and codes == [person.currency]
        return None if is_price else _call_of(CONVERT_AMOUNT, codes, amount=numbers[0])
    return _call_of(SHOW_RATES, codes) if named and _NAMED.fullmatch(kinds) else None


def _call_of(tool: Tool, codes: Sequence[str], **numbers: Decimal) -> CallRequest:
    pair = dict(zip(("currency", "into"), codes, strict=False))
    return call_of(tool, **pair, **{name: f"{number:f}" for name, number in numbers.items()})


def _rate(numbers: Sequence[Decimal]) -> Decimal:
    """What one is worth, where so many are worth so much; not positive where they are not."""
    of, number = (Decimal(1), *numbers)[-2:]
    if of <= 0:
        return of
    return number if of == 1 or number <= 0 else cross(of, number)


def _parts(text: str, person: Person) -> list[_RateToken] | None:
    """The text as numbers, currencies and words of the trade; None when anything else is in it."""
    found: list[tuple[int, int, _RateToken]] = []
    rest = text
    for match in _NUMBER.finditer(text):
        numeral = read_numeral(match.group(), person.locale, person.currency)
        if numeral is None:
            return None
        value = numeral.readings[0]
        signed = -value if match.group().startswith("-") else value
        found.append((*match.span(), _RateToken("n", signed)))
        rest = _blanked(rest, *match.span())
    kinds = {"rate": "r", "convert": "v"}
    for name, kind in kinds.items():
        for match in _words(name).finditer(rest):
            found.append((*match.span(), _RateToken(kind)))
            rest = _blanked(rest, *match.span())
    while (unit := currencies.named(rest, person.currency)) is not None and unit.code:
        found.append((unit.start, unit.end, _RateToken("c", code=unit.code)))
        rest = _blanked(rest, unit.start, unit.end)
    for name, kind in {"equals": "=", "into": "i"}.items():
        for match in _words(name).finditer(rest):
            found.append((*match.span(), _RateToken(kind)))
            rest = _blanked(rest, *match.span())
    left = _words("filler").sub(" ", rest)
    if left.strip(" ,:?!."):
        return None
    return [part for _, _, part in sorted(found, key=lambda each: each[0])]


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
