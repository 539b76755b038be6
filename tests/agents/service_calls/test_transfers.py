"""Which words of a call are for a person, at once."""

import pytest

from agents import SLUGS
from agents.registry import command_of_calls, transfers_of
from domain.transfers import Transfer

FIND = transfers_of(SLUGS)


@pytest.mark.shows("telephone 6")
@pytest.mark.parametrize(
    ("text", "locale", "wanted"),
    [
        ("I smell gas in my kitchen", "en_US", Transfer.EMERGENCY),
        ("My house is on fire, put me through to somebody!", "en_US", Transfer.EMERGENCY),
        ("es brennt", "de_DE", Transfer.EMERGENCY),
        ("ich rieche Gas", "de_DE", Transfer.EMERGENCY),
        ("saya bau gas", "ms_MY", Transfer.EMERGENCY),
        ("huele a gas en la cocina", "es_ES", Transfer.EMERGENCY),
        ("ça sent le gaz", "fr_FR", Transfer.EMERGENCY),
        ("rumah saya terbakar", "ms_MY", Transfer.EMERGENCY),
        ("mi casa se está quemando", "es_ES", Transfer.EMERGENCY),
        ("il y a le feu", "fr_FR", Transfer.EMERGENCY),
        ("please call an ambulance", "en_US", Transfer.EMERGENCY),
        ("rufen Sie die Feuerwehr", "de_DE", Transfer.EMERGENCY),
        ("tolong panggil bomba", "ms_MY", Transfer.EMERGENCY),
        ("llame a los bomberos", "es_ES", Transfer.EMERGENCY),
        ("appelez les pompiers", "fr_FR", Transfer.EMERGENCY),
        ("mein Mann bekommt keine Luft", "de_DE", Transfer.EMERGENCY),
        ("suami saya tak boleh bernafas", "ms_MY", Transfer.EMERGENCY),
        ("mi marido no puede respirar", "es_ES", Transfer.EMERGENCY),
        ("mon mari ne respire plus", "fr_FR", Transfer.EMERGENCY),
        ("hay una persona herida", "es_ES", Transfer.EMERGENCY),
        ("quelqu'un est blessé", "fr_FR", Transfer.EMERGENCY),
        ("there is no fire", "en_US", None),
        ("no huele a gas", "es_ES", None),
        ("il n'y a pas de feu, personne n'est blessé", "fr_FR", None),
        ("tiada kebakaran", "ms_MY", None),
        ("¿cómo te llamas?", "es_ES", None),
        ("mi cocina de gas no funciona", "es_ES", None),
        ("le tiroir de ma cuisinière à gaz est coincé", "fr_FR", None),
        ("die Heizung brennt nicht", "de_DE", None),
        ("send someone to 911 Main Street", "en_US", None),
        ("Can I talk to a person?", "en_US", Transfer.PERSON),
        ("Ich will mit einem Menschen sprechen", "de_DE", Transfer.PERSON),
        ("could somebody call me back tomorrow", "en_US", None),
        ("my sink leaks", "en_US", None),
        ("I have a question about my appointment", "en_US", None),
        ("555-1234", "en_US", None),
        ("", "en_US", None),
    ],
)
def test_danger_goes_before_a_person_and_all_else_stays_here(
    text: str, locale: str, wanted: Transfer | None
) -> None:
    assert FIND(text, locale) is wanted


def test_an_agent_that_takes_calls_has_a_command_that_begins_them() -> None:
    assert {slug: command_of_calls(slug) for slug in SLUGS if command_of_calls(slug)} == {
        "service_calls": "/service"
    }
