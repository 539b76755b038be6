"""Whether a question is about the household or about the person alone."""

import json

import pytest

from agents.expenses.offline.insights import narrowed, query_in
from tests.agents.expenses.offline.talking import TODAY, act, person_of

PERSON = person_of({"text": ""})

OURS = (
    "what did we spend this week?",
    "how much did we spend on food last month",
    "list our expenses this week",
    "our report",
    "household report for june",
    "find our receipts from aldi",
    "was haben wir diese Woche ausgegeben?",
    "Haushaltsbericht",
    "berapa kami belanja minggu ini?",
    "¿cuánto hemos gastado esta semana?",
    "combien on a dépensé cette semaine ?",
)
MINE = (
    "what did I spend this week?",
    "spending on household last month",
    "report for june",
    "show my receipts from aldi",
    "was habe ich diese Woche ausgegeben?",
    "berapa saya belanja minggu ini?",
    "¿cuánto he gastado este mes?",
    "combien j'ai dépensé ce mois-ci ?",
)


OF_CARL = (
    "what did Carl spend this month?",
    "how much has Carl spent this month",
    "was hat Carl diesen Monat ausgegeben?",
    "berapa Carl belanja bulan ini?",
    "¿cuánto gastó Carl este mes?",
    "combien Carl a dépensé ce mois-ci ?",
)
OF_NO_MEMBER = (
    "what did my car spend on fuel this month?",
    "what did we spend this month?",
    "what did it cost this month?",
    "was hat das diesen Monat gekostet?",
    "did Netflix pay me back",
)


@pytest.mark.parametrize("text", OF_CARL)
def test_a_name_asks_about_that_member(text: str) -> None:
    call = act(text, person=PERSON).call
    assert call is not None
    told = json.loads(call.arguments)
    assert (told["member"], told["since"][:7]) == ("Carl", f"{TODAY:%Y-%m}")
    assert not told.get("merchant")


@pytest.mark.parametrize("text", OF_NO_MEMBER)
def test_other_subjects_are_no_members(text: str) -> None:
    call = act(text, person=PERSON).call
    assert call is None or not json.loads(call.arguments).get("member")


@pytest.mark.parametrize(
    "text",
    [
        "the Aldi one was 40",
        "der von Aldi war 40",
        "yang Aldi tu 40",
        "el de Aldi fue 40",
        "celui d'Aldi était 40",
    ],
)
def test_a_row_that_is_not_at_hand_is_no_new_expense(text: str) -> None:
    call = act(text, person=PERSON).call
    assert call is not None
    assert json.loads(call.arguments) == {"hint": "change", "name": "aldi"}


def is_ours(text: str) -> bool:
    call = act(text, person=PERSON).call
    assert call is not None, "it asks for something"
    told = json.loads(call.arguments)
    return bool(told.get("ours", False))


@pytest.mark.parametrize("text", OURS)
def test_we_and_our_ask_about_the_household(text: str) -> None:
    assert is_ours(text)


@pytest.mark.parametrize("text", MINE)
def test_i_and_my_ask_about_the_person_alone(text: str) -> None:
    assert not is_ours(text)


def test_what_follows_a_question_stays_with_it_until_it_says_otherwise() -> None:
    ours = query_in("what did we spend this week?", PERSON, TODAY)
    mine = query_in("what did I spend this week?", PERSON, TODAY)
    assert ours is not None
    assert mine is not None
    for before, text, expected in (
        (ours, "and last week?", True),
        (ours, "and just mine?", False),
        (mine, "and last week?", False),
        (mine, "and our food?", True),
    ):
        found = narrowed(before, text, PERSON, TODAY)
        assert found is not None
        assert found.ours is expected, text
