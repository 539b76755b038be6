"""Texts as search compares them: stems without what says nothing, concepts, pieces of words.

Malay and Indonesian are one language here; Snowball has a stemmer for Indonesian.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from threading import local
from typing import Final, cast

import Stemmer

from language.word_lists import table_of
from language.words import without_accents

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SNOWBALL: Final[Mapping[str, str]] = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "it": "italian", "lt": "lithuanian", "ms": "indonesian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
_SAME: Final[Mapping[str, str]] = {"id": "ms", "nb": "no", "nn": "no"}
GRAM = 4
_COMPOUND = 5
"""Letters from which a word of the concepts is looked for inside longer words of German."""
_HOLLOW: Final[Mapping[str, str]] = {
    "en": "a an the my your our their i you of",
    "de": "der die das den dem mein meine meinem meinen",
    "es": "el la los las mi mis un una de",
    "fr": "le la les l un une ma mon mes de du",
    "ms": "saya anda",
    "pt": "o a os as meu minha um uma de da do",
}
_stemmers = local()


def one_language(code: str) -> str:
    """ISO 639-1, lower case, ``ms`` for Indonesian too; empty for none."""
    short = code.strip().casefold().replace("_", "-").partition("-")[0]
    return _SAME.get(short, short)


def words(text: str) -> list[str]:
    found = _WORD.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    return [part for word in found for part in (_elided(word) if "'" in word else (word,))]


def _elided(word: str) -> list[str]:
    """``l'argent`` is two words, ``don't`` and ``card's`` are one."""
    head, mark, rest = word.partition("'")
    if mark and len(head) <= 2 and len(rest) > 2:  # noqa: PLR2004 - l', d', qu'
        return [head, rest]
    return [word.removesuffix("'s")]


@cache
def stopwords(language: str) -> frozenset[str]:
    return frozenset(_stops().get(one_language(language), "").split())


@cache
def _stops() -> Mapping[str, str]:
    return cast("Mapping[str, str]", table_of("agents.support.knowledge", "data/stopwords.toml"))


@lru_cache(100_000)
def stemmed(word: str, language: str) -> str:
    """A stemmer is not for two threads at once, so each thread has its own."""
    algorithm = _SNOWBALL.get(one_language(language))
    if algorithm is None or not word.isalpha():
        return without_accents(word)
    made: dict[str, Stemmer.Stemmer] = _stemmers.__dict__.setdefault("made", {})
    if algorithm not in made:
        made[algorithm] = Stemmer.Stemmer(algorithm)
    return without_accents(made[algorithm].stemWord(word))


def stems(text: str, language: str, *, also_without: str = "") -> list[str]:
    """The stems of what says something. ``also_without``: stop words of this language, too."""
    without = stopwords(language) | stopwords(also_without)
    return [
        stemmed(word, language)
        for word in words(text)
        if word not in without and (len(word) > 1 or word.isdigit())
    ]


@lru_cache(100_000)
def grams(word: str) -> tuple[str, ...]:
    """Pieces of four letters of a word, with its borders."""
    bordered = f" {without_accents(word)} "
    return tuple(
        bordered[start : start + GRAM] for start in range(max(len(bordered) - GRAM + 1, 1))
    )


def concepts(text: str, *languages: str) -> Counter[int]:
    """How often words of each concept stand there, as one of these languages writes them."""
    said = words(text)
    found: Counter[int] = Counter()
    for language in dict.fromkeys(map(one_language, languages)):
        found |= _concepts_in(said, language)
    return found


def _concepts_in(said: Sequence[str], language: str) -> Counter[int]:
    table = _table(language)
    whole = [stemmed(word, language) for word in said if word not in _hollow(language)]
    found: Counter[int] = Counter()
    for start, word in enumerate(whole):
        here: set[int] = set()
        for phrase, number in table.get(word, ()):
            if tuple(whole[start : start + len(phrase)]) == phrase:
                here.add(number)
        here |= _begun(word, language, compound=not here)
        found.update(here)
    return found


@lru_cache(100_000)
def _begun(word: str, language: str, *, compound: bool) -> frozenset[int]:
    """Concepts of words that begin so and, in German, of words within a longer one."""
    here = {number for beginning, number in _beginnings(language) if word.startswith(beginning)}
    if language == "de" and compound and not here:
        here = {
            number
            for part, entries in _table(language).items()
            if len(part) >= _COMPOUND and part in word
            for phrase, number in entries
            if len(phrase) == 1
        }
    return frozenset(here)


@cache
def _hollow(language: str) -> frozenset[str]:
    """Articles and the like, which may stand within a phrase."""
    return frozenset(_HOLLOW.get(language, "").split())


@cache
def _lines(language: str) -> tuple[tuple[str, int], ...]:
    concepts = table_of("agents.support.knowledge", "data/concepts.toml")["concept"]
    return tuple(
        (phrase.strip(), number)
        for number, each in enumerate(cast("list[dict[str, str]]", concepts))
        for phrase in each.get(language, "").split(",")
        if phrase.strip()
    )


@cache
def _table(language: str) -> Mapping[str, tuple[tuple[tuple[str, ...], int], ...]]:
    table: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for phrase, number in _lines(language):
        if not phrase.endswith("*"):
            parts = tuple(
                stemmed(word, language) for word in words(phrase) if word not in _hollow(language)
            )
            table.setdefault(parts[0], []).append((parts, number))
    return {first: tuple(entries) for first, entries in table.items()}


@cache
def _beginnings(language: str) -> tuple[tuple[str, int], ...]:
    return tuple(
        (without_accents(phrase[:-1]), number)
        for phrase, number in _lines(language)
        if phrase[-1] == "*"
    )
