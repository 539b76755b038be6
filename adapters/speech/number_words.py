"""Numbers as they are said in English, Malay and German: what dates, times and digits need."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

_EN = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_EN_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_EN_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip

_MS = (
    "kosong", "satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "lapan", "sembilan",
    "sepuluh", "sebelas",
)  # fmt: skip

_DE = (
    "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
    "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn",
    "neunzehn",
)  # fmt: skip
_DE_TENS = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
_DE_ORDINALS = {1: "erste", 3: "dritte", 7: "siebte", 8: "achte"}

_HUNDRED = 100
_MILLENNIUM = 2_000
_TEEN, _TWENTY = 12, 20
_FIRST_OF_TENS = 2010
"""From then on an English year is two pairs: twenty ten."""


@dataclass(frozen=True)
class NumberWords:
    """Of one language. ``cardinal`` is for 0 to 99, ``year`` for 1900 to 2099."""

    cardinal: Callable[[int], str]
    year: Callable[[int], str]
    plus: str
    number: str
    """What ``#`` stands for."""
    to: str
    """Between the ends of a span."""
    times: str
    link: str

    def digits(self, figures: str) -> str:
        """Each figure by itself."""
        return " ".join(self.cardinal(int(figure)) for figure in figures)


def english(number: int) -> str:
    if number < _TWENTY:
        return _EN[number]
    tens, ones = divmod(number, 10)
    return _EN_TENS[tens - 2] + (f" {_EN[ones]}" if ones else "")


def english_ordinal(number: int) -> str:
    """``twenty third``."""
    *before, last = english(number).split()
    if last in _EN_ORDINALS:
        return " ".join((*before, _EN_ORDINALS[last]))
    return " ".join((*before, f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"))


def malay(number: int) -> str:
    if number < _TEEN:
        return _MS[number]
    if number < _TWENTY:
        return f"{_MS[number - 10]} belas"
    tens, ones = divmod(number, 10)
    return f"{_MS[tens]} puluh" + (f" {_MS[ones]}" if ones else "")


def german(number: int) -> str:
    if number < _TWENTY:
        return _DE[number]
    tens, ones = divmod(number, 10)
    return (f"{_DE[ones] if ones != 1 else 'ein'}und" if ones else "") + _DE_TENS[tens - 2]


def german_ordinal(number: int) -> str:
    """``dreiundzwanzigste``, to which an ending may be put."""
    if number in _DE_ORDINALS:
        return _DE_ORDINALS[number]
    return german(number) + ("te" if number < _TWENTY else "ste")


def _english_year(year: int) -> str:
    century, rest = divmod(year, _HUNDRED)
    if _MILLENNIUM <= year < _FIRST_OF_TENS:
        return "two thousand" + (f" {english(rest)}" if rest else "")
    if not rest:
        return f"{english(century)} hundred"
    return f"{english(century)} {'oh ' if rest < _EN.index('ten') else ''}{english(rest)}"


def _malay_year(year: int) -> str:
    rest = year % _HUNDRED
    start = "dua ribu" if year >= _MILLENNIUM else "seribu sembilan ratus"
    return start + (f" {malay(rest)}" if rest else "")


def _german_year(year: int) -> str:
    rest = year % _HUNDRED
    start = "zweitausend" if year >= _MILLENNIUM else "neunzehnhundert"
    return start + (german(rest) if rest else "")


NUMBER_WORDS: Mapping[str, NumberWords] = {
    "en": NumberWords(english, _english_year, "plus", "number", "to", "times", "link"),
    "ms": NumberWords(malay, _malay_year, "tambah", "nombor", "hingga", "kali", "pautan"),
    "de": NumberWords(german, _german_year, "plus", "Nummer", "bis", "mal", "Link"),
}
"""By language."""
