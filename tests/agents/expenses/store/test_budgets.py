"""How far a budget is used, and what is told when it is nearly, against the database."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from agents.expenses.budgets import Apart, BudgetPeriod, SpendingBudget
from agents.expenses.card import MoneyKind, SplitPart
from agents.expenses.details import Mention
from agents.expenses.for_all import ForAllOrder, SweepRequest, SweepStep
from agents.expenses.ledger import SaveRequest
from agents.expenses.splitting import SplitOrder
from agents.expenses.store.budgets import notices_of_many
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import DAY, amending, saving, task, undoing

FOOD = SpendingBudget(category="Food & Drink", amount=Decimal(100), currency="MYR")
ALL = SpendingBudget(amount=Decimal(1000), currency="MYR")


def spending(number: int, amount: str, **fields: object) -> SaveRequest:
    given = saving(number, amount=Decimal(amount))
    return given.model_copy(update={"today": DAY, **fields})


async def spend(expenses: ExpenseStores, number: int, amount: str, **fields: object) -> list[int]:
    """The levels that are told with it."""
    outcome = await expenses.ledger.save(spending(number, amount, **fields))
    return [notice.level for notice in outcome.notices]


async def spent(expenses: ExpenseStores, category: str = FOOD.category) -> Decimal:
    (standing,) = await expenses.budgets.standings(ANN, DAY, category)
    return standing.spent


@pytest.mark.shows("safety 20")
async def test_each_level_is_told_once_in_a_period(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    assert await spend(expenses, 1, "79.99") == []
    assert await spend(expenses, 2, "0.01") == [80]
    assert await spend(expenses, 3, "5") == []
    assert await spend(expenses, 4, "15") == [100]
    assert await spend(expenses, 5, "50") == []
    april = {"today": DAY + timedelta(days=30), "occurred_on": DAY + timedelta(days=30)}
    assert await spend(expenses, 6, "150", **april) == [100]


@pytest.mark.shows("safety 20")
async def test_a_save_that_is_repeated_tells_the_same(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    first = await expenses.ledger.save(spending(1, "90"))
    assert first.notices
    assert (await expenses.ledger.save(spending(1, "90"))).notices == first.notices


@pytest.mark.shows("safety 20")
async def test_after_an_undo_the_next_save_does_not_tell_again(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    assert await spend(expenses, 1, "90") == [80]
    await expenses.ledger.undo(undoing("u1", 1))
    assert await spent(expenses) == 0
    assert await spend(expenses, 2, "85") == []


@pytest.mark.shows("safety 20")
async def test_a_correction_may_bring_a_budget_to_its_level(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    await spend(expenses, 1, "10")
    change = amending(1, "c1", changes=Mention(amount=Decimal(120))).model_copy(
        update={"today": DAY}
    )
    first = await expenses.ledger.amend(change)
    assert [notice.level for notice in first.notices] == [100]
    assert (await expenses.ledger.amend(change)).notices == first.notices


@pytest.mark.shows("safety 20")
async def test_a_split_may_bring_a_budget_to_its_level(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    await spend(expenses, 1, "100", category="Travel")
    parts = [("Food & Drink", Decimal(85)), ("Travel", Decimal(15))]
    order = SplitOrder(
        user_id=ANN,
        conversation_id=CHAT,
        task_id=task(1),
        change_id=f"{task(1)}/c1",
        parts=tuple(SplitPart(category=name, amount=amount) for name, amount in parts),
        today=DAY,
    )
    first = await expenses.history.split(order)
    assert [notice.level for notice in first.notices] == [80]
    assert (await expenses.history.split(order)).notices == first.notices


@pytest.mark.shows("safety 20")
async def test_a_category_for_all_may_bring_a_budget_to_its_level(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    for number, amount in enumerate(("60", "61"), 1):
        await spend(expenses, number, amount, category="Travel", merchant="Grab")
    await expenses.sweeps.offer(ANN, "a1", ForAllOrder(name="Grab", category="Food & Drink"))
    sweep = SweepRequest(
        user_id=ANN, conversation_id=CHAT, sweep="a1", step=SweepStep.CHANGE, today=DAY
    )
    first = await expenses.sweeps.change(sweep)
    assert [notice.level for notice in first.notices] == [100]
    assert (await expenses.sweeps.change(sweep)).notices == first.notices


@pytest.mark.parametrize("kind", [MoneyKind.INCOME, MoneyKind.TRANSFER])
async def test_only_what_was_spent_counts(expenses: ExpenseStores, kind: MoneyKind) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    assert await spend(expenses, 1, "500", kind=kind) == []
    assert await spend(expenses, 2, "500", user_id=BOB) == []
    assert await spent(expenses) == 0


async def test_other_categories_count_for_all_spending_only(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    await expenses.budgets.set_budget(ANN, ALL, DAY)
    assert await spend(expenses, 1, "850", category="Travel") == [80]
    assert await spent(expenses) == 0
    assert await spent(expenses, "") == 850


async def test_a_part_counts_for_its_own_category(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    await spend(expenses, 1, "60", category="Travel")
    parts = [{"category": "Food & Drink", "amount": 20}, {"category": "Travel", "amount": 40}]
    async with expenses.database.connection() as connection:
        await connection.execute(
            "UPDATE transactions SET parts = $2 WHERE task_id = $1", task(1), parts
        )
    assert await spent(expenses) == 20


@pytest.mark.shows("safety 21")
async def test_foreign_amounts_count_at_their_rate_or_stay_apart(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    for number in (1, 2):
        await spend(expenses, number, "10.10", currency="USD")
    async with expenses.database.connection() as connection:
        await connection.execute(
            "UPDATE transactions SET home_currency = 'MYR', rate = 4.45 WHERE task_id = $1", task(1)
        )
    (standing,) = await expenses.budgets.standings(ANN, DAY, None)
    assert standing.spent == Decimal("44.94")
    assert standing.apart == (Apart(currency="USD", amount=Decimal("10.10"), count=1),)


async def test_a_budget_that_begins_beyond_a_level_tells_it_at_once_only(
    expenses: ExpenseStores,
) -> None:
    await spend(expenses, 1, "90")
    standing, before = await expenses.budgets.set_budget(ANN, FOOD, DAY)
    assert standing.spent == 90
    assert before is None
    assert await spend(expenses, 2, "1") == []
    assert await spend(expenses, 3, "9") == [100]
    higher = FOOD.model_copy(update={"amount": Decimal(120)})
    assert (await expenses.budgets.set_budget(ANN, higher, DAY))[1] == FOOD
    assert await spend(expenses, 4, "20") == [100]


async def test_a_week_begins_where_the_person_lives(expenses: ExpenseStores) -> None:
    week = FOOD.model_copy(update={"period": BudgetPeriod.WEEK, "week_starts": 6})
    standing, _ = await expenses.budgets.set_budget(ANN, week, DAY)
    assert (standing.since, standing.until) == (date(2026, 3, 8), date(2026, 3, 14))


async def test_many_rows_at_once_tell_a_level_once(expenses: ExpenseStores) -> None:
    await expenses.budgets.set_budget(ANN, FOOD, DAY)
    await expenses.budgets.set_budget(ANN, ALL, DAY)
    for number in (1, 2):
        await spend(expenses, number, "39")
    async with expenses.database.transaction() as connection:
        await connection.execute("UPDATE transactions SET amount = 50")
        told = await notices_of_many(connection, ANN, "import", DAY)
        again = await notices_of_many(connection, ANN, "import", DAY)
    assert [(each.standing.budget, each.level) for each in told] == [(FOOD, 100)]
    assert again == told


async def test_one_or_all_are_removed(expenses: ExpenseStores) -> None:
    for budget in (ALL, FOOD):
        await expenses.budgets.set_budget(ANN, budget, DAY)
    assert await expenses.budgets.remove(ANN, FOOD.category) == (FOOD,)
    assert await expenses.budgets.remove(ANN, None) == (ALL,)
    assert await expenses.budgets.remove(ANN, None) == ()
