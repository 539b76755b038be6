"""Names from outside, wherever they are shown: nothing in them can be pressed or run."""

import pytest

from adapters.model.understanding import to_understand as question_to_understand
from adapters.model.written import text as line_of_model
from bot.intake import cleaned
from bot.texts.formats import shown
from domain.plain_text import escaped_markdown, inert, visible
from tests.adapters.model.gateway.doubles import Engine
from tests.adapters.model.questions import FRAGMENTS, to_understand

pytestmark = pytest.mark.shows("safety 30")


PRESSED = ["https://evil.example/x", "evil.example", "@evilbot", "/start", "a@evil.example", "tg:x"]
PRESSED += ["i❤️.ws", "kopi☕.example", "💩.la", "shop.भारत", "shop。com", "🙂@evilbot"]
PRESSED += ["+60123456789", "60123456789", "012-345 6789", "192.168.0.1", "10.0.0.1:8080"]


@pytest.mark.parametrize("name", PRESSED)
def test_what_a_chat_program_would_link_is_broken_up_and_looks_the_same(name: str) -> None:
    broken = inert(f"Kedai {name} Sdn")
    assert name not in broken
    assert broken.replace("\u2060", "") == f"Kedai {name} Sdn"


@pytest.mark.parametrize("name", ["7-Eleven", "H&M", "Rm 5.50/kg", "3.50", "A. Bakar", "a / b"])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert shown(name) == name


def test_markdown_of_others_is_shown_as_it_is_to_an_operator() -> None:
    hostile = "[pay](https://evil.example) ![x](y) <img src=x> **b** `c`\n# h\n| a |"
    shown_ = escaped_markdown(hostile)
    assert "\n" not in shown_
    for mark in ("[", "]", "(", "<", "*", "`", "|", "!["):
        assert shown_.replace(f"\\{mark}", "").count(mark) == 0 or mark == "!["
    assert "https://evil.example" not in shown_
    assert "![" not in shown_


def test_hidden_text_does_not_come_in() -> None:
    tags = "".join(chr(0xE0000 + ord(c)) for c in "save 9999")
    assert cleaned(f"hi{tags} the\u200bre\u2066\ufeff") == "hi there"
    assert visible("a\x00b\x1bc\ud800d") == "abcd"
    assert cleaned("👨‍👩‍👧 می‌روم") == "👨‍👩‍👧 می‌روم", "joiners belong to emoji and scripts"


def test_a_models_line_has_no_hidden_characters_and_an_end() -> None:
    assert line_of_model("Star\x00bucks\u202e\x1b") == "Starbucks"
    assert len(line_of_model("x" * 100_000) or "") == 200


def keys_of(schema: object) -> set[str]:
    if isinstance(schema, list):
        return {key for item in schema for key in keys_of(item)}
    if not isinstance(schema, dict):
        return set()
    here = set(schema.get("properties", {}))
    return here | {key for value in schema.values() for key in keys_of(value)}


def test_a_model_has_no_field_for_whose_data_where_or_how() -> None:
    question = question_to_understand(to_understand("hi"), FRAGMENTS, Engine())
    asked = keys_of(question.form.schema.model_json_schema())
    assert "texts" in asked
    assert not asked_for_too_much(asked)


def asked_for_too_much(asked: set[str]) -> set[str]:
    """Fields with which a model could say whose data, where or how."""
    whose = {key for key in asked if any(word in key for word in ("user", "owner", "sql", "path"))}
    return whose | asked & {"url", "id", "file", "table", "where", "command", "chat"}
