"""Which language a text is in."""

import pytest

from language.detection import languages


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I lent him 20 yesterday", "en"),
        ("lent 20 to ali", "en"),
        ("le bus est lent", "fr"),
        ("三十八块", "zh"),
        ("我想买 50 pens for the office", "zh"),
        ("早餐6块5 at kopitiam", "zh"),
        ("I paid 三十八块 for lunch yesterday", "en"),
        ("今天在星巴克花了38块", "zh"),
        ("今天花了38", "zh"),
        ("ich habe gestern 20 Euro bezahlt", "de"),
        ("semalam saya bayar dua puluh ringgit", "ms"),
        ("no me deja entrar con mi contraseña", "es"),
        ("je ne reçois pas le mail", "fr"),
        ("het gaat om mijn abonnement", "nl"),
        ("https://example.org/今天 please look", "en"),
        ("", "en"),
        ("ok", "en"),
    ],
)
def test_a_language_is_told_by_its_script_and_words(text: str, language: str) -> None:
    assert languages().of(text, "en") == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hallo, ich habe heute 12 Euro für das Mittagessen ausgegeben", "de"),
        ("j'ai payé 12 euros pour le déjeuner", "fr"),
        ("nasi lemak ayam goreng teh tarik 8", "en"),
        ("lunch at the Käfer am Markt 12", "en"),
        ("Kaffee 3,50", "en"),
    ],
)
def test_a_language_is_clear_by_its_small_words_not_by_names_of_things(
    text: str, language: str
) -> None:
    assert languages().clearly(text, "en") == language
