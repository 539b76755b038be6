"""What voices say of numbers in English, Malay and German beside the numbers themselves."""

from collections.abc import Mapping
from dataclasses import dataclass

from language.numbers import in_words

_HUNDRED = 100
_FIRST_OF_TENS = 2010
"""From then on an English year is two pairs: twenty ten."""


@dataclass(frozen=True)
class NumberWords:
    """Of one language, ISO 639-1."""

    language: str
    centuries: Mapping[int, str]
    """How years of 1900 and 2000 begin, with the space before what follows."""
    plus: str
    number: str
    """What ``#`` stands for."""
    to: str
    """Between the ends of a span."""
    times: str
    link: str
    minus: str

    def cardinal(self, number: int) -> str:
        """A number from 0 to 99."""
        return in_words(number, self.language)

    def digits(self, figures: str) -> str:
        """Each figure by itself."""
        return " ".join(self.cardinal(int(figure)) for figure in figures)

    def year(self, year: int) -> str:
        """A year from 1900 to 2099."""
        century, rest = divmod(year, _HUNDRED)
        in_pairs = self.language == "en" and (
            century not in self.centuries or year >= _FIRST_OF_TENS
        )
        if not in_pairs:
            return (self.centuries[century] + (self.cardinal(rest) if rest else "")).rstrip()
        oh = "oh " if rest < 10 else ""  # noqa: PLR2004 - nineteen oh five
        return f"{self.cardinal(century)} {oh + self.cardinal(rest) if rest else 'hundred'}"


NUMBER_WORDS: Mapping[str, NumberWords] = {
    "en": NumberWords(
        "en", {20: "two thousand "}, "plus", "number", "to", "times", "link", "minus"
    ),
    "ms": NumberWords(
        "ms", {19: "seribu sembilan ratus ", 20: "dua ribu "},
        "tambah", "nombor", "hingga", "kali", "pautan", "tolak",
    ),
    "de": NumberWords(
        "de", {19: "neunzehnhundert", 20: "zweitausend"},
        "plus", "Nummer", "bis", "mal", "Link", "minus",
    ),
}  # fmt: skip
"""By language."""
