"""Telegram may forget an update only after it was accepted; nobody waits for anybody else."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiogram.exceptions import (
    TelegramConflictError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)

from bot.handover import TemporalUnreachableError
from bot.telegram.errors import MAX_ATTEMPTS
from bot.telegram.polling import FetchUpdates, Polling
from domain.errors import ConfigurationError, StorageUnavailableError
from tests.bot.telegram.telegram import ANA, BEN, EVE, Stage, message, until

FETCH = FetchUpdates()


@asynccontextmanager
async def polling(stage: Stage) -> AsyncIterator[list[float]]:
    """The loop at work; gives the pauses that it made, which take no time."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    stop = asyncio.Event()
    running = asyncio.create_task(Polling(stage.bot, stage.incoming.acceptance, pause).run(stop))
    try:
        yield pauses
    finally:
        stop.set()
        await running


@pytest.mark.shows("telegram 1")
async def test_an_update_is_confirmed_only_after_its_message_was_taken() -> None:
    stage = Stage()
    gate = stage.conversations.gates[str(ANA)] = asyncio.Event()
    stage.telegram.deliver(message(5, "lunch 12"))
    async with polling(stage):
        await stage.conversations.entered.wait()
        assert stage.conversations.attempts == [f"telegram:{ANA}:5"]
        assert stage.telegram.confirmed == 0
        gate.set()
        await until(lambda: stage.telegram.confirmed == 5)
    assert stage.conversations.texts == ["lunch 12"]


async def test_a_chat_that_is_stuck_holds_up_no_other_and_nothing_is_confirmed_past_it() -> None:
    stage = Stage()
    gate = stage.conversations.gates[str(ANA)] = asyncio.Event()
    updates = [message(1, "stuck"), message(2, "one", user=BEN), message(3, "two", user=BEN)]
    stage.telegram.deliver(*updates)
    async with polling(stage):
        await until(lambda: stage.conversations.texts == ["one", "two"])
        assert stage.telegram.confirmed == 0
        gate.set()
        await until(lambda: stage.telegram.confirmed == 3)
    assert len(stage.conversations.attempts) == 3


async def test_messages_of_a_chat_are_taken_in_their_order_even_when_one_fails_first() -> None:
    stage = Stage()
    stage.conversations.failures += [StorageUnavailableError("gone")] * 4
    stage.telegram.deliver(*(message(n, str(n)) for n in range(1, 8)))
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 7)
    assert stage.conversations.texts == [str(n) for n in range(1, 8)]


@pytest.mark.shows("telegram 3")
async def test_while_temporal_is_down_an_update_is_kept_for_as_long_as_it_takes() -> None:
    stage = Stage()
    stage.conversations.failures += [TemporalUnreachableError("gone")] * 50
    stage.telegram.deliver(message(1, "lunch"))
    async with polling(stage) as pauses:
        await until(lambda: len(pauses) >= 40)
        assert stage.telegram.confirmed == 0
        await until(lambda: stage.telegram.confirmed == 1)
    assert max(pauses) <= 5
    assert stage.conversations.texts == ["lunch"]


async def test_an_update_that_trips_a_defect_is_given_up_and_the_next_ones_are_taken() -> None:
    stage = Stage()
    stage.conversations.failures += [ZeroDivisionError("a bug")] * MAX_ATTEMPTS
    stage.telegram.deliver(message(1, "poison"), message(2, "lunch"))
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 2)
    assert stage.conversations.texts == ["lunch"]
    assert len(stage.voice.to(ANA)) == 1


async def test_an_update_that_cannot_be_read_does_not_keep_others_from_being_read() -> None:
    stage = Stage()
    chat: dict[str, object] = {"id": ANA}
    broken = {"update_id": 1, "message": {"chat": chat, "from": chat, "text": 7}}
    stage.telegram.deliver(broken, {"no": "number"}, message(2, "lunch"))
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 2)
    assert stage.conversations.texts == ["lunch"]
    assert len(stage.voice.to(ANA)) == 1


async def test_an_update_that_comes_three_times_is_one_message() -> None:
    stage = Stage()
    again = message(1, "lunch")
    stage.telegram.deliver(again, again, again)
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 1)
        stage.telegram.deliver(again, message(900, "end"))
        await until(lambda: stage.telegram.confirmed == 900)
        # After a quiet week, numbers begin anew.
        stage.telegram.deliver(message(7, "after"))
        await until(lambda: stage.telegram.confirmed == 7)
    assert set(stage.conversations.attempts) == {f"telegram:{ANA}:{n}" for n in (1, 900, 7)}
    assert stage.conversations.texts == ["lunch", "end", "after"]


async def test_a_killed_bot_gets_again_what_it_had_not_finished() -> None:
    stage = Stage()
    stage.conversations.gates[str(ANA)] = asyncio.Event()
    stage.telegram.deliver(message(1, "lunch"), message(2, "done", user=BEN))
    killed = Polling(stage.bot, stage.incoming.acceptance)
    running = asyncio.create_task(killed.run(asyncio.Event()))
    await until(lambda: len(stage.conversations.attempts) == 2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert stage.telegram.confirmed == 0

    stage.conversations.gates.clear()
    stage.restart()
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 2)
    assert sorted(stage.conversations.texts) == ["done", "lunch"]


async def test_when_stopped_what_has_begun_is_finished_and_confirmed() -> None:
    stage = Stage()
    gate = stage.conversations.gates[str(ANA)] = asyncio.Event()
    stage.telegram.deliver(message(1, "begun"), message(2, "waiting"))
    stop = asyncio.Event()
    running = asyncio.create_task(Polling(stage.bot, stage.incoming.acceptance).run(stop))
    await until(lambda: len(stage.conversations.attempts) == 1)
    stop.set()
    gate.set()
    await running
    assert stage.conversations.texts[0] == "begun"
    assert stage.telegram.confirmed == len(stage.conversations.texts)


async def test_a_hundred_and_fifty_updates_all_arrive() -> None:
    stage = Stage(allowed=frozenset(range(1, 31)))
    stage.telegram.deliver(*(message(n, str(n), user=n % 30 + 1) for n in range(1, 151)))
    async with polling(stage):
        await until(lambda: stage.telegram.confirmed == 150)
    assert sorted(stage.conversations.texts, key=int) == [str(n) for n in range(1, 151)]


async def test_troubles_with_telegram_are_waited_out() -> None:
    stage = Stage()
    stage.telegram.fetch_errors = deque(
        [
            TelegramNetworkError(FETCH, "reset"),
            TelegramServerError(FETCH, "bad gateway"),
            TelegramRetryAfter(FETCH, "slow", retry_after=7),
            TelegramConflictError(FETCH, "terminated by other getUpdates request"),
        ]
    )
    stage.telegram.deliver(message(1, "lunch"))
    async with polling(stage) as pauses:
        await until(lambda: stage.telegram.confirmed == 1)
    assert pauses == [0.5, 1.0, 7, 5.0]


async def test_a_refused_token_is_said_to_be_wrong() -> None:
    stage = Stage()
    stage.telegram.fetch_errors.append(TelegramUnauthorizedError(FETCH, "Unauthorized"))
    with pytest.raises(ConfigurationError, match="TELEGRAM_BOT_TOKEN"):
        await Polling(stage.bot, stage.incoming.acceptance).run(asyncio.Event())


async def test_a_stranger_is_not_told_about_outages() -> None:
    stage = Stage(allowed=frozenset())
    stage.records.down = StorageUnavailableError("gone")
    stage.telegram.deliver(message(1, "hello", user=EVE))
    async with polling(stage) as pauses:
        await until(lambda: len(pauses) > 5)
        stage.records.down = None
        await until(lambda: stage.telegram.confirmed == 1)
    assert [text for text in stage.voice.to(EVE) if "lost" in text] == []
