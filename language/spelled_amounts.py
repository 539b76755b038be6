"""Amounts in words, and digits in the ways people say or type them, as plain digits.

"twenty five ringgit" → "25 ringgit", "fifteen fifty" → "15.50", "rm 12 50" → "rm 12.50".
"""

import re

from language.currencies import HUNDREDTHS, UNIT
from language.han_numbers import amounts_in_digits
from language.numbers import Spelled, spelled_in

_MONEY = f"{UNIT}|{HUNDREDTHS}"
_MONEY_NEXT = re.compile(rf"\s+(?:{_MONEY})(?!\w)", re.IGNORECASE)
_FOR_NEXT = re.compile(r"\s+(?:for|on|at|untuk|für|fürs|voor|aan|pour|para)\s", re.IGNORECASE)
_LAST = re.compile(r"[\s.!]*$")
_BEHIND_A_WORD = re.compile(r"[^\W\d][,;:]? $")
_BEHIND_A_NUMBER = re.compile(r"\d $")
_PAID = re.compile(
    r"\b(?:paid|pay|spent|spend|cost|was|me|bayar|belanja) $",
    re.IGNORECASE,
)
_A_PRICE = 20
"""From here on a number in words is a price like one in digits; smaller ones are mostly counts."""

_MINOR = re.compile(
    rf"(?<![\w.,])(?P<whole>\d+)\s+(?P<unit>{_MONEY})\s+(?P<minor>\d{{2}})(?![\w%]|[.,]\d)"
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

    A number in words counts where money follows, where it is all of the text, where an amount is
    told ("coffee fifteen", "spent twelve on lunch"), where it has cents or is a note ("fifteen
    fifty", "a tenner"), and from twenty on in a text without digits; others are left as counts.
    """
    text = _ONE_UNIT.sub("1 ", amounts_in_digits(text))
    alone = re.search(r"\d", text) is None
    parts, at = [], 0
    for one in spelled_in(text):
        if _is_amount(one, text, alone=alone):
            parts += [text[at : one.start], one.digits]
            at = one.end
    text = _MINOR.sub(_with_minor, "".join([*parts, text[at:]]))
    for notation in (_SPACED_MINOR, _UNIT_INSIDE):
        text = notation.sub(lambda m: f"{m['unit']}{m['whole']}.{m['minor']}", text)
    text = _GROUPED_BY_SPACE.sub(lambda m: m[1] + m[2].replace(" ", "'"), text)
    return _NO_WHOLE.sub("0.", text)


def _is_amount(one: Spelled, text: str, *, alone: bool) -> bool:
    before, said = text[: one.start], text[one.start : one.end].casefold()
    if _MONEY_NEXT.match(text, one.end):
        return not _BEHIND_A_NUMBER.search(before)
    if said == text.strip(" .!").casefold():
        return said not in {"a", "an"}
    if one.weak or said == "seven eleven":
        return False
    told = _LAST.match(text, one.end) is not None and _BEHIND_A_WORD.search(before) is not None
    leads = not before.strip() and _FOR_NEXT.match(text, one.end) is not None
    price = one.cents is not None or one.is_note or (alone and one.whole >= _A_PRICE)
    return price or told or leads or _PAID.search(before) is not None


def _with_minor(match: re.Match[str]) -> str:
    return f"{match['whole']}.{match['minor']} {match['unit']}"
