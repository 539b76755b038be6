from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.details import Mention
from agents.expenses.ledger import UndoOutcome
from agents.expenses.spending import InsightQuery, InsightRequest
from domain.errors import NotFoundError, StorageRejectedError
from tests.adapters.postgres.requests import ANN, BOB, CHAT, recalling
from tests.agents.expenses.store.requests import Book, amending, finding, restoring, saving

IMAGE = "a" * 64


@pytest.mark.shows("safety 11")
async def test_nobody_finds_or_changes_a_row_of_somebody_else(stores: Stores, book: Book) -> None:
    mine = await book.save(1, merchant="Shell", attachment_sha256=IMAGE, category_chosen=True)

    assert await book.ledger.find(finding(1, user_id=BOB)) is None
    assert await book.ledger.find_by_image(BOB, IMAGE) is None
    change = Mention(amount=Decimal(1))
    with pytest.raises(NotFoundError):
        await book.ledger.amend(amending(1, "c1", user_id=BOB, changes=change))
    for undo, number in (("u1", None), ("u2", 1)):
        assert await book.undo(undo, number, user_id=BOB) == UndoOutcome()
    with pytest.raises(NotFoundError):
        await book.ledger.restore(restoring(1, "r1", user_id=BOB))
    with pytest.raises(StorageRejectedError):
        await book.ledger.save(saving(1, user_id=BOB, amount=Decimal(1)))
    assert await book.row(1) == mine

    answer = await book.ledger.insight(
        InsightRequest(user_id=BOB, conversation_id=CHAT, query=InsightQuery())
    )
    assert (answer.totals, answer.by_category, answer.cards) == ((), (), ())
    assert await book.learned("Shell", user_id=BOB) is None
    assert await book.preferences.categories_used(BOB, 5) == ()
    assert (await stores.transcript.recall(recalling(user_id=BOB))).recent == ()
    assert (await stores.transcript.recall(recalling())).recent != ()


@pytest.mark.shows("scenario 40")
async def test_undo_in_a_shared_chat_takes_back_ones_own_save(book: Book) -> None:
    await book.save(1, user_id=ANN)
    await book.save(2, user_id=BOB)
    outcome = await book.undo("u1")
    assert outcome.stored is not None
    assert outcome.stored.card.number == 1
    assert not (await book.row(2, user_id=BOB)).deleted
    with pytest.raises(StorageRejectedError):  # a change id of somebody else tells nothing
        await book.undo("u1", user_id=BOB)
