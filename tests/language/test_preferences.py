"""Settings asked for in words, in five languages; and words that ask for none."""

import json
from pathlib import Path

import pytest

from domain.preferences import PreferenceField
from language.preferences import Certainty, preferences_in

CURRENCY, LANGUAGE, TIMEZONE = PreferenceField
STATEMENTS = Path("tests/agents/expenses/offline/statements.jsonl")


@pytest.mark.parametrize(
    ("text", "field", "value", "certainty"),
    [
        ("use ringgit again", CURRENCY, "MYR", Certainty.EXPLICIT),
        ("My currency is dollars.", CURRENCY, "USD", Certainty.EXPLICIT),
        ("please count everything in pounds from now on", CURRENCY, "GBP", Certainty.EXPLICIT),
        ("meine Währung ist der Schweizer Franken", CURRENCY, "CHF", Certainty.EXPLICIT),
        ("guna ringgit semula", CURRENCY, "MYR", Certainty.EXPLICIT),
        ("mi moneda es el peso mexicano", CURRENCY, "MXN", Certainty.EXPLICIT),
        ("ma devise est le franc suisse", CURRENCY, "CHF", Certainty.EXPLICIT),
        ("utilise l'euro", CURRENCY, "EUR", Certainty.PLAIN),
        ("switch to euros", CURRENCY, "EUR", Certainty.PLAIN),
        ("cambia a euros", CURRENCY, "EUR", Certainty.PLAIN),
        ("change my currency", CURRENCY, "", Certainty.EXPLICIT),
        ("the currency is EUR", CURRENCY, "EUR", Certainty.POSSIBLE),
        ("language german", LANGUAGE, "de", Certainty.EXPLICIT),
        ("can you answer in Spanish?", LANGUAGE, "es", Certainty.EXPLICIT),
        ("speak Dutch", LANGUAGE, "nl", Certainty.EXPLICIT),
        ("auf Deutsch bitte", LANGUAGE, "de", Certainty.EXPLICIT),
        ("tolong cakap bahasa Inggeris", LANGUAGE, "en", Certainty.EXPLICIT),
        ("parle francais stp", LANGUAGE, "fr", Certainty.EXPLICIT),
        ("timezone Europe/Berlin", TIMEZONE, "Europe/Berlin", Certainty.EXPLICIT),
        ("zon waktu saya Jakarta", TIMEZONE, "Asia/Jakarta", Certainty.EXPLICIT),
        ("I’m in Berlin", TIMEZONE, "Europe/Berlin", Certainty.PLAIN),
        ("Ich wohne in Wien", TIMEZONE, "Europe/Vienna", Certainty.PLAIN),
        ("saya tinggal di Jepun", TIMEZONE, "Asia/Tokyo", Certainty.PLAIN),
        ("je suis à Paris", TIMEZONE, "Europe/Paris", Certainty.PLAIN),
        ("Would you mind answering me in French in future?", LANGUAGE, "", Certainty.JUDGED),
    ],
)
def test_a_setting_is_read_with_its_value(
    text: str, field: PreferenceField, value: str, certainty: Certainty
) -> None:
    assert preferences_in(text, "MYR") == ((field, value, certainty),)


@pytest.mark.parametrize(
    "text",
    [
        "lunch in Berlin 12 euros",
        "lunch in Berlin",
        "how much did I spend in euros?",
        "in euros please",
        "euros",
        "German class 50",
        "make it euros",
        "change dollars to euros",
        "",
    ],
)
def test_other_words_ask_for_no_setting(text: str) -> None:
    assert preferences_in(text, "MYR") == ()


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (
            "i moved to berlin, please use euro and berlin time",
            {"timezone": "Europe/Berlin", "currency": "EUR"},
        ),
        ("hi, i live in penang and count in ringgit", {"timezone": "", "currency": "MYR"}),
        (
            "saya di Kuala Lumpur dan guna ringgit",
            {"timezone": "Asia/Kuala_Lumpur", "currency": "MYR"},
        ),
        ("i live in paris and hate it", {}),
        ("lunch in berlin and dinner in paris", {}),
    ],
)
def test_a_message_may_name_several_settings(text: str, settings: dict[str, str]) -> None:
    read = preferences_in(text, "MYR")
    assert {each.field.value: each.value for each in read} == settings


def test_dollars_are_those_that_the_person_has() -> None:
    (read,) = preferences_in("my currency is dollars", "SGD")
    assert read.value == "SGD"


def test_what_people_write_of_expenses_is_never_certainly_a_setting() -> None:
    lines = STATEMENTS.read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    read = [each for text in texts for each in preferences_in(text, "MYR")]
    assert len(texts) > 500
    assert all(each.certainty <= Certainty.POSSIBLE for each in read)
