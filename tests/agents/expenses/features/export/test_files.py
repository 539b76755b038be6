"""Files of what is saved, made from the database and kept in it."""

from csv import DictReader
from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO
from zipfile import ZipFile

import pytest

from adapters.postgres.attachments import PostgresAttachmentStore, Room
from adapters.postgres.stores import Stores
from agents.expenses.features.export.activities import ExportFiles
from agents.expenses.features.export.tools import EXPORT_EXPENSES, Exported, ExportForm, ExportOrder
from agents.expenses.features.household import activities
from agents.expenses.features.household.tools import OwnName
from agents.expenses.reading import LineItem
from agents.expenses.shown import MoneyKind
from domain.errors import AttachmentMissingError
from domain.messages import CallRequest
from domain.tools import RunToolRequest, call_of
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.adapters.postgres.test_erasure import count, photo
from tests.agents.expenses.features.household.test_members import do, invited, join
from tests.agents.expenses.store.requests import Book
from tests.agents.expenses.store.test_imports import Importing, cards, undoing

FEBRUARY = {"since": date(2026, 2, 1), "until": date(2026, 2, 28)}


class Desk:
    """Exports on the database."""

    def __init__(self, stores: Stores) -> None:
        self.stores = stores
        self.files = ExportFiles(stores.database, stores.attachments)

    async def export(self, form: str = "xlsx", **days: date) -> Exported:
        """What Ann has saved."""
        return await self.order(ExportOrder(form=ExportForm(form), **days))

    async def export_ours(self, form: str) -> Exported:
        """What the household of Ann has saved."""
        return await self.order(ExportOrder(form=ExportForm(form), ours=True))

    async def order(self, order: ExportOrder) -> Exported:
        request = RunToolRequest(
            person=Person(user_id=ANN),
            conversation_id=CHAT,
            task_id="",
            agent="expenses",
            call=call_of("m1/1", CallRequest(name=EXPORT_EXPENSES.name)),
        )
        return await self.files.export_expenses(request, order)

    async def content(self, exported: Exported, at: int = 0, user_id: str = ANN) -> bytes:
        return (await self.stores.attachments.get(user_id, exported.files[at].sha256))[1]


@pytest.fixture
async def desk(stores: Stores, book: Book) -> Desk:
    """Ann and Bob have saved something."""
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
    return Desk(stores)


@pytest.mark.shows("safety 14")
async def test_csv_has_what_is_saved_of_the_person_and_of_the_period(
    desk: Desk, book: Book
) -> None:
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
        await book.save(number, occurred_on=day)
    february = await desk.export("csv", **FEBRUARY)
    assert (february.rows, february.total) == (2, 2), "the first day and the last"
    assert [file.name for file in february.files] == ["expenses-2026-02-01-2026-02-28.csv"]
    since = await desk.export("csv", since=date(2026, 2, 28))
    assert (since.rows, since.files[0].name) == (3, "expenses-2026-02-28.csv")
    assert (await desk.export("csv", until=date(2026, 2, 1))).rows == 2
    with pytest.raises(AttachmentMissingError):
        await desk.content(exported, user_id=BOB)


@pytest.mark.shows("safety 14")
async def test_photos_come_as_a_zip_and_those_of_others_never(desk: Desk) -> None:
    exported = await desk.export("photos")
    with ZipFile(BytesIO(await desk.content(exported))) as archive:
        assert [archive.read(name) for name in archive.namelist()] == [b"paper"]
        assert archive.namelist() == [f"{photo(b'paper').sha256[:12]}.jpeg"]
    assert (exported.rows, exported.total) == (1, 1)
    assert (await desk.export("photos", **FEBRUARY)).files == ()


@pytest.mark.shows("household 1")
async def test_a_household_s_file_tells_who_entered_what_since_they_share(
    desk: Desk, book: Book
) -> None:
    assert not (await desk.export_ours("csv")).shared, "nobody shares with Ann yet"
    await join(book, BOB, await invited(book))
    await do(book, BOB, activities.name_in_household, OwnName(name="Bob"))
    day, theirs = date(2026, 3, 15), photo(b"more")
    await desk.stores.attachments.put(BOB, theirs, b"more")
    await book.save(5, occurred_on=day, merchant="Aldi")
    await book.save(
        6,
        user_id=BOB,
        occurred_on=day,
        merchant="Lidl",
        amount=Decimal(9),
        attachment_sha256=theirs.sha256,
    )
    ours = await desk.export_ours("csv")
    table = list(DictReader((await desk.content(ours)).decode("utf-8-sig").splitlines()))
    found = {row["merchant"]: (row["entered_by"], row["photo"]) for row in table}
    assert (ours.shared, found) == (True, {"Aldi": ("", ""), "Lidl": ("Bob", "")})
    own = (await desk.content(await desk.export("csv"))).decode()
    assert "Lidl" not in own
    assert "entered_by" not in own
    photos = await desk.content(await desk.export_ours("photos"))
    with ZipFile(BytesIO(photos)) as archive:
        assert [archive.read(name) for name in archive.namelist()] == [b"paper"]


@pytest.mark.shows("safety 14")
async def test_a_retry_stores_nothing_twice_and_erasure_leaves_nothing(
    desk: Desk, stores: Stores
) -> None:
    first = await desk.export()
    assert await desk.export() == first
    assert await count(stores, "attachments") == len(("paper", "bobs", "workbook"))
    await stores.erasure.erase(ANN)
    assert await count(stores, "attachments") == 1
    with pytest.raises(AttachmentMissingError):
        await desk.content(first)


async def test_of_too_much_the_newest_come_and_how_many_there_are_is_known(
    desk: Desk, book: Book
) -> None:
    content = b"older paper"
    older = photo(content)
    await desk.stores.attachments.put(ANN, older, content)
    await book.save(5, occurred_on=date(2026, 1, 1), attachment_sha256=older.sha256)
    desk.files = replace(desk.files, most_rows=2, most_bytes=len(b"paper"))
    exported = await desk.export("csv")
    assert (exported.rows, exported.total) == (2, 3)
    assert b"2026-01-01" not in await desk.content(exported)
    photos = await desk.export("photos")
    assert (photos.rows, photos.total) == (1, 2)
    with ZipFile(BytesIO(await desk.content(photos))) as archive:
        assert archive.read(archive.namelist()[0]) == b"paper"


async def test_no_file_comes_of_nothing_or_without_room_to_keep_it(desk: Desk) -> None:
    for day in (date(2025, 1, 1), date(2030, 12, 31)):
        exported = await desk.export(since=day, until=day)
        assert (exported.files, exported.rows, exported.no_room) == ((), 0, False)
    small = PostgresAttachmentStore(desk.stores.database, Room(of_person=1_000))
    desk.files = replace(desk.files, attachments=small)
    exported = await desk.export()
    assert (exported.files, exported.no_room) == ((), True)


@pytest.mark.shows("safety 19")
async def test_an_export_comes_back_without_loss(stores: Stores, book: Book) -> None:
    desk, importing = Desk(stores), Importing(book, stores.attachments)
    await book.save(
        1,
        item="=latte",
        tax=Decimal("0.90"),
        payment_method="card",
        reference="R-1",
        category="My own",
    )
    await book.save(2, merchant=None, item="lunch", amount=Decimal("1.250"), currency="KWD")
    names = "merchant item amount currency occurred_on category payment_method reference tax kind"
    before = await cards(book, names.split())
    content = await desk.content(await desk.export("csv"))
    assert (await importing.preview(await importing.request(content))).rows == 0
    for number in (1, 2):
        await book.ledger.undo(undoing(f"u{number}"))
    assert await importing.run(content) == 2
    assert await cards(book, names.split()) == before
