"""Which service of a catalog fits what somebody wants."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from threading import local
from typing import NamedTuple

import Stemmer
from rapidfuzz import fuzz

from agents.service_calls.exchange import CatalogItem, Fit
from agents.service_calls.offline.tables import holds, phrases

_MOST_BY_LIKENESS = 50
"""Items of a catalog; larger ones are searched as texts are."""
_CLOSE = 5
"""Points within which two services fit about as well."""
_ALIKE = 85
"""Percent of likeness from which two words are one with a slip of the finger."""
_TO_SLIP = 6
"""Letters of a word that may have one: shorter words have too many neighbours."""
_FURTHER_WORD = 6
"""Points for each further word that fits: more than what counts as close."""
_WHOLE, _ENDS_WITH, _BEGINS_WITH, _DESCRIBED = 100, 94, 90, 85
_WHAT_FAILS = 8
"""Points less for what a thing does not do: a dishwasher that won't drain is no drain."""
_IN_COMPOUNDS = 4
_GENERAL = re.compile(r"general|allgemein|umum", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SMALL = frozenset(phrases("beside_services"))
_STEMMERS = {"en": "english", "de": "german", "ms": "indonesian"}
_made = local()
_K1, _B = 1.2, 0.75


class _Word(NamedTuple):
    plain: str
    stems: frozenset[str]
    fails: bool = False


def fitting(wanted: str, items: Sequence[CatalogItem], language: str) -> Fit:
    """As ``CallRules.fitting``. The best first, then in the catalog's order."""
    words = _words(wanted, language)
    if len(items) > _MOST_BY_LIKENESS:
        scores = _searched(words, items, language)
    else:
        scores = [_score(words, item, language) for item in items]
    best = max(scores, default=0.0)
    if best <= 0:
        return Fit(names=tuple(item.name for item in items if _GENERAL.search(item.name))[:1])
    ranked = sorted(zip(scores, items, strict=True), key=lambda each: -each[0])
    names = tuple(dict.fromkeys(item.name for score, item in ranked if best - score <= _CLOSE))
    return Fit(names=names, sure=len(names) == 1 and best > _DESCRIBED)


def _words(text: str, language: str) -> list[_Word]:
    failing = {m.end() for m in holds("failing").finditer(text)}
    found = []
    for match in _WORD.finditer(text):
        plain = match[0].casefold()
        if plain not in _SMALL:
            fails = any(0 <= match.start() - end <= 1 for end in failing)
            if language == "de" and match[0].islower():  # a verb stands in front
                fails = fails or text[match.end() :].startswith(" nicht")
            found.append(_Word(plain, _stems(plain, language), fails))
    return found


def _stems(word: str, language: str) -> frozenset[str]:
    """In the customer's language and in English: catalogs mix them."""
    languages = dict.fromkeys((language, "en"))
    return frozenset(_stemmer(one).stemWord(word) for one in languages if one in _STEMMERS) | {word}


def _stemmer(language: str) -> Stemmer.Stemmer:
    """A stemmer is not for two threads at once, so each thread has its own."""
    made: dict[str, Stemmer.Stemmer] = _made.__dict__
    if language not in made:
        made[language] = Stemmer.Stemmer(_STEMMERS[language])
    return made[language]


def _score(words: Sequence[_Word], item: CatalogItem, language: str) -> float:
    """How well the best of its phrases fits, and how much of what is wanted they name together."""
    best, covered = 0.0, set[str]()
    for phrase in (item.name, *item.keywords):
        each = [_nearest(word, words, language) for word in _words(phrase, language)]
        if each and all(points for points, _ in each):
            best = max(best, min(points for points, _ in each))
            covered |= {plain for _, plain in each}
    if best:
        return best + _FURTHER_WORD * (len(covered) - 1)
    # What many things do, leak or break, tells nothing of who repairs them.
    told = holds("broken").sub(" ", item.description)
    described = (_nearest(word, words, language)[0] for word in _words(told, language))
    return _DESCRIBED if any(points >= _WHOLE for points in described) else 0.0


def _nearest(sought: _Word, words: Iterable[_Word], language: str) -> tuple[float, str]:
    return max(
        ((_likeness(sought, word, language), word.plain) for word in words), default=(0.0, "")
    )


def _likeness(sought: _Word, word: _Word, language: str) -> float:
    points = 0.0
    if sought.stems & word.stems:
        points = _WHOLE
    elif language == "de" and len(sought.plain) >= _IN_COMPOUNDS:
        if word.plain.endswith(sought.plain):
            points = _ENDS_WITH
        elif word.plain.startswith(sought.plain):
            points = _BEGINS_WITH
    if not points and min(len(sought.plain), len(word.plain)) >= _TO_SLIP:
        likeness = fuzz.ratio(sought.plain, word.plain)
        points = likeness if likeness >= _ALIKE and sought.plain[0] == word.plain[0] else 0.0
    return max(points - _WHAT_FAILS * (word.fails or sought.fails), 0.0)


def _searched(
    words: Sequence[_Word], items: Sequence[CatalogItem], language: str
) -> Sequence[float]:
    """BM25 over names, keywords and descriptions; the best has 100."""
    texts = [
        Counter(
            stem
            for text in (item.name, item.name, *item.keywords, item.description)
            for word in _words(text, language)
            for stem in word.stems
        )
        for item in items
    ]
    average = sum(text.total() for text in texts) / len(texts) or 1.0
    scores = [0.0] * len(items)
    for stem in {stem for word in words for stem in word.stems}:
        having = sum(stem in text for text in texts)
        rare = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
        for n, text in enumerate(texts):
            long = _K1 * (1 - _B + _B * text.total() / average)
            scores[n] += rare * text[stem] * (_K1 + 1) / (text[stem] + long)
    best = max(scores)
    return [_WHOLE * score / best for score in scores] if best else scores
