"""A real aiogram Bot on an emulator, and Ali, who has written to it before."""

from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from tests.telegram.emulator import Chat, Emulator, Person, running_emulator


@pytest.fixture
async def tg() -> AsyncIterator[Emulator]:
    async with running_emulator() as emulator:
        yield emulator


@pytest.fixture
async def bot(tg: Emulator) -> AsyncIterator[Bot]:
    api = TelegramAPIServer.from_base(tg.base_url)
    async with Bot(tg.token, session=AiohttpSession(api=api)) as bot:
        yield bot


@pytest.fixture
def ali(tg: Emulator) -> Person:
    return tg.person(1001, "Ali", username="ali")


@pytest.fixture
def chat(tg: Emulator, ali: Person) -> Chat:
    return tg.private(ali, started=True)
