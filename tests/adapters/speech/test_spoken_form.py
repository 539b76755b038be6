"""Replies as voices get them. The examples are sentences that agents and people write."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.speech.number_words import NUMBER_WORDS
from adapters.speech.spoken_form import LONGEST_SENTENCE, sentences, spoken_form
from language.numbers import ordinal

SAID = [
    # no markup, links or pictures
    ("en_MY", "✅ Saved: **Kedai Ali**, _lunch_ 🍜", "Saved: Kedai Ali, lunch"),
    ("en", "See [our page](https://x.my/a?b=1) or https://x.my/help.", "See our page or link."),
    ("ms_MY", "Lihat www.contoh.my/bantuan ☎️", "Lihat pautan"),
    ("de_DE", "# Angebot\n- eins\n- zwei 👍🏽\n\nFertig", "Angebot. eins. zwei. Fertig"),
    ("en", "| Tea | RM 3 |\n|---|---|\n| Milk | RM 12.50 |",
     "Tea, 3 ringgit. Milk, 12 ringgit 50 sen"),
    ("en", "<b>Bold</b> &amp; `some_code`, 3 × 4", "Bold & some code, 3 times 4"),
    ("en", "👨‍👩‍👧 1️⃣ 🇲🇾", "1"),
    # telephone numbers, digit by digit
    ("en_MY", "Ring +60 19-876 5432.",
     "Ring plus six zero, one nine, eight seven six, five four three two."),
    ("en_GB", "(0161) 496 0000",
     "zero one six one, four nine six, zero zero zero zero"),
    ("ms_MY", "Hubungi 1-300-88-2525.",
     "Hubungi satu, tiga kosong kosong, lapan lapan, dua lima dua lima."),
    ("de_DE", "unter 0151 234567", "unter null eins fünf eins, zwei drei vier, fünf sechs sieben"),
    ("en", "In danger call 999", "In danger call nine nine nine"),
    ("en", "12 000 000 people, 0.1234567, 3.11.7", "12 000 000 people, 0.1234567, 3.11.7"),
    # dates and times, in words
    ("en_MY", "on 2026-11-24 at 15:30",
     "on the twenty fourth of November twenty twenty six at three thirty P M"),
    ("en_US", "Due 11/5/2026, 9:05 AM",
     "Due the fifth of November twenty twenty six, nine oh five A M"),
    ("en_MY", "Tue 3 Dec, 9:00–17:00",
     "Tuesday the third of December, nine o'clock to five P M"),
    ("ms_MY", "1hb Disember. Terima kasih", "satu Disember. Terima kasih"),
    ("ms_MY", "Rabu, 25 Nov jam 9:00 hingga 5.30 petang",
     "Rabu, dua puluh lima November jam sembilan hingga lima tiga puluh petang"),
    ("de_DE", "am Mittwoch, 25.11.2026 um 15:30 Uhr",
     "am Mittwoch, fünfundzwanzigsten November zweitausendsechsundzwanzig um fünfzehn Uhr dreißig"),
    ("de_DE", "Der 1. Dez. ist frei, ab 3.12. nicht, 13:00 Uhr",
     "Der erste Dezember ist frei, ab dritten Dezember nicht, dreizehn Uhr"),
    ("fr_FR", "le 24/11/2026", "le 24 novembre 2026"),
    ("en", "31/02/2026 is no day, 3:2 no time", "31/02/2026 is no day, 3:2 no time"),
    # money and numbers of tasks
    ("en_MY", "RM1,204.35, RM 0.50, -RM3 and €1",
     "1204 ringgit 35 sen, 50 sen, minus 3 ringgit and 1 euro"),
    ("en_MY", "2 × A4 — RM 1 045.00, RM 10–15, Mon–Fri",
     "2 times A4, 1045 ringgit, 10 ringgit to 15, Mon to Fri"),
    ("de_DE", "1.299,05 EUR und CHF 3,20", "1299 Euro 5 Cent und 3,20 Schweizer Franken"),
    ("ms_MY", "Baki -RM3.05", "Baki tolak 3 ringgit 5 sen"),
    ("ms_MY", "Kha 26 Nov, 12:00–14:00",
     "Khamis dua puluh enam November, pukul dua belas tengah hari hingga pukul dua petang"),
    ("es_ES", "mañana, mar 24 nov, 10:00–12:00", "mañana, martes 24 de noviembre, 10:00 a 12:00"),
    ("es_ES", "el martes 1 de diciembre, 10:00–12:00", "el martes 1 de diciembre, 10:00 a 12:00"),
    ("fr_FR", "demain, mar. 24 nov., 14:00–16:00", "demain, mardi 24 novembre, 14:00 à 16:00"),
    ("en", "🧾 #7 is TKT-7K2M9", "number 7 is T K T, seven, K, two, M, nine"),
    ("de_DE", "#1042", "Nummer eins null vier zwei"),
    ("en", "Your code is 482913, COVID-19, A4",
     "Your code is four eight two nine one three, COVID-19, A4"),
]  # fmt: skip


@pytest.mark.shows("http 19")
@pytest.mark.parametrize("language", ["en", "ms", "de", "es", "fr"])
def test_a_reply_is_said_as_people_say_it(language: str) -> None:
    wrong = {
        written: told
        for locale, written, said in SAID
        if locale.startswith(language) and (told := spoken_form(written, locale)) != said
    }
    assert wrong == {}


def test_pictures_alone_are_nothing_to_say() -> None:
    assert spoken_form("👍 ❤️ …\n---", "en") == ""


@given(st.text(max_size=300), st.sampled_from(["en_MY", "en_US", "ms", "de_DE", "zh_CN", "xx", ""]))
def test_nothing_that_can_be_written_is_too_odd_to_be_said(text: str, locale: str) -> None:
    said = spoken_form(text, locale)
    assert not re.search(r"[\n\x00-\x1f\u200d\ufe0f\U0001f300-\U0001faff]|https?://\w", said)


@given(st.text(max_size=600))
def test_sentences_together_are_the_whole_text(text: str) -> None:
    parts = sentences(text)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(len(part) <= LONGEST_SENTENCE for part in parts if any(map(str.isalnum, part)))


def test_a_sentence_ends_where_people_end_it() -> None:
    german = "Dr. Lim kommt am 25. November. Bitte warten Sie z. B. hier!"
    assert sentences(f"{german} We paid RM 3.50. Ok?\n- one\n👍") == (
        "Dr. Lim kommt am 25. November.",
        "Bitte warten Sie z. B. hier!",
        "We paid RM 3.50.",
        "Ok?",
        "- one 👍",
    )


def test_a_long_sentence_is_said_in_parts_that_end_at_a_comma() -> None:
    long = "first we look at the pipe, " * 12
    assert [part[-1] for part in sentences(long.strip())] == [","] * 2
    assert all(len(part) <= LONGEST_SENTENCE for part in sentences("word " * 200))


def test_numbers_are_those_of_the_language() -> None:
    assert [NUMBER_WORDS["de"].cardinal(n) for n in (1, 12, 21, 30, 99)] == [
        "eins", "zwölf", "einundzwanzig", "dreißig", "neunundneunzig",
    ]  # fmt: skip
    assert [NUMBER_WORDS["ms"].cardinal(n) for n in (0, 10, 11, 17, 58)] == [
        "kosong", "sepuluh", "sebelas", "tujuh belas", "lima puluh lapan",
    ]  # fmt: skip
    assert [ordinal(n, "en") for n in (1, 2, 12, 20, 31)] == [
        "first", "second", "twelfth", "twentieth", "thirty first",
    ]  # fmt: skip
    assert [ordinal(n, "de") for n in (1, 3, 7, 19, 20)] == [
        "erste", "dritte", "siebte", "neunzehnte", "zwanzigste",
    ]  # fmt: skip
    assert [NUMBER_WORDS["en"].year(y) for y in (1905, 1999, 2000, 2009, 2026)] == [
        "nineteen oh five", "nineteen ninety nine", "two thousand", "two thousand nine",
        "twenty twenty six",
    ]  # fmt: skip
