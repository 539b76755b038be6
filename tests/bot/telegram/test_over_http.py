"""The same over HTTP, against a Telegram that is as strict as the real one."""

import asyncio
from datetime import UTC, datetime

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from bot.telegram.dispatcher import Outside, incoming
from bot.telegram.downloads import Downloads
from bot.telegram.groups import SharedGroups
from bot.telegram.polling import run_polling
from tests.bot.telegram.telegram import MemoryConversations, MemoryRecords, SaidAndShown
from tests.bot.telegram.test_incoming import png
from tests.telegram.emulator import running_emulator

TOKEN = "42:TEST"


async def test_words_and_a_photo_arrive_once_through_dropped_connections_and_repeats() -> None:
    async with running_emulator(TOKEN) as telegram:
        api = TelegramAPIServer.from_base(telegram.base_url)
        ana = telegram.person(11, "Ana")
        chat = telegram.private(ana)
        conversations, records, voice = MemoryConversations(), MemoryRecords(), SaidAndShown()
        groups = SharedGroups(records)
        outside = Outside(conversations, records, groups, voice, voice, lambda: datetime.now(UTC))
        async with Bot(TOKEN, session=AiohttpSession(api=api)) as bot:
            acceptance = incoming(bot, outside, frozenset({ana.id}), 100).acceptance
            telegram.fail("getUpdates", drop="after")
            telegram.fail("getUpdates", status=502)
            telegram.fail("file", truncate=True)
            chat.say(ana, "lunch 12")
            chat.photo(ana, png(), caption="dinner")
            chat.say(ana, "/status")
            stop = asyncio.Event()
            polling = asyncio.create_task(run_polling(bot, acceptance, stop))
            await telegram.until(lambda: telegram.pending_updates == 0)
            stop.set()
            await polling
            (photo,) = conversations.messages[conversations.attempts[1]].attachments
            assert await Downloads(bot).fetch(photo.remote) == png()
    assert conversations.texts == ["lunch 12", "dinner", "/status"]
    assert len(conversations.attempts) == 3
