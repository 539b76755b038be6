"""The emulator refuses what Telegram refuses, in Telegram's words, when a real Bot calls."""

from collections.abc import Awaitable
from typing import Any

import pytest
from aiogram import Bot
from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.methods import (
    AnswerCallbackQuery,
    CreateForumTopic,
    DeleteMessage,
    EditMessageText,
    SendChatAction,
    SendMessage,
    SendPhoto,
    SetMessageReaction,
    SetMyCommands,
    SetMyDescription,
    TelegramMethod,
)  # fmt: skip
from aiogram.types import (
    BotCommand,
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
from tests.telegram.emulator.rate_limit import RateLimit

STAFF = -1002001
PICTURE = BufferedInputFile(b"picture", "a.png")


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


def menu(name: str, description: str = "x") -> SetMyCommands:
    return SetMyCommands(commands=[BotCommand(command=name, description=description)])


def sending(text: str = "x", chat_id: int = 1001, **more: Any) -> SendMessage:  # noqa: ANN401
    return SendMessage(chat_id=chat_id, text=text, **more)


def editing(number: int, text: str = "x") -> EditMessageText:
    return EditMessageText(chat_id=1001, message_id=number, text=text)


CROSS = ReactionTypeEmoji(emoji="✅")
REFUSALS: list[tuple[TelegramMethod[Any], str]] = [
    (sending(" \n"), "message text is empty"),
    (sending("😀" * 2049), "message is too long"),
    (sending(entities=[MessageEntity(type="bold", offset=0, length=2)]), "out of the text"),
    (sending(reply_markup=keyboard(button("x", "é" * 33))), "BUTTON_DATA_INVALID"),
    (sending(reply_markup=keyboard(button("x", ""))), "BUTTON_DATA_INVALID"),
    (sending(reply_markup=keyboard(InlineKeyboardButton(text="x"))), "buttons are unallowed"),
    (sending(reply_markup=keyboard(*[button("x", "d")] * 101)), "at most 100 buttons"),
    (sending(reply_parameters=ReplyParameters(message_id=99)), "to be replied not found"),
    (sending(chat_id=77), "chat not found"),
    (sending(chat_id=STAFF, message_thread_id=99), "message thread not found"),
    (editing(1, "one"), "message is not modified"),
    (editing(2), "can't be edited"),
    (editing(3), "to edit not found"),
    (DeleteMessage(chat_id=1001, message_id=3), "message to delete not found"),
    (AnswerCallbackQuery(callback_query_id="123"), "query is too old"),
    (SendPhoto(chat_id=1001, photo=PICTURE, caption="c" * 1025), "caption is too long"),
    (SendPhoto(chat_id=1001, photo="AgAC"), "invalid file_id"),
    (SendChatAction(chat_id=1001, action="thinking"), "wrong parameter action"),
    *((made, "INVALID") for made in (menu("Help"), menu("a-b"), menu("x" * 33))),
    (menu("x", "x" * 257), "INVALID"),
    (SetMyDescription(description="x" * 513), "BOT_DESCRIPTION_INVALID"),
    (CreateForumTopic(chat_id=-1002002, name="x"), "not a forum"),
    (CreateForumTopic(chat_id=STAFF, name="x"), "not enough rights"),
    (SetMessageReaction(chat_id=1001, message_id=2, reaction=[CROSS]), "REACTION_INVALID"),
]


async def test_what_telegram_refuses_is_refused_in_its_words_and_changes_nothing(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    tg.group(-1002002, "Plain", members=[ali])
    tg.forum(STAFF, "Staff", members=[ali], rights=[])
    await bot.send_message(1001, "one")
    chat.say(ali, "mine")
    gone = await bot.send_message(1001, "gone")
    await bot.delete_message(1001, gone.message_id)
    for call, words in REFUSALS:
        assert words in await refusal(bot(call)), words
    assert [shown.text for shown in chat.transcript] == ["one", "mine"]
    assert (chat.actions, tg.commands) == ([], {})
    assert (await bot.get_chat_member(STAFF, bot.id)).status == ChatMemberStatus.MEMBER


async def test_the_longest_and_the_widest_are_taken(bot: Bot, chat: Chat) -> None:
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
    assert "chat not found" in await refusal(bot.send_message(1001, "x"))
    statuses = [
        update.my_chat_member.new_chat_member.status
        for update in await bot.get_updates()
        if update.my_chat_member
    ]
    assert statuses == ["kicked", "member"]


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
    assert "query is too old" in await refusal(bot.answer_callback_query(press))


def test_a_group_takes_twenty_messages_a_minute_and_all_chats_thirty_a_second() -> None:
    now, taken = 0.0, 0
    rate_limit = RateLimit(lambda: now)

    def send_each_second() -> None:
        nonlocal now, taken
        while taken < 60:
            now += 1.0
            rate_limit.admit(-1001, group=True)
            taken += 1

    with pytest.raises(ApiError) as refused:
        send_each_second()
    # The twenty at hand and those that became free meanwhile.
    assert 20 <= taken <= 30
    assert refused.value.status == 429
    now += refused.value.retry_after or 0
    rate_limit.admit(-1001, group=True)
    now += 60
    for number in range(30):
        rate_limit.admit(number)
    with pytest.raises(ApiError, match="retry after 1"):
        rate_limit.admit(30)


async def test_a_topic_is_closed_and_renamed_once_and_goes_with_what_was_said_in_it(
    tg: Emulator, bot: Bot, ali: Person
) -> None:
    forum = tg.forum(STAFF, "Staff", members=[ali])
    thread = (await bot.create_forum_topic(STAFF, "one")).message_thread_id
    sent = await bot.send_message(STAFF, "hello", message_thread_id=thread)
    await bot.edit_forum_topic(STAFF, thread, "two")
    assert "TOPIC_NOT_MODIFIED" in await refusal(bot.reopen_forum_topic(STAFF, thread))
    await bot.close_forum_topic(STAFF, thread)
    assert (forum.topics[thread].name, forum.topics[thread].closed) == ("two", True)
    forum.delete_topic(thread)
    edit = bot.edit_message_text("x", None, STAFF, sent.message_id)
    assert "message to edit not found" in await refusal(edit)
