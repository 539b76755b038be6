"""An erasure asks with what is still to come, and tells who else keeps something."""

import asyncio
from datetime import UTC, datetime

import pytest

from domain.conversation import Limits
from domain.errors import StorageRejectedError
from domain.preferences import ErasedRows, HeldElsewhere, StillToCome
from domain.topics import AskErase, Erased, PressAction
from tests.toy.chat import ToyChat

COMING = StillToCome(what="Haircut", until=datetime(2030, 1, 2, 12, tzinfo=UTC))


@pytest.fixture
def limits() -> Limits:
    return Limits(erases_elsewhere=True)


async def test_what_is_still_to_come_is_asked_about_and_who_keeps_something_is_told(
    chat: ToyChat,
) -> None:
    me = chat.person.user_id
    chat.erasure.to_come[me] = (COMING,)
    chat.erasure.elsewhere[me] = (HeldElsewhere(system="calendar", reference="1"),)
    chat.erasure.kept[me] = ErasedRows(counts={"messages": 3})
    await chat.tell("/deletemydata")
    asked = await chat.told(AskErase.topic)
    assert AskErase.model_validate(asked.content).still_to_come == (COMING,)
    await chat.press(PressAction.ERASE, asked)
    async with asyncio.timeout(20):
        done = await chat.told(Erased.topic)
    assert Erased.model_validate(done.content) == Erased(
        counts={"messages": 3}, kept_by=("calendar",)
    )


async def test_it_is_asked_also_where_nobody_knows_what_is_still_to_come(chat: ToyChat) -> None:
    chat.erasure.failures = [StorageRejectedError("no")]
    await chat.tell("/deletemydata")
    asked = await chat.told(AskErase.topic)
    assert AskErase.model_validate(asked.content) == AskErase()
