"""Yes and no, days, hours and free times in a call in Spanish or French."""

import pytest

from agents.service_calls.context import NAME
from agents.service_calls.graph.shapes import ActName
from domain.understanding import Person
from tests.agents.service_calls.offline.test_recognising import local, recognised
from tests.agents.service_calls.plays import Play


def play_in(locale: str) -> Play:
    play = Play()
    play.trial.desk.person = Person(user_id="trial", locale=locale, timezone="America/New_York")
    return play


@pytest.mark.parametrize(
    ("said", "language", "act"),
    [
        ("sí", "es", ActName.AFFIRM), ("claro que sí", "es", ActName.AFFIRM),
        ("vale, perfecto", "es", ActName.AFFIRM), ("me viene bien", "es", ActName.AFFIRM),
        ("no, gracias", "es", ActName.DENY), ("no me viene bien", "es", ActName.DENY),
        ("oui", "fr", ActName.AFFIRM), ("d'accord", "fr", ActName.AFFIRM),
        ("non merci", "fr", ActName.DENY), ("ça ne me va pas", "fr", ActName.DENY),
    ],
)  # fmt: skip
def test_a_proposed_time_is_taken_or_not(said: str, language: str, act: ActName) -> None:
    assert recognised(said, "time", language).acts == (act,)


@pytest.mark.parametrize(("said", "language"), [("no, gracias", "es"), ("non merci", "fr")])
def test_a_no_to_anything_else_is_the_end(said: str, language: str) -> None:
    assert recognised(said, "more", language).acts == (ActName.GOODBYE,)


@pytest.mark.parametrize(
    ("said", "language", "wish"),
    [
        ("el viernes por la tarde", "es", "11-27 13:00/11-27 18:00"),
        ("mañana por la mañana", "es", "11-24 08:00/11-24 12:00"),
        ("el jueves después de las cuatro", "es", "11-26 16:00/11-27 00:00"),
        ("mejor el 26 de noviembre a las 14:00", "es", "11-26 13:00/11-26 17:00"),
        ("la semana que viene", "es", "11-30 00:00/12-07 00:00"),
        ("vendredi après-midi", "fr", "11-27 13:00/11-27 18:00"),
        ("demain matin", "fr", "11-24 08:00/11-24 12:00"),
        ("jeudi après 16 h", "fr", "11-26 16:00/11-27 00:00"),
        ("la semaine prochaine", "fr", "11-30 00:00/12-07 00:00"),
    ],
)
def test_a_day_and_its_hours_are_wished(said: str, language: str, wish: str) -> None:
    assert local(recognised(said, "time", language).wish) == wish


@pytest.mark.parametrize(
    ("locale", "trouble", "said"),
    [
        (
            "es_ES", "gotea el grifo de la cocina",
            {"¿cuándo pueden venir?": "hay libre", "555-1234": "nombre",
             "me llamo Carmen Ruiz": "¿Te viene bien?", "sí": "Listo, Carmen."},
        ),
        (
            "fr_FR", "le robinet de la cuisine fuit",
            {"quand pouvez-vous venir ?": "Au plus tôt", "555-1234": "nom",
             "je m'appelle Luc Martin": "Ça te convient ?", "oui": "C'est fait, Luc."},
        ),
    ],
)  # fmt: skip
async def test_times_are_told_before_the_number_and_a_yes_books(
    locale: str, trouble: str, said: dict[str, str]
) -> None:
    play = play_in(locale)
    await play.says(trouble)
    for words, answer in said.items():
        assert answer in await play.says(words)


async def test_a_spanish_sentence_opens_a_call_in_spanish() -> None:
    assert "lo siento" in await play_in("en_US").says("se me ha roto el grifo de la cocina")


def test_a_name_that_says_yes_is_a_name() -> None:
    assert NAME in recognised("Claro", NAME, "es").values
