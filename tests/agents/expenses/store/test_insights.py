"""What is answered to questions about spending, from the database."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from decimal import Decimal

import pytest
from asyncpg.connection import LoggedQuery

from adapters.postgres.pool import Connection, Database
from agents.expenses.reading import LineItem
from agents.expenses.shown import MoneyKind
from agents.expenses.spending import (
    AveragedOver,
    CategoryTotal,
    CurrencyTotal,
    Grouping,
    HomeSum,
    Insight,
    InsightMeasure,
    InsightQuery,
    InsightRequest,
)
from agents.expenses.store.insights import insight
from tests.adapters.postgres.requests import ANN, CHAT
from tests.agents.expenses.store.requests import DAY, Book, task

LIST, LARGEST = InsightMeasure.LIST, InsightMeasure.LARGEST
MARCH = {"since": date(2026, 3, 1), "until": date(2026, 3, 31)}
SAID_RATE = """
    INSERT INTO own_rates (user_id, currency, target, day, rate) VALUES ($1, $2, $3, $4, $5)
"""
RATED = "UPDATE transactions SET home_currency = 'MYR', rate = 4.2 WHERE currency = 'USD'"


class Noting(Database):
    """Notes each statement."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.asked: list[str] = []

    def _note(self, query: LoggedQuery) -> None:
        self.asked.append(query.query)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        async with super().connection() as connection:
            log: Callable[..., object] = connection.add_query_logger
            log(self._note)
            yield connection


async def ask(book: Book, query: InsightQuery, **fields: object) -> Insight:
    request = InsightRequest(user_id=ANN, conversation_id=CHAT, query=query)
    return await book.ledger.insight(request.model_copy(update=fields))


async def listed(book: Book, query: InsightQuery, **fields: object) -> list[int]:
    """The numbers of the rows that come with the answer."""
    return [card.number for card in (await ask(book, query, **fields)).cards]


def total(amount: str, count: int, currency: str = "MYR") -> CurrencyTotal:
    return CurrencyTotal(currency=currency, amount=Decimal(amount), count=count)


def ringgit(amount: str, count: int) -> tuple[CurrencyTotal, ...]:
    return (total(amount, count),)


@pytest.fixture
async def spent(book: Book) -> Book:
    """Four rows of Ann's that stand, and one that does not."""
    await book.save(1, merchant="Starbucks KLCC", occurred_on=date(2026, 3, 1))
    await book.save(2, merchant="Shell", item="petrol", amount=Decimal(50), category="Fuel")
    await book.save(3, merchant="Starbucks", amount=Decimal("4.35"), currency="USD")
    await book.save(4, merchant=None, item="100% juice", amount=Decimal("0.10"))
    await book.save(5, merchant="Undone", amount=Decimal(999))
    await book.undo("u1", 5)
    return book


@pytest.mark.shows("safety 18")
async def test_totals_are_never_added_over_currencies(spent: Book) -> None:
    answer = await ask(spent, InsightQuery(measure=LIST))
    assert answer.measure is LIST
    assert answer.totals == (total("65.60", 3), total("4.35", 1, "USD"))
    assert answer.by_category == (
        CategoryTotal(category="Fuel", currency="MYR", amount=Decimal(50)),
        CategoryTotal(category="Food & Drink", currency="MYR", amount=Decimal("15.60")),
        CategoryTotal(category="Food & Drink", currency="USD", amount=Decimal("4.35")),
    )
    assert [card.number for card in answer.cards] == [4, 3, 2, 1]
    await spent.query(RATED)
    await spent.save(6, amount=Decimal(7), currency="EUR")
    home = (await ask(spent, InsightQuery(), home="MYR")).home
    assert home == HomeSum(currency="MYR", amount=Decimal("83.87"), unrated=1)


async def test_a_total_is_told_in_a_currency_that_is_asked_for_at_the_rate_of_each_day(
    spent: Book,
) -> None:
    in_dollars = InsightQuery(into="USD")
    home = (await ask(spent, in_dollars, home="MYR")).home
    assert home == HomeSum(currency="USD", amount=Decimal("4.35"), unrated=3)
    for day, rate in ((date(2026, 3, 1), "0.20"), (DAY, "0.25")):
        kept = (ANN, "MYR", "USD", day, Decimal(rate))
        await spent.query(SAID_RATE, *kept)
    dollars = (await ask(spent, in_dollars, home="MYR")).home
    assert dollars == HomeSum(currency="USD", amount=Decimal("19.98"))  # 3.10 + 12.525 + 4.35
    only = InsightQuery(into="USD", merchant="starbucks", since=date(2026, 3, 2))
    assert (await ask(spent, only, home="MYR")).home is None


async def test_rates_take_two_statements_for_however_many_days(spent: Book) -> None:
    for number in range(6, 16):
        await spent.save(number, occurred_on=date(2026, 2, number))
    database = Noting(spent.database.url)
    in_dollars = InsightRequest(user_id=ANN, conversation_id=CHAT, query=InsightQuery(into="USD"))
    await insight(database, in_dollars)
    await database.close()
    assert len([each for each in database.asked if "_rates" in each]) == 2


async def test_a_question_may_name_days_merchant_and_category(spent: Book) -> None:
    questions: Sequence[tuple[InsightQuery, list[int]]] = [
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
    ]
    for query, numbers in questions:
        answer = await ask(spent, query.model_copy(update={"measure": LIST}))
        assert [card.number for card in answer.cards] == numbers, query
        assert sum(each.count for each in answer.totals) == len(numbers), query


async def test_a_long_list_shows_the_newest_ten_and_counts_all(book: Book) -> None:
    for number in range(1, 13):
        await book.save(number)
    answer = await ask(book, InsightQuery(measure=LIST))
    assert [card.number for card in answer.cards] == list(range(12, 2, -1))
    assert answer.totals == ringgit("186", 12)


async def test_the_largest_is_told_for_each_currency(
    spent: Book,
) -> None:
    assert await listed(spent, InsightQuery(measure=LARGEST)) == [2, 3]
    assert await listed(spent, InsightQuery(measure=LARGEST, category="Food & Drink")) == [1, 3]
    await spent.save(6, merchant="Elsewhere", conversation_id="another")
    await spent.save(7, merchant="Old", occurred_on=date(2025, 1, 1))


def bought(name: str, amount: str, quantity: int | None = None) -> LineItem:
    return LineItem(name=name, quantity=quantity and Decimal(quantity), amount=Decimal(amount))


@pytest.fixture
async def kept(book: Book) -> Book:
    """Two months of a household."""
    income, transfer = MoneyKind.INCOME, MoneyKind.TRANSFER
    milk = (bought("Fresh MILK 1L", "9.80", 2), bought("Bread", "4.20"))
    february, earlier = date(2026, 2, 27), date(2026, 2, 3)
    await book.save(1, merchant="AEON", amount=Decimal(60), items=milk, category="Groceries")
    await book.save(2, merchant="Mydin", item="milk", amount=Decimal(7), category="Groceries")
    ride = Decimal(12)
    await book.save(3, merchant="Grab", amount=ride, category="Transport", payment_method="Cash")
    await book.save(4, merchant="Grab", amount=Decimal(30), occurred_on=february)
    await book.save(5, merchant="Grab", amount=Decimal(8), occurred_on=earlier)
    await book.save(6, kind=income, merchant="Acme", item="salary", amount=Decimal(4000))
    await book.save(7, kind=transfer, merchant="Own account", amount=Decimal(500))
    return book


async def test_a_thing_counts_by_its_line_where_only_a_line_names_it(kept: Book) -> None:
    assert (await ask(kept, InsightQuery(item="milk"))).totals == ringgit("16.80", 2)
    assert (await ask(kept, InsightQuery(item="mil_"))).totals == ()
    query = InsightQuery(measure=InsightMeasure.LINES, category="Groceries")
    lines = (await ask(kept, query)).lines
    assert [(line.name, line.amount) for line in lines] == [
        ("milk", Decimal(7)),
        ("Fresh MILK 1L", Decimal("9.80")),
        ("Bread", Decimal("4.20")),
    ]
    at_aeon = (await ask(kept, query.model_copy(update={"merchant": "aeon"}))).lines
    assert [line.name for line in at_aeon] == ["Fresh MILK 1L", "Bread"]


async def test_several_of_a_thing_are_found_by_one_and_nothing_that_only_begins_so(
    book: Book,
) -> None:
    line = (bought("Cookie jar", "9.00"), bought("Cooking oil", "20.00"))
    await book.save(1, merchant="AEON", amount=Decimal(29), items=line)
    await book.save(2, merchant="Cook & Co", item="cooking gas", amount=Decimal(40))
    await book.save(3, merchant="Mrs Tan", item="piano lesson", amount=Decimal(80))
    assert (await ask(book, InsightQuery(item="cookies"))).totals == ringgit("9.00", 1)
    assert (await ask(book, InsightQuery(item="piano lessons"))).totals == ringgit("80.00", 1)


@pytest.mark.shows("safety 18")
async def test_income_and_transfers_are_no_spending_and_the_balance_is_what_is_left(
    kept: Book,
) -> None:
    balance = await ask(kept, InsightQuery(measure=InsightMeasure.BALANCE, **MARCH))
    assert (await ask(kept, InsightQuery(**MARCH))).totals == ringgit("79", 3)
    income = await ask(kept, InsightQuery(kind=MoneyKind.INCOME, **MARCH))
    assert income.totals == ringgit("4000", 1)
    assert (balance.totals, balance.income) == (ringgit("79", 3), ringgit("4000", 1))
    assert balance.balance == ringgit("3921", 4)


async def test_a_comparison_has_both_sums_and_as_many_days_of_the_other(kept: Book) -> None:
    query = InsightQuery(
        measure=InsightMeasure.COMPARE,
        merchant="grab",
        since=date(2026, 3, 1),
        until=date(2026, 3, 14),
        against_since=date(2026, 2, 1),
        against_until=date(2026, 2, 28),
    )
    found = await ask(kept, query)
    assert (found.totals, found.against) == (ringgit("12", 1), ringgit("38", 2))
    assert found.against_so_far == ringgit("8", 1)


async def test_an_average_is_over_all_days_of_the_period(kept: Book) -> None:
    months = {"since": date(2026, 2, 1), "until": date(2026, 3, 31)}
    found = await ask(kept, InsightQuery(measure=InsightMeasure.AVERAGE, **months))
    assert {each.per: each.amount for each in found.averages} == {
        AveragedOver.VISIT: Decimal("23.40"),
        AveragedOver.DAY: Decimal("1.98"),
        AveragedOver.WEEK: Decimal("13.88"),
        AveragedOver.MONTH: Decimal("58.50"),
    }


async def test_a_total_is_told_for_each_and_rows_are_ranked_and_found(kept: Book) -> None:
    groupings = {
        Grouping.SHOP: [("AEON", 60), ("Grab", 50), ("Mydin", 7)],
        Grouping.CATEGORY: [("Groceries", 67), ("Food & Drink", 38), ("Transport", 12)],
        Grouping.PAYMENT: [("", 105), ("Cash", 12)],
        Grouping.MONTH: [("2026-02-01", 38), ("2026-03-01", 79)],
    }
    for by, groups in groupings.items():
        found = (await ask(kept, InsightQuery(by=by))).groups
        assert [(group.name, int(group.amount)) for group in found] == groups
    ranked: Sequence[tuple[InsightQuery, list[int]]] = [
        (InsightQuery(measure=LARGEST, top=2), [1, 4]),
        (InsightQuery(measure=InsightMeasure.SMALLEST), [2]),
        (InsightQuery(measure=InsightMeasure.FIRST), [5]),
        (InsightQuery(measure=InsightMeasure.LAST, merchant="grab"), [3]),
        (InsightQuery(measure=LIST, payment_method="cash"), [3]),
        (InsightQuery(measure=LIST, payment_method="cash", category="Fuel"), []),
        (InsightQuery(measure=LIST, kind=None, top=2), [7, 6]),
    ]
    for query, numbers in ranked:
        assert await listed(kept, query) == numbers, query


async def test_what_was_split_counts_in_each_category_with_its_part(kept: Book) -> None:
    parts = [{"category": "Groceries", "amount": 45}, {"category": "Household", "amount": 15}]
    await kept.query("UPDATE transactions SET parts = $1 WHERE task_id = $2", parts, task(1))
    household = await ask(kept, InsightQuery(measure=LIST, category="household"))
    assert (household.totals, len(household.cards)) == (ringgit("15", 1), 1)
    share = await ask(kept, InsightQuery(measure=InsightMeasure.SHARE, category="Groceries"))
    assert (share.totals, share.whole) == (ringgit("52", 2), ringgit("117", 5))
