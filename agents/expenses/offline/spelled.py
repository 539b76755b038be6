"""Amounts in words, and digits in the ways people say or type them, as plain digits.

"twenty five ringgit" → "25 ringgit", "fifteen fifty" → "15.50", "rm 12 50" → "rm 12.50".
"""

import re
from decimal import Decimal

from agents.expenses.details import Mention
from agents.expenses.offline.tables import lists, names, pattern
from domain.money import MINOR_UNITS

_UNITS = {word: int(value) for word, value in names("numbers.toml", "units").items()} | {
    word: int(value) for value, words in lists("numbers.toml", "abroad").items() for word in words
}
_SCALES = {word: int(value) for word, value in names("numbers.toml", "scales").items()}
_MONEY = pattern("spelled", "money").pattern
_NUMBER = "|".join(sorted({*_UNITS, *_SCALES}, key=len, reverse=True))
_PHRASE = rf"(?:{_NUMBER})(?:(?:\s+and\s+|\s+|-)(?:{_NUMBER})){{0,8}}"
_WITH_MONEY = re.compile(
    rf"(?<!\w)(?<!\d )(?P<number>{_PHRASE})(?=\s+(?:{_MONEY})(?!\w))", re.IGNORECASE
)
_WHOLE = re.compile(rf"(?P<number>{_PHRASE})", re.IGNORECASE)
_ANYWHERE = re.compile(rf"(?<!\w)(?P<number>{_PHRASE})(?!\w)", re.IGNORECASE)
_START = rf"(?!seven eleven)(?=(?:{'|'.join(_UNITS)})(?!\w))"
_TOLD = re.compile(
    rf"(?<=[^\W\d] ){_START}(?P<number>{_PHRASE})(?=[\s.!]*$)|"
    rf"^(?P<first>{_PHRASE})(?=\s+(?:for|on|at|untuk|für|fürs|voor|aan|pour|para)\s)|"
    rf"^{_START}(?P<tens>(?:{_NUMBER})(?:[\s-]+(?:{_NUMBER})){{1,4}})(?=\s+[^\W\d_])|"
    r"(?:(?<=\bpaid )|(?<=\bpay )|(?<=\bspent )|(?<=\bspend )|(?<=\bcost )|(?<=\bwas )|"
    rf"(?<=\bme )|(?<=\bbayar )|(?<=\bbelanja ))(?P<paid>{_PHRASE})(?!\w)",
    re.IGNORECASE,
)
"""At the end, at the beginning in front of what it was for, or behind a word for spending."""

_SPOKEN_UP_TO = 99_999
"""Whole numbers beyond are no price that anybody says in two numbers."""

_TENTHS = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 30, 40, 50, 60, 70, 80, 90}
_LEAST_TOLD = 3
_HUNDRED = 100
_CENTS = 2
_MINOR = re.compile(
    rf"(?<![\w.,])(?P<whole>\d+)\s+(?P<unit>{_MONEY})\s+(?P<minor>{_PHRASE}|\d{{2}})(?![\w%]|[.,]\d)"
    r"(?=[\s.,;!]*(?:$|at|for|on|kat|di|dekat|in)\b|\s*$)",
    re.IGNORECASE,
)
"""Twelve ringgit thirty"."""

_SPACED_MINOR = re.compile(
    r"(?<!\w)(?P<unit>rm|\$|€|£)\s?(?P<whole>\d{1,4}) (?P<minor>\d{2})"
    r"(?=\s*(?:$|[,;.!?\n]|[^\W\d_]))",
    re.IGNORECASE,
)
_UNIT_INSIDE = re.compile(r"(?<![\w.,])(?P<whole>\d{1,4})(?P<unit>€|\$|£|rm)(?P<minor>\d{2})(?!\d)")
_NO_WHOLE = re.compile(
    r"(?<![\w.,/])\.(?=\d{2}(?![\w.]))|(?<=rm)\.(?=\d{2}(?![\w.]))", re.IGNORECASE
)
_GROUPED_BY_SPACE = re.compile(r"(?<![\d.,'])(\d{1,3})((?: \d{3})+)(?=,\d{2}(?!\d))")
_ONE_UNIT = re.compile(r"(?<!\w)se(?=(?:ringgit|dolar|euro|pound)(?!\w))", re.IGNORECASE)


def spelled_out(text: str) -> str:
    """The text with numbers in words as digits, where they can be an amount, and ``rm 12 50`` too.

    A number in words counts where money follows, where it is all of the text, or where an amount
    is told ("coffee fifteen", "spent twenty on lunch"); small ones are left as counts.
    """
    whole = _WHOLE.fullmatch(text.strip(" .!"))
    if whole is not None and whole["number"].casefold() not in {"a", "an"}:
        return _digits(whole["number"])
    text = _WITH_MONEY.sub(lambda match: _digits(match["number"]), _ONE_UNIT.sub("1 ", text))
    text = _MINOR.sub(_with_minor, _TOLD.sub(_told, text))
    for notation in (_SPACED_MINOR, _UNIT_INSIDE):
        text = notation.sub(lambda m: f"{m['unit']}{m['whole']}.{m['minor']}", text)
    text = _GROUPED_BY_SPACE.sub(lambda m: m[1] + m[2].replace(" ", "'"), text)
    return _NO_WHOLE.sub("0.", text)


def number_words(text: str) -> str:
    """The numbers that stand in words anywhere in the text, as digits in each of their readings."""
    phrases = [match["number"] for match in _ANYWHERE.finditer(text)]
    return " ".join(f"{_digits(phrase)} {_value(phrase)}" for phrase in phrases)


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


def _told(match: re.Match[str]) -> str:
    phrase = match["number"] or match["first"] or match["tens"] or match["paid"]
    words = re.split(r"[\s-]+", phrase.casefold())
    small = len(words) == 1 and _UNITS.get(words[0], _HUNDRED) < _LEAST_TOLD
    article = words[0] in {"a", "an"} and words[1:2] != ["hundred"] and words[1:2] != ["thousand"]
    return match.group() if small or article else _digits(phrase)


def _with_minor(match: re.Match[str]) -> str:
    minor = match["minor"] if match["minor"].isdigit() else str(_value(match["minor"]))
    if len(minor) > 2:  # noqa: PLR2004 - hundredths have two digits
        return match.group()
    return f"{match['whole']}.{minor:>02} {match['unit']}"


def _digits(phrase: str) -> str:
    """As a person says a price, "fifteen fifty" is 15.50 and "nine ninety nine" 9.99."""
    words = [w for w in re.split(r"[\s-]+", phrase.casefold()) if w != "and"]
    if all(word in _UNITS for word in words):
        for at in range(len(words) - 1, 0, -1):
            major, minor = words[:at], words[at:]
            tens = _UNITS[minor[0]] in _TENTHS and _is_number(minor)
            if tens and _is_number(major) and "and" not in phrase.casefold().split():
                return f"{_value(' '.join(major))}.{_value(' '.join(minor)):02}"
    return str(_value(phrase))


def _is_number(words: list[str]) -> bool:
    """One number below a hundred: a unit, or tens with a digit behind."""
    values = [_UNITS[word] for word in words]
    if len(values) == 1:
        return values[0] < _HUNDRED
    tens = values[0] >= 20 and values[0] % 10 == 0  # noqa: PLR2004 - "twenty five"
    return len(values) == 2 and tens and 0 < values[1] < 10  # noqa: PLR2004


def _value(phrase: str) -> int:
    total, current = 0, 0
    for word in re.split(r"[\s-]+", phrase.casefold()):
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if _SCALES[word] >= 1_000:  # noqa: PLR2004 - thousands close a group
                total, current = total + current, 0
        elif word != "and":
            current += _UNITS[word]
    return total + current
