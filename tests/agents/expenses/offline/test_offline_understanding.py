"""What holds for messages of any kind."""

import json
import re
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import JsonValue

from agents.expenses.details import Mention
from agents.expenses.meaning import NAMES_OF_OTHERS, HeardWords, Kind, QuestionKind
from agents.expenses.offline.acts import meanings_of
from agents.expenses.offline.mentions import mention_in, prepare
from agents.expenses.offline.tables import pattern
from agents.expenses.spending import InsightQuery
from agents.expenses.tools import SUMMARISE_SPENDING
from domain.money import amount_stands_in
from domain.naming import UNKNOWN_TASK
from tests.agents.expenses.offline.talking import (
    MALAYSIAN,
    TODAY,
    Talk,
    act,
    acts,
    said,
    saved,
    waiting,
    working,
)


@pytest.mark.shows("1.1")
def test_every_message_has_its_acts() -> None:
    found = acts("hello", "coffee 15", "thanks")

    assert [a.message_ids for a in found] == [("m1",), ("m2",), ("m3",)]
    assert [a.kind for a in found] == ["general", "expense", "general"]
    assert [a.kind for a in acts("coffee 15", "grab 12")] == ["expense", "expense"]


LETTERS = "abc 0159.,-+/'\n€$RMrmk@#%:()no it was for at yesterday not?"


@pytest.mark.shows("1.1")
@given(
    texts=st.lists(
        st.one_of(st.text(max_size=60), st.text(LETTERS, max_size=40)), min_size=1, max_size=3
    )
)
def test_any_text_whatever_is_answered_with_acts_of_the_messages_said(texts: list[str]) -> None:
    messages = tuple(said(text, number) for number, text in enumerate(texts))
    tasks = (saved(), waiting(QuestionKind.AMOUNT))

    found = meanings_of(HeardWords(person=MALAYSIAN, said=messages, tasks=tasks))

    assert found
    assert {i for a in found for i in a.message_ids} <= {m.message_id for m in messages}


@given(text=st.text(LETTERS, max_size=40))
@example(text="0'1")
def test_no_amount_is_mentioned_that_is_not_written(text: str) -> None:
    prepared = prepare(text, MALAYSIAN)
    found = mention_in(prepared, MALAYSIAN, TODAY)

    for amount in filter(None, (found.amount, *found.ambiguous_amounts)):
        # "50 sen" is written 50 and means 0.50.
        assert amount_stands_in(amount, prepared) or amount_stands_in(amount * 100, prepared)


@pytest.mark.parametrize("text", ["no hot water", "no power in the kitchen"])
def test_what_is_missing_at_home_corrects_no_expense(text: str) -> None:
    lunch = saved(Mention(item="lunch", amount=Decimal(12)))
    assert act(text).kind is not Kind.DETAIL
    assert act(text, tasks=(lunch,)).kind is not Kind.DETAIL


def test_behind_a_comma_the_same_words_correct_what_was_bought() -> None:
    lunch = saved(Mention(item="lunch", amount=Decimal(12)))
    told = act("no, hot water bottle", tasks=(lunch,))
    assert (told.kind, told.mentions[0].item) == (Kind.DETAIL, "hot water bottle")


@pytest.mark.parametrize("piece", ["x", "1 ", "(", "0", "coffee 5, "])
def test_a_message_of_the_greatest_length_is_general_talk(piece: str) -> None:
    assert act((piece * 4096)[:4096]).kind is Kind.GENERAL


@pytest.mark.shows("scenario 20")
@pytest.mark.parametrize("question", list(QuestionKind))
def test_a_digression_is_no_answer(question: QuestionKind) -> None:
    tasks = (waiting(question),)

    asked = act("what did I spend this week?", tasks=tasks, asked="asked")
    assert asked.call is not None
    assert asked.call.name == SUMMARISE_SPENDING.name
    query = InsightQuery.model_validate_json(asked.call.arguments)
    assert query == InsightQuery(since=TODAY - timedelta(days=3), until=TODAY)
    assert act("how are you?", tasks=tasks, asked="asked").kind is Kind.GENERAL


@pytest.mark.parametrize("text", ["tmr i pay 50 for gym", "it was 12", "the total is 12", "12.50"])
def test_words_that_come_while_several_photos_are_read_are_put_into_none_of_them(text: str) -> None:
    album = tuple(working(task_id=f"photo {n}") for n in range(3))
    assert act(text, tasks=album).task_id is None


def test_words_that_come_while_one_photo_is_read_correct_it_unless_they_tell_a_purchase() -> None:
    for text in ("12.50", "the total is 12", "it was yesterday", "at Starbucks"):
        assert act(text, tasks=(working(),)).task_id == "photo"
    assert act("tmr i pay 50 for gym", tasks=(working(),)).task_id is None


def test_another_purchase_is_no_answer_to_what_a_photo_leaves_in_doubt() -> None:
    asked = waiting(QuestionKind.READING, Mention(merchant="Zus", amount=Decimal(12)))
    talk: Talk = {"tasks": (asked,), "asked": asked.task_id}
    assert act("lunch 12.50", **talk).kind is Kind.EXPENSE
    assert act("12.50", **talk).task_id == act("Zus 12.50", **talk).task_id == asked.task_id


@pytest.mark.parametrize("question", [QuestionKind.DUPLICATE, QuestionKind.READING])
@pytest.mark.parametrize(
    "text", ["my order came broken", "sinki saya bocor", "i was charged twice"]
)
def test_what_is_for_another_agent_is_no_answer(text: str, question: QuestionKind) -> None:
    asked = waiting(question, Mention(merchant="Zus", amount=Decimal(12)))
    assert act(text, tasks=(asked,), asked=asked.task_id).kind is Kind.GENERAL
    moved = act("transfer 300 to savings", tasks=(asked,), asked=asked.task_id)
    assert (moved.kind, moved.task_id) == (Kind.EXPENSE, None)


_OF_OTHERS: dict[str, JsonValue] = {
    NAMES_OF_OTHERS: ["Coffee", "dinner at Luigi", "Grab Food", "The Corner Bakery"]
}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the coffee was 5", Kind.HINT),
        ("no, der Coffee war 5", Kind.HINT),
        ("the coffee was 5 yesterday", Kind.HINT),
        ("the dinner at Luigi was 40", Kind.HINT),
        ("the corner bakery was 12", Kind.HINT),
        ("the dinner was 40", Kind.EXPENSE),
        ("the grab was 12", Kind.EXPENSE),
        ("the coffee I had was 5", Kind.GUESS),
    ],
)
def test_only_the_whole_name_of_a_row_of_another_points_to_it(text: str, kind: Kind) -> None:
    assert act(text, looked_up=_OF_OTHERS).kind is kind


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("make the lunch 13", "lunch"),
        ("change the dinner to 20", "dinner"),
        ("update the dinner to 20", "dinner"),
        ("ändere das Mittagessen auf 13", "Mittagessen"),
    ],
)
def test_an_order_to_change_what_is_not_at_hand_is_no_new_expense(text: str, name: str) -> None:
    for tasks in ((), (saved(Mention(item="taxi", amount="22")),)):
        call = act(text, tasks=tasks).call
        assert call is not None
        assert json.loads(call.arguments) == {"hint": "change", "name": name}
    assert act("fix the car 300").kind is Kind.EXPENSE


@pytest.mark.parametrize(
    ("text", "category"),
    [("#2 food", "Food & Drink"), ("#2: Essen", "Food & Drink"), ("#2 transport", "Transport")],
)
def test_a_category_behind_a_number_is_no_purpose(text: str, category: str) -> None:
    assert act(text).mentions == (Mention(category=category),)
    assert act("#2 lunch").mentions == (Mention(item="lunch"),)


@pytest.mark.parametrize("question", QuestionKind)
@pytest.mark.parametrize("text", ["#2 is right", "yes #2"])
def test_a_number_called_right_is_a_yes_only_to_whether_values_are_right(
    text: str, question: QuestionKind
) -> None:
    known = Mention(merchant="Zus", amount=Decimal(12))
    asked = waiting(question, known).model_copy(update={"number": 2})
    agreed = act(text, tasks=(asked,), asked=asked.task_id).kind is Kind.AFFIRM
    assert agreed is (question in {QuestionKind.PROPOSAL, QuestionKind.READING})


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("groceries 210, of that 150 food, the rest household. taxi 12", [210, 12]),
        ("aldi 210 of that 150 food and the rest household, coffee 4", [210, 4]),
        ("aldi 210 (of that 150 food, 30 drinks, the rest household), coffee 4", [210, 4]),
        ("lunch 20, of which 5 was tip, the rest of the day I spent 40 on taxi", [20, 40]),
        ("aldi 210.50, of that rm 150.50 food, the rest household", [Decimal("210.50")]),
    ],
)
def test_what_stands_behind_the_parts_of_a_whole_is_an_expense_of_its_own(
    text: str, amounts: list[Decimal]
) -> None:
    found = acts(text)
    assert [mention.amount for meaning in found for mention in meaning.mentions] == amounts


def test_an_amount_among_the_parts_of_a_whole_is_asked_about() -> None:
    meaning = act("aldi 210, of that 150 food, taxi 12, the rest household")
    assert meaning.kind is Kind.GUESS
    assert Decimal(12) in {mention.amount for mention in meaning.mentions}


NUMBERED = tuple(
    saved(Mention(item=item, amount=Decimal(5)), item).model_copy(update={"number": number})
    for number, item in enumerate(("lunch", "coffee", "taxi"), 1)
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#1 and #2 are food", Mention(category="Food & Drink")),
        ("1 y 2 son transporte", Mention(category="Transport")),
        ("#1 und #2 waren gestern", Mention(occurred_on=TODAY - timedelta(days=1))),
        ("#1 and #2 were at Aldi", Mention(merchant="Aldi")),
    ],
)
def test_a_category_a_day_or_a_shop_is_told_of_each_of_several_numbers(
    text: str, told: Mention
) -> None:
    found = acts(text, tasks=NUMBERED)
    assert [(act.task_id, act.mentions) for act in found] == [
        ("lunch", (told,)),
        ("coffee", (told,)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "#1 and #2 were 30 in total",
        "#1 and #2 were thirty in total",
        "#1 und #2 waren zusammen dreißig",
        "#1 y #2 fueron veinte cada uno",
        "#1 et #2 sont des courses",
        "#1, #2 and bus 15",
        "#1 + #2 is 30",
        "#1, #2 15, 20",
        "1 and 2 are 3",
        "1,2 war der Kaffee",
    ],
)
def test_an_amount_or_a_name_is_not_told_of_each_of_several_numbers(text: str) -> None:
    assert act(text, tasks=NUMBERED).task_id not in {"lunch", "coffee"}


def test_what_is_told_of_each_number_by_itself_may_be_an_amount() -> None:
    found = acts("#1: 12, #2: 13", tasks=NUMBERED)
    told = {act.task_id: act.mentions[0].amount for act in found}
    assert told == {"lunch": Decimal(12), "coffee": Decimal(13)}


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("#8 and #9 were yesterday", [UNKNOWN_TASK]),
        ("#8: 5, #9: 6", [UNKNOWN_TASK]),
        ("#8, #2 and #9 were yesterday", ["coffee", UNKNOWN_TASK]),
    ],
)
def test_several_numbers_that_nobody_knows_get_one_answer(text: str, tasks: list[str]) -> None:
    assert [act.task_id for act in acts(text, tasks=NUMBERED)] == tasks


def test_what_a_letter_begins_with_is_looked_for_among_few_signs() -> None:
    """A repetition without an end takes cubic time where a text is nothing but signs."""
    assert re.search(r"\\W[*+]", pattern("expenses", "salutation").pattern) is None
