"""A category for everything from one shop: changed and changed back as one, row by row in the
audit."""

from decimal import Decimal

import pytest

from agents.expenses.features.sweeps.store import Sweeps
from agents.expenses.features.sweeps.sweep import ForAllOrder, SweepRequest
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import Book

GRAB = ForAllOrder(name="Grab", category="Transport")
OLD, NEW = "Food & Drink", "Transport"


@pytest.fixture
async def rode(book: Book) -> Book:
    """Ann took Grab three times; the fourth is of another shop, the fifth is Bob's."""
    names = ("Grab", "GRAB", "Grab Food", "Grabber", "Grab")
    for number, name in enumerate(names, 1):
        user_id = BOB if number == len(names) else ANN
        await book.save(number, user_id=user_id, merchant=name, amount=Decimal(number))
    return book


def asked(sweep: str = "s1", user_id: str = ANN) -> SweepRequest:
    return SweepRequest(user_id=user_id, conversation_id=CHAT, sweep=sweep)


S1 = asked()


def of(book: Book) -> Sweeps:
    return Sweeps(book.database)


async def categories(book: Book) -> list[str]:
    rows = await book.query("SELECT category FROM transactions ORDER BY number")
    return [row["category"] for row in rows]


async def test_it_is_learned_and_counted_and_nothing_changes_before_a_yes_of_ones_own(
    rode: Book,
) -> None:
    offered = await of(rode).offer(ANN, "s1", GRAB)
    assert offered.count == 3
    assert await of(rode).offer(ANN, "s1", GRAB) == offered
    assert await rode.learned("grab") == NEW
    assert await rode.learned("grab", user_id=BOB) is None
    assert (await of(rode).change(asked(user_id=BOB))).order is None
    assert await categories(rode) == [OLD] * 5


@pytest.mark.shows("safety 17")
async def test_all_are_changed_once_and_changed_back_in_one_go(rode: Book) -> None:
    await of(rode).offer(ANN, "s1", GRAB)
    for _ in range(2):
        assert (await of(rode).change(S1)).count == 3
    assert await categories(rode) == [NEW, NEW, NEW, OLD, OLD]
    edited = "transaction_changes WHERE kind = 'edited' AND sweep = 's1'"
    assert await rode.count(edited) == 3
    for _ in range(2):
        back = await of(rode).change_back(S1)
        assert (back.count, back.kept) == (3, 0)
    assert await categories(rode) == [OLD] * 5
    assert await rode.learned("grab") is None
    assert (await of(rode).change(S1)).order is None


@pytest.mark.shows("safety 17")
async def test_a_row_that_was_changed_since_stays_and_one_alone_can_be_taken_back(
    rode: Book,
) -> None:
    await of(rode).offer(ANN, "s1", GRAB)
    await of(rode).change(S1)
    await rode.amend(1, "c1", category="Travel")
    await rode.undo("u2", 2)
    back = await of(rode).change_back(S1)
    assert (back.count, back.kept) == (1, 2)
    assert await categories(rode) == ["Travel", OLD, OLD, OLD, OLD]


async def test_an_undo_of_nothing_in_particular_takes_no_single_row_of_it_back(rode: Book) -> None:
    await of(rode).offer(ANN, "s1", GRAB)
    await of(rode).change(S1)
    undone = await rode.undo("u9")
    assert undone.stored is not None
    assert undone.stored.card.number == 4


async def test_what_was_learned_before_is_known_again(rode: Book) -> None:
    await of(rode).offer(ANN, "s1", ForAllOrder(name="Grab", category="Travel"))
    await of(rode).offer(ANN, "s2", GRAB)
    await of(rode).change(asked("s2"))
    await of(rode).change_back(asked(""))
    assert await rode.learned("grab") == "Travel"
