"""Which time zone goes with a language and a currency, after CLDR."""

from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import get_territory_currencies

_OFFICIAL = frozenset({"official", "de_facto_official"})


def likely_zones(locale: str, currency: str, year: int) -> tuple[str, ...]:
    """The zones of the one country where people of this language and currency likely are; none
    where there are several countries, or clocks in it that differ.
    """
    zones = _zones_of(_country(locale, currency))
    return zones if len({clock_of(zone, year) for zone in zones}) == 1 else ()


@lru_cache(maxsize=100)
def clock_of(zone: str, year: int) -> tuple[timedelta | None, ...] | None:
    """What the clocks of a zone are ahead of UTC in winter and in summer; None for no zone."""
    if zone not in available_timezones():
        return None
    days = [datetime(year, month, 1) for month in (1, 7)]  # noqa: DTZ001 - any local clock
    return tuple(ZoneInfo(zone).utcoffset(day) for day in days)


def _country(locale: str, currency: str) -> str:
    """The country of the locale, or the one that its language is mostly spoken in, where that pays
    with the currency; else the only one that has both.
    """
    try:
        known = Locale.parse(locale.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return ""
    mostly = str(get_global("likely_subtags").get(known.language, "")).rpartition("_")[2]
    found = _countries(known.language, currency)
    likely = [country for country in (known.territory, mostly) if country in found]
    return (likely or (found if len(found) == 1 else [""]))[0] or ""


@lru_cache(maxsize=100)
def _countries(language: str, currency: str) -> list[str]:
    """Countries with this official language that pay with this currency."""
    return [
        country
        for country, spoken in get_global("territory_languages").items()
        if spoken.get(language, {}).get("official_status") in _OFFICIAL
        and currency in get_territory_currencies(country, tender=True)
    ]


@lru_cache(maxsize=100)
def _zones_of(country: str) -> tuple[str, ...]:
    territories = get_global("zone_territories").items()
    known = available_timezones()
    return tuple(sorted(zone for zone, own in territories if own == country and zone in known))
