"""The emulator refuses what Telegram refuses, in Telegram's words, when a real Bot calls."""

from collections.abc import Awaitable
from typing import Any

import pytest
from aiogram import Bot
from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError, TelegramRetryAfter
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BufferedInputFile,
    InaccessibleMessage,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MessageEntity,
    ReactionTypeEmoji,
    ReplyParameters,
)
from aiohttp import ClientSession

from tests.telegram.emulator import Button, Chat, Emulator, Person, PressAnswer
from tests.telegram.emulator.errors import ApiError
from tests.telegram.emulator.pace import Pace

STAFF = -1002001


def keyboard(*buttons: InlineKeyboardButton) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(inline_keyboard=[list(buttons)])


def button(label: str, data: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=label, callback_data=data)


async def refusal(call: Awaitable[object], kind: type[Exception] = TelegramBadRequest) -> str:
    with pytest.raises(kind) as caught:
        await call
    return str(caught.value)


async def test_a_message_is_shown_as_it_was_formatted(bot: Bot, ali: Person, chat: Chat) -> None:
    asked = chat.say(ali, "/start now")
    await bot.send_message(
        1001,
        " 😀 5 < 6",
        entities=[MessageEntity(type="bold", offset=4, length=5)],
        reply_parameters=ReplyParameters(message_id=asked.message_id),
        reply_markup=keyboard(button("Yes", "y")),
    )
    (shown,) = chat.shown
    assert shown.text == "😀 5 < 6"
    assert shown.entities == ({"type": "bold", "offset": 3, "length": 5},)
    assert shown.keyboard == ((Button("Yes", "y"),),)
    assert (shown.reply_to, shown.message_id) == (asked.message_id, asked.message_id + 1)


async def test_a_message_that_telegram_refuses_is_refused(bot: Bot, chat: Chat) -> None:
    outside = MessageEntity(type="bold", offset=2, length=3)
    cases: list[tuple[str, dict[str, Any], str]] = [
        (" \n", {}, "message text is empty"),
        ("😀" * 2049, {}, "message is too long"),
        ("abc", {"entities": [outside]}, "out of the text"),
        ("x", {"reply_markup": keyboard(button("x", "é" * 33))}, "BUTTON_DATA_INVALID"),
        ("x", {"reply_markup": keyboard(button("x", ""))}, "BUTTON_DATA_INVALID"),
        ("x", {"reply_markup": keyboard(InlineKeyboardButton(text="x"))}, "buttons are unallowed"),
        ("x", {"reply_markup": keyboard(*[button("x", "d")] * 101)}, "at most 100 buttons"),
        ("x", {"reply_parameters": ReplyParameters(message_id=99)}, "to be replied not found"),
    ]
    for text, more, words in cases:
        assert words in await refusal(bot.send_message(chat.id, text, **more)), words
    assert chat.shown == []
    anyway = ReplyParameters(message_id=99, allow_sending_without_reply=True)
    widest = keyboard(button("x", "d" * 64))
    await bot.send_message(1001, "a" * 4096, reply_parameters=anyway, reply_markup=widest)
    assert chat.last().reply_to is None


async def test_what_aiogram_does_not_know_is_refused(tg: Emulator, chat: Chat) -> None:
    async def asked(method: str, **params: object) -> tuple[int, str]:
        url = f"{tg.base_url}/bot{tg.token}/{method}"
        async with ClientSession() as session, session.post(url, json=params) as answer:
            return answer.status, (await answer.json()).get("description", "")

    assert (await asked("sendMessages", chat_id=chat.id))[0] == 404
    preview = {"is_disabled": True, "size": 1}
    for params, words in [
        ({"chat_id": chat.id, "colour": "red"}, 'unknown parameter "colour"'),
        ({"chat_id": chat.id, "link_preview_options": preview}, "link_preview_options.size"),
        ({"chat_id": chat.id, "reply_markup": "{'a': []}"}, 'can\'t parse "reply_markup"'),
        ({}, '"chat_id" is required'),
    ]:
        status, description = await asked("sendMessage", text="x", **params)
        assert (status, words in description) == (400, True), description
    assert chat.shown == []
    url = f"{tg.base_url}/bot43:OTHER/getMe"
    async with ClientSession() as session, session.get(url) as answer:
        assert answer.status == 401


async def test_chats_that_shut_the_bot_out_say_so(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    siti = tg.person(1002, "Siti")
    quiet = tg.private(siti)
    assert "can't initiate" in await refusal(bot.send_message(1002, "x"), TelegramForbiddenError)
    quiet.say(siti, "hello")
    await bot.send_message(1002, "x")
    tg.block(ali)
    words = await refusal(bot.send_message(1001, "x"), TelegramForbiddenError)
    assert "bot was blocked by the user" in words
    tg.unblock(ali)
    await bot.send_message(1001, "x")
    tg.delete_chat(chat)
    for gone in (1001, 77):
        assert "chat not found" in await refusal(bot.send_message(gone, "x"))
    statuses = [
        update.my_chat_member.new_chat_member.status
        for update in await bot.get_updates()
        if update.my_chat_member
    ]
    assert statuses == ["kicked", "member"]


async def test_edits_follow_telegrams_rules(bot: Bot, ali: Person, chat: Chat) -> None:
    sent = await bot.send_message(1001, "one", reply_markup=keyboard(button("a", "a")))
    theirs = chat.say(ali, "mine")
    await bot.edit_message_text("two", chat_id=1001, message_id=sent.message_id)
    assert (chat.last().text, chat.last().labels, chat.last().edited) == ("two", [], 1)
    for number, words in (
        (sent.message_id, "message is not modified"),
        (999, "message to edit not found"),
        (theirs.message_id, "can't be edited"),
    ):
        call = bot.edit_message_text("two", chat_id=1001, message_id=number)
        assert words in await refusal(call)
    await bot.delete_message(1001, sent.message_id)
    assert chat.shown == []
    gone = bot.delete_message(1001, sent.message_id)
    assert "message to delete not found" in await refusal(gone)


async def test_a_press_is_answered_once(tg: Emulator, bot: Bot, ali: Person, chat: Chat) -> None:
    sent = await bot.send_message(1001, "x", reply_markup=keyboard(button("Food", "c:1")))
    press = chat.press(ali, sent, "Food")
    await bot.delete_message(1001, sent.message_id)
    chat.press(ali, sent, data="c:2")
    there, gone = [update.callback_query for update in await bot.get_updates()]
    assert there is not None
    assert gone is not None
    assert (there.data, gone.data) == ("c:1", "c:2")
    assert isinstance(gone.message, InaccessibleMessage)
    assert tg.press_answers[press] is None
    await bot.answer_callback_query(press, text="Saved", show_alert=True)
    assert tg.press_answers[press] == PressAnswer("Saved", alert=True)
    for late in (press, "123"):
        assert "query is too old" in await refusal(bot.answer_callback_query(late))


async def test_menus_are_kept_by_scope_and_language(tg: Emulator, bot: Bot) -> None:
    await bot.set_my_commands([BotCommand(command="help", description="Help")])
    await bot.set_my_commands(
        [BotCommand(command="hilfe", description="Hilfe")],
        scope=BotCommandScopeAllPrivateChats(),
        language_code="de",
    )
    assert tg.commands == {"help": "Help"}
    assert tg.commands_of("all_private_chats", "de") == {"hilfe": "Hilfe"}
    for name, description in (("Help", "x"), ("a-b", "x"), ("x" * 33, "x"), ("x", "x" * 257)):
        call = bot.set_my_commands([BotCommand(command=name, description=description)])
        assert "INVALID" in await refusal(call)
    assert "BOT_DESCRIPTION_INVALID" in await refusal(bot.set_my_description("x" * 513))


async def test_what_is_no_text_is_shown_by_its_kind(bot: Bot, chat: Chat) -> None:
    picture = BufferedInputFile(b"picture", "a.png")
    await bot.send_photo(1001, picture, caption="c")
    await bot.send_document(1001, BufferedInputFile(b"a,b", "export.csv"))
    assert [(shown.kind, shown.text) for shown in chat.shown] == [("photo", "c"), ("document", "")]
    assert "caption is too long" in await refusal(bot.send_photo(1001, picture, caption="c" * 1025))
    assert "invalid file_id" in await refusal(bot.send_photo(1001, "AgAC"))
    await bot.send_chat_action(1001, "typing")
    assert "wrong parameter action" in await refusal(bot.send_chat_action(1001, "thinking"))
    assert chat.actions == ["typing"]


async def test_members_of_a_group_are_told_apart(tg: Emulator, bot: Bot, ali: Person) -> None:
    siti = tg.person(1002, "Siti")
    tg.person(1003, "Eve")
    tg.group(-1001, "Trip", members=[ali, siti], admins=[ali])
    statuses = [(await bot.get_chat_member(-1001, who)).status for who in (1001, 1002, 1003)]
    assert statuses == ["creator", "member", "left"]


async def test_too_many_messages_in_a_chat_have_to_wait(bot: Bot, chat: Chat, tg: Emulator) -> None:
    now = 1_000.0
    tg.world.clock = lambda: now
    for number in range(4):
        await bot.send_message(1001, str(number))
    with pytest.raises(TelegramRetryAfter) as caught:
        await bot.send_message(1001, "more")
    assert caught.value.retry_after == 1
    assert len(chat.shown) == 4


def test_a_group_takes_twenty_messages_a_minute_and_all_chats_thirty_a_second() -> None:
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
    now += refused.value.retry_after or 0
    pace.admit(-1001, group=True)
    now += 60
    for number in range(30):
        pace.admit(number)
    with pytest.raises(ApiError, match="retry after 1"):
        pace.admit(30)


async def test_a_topic_holds_what_is_said_in_it_until_it_is_deleted(
    tg: Emulator, bot: Bot, ali: Person
) -> None:
    forum = tg.forum(STAFF, "Staff", members=[ali])
    thread = (await bot.create_forum_topic(STAFF, "one")).message_thread_id
    sent = await bot.send_message(STAFF, "hello", message_thread_id=thread)
    assert (sent.message_thread_id, sent.is_topic_message) == (thread, True)
    forum.say(ali, "hi", topic=thread)
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert update.message.message_thread_id == thread
    await bot.edit_forum_topic(STAFF, thread, "two")
    assert "TOPIC_NOT_MODIFIED" in await refusal(bot.reopen_forum_topic(STAFF, thread))
    await bot.close_forum_topic(STAFF, thread)
    assert (forum.topics[thread].name, forum.topics[thread].closed) == ("two", True)
    forum.delete_topic(thread)
    there = bot.send_message(STAFF, "?", message_thread_id=thread)
    assert "message thread not found" in await refusal(there)
    edit = bot.edit_message_text("x", None, STAFF, sent.message_id)
    assert "message to edit not found" in await refusal(edit)


async def test_topics_need_a_forum_and_the_right_to_manage_them(
    tg: Emulator, bot: Bot, ali: Person
) -> None:
    tg.group(-1002002, "Plain", members=[ali])
    tg.forum(STAFF, "Staff", members=[ali], rights=[])
    assert "not a forum" in await refusal(bot.create_forum_topic(-1002002, "x"))
    assert "not enough rights" in await refusal(bot.create_forum_topic(STAFF, "x"))
    assert (await bot.get_chat(STAFF)).is_forum
    assert (await bot.get_chat_member(STAFF, bot.id)).status == ChatMemberStatus.MEMBER


async def test_a_reaction_is_one_of_telegrams(tg: Emulator, bot: Bot, ali: Person) -> None:
    forum = tg.forum(STAFF, "Staff", members=[ali])
    number = forum.say(ali, "hi").message_id
    await bot.set_message_reaction(STAFF, number, [ReactionTypeEmoji(emoji="👍")])
    assert forum.transcript[0].reactions == ("👍",)
    unknown = bot.set_message_reaction(STAFF, number, [ReactionTypeEmoji(emoji="✅")])
    assert "REACTION_INVALID" in await refusal(unknown)
