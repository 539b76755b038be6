"""Text as the rules see it: cleaned of typographic variety and cut into words with positions."""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from domain.plain_text import DISGUISED, without_disguised_numbers, without_runs

_GROUP_SPACE = re.compile(r"(?<=\d)[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))")
_TRANSLATE = str.maketrans(
    {
        "’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"',
        "«": '"', "»": '"',
        "−": "-", "–": "-", "—": "-", "‒": "-", "٫": ".", "٬": ",", "،": ",", "\u00ad": None,
    }
)  # fmt: skip
_RAISED = "²³¹\u2070-\u209c\u00bc-\u00be\u2150-\u215f\u2460-\u249b\u24ea-\u24ff"
_NO_NUMERAL = re.compile(
    rf"-?(?:\d[\d.,']*)?[{_RAISED}]+(?:[\d.,'{_RAISED}]*\d)?"
    r"|\d[\d.,']*?(?:[•·‧∙⋅⁄∕…。・]+|[.,']{2,})\d[\d.,']*"
)
"""As in "12²", "1½", "9•9" and "5''11": digits, but no notation for an amount."""

_VARIANTS = "\ufe0e\ufe0f"
_WORD = re.compile(r"\S+")
_EDGES = ',.;:!?()[]{}"*…|<>~'


class Span(NamedTuple):
    """A stretch of the cleaned text."""

    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        return self.start < other.end and other.start < self.end


class Word(NamedTuple):
    """A word without surrounding punctuation. ``key`` is what it is compared by."""

    text: str
    key: str
    span: Span


def clean(text: str) -> str:
    """One spelling for what looks alike: width, quotes, dashes, digits of any script.

    Control and direction marks go; line breaks stay, they separate what is said. A no-break space
    that groups digits becomes an apostrophe, so that it is not taken for a word boundary. Numbers
    of which nobody can tell what was meant are no numbers any more, so that they are asked for.
    """
    sure = _NO_NUMERAL.sub(_without_digits, without_disguised_numbers(text))
    grouped = _GROUP_SPACE.sub("'", sure)
    folded = unicodedata.normalize("NFKC", grouped).translate(_TRANSLATE)
    return without_runs("".join(_plain(char) for char in folded).strip())


def trimmed(text: str) -> str:
    """In one line, without the marks at its ends that change nothing."""
    return " ".join(text.split()).strip(" .!?")


def _without_digits(match: re.Match[str]) -> str:
    """A raised digit behind letters is theirs ("m²"), one in front of a name a bullet ("① tea")."""
    return DISGUISED if any(char.isdecimal() for char in match[0]) else " "


def _plain(char: str) -> str:
    if char.isascii():
        return char if char >= " " or char == "\n" else " "
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    return "" if unicodedata.category(char) in {"Cf", "Cc"} or char in _VARIANTS else char


def key_of(text: str) -> str:
    """What two spellings of a name have in common: letters and digits, without case or accents."""
    folded = text.casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFKD", folded)
    return "".join(char for char in folded if char.isalnum())


def without_accents(text: str) -> str:
    """The text in small letters without the marks on them: "Café" as "cafe"."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def words_of(text: str) -> list[Word]:
    """The words of a cleaned text, in order; punctuation alone is no word."""
    found = []
    for match in _WORD.finditer(text):
        raw = match.group()
        left = len(raw) - len(raw.lstrip(_EDGES))
        word = raw.strip(_EDGES)
        start = match.start() + left
        if key := key_of(word):
            found.append(Word(word, key, Span(start, start + len(word))))
    return found


def without(text: str, spans: Iterable[Span]) -> str:
    """The text with stretches of it left out."""
    for span in sorted(spans, reverse=True):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text


def is_free(span: Span, taken: Iterable[Span]) -> bool:
    return not any(span.overlaps(other) for other in taken)
