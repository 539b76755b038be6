"""One answer for the questions of several receipts."""

from datetime import date

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import HeardWords, Kind, Meaning, QuestionKind
from agents.expenses.offline.acts import meanings_of
from tests.agents.expenses.offline.talking import MALAYSIAN, said, saved, waiting

CATEGORY = QuestionKind.CATEGORY


def meanings(text: str, *questions: QuestionKind) -> tuple[Meaning, ...]:
    tasks = [waiting(question, task_id=f"t{n}") for n, question in enumerate(questions)]
    asked = HeardWords(
        person=MALAYSIAN, said=(said(text),), tasks=(saved(), *tasks), open_question="t0"
    )
    return meanings_of(asked)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("all food", "Food & Drink"),
        ("they are all groceries", "Groceries"),
        ("Transport for all of them", "Transport"),
        ("semua makanan", "Food & Drink"),
        ("alle Lebensmittel", "Groceries"),
        ("both household", "Household"),
    ],
)
def test_it_answers_each_question_of_the_kind(text: str, category: str) -> None:
    acts = meanings(text, CATEGORY, CATEGORY, QuestionKind.AMOUNT, CATEGORY)
    assert [act.task_id for act in acts] == ["t0", "t1", "t3"]
    assert {act.kind for act in acts} == {Kind.DETAIL}
    assert {act.mentions for act in acts} == {(Mention(category=category),)}


def test_a_day_may_be_the_same_for_all() -> None:
    acts = meanings("all 3 March 2026", QuestionKind.DATE, QuestionKind.DATE)
    assert [act.mentions for act in acts] == [(Mention(occurred_on=date(2026, 3, 3)),)] * 2


@pytest.mark.parametrize("text", ["all 12", "12 for all"])
def test_no_two_receipts_are_given_one_amount(text: str) -> None:
    acts = meanings(text, QuestionKind.AMOUNT, QuestionKind.AMOUNT)
    assert {act.task_id for act in acts} != {"t0", "t1"}


@pytest.mark.parametrize("text", ["food", "all good", "is it all food?"])
def test_what_is_no_answer_for_all_changes_no_other_receipt(text: str) -> None:
    acts = meanings(text, CATEGORY, CATEGORY)
    assert "t1" not in {act.task_id for act in acts if act.kind is Kind.DETAIL}
