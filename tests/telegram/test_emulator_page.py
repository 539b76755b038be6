"""The emulator's page shows what a chat shows, and what is done on it reaches the bot."""

from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiohttp import ClientSession, FormData, web

from tests.telegram.emulator import Chat, Emulator, Person, Server, served
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


def deed(what: str, **fields: str) -> FormData:
    form = FormData({"what": what, "chat": "1001", "person": "1001", **fields})
    form.add_field("file", b"a receipt", filename="receipt.jpg", content_type="image/jpeg")
    return form


async def test_a_deed_on_the_page_reaches_the_bot(
    bot: Bot, browser: ClientSession, chat: Chat
) -> None:
    sent = await bot.send_message(1001, "Which?", reply_markup=keyboard(button("Food", "c:1")))
    pressed = str(sent.message_id)
    for form in [
        deed("say", text="Lunch 12", reply_to=pressed),
        deed("photo", text="at the airport"),
        deed("document"),
        deed("voice"),
        deed("press", message=pressed, data="c:1"),
        deed("edit", message=str(sent.message_id + 1), text="Lunch 13"),
        deed("block"),
    ]:
        async with browser.post("/page/do", data=form) as answer:
            assert answer.status == 200
    updates = await bot.get_updates()
    kinds = [update.message.content_type for update in updates if update.message]
    assert kinds == ["text", "photo", "document", "voice"]
    others = [update.event_type for update in updates if not update.message]
    assert others == ["callback_query", "edited_message", "my_chat_member"]
    assert chat.blocked
    async with browser.post("/page/do", data=deed("dance")) as answer:
        assert answer.status == 400


async def test_the_page_sees_messages_keys_and_files(
    bot: Bot, browser: ClientSession, ali: Person, chat: Chat
) -> None:
    chat.photo(ali, b"a receipt")
    await bot.send_message(1001, "Saved", reply_markup=keyboard(button("Undo", "u")))
    await bot.send_chat_action(1001, "typing")
    async with browser.get("/") as answer:
        assert "page/state" in await answer.text()
    async with browser.get("/page/state") as answer:
        (seen,) = (await answer.json())["chats"]
    photo, saved = seen["messages"]
    assert (saved["text"], seen["action"]) == ("Saved", "typing")
    assert saved["reply_markup"]["inline_keyboard"][0][0]["text"] == "Undo"
    async with browser.get("/page/file/" + photo["photo"][-1]["file_id"]) as answer:
        assert await answer.read() == b"a receipt"
