"""Files of what is saved, made from the database and kept in it."""

from datetime import date
from io import BytesIO
from zipfile import ZipFile

import pytest

from adapters.postgres.attachments import PostgresAttachmentStore, Room
from adapters.postgres.stores import Stores
from agents.expenses.activities.export import ExportExpenses
from agents.expenses.card import MoneyKind
from agents.expenses.exporting import Exported, ExportForm, ExportRequest
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.reading import LineItem
from agents.expenses.store.exports import PostgresExports
from domain.errors import AttachmentMissingError
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.adapters.postgres.requests import ANN, BOB
from tests.adapters.postgres.test_erasure import count, photo
from tests.agents.expenses.store.requests import Book

TODAY = date(2026, 3, 20)


class Desk:
    """Exports on the database; Ann and Bob have saved something."""

    def __init__(self, stores: Stores, book: Book) -> None:
        self.stores, self.book = stores, book
        self.activity = ExportExpenses(OfflineEngine(), book.exports, stores.attachments)

    async def export(self, asked: str) -> Exported:
        request = ExportRequest(person=Person(user_id=ANN), asked=asked, today=TODAY)
        return await Attempt().run(self.activity.export_expenses, request)

    async def content(self, exported: Exported, at: int = 0, user_id: str = ANN) -> bytes:
        return (await self.stores.attachments.get(user_id, exported.files[at].sha256))[1]


@pytest.fixture
async def desk(stores: Stores, book: Book) -> Desk:
    for user_id, content in ((ANN, b"paper"), (BOB, b"bobs")):
        await stores.users.person(Person(user_id=user_id))
        await stores.attachments.put(user_id, photo(content), content)
    paper, bobs = photo(b"paper").sha256, photo(b"bobs").sha256
    february, teh = date(2026, 2, 1), (LineItem(name="Teh"),)
    await book.save(1, merchant="=Zus", items=teh, attachment_sha256=paper)
    await book.save(
        2, kind=MoneyKind.INCOME, occurred_on=february, currency="EUR", category="Salary"
    )
    await book.save(3, merchant="Gone")
    await book.undo("u", 3)
    await book.save(4, user_id=BOB, merchant="Bobs", attachment_sha256=bobs)
    return Desk(stores, book)


@pytest.mark.shows("safety 14")
async def test_csv_has_what_is_saved_of_the_person_and_of_the_period(desk: Desk) -> None:
    exported = await desk.export("csv")
    table, lines = [(await desk.content(exported, at)).decode("utf-8-sig") for at in (0, 1)]
    named = photo(b"paper").sha256[:12]
    assert table.splitlines()[1:] == [
        "1,2,2026-02-01,Kedai 2,,Salary,15.50,EUR,,,,,income,",
        f"2,1,2026-03-14,'=Zus,,Food & Drink,15.50,MYR,,,,{named},expense,",
    ]
    assert lines.splitlines()[1:] == ["2,1,Teh,,,,MYR"]
    assert [file.name for file in exported.files] == ["expenses.csv", "expense-lines.csv"]
    for number, day in ((5, date(2026, 1, 31)), (6, date(2026, 2, 28)), (7, date(2026, 3, 1))):
        await desk.book.save(number, occurred_on=day)
    february = await desk.export("february csv")
    assert (february.rows, february.total) == (2, 2), "the first day and the last"
    assert [file.name for file in february.files] == ["expenses-2026-02-01-2026-02-28.csv"]
    with pytest.raises(AttachmentMissingError):
        await desk.content(exported, user_id=BOB)


@pytest.mark.shows("safety 14")
async def test_photos_come_as_a_zip_and_those_of_others_never(desk: Desk) -> None:
    exported = await desk.export("photos")
    with ZipFile(BytesIO(await desk.content(exported))) as archive:
        assert [archive.read(name) for name in archive.namelist()] == [b"paper"]
        assert archive.namelist() == [f"{photo(b'paper').sha256[:12]}.jpeg"]
    assert (exported.rows, exported.total) == (1, 1)
    assert (await desk.export("photos february")).files == ()


@pytest.mark.shows("safety 14")
async def test_a_retry_stores_nothing_twice_and_erasure_leaves_nothing(
    desk: Desk, stores: Stores
) -> None:
    first = await desk.export("")
    assert await desk.export("") == first
    assert await count(stores, "attachments") == len(("paper", "bobs", "workbook"))
    await stores.erasure.erase(ANN)
    assert await count(stores, "attachments") == 1
    with pytest.raises(AttachmentMissingError):
        await desk.content(first)


async def test_of_too_much_the_newest_come_and_how_many_there_are_is_known(desk: Desk) -> None:
    database, content = desk.stores.database, b"older paper"
    older = photo(content)
    await desk.stores.attachments.put(ANN, older, content)
    await desk.book.save(5, occurred_on=date(2026, 1, 1), attachment_sha256=older.sha256)
    few = PostgresExports(database, most=2)
    attachments = desk.stores.attachments
    desk.activity = ExportExpenses(OfflineEngine(), few, attachments, most=len(b"paper"))
    exported = await desk.export("csv")
    assert (exported.rows, exported.total) == (2, 3)
    assert b"2026-01-01" not in await desk.content(exported)
    photos = await desk.export("photos")
    assert (photos.rows, photos.total) == (1, 2)
    with ZipFile(BytesIO(await desk.content(photos))) as archive:
        assert archive.read(archive.namelist()[0]) == b"paper"


async def test_no_file_comes_of_nothing_or_without_room_to_keep_it(desk: Desk) -> None:
    for asked, form in (
        ("banana", None),
        ("january 2025", ExportForm.XLSX),
        ("december 2030", ExportForm.XLSX),
    ):
        exported = await desk.export(asked)
        assert (exported.files, exported.rows) == ((), 0), asked
        assert (exported.order and exported.order.form) is form, asked
    small = PostgresAttachmentStore(desk.stores.database, Room(of_person=1_000))
    desk.activity = ExportExpenses(OfflineEngine(), desk.book.exports, small)
    exported = await desk.export("")
    assert (exported.files, exported.no_room) == ((), True)
