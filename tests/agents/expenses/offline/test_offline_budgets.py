"""Which words are about a budget, and what they want of it."""

from decimal import Decimal

import pytest

from agents.expenses.budgets import BudgetPeriod, BudgetProblem, BudgetRequest, BudgetWish
from agents.expenses.meaning import Kind
from agents.expenses.offline.engine import OfflineEngine
from domain.understanding import Person
from tests.agents.expenses.offline.talking import GERMAN, MALAYSIAN, TODAY, act, acts, errand

FOOD, GROCERIES = "Food & Drink", "Groceries"
SET, SHOW, REMOVE = BudgetWish.SET, BudgetWish.SHOW, BudgetWish.REMOVE
Read = tuple[BudgetWish, str, Decimal | None, BudgetPeriod | None, BudgetProblem | None]


def read(text: str, person: Person = MALAYSIAN) -> Read:
    order = OfflineEngine().budget_order(BudgetRequest(person=person, asked=text, today=TODAY))
    assert order is not None
    called = order.category or order.named
    return order.wish, called, order.amount, order.period, order.problem


def setting(category: str, amount: str, period: BudgetPeriod | None = None) -> Read:
    return SET, category, Decimal(amount), period, None


PLAIN = {
    "set a budget of 500 for food": setting(FOOD, "500"),
    "my budget is 3000 a month": setting("", "3000", BudgetPeriod.MONTH),
    "food budget 100 per week": setting(FOOD, "100", BudgetPeriod.WEEK),
    "i want to spend at most 200 on food each month": setting(FOOD, "200", BudgetPeriod.MONTH),
    "how's my food budget doing": (SHOW, FOOD, None, None, None),
    "what's my budget": (SHOW, "", None, None, None),
    "remove the food budget": (REMOVE, FOOD, None, None, None),
    "set a budget for food": (SET, FOOD, None, None, BudgetProblem.NO_AMOUNT),
    "set budget for pets 50": setting("pets", "50"),
    "tetapkan bajet makanan 500": setting(FOOD, "500"),
    "berapa baki bajet makanan": (SHOW, FOOD, None, None, None),
    "buang bajet makanan": (REMOVE, FOOD, None, None, None),
}
GERMANS = {
    "setze mein Budget auf 3.000 im Monat": setting("", "3000", BudgetPeriod.MONTH),
    "Essensbudget 100 pro Woche": setting(FOOD, "100", BudgetPeriod.WEEK),
    "wie viel ist vom Budget für Essen noch übrig": (SHOW, FOOD, None, None, None),
    "lösche das Budget für Lebensmittel": (REMOVE, GROCERIES, None, None, None),
}
BEHIND_THE_COMMAND = {
    "": (SHOW, "", None, None, None),
    "food 500": setting(FOOD, "500"),
    "bills & utilities 200": setting("Bills & Utilities", "200"),
    "food -5": (SET, FOOD, Decimal(-5), None, BudgetProblem.NOT_POSITIVE),
    "food 0": (SET, FOOD, Decimal(0), None, BudgetProblem.NOT_POSITIVE),
    "food 1e12": (SET, FOOD, None, None, BudgetProblem.TOO_LARGE),
    "food 500 600": (SET, FOOD, None, None, BudgetProblem.SEVERAL_AMOUNTS),
    "food 5.555": (SET, FOOD, None, None, BudgetProblem.SEVERAL_AMOUNTS),
    "banana 50": setting("banana", "50"),
}


@pytest.mark.parametrize(("text", "wanted"), {**PLAIN, **GERMANS, **BEHIND_THE_COMMAND}.items())
def test_an_order_is_read(text: str, wanted: Read) -> None:
    person = GERMAN if text in GERMANS else MALAYSIAN
    assert read(text, person) == wanted
    assert text in BEHIND_THE_COMMAND or act(text, person=person).kind is Kind.BUDGET


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_are_about_a_budget_without_a_model(text: str) -> None:
    assert read(errand(text, Kind.BUDGET).budget) == read(text)


@pytest.mark.parametrize(
    "text",
    ["budget hotel 120", "budget lunch 12", "bought a budget phone 400", "budget airline 300",
     "budget starbucks 15.50", "planning japan trip budget 8000", "food 500",
     "what is a good budget for a trip"],
)  # fmt: skip
def test_what_names_something_else_is_no_order(text: str) -> None:
    assert Kind.BUDGET not in [each.kind for each in acts(text)]
