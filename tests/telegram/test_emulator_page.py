"""The emulator's page shows what a chat shows, and the emulator keeps groups to their own rules."""

from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiohttp import ClientSession, FormData, web

from tests.telegram.emulator import Chat, Emulator, Person, Server, served
from tests.telegram.emulator.errors import ApiError
from tests.telegram.emulator.pace import Pace
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
    await bot.send_message(1001, "<b>Saved</b>", reply_markup=keyboard(button("Undo", "u")))
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


async def test_with_privacy_a_bot_hears_only_what_is_meant_for_it(
    tg: Emulator, bot: Bot, ali: Person
) -> None:
    group = tg.group(-1001, "Trip", members=[ali], admins=[ali])
    tg.world.privacy = True
    sent = await bot.send_message(-1001, "hello")
    group.say(ali, "among us")
    group.say(ali, "/help")
    group.say(ali, "@steward_bot lunch 12")
    group.say(ali, "yes", reply_to=sent)
    heard = [update.message.text for update in await bot.get_updates() if update.message]
    assert heard == ["/help", "@steward_bot lunch 12", "yes"]


def test_a_group_takes_twenty_messages_a_minute() -> None:
    now, taken = 0.0, 0
    pace = Pace(lambda: now)

    def send_each_second() -> None:
        nonlocal now, taken
        while taken < 60:
            now += 1.0
            pace.admit(-1001, group=True)
            taken += 1

    with pytest.raises(ApiError) as refused:
        send_each_second()
    # The twenty at hand and those that became free meanwhile.
    assert 20 <= taken <= 30
    assert refused.value.status == 429
    assert refused.value.retry_after is not None
    now += refused.value.retry_after
    pace.admit(-1001, group=True)


def test_thirty_messages_a_second_are_taken_over_all_chats() -> None:
    pace = Pace(lambda: 0.0)
    for number in range(30):
        pace.admit(number)
    with pytest.raises(ApiError, match="retry after 1"):
        pace.admit(30)
