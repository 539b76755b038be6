"""The list reads a person's own rows, a page at a time, and tells what all that fit come to."""

from collections.abc import Callable
from csv import DictReader
from datetime import timedelta
from decimal import Decimal
from io import BytesIO

import openpyxl
import pytest
from asyncpg.connection import LoggedQuery

from agents.expenses.features.browse import reading
from agents.expenses.features.browse.collection import COLLECTION
from agents.expenses.features.browse.reading import Filter
from agents.expenses.shown import MoneyKind
from bot.texts.formats import Formats
from domain.collections import CollectionPage, CollectionQuery, CollectionView, TableForm
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import DAY, Book, restoring, task
from tests.bot.samples import formats

EN = formats("en_MY", "UTC")


async def page(book: Book, user_id: str = ANN, **query: object) -> CollectionPage:
    async with book.database.transaction("repeatable_read", readonly=True) as connection:
        asked = CollectionQuery.model_validate(query)
        return await COLLECTION.page(connection, user_id, asked, EN)


async def view(book: Book, user_id: str = ANN, words: Formats = EN) -> CollectionView:
    async with book.database.connection() as connection:
        return await COLLECTION.view(connection, user_id, words)


async def names(book: Book, **query: object) -> list[str]:
    return [row.what for row in (await page(book, ANN, **query)).rows]


@pytest.fixture
async def full(book: Book) -> Book:
    """Ann's of three days, one of them income, one split; the last is Bob's."""
    await book.save(1, merchant="Grab", category="Transport", amount=Decimal(12))
    await book.save(2, merchant="GRAB", category="Travel", occurred_on=DAY - timedelta(days=40))
    await book.save(3, merchant="Tesco", item="milk", payment_method="Cash", reference="A-77")
    await book.save(4, merchant="ACME", kind=MoneyKind.INCOME, category="Salary", currency="EUR")
    await book.save(5, user_id=BOB, merchant="Grab", category="Transport", amount=Decimal(99))
    parts = [
        {"category": "Groceries", "amount": "10"},
        {"category": "Household", "amount": "5.50"},
    ]
    await book.query(
        "UPDATE transactions SET parts = $2 WHERE task_id = $1",
        task(3),
        parts,
    )
    return book


async def test_all_of_ones_own_newest_day_first_with_what_they_come_to(full: Book) -> None:
    shown = await page(full)
    assert [row.what for row in shown.rows] == ["ACME", "Tesco", "Grab", "GRAB"]
    assert shown.count == "4 entries"
    assert shown.totals == ("Spent RM43.00", "Came in €15.50")
    milk = shown.rows[1]
    assert (milk.note, milk.amount) == ("milk", "RM15.50")
    assert ("Groceries" in milk.group, "Household" in milk.group) == (True, True)
    assert milk.values["amount"] == "15.50"
    assert milk.values["occurred_on"] == DAY.isoformat()
    assert shown.rows[0].amount.startswith("+")
    assert shown.rows[2].values["amount"] == "12.00"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"words": "gra"}, ["Grab", "GRAB"]),
        ({"words": "tesco milk"}, ["Tesco"]),
        ({"words": "a-77"}, ["Tesco"]),
        ({"words": "12,00"}, ["Grab"]),
        ({"words": "transport"}, ["Grab"]),
        ({"words": "#3"}, ["Tesco"]),
        ({"words": "3"}, []),
        ({"words": "%"}, []),
        ({"chosen": {"shop": "grab"}}, ["Grab", "GRAB"]),
        ({"chosen": {"category": "Household"}}, ["Tesco"]),
        ({"chosen": {"payment": "cash"}}, ["Tesco"]),
        ({"chosen": {"kind": "income"}}, ["ACME"]),
        ({"since": DAY - timedelta(days=1)}, ["ACME", "Tesco", "Grab"]),
        ({"until": DAY - timedelta(days=1)}, ["GRAB"]),
    ],
)
async def test_it_is_narrowed_down(
    full: Book, query: dict[str, object], expected: list[str]
) -> None:
    assert await names(full, **query) == expected


async def test_a_category_is_found_by_its_name_in_ones_language(full: Book) -> None:
    async with full.database.connection() as connection:
        query, german = CollectionQuery(words="reisen"), formats("de_DE", "UTC")
        shown = await COLLECTION.page(connection, ANN, query, german)
    assert [row.what for row in shown.rows] == ["GRAB"]


async def test_of_a_split_one_only_the_part_counts_for_its_category(full: Book) -> None:
    shown = await page(full, chosen={"category": "Household"})
    assert shown.totals == ("Spent RM5.50",)


async def test_what_is_deleted_is_listed_by_itself(full: Book) -> None:
    await full.undo("u1", 1)
    assert await names(full) == ["ACME", "Tesco", "GRAB"]
    deleted = await page(full, deleted=True)
    assert ([row.what for row in deleted.rows], deleted.totals) == (["Grab"], ())
    await full.ledger.restore(restoring(1, "r1"))
    assert await names(full, deleted=True) == []


async def export(book: Book, form: TableForm, formats: Formats = EN, **query: object) -> bytes:
    async with book.database.transaction("repeatable_read", readonly=True) as connection:
        asked = CollectionQuery.model_validate(query)
        return await COLLECTION.export(connection, ANN, asked, form, formats)


async def test_a_file_has_the_rows_that_are_shown_with_names_in_ones_language(full: Book) -> None:
    german = formats("de_DE", "UTC")
    table = (await export(full, TableForm.CSV, german, words="gra")).decode("utf-8-sig")
    travel, transport = DictReader(table.splitlines())
    assert (travel["Laden"], travel["Kategorie"], travel["Betrag"]) == ("GRAB", "Reisen", "15.50")
    assert (transport["Kategorie"], transport["Betrag"]) == ("Transport", "12.00")
    content = await export(full, TableForm.XLSX, german, chosen={"payment": "cash"})
    rows, months = openpyxl.load_workbook(BytesIO(content)).worksheets
    headings, only = rows.iter_rows(values_only=True)
    shown = dict(zip(headings, only, strict=True))
    assert (shown["Laden"], shown["Bezahlt mit"]) == ("Tesco", "Bar")
    assert [cell.value for cell in months["A"]][2:] == ["Lebensmittel", "Haushalt", "Summe"]


async def test_a_file_of_nothing_has_its_headings(book: Book) -> None:
    table = (await export(book, TableForm.CSV)).decode("utf-8-sig")
    assert table.startswith("Date,Shop,")
    assert await export(book, TableForm.XLSX)


async def test_the_version_is_another_one_after_each_change_of_ones_own(full: Book) -> None:
    async def version() -> str:
        async with full.database.connection() as connection:
            return await COLLECTION.version(connection, ANN)

    seen = [await version()]
    await full.save(6, user_id=BOB)
    assert await version() == seen[0]
    for change in (full.save(7), full.undo("u1", 7), full.ledger.restore(restoring(7, "r1"))):
        await change
        seen.append(await version())
    assert len(set(seen)) == 4


async def test_pages_follow_each_other_without_a_gap_or_a_repetition(book: Book) -> None:
    for number in range(1, 12):
        await book.save(number, occurred_on=DAY - timedelta(days=number // 4))
    seen: list[str] = []
    after = ""
    while True:
        shown = await page(book, limit=3, after=after)
        seen += [row.id for row in shown.rows]
        assert bool(shown.count) is (after == "")
        if seen and len(seen) == 3:
            await book.save(50)  # a new row while somebody pages
        if not shown.after:
            break
        after = shown.after
    assert len(seen) == len(set(seen)) == 11


@pytest.mark.parametrize("after", ["x", "[]", '["2026-01-01", "2026-01-01T00:00:00", "t"]', "{}"])
async def test_a_place_that_no_page_named_is_refused(book: Book, after: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of the reader of whatever was given
        await page(book, after=after)


async def test_filters_offer_what_ones_own_rows_have(full: Book) -> None:
    own = {each.name: [o.value for o in each.options] for each in (await view(full)).filters}
    assert [name.casefold() for name in own[Filter.SHOP]] == ["acme", "grab", "tesco"]
    assert own[Filter.CATEGORY] == ["Groceries", "Household", "Salary", "Transport", "Travel"]
    assert own[Filter.PAYMENT] == ["Cash"]
    assert own[Filter.KIND] == ["expense", "income"]
    assert [each.name for each in (await view(full, BOB)).filters] == ["category", "shop"]
    labels = {
        o.value: o.label
        for f in (await view(full, words=formats("de_DE", "UTC"))).filters
        for o in f.options
    }
    assert labels["Groceries"].startswith("Lebensmittel "), "a menu finds it by its first letter"


async def test_a_page_takes_a_handful_of_statements_however_many_rows_it_has(book: Book) -> None:
    for number in range(1, 21):
        await book.save(number, attachment_sha256=f"{number:064x}")
    asked: list[str] = []

    def note(query: LoggedQuery) -> None:
        asked.append(query.query)

    async with book.database.connection() as connection:
        log: Callable[..., object] = connection.add_query_logger
        log(note)
        await reading.read_page(connection, ANN, CollectionQuery())
        connection.remove_query_logger(note)
    assert len([each for each in asked if "SELECT" in each]) == 3
