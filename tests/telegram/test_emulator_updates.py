"""The emulator keeps updates until they are confirmed, and fails when it is told to."""

import asyncio

import pytest
from aiogram import Bot
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramConflictError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.types import Update
from aiohttp import ClientError

from tests.telegram.emulator import Chat, Emulator, Person


def texts(updates: list[Update]) -> list[str | None]:
    return [update.message.text for update in updates if update.message]


async def test_updates_are_delivered_until_an_offset_confirms_them(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    for word in ("one", "two", "three", "four"):
        said = chat.say(ali, word)
    first = await bot.get_updates(limit=2)
    assert texts(first) == ["one", "two"]
    assert texts(await bot.get_updates()) == ["one", "two", "three", "four"]
    assert tg.pending_updates == 4
    assert texts(await bot.get_updates(offset=first[-1].update_id + 1)) == ["three", "four"]
    assert texts(await bot.get_updates(offset=-1)) == ["four"]
    assert tg.pending_updates == 1
    after = said.update_id + 1
    assert await bot.get_updates(offset=after) == []
    tg.repeat(said.update_id)
    tg.repeat(said.update_id)
    assert texts(await bot.get_updates(offset=after)) == ["four", "four"]
    assert await bot.get_updates(offset=after) == []
    assert tg.pending_updates == 0


async def test_a_poll_ends_with_an_update_or_with_a_later_poll(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    first = asyncio.ensure_future(bot.get_updates(timeout=30))
    await tg.until(lambda: tg.world.updates.polls == 1)
    second = asyncio.ensure_future(bot.get_updates(timeout=30))
    with pytest.raises(TelegramConflictError, match="terminated by other getUpdates"):
        await first
    chat.say(ali, "mine")
    assert texts(await second) == ["mine"]


async def test_only_the_kinds_asked_for_are_sent(bot: Bot, ali: Person, chat: Chat) -> None:
    for wanted, kinds in ((["message"], ["message"]), ([], ["message", "edited_message"])):
        await bot.get_updates(offset=-1, allowed_updates=wanted)
        chat.edit(chat.say(ali, "one"), "two")
        found = [update.event_type for update in await bot.get_updates()]
        assert found[-len(kinds) :] == kinds


async def test_files_are_fetched_once_they_were_asked_for(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    sizes = chat.photo(ali, b"bytes of a photo").content["photo"]
    assert [size["width"] for size in sizes] == sorted(size["width"] for size in sizes)
    path = (await bot.get_file(sizes[-1]["file_id"])).file_path
    assert path is not None
    fetched = await bot.download_file(path)
    assert fetched is not None
    assert fetched.read() == b"bytes of a photo"
    big = chat.document(ali, None, "big.pdf", size=21 * 1024 * 1024)
    with pytest.raises(TelegramBadRequest, match="file is too big"):
        await bot.get_file(big.content["document"]["file_id"])
    tg.fail("file", truncate=True)
    tg.fail("file", status=404)
    for _ in range(2):
        with pytest.raises(ClientError):
            await bot.download_file(path)
    assert [one.status for one in tg.calls_of("file")] == [200, 0, 404]


async def test_faults_strike_as_often_as_they_were_told(tg: Emulator, bot: Bot, chat: Chat) -> None:
    tg.fail("sendMessage", status=429, retry_after=7)
    with pytest.raises(TelegramRetryAfter) as caught:
        await bot.send_message(1001, "x")
    assert caught.value.retry_after == 7
    outage = tg.fail("*", status=502, times=None)
    for _ in range(3):
        with pytest.raises(TelegramServerError):
            await bot.send_message(1001, "x")
    assert outage.hits == 3
    tg.faults.remove(outage)
    only = tg.fail("sendMessage", status=500, when=lambda params: params["text"] == "bad")
    await bot.send_message(1001, "good")
    assert only.hits == 0
    for drop, shown in (("before", ["good"]), ("after", ["good", "x"])):
        tg.fail("sendMessage", drop=drop)
        with pytest.raises(TelegramNetworkError):
            await bot.send_message(1001, "x")
        assert [each.text for each in chat.shown] == shown
