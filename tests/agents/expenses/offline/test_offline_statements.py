"""What people type about money, many hundred times: floors for each part of understanding it.

statements.jsonl has the format that benchmarks/messages.py reads. A floor is a promise about
statements like these, so single rows may fail; a rule that breaks a class of them shows here.
Of sureness.jsonl about half of the messages are made to mislead. The rules were changed with these
messages known: this shows that they stay as right as they are about what they are sure of.
"""

import re
from pathlib import Path

import pytest

from agents.expenses.categories import REFUND_CATEGORY
from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, QuestionKind
from agents.expenses.shown import MoneyKind
from benchmarks.messages import Tally, measure, row_of
from tests.agents.expenses.offline.talking import acts, waiting, working

STATEMENTS = Path(__file__).with_name("statements.jsonl")
NOTES = (
    "lunch 12",
    "starbucks 15.50",
    "coffee 5 yesterday",
    "paid 30 for parking",
    "petronas rm50",
)


@pytest.fixture(scope="module", params=["some", pytest.param("all", marks=pytest.mark.soak)])
def tally(request: pytest.FixtureRequest) -> Tally:
    """Of notes and of talk, of which there are many, every second one is enough before a commit."""
    lines = STATEMENTS.read_text(encoding="utf-8").splitlines()
    many = re.compile(r'"accept": \["(transaction|general)"')
    return measure(
        [
            line
            for number, line in enumerate(lines)
            if request.param == "all" or number % 2 == 0 or not many.search(line)
        ]
    )


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


@pytest.mark.shows("platform 16")
def test_what_rules_are_sure_of_is_right_and_a_good_part() -> None:
    messages = STATEMENTS.with_name("sureness.jsonl").read_text(encoding="utf-8")
    found = measure(messages.splitlines())
    assert found.unusable == 0
    assert rate(found.sure_right) >= 0.99, found.sure_failures
    assert rate(found.sure) >= 0.30


@pytest.mark.parametrize(
    "text",
    [
        "got 20 back from Shopee", "got my 20 back from Shopee", "20 back from Shopee",
        "20 von Shopee zurückbekommen", "20 euro zurück von Shopee", "dapat 20 balik dari Shopee",
        "dapat kembali 20 dari Shopee", "me devolvieron 20 de Shopee",
        "on m'a remboursé 20 chez Shopee",
    ],
)  # fmt: skip
def test_what_a_shop_gave_back_is_a_refund_and_no_purchase(text: str) -> None:
    (act,) = acts(text)
    (told,) = act.mentions
    assert (told.kind, told.merchant, told.item) == (MoneyKind.INCOME, "Shopee", None)
    assert told.category == REFUND_CATEGORY


@pytest.mark.parametrize("text", ["got 20 back from Ali", "got back 20 from my Ali"])
def test_what_a_friend_gave_back_is_no_refund(text: str) -> None:
    (told,) = acts(text)[0].mentions
    assert (told.kind, told.merchant, told.category) == (MoneyKind.INCOME, "Ali", None)


def sure(text: str, *tasks: ExpenseTask, asked: str | None = None) -> bool:
    return all(act.sure for act in acts(text, tasks=tasks, asked=asked))


@pytest.mark.parametrize(
    "change",
    ["{}?", "not {}", "{} tomorrow", "maybe {}", "ali {}", "she paid {}", "my brother {}",
     "want {}", "remind me {}", "{} or 20", "{} refunded", "{} too expensive", "menu: {}",
     '"{}"', "({})", "budget {}"],
)  # fmt: skip
def test_a_word_that_no_field_explains_makes_it_unsure(change: str) -> None:
    assert [note for note in NOTES if sure(change.format(note))] == []


@pytest.mark.parametrize("text", NOTES)
def test_while_something_is_open_a_note_may_be_about_that(text: str) -> None:
    asked = waiting(QuestionKind.AMOUNT, Mention(merchant="Caltex"))

    assert not sure(text, asked, asked="asked")
    assert not sure(text, working())
