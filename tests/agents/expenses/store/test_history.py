"""Looking through one person's expenses in the database, and splitting one of them."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.card import SplitPart
from agents.expenses.details import Mention
from agents.expenses.history import PAGE_ROWS, HistoryOrder
from agents.expenses.ledger import FindRequest
from agents.expenses.reading import LineItem, Reading
from agents.expenses.splitting import SplitOrder
from agents.expenses.store.stores import ExpenseStores
from domain.errors import NotFoundError
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.adapters.postgres.test_erasure import photo
from tests.agents.expenses.store.requests import amending, finding, saving, task, undoing

PARTS = (
    SplitPart(category="Groceries", amount=Decimal(12)),
    SplitPart(category="Household", amount=Decimal("3.50")),
)


@pytest.fixture
async def shopped(stores: Stores, expenses: ExpenseStores) -> ExpenseStores:
    """Ann bought five times, Bob once; each has a photo."""
    ledger = expenses.ledger
    for user_id, content in ((ANN, b"anns"), (BOB, b"bobs")):
        file = photo(content)
        await stores.users.person(Person(user_id=user_id))
        await stores.attachments.put(user_id, file, content)
        lines = ("GUARDIAN", f"Panadol {content.decode()}", "TOTAL 15.50")
        reading = Reading(sha256=file.sha256, engine="x", confidence=0.9, lines=lines)
        await expenses.readings.put(reading, Person(user_id=user_id))
    teh = (LineItem(name="Teh Tarik"),)
    sha256 = photo(b"anns").sha256
    await ledger.save(saving(1, merchant="Grab", occurred_on=date(2026, 3, 1), items=teh))
    await ledger.save(saving(2, merchant="Guardian", attachment_sha256=sha256, category="Health"))
    await ledger.save(saving(3, merchant="100%_Juice", amount=Decimal("45.90"), currency="EUR"))
    await ledger.save(saving(4, merchant="Gone Grab"))
    await ledger.undo(undoing("u", 4))
    await ledger.save(saving(5, merchant="Tesco", item="juice"))
    bobs = photo(b"bobs").sha256
    await ledger.save(saving(6, user_id=BOB, merchant="Grab", attachment_sha256=bobs))
    return expenses


async def numbers(
    expenses: ExpenseStores, order: Mapping[str, object], user_id: str = ANN
) -> list[int]:
    found = await expenses.history.matches(user_id, HistoryOrder.model_validate(order))
    assert found.total == len(found.cards)
    return [card.number for card in found.cards]


@pytest.mark.shows("safety 15")
@pytest.mark.parametrize(
    ("order", "found"),
    [
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
        ({"least": "45.9", "most": "45.9"}, [3]),
        ({"least": "45.9", "most": "45.9", "currency": "MYR"}, []),
        ({"until": "2026-03-02"}, [1]),
        ({"category": "health"}, [2]),
        ({"deleted": True}, [4]),
        ({"since": "2030-01-01"}, []),
    ],
)
async def test_each_thing_that_can_be_looked_for_is_found(
    shopped: ExpenseStores, order: dict[str, object], found: list[int]
) -> None:
    assert await numbers(shopped, order) == found


@pytest.mark.shows("safety 15")
async def test_nobody_finds_what_is_anothers(shopped: ExpenseStores) -> None:
    assert await numbers(shopped, {"words": ("bobs",)}) == []
    assert await numbers(shopped, {"words": ("panadol",)}, BOB) == [6]
    assert await shopped.history.row(finding(6)) is None


@pytest.mark.shows("safety 15")
async def test_pages_go_on_where_the_one_before_ended(expenses: ExpenseStores) -> None:
    for number in range(1, PAGE_ROWS + 3):
        await expenses.ledger.save(saving(number))
    pages = [await expenses.history.matches(ANN, HistoryOrder(page=page)) for page in (1, 2, 9)]
    assert [len(page.cards) for page in pages] == [PAGE_ROWS, 2, 0]
    assert {page.total for page in pages[:2]} == {PAGE_ROWS + 2}
    shown = [card.number for page in pages for card in page.cards]
    assert shown == list(range(PAGE_ROWS + 2, 0, -1))


async def test_a_row_comes_with_its_photo_by_its_task_or_its_number(
    shopped: ExpenseStores,
) -> None:
    by_number = FindRequest(user_id=ANN, conversation_id=CHAT, number=2)
    row = await shopped.history.row(by_number)
    assert row is not None
    assert row.photo is not None
    assert (row.photo.sha256, row.photo.name) == (photo(b"anns").sha256, "receipt-2.jpg")
    assert await shopped.history.row(finding(2)) == row
    gone = await shopped.history.row(finding(4))
    assert gone is not None
    assert (gone.deleted, gone.photo) == (True, None)


def splitting(change: str = "s1", user_id: str = ANN) -> SplitOrder:
    return SplitOrder(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(1),
        change_id=f"{task(1)}/{change}",
        parts=PARTS,
        evidence="split it",
    )


async def parts(expenses: ExpenseStores) -> tuple[SplitPart, ...]:
    found = await expenses.ledger.find(finding(1))
    assert found is not None
    return found.card.parts


class TestSplitting:
    @pytest.mark.shows("safety 16")
    async def test_a_split_is_kept_once_counts_by_category_and_undo_takes_it_back(
        self, stores: Stores, expenses: ExpenseStores
    ) -> None:
        await expenses.ledger.save(saving(1))
        outcome = await expenses.history.split(splitting())
        assert await expenses.history.split(splitting()) == outcome
        assert await parts(expenses) == PARTS
        assert [change.field for change in outcome.changes] == ["parts"]
        async with stores.database.connection() as connection:
            booked = await connection.fetch("SELECT category, amount FROM booked ORDER BY 1")
        assert [tuple(row) for row in booked] == [(p.category, p.amount) for p in PARTS]
        assert await numbers(expenses, {"category": "household"}) == [1]
        assert await numbers(expenses, {"category": "food & drink"}) == []
        undone = await expenses.ledger.undo(undoing("u1", 1, shown="s1"))
        assert undone.changes[0].after is None
        assert await parts(expenses) == ()

    @pytest.mark.shows("safety 16")
    async def test_another_amount_is_shared_out_alike_and_undone_with_it(
        self, expenses: ExpenseStores
    ) -> None:
        await expenses.ledger.save(saving(1))
        await expenses.history.split(splitting())
        changed = await expenses.ledger.amend(
            amending(1, "c1", changes=Mention(amount=Decimal(31)))
        )
        assert [part.amount for part in await parts(expenses)] == [Decimal(24), Decimal(7)]
        assert [change.field for change in changed.changes] == ["amount", "parts"]
        await expenses.ledger.undo(undoing("u1", 1, shown="c1"))
        assert await parts(expenses) == PARTS

    async def test_a_category_for_the_whole_ends_the_split(self, expenses: ExpenseStores) -> None:
        await expenses.ledger.save(saving(1))
        await expenses.history.split(splitting())
        await expenses.ledger.amend(amending(1, "c1", changes=Mention(category="Gifts")))
        assert await parts(expenses) == ()
        await expenses.ledger.undo(undoing("u1", 1, shown="c1"))
        assert await parts(expenses) == PARTS

    async def test_what_is_deleted_or_anothers_or_of_another_amount_is_not_split(
        self, expenses: ExpenseStores
    ) -> None:
        await expenses.ledger.save(saving(1))
        with pytest.raises(NotFoundError):
            await expenses.history.split(splitting(user_id=BOB))
        await expenses.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal(20))))
        assert (await expenses.history.split(splitting())).problem is not None
        await expenses.ledger.undo(undoing("u1", 1, shown="save"))
        with pytest.raises(NotFoundError):
            await expenses.history.split(splitting("s2"))
        assert await parts(expenses) == ()
