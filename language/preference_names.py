"""What currencies, languages and time zones are called, in all languages of Steward: from CLDR."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from babel.numbers import get_currency_name

from domain.money import MINOR_UNITS
from domain.preferences import LANGUAGES
from language import currencies
from language.word_lists import lists_of

Phrase = tuple[str, ...]

FILE = "preferences.toml"
LONGEST = 6
"""Words of the longest phrase that is looked up."""

_WORD = re.compile(r"[^\W\d_]+(?:/[\w+-]+)+|[^\W\d_]+|\$|€|£|¥|฿|₹")
"""A zone with its area is one word: "Europe/Berlin"."""
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_NOUN_LAST = frozenset({"en", "de"})
"""Languages that say "Swiss franc"; the others say "franc suisse"."""
_NO_PLACES = ("Etc", "US", "Canada", "Mexico", "Brazil", "Chile")
"""Areas whose zones are second names of others."""


def phrase_of(text: str) -> Phrase:
    """The words of a text by which names are compared: without case and accents."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return tuple(_WORD.findall(plain))


def currency_named(name: Phrase, own: str) -> str | None:
    """The currency that a name stands for. What many are called ("dollars") is the person's own,
    else the one that is mostly meant; None where nobody can tell.
    """
    codes = _currencies().get(name, frozenset())
    if own in codes:
        return own
    if len(codes) == 1:
        return next(iter(codes))
    if len(name) == 1 or codes:
        return currencies.named_whole(" ".join(name), own)
    return None


def language_named(name: Phrase) -> str | None:
    """The language by its ISO 639-1 code, whether Steward speaks it or not."""
    return _languages().get(name)


def zone_named(name: Phrase) -> str | None:
    """The zone of a name ("Europe/Berlin"), of a city that CLDR knows or of a country with one
    zone, where that is one zone only.
    """
    found = _places().get(name, frozenset())
    if len(found) == 1:
        return next(iter(found))
    return _zones().get(name[0]) if len(name) == 1 and not found else None


@cache
def _currencies() -> Mapping[Phrase, frozenset[str]]:
    """Currencies by their whole names and by the noun of these ("ringgit")."""
    named: dict[Phrase, set[str]] = {}
    for language in LANGUAGES:
        for code in MINOR_UNITS:
            for name in {_currency(code, language, count) for count in (None, 1, 2)}:
                words = phrase_of(name)
                noun = words[-1:] if language in _NOUN_LAST else words[:1]
                for phrase in (words, noun):
                    named.setdefault(phrase, set()).add(code)
    return {phrase: frozenset(codes) for phrase, codes in named.items() if phrase}


def _currency(code: str, language: str, count: int | None) -> str:
    return get_currency_name(code, count=count, locale=language)


@cache
def _languages() -> Mapping[Phrase, str]:
    """Languages with a code of two letters; those that Steward speaks win over others."""
    named: dict[Phrase, str] = {}
    for language in LANGUAGES:
        for code, name in Locale(language).languages.items():
            words = phrase_of(name)
            if len(code) == len(language) and words and named.get(words) not in LANGUAGES:
                named[words] = code
    more = lists_of("language", FILE, "languages_too")
    return named | {phrase_of(name): code for code, names in more.items() for name in names}


@cache
def _zones() -> Mapping[str, str]:
    """IANA names by their folded form. Those of the system's own (``posix/…``) are left out."""
    return {zone.casefold(): zone for zone in available_timezones() if zone != "localtime"}


@cache
def _places() -> Mapping[Phrase, frozenset[str]]:
    """Zones by their cities, and by the countries that have one; two names of the same zone count
    as one.
    """
    aliases = get_global("zone_aliases")
    named: dict[Phrase, dict[str, str]] = {}

    def add(name: str, zone: str) -> None:
        same = named.setdefault(phrase_of(name.replace("_", " ")), {})
        known = aliases.get(zone, zone)
        if zone == known or known not in same:
            same[known] = zone

    zones = sorted(_zones().values())
    for zone in zones:
        area, _, city = zone.rpartition("/")
        if area and area.split("/")[0] not in _NO_PLACES:
            add(city, zone)
    for language in LANGUAGES:
        locale = Locale(language)
        for zone, names in locale.time_zones.items():
            if zone.casefold() in _zones() and "city" in names:
                add(names["city"], zone)
        for territory, zone in _only_zones(get_global("zone_territories")):
            if name := locale.territories.get(territory):
                add(name, zone)
    return {name: frozenset(same.values()) for name, same in named.items()}


def _only_zones(territories: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Countries with the one zone that they have."""
    aliases = get_global("zone_aliases")
    zones: dict[str, set[str]] = {}
    for zone, territory in territories.items():
        if zone.casefold() in _zones() and zone not in aliases:
            zones.setdefault(territory, set()).add(zone)
    return ((territory, next(iter(own))) for territory, own in zones.items() if len(own) == 1)
