"""Setting currency, language and time zone: what people type, and what it is taken for."""

from datetime import UTC, datetime

import pytest

from activities.preferences import KeepPreferences
from activities.zones import zone_of
from domain.errors import StorageUnavailableError
from domain.preferences import PreferenceField, PreferenceOutcome, PreferenceRequest
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.fakes.people import InMemoryUsers

CURRENCY, LANGUAGE, TIMEZONE = PreferenceField


@pytest.fixture
def users() -> InMemoryUsers:
    return InMemoryUsers()


@pytest.fixture
def keep(users: InMemoryUsers) -> KeepPreferences:
    return KeepPreferences(users)


async def preferred(
    keep: KeepPreferences, field: PreferenceField, value: str, person: Person
) -> PreferenceOutcome:
    request = PreferenceRequest(person=person, field=field, value=value)
    return await Attempt().run(keep.set_preference, request)


@pytest.mark.shows("telegram 13")
@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (CURRENCY, "usd", "USD"),
        (CURRENCY, " EUR. ", "EUR"),
        (CURRENCY, "ringgit again", "MYR"),
        (CURRENCY, "dollars please", "USD"),
        (CURRENCY, "der Schweizer Franken", "CHF"),
        (CURRENCY, "el peso mexicano", "MXN"),
        (CURRENCY, "dolar Singapura", "SGD"),
        (LANGUAGE, "Deutsch", "de_DE"),
        (LANGUAGE, "Bahasa Melayu", "ms_MY"),
        (LANGUAGE, "bahasa Inggeris", "en_MY"),
        (LANGUAGE, "francais", "fr_FR"),
        (LANGUAGE, "castellano", "es_ES"),
        (LANGUAGE, "en_GB", "en_GB"),
        (LANGUAGE, "de-at", "de_AT"),
        (TIMEZONE, "Europe/Berlin", "Europe/Berlin"),
        (TIMEZONE, "europe/berlin", "Europe/Berlin"),
        (TIMEZONE, "berlin", "Europe/Berlin"),
        (TIMEZONE, "New York", "America/New_York"),
        (TIMEZONE, "singapore", "Asia/Singapore"),
        (TIMEZONE, "Wien", "Europe/Vienna"),
        (TIMEZONE, "Jepun", "Asia/Tokyo"),
        (TIMEZONE, "utc", "UTC"),
    ],
)
async def test_what_people_type_is_understood(
    keep: KeepPreferences, person: Person, field: PreferenceField, value: str, expected: str
) -> None:
    outcome = await preferred(keep, field, value, person)
    assert outcome.accepted
    assert field.of(outcome.person) == expected
    others = set(PreferenceField) - {field}
    assert all(other.of(outcome.person) == other.of(person) for other in others)


async def test_anything_else_changes_nothing(
    keep: KeepPreferences, users: InMemoryUsers, person: Person
) -> None:
    zone = zone_of(person.timezone, datetime.now(UTC)).name
    for field, values in {
        CURRENCY: ("", "XYZ", "dollars or euros"),
        LANGUAGE: ("klingon", "Dutch", "nl_NL", "en_XX"),
        TIMEZONE: ("atlantis", "Europe/Atlantis", "../../etc/passwd", "x" * 5000),
    }.items():
        for value in values:
            outcome = await preferred(keep, field, value, person)
            assert (outcome.person, outcome.accepted) == (person, False), value
            assert outcome.zone is not None
            assert outcome.zone.name == zone
            assert users.known[person.user_id] == person


async def test_what_is_stored_wins_over_what_the_conversation_remembers(
    keep: KeepPreferences, users: InMemoryUsers, person: Person
) -> None:
    users.known[person.user_id] = person.model_copy(update={"timezone": "Asia/Tokyo"})
    outcome = await preferred(keep, CURRENCY, "JPY", person)
    assert (outcome.person.currency, outcome.person.timezone) == ("JPY", "Asia/Tokyo")
    assert outcome.zone is not None
    assert (outcome.zone.name, [minutes for _, minutes in outcome.zone.offsets]) == (
        "Asia/Tokyo",
        [9 * 60],
    )


async def test_who_is_not_stored_yet_is_stored_with_what_they_set_and_the_locale_they_have(
    keep: KeepPreferences, users: InMemoryUsers
) -> None:
    bob = Person(user_id="bob", locale="en_GB", currency="EUR")
    await preferred(keep, CURRENCY, "CHF", bob)
    assert users.known["bob"] == bob.model_copy(update={"currency": "CHF"})
    assert (await preferred(keep, LANGUAGE, "English", bob)).person.locale == "en_GB"


async def test_an_outage_is_tried_again(
    keep: KeepPreferences, users: InMemoryUsers, person: Person, attempt: Attempt
) -> None:
    users.failure = StorageUnavailableError("away")
    request = PreferenceRequest(person=person, field=CURRENCY, value="USD")
    failure = await attempt.fails(keep.set_preference, request)
    assert not failure.non_retryable
