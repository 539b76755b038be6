"""Reads a setting out of words: "use ringgit again", "auf Deutsch bitte", "I'm in Berlin".

Each word must be used up, by a name that CLDR knows, what settings are called, or words that go
with them: "lunch in Berlin" asks for no time zone. A message with other words may be judged to be
about a setting; then the person is asked for the value.
"""

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum, StrEnum
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from domain.preferences import PreferenceField
from language.meant import FIRM, meant_by
from language.preference_names import (
    FILE,
    LONGEST,
    Phrase,
    currency_named,
    language_named,
    phrase_of,
    zone_named,
)
from language.word_lists import lists_of

_MOST_WORDS = 14
_LIKELIEST = PreferenceField.LANGUAGE, PreferenceField.CURRENCY, PreferenceField.TIMEZONE
"""What a name stands for where nothing else says it."""
_DIGIT = re.compile(r"\d")


class _Role(StrEnum):
    """What a word around a name does."""

    ASKS = "asks"
    ALWAYS = "always"
    OWN = "own"
    BEING = "being"
    SMALL = "small"


class Certainty(IntEnum):
    """How certain it is that a setting is asked for."""

    JUDGED = 1
    """The whole message is like those that ask for one: which value is meant, nobody can tell."""
    POSSIBLE = 2
    """It may be about a task instead: "the currency is euros"."""
    PLAIN = 3
    """It may answer a question: "switch to euros", "I'm in Berlin"."""
    EXPLICIT = 4
    """Nothing else can be meant: "use euros from now on"."""


class PreferenceReading(NamedTuple):
    """A ``value`` that is not said is empty."""

    field: PreferenceField
    value: str
    certainty: Certainty


def preferences_in(text: str, own: str) -> tuple[PreferenceReading, ...]:
    """The settings that a message asks for: mostly one, or several as in "I moved to Berlin, use
    euros". A place that nobody knows is asked about. Empty for any other message. ``own`` is the
    person's currency.
    """
    words = phrase_of(text)
    if not words or len(words) > _MOST_WORDS:
        return ()
    parts = _parts(words, own)
    one = _one_preference(text, parts)
    if (one is None or not one.value) and not _DIGIT.search(text):
        several = _several_preferences(parts)
        if several:
            return several
    return (one,) if one else ()


def _one_preference(text: str, parts: Sequence["_Part"]) -> PreferenceReading | None:
    field = _field_of(parts)
    if field is None:
        return None
    value = _only_value(text, parts, field)
    if value is not None:
        certainty = _certainty(field, parts)
        return PreferenceReading(field, value, certainty) if certainty else None
    if meant_by(text).is_for("set_preference", least=FIRM):
        return PreferenceReading(field, "", Certainty.JUDGED)
    return None


def _several_preferences(parts: Sequence["_Part"]) -> tuple[PreferenceReading, ...]:
    values: dict[PreferenceField, set[str]] = {}
    for before, part in pairwise([None, *parts]):
        lives_there = before is _Role.BEING
        if isinstance(part, frozenset):
            named = dict(part)
            likely = next(field for field in _LIKELIEST if field in named)
            place = lives_there and PreferenceField.TIMEZONE in named
            field = PreferenceField.TIMEZONE if place else likely
            values.setdefault(field, set()).add(named[field])
        elif part is None and lives_there:
            values.setdefault(PreferenceField.TIMEZONE, set()).add("")
        elif part is None:
            return ()
    read = [
        PreferenceReading(field, value, certainty)
        for field, (value, *others) in values.items()
        if not others and (certainty := _certainty(field, parts)) is not None
    ]
    return tuple(read) if len(read) == len(values) > 1 else ()


def value_in(text: str, field: PreferenceField, own: str) -> str | None:
    """The one value of a setting that a text names, with nothing else beside it."""
    return _only_value(text, _parts(phrase_of(text), own), field) or None


def _field_of(parts: Sequence["_Part"]) -> PreferenceField | None:
    """The one setting that words are about; None where it may be several."""
    called = {part for part in parts if isinstance(part, PreferenceField)}
    if not called and _Role.BEING in parts:
        return PreferenceField.TIMEZONE
    likely = (
        next(f for f in _LIKELIEST if f in dict(p)) for p in parts if isinstance(p, frozenset)
    )
    fields = called or set(likely)
    return next(iter(fields)) if len(fields) == 1 else None


def _only_value(text: str, parts: Sequence["_Part"], field: PreferenceField) -> str | None:
    """The value that is named, empty where none is; None where there are several, or other words
    stand beside it.
    """
    names = [dict(part) for part in parts if isinstance(part, frozenset)]
    values = {name.get(field) for name in names}
    if None in parts or _DIGIT.search(text) or None in values or len(values) > 1:
        return None
    return next(iter(values), "")


def _certainty(field: PreferenceField, parts: Sequence["_Part"]) -> Certainty | None:
    """How certain a setting is by the words around its value."""
    around = {part for part in parts if not isinstance(part, frozenset)}
    asks, own = _Role.ASKS in around, _Role.OWN in around
    always = _Role.ALWAYS in around
    called, being = field in around, _Role.BEING in around
    match field:
        case PreferenceField.CURRENCY:
            explicit, plain, possible = always or (called and own), asks and not called, called
        case PreferenceField.LANGUAGE:
            # "auf Deutsch bitte"; a name alone may be an answer.
            explicit, plain, possible = bool(around) and not being, not being, False
        case PreferenceField.TIMEZONE:
            explicit, plain, possible = called, being, False
    found = {Certainty.EXPLICIT: explicit, Certainty.PLAIN: plain, Certainty.POSSIBLE: possible}
    return next((certainty for certainty, holds in found.items() if holds), None)


_Names = frozenset[tuple[PreferenceField, str]]
"""What a name stands for: "Jepun" is a language and a country."""
_Part = _Role | PreferenceField | _Names | None
"""What a stretch of words does; None for a word that does nothing here."""


def _parts(words: Phrase, own: str) -> list[_Part]:
    """What the words do, the longest stretches first."""
    parts: list[_Part] = []
    at = 0
    while at < len(words):
        ends = range(min(at + LONGEST, len(words)), at, -1)
        read = ((_around().get(words[at:end]) or _names(words[at:end], own), end) for end in ends)
        part, at = next((found for found in read if found[0]), (None, at + 1))
        parts.append(part)
    return parts


def _names(phrase: Phrase, own: str) -> _Names:
    found = (
        (PreferenceField.LANGUAGE, language_named(phrase)),
        (PreferenceField.CURRENCY, currency_named(phrase, own)),
        (PreferenceField.TIMEZONE, zone_named(phrase)),
    )
    return frozenset((field, value) for field, value in found if value)


@cache
def _around() -> Mapping[Phrase, _Role | PreferenceField]:
    """What the words around names do, by their phrases."""
    fields = lists_of("language", FILE, "fields").items()
    roles = lists_of("language", FILE, "words").items()
    around: dict[Phrase, _Role | PreferenceField] = {}
    for role, phrases in roles:
        around |= {phrase_of(each): _Role(role) for each in phrases}
    for field, phrases in fields:
        around |= {phrase_of(each): PreferenceField(field) for each in phrases}
    return around
