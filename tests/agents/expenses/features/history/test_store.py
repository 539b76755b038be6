"""Looking through one person's expenses in the database."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.features.history import store
from agents.expenses.features.history.search import PAGE_ROWS, ExpenseSearch
from agents.expenses.features.history.tools import ExpensesFound, SavedExpense
from agents.expenses.ledger import FindRequest
from agents.expenses.reading import LineItem, Reading
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.adapters.postgres.test_erasure import photo
from tests.agents.expenses.store.requests import Book, finding


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


async def matches(book: Book, search: ExpenseSearch, user_id: str = ANN) -> ExpensesFound:
    async with book.database.connection() as connection:
        return await store.matches(connection, user_id, search)


async def one(book: Book, request: FindRequest) -> SavedExpense | None:
    async with book.database.connection() as connection:
        return await store.one(connection, request)


async def numbers(book: Book, search: Mapping[str, object], user_id: str = ANN) -> list[int]:
    found = await matches(book, ExpenseSearch.model_validate(search), user_id)
    assert found.total == len(found.cards)
    return [card.number for card in found.cards]


@pytest.mark.shows("safety 15")
async def test_each_thing_that_can_be_looked_for_is_found(shopped: Book) -> None:
    searches: list[tuple[dict[str, object], list[int]]] = [
        ({}, [5, 3, 2, 1]),
        ({"words": "Gra"}, [1]),
        ({"words": "tarik"}, [1]),
        ({"words": "panadol"}, [2]),
        ({"words": "total panadol"}, [2]),
        ({"words": "juice"}, [5, 3]),
        ({"words": "esco"}, [5]),
        ({"words": "%_"}, [3]),
        ({"words": "_"}, [3]),
        ({"words": "tesco nothing"}, []),
        ({"words": "'; --"}, []),
        ({"words": "bobs"}, []),
        ({"least": "45.9", "most": "45.9"}, [3]),
        ({"least": "45.9", "most": "45.9", "currency": "MYR"}, []),
        ({"until": "2026-03-02"}, [1]),
        ({"category": "health"}, [2]),
        ({"deleted": True}, [4]),
        ({"since": "2030-01-01"}, []),
    ]
    for search, found in searches:
        assert await numbers(shopped, search) == found, search
    assert await numbers(shopped, {"words": "panadol"}, BOB) == [6]
    assert await one(shopped, finding(6)) is None


@pytest.mark.shows("safety 15")
async def test_pages_go_on_where_the_one_before_ended(book: Book) -> None:
    for number in range(1, PAGE_ROWS + 3):
        await book.save(number)
    pages = [await matches(book, ExpenseSearch(page=page)) for page in (1, 2, 9)]
    assert [(page.page, len(page.cards)) for page in pages] == [(1, PAGE_ROWS), (2, 2), (9, 0)]
    assert {page.total for page in pages[:2]} == {PAGE_ROWS + 2}
    shown = [card.number for page in pages for card in page.cards]
    assert shown == list(range(PAGE_ROWS + 2, 0, -1))


async def test_a_row_comes_with_its_photo_by_its_task_or_its_number(shopped: Book) -> None:
    row = await one(shopped, FindRequest(user_id=ANN, conversation_id=CHAT, number=2))
    assert row is not None
    assert row.photo is not None
    assert (row.photo.sha256, row.photo.name) == (photo(b"anns").sha256, "receipt-2.jpg")
    assert await one(shopped, finding(2)) == row
    assert row.here
    elsewhere = finding(2).model_copy(update={"conversation_id": "another"})
    assert await one(shopped, elsewhere) == row.model_copy(update={"here": False})
    gone = await one(shopped, finding(4))
    assert gone is not None
    assert (gone.deleted, gone.photo) == (True, None)


async def test_a_number_that_this_chat_has_not_is_one_of_the_persons_other_chats(
    shopped: Book,
) -> None:
    def new_chat(number: int) -> FindRequest:
        return FindRequest(user_id=ANN, conversation_id="new", number=number)

    only = await one(shopped, new_chat(2))
    assert only is not None
    assert (only.card.merchant, only.here, only.others) == ("Guardian", False, ())
    for number in (4, 6):  # one that was taken back, one of somebody else
        assert await one(shopped, new_chat(number)) is None
    async with shopped.database.connection() as connection:
        await connection.execute("UPDATE transactions SET number = 2 WHERE number = 5")
    several = await one(shopped, new_chat(2))
    assert several is not None
    assert [each.merchant for each in (several.card, *several.others)] == ["Tesco", "Guardian"]


async def test_of_a_split_expense_the_categories_of_its_parts_count(book: Book) -> None:
    await book.save()
    parts = [{"category": "Groceries", "amount": 12}, {"category": "Household", "amount": 3.5}]
    await book.query("UPDATE transactions SET parts = $1", parts)
    assert await numbers(book, {"category": "household"}) == [1]
    assert await numbers(book, {"category": "food & drink"}) == []
