"""The figures of a report, from the database."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.postgres.attachments import PostgresAttachmentStore, Room
from adapters.postgres.stores import Stores
from agents.expenses.features.reports.drawing import ReportDrawing
from agents.expenses.features.reports.report import Period, SpendingReport
from agents.expenses.features.reports.report_store import report_of
from agents.expenses.shown import MoneyKind
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import Book

MARCH = Period(since=date(2026, 3, 1), until=date(2026, 3, 20))


@pytest.fixture
async def kept(stores: Stores, book: Book) -> Book:
    for user_id in (ANN, BOB):
        await stores.users.person(Person(user_id=user_id))
    await book.save(1, merchant="Zus")
    await book.save(2, merchant="ZUS", occurred_on=date(2026, 3, 2))
    await book.save(3, amount=Decimal(100), category="Housing", merchant=None, item="rent")
    await book.save(4, occurred_on=date(2026, 2, 20), amount=Decimal(50))
    await book.save(5, occurred_on=date(2026, 2, 21))
    await book.save(6, currency="USD", amount=Decimal(10))
    await book.save(7, merchant="Gone")
    await book.undo("u", 7)
    await book.save(8, user_id=BOB, amount=Decimal(999))
    await book.save(9, kind=MoneyKind.INCOME, amount=Decimal(500), merchant="Boss")
    await book.save(10, kind=MoneyKind.TRANSFER, amount=Decimal(300), merchant="Savings")
    return book


async def report(book: Book) -> SpendingReport:
    return await report_of(book.database, ANN, "MYR", MARCH)


@pytest.mark.shows("safety 12")
async def test_each_currency_is_for_itself_and_transfers_and_others_are_in_nothing(
    kept: Book,
) -> None:
    found = await report(kept)
    spent = {each.currency: (each.amount, each.before, each.count) for each in found.spent}
    assert spent == {"MYR": (Decimal(131), Decimal(50), 3), "USD": (Decimal(10), Decimal(0), 1)}
    assert [(each.currency, each.amount) for each in found.income] == [("MYR", Decimal(500))]
    assert [(each.category, each.amount) for each in found.categories] == [
        ("Housing", Decimal(100)),
        ("Food & Drink", Decimal(31)),
    ]
    days = {each.start.day: each.amount for each in found.columns if each.amount}
    assert days == {2: Decimal("15.50"), 14: Decimal("115.50")}
    assert len(found.columns) == MARCH.days
    assert [(shop.name.upper(), shop.amount, shop.count) for shop in found.shops] == [
        ("ZUS", Decimal(31), 2)
    ]


async def test_a_split_expense_is_one_expense_in_several_categories(kept: Book) -> None:
    parts = [{"category": "Fuel", "amount": 40}, {"category": "Health", "amount": 60}]
    await kept.query("UPDATE transactions SET parts = $1 WHERE item = 'rent'", parts)
    found = await report(kept)
    assert (found.spent[0].amount, found.spent[0].count) == (Decimal(131), 3)
    assert {each.category: each.amount for each in found.categories} == {
        "Health": Decimal(60),
        "Fuel": Decimal(40),
        "Food & Drink": Decimal(31),
    }


async def test_the_rates_of_the_rows_make_the_total_at_home(kept: Book) -> None:
    lacking = (await report(kept)).home
    assert lacking is not None
    assert lacking.unrated == 1
    await kept.query(
        "UPDATE transactions SET home_currency = 'MYR', rate = 4.2 WHERE currency = 'USD'"
    )
    home = (await report(kept)).home
    assert home is not None
    assert (home.amount, home.unrated) == (Decimal("173.0"), 0)


async def test_a_report_is_a_picture_that_is_kept_once(stores: Stores, kept: Book) -> None:
    drawing, ann = ReportDrawing(stores.database, stores.attachments), Person(user_id=ANN)
    first, again = [await drawing.reported(ann, MARCH, MARCH.until) for _ in range(2)]
    assert first == again
    assert first.picture is not None
    assert first.picture.name == "report-2026-03-01-2026-03-20.png"
    _, content = await stores.attachments.get(ANN, first.picture.sha256)
    assert content.startswith(b"\x89PNG")
    small = PostgresAttachmentStore(stores.database, Room(of_person=1_000))
    made = await ReportDrawing(kept.database, small).reported(ann, MARCH, MARCH.until)
    assert (made.no_room, made.picture) == (True, None)
    assert made.report.spent[0].amount == Decimal(131)
