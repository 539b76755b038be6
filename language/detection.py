"""Which language a text is in: by its script, else by py3langid among the configured ones."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier

from language.han_numbers import amounts_in_digits
from language.word_lists import lists_of

LATIN = ("en", "de", "ms", "id", "es", "fr", "pt", "nl", "it")
SAME = {"id": "ms"}
"""Malay and Indonesian are one for search and answers."""
SHORT = 2
"""Under so many words nothing is told from them."""
_SMALL_WORD = 6.0
"""What one small word of a language weighs beside py3langid's logarithms."""
_OWN = 5.0
"""What it weighs that a language is the one that is expected: it decides between close ones."""
_MORE_OF_A_SIGN = 2
"""Letters that a Chinese sign weighs beside itself: it says about as much as three."""
_CLEAR = 4
"""Words from which on a small word and none of the expected language leave no doubt."""
_ADDRESS = re.compile(r"https?://\S+|\S+@\S+|[#@]\S+")
_NUMBERED = re.compile(r"\b\S*\d\S*\b")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("lo", re.compile(r"[\u0e80-\u0eff]")),
    ("km", re.compile(r"[\u1780-\u17ff]")),
    ("my", re.compile(r"[\u1000-\u109f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("bn", re.compile(r"[\u0980-\u09ff]")),
    ("ta", re.compile(r"[\u0b80-\u0bff]")),
    ("te", re.compile(r"[\u0c00-\u0c7f]")),
    ("ml", re.compile(r"[\u0d00-\u0d7f]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("uk", re.compile(r"[іїєґІЇЄҐ]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
)


class Languages:
    """Local, about 1 ms a text. ``known`` are those that Latin letters may be in, ISO 639-1."""

    def __init__(self, known: Sequence[str] = LATIN) -> None:
        self._known = tuple(known)
        self._identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
        self._identifier.set_languages(list(self._known))

    def of(self, text: str, otherwise: str) -> str:
        """``otherwise`` is the language that is expected: it is taken for under two words, and
        where another one is hardly likelier.
        """
        signs = amounts_in_digits(_ADDRESS.sub(" ", text))
        letters = sum(map(str.isalpha, signs))
        for language, script in _SCRIPTS:
            count = len(script.findall(signs))
            more = _MORE_OF_A_SIGN * count if language == "zh" else 0
            if (count + more) * 3 > letters + more:
                return language
        words = _WORD.findall(_NUMBERED.sub(" ", signs))
        if len(words) < SHORT:
            return otherwise
        scores = dict.fromkeys(self._known, 0.0)
        for language, score in self._identifier.rank(" ".join(words)):
            scores[language] = float(score)
        flat = _without_accents(" ".join(words))
        for language, small in _small_words().items():
            if language in scores:
                scores[language] += _SMALL_WORD * len(small.findall(flat))
        if otherwise in scores:
            scores[otherwise] += _OWN
        best = max(self._known, key=lambda language: scores[language])
        return SAME.get(best, best)

    def clearly(self, text: str, otherwise: str) -> str:
        """As ``of``, but ``otherwise`` wherever that is not clear: names of dishes and shops are of
        another language in many a text, small words hardly ever.
        """
        found, small = self.of(text, otherwise), _small_words()
        if found == otherwise or found not in small or len(_WORD.findall(text)) < _CLEAR:
            return otherwise
        flat = _without_accents(text)
        own = small[otherwise].search(flat) if otherwise in small else None
        return found if own is None and small[found].search(flat) else otherwise


_MAX_READ = 4_000
"""Characters of a text that are looked at."""
_ACCENTS = re.compile(r"[\u0300-\u036f]")


def _without_accents(text: str) -> str:
    cut = unicodedata.normalize("NFKC", text[:_MAX_READ]).casefold().replace("’", "'")
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", cut))


@cache
def _small_words() -> Mapping[str, re.Pattern[str]]:
    """By language, the words that hardly any other one has."""
    return {
        language: re.compile(r"(?<![\w'])(?:" + "|".join(words).replace(" ", r"\W+") + r")(?!\w)")
        for language, words in lists_of("language", "small_words.toml").items()
    }


@cache
def languages() -> Languages:
    """One for the process: the tables are large."""
    return Languages()
