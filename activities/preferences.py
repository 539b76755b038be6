"""What a person sets for themselves; what they typed is made sense of here."""

from datetime import UTC, datetime

from babel import Locale, UnknownLocaleError
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Users
from activities.zones import zone_of
from domain.money import MINOR_UNITS
from domain.preferences import LANGUAGES, PreferenceField, PreferenceOutcome, PreferenceRequest
from domain.understanding import Person
from language.likely_places import likely_zones
from language.preferences import value_in

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
    now = datetime.now(UTC)
    likely = likely_zones(person.locale, person.currency, now.year)[:1] if accepted else ()
    zone, *others = (zone_of(name, now) for name in (person.timezone, *likely))
    is_other = any(other.offsets != zone.offsets for other in others)
    return PreferenceOutcome(
        person=person,
        accepted=accepted,
        zone=zone,
        likely_zone=likely[0] if is_other else "",
    )


def _resolve(field: PreferenceField, value: str, person: Person) -> str | None:
    """The code, locale or zone that a typed value stands for; None when it is none."""
    wanted = " ".join(value.split()).rstrip(".!")
    if not wanted or len(wanted) > MAX_VALUE_LENGTH:
        return None
    named = value_in(wanted, field, person.currency)
    match field:
        case PreferenceField.CURRENCY:
            return wanted.upper() if wanted.upper() in MINOR_UNITS else named
        case PreferenceField.LANGUAGE:
            return _locale(named or wanted, person.locale)
        case PreferenceField.TIMEZONE:
            return named


def _locale(wanted: str, current: str) -> str | None:
    """A language by its code, or a locale of one: ``de``, ``de-AT``."""
    language = wanted.casefold()
    if language in LANGUAGES:
        kept = current.replace("-", "_")
        return kept if kept.split("_", 1)[0].casefold() == language else LANGUAGES[language]
    try:
        locale = Locale.parse(wanted.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None
    return str(locale) if locale.language in LANGUAGES else None
