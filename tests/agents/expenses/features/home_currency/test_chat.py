"""The currency of the first expenses is offered once, with the third of them."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from domain.conversation import Limits
from domain.topics import Preference, PressAction
from tests.agents.expenses.features.chat import FeatureChat as Chat


@pytest.fixture
async def chat(server: WorkflowEnvironment, limits: Limits, kept: Stores) -> AsyncIterator[Chat]:
    """With the person's settings in the database, too."""
    chat = Chat(server, limits, kept)
    await kept.users.person(chat.person)
    async with chat.open() as opened:
        yield opened


OFFER = "Shall I use EUR (Euro)?"


async def test_the_currency_of_the_first_three_is_offered_with_the_third(chat: Chat) -> None:
    await chat.hears("Lidl 12 euros", "bus 3 euros")
    assert OFFER not in chat.screen
    assert OFFER in await chat.hears("coffee 4 euros")
    await chat.press(PressAction.PREFER)
    assert (await chat.said(Preference)).after == "EUR"
    await chat.hears("tea 2")
    assert "€2.00" in chat.screen
    assert chat.screen.count(OFFER) == 1


async def test_after_a_no_it_is_not_offered_again(chat: Chat) -> None:
    await chat.hears("Lidl 12 euros", "bus 3 euros", "coffee 4 euros")
    await chat.press(PressAction.PREFER, value="MYR")
    await chat.told(Preference.topic)
    await chat.hears("undo")
    await chat.hears("tea 2 euros", "cake 5 euros", "lunch 9 euros")
    assert chat.screen.count(OFFER) == 1


async def test_nothing_is_offered_where_the_first_differ(chat: Chat) -> None:
    await chat.hears("Lidl 12 euros", "bus 3", "coffee 4 euros", "tea 2 euros", "cake 5 euros")
    assert OFFER not in chat.screen


async def test_nothing_is_offered_in_the_persons_own(chat: Chat) -> None:
    await chat.stores.users.prefer(chat.user_id, currency="EUR")
    await chat.hears("Lidl 12 euros", "bus 3 euros", "coffee 4 euros")
    assert OFFER not in chat.screen
