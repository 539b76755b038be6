"""What the documents say about tests is true: every test they name exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "docs" / "requirements.md"
SCENARIOS = ROOT / "docs" / "scenarios.md"
NOT_YET = "not yet"

_TEST_ID = re.compile(r"tests/[\w/]+\.py(?:::\w+)+")
_ROW = re.compile(r"^\| *([\w.]+) *\|.*$", re.MULTILINE)
_GROUPS = (*range(1, 16), 17)
"""Groups of five numbered criteria each; there is no group 16."""


def names_in(path: Path) -> set[str]:
    """Ids of the tests in one file, with the classes they stand in."""
    found: set[str] = set()

    def visit(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                visit(node.body, f"{prefix}::{node.name}")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(f"{prefix}::{node.name}")

    visit(ast.parse(path.read_text()).body, path.relative_to(ROOT).as_posix())
    return {name for name in found if name.rpartition("::")[2].startswith("test_")}


def all_tests() -> set[str]:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return {name for path in files for name in names_in(path)}


def rows(document: Path) -> dict[str, str]:
    """The rows of the document's tables by their first cell, which is a number."""
    found = {m[1]: m[0] for m in _ROW.finditer(document.read_text())}
    return {first: row for first, row in found.items() if first[0].isdigit()}


@pytest.mark.parametrize("document", [REQUIREMENTS, SCENARIOS], ids=lambda path: path.name)
def test_every_test_that_a_document_names_exists(document: Path) -> None:
    named = set(_TEST_ID.findall(document.read_text()))
    assert named
    assert named <= all_tests()


def test_every_criterion_has_its_row() -> None:
    wanted = {f"{group}.{number}" for group in _GROUPS for number in range(1, 6)}
    assert wanted == {number for number in rows(REQUIREMENTS) if "." in number}


def test_every_scenario_has_its_row() -> None:
    assert set(rows(SCENARIOS)) == {str(number) for number in range(1, 41)}


@pytest.mark.parametrize("document", [REQUIREMENTS, SCENARIOS], ids=lambda path: path.name)
def test_what_no_test_shows_is_said_to_be_missing(document: Path) -> None:
    silent = [
        first
        for first, row in rows(document).items()
        if not _TEST_ID.search(row) and NOT_YET not in row.casefold()
    ]
    assert silent == []
