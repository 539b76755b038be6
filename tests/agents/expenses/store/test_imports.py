"""What is imported is saved once, compared with what is there, and taken back as a whole."""

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

import pytest
from temporalio.activity import ActivityCancellationDetails
from temporalio.testing import ActivityEnvironment

from activities.ports import AttachmentStore
from adapters.media.sniffing import attachment_of
from adapters.postgres.stores import Stores
from agents.expenses.activities.importing import ImportTables
from agents.expenses.details import Mention
from agents.expenses.importing import (
    ImportOutcome,
    ImportPreview,
    ImportRequest,
    ImportWish,
    SaveImportRequest,
    row_id,
)
from agents.expenses.ledger import THE_SAVE, FindRequest, RestoreRequest, UndoRequest
from agents.expenses.offline.engine import OfflineEngine
from domain.errors import NotFoundError
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.adapters.postgres.test_retention import aged
from tests.agents.expenses.store.requests import Book, amending

PERSON = Person(user_id=ANN)
TODAY = date(2026, 4, 15)
IMPORT = f"{CHAT}/expenses/5-abc123"
STATEMENT = (
    b"Date,Description,Amount,Category\n2026-03-13,KEDAI 1,-15.50,\n2026-03-14,KEDAI 2,-8.00,Pets\n"
    b"2026-03-15,STARBUCKS KLCC,-9.90,\n2026-03-16,SALARY,3000.00,\n"
)


class Importing:
    """Imports as the activities do it."""

    def __init__(self, book: Book, attachments: AttachmentStore) -> None:
        self.attachments = attachments
        self.activities = ImportTables(
            OfflineEngine(), book.imports, book.preferences, attachments, threshold=0.8
        )

    async def request(
        self, content: bytes, import_id: str = IMPORT, wish: ImportWish | None = None
    ) -> ImportRequest:
        file = attachment_of(content)
        await self.attachments.put(ANN, file, content)
        return ImportRequest(
            person=PERSON,
            conversation_id=CHAT,
            import_id=import_id,
            sha256=file.sha256,
            today=TODAY,
            wish=wish or ImportWish(),
        )

    def saving(self, asked: ImportRequest, seen: ImportPreview) -> SaveImportRequest:
        return SaveImportRequest(
            asked=asked,
            first_number=6,
            digest=seen.digest,
        )

    async def preview(self, asked: ImportRequest) -> ImportPreview:
        return await ActivityEnvironment().run(self.activities.preview_import, asked)

    async def save(self, request: SaveImportRequest) -> ImportOutcome:
        return await ActivityEnvironment().run(self.activities.save_import, request)

    async def run(self, content: bytes, import_id: str = IMPORT) -> int:
        asked = await self.request(content, import_id)
        seen = await self.preview(asked)
        return (await self.save(self.saving(asked, seen))).rows


@pytest.fixture
def importing(stores: Stores, book: Book) -> Importing:
    return Importing(book, stores.attachments)


def undoing(change: str, task_id: str | None = None) -> UndoRequest:
    return UndoRequest(
        user_id=ANN,
        conversation_id=CHAT,
        change_id=f"{CHAT}/{change}",
        task_id=task_id,
        shown=THE_SAVE if task_id else None,
    )


def restoring(change: str, user_id: str = ANN) -> RestoreRequest:
    return RestoreRequest(
        user_id=user_id, conversation_id=CHAT, task_id=IMPORT, change_id=f"{IMPORT}/{change}"
    )


async def cards(book: Book, fields: Sequence[str]) -> list[tuple[object, ...]]:
    rows = await book.query("SELECT * FROM transactions WHERE deleted_at IS NULL ORDER BY number")
    return [tuple(row[field] for field in fields) for row in rows]


async def live(book: Book) -> list[tuple[object, ...]]:
    return await cards(book, ("number", "category"))


async def test_the_words_of_the_bank_come_before_the_shop_beside_them(
    importing: Importing,
) -> None:
    content = (
        b"Date,Description,Amount\n2026-03-13,FOREIGN TRANSACTION FEE STARBUCKS,-0.50\n"
        b"2026-03-14,STARBUCKS KLCC,-9.90\n2026-03-15,VATTENFALL KUNDSERVICE,-40.00\n"
        b"2026-03-16,ACME PURCHASE RETURN,9.90\n"
    )
    seen = await importing.preview(await importing.request(content))
    assert [card.category for card in seen.cards] == [
        "Bills & Utilities",
        "Food & Drink",
        "Bills & Utilities",
        "Refund",
    ]


@pytest.mark.shows("safety 19")
async def test_what_is_saved_already_is_noticed_and_left_out(
    importing: Importing, book: Book
) -> None:
    await book.save(1, occurred_on=date(2026, 3, 14), category_chosen=True)
    asked = await importing.request(STATEMENT)
    seen = await importing.preview(asked)
    assert (seen.rows, seen.duplicates, seen.span) == (3, 1, 3)
    outcome = await importing.save(importing.saving(asked, seen))
    assert outcome.rows == 3
    assert await live(book) == [
        (1, "Food & Drink"),
        (6, "Pets"),
        (7, "Food & Drink"),
        (8, "Salary"),
    ]


async def test_rows_that_the_person_leaves_out_stay_out_however_often_it_is_saved(
    importing: Importing, book: Book
) -> None:
    asked = await importing.request(STATEMENT, wish=ImportWish(left_out=(1, 3)))
    seen = await importing.preview(asked)
    assert (seen.rows, seen.left_by_person, seen.unwanted) == (2, 2, ())
    request = importing.saving(asked, seen)
    for _ in range(2):
        assert (await importing.save(request)).rows == 2
    assert [number for number, _ in await live(book)] == [6, 7]
    wish = ImportWish(left_out=(1, 3), first=1)
    page = await importing.request(STATEMENT, f"{CHAT}/expenses/50-abc123", wish)
    again = await importing.preview(page)
    assert ([card.number for card in again.cards], again.unwanted) == ([1, 2, 3, 4], (1, 3))
    assert again.known == (2, 4)


async def test_the_same_file_again_has_nothing_new_and_can_be_wished_all_the_same(
    importing: Importing, book: Book
) -> None:
    assert await importing.run(STATEMENT) == 4
    again = f"{CHAT}/expenses/50-abc123"
    asked = await importing.request(STATEMENT, again)
    seen = await importing.preview(asked)
    assert (seen.rows, seen.duplicates) == (0, 4)
    too = await importing.request(STATEMENT, again, ImportWish(duplicates=True))
    seen = await importing.preview(too)
    assert seen.rows == 4
    request = importing.saving(too, seen).model_copy(update={"first_number": 51})
    assert (await importing.save(request)).rows == 4
    assert len(await live(book)) == 8


@pytest.mark.shows("safety 19")
@pytest.mark.parametrize(
    ("told", "saved"),
    [
        (ActivityCancellationDetails(worker_shutdown=True), 0),
        (ActivityCancellationDetails(cancel_requested=True), 600),
    ],
    ids=["the-worker-dies", "the-person-cancels"],
)
async def test_what_is_broken_off_in_the_middle_is_saved_as_a_whole_or_not_at_all(
    importing: Importing, book: Book, told: ActivityCancellationDetails, saved: int
) -> None:
    lines = "".join(f"2026-01-{n % 28 + 1:02},Shop {n},-{n}.50\n" for n in range(1, 601))
    asked = await importing.request(f"Date,Description,Amount\n{lines}".encode())
    request = importing.saving(asked, await importing.preview(asked))
    attempt = ActivityEnvironment()
    async with book.database.transaction() as connection:
        await connection.execute("LOCK TABLE transaction_changes IN SHARE MODE")
        running = asyncio.create_task(attempt.run(importing.activities.save_import, request))
        waits = "SELECT EXISTS (SELECT FROM pg_locks, pg_sleep(0.01) WHERE NOT granted)"
        while not await connection.fetchval(waits):  # until it writes
            pass
        attempt.cancel(told)
    await asyncio.gather(running, return_exceptions=True)
    assert len(await live(book)) == saved
    for _ in range(2):
        assert (await importing.save(request)).rows == 600
    assert [number for number, _ in await live(book)] == list(range(6, 606))


async def test_foreign_rows_keep_the_rate_of_their_day(importing: Importing, book: Book) -> None:
    await book.set_rate(ANN, Decimal("4.2"), date(2026, 4, 2))
    asked = await importing.request(
        b"Date,Description,Amount,Currency\n2026-04-03,Shop 1,-20,USD\n2026-04-04,Shop 2,-5,EUR\n"
        b"2026-04-05,Shop 3,-1,MYR\n"
    )
    request = importing.saving(asked, await importing.preview(asked))
    first = await importing.save(request)
    assert await importing.save(request) == first
    assert await cards(book, ("currency", "home_currency", "rate")) == [
        ("USD", "MYR", Decimal("4.2")),
        ("EUR", "MYR", None),
        ("MYR", None, None),
    ]


async def test_another_reading_than_the_one_that_was_shown_saves_nothing(
    importing: Importing, book: Book
) -> None:
    asked = await importing.request(STATEMENT)
    seen = await importing.preview(asked)
    other = importing.saving(asked, seen).model_copy(update={"digest": "another"})
    assert (await importing.save(other)).changed
    assert await live(book) == []


@pytest.mark.shows("safety 19")
@pytest.mark.parametrize("named", [None, IMPORT])
async def test_an_import_is_taken_back_as_a_whole_and_brought_back(
    importing: Importing, book: Book, named: str | None
) -> None:
    await book.save(1, merchant="before")
    await importing.run(STATEMENT)
    request = undoing("c1", named)
    for _ in range(2):
        undone = await book.ledger.undo(request)
        assert (undone.import_id, undone.import_rows) == (IMPORT, 4)
    assert [number for number, _ in await live(book)] == [1]
    for _ in range(2):
        assert (await book.ledger.restore(restoring("c2"))).import_rows == 4
    assert (await book.ledger.restore(restoring("c3"))).unchanged
    assert len(await live(book)) == 5
    assert (await book.ledger.undo(undoing("c4"))).import_rows == 4


async def test_the_last_import_goes_also_after_other_things(
    importing: Importing, book: Book
) -> None:
    await importing.run(STATEMENT)
    await book.save(20, merchant="after")
    named = undoing("c1").model_copy(update={"last_import": True})
    assert (await book.ledger.undo(named)).import_rows == 4
    assert [number for number, _ in await live(book)] == [20]
    again = named.model_copy(update={"change_id": f"{CHAT}/c2"})
    assert (await book.ledger.undo(again)).stored is None


async def test_a_row_of_an_import_is_taken_back_alone_when_it_is_named(
    importing: Importing, book: Book
) -> None:
    await importing.run(STATEMENT)
    request = undoing("c1", row_id(IMPORT, 7))
    request = request.model_copy(update={"change_id": f"{row_id(IMPORT, 7)}/c1"})
    for _ in range(2):
        undone = await book.ledger.undo(request)
        assert (undone.import_rows, undone.stored and undone.stored.card.number) == (0, 7)
    assert [number for number, _ in await live(book)] == [6, 8, 9]
    found = await book.ledger.find(FindRequest(user_id=ANN, conversation_id=CHAT, number=8))
    assert found is not None
    assert found.card.merchant == "Starbucks"
    assert found.card.provenance["merchant"].evidence == "4"


async def test_nobody_takes_back_what_another_person_imported(
    importing: Importing, book: Book
) -> None:
    await importing.run(STATEMENT)
    theirs = undoing("c1", IMPORT).model_copy(update={"user_id": BOB})
    assert (await book.ledger.undo(theirs)).stored is None
    with pytest.raises(NotFoundError):
        await book.ledger.restore(restoring("c2", user_id=BOB))
    assert len(await live(book)) == 4


async def test_an_import_that_was_taken_back_is_purged_and_erased(
    stores: Stores, importing: Importing, book: Book
) -> None:
    await importing.run(STATEMENT)
    await book.ledger.undo(undoing("c1"))
    await aged(stores, "transactions", "deleted_at")
    assert (await stores.purge(timedelta(days=30))).counts["expenses"] == 4
    await importing.run(STATEMENT)
    assert (await stores.erasure.erase(ANN)).counts["expenses"] == 4


@pytest.mark.shows("safety 19")
async def test_rows_are_known_again_after_they_were_changed_or_deleted(
    importing: Importing, book: Book
) -> None:
    content = (
        b"Date,Description,Amount,Reference\n2026-03-13,SHELL,-71.35,486241\n"
        b"2026-03-14,STARBUCKS,-5.40,486248\n2026-03-14,STARBUCKS,-5.40,486249\n"
        b"2026-03-20,DECATHLON,-34.98,486250\n"
    )
    await importing.run(content)
    for number, changes in (
        (6, Mention(amount=Decimal("70.35"), merchant="Petrol")),
        (9, Mention(occurred_on=date(2026, 2, 1))),
    ):
        asked = amending(number, "c1", changes=changes)
        task_id = row_id(IMPORT, number)
        own = {"task_id": task_id, "change_id": f"{task_id}/c1"}
        await book.ledger.amend(asked.model_copy(update=own))
    await book.ledger.undo(undoing("c2", row_id(IMPORT, 8)))
    again = f"{CHAT}/expenses/50-abc123"
    seen = await importing.preview(await importing.request(content, again, ImportWish(first=1)))
    assert (seen.rows, seen.duplicates, seen.deleted) == (0, 3, 1)
    assert (seen.known, seen.thrown) == ((1, 2, 4), (3,))
    for wish in (ImportWish(deleted=True), ImportWish(taken=(3,))):
        seen = await importing.preview(await importing.request(content, again, wish))
        assert (seen.rows, seen.sums[0].amount) == (1, Decimal("5.40"))
    await book.ledger.undo(undoing("c3").model_copy(update={"last_import": True}))
    seen = await importing.preview(await importing.request(content, again))
    assert (seen.rows, seen.duplicates, seen.deleted) == (4, 0, 0)
