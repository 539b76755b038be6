"""Looking through one person's expenses in the database, and splitting one of them."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.card import SplitPart
from agents.expenses.history import PAGE_ROWS, HistoryOrder
from agents.expenses.ledger import FindRequest
from agents.expenses.reading import LineItem, Reading
from agents.expenses.splitting import SplitOrder, SplitOutcome
from domain.errors import NotFoundError
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.adapters.postgres.test_erasure import photo
from tests.agents.expenses.store.requests import Book, finding, task

PARTS = (
    SplitPart(category="Groceries", amount=Decimal(12)),
    SplitPart(category="Household", amount=Decimal("3.50")),
)


@pytest.fixture
async def shopped(stores: Stores, book: Book) -> Book:
    """Ann bought five times, Bob once; each has a photo."""
    for user_id, content in ((ANN, b"anns"), (BOB, b"bobs")):
        file = photo(content)
        await stores.users.person(Person(user_id=user_id))
        await stores.attachments.put(user_id, file, content)
        lines = ("GUARDIAN", f"Panadol {content.decode()}", "TOTAL 15.50")
        reading = Reading(sha256=file.sha256, engine="x", confidence=0.9, lines=lines)
        await book.readings.put(reading, Person(user_id=user_id))
    teh = (LineItem(name="Teh Tarik"),)
    anns, bobs = photo(b"anns").sha256, photo(b"bobs").sha256
    await book.save(1, merchant="Grab", occurred_on=date(2026, 3, 1), items=teh)
    await book.save(2, merchant="Guardian", attachment_sha256=anns, category="Health")
    await book.save(3, merchant="100%_Juice", amount=Decimal("45.90"), currency="EUR")
    await book.save(4, merchant="Gone Grab")
    await book.undo("u", 4)
    await book.save(5, merchant="Tesco", item="juice")
    await book.save(6, user_id=BOB, merchant="Grab", attachment_sha256=bobs)
    return book


async def numbers(book: Book, order: Mapping[str, object], user_id: str = ANN) -> list[int]:
    found = await book.history.matches(user_id, HistoryOrder.model_validate(order))
    assert found.total == len(found.cards)
    return [card.number for card in found.cards]


@pytest.mark.shows("safety 15")
async def test_each_thing_that_can_be_looked_for_is_found(shopped: Book) -> None:
    orders: list[tuple[dict[str, object], list[int]]] = [
        ({}, [5, 3, 2, 1]),
        ({"words": ("gra",)}, [1]),
        ({"words": ("tarik",)}, [1]),
        ({"words": ("panadol",)}, [2]),
        ({"words": ("total", "panadol")}, [2]),
        ({"words": ("juice",)}, [5, 3]),
        ({"words": ("esco",)}, [5]),
        ({"words": ("%_",)}, [3]),
        ({"words": ("_",)}, [3]),
        ({"words": ("tesco", "nothing")}, []),
        ({"words": ("'; --",)}, []),
        ({"words": ("bobs",)}, []),
        ({"least": "45.9", "most": "45.9"}, [3]),
        ({"least": "45.9", "most": "45.9", "currency": "MYR"}, []),
        ({"until": "2026-03-02"}, [1]),
        ({"category": "health"}, [2]),
        ({"deleted": True}, [4]),
        ({"since": "2030-01-01"}, []),
    ]
    for order, found in orders:
        assert await numbers(shopped, order) == found, order
    assert await numbers(shopped, {"words": ("panadol",)}, BOB) == [6]
    assert await shopped.history.row(finding(6)) is None


@pytest.mark.shows("safety 15")
async def test_pages_go_on_where_the_one_before_ended(book: Book) -> None:
    for number in range(1, PAGE_ROWS + 3):
        await book.save(number)
    pages = [await book.history.matches(ANN, HistoryOrder(page=page)) for page in (1, 2, 9)]
    assert [len(page.cards) for page in pages] == [PAGE_ROWS, 2, 0]
    assert {page.total for page in pages[:2]} == {PAGE_ROWS + 2}
    shown = [card.number for page in pages for card in page.cards]
    assert shown == list(range(PAGE_ROWS + 2, 0, -1))


async def test_a_row_comes_with_its_photo_by_its_task_or_its_number(shopped: Book) -> None:
    row = await shopped.history.row(FindRequest(user_id=ANN, conversation_id=CHAT, number=2))
    assert row is not None
    assert row.photo is not None
    assert (row.photo.sha256, row.photo.name) == (photo(b"anns").sha256, "receipt-2.jpg")
    assert await shopped.history.row(finding(2)) == row
    gone = await shopped.history.row(finding(4))
    assert gone is not None
    assert (gone.deleted, gone.photo) == (True, None)


async def split(book: Book, change: str = "s1", user_id: str = ANN) -> SplitOutcome:
    order = SplitOrder(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(1),
        change_id=f"{task(1)}/{change}",
        parts=PARTS,
        evidence="split it",
    )
    return await book.history.split(order)


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
        assert await numbers(book, {"category": "household"}) == [1]
        assert await numbers(book, {"category": "food & drink"}) == []
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
