"""When rules are sure: every word is explained, and the message fits what goes on in one way only.

sureness.jsonl has the format that benchmarks/messages.py reads; about half of its messages are
made to mislead. The rules were changed with these messages known: this shows that they stay as
right as they are, and not how right they are about messages that they never met.
"""

from decimal import Decimal
from pathlib import Path

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, QuestionKind
from benchmarks.messages import Tally, measure
from tests.agents.expenses.offline.talking import (
    acts,
    answer,
    saved,
    waiting,
    working,
)

MESSAGES = Path(__file__).with_name("sureness.jsonl")
COFFEE = saved(Mention(merchant="Starbucks", amount=Decimal("15.50"), currency="MYR"))
CHOICES = ("Shopping", "Groceries", "Household")
NOTES = (
    "lunch 12",
    "starbucks 15.50",
    "coffee 5 yesterday",
    "paid 30 for parking",
    "petronas rm50",
)


def sure(text: str, *tasks: ExpenseTask, asked: str | None = None) -> bool:
    return all(act.sure for act in acts(text, tasks=tasks, asked=asked))


def sure_answer(text: str, question: QuestionKind, known: Mention | None = None) -> bool:
    choices = CHOICES if question is QuestionKind.CATEGORY else ()
    found = answer(text, question, known=known, choices=choices)
    return found is not None and found.sure


@pytest.fixture(scope="module")
def tally() -> Tally:
    return measure(MESSAGES.read_text(encoding="utf-8").splitlines())


@pytest.mark.shows("platform 16")
def test_what_rules_are_sure_of_is_right(tally: Tally) -> None:
    assert tally.unusable == 0
    assert sum(tally.sure_right) / len(tally.sure_right) >= 0.99, tally.sure_failures


def test_rules_are_sure_of_a_good_part(tally: Tally) -> None:
    assert sum(tally.sure) / len(tally.sure) >= 0.30


@pytest.mark.parametrize(
    "text",
    [
        "lunch 12",
        "RM68.90 tesco",
        "paid 30 usd for gas yesterday",
        "shirt from zara 99",
        "semalam nasi kandar 12",
        "Rewe 12,30 €",
        "grab to klcc 16",
        "toll 5 cash",
        "please record lunch 12",
        "kedai runcit pak mat 19.80",
        "coffee 5, then grab 12",
        "- bread 5\n- eggs 7\n- milk 9",
        "starbucks",
        "lunch",
    ],
)
def test_a_plain_note_of_spending_is_sure(text: str) -> None:
    assert sure(text)


@pytest.mark.parametrize(
    "change",
    ["{}?", "not {}", "{} tomorrow", "maybe {}", "ali {}", "she paid {}", "my brother {}",
     "want {}", "remind me {}", "{} or 20", "{} refunded", "{} too expensive", "menu: {}",
     '"{}"', "({})", "budget {}"],
)  # fmt: skip
def test_a_word_that_no_field_explains_makes_it_unsure(change: str) -> None:
    assert [note for note in NOTES if sure(change.format(note))] == []


@pytest.mark.parametrize(
    "text",
    [
        "laptop 1.250",
        "lunch 12+5",
        "dinner 40-45",
        "coffee -5",
        "bakso 35rb",
        "domain $40",
        "lunch 12p",
        "2 coffees at 12 each",
        "3 nasi lemak 15",
        "dinner for 8",
        "2 coffees",
        "movie 8.30",
        "lunch 1230",
        "book 3",
        "toyota 2019",
        "ali rm50",
        "dinner friday 80",
    ],
)
def test_a_number_that_may_be_something_else_is_unsure(text: str) -> None:
    assert not sure(text)


@pytest.mark.parametrize("text", NOTES)
def test_while_something_is_open_a_note_may_be_about_that(text: str) -> None:
    asked = waiting(QuestionKind.AMOUNT, Mention(merchant="Caltex"))

    assert not sure(text, asked, asked="asked")
    assert not sure(text, working())


def test_after_a_saved_expense_only_what_cannot_correct_it_is_sure() -> None:
    assert sure("coffee 5", COFFEE)
    assert sure("also grab 8", COFFEE)
    assert not sure("starbucks 16.50", COFFEE)
    assert not sure("12.50", COFFEE)
    assert not sure("no, kfc 12", COFFEE)


@pytest.mark.parametrize(
    "text", ["actually 12.50", "I mean 25", "make it 20", "it was yesterday", "should be groceries"]
)
def test_a_correction_by_its_words_is_sure_when_one_expense_can_be_meant(text: str) -> None:
    assert sure(text, COFFEE)
    assert not sure(text)
    assert not sure(text, COFFEE, working())


@pytest.mark.parametrize(
    "text", ["it was 30 minutes", "make it 5 stars", "actually 16 people came"]
)
def test_what_only_begins_like_a_correction_is_unsure(text: str) -> None:
    assert not sure(text, COFFEE)


def test_a_message_that_changes_the_one_before_is_unsure() -> None:
    found = acts("coffee 15", "I mean 25 not 15")

    assert [act.sure for act in found] == [False]


@pytest.mark.parametrize("text", ["hi", "good morning", "thanks", "ok thanks", "terima kasih"])
def test_greetings_and_thanks_alone_are_sure(text: str) -> None:
    assert sure(text)
    assert not sure(f"{text} but no")


def test_asking_to_undo_is_sure_when_nothing_else_is_open() -> None:
    for text in ("undo", "delete the last one"):
        assert sure(text, COFFEE)
        assert not sure(text, COFFEE, working())


@pytest.mark.parametrize("text", ["how much did i spend today", "total this week"])
def test_a_plain_question_about_spending_is_sure(text: str) -> None:
    assert sure(text)
    assert not sure(f"why {text}")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (QuestionKind.AMOUNT, "12.30"),
        (QuestionKind.AMOUNT, "rm50"),
        (QuestionKind.AMOUNT, "it was 50"),
        (QuestionKind.AMOUNT, "fifty"),
        (QuestionKind.AMOUNT, "45 €"),
        (QuestionKind.AMOUNT, "i don't know"),
        (QuestionKind.AMOUNT, "cancel"),
        (QuestionKind.MERCHANT, "petronas"),
        (QuestionKind.MERCHANT, "at pizza hut"),
        (QuestionKind.MERCHANT, "kedai kopi ah seng"),
        (QuestionKind.CATEGORY, "rumah tangga"),
        (QuestionKind.CATEGORY, "2"),
        (QuestionKind.CATEGORY, "the first one"),
        (QuestionKind.DATE, "yesterday"),
        (QuestionKind.DUPLICATE, "yes"),
        (QuestionKind.RETRY, "no"),
    ],
)
def test_an_answer_of_the_type_asked_for_is_sure(question: QuestionKind, text: str) -> None:
    assert sure_answer(text, question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (QuestionKind.AMOUNT, "1.250"),
        (QuestionKind.AMOUNT, "about 50"),
        (QuestionKind.AMOUNT, "50?"),
        (QuestionKind.AMOUNT, "5 minutes"),
        (QuestionKind.AMOUNT, "at 5"),
        (QuestionKind.AMOUNT, "-50"),
        (QuestionKind.AMOUNT, "0"),
        (QuestionKind.AMOUNT, "20 not 30"),
        (QuestionKind.MERCHANT, "hmm"),
        (QuestionKind.MERCHANT, "coffee shop"),
        (QuestionKind.MERCHANT, "maybe kfc"),
        (QuestionKind.MERCHANT, "So Sleepy"),
        (QuestionKind.CATEGORY, "none of these"),
        (QuestionKind.CATEGORY, "groceries or household"),
        (QuestionKind.CATEGORY, "9"),
        (QuestionKind.CATEGORY, "blue"),
    ],
)
def test_an_answer_that_may_be_none_is_unsure(question: QuestionKind, text: str) -> None:
    assert not sure_answer(text, question)


def test_the_name_that_the_task_has_may_stand_beside_the_amount() -> None:
    known = Mention(merchant="Petronas")

    assert sure_answer("petronas 50", QuestionKind.AMOUNT, known)
    assert not sure_answer("shell 50", QuestionKind.AMOUNT, known)


@pytest.mark.parametrize("text", ["lunch 12", "12.30", "cancel"])
def test_an_edited_message_is_unsure(text: str) -> None:
    asked = waiting(QuestionKind.AMOUNT, Mention(merchant="Petronas"))
    found = acts(text, tasks=(asked,), asked="asked", marks={"edited": True})
    assert not any(act.sure for act in found)
    assert sure("12.30", asked, asked="asked")
