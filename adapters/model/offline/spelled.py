"""Amounts in words: "twenty five ringgit", "a hundred bucks", "lima ringgit"."""

import re

from adapters.model.offline.tables import names, pattern

_UNITS = {word: int(value) for word, value in names("numbers.toml", "units").items()}
_SCALES = {word: int(value) for word, value in names("numbers.toml", "scales").items()}
_MONEY = pattern("spelled", "money").pattern
_NUMBER = "|".join(sorted({*_UNITS, *_SCALES}, key=len, reverse=True))
_PHRASE = rf"(?:{_NUMBER})(?:(?:\s+and\s+|\s+|-)(?:{_NUMBER})){{0,8}}"
_WITH_MONEY = re.compile(rf"(?<!\w)(?P<number>{_PHRASE})(?=\s+(?:{_MONEY})(?!\w))", re.IGNORECASE)
_WHOLE = re.compile(rf"(?P<number>{_PHRASE})", re.IGNORECASE)


def spelled_out(text: str) -> str:
    """The text with numbers in words as digits, where money follows or where they are all of it."""
    whole = _WHOLE.fullmatch(text.strip(" .!"))
    if whole is not None and whole["number"].casefold() not in {"a", "an"}:
        return str(_value(whole["number"]))
    return _WITH_MONEY.sub(lambda match: str(_value(match["number"])), text)


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
