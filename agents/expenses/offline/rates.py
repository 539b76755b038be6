"""Words about exchange rates: "1 usd = 4.45", "convert 20 usd", "rate for euro is 4.9"."""

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from agents.expenses.offline import currencies
from agents.expenses.offline.notation import read_numeral
from agents.expenses.offline.tables import lists
from agents.expenses.offline.words import phrase_pattern
from agents.expenses.rates import RateOrder, RateProblem, RateWish, cross, set_order
from domain.understanding import Person

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


@cache
def _words(name: str) -> re.Pattern[str]:
    return phrase_pattern(lists("rates.toml")[name])


def asks_about_rates(text: str, person: Person) -> bool:
    """Whether each word of it is of a rate or of a conversion, so that it can be nothing else."""
    order = rate_in(text, person, command=False)
    return order is not None


def rate_in(text: str, person: Person, *, command: bool = True) -> RateOrder | None:
    """The order in the person's words, or in what follows the command; None for another word."""
    if len(text.split()) > _MAX_WORDS:
        return None
    parts = _parts(text.rstrip(" ?.!"), person)
    if parts is None:
        return None
    named = command or any(part.kind == "r" for part in parts)
    told = [part for part in parts if part.kind != "r"]
    kinds = "".join(part.kind for part in told)
    return _order(kinds, told, person.currency, named=named)


def _order(kinds: str, told: list[_RateToken], own: str, *, named: bool) -> RateOrder | None:
    numbers = [part.value for part in told if part.kind == "n"]
    codes = [part.code for part in told if part.kind == "c"]
    if _PAIR.fullmatch(kinds) if named else _EQUATION.fullmatch(kinds):
        return _set(codes, numbers[-1], numbers[0] if len(numbers) > 1 else Decimal(1), own)
    if _NAMED_SUM.fullmatch(kinds) if named else _SUM.fullmatch(kinds):
        return _convert(codes, numbers[0], own, sure=named or "i" in kinds)
    return _show(codes, own) if named and _NAMED.fullmatch(kinds) else None


def _set(codes: list[str], number: Decimal, of: Decimal, own: str) -> RateOrder:
    into = codes[1] if len(codes) > 1 else own
    if of <= 0:
        problem = RateProblem.NOT_POSITIVE
        return RateOrder(wish=RateWish.SET, currency=codes[0], into=into, problem=problem)
    rate = number if of == 1 or number <= 0 else cross(of, number)
    return set_order(codes[0], into, rate, own)


def _convert(codes: list[str], amount: Decimal, own: str, *, sure: bool) -> RateOrder | None:
    into = codes[1] if len(codes) > 1 else own
    problem = RateProblem.SAME_CURRENCY if codes[0] == into else None
    if problem is not None and not sure:
        return None
    if amount <= 0:
        problem = RateProblem.NOT_POSITIVE
    return RateOrder(
        wish=RateWish.CONVERT, currency=codes[0], into=into, amount=amount, problem=problem
    )


def _show(codes: list[str], own: str) -> RateOrder:
    if not codes:
        return RateOrder(wish=RateWish.SHOW)
    into = codes[1] if len(codes) > 1 else own
    problem = RateProblem.SAME_CURRENCY if codes[0] == into else None
    return RateOrder(wish=RateWish.SHOW, currency=codes[0], into=into, problem=problem)


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
