"""Where an amount that a model wrote comes from: the words, a calculation on them, or what was said
before. Pure functions.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import permutations
from typing import NamedTuple

from domain.money import AmountOrigin, amount_stands_in
from language.han_numbers import amounts_in_digits, numerals_in
from language.notation import likely_values
from language.numbers import spelled_in, stands_in_words

_HUNDREDTH = Decimal("0.01")
_MAX_NUMBERS = 8
"""Of a text of more numbers than these, any amount could be worked out from some of them."""

_MAX_FORMULA = 80
_HUNDRED = 100
_SMALL = 20
"""Up to here a bill may be divided by a number that the words give in no digits ("half")."""

_QUOTE = 60
_SIGNS = str.maketrans({"×": "*", "x": "*", "÷": "/", ":": "/", "−": "-", ",": ""})
_NUMBER = re.compile(r"\d[\d.,'’]*\d|\d")


class Evidence(NamedTuple):
    """``origin`` is None for what stands in the words; ``quote`` is the calculation, or the
    beginning of the text in which it stood.
    """

    origin: AmountOrigin | None
    quote: str = ""


def evidence_of(
    amount: Decimal, words: str, earlier: Sequence[str] = (), formula: str = ""
) -> Evidence:
    """Returns where ``amount`` comes from: ``words`` first, then a calculation on them, then the
    texts of ``earlier``, newest first. A ``formula`` that a model gives counts when it comes to the
    amount and each of its numbers stands in the words or in an earlier text.
    """
    if amount_stands_in(amount, words) or stands_in_words(amount, words):
        return Evidence(None)
    follows = _by_formula(amount, words, earlier, formula) or _worked_out(amount, words)
    if follows:
        return Evidence(AmountOrigin.WORKED_OUT, follows)
    for text in earlier:
        if amount_stands_in(amount, text):
            return Evidence(AmountOrigin.EARLIER, " ".join(text.split())[:_QUOTE])
    return Evidence(AmountOrigin.UNSURE)


def with_plain_digits(text: str) -> str:
    """The text, and behind it its numbers in words as digits, in each of their readings: "twelve"
    and 十二 as 12, 6块5 as 6.5.
    """
    amounts = amounts_in_digits(text)
    found = [*numerals_in(text), *(each for one in spelled_in(text) for each in one.readings)]
    return "\n".join([text, *map(str, found), *([amounts] if amounts != text else [])])


def numbers_in(text: str) -> tuple[Decimal, ...]:
    """The numbers of a text in their order, each once; the last separator is a decimal point unless
    three digits follow it.
    """
    return tuple(dict.fromkeys(likely_values(each)[0] for each in _NUMBER.findall(text)))


def _worked_out(amount: Decimal, words: str) -> str:
    """The simplest calculation on numbers of the words that comes to ``amount``; empty for none."""
    numbers = numbers_in(words)
    if not 1 < len(numbers) <= _MAX_NUMBERS:
        return ""
    for first, second in permutations(numbers, 2):
        for sign, value in results_of(first, second):
            if abs(value - amount) < _HUNDREDTH:
                return f"{_format(first)} {sign} {_format(second)}"
    if sum(numbers) == amount:
        return " + ".join(map(_format, numbers))
    return ""


def results_of(first: Decimal, second: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yields what the four operations on two numbers come to, each with its sign."""
    yield "×", first * second
    yield "+", first + second
    yield "−", first - second
    if second:
        yield "÷", first / second


def _format(number: Decimal) -> str:
    return f"{number:f}"


def _by_formula(amount: Decimal, words: str, earlier: Sequence[str], formula: str) -> str:
    """The formula as a person reads it, if it holds; else nothing."""
    read = _calculation(formula)
    if read is None:
        return ""
    tree, numbers, value = read
    if abs(value - amount) >= _HUNDREDTH or len(numbers) < 2:  # noqa: PLR2004 - it is no calculation
        return ""
    texts = (words, *earlier)
    shown = [any(amount_stands_in(n, text) for text in texts) for n in numbers]
    divisors = _divisors(tree)
    told = "\n".join(texts)
    explained = [
        s or n in divisors or _is_percent(n, told) for n, s in zip(numbers, shown, strict=True)
    ]
    if not any(shown) or not all(explained):
        return ""
    return " ".join(re.sub(r"([*/+-])", r" \1 ", ast.unparse(tree)).split()).translate(_AS_READ)


def calculated(formula: str, is_known: Callable[[Decimal], bool]) -> Decimal | None:
    """Returns the value of a formula whose numbers are all known, but for at most one small count
    that another number is multiplied or divided by; None for any other formula.
    """
    read = _calculation(formula)
    if read is None:
        return None
    tree, numbers, value = read
    counts = {n for n in _factors(tree) if n == n.to_integral_value() and 1 < n <= _A_MONTH}
    known = [is_known(n) for n in numbers]
    free = [n for n, k in zip(numbers, known, strict=True) if not k]
    explained = len(free) <= 1 and counts.issuperset(free)
    return value if any(known) and explained else None


class _Calculation(NamedTuple):
    tree: ast.expr
    numbers: list[Decimal]
    value: Decimal


def _calculation(formula: str) -> _Calculation | None:
    """A formula taken apart; None where it is no plain arithmetic, or too long."""
    if not formula or len(formula) > _MAX_FORMULA:
        return None
    try:
        tree = ast.parse(formula.casefold().translate(_SIGNS), mode="eval").body
        return _Calculation(tree, list(_operands(tree)), _value(tree))
    except (SyntaxError, ValueError, ArithmeticError):
        return None


def _factors(tree: ast.expr) -> set[Decimal]:
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.BinOp))
    products = (node for node in nodes if isinstance(node.op, ast.Mult | ast.Div))
    sides = (side for node in products for side in (node.left, node.right))
    return {n for side in sides if isinstance(side, ast.Constant) for n in _operands(side)}


_A_MONTH = 31
"""Up to here a number may count days or times."""

_AS_READ = str.maketrans({"*": "×", "/": "÷", "-": "−"})


def _operands(tree: ast.expr) -> Iterator[Decimal]:
    """The numbers of a formula. Raises ``ValueError`` for anything but plain arithmetic."""
    if isinstance(tree, ast.BinOp) and type(tree.op) in _OPERATIONS:
        yield from _operands(tree.left)
        yield from _operands(tree.right)
    elif isinstance(tree, ast.Constant) and type(tree.value) in {int, float}:
        yield Decimal(str(tree.value))
    else:
        raise ValueError("the formula is no plain arithmetic")


def _divisors(tree: ast.expr) -> set[Decimal]:
    """The small whole numbers that another one is divided by: a count of people or parts."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.BinOp))
    found = {n for node in nodes if isinstance(node.op, ast.Div) for n in _operands(node.right)}
    return {n for n in found if n == n.to_integral_value() and 1 < n <= _SMALL}


def _is_percent(number: Decimal, words: str) -> bool:
    """Whether it is a percentage of the words as a factor, 1.1 or 0.1 for 10 percent, or the
    hundred that such a one is of.
    """
    if number == _HUNDRED:
        return "%" in words
    parts = (number, abs(number - 1))
    return 0 < number < 2 and any(amount_stands_in(part * 100, words) for part in parts)  # noqa: PLR2004


_OPERATIONS: Mapping[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def _value(tree: ast.expr) -> Decimal:
    if not isinstance(tree, ast.BinOp):
        return next(_operands(tree))
    return _OPERATIONS[type(tree.op)](_value(tree.left), _value(tree.right))
