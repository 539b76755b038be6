"""Preferences, privacy and deletion in words."""

import pytest

from bot.texts.wording import worded
from domain.preferences import PreferenceField
from domain.replies import Content
from domain.topics import AskPreference, Erased, Preference, PressAction, Privacy
from domain.understanding import Person
from tests.bot.samples import choice, formats, reply
from tests.given import mentions

ANN = Person(user_id="ann", currency="CHF", timezone="Asia/Tokyo")


def text(content: Content, locale: str = "en_MY") -> str:
    return worded(reply(content), formats(locale)).text()


def labels(field: PreferenceField, person: Person = ANN, locale: str = "en_MY") -> list[str]:
    choices = tuple(
        choice(PressAction.PREFER, field.value, value, value) for value in field.offered(person)
    )
    asked = reply(AskPreference(field=field, current=field.of(person)), choices=choices)
    return [button.label for button in worded(asked, formats(locale)).buttons]


@pytest.mark.parametrize("field", PreferenceField)
def test_a_setting_names_what_was_and_what_is(field: PreferenceField) -> None:
    values = {
        PreferenceField.CURRENCY: ("MYR", "USD", "US Dollar"),
        PreferenceField.LANGUAGE: ("en_MY", "de_AT", "German (Austria)"),
        PreferenceField.TIMEZONE: ("Asia/Kuala_Lumpur", "America/New_York", "America/New York"),
    }
    before, after, shown = values[field]
    said = text(Preference(field=field, before=before, after=after))
    assert shown in said
    same = text(Preference(field=field, before=after, after=after))
    assert same != said


@pytest.mark.parametrize("field", PreferenceField)
def test_a_refused_value_is_named_before_the_question(field: PreferenceField) -> None:
    current = field.of(ANN)
    asked = text(AskPreference(field=field, current=current))
    refused = text(AskPreference(field=field, current=current, refused="banana\x1b[31m"))
    assert refused.endswith(asked)
    assert "banana" in refused
    assert "\x1b" not in refused


@pytest.mark.parametrize("locale", ["en_MY", "de_DE", "ms_MY"])
def test_ones_own_value_comes_first_and_each_language_by_its_own_name(locale: str) -> None:
    assert labels(PreferenceField.CURRENCY)[0] == "CHF"
    assert labels(PreferenceField.TIMEZONE)[0] == "Tokyo"
    assert labels(PreferenceField.TIMEZONE).count("Tokyo") == 1
    assert labels(PreferenceField.LANGUAGE, locale=locale) == ["English", "Melayu", "Deutsch"]


def test_privacy_says_what_is_kept_and_for_how_long_where_that_is_known() -> None:
    for days, words in ((14, "14 days"), (1, "1 day."), (None, "some time")):
        assert words in text(Privacy(retention_days=days))
    assert "your expenses with every change" in text(Privacy())


def test_what_was_deleted_is_counted_where_it_is_known_and_has_words() -> None:
    counted = text(Erased(counts={"messages": 4, "files": 0, "expenses": 1}))
    assert "1 expense, 4 messages and 0 files" in counted
    assert "4 messages and 0 files" in text(Erased(counts={"messages": 4, "dreams": 2}))
    plain = text(Erased(counts={"messages": 0, "files": 0, "expenses": 0}))
    assert not mentions(plain, "0")
    assert plain == text(Erased())
