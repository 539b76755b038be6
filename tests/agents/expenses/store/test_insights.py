from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.details import InsightMeasure, InsightQuery
from agents.expenses.ledger import CategoryTotal, CurrencyTotal, Insight, InsightRequest
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, CHAT
from tests.agents.expenses.store.requests import saving, undoing


async def ask(expenses: ExpenseStores, query: InsightQuery) -> Insight:
    return await expenses.ledger.insight(
        InsightRequest(user_id=ANN, conversation_id=CHAT, query=query)
    )


async def spend(expenses: ExpenseStores) -> None:
    for request in (
        saving(1, merchant="Starbucks KLCC", amount=Decimal("15.50"), occurred_on=date(2026, 3, 1)),
        saving(2, merchant="Shell", item="petrol", amount=Decimal(50), category="Fuel"),
        saving(3, merchant="Starbucks", amount=Decimal("4.35"), currency="USD"),
        saving(4, merchant=None, item="100% juice", amount=Decimal("0.10")),
        saving(5, merchant="Undone", amount=Decimal(999)),
    ):
        await expenses.ledger.save(request)
    await expenses.ledger.undo(undoing("u1", 5))


async def test_totals_are_never_added_over_currencies(expenses: ExpenseStores) -> None:
    await spend(expenses)

    answer = await ask(expenses, InsightQuery(measure=InsightMeasure.LIST))

    assert answer.measure is InsightMeasure.LIST
    assert answer.totals == (
        CurrencyTotal(currency="MYR", amount=Decimal("65.60"), count=3),
        CurrencyTotal(currency="USD", amount=Decimal("4.35"), count=1),
    )
    assert answer.by_category == (
        CategoryTotal(category="Fuel", currency="MYR", amount=Decimal(50)),
        CategoryTotal(category="Food & Drink", currency="MYR", amount=Decimal("15.60")),
        CategoryTotal(category="Food & Drink", currency="USD", amount=Decimal("4.35")),
    )
    assert [card.number for card in answer.cards] == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (InsightQuery(merchant="starbucks"), [3, 1]),
        (InsightQuery(merchant=" STARBUCKS  klcc "), [1]),
        (InsightQuery(merchant="petrol"), [2]),
        (InsightQuery(merchant="0% j"), [4]),
        (InsightQuery(merchant="s%s"), []),
        (InsightQuery(merchant="_"), []),
        (InsightQuery(merchant="  "), [4, 3, 2, 1]),
        (InsightQuery(category="fuel"), [2]),
        (InsightQuery(category="Travel"), []),
        (InsightQuery(since=date(2026, 3, 2)), [4, 3, 2]),
        (InsightQuery(until=date(2026, 3, 1)), [1]),
        (InsightQuery(since=date(2026, 3, 1), until=date(2026, 3, 14)), [4, 3, 2, 1]),
        (InsightQuery(merchant="'; DROP TABLE transactions; --"), []),
    ],
)
async def test_a_question_may_name_days_merchant_and_category(
    expenses: ExpenseStores, query: InsightQuery, numbers: list[int]
) -> None:
    await spend(expenses)

    answer = await ask(expenses, query)

    assert [card.number for card in answer.cards] == numbers
    assert sum(total.count for total in answer.totals) == len(numbers)


async def test_a_long_list_shows_the_newest_ten_and_counts_all(expenses: ExpenseStores) -> None:
    for number in range(1, 13):
        await expenses.ledger.save(saving(number))

    answer = await ask(expenses, InsightQuery())

    assert [card.number for card in answer.cards] == list(range(12, 2, -1))
    assert answer.totals == (CurrencyTotal(currency="MYR", amount=Decimal(186), count=12),)


async def test_the_largest_is_told_for_each_currency(expenses: ExpenseStores) -> None:
    await spend(expenses)

    answer = await ask(expenses, InsightQuery(measure=InsightMeasure.LARGEST))
    food = InsightQuery(measure=InsightMeasure.LARGEST, category="Food & Drink")

    assert [card.number for card in answer.cards] == [2, 3]
    assert [card.number for card in (await ask(expenses, food)).cards] == [1, 3]


async def test_the_latest_are_those_of_this_chat_whatever_day_they_were_of(
    expenses: ExpenseStores,
) -> None:
    await spend(expenses)
    other = saving(6, merchant="Elsewhere").model_copy(update={"conversation_id": "another"})
    await expenses.ledger.save(other)
    await expenses.ledger.save(saving(7, merchant="Old", occurred_on=date(2025, 1, 1)))
    query = InsightQuery(measure=InsightMeasure.LIST)
    request = InsightRequest(user_id=ANN, conversation_id=CHAT, query=query, latest=2)

    assert [card.number for card in (await expenses.ledger.insight(request)).cards] == [7, 4]
