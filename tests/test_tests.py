"""What holds for the tests themselves: nothing in them happens by chance."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.given import given_id, mentions

ROOT = Path(__file__).parents[1]

BARE_DIGITS = re.compile(r"\d{1,6}")
"""So few digits also stand in an id, a code, a time, a port or another figure by chance."""

BY_CHANCE = re.compile(r"(uuid[14]|token_(hex|bytes|urlsafe)|randbelow)")


def nodes(seldom: re.Pattern[str]) -> Iterator[tuple[str, ast.AST]]:
    """What is in the files that have such a word, with its place."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if seldom.search(text):
            for node in ast.walk(ast.parse(text)):
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def test_bare_digits_are_never_sought_in_a_whole_text() -> None:
    """``mentions`` finds a figure that stands by itself; else seek it with its unit or its name."""
    found = [
        place
        for place, node in nodes(re.compile(r"""["']\d{1,6}["']\s+(not\s+)?in\b"""))
        if isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.In | ast.NotIn)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, str)
        and BARE_DIGITS.fullmatch(node.left.value)
    ]
    assert found == []


def test_ids_in_tests_are_given() -> None:
    """An emulator of a foreign server may make its own, as that server does."""
    found = [
        place
        for place, node in nodes(BY_CHANCE)
        if isinstance(node, ast.Call)
        and not place.startswith("tests/telegram/emulator/")
        and BY_CHANCE.fullmatch(ast.unparse(node.func).rpartition(".")[2])
    ]
    assert found == []


def test_a_given_id_is_new_and_has_no_digits() -> None:
    ids = {given_id() for _ in range(100)}
    assert len(ids) == 100
    assert not any(re.search(r"\d", each) for each in ids)


@pytest.mark.parametrize(
    ("text", "is_there"),
    [
        ("after 13 days", True),
        ("13.", True),
        ("(13)", True),
        ("TKT-EM13OQGC", False),
        ("13.50", False),
        ("1,13", False),
        ("2013", False),
        ("INV-13", False),
    ],
)
def test_a_figure_is_found_where_it_stands_by_itself(text: str, *, is_there: bool) -> None:
    assert mentions(text, "13") is is_there
