"""Orders that say which expense they are about."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind, QuestionKind, RecogniseRequest
from agents.expenses.offline.answers import recognise
from domain.naming import UNKNOWN_TASK
from tests.agents.expenses.offline.talking import (
    MALAYSIAN,
    act,
    said,
    saved,
    waiting,
    working,
)

COFFEE = saved(Mention(merchant="Starbucks", amount=Decimal(12), category="Food & Drink"), "coffee")
SHOES = saved(Mention(item="shoes", amount=Decimal(90)), "shoes")
LUNCH = saved(Mention(item="lunch", amount=Decimal(9)), "lunch")
TASKS = tuple(
    task.model_copy(update={"number": number})
    for number, task in enumerate((COFFEE, SHOES, LUNCH), 1)
)


@pytest.mark.parametrize(
    ("text", "task_id"),
    [
        ("undo 3", "lunch"),
        ("delete #1", "coffee"),
        ("delete number 2", "shoes"),
        ("/undo 1", "coffee"),
        ("undo the shoes", "shoes"),
        ("undo", None),
        ("delete that", None),
        ("delete the last one", None),
        ("remove the last transaction i just added", None),
        ("scratch that", None),
        ("hapus yang terakhir", None),
        ("eh silap, padam yang tadi", None),
        ("nimm das zurück", None),
        ("meine letzte Ausgabe löschen", None),
        ("delete the starbucks one", "coffee"),
        ("get rid of the starbucks payment", "coffee"),
        ("my mistake, remove the payment to starbucks", "coffee"),
        ("padam yang lunch tu", "lunch"),
        ("bitte den lunch löschen", "lunch"),
        ("buchung 1 löschen", "coffee"),
        ("elimina la transacción 3", "lunch"),
    ],
)
def test_what_is_named_is_taken_back_and_without_a_name_it_is_left_open_which(
    text: str, task_id: str | None
) -> None:
    found = act(text, tasks=TASKS)

    assert (found.kind, found.task_id) == (Kind.UNDO, task_id)


@pytest.mark.parametrize(
    "text",
    [
        "delete the piano",
        "/foo 12",
        "restore 3",
        "resume the lunch",
        "status now",
        "cancel #3",
        "delete message 3",
        "remove tomatoes from my list",
        "change 3 tyres to 4",
        "cancel my gym membership 50",
        "supprime le loyer de 300 euros",
        "verwijder de taxi van 12",
        "cambia el taxi a 15",
        "enlève le taxi de 12",
        "haal de taxi van 12 weg",
    ],
)
def test_an_order_that_fits_nothing_is_talk_and_no_expense(text: str) -> None:
    for tasks in ((), TASKS):
        found = act(text, tasks=tasks)
        assert found.kind in {Kind.GENERAL, Kind.HINT}
        assert found.task_id is None


@pytest.mark.parametrize(
    "text",
    [
        "undo 9",
        "delete #9",
        "#9 was 20",
        "change #9 to cash",
        "number 9 should be 4.20",
        "set expense 9 to 20",
    ],
)
def test_a_number_that_nothing_has_is_not_taken_for_another(text: str) -> None:
    for tasks in ((), TASKS):
        assert act(text, tasks=tasks).task_id == UNKNOWN_TASK


@pytest.mark.parametrize(
    "text", ["Gate #3 parking 5", "bus #2 was 3.50", "kopi at Stall #1 2.20", "unit #2 rent 900"]
)
def test_a_number_inside_a_name_is_part_of_a_new_expense(text: str) -> None:
    assert act(text, tasks=TASKS).kind is Kind.EXPENSE


@pytest.mark.parametrize("text", ["74.00", "undo", "remove this one"])
def test_in_reply_to_an_unknown_card_nothing_known_is_meant(text: str) -> None:
    assert act(text, tasks=TASKS, reply_to=UNKNOWN_TASK).task_id == UNKNOWN_TASK


@pytest.mark.parametrize("text", ["undo", "delete", "delete this", "remove it"])
def test_in_reply_to_a_card_that_one_is_taken_back(text: str) -> None:
    others = (*TASKS, working())
    found = act(text, tasks=others, reply_to="coffee")

    assert (found.kind, found.task_id) == (Kind.UNDO, "coffee")


def test_in_reply_to_an_open_question_delete_drops_the_draft() -> None:
    task = waiting(QuestionKind.AMOUNT)
    found = act("delete", tasks=(*TASKS, task), asked="asked", reply_to="asked")
    request = RecogniseRequest(person=MALAYSIAN, said=said("delete", reply_to="asked"), task=task)
    plain = recognise(request)

    assert plain is not None
    assert (found.kind, plain.kind) == (Kind.CANCEL, Kind.CANCEL)
    assert found.task_id == plain.task_id == "asked"


@pytest.mark.parametrize(
    ("text", "task_id", "amount"),
    [
        ("#2 was 20", "shoes", 20),
        ("change #2 to 20", "shoes", 20),
        ("number 2 should be 20", "shoes", 20),
        ("20 for #2", "shoes", 20),
        ("the total of #2 is 20", "shoes", 20),
        ("update my lunch to 150", "lunch", 150),
        ("the lunch was actually 150", "lunch", 150),
        ("edit transaction 2 to 150", "shoes", 150),
        ("change the starbucks coffee to 150", "coffee", 150),
        ("tukar lunch jadi 150", "lunch", 150),
        ("make the shoes 150", "shoes", 150),
        ("lunch tu patutnya 150", "lunch", 150),
        ("ändere Starbucks auf 150", "coffee", 150),
    ],
)
def test_a_name_or_number_says_which_amount_is_changed(
    text: str, task_id: str, amount: int
) -> None:
    found = act(text, tasks=TASKS)

    assert (found.kind, found.task_id) == (Kind.DETAIL, task_id)
    assert found.mentions == (Mention(amount=Decimal(amount)),)


@pytest.mark.parametrize("text", ["delete the lunch coffee", "change the shoe rack to 150"])
def test_a_name_with_a_word_of_something_else_is_another_expense(text: str) -> None:
    assert act(text, tasks=TASKS).task_id is None


def test_a_reply_to_another_card_answers_no_question() -> None:
    request = RecogniseRequest(
        person=MALAYSIAN,
        said=said("20", reply_to="shoes"),
        task=waiting(QuestionKind.AMOUNT),
    )

    assert recognise(request) is None


def test_work_that_is_newer_than_the_open_question_is_what_is_dropped() -> None:
    task = waiting(QuestionKind.AMOUNT)

    assert act("forget it", tasks=(task, working()), asked="asked").task_id == "photo"
    assert act("forget it", tasks=(working(), task), asked="asked").task_id == "asked"


@pytest.mark.parametrize("text", ["yesterday", "12/11"])
def test_a_date_alone_changes_nothing_that_is_saved(text: str) -> None:
    assert (act(text, tasks=TASKS)).kind is Kind.GENERAL

    replied = act(text, tasks=TASKS, reply_to="coffee")
    assert (replied.kind, replied.task_id) == (Kind.DETAIL, "coffee")


def test_an_impossible_date_is_passed_on_so_that_it_is_asked_for() -> None:
    found = act("lunch 12 on 31/11")

    assert found.mentions == (Mention(item="lunch", amount=Decimal(12), occurred_on=date.min),)
    assert (act("next year")).kind is Kind.GENERAL


def test_a_purchase_in_two_currencies_changes_nothing_that_is_saved() -> None:
    found = act("lunch RM 5 USD 6", tasks=TASKS)

    assert (found.kind, found.mentions) == (Kind.EXPENSE, (Mention(item="lunch"),))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("delete my last three", 3),
        ("undo the last 2", 2),
        ("delete the last 50, please", 50),
        ("padam tiga yang terakhir", 3),
        ("nimm die letzten zwei zurück", 2),
    ],
)
def test_so_many_of_the_last_are_taken_back(text: str, count: int) -> None:
    found = act(text, tasks=TASKS)
    assert (found.kind, found.count, found.sure) == (Kind.TAKE_BACK, count, True)


@pytest.mark.parametrize(
    "text",
    [
        "delete the last 3 days",
        "delete the last 2 photos from my phone",
        "delete my last three?",
        "delete my last coffee",
        "delete all",
    ],
)
def test_what_names_no_number_of_expenses_takes_none_back(text: str) -> None:
    assert act(text, tasks=TASKS).kind in {Kind.HINT, Kind.GENERAL}
