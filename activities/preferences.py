"""What a person sets for themselves; what they typed is made sense of here."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Users
from activities.zones import zone_of
from domain.money import MINOR_UNITS
from domain.preferences import (
    LANGUAGE_NAMES,
    LANGUAGES,
    PreferenceField,
    PreferenceOutcome,
    PreferenceRequest,
)
from domain.understanding import Person

MAX_VALUE_LENGTH = 64
"""Longer than the name of any language or zone; nothing longer is looked up."""


class KeepPreferences:
    """Idempotent: the same value again changes nothing."""

    def __init__(self, users: Users) -> None:
        self._users = users

    @activity.defn
    async def set_preference(self, request: PreferenceRequest) -> PreferenceOutcome:
        """Sets what the value names. One that names nothing is no failure: nothing is changed."""
        with app_errors():
            # Whoever came while the database was away is not stored yet.
            known = await self._users.person(request.person)
            value = _resolve(request.field, request.value, known)
            if value is None:
                return _outcome(known, accepted=False)
            person = await self._set(known.user_id, request.field, value)
        return _outcome(person, accepted=True)

    async def _set(self, user_id: str, field: PreferenceField, value: str) -> Person:
        match field:
            case PreferenceField.CURRENCY:
                return await self._users.prefer(user_id, currency=value)
            case PreferenceField.LANGUAGE:
                return await self._users.prefer(user_id, locale=value)
            case PreferenceField.TIMEZONE:
                return await self._users.prefer(user_id, timezone=value)


def _outcome(person: Person, *, accepted: bool) -> PreferenceOutcome:
    zone = zone_of(person.timezone, datetime.now(UTC))
    return PreferenceOutcome(person=person, accepted=accepted, zone=zone)


def _resolve(field: PreferenceField, value: str, person: Person) -> str | None:
    """The code, locale or zone that a typed value stands for; None when it is none."""
    wanted = " ".join(value.split()).rstrip(".!")
    if not wanted or len(wanted) > MAX_VALUE_LENGTH:
        return None
    match field:
        case PreferenceField.CURRENCY:
            return wanted.upper() if wanted.upper() in MINOR_UNITS else None
        case PreferenceField.LANGUAGE:
            return _locale(wanted, person.locale)
        case PreferenceField.TIMEZONE:
            return _zone(wanted)


def _locale(wanted: str, current: str) -> str | None:
    """A language by its name or code, or a locale of one: ``Deutsch``, ``de``, ``de-AT``."""
    language = LANGUAGE_NAMES.get(wanted.casefold(), wanted.casefold())
    if language in LANGUAGES:
        kept = current.replace("-", "_")
        return kept if kept.split("_", 1)[0].casefold() == language else LANGUAGES[language]
    try:
        locale = Locale.parse(wanted.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None
    return str(locale) if locale.language in LANGUAGES else None


def _zone(wanted: str) -> str | None:
    """A zone by its full name, or by its city when that names one zone only."""
    name = wanted.replace(" ", "_").casefold()
    if "/" not in name:
        cities = _cities().get(name, frozenset())
        if len(cities) == 1:
            return next(iter(cities))
        if cities:
            return None
    return _zones().get(name)


@cache
def _zones() -> dict[str, str]:
    """IANA names by their folded form. Those of the system's own (``posix/…``) are left out."""
    return {zone.casefold(): zone for zone in available_timezones() if zone != "localtime"}


@cache
def _cities() -> dict[str, frozenset[str]]:
    """Zones by their folded city; two names of the same zone count as one."""
    aliases = get_global("zone_aliases")
    cities: dict[str, dict[str, str]] = {}
    for zone in sorted(_zones().values()):
        area, _, city = zone.rpartition("/")
        if area and area.split("/")[0] not in ("Etc", "US", "Canada", "Mexico", "Brazil", "Chile"):
            same = cities.setdefault(city.casefold(), {})
            known = aliases.get(zone, zone)
            if zone == known or known not in same:
                same[known] = zone
    return {city: frozenset(same.values()) for city, same in cities.items()}
