"""Splitting one person's expenses in the database."""

from decimal import Decimal

import pytest

from agents.expenses.features.splits import store
from agents.expenses.features.splits.tools import ExpenseSplit
from agents.expenses.ledger import FindRequest
from agents.expenses.shown import SplitPart
from agents.expenses.splitting import SplitOrder
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import Book, finding, task

PARTS = (
    SplitPart(category="Groceries", amount=Decimal(12)),
    SplitPart(category="Household", amount=Decimal("3.50")),
)


async def split(book: Book, change: str = "s1", user_id: str = ANN) -> ExpenseSplit | None:
    """Splits the first expense; None where it is not there to be split."""
    async with book.database.transaction() as connection:
        row = await store.find(connection, finding(1, user_id=user_id))
        if row is None:
            return None
        order = SplitOrder(
            user_id=user_id,
            conversation_id=CHAT,
            task_id=task(1),
            change_id=f"{CHAT}/{change}",
            parts=PARTS,
        )
        return await store.split(connection, order, row)


async def found(book: Book, number: int, task_id: str = "", chat: str = CHAT) -> str | None:
    request = FindRequest(user_id=ANN, conversation_id=chat, task_id=task_id, number=number)
    async with book.database.transaction() as connection:
        row = await store.find(connection, request)
    return None if row is None else row["task_id"]


async def test_it_is_found_by_its_id_by_its_number_here_or_as_the_one_changed_last(
    book: Book,
) -> None:
    assert await found(book, 0) is None
    await book.save(1)
    await book.save(2)
    assert await found(book, 0) == task(2)
    await book.amend(1, "c1", amount=20)
    assert await found(book, 0) == task(1)
    assert await found(book, 2) == task(2)
    assert await found(book, 2, chat="another") is None
    assert await found(book, 0, task(2), chat="another") == task(2)
    await book.undo("u1", 2)
    assert await found(book, 2) is None


class TestSplitting:
    @pytest.mark.shows("safety 16")
    async def test_a_split_is_kept_once_counts_by_category_and_undo_takes_it_back(
        self, book: Book
    ) -> None:
        await book.save()
        outcome = await split(book)
        assert outcome is not None
        assert (await book.card()).parts == PARTS
        assert [change.field for change in outcome.changes] == ["parts"]
        booked = await book.query("SELECT category, amount FROM booked ORDER BY 1")
        assert [tuple(row) for row in booked] == [(p.category, p.amount) for p in PARTS]
        undone = await book.undo("u1", 1, shown="s1")
        assert undone.changes[0].after is None
        assert (await book.card()).parts == ()

    @pytest.mark.shows("safety 16")
    async def test_another_amount_is_shared_out_alike_and_a_category_for_all_ends_the_split(
        self, book: Book
    ) -> None:
        await book.save()
        await split(book)
        changed = await book.amend(1, "c1", amount=31)
        parts = (await book.card()).parts
        assert [part.amount for part in parts] == [Decimal(24), Decimal(7)]
        assert [change.field for change in changed.changes] == ["amount", "parts"]
        await book.amend(1, "c2", category="Gifts")
        assert (await book.card()).parts == ()
        await book.undo("u1", 1, shown="c2")
        assert (await book.card()).parts == parts
        await book.undo("u2", 1, shown="c1")
        assert (await book.card()).parts == PARTS

    async def test_what_is_deleted_or_anothers_is_not_split(self, book: Book) -> None:
        await book.save()
        assert await split(book, user_id=BOB) is None
        await book.undo("u1", 1, shown="save")
        assert await split(book, "s2") is None
        assert (await book.card()).parts == ()
