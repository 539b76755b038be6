"""The list of a household: who sees whose rows, and what of them."""

from csv import DictReader
from datetime import timedelta
from decimal import Decimal
from hashlib import sha256

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.features.browse.activities import delete_expenses, edit_expenses
from agents.expenses.features.browse.collection import COLLECTION
from agents.expenses.features.browse.tools import ExpenseEdit, ExpenseRows
from agents.expenses.features.household import activities
from agents.expenses.features.household.tools import OwnName
from agents.expenses.shown import Provenance
from domain.collections import CollectionFile, CollectionPage, CollectionQuery, TableForm
from domain.errors import ToolRefusedError
from domain.messages import Attachment, MediaKind
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.features.browse.test_reading import EN, view
from tests.agents.expenses.features.household.test_members import CARL, do, invited, join
from tests.agents.expenses.store.requests import DAY, Book, task
from tests.paper import drawn, encoded

PHOTO = encoded(drawn(), "PNG")
SHA = sha256(PHOTO).hexdigest()


@pytest.fixture
async def shared(book: Book) -> Book:
    """Ann and Bob saved something before they shared, and since."""
    await book.save(1, merchant="Secret of Ann", amount=Decimal(100))
    await book.save(2, user_id=BOB, merchant="Secret of Bob", amount=Decimal(200))
    await join(book, BOB, await invited(book))
    await do(book, BOB, activities.name_in_household, OwnName(name="Bob"))
    await book.save(3, merchant="Aldi", amount=Decimal(10))
    read = {"amount": Provenance(source="text", evidence="words of Bob")}
    await book.save(
        4,
        user_id=BOB,
        merchant="Lidl",
        amount=Decimal(5),
        provenance=read,
        attachment_sha256=SHA,
    )
    return book


async def page(book: Book, user_id: str, whose: str = "ours", **query: object) -> CollectionPage:
    async with book.database.transaction("repeatable_read", readonly=True) as connection:
        asked = CollectionQuery.model_validate({"chosen": {"whose": whose}, **query})
        return await COLLECTION.page(connection, user_id, asked, EN)


async def scope(book: Book, user_id: str) -> dict[str, str]:
    """Whose rows can be chosen, by what they are called."""
    offered = (await view(book, user_id)).scope
    return {each.label: each.value for each in offered.options} if offered else {}


async def version(book: Book, user_id: str) -> str:
    async with book.database.connection() as connection:
        return await COLLECTION.version(connection, user_id)


@pytest.mark.shows("household 1")
async def test_ours_says_who_entered_what_and_what_each_spent(shared: Book) -> None:
    found = await page(shared, ANN)
    assert [(row.what, row.by, row.own) for row in found.rows] == [
        ("Lidl", "Bob", False),
        ("Aldi", "You", True),
    ]
    assert (found.count, found.totals) == ("2 entries", ("Spent RM15.00",))
    assert found.notes == (
        "• You: RM10.00",
        "• Bob: RM5.00",
        "Counts what each of you saved since joining.",
    )
    theirs = await page(shared, BOB)
    assert [(row.what, row.by) for row in theirs.rows] == [
        ("Lidl", "You"),
        ("Aldi", "another member"),
    ]


async def test_mine_is_all_of_ones_own_and_nobody_elses(shared: Book) -> None:
    found = await page(shared, ANN, whose="")
    assert [row.what for row in found.rows] == ["Aldi", "Secret of Ann"]
    assert ({row.by for row in found.rows}, found.notes) == ({""}, ())


async def test_a_member_is_chosen_by_name(shared: Book) -> None:
    offered = await scope(shared, ANN)
    assert list(offered) == ["Mine", "Ours", "Bob"]
    assert BOB not in offered["Bob"]
    found = await page(shared, ANN, whose=offered["Bob"])
    assert ([row.what for row in found.rows], found.totals) == (["Lidl"], ("Spent RM5.00",))
    assert found.notes == ("Counts what Bob saved since joining.",)
    assert list(await scope(shared, BOB)) == ["Mine", "Ours", "another member"]
    assert await scope(shared, CARL) == {}


@pytest.mark.shows("household 1")
async def test_of_anothers_row_neither_id_nor_number_nor_words_nor_photo_is_shown(
    stores: Stores, shared: Book
) -> None:
    photo = Attachment(sha256=SHA, kind=MediaKind.IMAGE, mime_type="image/png", size=len(PHOTO))
    for user_id in (ANN, BOB):
        await stores.users.person(Person(user_id=user_id))
        await stores.attachments.put(user_id, photo, PHOTO)
    first = await page(shared, ANN, limit=1)
    written = first.model_dump_json()
    assert first.rows[0].what == "Lidl"
    for hidden in (task(4), "words of Bob", SHA, BOB):
        assert hidden not in written
    assert [row.what for row in (await page(shared, ANN, words="#4")).rows] == []
    own = (await page(shared, BOB, limit=1)).rows[0].file
    assert own == CollectionFile(sha256=SHA, mime_type="image/png")


async def test_pages_of_the_household_follow_each_other(shared: Book) -> None:
    for number in range(10, 16):
        await shared.save(number, user_id=(ANN, BOB)[number % 2], merchant=f"shop {number}")
    async with shared.database.connection() as connection:
        await connection.execute("UPDATE transactions SET created_at = now()")
    seen: list[str] = []
    after = ""
    while not seen or after:
        found = await page(shared, ANN, limit=1, after=after)
        seen += [row.what for row in found.rows]
        after = found.after
    assert len(seen) == len(set(seen)) == 10


@pytest.mark.shows("household 2")
async def test_others_rows_are_not_changed_by_what_names_them(shared: Book) -> None:
    theirs = (await page(shared, ANN)).rows[0].id
    for named in (theirs, task(4)):
        with pytest.raises(ToolRefusedError):
            await do(shared, ANN, delete_expenses, ExpenseRows(task_ids=(named,)))
        with pytest.raises(ToolRefusedError):
            await do(shared, ANN, edit_expenses, ExpenseEdit(task_ids=(named,), item="x"))


@pytest.mark.shows("household 4")
async def test_whoever_leaves_disappears_at_once(shared: Book) -> None:
    chosen = (await scope(shared, ANN))["Bob"]
    before = await version(shared, ANN)
    await do(shared, BOB, activities.leave_household)
    assert await version(shared, ANN) != before
    assert [row.what for row in (await page(shared, ANN)).rows] == ["Aldi"]
    assert (await page(shared, ANN, whose=chosen)).rows == ()
    assert await scope(shared, ANN) == {}
    assert [row.what for row in (await page(shared, BOB)).rows] == ["Lidl", "Secret of Bob"]


async def test_deleted_rows_are_ones_own_alone(shared: Book) -> None:
    await shared.undo("u1", 3)
    await shared.undo("u2", 4, user_id=BOB)
    found = await page(shared, ANN, deleted=True)
    assert [row.what for row in found.rows] == ["Aldi"]
    bob = (await scope(shared, ANN))["Bob"]
    assert (await page(shared, ANN, whose=bob, deleted=True)).rows == ()


async def test_the_version_is_another_one_when_a_member_saves_or_is_named(shared: Book) -> None:
    seen = [await version(shared, ANN)]
    await shared.save(5, user_id=BOB, merchant="Rewe")
    seen.append(await version(shared, ANN))
    await do(shared, BOB, activities.name_in_household, OwnName(name="Robert"))
    seen.append(await version(shared, ANN))
    assert len(set(seen)) == 3
    await shared.save(6, user_id=CARL)
    assert await version(shared, ANN) == seen[-1]


async def test_filters_offer_what_the_household_has_and_editors_ones_own(shared: Book) -> None:
    await shared.save(5, user_id=BOB, category="Bees", payment_method="Bobs Visa")
    offered = await view(shared, ANN)
    options = {each.name: [o.value for o in each.options] for each in offered.filters}
    assert options["shop"] == ["Aldi", "Kedai 5", "Lidl", "Secret of Ann"]
    assert (options["payment"], "Bees" in options["category"]) == (["Bobs Visa"], True)
    own = {each.name: [o.value for o in each.options] for each in offered.fields}
    assert (own["payment_method"], "Bees" in own["category"]) == ([], False)


async def export(book: Book, user_id: str, whose: str) -> list[dict[str, str]]:
    async with book.database.transaction("repeatable_read", readonly=True) as connection:
        asked = CollectionQuery(chosen={"whose": whose})
        made = await COLLECTION.export(connection, user_id, asked, TableForm.CSV, EN)
    return list(DictReader(made.decode("utf-8-sig").splitlines()))


@pytest.mark.shows("household 1")
async def test_a_file_of_ours_says_who_entered_what(shared: Book) -> None:
    aldi, lidl = sorted(await export(shared, BOB, "ours"), key=lambda row: row["Shop"])
    assert (aldi["Entered by"], aldi["#"], aldi["Photo"]) == ("another member", "", "")
    assert (lidl["Entered by"], lidl["#"], lidl["Photo"]) == ("Bob", "4", SHA[:12])
    theirs = sorted(await export(shared, ANN, "ours"), key=lambda row: row["Shop"])
    assert [row["Entered by"] for row in theirs] == ["Me", "Bob"]
    assert "Photo" not in theirs[0]
    assert all("Entered by" not in row for row in await export(shared, ANN, ""))


async def test_a_day_before_both_joined_counts_by_when_it_was_saved(shared: Book) -> None:
    await shared.save(5, user_id=BOB, merchant="Old", occurred_on=DAY - timedelta(days=90))
    assert "Old" in [row.what for row in (await page(shared, ANN)).rows]
