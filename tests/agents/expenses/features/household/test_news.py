"""The others are told once who joined or left: with the next thing that they save."""

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.features.household import activities
from agents.expenses.features.household.tools import HouseholdNews, OwnName
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.features.household.test_chat import share
from tests.agents.expenses.features.household.test_members import CARL, do, invited, join
from tests.agents.expenses.store.requests import Book, saving


async def told(book: Book, number: int, user_id: str = ANN) -> list[tuple[str, bool]]:
    """What is told of the household when this person saves something."""
    saved = await book.ledger.save(saving(number, user_id=user_id))
    news = [
        HouseholdNews.model_validate(each.content)
        for each in saved.notices
        if each.feature == "household"
    ]
    return [(each.name, each.joined) for each in news]


@pytest.mark.shows("household 3")
async def test_who_joined_and_left_is_told_once_and_the_same_when_it_is_repeated(
    book: Book,
) -> None:
    await join(book, BOB, await invited(book))
    await do(book, BOB, activities.name_in_household, OwnName(name="Bob"))
    assert await told(book, 1) == [("Bob", True)]
    assert await told(book, 1) == [("Bob", True)], "the same write"
    assert await told(book, 2) == []
    assert await told(book, 3, BOB) == [], "they know it themselves"
    await do(book, BOB, activities.leave_household)
    assert await told(book, 4) == [("Bob", False)]


async def test_each_of_the_others_is_told(book: Book) -> None:
    for number, user_id in enumerate((BOB, CARL), 1):
        await join(book, user_id, await invited(book))
        assert await told(book, number) == [("", True)]
    assert await told(book, 3, BOB) == [("", True)]


async def test_a_name_of_another_household_is_not_told(book: Book) -> None:
    await join(book, BOB, await invited(book))
    await do(book, BOB, activities.leave_household)
    await join(book, BOB, await invited(book, CARL))
    await do(book, BOB, activities.name_in_household, OwnName(name="Robert"))
    assert await told(book, 1) == [("", True), ("", False)]


@pytest.mark.parametrize("erased", [ANN, BOB])
async def test_erasing_a_person_takes_what_was_to_be_told_of_and_to_them(
    stores: Stores, book: Book, erased: str
) -> None:
    await stores.users.person(Person(user_id=erased))
    await join(book, BOB, await invited(book))
    await stores.erasure.erase(erased)
    assert await told(book, 1) == []


async def test_the_card_says_who_joined_and_who_left(chat: FeatureChat, other: FeatureChat) -> None:
    await share(chat, other)
    assert "Ben joined your household." in await chat.hears("Aldi 10")
    assert "joined" not in await chat.hears("Lidl 5")
    await other.tell("leave the household")
    assert "Ben left your household." in await chat.hears("Rewe 7")
