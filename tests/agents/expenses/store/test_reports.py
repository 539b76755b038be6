"""The figures of a report, from the database."""

from datetime import date
from decimal import Decimal

import pytest

from activities.ports import AttachmentStore
from adapters.postgres.attachments import PostgresAttachmentStore, Room
from adapters.postgres.stores import Stores
from agents.expenses.activities.report import ReportSpending
from agents.expenses.card import MoneyKind
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.pictures.engine import PaintedReports
from agents.expenses.reporting import Period, Reported, ReportRequest, SpendingReport
from agents.expenses.store.stores import ExpenseStores
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import saving, undoing

MARCH = Period(since=date(2026, 3, 1), until=date(2026, 3, 20))
TODAY = MARCH.until


@pytest.fixture
async def saved(stores: Stores, expenses: ExpenseStores) -> Stores:
    for user_id in (ANN, BOB):
        await stores.users.person(Person(user_id=user_id))
    ledger, rent = expenses.ledger, Decimal(100)
    await ledger.save(saving(1, merchant="Zus"))
    await ledger.save(saving(2, merchant="ZUS", occurred_on=date(2026, 3, 2)))
    await ledger.save(saving(3, amount=rent, category="Housing", merchant=None, item="rent"))
    await ledger.save(saving(4, occurred_on=date(2026, 2, 20), amount=Decimal(50)))
    await ledger.save(saving(5, occurred_on=date(2026, 2, 21)))
    await ledger.save(saving(6, currency="USD", amount=Decimal(10)))
    await ledger.save(saving(7, merchant="Gone"))
    await ledger.undo(undoing("u", 7))
    await ledger.save(saving(8, user_id=BOB, amount=Decimal(999)))
    income = saving(9, amount=Decimal(500), merchant="Boss")
    moved = saving(10, amount=Decimal(300), merchant="Savings")
    await ledger.save(income.model_copy(update={"kind": MoneyKind.INCOME}))
    await ledger.save(moved.model_copy(update={"kind": MoneyKind.TRANSFER}))
    return stores


async def report(expenses: ExpenseStores, period: Period = MARCH) -> SpendingReport:
    return await expenses.reports.report(ANN, "MYR", period)


@pytest.mark.shows("safety 12")
async def test_each_currency_is_for_itself_and_transfers_and_others_are_in_nothing(
    saved: Stores, expenses: ExpenseStores
) -> None:
    del saved
    found = await report(expenses)
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


async def test_a_split_expense_is_one_expense_in_several_categories(
    saved: Stores, expenses: ExpenseStores
) -> None:
    parts = '[{"category": "Fuel", "amount": 40}, {"category": "Health", "amount": 60}]'
    async with saved.database.connection() as connection:
        await connection.execute(
            "UPDATE transactions SET parts = $1::text::jsonb WHERE item = 'rent'", parts
        )
    found = await report(expenses)
    assert (found.spent[0].amount, found.spent[0].count) == (Decimal(131), 3)
    assert {each.category: each.amount for each in found.categories} == {
        "Health": Decimal(60),
        "Fuel": Decimal(40),
        "Food & Drink": Decimal(31),
    }


async def test_the_rates_of_the_rows_make_the_total_at_home(
    saved: Stores, expenses: ExpenseStores
) -> None:
    lacking = (await report(expenses)).home
    assert lacking is not None
    assert lacking.unrated == 1
    async with saved.database.connection() as connection:
        await connection.execute(
            "UPDATE transactions SET home_currency = 'MYR', rate = 4.2 WHERE currency = 'USD'"
        )
    home = (await report(expenses)).home
    assert home is not None
    assert (home.amount, home.unrated) == (Decimal("173.0"), 0)


class Desk:
    def __init__(self, expenses: ExpenseStores, files: AttachmentStore) -> None:
        rules = OfflineEngine()
        self.files = files
        self.activity = ReportSpending(rules, expenses.reports, PaintedReports(), files)

    async def ask(self, asked: str) -> Reported:
        request = ReportRequest(person=Person(user_id=ANN), asked=asked, today=TODAY)
        return await Attempt().run(self.activity.report_spending, request)


async def test_a_report_is_a_picture_that_is_kept_once(
    saved: Stores, expenses: ExpenseStores
) -> None:
    desk = Desk(expenses, saved.attachments)
    first, again = await desk.ask("this month"), await desk.ask("this month")
    assert first == again
    assert first.picture is not None
    assert first.picture.name == "report-2026-03-01-2026-03-20.png"
    _, content = await saved.attachments.get(ANN, first.picture.sha256)
    assert content.startswith(b"\x89PNG")


@pytest.mark.shows("safety 12")
@pytest.mark.parametrize(
    ("asked", "understood", "found"),
    [("banana", False, False), ("next month", True, False), ("january 2025", True, True)],
)
async def test_of_nothing_there_is_no_picture(
    saved: Stores, expenses: ExpenseStores, asked: str, *, understood: bool, found: bool
) -> None:
    made = await Desk(expenses, saved.attachments).ask(asked)
    assert made.picture is None
    assert (made.order is not None, made.report is not None) == (understood, found)


async def test_without_room_to_keep_it_the_figures_are_told(
    saved: Stores, expenses: ExpenseStores
) -> None:
    small = PostgresAttachmentStore(saved.database, Room(of_person=1_000))
    made = await Desk(expenses, small).ask("")
    assert made.no_room
    assert made.report is not None
    assert made.report.spent[0].amount == Decimal(131)
