"""The emulator keeps updates until they are confirmed, and fails when it is told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

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
from aiohttp import ClientError, web

from tests.given import mentions
from tests.telegram.emulator import Chat, Emulator, Person


def texts(updates: list[Update]) -> list[str | None]:
    return [update.message.text for update in updates if update.message]


async def test_updates_are_delivered_until_an_offset_confirms_them(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    for word in ("one", "two", "three"):
        chat.say(ali, word)
    first = await bot.get_updates(limit=2)
    assert texts(first) == ["one", "two"]
    assert texts(await bot.get_updates()) == ["one", "two", "three"]
    assert tg.pending_updates == 3
    assert texts(await bot.get_updates(offset=first[-1].update_id + 1)) == ["three"]
    assert tg.pending_updates == 1
    assert texts(await bot.get_updates(offset=0)) == ["three"]


async def test_a_negative_offset_forgets_all_but_the_newest(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    for word in ("one", "two", "three"):
        chat.say(ali, word)
    assert texts(await bot.get_updates(offset=-1)) == ["three"]
    assert tg.pending_updates == 1


async def test_a_long_poll_ends_with_the_first_update(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    poll = asyncio.ensure_future(bot.get_updates(timeout=30))
    await tg.until(lambda: tg.world.updates.polls == 1)
    chat.say(ali, "now")
    assert texts(await asyncio.wait_for(poll, 5)) == ["now"]


async def test_a_second_poll_ends_the_first_with_a_conflict(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    first = asyncio.ensure_future(bot.get_updates(timeout=30))
    await tg.until(lambda: tg.world.updates.polls == 1)
    second = asyncio.ensure_future(bot.get_updates(timeout=30))
    with pytest.raises(TelegramConflictError, match="terminated by other getUpdates"):
        await first
    chat.say(ali, "mine")
    assert texts(await second) == ["mine"]


async def test_only_the_kinds_asked_for_are_sent(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    await bot.get_updates(allowed_updates=["message"])
    said = chat.say(ali, "one")
    chat.edit(said, "two")
    assert [update.event_type for update in await bot.get_updates()] == ["message"]
    await bot.get_updates(allowed_updates=[])
    chat.edit(said, "three")
    assert [update.event_type for update in await bot.get_updates()] == [
        "message",
        "edited_message",
    ]
    assert len(tg.world.updates.withheld) == 1


async def test_a_repeated_update_comes_again_after_it_was_confirmed(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    said = chat.say(ali, "one")
    after = said.update_id + 1
    await bot.get_updates()
    assert await bot.get_updates(offset=after) == []
    tg.repeat(said.update_id)
    tg.repeat(said.update_id)
    again = await bot.get_updates(offset=after)
    assert [update.update_id for update in again] == [said.update_id] * 2
    assert await bot.get_updates(offset=after) == []
    assert tg.pending_updates == 0


async def test_whatever_people_send_is_an_update_that_aiogram_reads(
    bot: Bot, ali: Person, chat: Chat, tg: Emulator
) -> None:
    photo, *_ = chat.album(ali, [b"a", b"b"], "trip")
    chat.document(ali, b"%PDF", "bill.pdf")
    chat.voice(ali, b"OggS")
    chat.video(ali)
    chat.sticker(ali)
    chat.location(ali)
    chat.contact(ali)
    chat.poll(ali, "Where?", ["here", "there"])
    chat.forward(ali, photo)
    chat.edit_caption(photo, "trip to KL")
    tg.raw({"something_new": {"id": 1}})
    updates = await bot.get_updates()
    kinds = [update.message.content_type for update in updates if update.message]
    listed = "photo photo document voice video sticker location contact poll photo"
    assert kinds == listed.split()
    first, second = (update.message for update in updates[:2])
    assert first is not None
    assert second is not None
    assert first.media_group_id == second.media_group_id is not None
    assert (first.caption, second.caption) == ("trip", None)
    assert updates[-2].edited_message is not None
    assert updates[-2].edited_message.caption == "trip to KL"


async def test_files_are_fetched_once_they_were_asked_for(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    photo = chat.photo(ali, b"bytes of a photo")
    sizes = photo.content["photo"]
    assert [size["width"] for size in sizes] == sorted(size["width"] for size in sizes)
    file = await bot.get_file(sizes[-1]["file_id"])
    assert file.file_path is not None
    fetched = await bot.download_file(file.file_path)
    assert fetched is not None
    assert fetched.read() == b"bytes of a photo"
    with pytest.raises(TelegramBadRequest, match="invalid file_id"):
        await bot.get_file("AgAC")
    big = chat.document(ali, None, "big.pdf", size=21 * 1024 * 1024)
    with pytest.raises(TelegramBadRequest, match="file is too big"):
        await bot.get_file(big.content["document"]["file_id"])
    tg.fail("file", truncate=True)
    with pytest.raises(ClientError):
        await bot.download_file(file.file_path)
    tg.fail("file", status=404)
    with pytest.raises(ClientError):
        await bot.download_file(file.file_path)
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
    assert (only.hits, len(chat.shown)) == (0, 1)


async def test_a_connection_drops_before_or_after_the_call_took_effect(
    tg: Emulator, bot: Bot, chat: Chat
) -> None:
    tg.fail("sendMessage", drop="before")
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(1001, "never")
    assert chat.shown == []
    tg.fail("sendMessage", drop="after")
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(1001, "sent")
    assert [shown.text for shown in chat.shown] == ["sent"]
    assert [call.status for call in tg.calls_of("sendMessage")] == [0, 0]


async def test_a_failing_promise_is_told_with_the_chat(
    tg: Emulator, ali: Person, chat: Chat
) -> None:
    chat.say(ali, "anyone?")
    with pytest.raises(AssertionError, match=r"person: 'anyone\?'"):
        await tg.until(lambda: chat.shown, seconds=0.05)


@asynccontextmanager
async def listening(answers: list[int]) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    """A webhook that answers with each of the statuses, then with 200."""
    heard: list[dict[str, Any]] = []

    async def hear(request: web.Request) -> web.Response:
        secret = request.headers.get("X-Telegram-Bot-Api-Secret-Token")
        heard.append({**await request.json(), "secret": secret})
        return web.Response(status=answers.pop(0) if answers else 200)

    application = web.Application()
    application.router.add_post("/hook", hear)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook", heard
    await runner.cleanup()


async def test_a_webhook_gets_each_update_until_it_takes_it(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    siti = tg.person(1002, "Siti")
    async with listening([503, 500]) as (url, heard):
        await bot.set_webhook(url, secret_token="s3cret", max_connections=1)
        for word in ("one", "two"):
            chat.say(ali, word)
        tg.private(siti).say(siti, "three")
        await tg.until(lambda: tg.pending_updates == 0)
        said = [one["message"]["text"] for one in heard]
        assert [word for word in said if word != "three"] == ["one", "one", "one", "two"]
        assert {one["secret"] for one in heard} == {"s3cret"}
        info = await bot.get_webhook_info()
        assert (info.url, info.max_connections) == (url, 1)
        assert mentions(info.last_error_message or "", "500")
        with pytest.raises(TelegramConflictError, match="webhook is active"):
            await bot.get_updates()
        await bot.delete_webhook()
        chat.say(ali, "four")
        assert texts(await bot.get_updates()) == ["four"]


async def test_a_webhook_keeps_a_chats_order_while_others_go_on(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    tg.webhook.first_wait = 30.0
    siti = tg.person(1002, "Siti")
    async with listening([500]) as (url, heard):
        await bot.set_webhook(url)
        chat.say(ali, "stuck")
        await tg.until(tg.webhook.trouble)
        chat.say(ali, "behind it")
        tg.private(siti).say(siti, "free")
        await tg.until(lambda: tg.pending_updates == 2)
        assert [one["message"]["text"] for one in heard] == ["stuck", "free"]
