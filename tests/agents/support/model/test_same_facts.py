"""No translation changes a number, a date, a sum, a link or a code."""

import pytest

from agents.support.model.same_facts import same_facts

GERMAN, ENGLISH = "de", "en"


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("INV-4711 über 1.299,50 € am 3. März.", "INV-4711 of €1,299.50 on March 3."),
        ("Bis Montag, 15:40 Uhr, siehe https://kite.box/a?b=1.", "By Monday, 15:40, see https://kite.box/a?b=1"),
        ("Zwei Konten, zwölf Monate", "Two accounts, twelve months"),
        ("two-step sign-in, fifteen days", "inloggen in twee stappen, vijftien dagen"),
        ("Schreiben Sie an hilfe@kite.box", "Write to hilfe@kite.box."),
        ("RM15.50 am 03.05.2026", "RM 15.50 am 03/05/2026"),
        ("ohne Zahlen", "without figures"),
        ("30 EUR doppelt abgebucht, zwei Mal", "30 EUR charged twice, a double charge"),
        ("If both are booked after 5 days", "Si les deux sont comptabilisés après 5 jours"),
    ],
)  # fmt: skip
def test_what_says_the_same_in_another_notation_is_taken(original: str, translated: str) -> None:
    assert same_facts(original, translated, languages=(GERMAN, ENGLISH))


@pytest.mark.shows("support 7")
@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("innerhalb von 30 Tagen", "within 13 days"),
        ("innerhalb von 30 Tagen", "within some days"),
        ("dreißig Tage", "thirteen days"),
        ("drei Mal", "twice"),
        ("am 3. Mai", "on March 3"),
        ("bis Montag", "by Tuesday"),
        ("1,5 GB", "15 GB"),
        ("15 €", "15 $"),
        ("INV-4711", "INV-4171"),
        ("https://kite.box/a", "https://kite.b0x/a"),
        ("siehe Anhang", "see https://kite.box"),
        ("2 und 2", "2"),
        ("٣٠ يوما", "13 days"),
    ],
)
def test_what_says_another_thing_is_refused(original: str, translated: str) -> None:
    assert not same_facts(original, translated, languages=(GERMAN, ENGLISH))
