"""How far a budget is used, and what is told when it is nearly, against the database."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from decimal import Decimal

import pytest

from adapters.postgres.pool import Database
from agents.expenses.details import Mention
from agents.expenses.features.budgets import store as budgets
from agents.expenses.features.budgets.budget import (
    BudgetNotice,
    BudgetPeriod,
    BudgetStanding,
    SpendingBudget,
)
from agents.expenses.features.budgets.notices import note_levels
from agents.expenses.features.budgets.tools import BudgetSet
from agents.expenses.shown import FeatureNotice, MoneyKind, SplitPart
from agents.expenses.spending import CurrencyTotal
from agents.expenses.splitting import SplitOrder
from agents.expenses.store import postings, transactions
from agents.expenses.store.feature_notices import notices_of, notices_of_many, told_notices
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import DAY, Book, amending, saving, task


class BudgetCalls:
    """What is asked about budgets, each in a transaction as its tool has it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_budget(self, user_id: str, budget: SpendingBudget, today: date) -> BudgetSet:
        async with self._database.transaction() as connection:
            done = await budgets.set_budget(connection, user_id, budget, today)
            await note_levels(connection, user_id, done.standing, "")
            return done

    async def standings(
        self, user_id: str, today: date, category: str | None
    ) -> tuple[BudgetStanding, ...]:
        async with self._database.transaction() as connection:
            return await budgets.standings(connection, user_id, today, category)

    async def remove(self, user_id: str, category: str | None) -> tuple[SpendingBudget, ...]:
        async with self._database.transaction() as connection:
            return await budgets.remove(connection, user_id, category)

    async def category_called(self, user_id: str, name: str) -> str | None:
        async with self._database.transaction() as connection:
            return await budgets.category_called(connection, user_id, name)


def of(book: Book) -> BudgetCalls:
    return BudgetCalls(book.database)


FOOD = SpendingBudget(category="Food & Drink", amount=Decimal(100), currency="MYR")
ALL = SpendingBudget(amount=Decimal(1000), currency="MYR")


@pytest.fixture
async def limited(book: Book) -> Book:
    """Ann may spend 100 ringgit on food in a month."""
    await of(book).set_budget(ANN, FOOD, DAY)
    return book


def levels(notices: Sequence[FeatureNotice]) -> list[int]:
    return [BudgetNotice.model_validate(each.content).level for each in notices]


async def spend(book: Book, number: int, amount: str, **fields: object) -> list[int]:
    """The levels that are told with it."""
    request = saving(number, amount=Decimal(amount), today=DAY).model_copy(update=fields)
    return levels((await book.ledger.save(request)).notices)


async def spent(book: Book, category: str = FOOD.category) -> Decimal:
    (standing,) = await of(book).standings(ANN, DAY, category)
    return standing.spent


@pytest.mark.shows("safety 20")
async def test_each_level_is_told_once_in_a_period(limited: Book) -> None:
    assert await spend(limited, 1, "79.99") == []
    assert await spend(limited, 2, "0.01") == [80]
    assert await spend(limited, 2, "0.01") == [80]  # repeated, it tells the same
    assert await spend(limited, 3, "5") == []
    assert await spend(limited, 4, "15") == [100]
    assert await spend(limited, 5, "50") == []
    april = DAY + timedelta(days=30)
    assert await spend(limited, 6, "150", today=april, occurred_on=april) == [100]


@pytest.mark.shows("safety 20")
async def test_after_an_undo_the_next_save_does_not_tell_again(limited: Book) -> None:
    assert await spend(limited, 1, "90") == [80]
    await limited.undo("u1", 1)
    assert await spent(limited) == 0
    assert await spend(limited, 2, "85") == []


Notices = tuple[FeatureNotice, ...]


async def correct(book: Book) -> Notices:
    change = amending(1, "c1", changes=Mention(category="Food & Drink", amount=Decimal(85)))
    return (await book.ledger.amend(change.model_copy(update={"today": DAY}))).notices


async def split(book: Book) -> Notices:
    parts = [("Food & Drink", Decimal(85)), ("Travel", Decimal(15))]
    order = SplitOrder(
        user_id=ANN,
        conversation_id=CHAT,
        task_id=task(1),
        change_id=f"{task(1)}/c1",
        parts=tuple(SplitPart(category=name, amount=amount) for name, amount in parts),
        today=DAY,
    )
    async with book.database.transaction() as connection:
        told = await told_notices(connection, ANN, order.change_id)
        if told:
            return told
        row = await transactions.locked(connection, ANN, order.task_id)
        row, _ = await postings.split(connection, order, row)
        return await notices_of(connection, row, order.change_id, order.today)


@pytest.mark.shows("safety 20")
@pytest.mark.parametrize(("change", "level"), [(correct, 80), (split, 80)])
async def test_whatever_changes_a_category_may_bring_a_budget_to_its_level(
    limited: Book, change: Callable[[Book], Awaitable[Notices]], level: int
) -> None:
    assert await spend(limited, 1, "100", category="Travel", merchant="Grab") == []
    first = await change(limited)
    assert levels(first) == [level]
    assert await change(limited) == first


async def test_only_what_one_spent_oneself_counts(limited: Book) -> None:
    for number, kind in enumerate((MoneyKind.INCOME, MoneyKind.TRANSFER), 1):
        assert await spend(limited, number, "500", kind=kind) == []
    assert await spend(limited, 3, "500", user_id=BOB) == []
    assert await spent(limited) == 0


async def test_other_categories_count_for_all_spending_only(limited: Book) -> None:
    await of(limited).set_budget(ANN, ALL, DAY)
    assert await spend(limited, 1, "850", category="Travel") == [80]
    assert await spent(limited) == 0
    assert await spent(limited, "") == 850
    parts = [{"category": "Food & Drink", "amount": 20}, {"category": "Travel", "amount": 830}]
    await limited.query("UPDATE transactions SET parts = $1", parts)
    assert await spent(limited) == 20


@pytest.mark.shows("safety 21")
async def test_foreign_amounts_count_at_their_rate_or_stay_apart(limited: Book) -> None:
    for number in (1, 2):
        await spend(limited, number, "10.10", currency="USD")
    rated = "UPDATE transactions SET home_currency = 'MYR', rate = 4.45 WHERE task_id = $1"
    await limited.query(rated, task(1))
    (standing,) = await of(limited).standings(ANN, DAY, None)
    assert standing.spent == Decimal("44.94")
    assert standing.apart == (CurrencyTotal(currency="USD", amount=Decimal("10.10"), count=1),)


async def test_a_budget_that_begins_beyond_a_level_tells_it_at_once_only(book: Book) -> None:
    await spend(book, 1, "90")
    done = await of(book).set_budget(ANN, FOOD, DAY)
    assert done.standing.spent == 90
    assert done.before is None
    assert await spend(book, 2, "1") == []
    assert await spend(book, 3, "9") == [100]
    higher = FOOD.model_copy(update={"amount": Decimal(120)})
    assert (await of(book).set_budget(ANN, higher, DAY)).before == FOOD
    assert await spend(book, 4, "20") == [100]


async def test_a_week_begins_where_the_person_lives(book: Book) -> None:
    week = FOOD.model_copy(update={"period": BudgetPeriod.WEEK, "week_starts": 6})
    standing = (await of(book).set_budget(ANN, week, DAY)).standing
    assert (standing.since, standing.until) == (date(2026, 3, 8), date(2026, 3, 14))


async def test_many_rows_at_once_tell_a_level_once(limited: Book) -> None:
    await of(limited).set_budget(ANN, ALL, DAY)
    for number in (1, 2):
        await spend(limited, number, "39")
    async with limited.database.transaction() as connection:
        await connection.execute("UPDATE transactions SET amount = 50")
        first = await notices_of_many(connection, ANN, "import", DAY)
        again = await notices_of_many(connection, ANN, "import", DAY)
    (told,) = (BudgetNotice.model_validate(each.content) for each in first)
    assert (told.standing.budget, told.level) == (FOOD, 100)
    assert again == first


async def test_one_or_all_are_removed(limited: Book) -> None:
    await of(limited).set_budget(ANN, ALL, DAY)
    assert await of(limited).remove(ANN, FOOD.category) == (FOOD,)
    assert await of(limited).remove(ANN, None) == (ALL,)
    assert await of(limited).remove(ANN, None) == ()
