"""The emulator's page shows what a chat shows, and what is done on it reaches the bot."""

from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiohttp import ClientSession, FormData, web

from tests.telegram.emulator import Emulator, Server, served
from tests.telegram.emulator.page import Page
from tests.telegram.test_emulator import button, keyboard


@pytest.fixture
async def tg() -> AsyncIterator[Emulator]:
    emulator = Emulator("42:TEST")
    application: web.Application = Server(emulator).application()
    Page(emulator).add_to(application)
    async with served(emulator, application, 0):
        yield emulator


@pytest.fixture
async def browser(tg: Emulator) -> AsyncIterator[ClientSession]:
    async with ClientSession(tg.base_url) as session:
        yield session


@pytest.mark.usefixtures("chat")
async def test_a_deed_on_the_page_reaches_the_bot_and_is_shown(
    bot: Bot, browser: ClientSession
) -> None:
    who = {"chat": "1001", "person": "1001"}
    sent = await bot.send_message(1001, "Which?", reply_markup=keyboard(button("Food", "c:1")))
    photo = FormData({"what": "photo", "text": "at the airport", **who})
    photo.add_field("file", b"a receipt", filename="receipt.jpg", content_type="image/jpeg")
    press = {"what": "press", "message": str(sent.message_id), "data": "c:1", **who}
    for form, status in ((photo, 200), (press, 200), ({"what": "dance", **who}, 400)):
        async with browser.post("/page/do", data=form) as answer:
            assert answer.status == status
    kinds = [update.event_type for update in await bot.get_updates()]
    assert kinds == ["message", "callback_query"]
    async with browser.get("/") as answer:
        assert "page/state" in await answer.text()
    async with browser.get("/page/state") as answer:
        (seen,) = (await answer.json())["chats"]
    asked, receipt = seen["messages"]
    assert asked["reply_markup"]["inline_keyboard"][0][0]["text"] == "Food"
    async with browser.get("/page/file/" + receipt["photo"][-1]["file_id"]) as answer:
        assert await answer.read() == b"a receipt"
