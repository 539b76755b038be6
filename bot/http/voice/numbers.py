"""Numbers that were heard, to be read back: recognition mishears digits more than anything."""

import re

LEAST_DIGITS = 3
"""A number with fewer is seldom worth the time that reading it back takes."""

_WRITTEN = re.compile(r"\+?\(?\d(?:[\d .,()/-]*\d)?")
_AMOUNT = re.compile(r"^\d{1,3}(?:[.,]?\d{3})*[.,]\d{1,2}$")
_DIGITS = {
    word: str(digit)
    for digit, words in enumerate(
        (
            "zero oh kosong null",
            "one satu eins",
            "two dua zwei",
            "three tiga drei",
            "four empat vier",
            "five lima fünf",
            "six enam sechs",
            "seven tujuh sieben",
            "eight lapan acht",
            "nine sembilan neun",
        )
    )
    for word in words.split()
}
_WORD = "|".join(_DIGITS)
_SPELLED = re.compile(rf"\b(?:(?:{_WORD})\b[\s,.-]*){{{LEAST_DIGITS},}}", re.IGNORECASE)


def numbers_in(text: str) -> tuple[str, ...]:
    """The longer numbers of what was said, as they are to be read back: an amount as it is written,
    anything else digit by digit.
    """
    digits = _SPELLED.sub(_as_digits, text)
    return tuple(
        _read(found[0])
        for found in _WRITTEN.finditer(digits)
        if len(_bare(found[0])) >= LEAST_DIGITS
    )


def unconfirmed(heard: str, answer: str) -> tuple[str, ...]:
    """The numbers that were heard and that the answer does not itself name."""
    named = _bare(answer)
    return tuple(number for number in numbers_in(heard) if _bare(number) not in named)


def _as_digits(spelled: re.Match[str]) -> str:
    words = re.findall(rf"\b(?:{_WORD})\b", spelled[0], re.IGNORECASE)
    return "".join(_DIGITS[word.lower()] for word in words) + " "


def _read(number: str) -> str:
    return number if _AMOUNT.match(number) else " ".join(_bare(number))


def _bare(text: str) -> str:
    return re.sub(r"\D", "", text)
