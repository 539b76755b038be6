"""Finding the currency next to a number, and a currency named on its own."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, cast

from domain.money import MINOR_UNITS
from language.word_lists import lists_of, table_of

_FILE = "currencies.toml"
_ALSO_WORDS = {
    name: frozenset(words) for name, words in lists_of("language", _FILE, "also_words").items()
}
ONLY_BEHIND = _ALSO_WORDS["only_behind"]
"""Names of currencies that in front of a number are another word: "won 50 in the lottery"."""
_SLANG = _ALSO_WORDS["slang"]
_EVERYDAY = lists_of("language", _FILE, "everyday")
HUNDREDTHS = "|".join(_EVERYDAY["hundredths"])
WORDS = "|".join(word for word in _EVERYDAY["words"] if word not in ONLY_BEHIND)
"""Names that are no other word: "in 2024 won nothing"."""
SIGN = rf"(?:{'|'.join((*_EVERYDAY['signs'], *_EVERYDAY['codes']))})"
"""What stands in front of a number, or behind it; a pattern in small letters."""
UNIT = rf"(?:{'|'.join((*_EVERYDAY['words'], *_EVERYDAY['codes'], *_EVERYDAY['signs']))})"
"""What stands behind a number."""
_WHOLE = {*_EVERYDAY["whole"], *ONLY_BEHIND}
UNIT_WITH_HUNDREDTHS = (
    rf"(?:{'|'.join(w for w in (*_EVERYDAY['words'], *_EVERYDAY['codes']) if w not in _WHOLE)}|rm)"
)
"""What may stand between a number and its hundredths: "12 ringgit 30"."""

_LONGEST = 24
"""Characters of the longest spelling, with room for spaces."""


class Unit(NamedTuple):
    """A currency as written. ``code`` is None when the writing names money but no currency."""

    code: str | None
    start: int
    end: int
    hundredths: bool = False


def _named(section: str) -> Mapping[str, str]:
    return cast("Mapping[str, str]", table_of("language", _FILE)[section])


@cache
def _spellings() -> dict[str, str]:
    written = lists_of("language", _FILE, "words").items()
    words = {word.casefold(): code for code, spellings in written for word in spellings}
    symbols = {symbol.casefold(): code for symbol, code in _named("symbols").items()}
    return symbols | words | {code.casefold(): code for code in MINOR_UNITS}


@cache
def _shared() -> Mapping[str, list[str]]:
    return {k.casefold(): v for k, v in lists_of("language", _FILE, "shared").items()}


def _hundredths() -> Mapping[str, str]:
    return _named("hundredths")


def said_as(code: str, language: str) -> tuple[str, str, str] | None:
    """One, several and hundredths of a currency as voices say them, where that is known."""
    known = lists_of("language", _FILE, f"said_{language}").get(code)
    return (known[0], known[1], known[2]) if known else None


def _alternatives(phrases: set[str]) -> str:
    longest = sorted(phrases, key=len, reverse=True)
    parts = []
    for phrase in longest:
        escaped = re.escape(phrase).replace(r"\ ", r"\s+")
        before = r"(?<![^\W\d_])" if phrase[0].isalpha() else ""
        after = r"(?![^\W\d_])" if phrase[-1].isalpha() else ""
        parts.append(f"{before}{escaped}{after}")
    return "|".join(parts)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    every = {*_spellings(), *_shared(), *_SLANG}
    before = re.compile(rf"(?:{_alternatives(every)})(?=\s?$)", re.IGNORECASE)
    after = re.compile(rf"\s?(?P<unit>{_alternatives(every | {*_hundredths()})})", re.IGNORECASE)
    alone = re.compile(_alternatives(every), re.IGNORECASE)
    return before, after, alone


def resolve(written: str, own: str) -> str | None:
    """The ISO code that a spelling stands for, given the person's own currency."""
    folded = " ".join(written.casefold().split())
    if folded in _SLANG:
        return None
    if shared := _shared().get(folded):
        return own if own in shared else shared[0]
    return _spellings().get(folded)


def _is_word_not_code(written: str, text: str) -> bool:
    upper = written.upper()
    return upper in _ALSO_WORDS["codes"] and (text.isupper() or written != upper)


def before(text: str, at: int, own: str, floor: int = 0) -> Unit | None:
    """The currency that ends right before position ``at`` and begins at ``floor`` or behind it."""
    start = max(floor, at - _LONGEST)
    match = _patterns()[0].search(text, start, at)
    if match is None or _is_word_not_code(match.group(), text):
        return None
    if match.group().casefold() in ONLY_BEHIND:
        return None
    return Unit(resolve(match.group(), own), match.start(), at)


def after(text: str, at: int, own: str) -> Unit | None:
    """The currency, or hundredth of one, that begins right after position ``at``."""
    match = _patterns()[1].match(text, at)
    if match is None or _is_word_not_code(match["unit"], text):
        return None
    folded = match["unit"].casefold()
    if folded in _hundredths():
        return Unit(_hundredths()[folded] or None, at, match.end(), hundredths=True)
    return Unit(resolve(match["unit"], own), at, match.end())


def named(text: str, own: str) -> Unit | None:
    """The first currency that a text names without an amount ("that was in usd")."""
    for match in _patterns()[2].finditer(text):
        if not _is_word_not_code(match.group(), text):
            code = resolve(match.group(), own)
            if code is not None:
                return Unit(code, match.start(), match.end())
    return None


def named_whole(text: str, own: str) -> str | None:
    """The currency that a text is the name of, with nothing beside it."""
    unit = named(text, own)
    return unit.code if unit and (unit.start, unit.end) == (0, len(text)) else None
