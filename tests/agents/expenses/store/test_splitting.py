"""Splitting one person's expenses in the database."""

from decimal import Decimal

import pytest

from agents.expenses.card import SplitPart
from agents.expenses.splitting import SplitOrder, SplitOutcome
from domain.errors import NotFoundError
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import Book, finding, task

PARTS = (
    SplitPart(category="Groceries", amount=Decimal(12)),
    SplitPart(category="Household", amount=Decimal("3.50")),
)


async def split(book: Book, change: str = "s1", user_id: str = ANN) -> SplitOutcome:
    order = SplitOrder(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(1),
        change_id=f"{task(1)}/{change}",
        parts=PARTS,
        evidence="split it",
    )
    return await book.splits.split(order)


async def test_one_to_split_may_be_of_another_conversation_but_not_another_persons(
    book: Book,
) -> None:
    saved = await book.save()
    elsewhere = finding(1).model_copy(update={"conversation_id": "another"})
    assert await book.splits.find(elsewhere) == saved
    numbered = elsewhere.model_copy(update={"task_id": "", "number": 1})
    assert await book.splits.find(numbered) is None
    assert await book.splits.find(finding(1, user_id=BOB)) is None


class TestSplitting:
    @pytest.mark.shows("safety 16")
    async def test_a_split_is_kept_once_counts_by_category_and_undo_takes_it_back(
        self, book: Book
    ) -> None:
        await book.save()
        outcome = await split(book)
        assert await split(book) == outcome
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

    async def test_what_is_deleted_or_anothers_or_of_another_amount_is_not_split(
        self, book: Book
    ) -> None:
        await book.save()
        with pytest.raises(NotFoundError):
            await split(book, user_id=BOB)
        await book.amend(1, "c1", amount=20)
        assert (await split(book)).problem is not None
        await book.undo("u1", 1, shown="save")
        with pytest.raises(NotFoundError):
            await split(book, "s2")
        assert (await book.card()).parts == ()
