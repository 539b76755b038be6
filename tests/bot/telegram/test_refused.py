"""What a defect kept aside is tried once more when the bot starts."""

import asyncio
from datetime import timedelta

from bot.telegram.errors import MAX_ATTEMPTS
from bot.telegram.refused import offer_again
from domain.errors import StorageUnavailableError
from tests.bot.telegram.telegram import ANA, BEN, Stage, message


async def with_refused(*users: int) -> Stage:
    """One update of each was refused; then the bot was started anew."""
    stage = Stage()
    for number, user in enumerate(users, 1):
        stage.conversations.failing_for[str(user)] = KeyError("a bug")
        for _ in range(MAX_ATTEMPTS):
            await stage.receive(message(number, f"lunch {number}", user=user))
    stage.conversations.failing_for = {}
    stage.voice.said.clear()
    stage.restart()
    return stage


async def again(stage: Stage, longest: timedelta = timedelta(seconds=10)) -> None:
    await offer_again(stage.incoming.acceptance, stage.records, longest)


async def test_once_the_defect_is_mended_they_are_handled_in_their_order() -> None:
    stage = await with_refused(ANA, BEN, ANA)
    await again(stage)
    assert stage.conversations.texts == ["lunch 1", "lunch 2", "lunch 3"]
    assert stage.records.refused == {}


async def test_what_fails_again_stays_and_nobody_is_told_twice() -> None:
    stage = await with_refused(ANA, BEN)
    stage.conversations.failing_for[str(ANA)] = KeyError("still the bug")
    await again(stage)
    assert list(stage.records.refused) == [1]
    assert stage.conversations.texts == ["lunch 2"]
    assert stage.voice.said == []


async def test_while_something_is_away_they_stay() -> None:
    stage = await with_refused(ANA)
    stage.conversations.failing_for[str(ANA)] = StorageUnavailableError("gone")
    await again(stage)
    assert list(stage.records.refused) == [1]
    stage.records.down = StorageUnavailableError("gone")
    await again(stage)
    assert list(stage.records.refused) == [1]


async def test_new_updates_do_not_wait_for_them_without_end() -> None:
    stage = await with_refused(ANA)
    stage.conversations.gates[str(ANA)] = asyncio.Event()
    await again(stage, timedelta(seconds=0.05))
    assert list(stage.records.refused) == [1]
