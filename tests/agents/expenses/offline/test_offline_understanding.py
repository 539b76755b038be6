from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agents.expenses.details import Mention
from agents.expenses.meaning import HeardWords, Kind, QuestionKind
from agents.expenses.offline.acts import meanings_of
from agents.expenses.offline.mentions import mention_in, prepare
from domain.money import amount_stands_in
from tests.agents.expenses.offline.talking import (
    MALAYSIAN,
    TODAY,
    act,
    acts,
    expense,
    said,
    saved,
    waiting,
    working,
)


@pytest.mark.parametrize(
    ("text", "merchant", "item", "payment"),
    [
        ("bought groceries at Tesco for RM89.20", "Tesco", "groceries", None),
        ("starbuks 12", "Starbucks", None, None),
        ("minyak 60 petronas tng", "Petronas", "minyak", "Touch 'n Go"),
        ("semalam makan kat mamak 23", "mamak", "makan", None),
        ("Joe's Diner 20", "Joe's Diner", None, None),
        ("The Alley 14", "The Alley", None, None),
        ("coffee at home 3", None, "coffee", None),
        ("taxi to ikea 20", None, "taxi", None),
        ("paid 50 to John", "John", None, None),
        ("birthday card 12", None, "birthday card", None),
        ("shopee 35.90 shopeepay", "Shopee", None, "ShopeePay"),
        ("starbucks coffee beans 45 at aeon", "AEON", "coffee beans", None),
        ("bought unicorn onesie 40", None, "unicorn onesie", None),
        ("☕ 5", None, "coffee", None),
        ("can you add lunch 12", None, "lunch", None),
        ("my lunch was 12.50", None, "lunch", None),
        ("gestern 45 euro für benzin bezahlt", None, "benzin", None),
    ],
)
def test_who_was_paid_what_for_and_how_are_told_apart(
    text: str, merchant: str | None, item: str | None, payment: str | None
) -> None:
    found = expense(text)

    assert (found.merchant, found.item, found.payment_method) == (merchant, item, payment)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("lunch 12 and coffee 5", ["12", "5"]),
        ("coffee 5 grab 12", ["5", "12"]),
        ("coffee 5\nlunch 12\ntaxi 8", ["5", "12", "8"]),
        ("spent rm20 on lunch and rm5 on coffee", ["20", "5"]),
        ("coffee 15, no 25", ["25"]),
        ("tesco RM54.20 milk and eggs", ["54.20"]),
    ],
)
def test_a_message_is_cut_into_as_many_expenses_as_it_names(text: str, amounts: list[str]) -> None:
    found = act(text)

    assert [m.amount for m in found.mentions] == [Decimal(a) for a in amounts]


@pytest.mark.shows("1.2")
@pytest.mark.parametrize(
    "text",
    [
        "what is 12 times 12",
        "15+20",
        "I was charged a 5 dollar fee on my statement",
        "the atm only gave me 20",
        "transfer 50 dollars to my savings account",
        "get me a taxi to the airport",
        "my salary is 3000",
        "I need to buy a laptop for $1000",
        "I tried to pay 20 and was declined",
        "what can you do?",
        "I waited 3 hours",
        "https://example.com/pay?amount=50",
        "SELECT amount FROM transactions WHERE user = 1",
        "مرحبا كيف حالك",
        "🙂",
        "",
    ],
)
def test_talk_is_never_taken_for_an_expense(text: str) -> None:
    assert (act(text)).kind is Kind.GENERAL


def test_a_text_whose_display_differs_from_its_content_is_not_trusted() -> None:
    for text in ("coffee \u202e05", "coffee 1\u20665", "coffee 1\u202e5.50"):
        found = act(text)
        assert found.kind is Kind.EXPENSE
        assert found.mentions == (Mention(item="coffee"),)


@pytest.mark.parametrize("text", ["stop", "never mind", "forget it", "lupakan"])
def test_commands_in_plain_words_cancel(text: str) -> None:
    assert (act(text, tasks=(working(),))).kind is Kind.CANCEL


@pytest.mark.parametrize("text", ["cancel my gym membership", "stop by the shop", "don't stop"])
def test_a_sentence_with_such_a_word_in_it_cancels_nothing(text: str) -> None:
    assert (act(text, tasks=(working(),))).kind is not Kind.CANCEL


def test_yes_and_no_are_reactions_and_thanks_or_a_question_back_are_none() -> None:
    assert act("yes").kind is Kind.AFFIRM
    assert act("that's wrong").kind is Kind.DENY
    assert act("thanks").kind is Kind.GENERAL
    assert act("is that right?", tasks=(saved(),)).kind is Kind.GENERAL


def test_several_fields_may_be_changed_in_one_sentence() -> None:
    found = act("change the merchant to Zus and the amount to 12", tasks=(saved(),))

    assert found.mentions == (Mention(merchant="Zus", amount=Decimal(12)),)


def test_a_correction_without_anything_at_hand_names_no_task() -> None:
    found = act("no, it was 16.50")

    assert (found.kind, found.task_id) == (Kind.DETAIL, None)


def test_another_purchase_after_an_excuse_is_new() -> None:
    known = Mention(item="coffee", amount=Decimal(15))

    new = act("sorry, grab 12", tasks=(saved(known),))
    same = act("sorry, coffee 12", tasks=(saved(known),))

    assert new.kind is Kind.EXPENSE
    assert same.kind is Kind.DETAIL


def test_a_correction_of_one_of_two_expenses_finds_it() -> None:
    found = act("coffee 5, then grab 12", "i mean 6 not 5")
    by_name = act("lunch 12 and coffee 5", "no, lunch was 15")

    assert [m.amount for m in found.mentions] == [Decimal(6), Decimal(12)]
    assert [m.amount for m in by_name.mentions] == [Decimal(15), Decimal(5)]


def test_a_full_answer_to_the_merchant_question_is_no_new_expense() -> None:
    task = waiting(QuestionKind.MERCHANT, Mention(amount=Decimal(50)))
    found = act("petronas 50", tasks=(task,), asked="asked")

    assert (found.kind, found.task_id) == (Kind.DETAIL, "asked")


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


@pytest.mark.parametrize("piece", ["x", "1 ", "(", "0", "coffee 5, "])
def test_a_message_of_the_greatest_length_is_general_talk(piece: str) -> None:
    assert act((piece * 4096)[:4096]).kind is Kind.GENERAL


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("dinner 30 or 35", (Decimal(30), Decimal(35))),
        ("toll 3.50 or 4.50", (Decimal("3.50"), Decimal("4.50"))),
        ("makan 10 atau 12", (Decimal(10), Decimal(12))),
    ],
)
def test_of_two_amounts_the_person_is_asked_which(text: str, readings: tuple[Decimal, ...]) -> None:
    told = expense(text)

    assert (told.amount, told.ambiguous_amounts, told.merchant) == (None, readings, None)


def test_a_thing_is_not_taken_for_the_one_payee_that_is_known_for_it() -> None:
    assert expense("zakat 80") == Mention(item="zakat", amount=Decimal(80))


@pytest.mark.parametrize(
    "text",
    ["coffee was 3 actually", "change the coffee to 3", "coffee should be 3", "ubah coffee ke 3"],
)
def test_a_correction_that_names_an_expense_changes_that_one(text: str) -> None:
    coffee = saved(Mention(item="coffee", amount=Decimal(4)), task_id="coffee")
    taxi = saved(Mention(item="taxi", amount=Decimal(20)), task_id="taxi")
    found = act(text, tasks=(coffee, taxi))

    assert (found.kind, found.task_id) == (Kind.DETAIL, "coffee")
    assert (found.mentions[0].amount, found.mentions[0].merchant) == (Decimal(3), None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("it was 41.30 not what's printed", Mention(amount=Decimal("41.30"))),
        ("actually paid with visa, it was for the office", Mention(payment_method="Visa")),
        ("should be 41.30 (they gave me a discount)", Mention(amount=Decimal("41.30"))),
        ("sebenarnya 41.30, resit tu salah", Mention(amount=Decimal("41.30"))),
        ("the shop is Kedai Maju, I think", Mention(merchant="Kedai Maju")),
    ],
)
def test_a_correction_may_say_why(text: str, told: Mention) -> None:
    found = act(text, tasks=(working(),))

    assert (found.kind, found.task_id, found.mentions) == (Kind.DETAIL, "photo", (told,))


def test_a_name_that_a_finished_expense_has_already_is_told_of_the_one_under_way() -> None:
    known = saved(Mention(merchant="Kedai Maju", amount=Decimal(8)))
    photo = working()

    assert act("the shop is Kedai Maju", tasks=(known, photo)).task_id == "photo"
    assert act("no, Kedai Maju was 9", tasks=(known, photo)).task_id == "saved"


def test_a_correction_of_nothing_at_hand_that_names_all_is_an_expense_without_a_shop() -> None:
    assert expense("coffee was 3 actually") == Mention(item="coffee", amount=Decimal(3))


@pytest.mark.parametrize(
    ("text", "asked_about"),
    [
        ("why food?", Mention(category="Food & Drink")),
        ("why is it household?", Mention(category="Household")),
        ("why that category", Mention(category="Fuel")),
        ("kenapa kedai tu", Mention(merchant="Shell")),
        ("why Shell?", Mention(merchant="Shell")),
        ("why yesterday?", Mention(occurred_on=TODAY - timedelta(days=1))),
        ("why 9.00?", Mention(amount=Decimal("9.00"))),
    ],
)
def test_a_why_carries_the_value_that_it_asks_about(text: str, asked_about: Mention) -> None:
    shell = Mention(merchant="Shell", amount=Decimal(9), category="Fuel")
    found = act(text, tasks=(saved(shell),))

    assert (found.kind, found.task_id, found.mentions) == (Kind.WHY, "saved", (asked_about,))


@pytest.mark.parametrize("text", ["why is my food late?", "why are you slow", "why not"])
def test_a_why_about_something_else_asks_for_no_value(text: str) -> None:
    assert act(text, tasks=(saved(Mention(merchant="Shell")),)).kind is not Kind.WHY
