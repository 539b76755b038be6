"""What people type about money, many hundred times: floors for each part of understanding it.

statements.jsonl has the format that benchmarks/messages.py reads. A floor is a promise about
statements like these, so single rows may fail; a rule that breaks a class of them shows here.
"""

from pathlib import Path

import pytest

from benchmarks.messages import Tally, measure, row_of

STATEMENTS = Path(__file__).with_name("statements.jsonl")


@pytest.fixture(scope="module")
def tally() -> Tally:
    return measure(STATEMENTS.read_text(encoding="utf-8").splitlines())


def rate(goods: list[bool]) -> float:
    return sum(goods) / len(goods)


def test_every_line_is_usable(tally: Tally) -> None:
    assert tally.unusable == 0
    assert sum(map(len, tally.labels.values())) > 1_000


@pytest.mark.parametrize(
    ("label", "floor"),
    [
        ("transaction", 0.98),
        ("correction", 0.96),
        ("general", 0.97),
        ("command", 0.95),
        ("affirm", 0.98),
        ("deny", 0.95),
    ],
)
def test_what_a_message_is_is_understood(tally: Tally, label: str, floor: float) -> None:
    assert rate(tally.labels[label]) >= floor


@pytest.mark.parametrize(
    ("field", "floor"),
    [("amount", 0.98), ("currency", 0.98), ("merchant", 0.93), ("category", 0.96)],
)
def test_its_fields_are_found(tally: Tally, field: str, floor: float) -> None:
    assert rate(tally.fields[field]) >= floor


def test_little_that_is_no_expense_is_taken_for_one(tally: Tally) -> None:
    assert rate(tally.invented) <= 0.02


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", '{"text": 5}', '{"text": "x"}', '{"text": "x", "accept": "a", "expect": [1]}'],
)
def test_a_line_without_a_row_is_none(line: str) -> None:
    assert row_of(line) is None


def test_every_part_of_what_is_expected_is_optional() -> None:
    row = row_of('{"text": "coffee 5", "label": "transaction", "expect": {"amount": 5, "note": 1}}')

    assert row is not None
    assert row.accept == ("transaction",)
    assert row.expect == {"amount": 5}
