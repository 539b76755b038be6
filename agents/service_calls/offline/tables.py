"""The phrases of this package's data, read once per process, as patterns.

In a phrase ``*`` behind a letter is any rest of a word, a space is any gap, and an umlaut may be
written out; all else is a regular expression.
"""

import re
from functools import cache

from language.patterns import pattern
from language.word_lists import lists_of

LANGUAGES = ("en", "de", "ms")
HEARD = (*LANGUAGES, "es", "fr")
"""Languages that have phrases; the last two have too few for rules to be sure of a message."""
_REST = re.compile(r"(?<=\w)(?<!\\w)\*|(?<!\S)\*")
_UMLAUTS = {"ä": "(?:ä|ae)", "ö": "(?:ö|oe)", "ü": "(?:ü|ue)", "ß": "(?:ß|ss)"}


def phrases(section: str, language: str = "") -> tuple[str, ...]:
    """Of one language, or of all."""
    told = lists_of("agents.service_calls.offline", "data/phrases.toml", section)
    return tuple(p for each in ((language,) if language else HEARD) for p in told.get(each, ()))


@cache
def group(*sections: str, language: str = "") -> str:
    """All phrases of sections as alternatives, the longest first."""
    every = sorted(
        dict.fromkeys(p for s in sections for p in phrases(s, language)), key=lambda p: -len(p)
    )
    return "(?:" + "|".join(map(_compiled, every)) + ")"


def _compiled(phrase: str) -> str:
    spread = "".join(_UMLAUTS.get(letter, letter) for letter in phrase)
    return _REST.sub(r"\\w*", spread).replace(" ?", r"\s*").replace(" ", r"\s+")


def holds(*sections: str) -> re.Pattern[str]:
    """One of the phrases anywhere, as whole words."""
    return pattern(rf"(?<![\w'-]){group(*sections)}(?![\w'])")


def starts(*sections: str, language: str = "") -> re.Pattern[str]:
    """One of the phrases at the beginning, and the gap behind it."""
    return pattern(rf"^{group(*sections, language=language)}(?![\w'])[\s,:–-]*")


def ends(*sections: str) -> re.Pattern[str]:
    return pattern(rf"[\s,]*(?<![\w'-]){group(*sections)}[\s.!]*$")
