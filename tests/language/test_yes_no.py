"""A yes is a yes in any language, and a no is none."""

import pytest

from language.yes_no import (
    begins_with_no,
    confirms,
    denies,
    says_yes_or_no,
    turns_to_clear_yes,
    turns_to_yes,
)


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Ja!",
        "ok la, betul",
        "oui",
        "да",
        "好的",
        "हाँ",
        "👍",
        "sure, do it",
        "perfecto",
        "d'accord",
    ],
)
def test_a_word_or_sign_agrees(text: str) -> None:
    assert confirms(text)


@pytest.mark.parametrize(
    "text", ["banana", "yes? no", "nicht ok", "can you please tell me more?", "tak", ""]
)
def test_what_denies_or_only_asks_agrees_to_nothing(text: str) -> None:
    assert not confirms(text)


@pytest.mark.parametrize(
    "text", ["no thanks", "das ist falsch", "tidak", "不 行", "dont", "tak nak", "jamais"]
)
def test_a_word_denies(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize(
    ("text", "no"),
    [
        ("no, the app crashes", True),
        ("Nein, das Papier fehlt", True),
        ("why not?", False),
        ("", False),
    ],
)
def test_a_no_stands_first(text: str, no: bool) -> None:  # noqa: FBT001 - a table
    assert begins_with_no(text) is no


@pytest.mark.parametrize(
    ("text", "alone"), [("Sí.", True), ("nein", True), ("no, Friday", False), ("", False)]
)
def test_a_yes_or_a_no_may_be_all_that_is_said(text: str, alone: bool) -> None:  # noqa: FBT001 - a table
    assert says_yes_or_no(text) is alone


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("no wait yes", True),
        ("no no yes", True),
        ("nein, doch, ja", True),
        ("no", False),
        ("no, it's not ok", False),
        ("no, not ok", False),
        ("no, I don't want it, ok", False),
        ("yes", False),
        ("", False),
    ],
)
def test_a_yes_may_follow_a_no(text: str, turns: bool) -> None:  # noqa: FBT001 - a table
    assert turns_to_yes(text) is turns


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("no wait yes", True),
        ("no no, yes pass it on", True),
        ("nein, doch, ja", True),
        ("tidak, eh ya", True),
        ("no, हाँ", True),
        ("no worries, ok", False),
        ("no, that's fine", False),
        ("no 👍", False),
        ("no, ya lo hice", False),
        ("no thanks, yes, I am sure", False),
        ("nein danke, ja, wirklich", False),
        ("no", False),
        ("yes", False),
        ("", False),
    ],
)
def test_only_a_clear_yes_takes_a_first_no_back(text: str, turns: bool) -> None:  # noqa: FBT001 - a table
    assert turns_to_clear_yes(text) is turns
