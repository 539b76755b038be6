"""What the household's figures and lists count, and whom they show: on a real database."""

import asyncio
from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.features.history.search import ExpenseSearch
from agents.expenses.features.history.store import matches
from agents.expenses.features.history.tools import ExpensesFound
from agents.expenses.features.household import activities
from agents.expenses.features.household.tools import OwnName
from agents.expenses.features.reports.report import Period
from agents.expenses.features.reports.report_store import report_of
from agents.expenses.shown import Provenance
from agents.expenses.spending import Insight, InsightMeasure, InsightQuery, InsightRequest
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.features.household.test_members import CARL, do, invited, join
from tests.agents.expenses.store.requests import Book, task


@pytest.fixture
async def shared(book: Book) -> Book:
    """Ann and Bob saved something before they shared, and each once since."""
    await book.save(1, merchant="Secret of Ann", amount=Decimal(100))
    await book.save(2, user_id=BOB, merchant="Secret of Bob", amount=Decimal(200))
    await join(book, BOB, await invited(book))
    await do(book, BOB, activities.name_in_household, OwnName(name="Bob"))
    await book.save(3, merchant="Aldi", amount=Decimal(10))
    told = {"amount": Provenance(source="text", evidence="words of Bob")}
    await book.save(4, user_id=BOB, merchant="Lidl", amount=Decimal(5), provenance=told)
    return book


async def asked(book: Book, user_id: str, **query: object) -> Insight:
    wanted = InsightQuery.model_validate({"ours": True, **query})
    request = InsightRequest(user_id=user_id, conversation_id=CHAT, query=wanted)
    return await book.ledger.insight(request)


def total(insight: Insight) -> Decimal:
    return sum((each.amount for each in insight.totals), Decimal(0))


async def test_what_we_spent_is_of_both_since_they_share(shared: Book) -> None:
    for user_id in (ANN, BOB):
        assert total(await asked(shared, user_id)) == 15
    found = await asked(shared, ANN)
    assert found.joined_on is not None, "the days asked about begin before they shared"
    assert [(each.name, each.own, each.amount) for each in found.members] == [
        ("", True, Decimal(10)),
        ("Bob", False, Decimal(5)),
    ]


async def test_what_a_member_spent_is_theirs_since_they_share(shared: Book) -> None:
    found = await asked(shared, ANN, ours=False, member="bob")
    assert (total(found), found.shared, found.members) == (Decimal(5), True, ())
    aldi = await asked(shared, ANN, ours=False, member="Bob", merchant="aldi")
    assert total(aldi) == 0
    for user_id, name in ((ANN, "Lidl"), (CARL, "Bob")):
        nobody = await asked(shared, user_id, ours=False, member=name)
        assert (nobody.unknown_member, nobody.totals, nobody.cards) == (True, (), ())


async def test_what_was_saved_before_both_were_in_stays_unseen(book: Book) -> None:
    code = await invited(book)
    await book.save(1, merchant="Alone", amount=Decimal(60))
    await join(book, BOB, code)
    await book.save(2, merchant="Both", amount=Decimal(7))
    assert total(await asked(book, ANN)) == total(await asked(book, BOB)) == 7
    await do(book, BOB, activities.leave_household)
    await book.save(3, merchant="Alone again", amount=Decimal(3))
    await join(book, BOB, await invited(book))
    await book.save(4, user_id=BOB, merchant="Both again", amount=Decimal(5))
    assert total(await asked(book, ANN)) == total(await asked(book, BOB)) == 5
    await join(book, CARL, await invited(book))
    assert total(await asked(book, CARL)) == 0
    assert total(await asked(book, ANN)) == 5


async def test_any_name_is_that_of_the_only_other_member_who_told_none(shared: Book) -> None:
    ann = await asked(shared, BOB, ours=False, member="Ann")
    assert (total(ann), ann.unknown_member) == (Decimal(10), False)
    assert (await asked(shared, ANN, ours=False, member="Ann")).unknown_member


async def test_what_i_spent_is_my_own_whenever_it_was_saved(shared: Book) -> None:
    mine = await asked(shared, ANN, ours=False)
    assert (total(mine), mine.members, mine.shared) == (Decimal(110), (), False)


@pytest.mark.parametrize("measure", list(InsightMeasure))
async def test_no_answer_shows_what_was_saved_before(shared: Book, measure: str) -> None:
    days = {"since": date(2026, 3, 1), "until": date(2026, 3, 31)}
    for by in (None, "shop", "category", "day"):
        found = await asked(shared, ANN, measure=measure, by=by, top=5, **days)
        assert "Secret" not in found.model_dump_json()
        assert found.shared


async def test_a_list_says_who_entered_what_and_names_nothing_of_their_chat(shared: Book) -> None:
    found = await asked(shared, ANN, measure="list")
    own, other = sorted(found.cards, key=lambda card: card.merchant or "")
    assert (own.merchant, own.entered_by, own.number) == ("Aldi", None, 3)
    assert (other.merchant, other.entered_by) == ("Lidl", "Bob")
    assert (other.task_id, other.number, other.provenance) == ("", 0, {})
    bought = await asked(shared, ANN, measure="lines")
    assert {(line.merchant, line.entered_by, bool(line.task_id)) for line in bought.lines} == {
        ("Aldi", None, True),
        ("Lidl", "Bob", False),
    }


async def test_a_thing_a_shop_and_a_category_are_looked_for_in_what_all_saved(
    shared: Book,
) -> None:
    for name, value in (("item", "lidl"), ("merchant", "lidl"), ("category", "Food & Drink")):
        assert (
            "Lidl" in (await asked(shared, ANN, measure="list", **{name: value})).model_dump_json()
        )


async def test_nobody_else_sees_the_household(shared: Book) -> None:
    """Not a stranger, nor whoever was taken back to be one; they see their own."""
    await shared.save(5, user_id=CARL, merchant="Carls", amount=Decimal(1))
    found = await asked(shared, CARL)
    assert (total(found), found.shared, found.members) == (Decimal(1), False, ())


@pytest.mark.shows("household 4")
async def test_leaving_takes_ones_rows_out_and_keeps_them_ones_own(shared: Book) -> None:
    await do(shared, BOB, activities.leave_household)
    assert total(await asked(shared, ANN)) == 10
    assert total(await asked(shared, BOB)) == 205, "all of their own"
    await join(shared, BOB, await invited(shared))
    assert total(await asked(shared, BOB)) == 0, "what is saved from now on"


async def test_rows_of_an_erased_member_are_gone(shared: Book) -> None:
    async with shared.database.transaction() as connection:
        await connection.execute("DELETE FROM transaction_changes WHERE user_id = $1", BOB)
        await connection.execute("DELETE FROM transactions WHERE user_id = $1", BOB)
        await connection.execute("DELETE FROM household_members WHERE user_id = $1", BOB)
    found = await asked(shared, ANN)
    assert (total(found), len(found.members)) == (Decimal(10), 1)


async def test_an_answer_while_somebody_leaves_is_of_one_moment(shared: Book) -> None:
    found, _ = await asyncio.gather(asked(shared, ANN), do(shared, BOB, activities.leave_household))
    assert total(found) == sum((each.amount for each in found.members), Decimal(0))
    assert total(found) in {Decimal(10), Decimal(15)}


async def listed(book: Book, user_id: str, **search: object) -> ExpensesFound:
    wanted = ExpenseSearch.model_validate({"ours": True, **search})
    async with book.database.connection() as connection:
        return await matches(connection, user_id, wanted)


async def test_the_list_of_the_household_says_who_entered_what(shared: Book) -> None:
    found = await listed(shared, ANN)
    assert (found.total, found.shared) == (2, True)
    assert [(card.merchant, card.entered_by, card.task_id) for card in found.cards] == [
        ("Lidl", "Bob", ""),
        ("Aldi", None, task(3)),
    ]
    named = await listed(shared, ANN, words="lid", least=1, most=9, since=date(2026, 3, 1))
    assert [card.merchant for card in named.cards] == ["Lidl"]
    for search in ({"words": "secret"}, {"deleted": True}, {"least": 50}):
        assert "Secret" not in (await listed(shared, BOB, **search)).model_dump_json()
    alone = await listed(shared, CARL)
    assert (alone.total, alone.shared) == (0, False)


async def test_the_report_of_the_household_says_who_entered_what(shared: Book) -> None:
    march = Period(since=date(2026, 3, 1), until=date(2026, 3, 31))
    report = await report_of(shared.database, ANN, "MYR", march, ours=True)
    assert [each.amount for each in report.spent] == [Decimal(15)]
    assert [(each.name, each.amount) for each in report.members] == [
        ("", Decimal(10)),
        ("Bob", Decimal(5)),
    ]
    assert {shop.name for shop in report.shops} == {"Aldi", "Lidl"}
    mine = await report_of(shared.database, ANN, "MYR", march)
    assert ([each.amount for each in mine.spent], mine.members) == ([Decimal(110)], ())
    strange = await report_of(shared.database, CARL, "MYR", march, ours=True)
    assert (strange.empty, strange.shared) == (True, False)
