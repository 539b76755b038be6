"""Which words are about what comes again and again."""

from decimal import Decimal

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind, QuestionKind
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.recurring import Every, RecurringOrder, RecurringRequest, RecurringWish
from domain.understanding import Person
from tests.agents.expenses.offline.talking import (
    GERMAN,
    MALAYSIAN,
    TODAY,
    act,
    acts,
    errand,
    waiting,
)

SHOW = RecurringOrder(wish=RecurringWish.SHOW)


def kept(name: str, amount: str, every: Every = Every.MONTH, **parts: str) -> RecurringOrder:
    given = {"merchant": name} if not parts.pop("thing", "") else {"item": name}
    told = {"amount": amount, "currency": "MYR", "every": every} | given | parts
    return RecurringOrder.model_validate({"wish": RecurringWish.KEEP, **told})


def removed(name: str) -> RecurringOrder:
    return RecurringOrder(wish=RecurringWish.REMOVE, item=name)


def read(text: str, person: Person) -> RecurringOrder | None:
    request = RecurringRequest(person=person, asked=text, today=TODAY)
    return OfflineEngine().recurring_order(request)


PLAIN = {
    "netflix 54.90 every month": kept("Netflix", "54.90"),
    "netflix 54.90 setiap bulan": kept("Netflix", "54.90"),
    "every year domain 60 usd": kept("domain", "60", Every.YEAR, thing="yes", currency="USD"),
    "what are my recurring expenses": SHOW,
    "my subscriptions": SHOW,
    "remove netflix from recurring": removed("netflix"),
}
GERMANS = {
    "Netflix 12,99 jeden Monat": kept("Netflix", "12.99", currency="EUR"),
    "meine Abos": SHOW,
    "lösche Netflix aus den wiederkehrenden Ausgaben": removed("Netflix"),
}
BEHIND_THE_COMMAND = {
    "": SHOW,
    "gym 120 monthly": kept("gym", "120", thing="yes"),
    "netflix 54.90": kept("Netflix", "54.90"),
    "remove netflix": removed("netflix"),
    "netflix -5 every month": None,
    "netflix 0 every month": None,
    "netflix 10 20 every month": None,
    "netflix 99999999999999 every month": None,
    "netflix": None,
}


@pytest.mark.parametrize(("text", "wanted"), {**PLAIN, **GERMANS, **BEHIND_THE_COMMAND}.items())
def test_an_order_is_read(text: str, wanted: RecurringOrder | None) -> None:
    person = GERMAN if text in GERMANS else MALAYSIAN
    assert read(text, person) == wanted
    assert text in BEHIND_THE_COMMAND or act(text, person=person).kind is Kind.RECURRING


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_are_understood_without_a_model(text: str) -> None:
    assert errand(text, Kind.RECURRING).recurring


@pytest.mark.parametrize(
    "text",
    ["monthly pass 150", "adobe 23.99 usd monthly",
     "want to save 200 every month", "i go to the gym every week",
     "cancel my netflix subscription", "my brother pays 50 every month", "netflix 54.90",
     "every month 200"],
)  # fmt: skip
def test_what_names_something_else_is_not_kept(text: str) -> None:
    assert Kind.RECURRING not in [each.kind for each in acts(text)]


def test_one_word_answers_the_question_that_is_open() -> None:
    task = waiting(QuestionKind.CATEGORY, Mention(amount=Decimal(5)))
    assert act("subscriptions", tasks=(task,), asked=task.task_id).kind is Kind.DETAIL
    assert act("subscriptions").kind is Kind.RECURRING
