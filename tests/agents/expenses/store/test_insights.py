from datetime import date
from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.card import MoneyKind
from agents.expenses.details import AveragedOver, Grouping, InsightMeasure, InsightQuery
from agents.expenses.ledger import (
    CategoryTotal,
    CurrencyTotal,
    HomeSum,
    Insight,
    InsightRequest,
)
from agents.expenses.reading import LineItem
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, CHAT
from tests.agents.expenses.store.requests import saving, task, undoing


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


@pytest.mark.shows("safety 18")
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

    answer = await ask(expenses, query.model_copy(update={"measure": InsightMeasure.LIST}))

    assert [card.number for card in answer.cards] == numbers
    assert sum(total.count for total in answer.totals) == len(numbers)


async def test_a_long_list_shows_the_newest_ten_and_counts_all(expenses: ExpenseStores) -> None:
    for number in range(1, 13):
        await expenses.ledger.save(saving(number))

    answer = await ask(expenses, InsightQuery(measure=InsightMeasure.LIST))

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


MARCH = {"since": date(2026, 3, 1), "until": date(2026, 3, 31)}


def bought(name: str, amount: str | None = None, quantity: str | None = None) -> LineItem:
    return LineItem(
        name=name,
        quantity=Decimal(quantity) if quantity else None,
        amount=Decimal(amount) if amount else None,
    )


async def keep_house(expenses: ExpenseStores) -> None:
    milk = (bought("Fresh MILK 1L", "9.80", "2"), bought("Bread", "4.20"))
    requests = [
        saving(1, merchant="AEON", amount=Decimal(60), items=milk, category="Groceries"),
        saving(2, merchant="Mydin", item="milk", amount=Decimal(7), category="Groceries"),
        saving(3, merchant="Grab", amount=Decimal(12), category="Transport", payment_method="Cash"),
        saving(4, merchant="Grab", amount=Decimal(30), occurred_on=date(2026, 2, 27)),
        saving(5, merchant="Grab", amount=Decimal(8), occurred_on=date(2026, 2, 3)),
        saving(6, merchant="Acme", item="salary", amount=Decimal(4000), category="Other"),
        saving(7, merchant="Own account", amount=Decimal(500), category="Other"),
    ]
    kinds = {6: MoneyKind.INCOME, 7: MoneyKind.TRANSFER}
    for request in requests:
        kind = kinds.get(request.number, MoneyKind.EXPENSE)
        await expenses.ledger.save(request.model_copy(update={"kind": kind}))


def ringgit(amount: str, count: int) -> tuple[CurrencyTotal, ...]:
    return (CurrencyTotal(currency="MYR", amount=Decimal(amount), count=count),)


async def test_a_thing_counts_by_its_line_where_only_a_line_names_it(
    expenses: ExpenseStores,
) -> None:
    await keep_house(expenses)

    assert (await ask(expenses, InsightQuery(item="milk"))).totals == ringgit("16.80", 2)
    assert (await ask(expenses, InsightQuery(item="mil_"))).totals == ()


async def test_what_was_bought_are_the_lines_of_receipts_and_what_was_told(
    expenses: ExpenseStores,
) -> None:
    await keep_house(expenses)
    query = InsightQuery(measure=InsightMeasure.LINES, category="Groceries")

    lines = (await ask(expenses, query)).lines
    at_aeon = (await ask(expenses, query.model_copy(update={"merchant": "aeon"}))).lines

    assert [(line.name, line.amount) for line in lines] == [
        ("milk", Decimal(7)),
        ("Fresh MILK 1L", Decimal("9.80")),
        ("Bread", Decimal("4.20")),
    ]
    assert [line.name for line in at_aeon] == ["Fresh MILK 1L", "Bread"]


@pytest.mark.shows("safety 18")
async def test_income_and_transfers_are_no_spending_and_the_balance_is_what_is_left(
    expenses: ExpenseStores,
) -> None:
    await keep_house(expenses)
    balance = await ask(expenses, InsightQuery(measure=InsightMeasure.BALANCE, **MARCH))

    assert (await ask(expenses, InsightQuery(**MARCH))).totals == ringgit("79", 3)
    income = await ask(expenses, InsightQuery(kind=MoneyKind.INCOME, **MARCH))
    assert income.totals == ringgit("4000", 1)
    assert (balance.totals, balance.income) == (ringgit("79", 3), ringgit("4000", 1))
    assert balance.balance == ringgit("3921", 4)


async def test_a_comparison_has_both_sums_and_as_many_days_of_the_other(
    expenses: ExpenseStores,
) -> None:
    await keep_house(expenses)
    query = InsightQuery(
        measure=InsightMeasure.COMPARE,
        merchant="grab",
        since=date(2026, 3, 1),
        until=date(2026, 3, 14),
        against_since=date(2026, 2, 1),
        against_until=date(2026, 2, 28),
    )

    found = await ask(expenses, query)

    assert (found.totals, found.against) == (ringgit("12", 1), ringgit("38", 2))
    assert found.against_so_far == ringgit("8", 1)


async def test_an_average_is_over_all_days_of_the_period(expenses: ExpenseStores) -> None:
    await keep_house(expenses)
    query = InsightQuery(
        measure=InsightMeasure.AVERAGE, since=date(2026, 2, 1), until=date(2026, 3, 31)
    )

    found = await ask(expenses, query)

    assert {each.per: each.amount for each in found.averages} == {
        AveragedOver.VISIT: Decimal("23.40"),
        AveragedOver.DAY: Decimal("1.98"),
        AveragedOver.WEEK: Decimal("13.88"),
        AveragedOver.MONTH: Decimal("58.50"),
    }


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        (Grouping.SHOP, [("AEON", 60), ("Grab", 50), ("Mydin", 7)]),
        (Grouping.CATEGORY, [("Groceries", 67), ("Food & Drink", 38), ("Transport", 12)]),
        (Grouping.PAYMENT, [("", 105), ("Cash", 12)]),
        (Grouping.MONTH, [("2026-02-01", 38), ("2026-03-01", 79)]),
    ],
)
async def test_a_total_is_told_for_each(
    expenses: ExpenseStores, by: Grouping, groups: list[tuple[str, int]]
) -> None:
    await keep_house(expenses)

    found = (await ask(expenses, InsightQuery(by=by))).groups

    assert [(group.name, int(group.amount)) for group in found] == groups


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (InsightQuery(measure=InsightMeasure.LARGEST, top=2), [1, 4]),
        (InsightQuery(measure=InsightMeasure.SMALLEST), [2]),
        (InsightQuery(measure=InsightMeasure.FIRST), [5]),
        (InsightQuery(measure=InsightMeasure.LAST, merchant="grab"), [3]),
        (InsightQuery(measure=InsightMeasure.LIST, payment_method="cash"), [3]),
        (InsightQuery(measure=InsightMeasure.LIST, payment_method="cash", category="Fuel"), []),
        (InsightQuery(measure=InsightMeasure.LIST, kind=None, top=2), [7, 6]),
    ],
)
async def test_rows_are_ranked_and_found(
    expenses: ExpenseStores, query: InsightQuery, numbers: list[int]
) -> None:
    await keep_house(expenses)

    assert [card.number for card in (await ask(expenses, query)).cards] == numbers


async def test_what_was_split_counts_in_each_category_with_its_part(
    expenses: ExpenseStores, stores: Stores
) -> None:
    await keep_house(expenses)
    parts = [{"category": "Groceries", "amount": 45}, {"category": "Household", "amount": 15}]
    async with stores.database.connection() as connection:
        await connection.execute(
            "UPDATE transactions SET parts = $1 WHERE task_id = $2", parts, task(1)
        )

    listed = InsightQuery(measure=InsightMeasure.LIST, category="household")
    household = await ask(expenses, listed)

    assert (household.totals, len(household.cards)) == (ringgit("15", 1), 1)
    share = InsightQuery(measure=InsightMeasure.SHARE, category="Groceries")
    found = await ask(expenses, share)
    assert (found.totals, found.whole) == (ringgit("52", 2), ringgit("117", 5))


async def test_a_sum_in_the_own_currency_says_which_rows_have_no_rate(
    expenses: ExpenseStores, stores: Stores
) -> None:
    await expenses.ledger.save(saving(1, amount=Decimal(10)))
    await expenses.ledger.save(saving(2, amount=Decimal(5), currency="USD"))
    await expenses.ledger.save(saving(3, amount=Decimal(7), currency="EUR"))
    request = InsightRequest(user_id=ANN, conversation_id=CHAT, query=InsightQuery(), home="MYR")
    async with stores.database.connection() as connection:
        await connection.execute(
            "UPDATE transactions SET home_currency = 'MYR', rate = 4.2 WHERE currency = 'USD'"
        )

    home = (await expenses.ledger.insight(request)).home

    assert home == HomeSum(currency="MYR", amount=Decimal("31.00"), unrated=1)
