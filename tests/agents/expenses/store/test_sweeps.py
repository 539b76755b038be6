"""A category for everything from one shop: changed and changed back as one, row by row in the
audit."""

from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.details import Mention
from agents.expenses.for_all import ForAllOrder, SweepRequest, SweepStep
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import amending, finding, saving, undoing

GRAB = ForAllOrder(name="Grab", category="Transport")


@pytest.fixture
async def rode(expenses: ExpenseStores) -> ExpenseStores:
    """Ann took Grab three times; the fourth is of another shop, the fifth is Bob's."""
    names = ("Grab", "GRAB", "Grab Food", "Grabber", "Grab")
    for number, name in enumerate(names, 1):
        user_id = BOB if number == len(names) else ANN
        row = saving(number, user_id=user_id, merchant=name, amount=Decimal(number))
        await expenses.ledger.save(row)
    return expenses


def asked(step: SweepStep, sweep: str = "s1", user_id: str = ANN) -> SweepRequest:
    return SweepRequest(user_id=user_id, conversation_id=CHAT, sweep=sweep, step=step)


CHANGE, BACK = asked(SweepStep.CHANGE), asked(SweepStep.UNDO)


async def categories(expenses: ExpenseStores) -> list[str | None]:
    found = [
        await expenses.ledger.find(finding(number, user_id=ANN if number < 5 else BOB))
        for number in range(1, 6)
    ]
    return [row.card.category for row in found if row is not None]


OLD = "Food & Drink"
NEW = "Transport"


async def test_it_is_learned_and_counted_and_nothing_changes_before_a_yes(
    rode: ExpenseStores,
) -> None:
    offered = await rode.sweeps.offer(ANN, "s1", GRAB)
    assert offered.count == 3
    assert await rode.sweeps.offer(ANN, "s1", GRAB) == offered
    assert await rode.preferences.learned_category(ANN, "grab") == NEW
    assert await rode.preferences.learned_category(BOB, "grab") is None
    assert await categories(rode) == [OLD] * 5


@pytest.mark.shows("safety 17")
async def test_all_are_changed_once_and_changed_back_in_one_go(
    stores: Stores, rode: ExpenseStores
) -> None:
    await rode.sweeps.offer(ANN, "s1", GRAB)
    for _ in range(2):
        assert (await rode.sweeps.change(CHANGE)).count == 3
    assert await categories(rode) == [NEW, NEW, NEW, OLD, OLD]
    async with stores.database.connection() as connection:
        lines = await connection.fetchval(
            "SELECT count(*) FROM transaction_changes WHERE kind = 'edited' AND sweep = 's1'"
        )
    assert lines == 3
    for _ in range(2):
        back = await rode.sweeps.change_back(BACK)
        assert (back.count, back.kept) == (3, 0)
    assert await categories(rode) == [OLD] * 5
    assert await rode.preferences.learned_category(ANN, "grab") is None
    assert (await rode.sweeps.change(CHANGE)).order is None


@pytest.mark.shows("safety 17")
async def test_a_row_that_was_changed_since_stays_and_one_alone_can_be_taken_back(
    rode: ExpenseStores,
) -> None:
    await rode.sweeps.offer(ANN, "s1", GRAB)
    await rode.sweeps.change(CHANGE)
    await rode.ledger.amend(amending(1, "c1", changes=Mention(category="Travel")))
    await rode.ledger.undo(undoing("u2", 2))
    back = await rode.sweeps.change_back(BACK)
    assert (back.count, back.kept) == (1, 2)
    assert await categories(rode) == ["Travel", OLD, OLD, OLD, OLD]


async def test_an_undo_of_nothing_in_particular_takes_no_single_row_of_it_back(
    rode: ExpenseStores,
) -> None:
    await rode.sweeps.offer(ANN, "s1", GRAB)
    await rode.sweeps.change(CHANGE)
    undone = await rode.ledger.undo(undoing("u9"))
    assert undone.stored is not None
    assert undone.stored.card.number == 4


async def test_what_was_learned_before_is_known_again(rode: ExpenseStores) -> None:
    await rode.sweeps.offer(ANN, "s1", ForAllOrder(name="Grab", category="Travel"))
    await rode.sweeps.offer(ANN, "s2", GRAB)
    await rode.sweeps.change(asked(SweepStep.CHANGE, "s2"))
    await rode.sweeps.change_back(asked(SweepStep.UNDO, ""))
    assert await rode.preferences.learned_category(ANN, "grab") == "Travel"


async def test_nobody_answers_for_another(rode: ExpenseStores) -> None:
    await rode.sweeps.offer(ANN, "s1", GRAB)
    assert (await rode.sweeps.change(asked(SweepStep.CHANGE, user_id=BOB))).order is None
    assert await categories(rode) == [OLD] * 5
