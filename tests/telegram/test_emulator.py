"""The emulator refuses what Telegram refuses, in Telegram's words, when a real Bot calls."""

from collections.abc import Awaitable

import pytest
from aiogram import Bot
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BufferedInputFile,
    InaccessibleMessage,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    MessageEntity,
    ReplyParameters,
)
from aiohttp import ClientSession

from tests.telegram.conftest import bot_of
from tests.telegram.emulator import Button, Chat, Emulator, Person, PressAnswer


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
    reply = ReplyParameters(message_id=asked.message_id)
    markup = keyboard(button("Yes", "y"))
    await bot.send_message(1001, " 😀 <b>5 &lt; 6</b>", reply_parameters=reply, reply_markup=markup)
    (shown,) = chat.shown
    assert shown.text == "😀 5 < 6"
    assert shown.entities == ({"type": "bold", "offset": 3, "length": 5},)
    assert shown.keyboard == ((Button("Yes", "y"),),)
    assert shown.reply_to == asked.message_id
    assert shown.message_id == asked.message_id + 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "message text is empty"),
        (" \n", "message text is empty"),
        ("<b></b>", "message text is empty"),
        ("a" * 4097, "message is too long"),
        ("😀" * 2049, "message is too long"),
        ("<b>open", "can't parse entities: Can't find end tag"),
        ("<b>x</i>", 'can\'t parse entities: Unmatched end tag, expected "</b>"'),
        ("<h1>x</h1>", "can't parse entities: Unsupported start tag"),
        ("1 < 2", "can't parse entities: Unsupported start tag"),
        ("x</b>", "can't parse entities: Unexpected end tag"),
    ],
)
async def test_a_text_that_telegram_refuses_is_refused(
    bot: Bot, chat: Chat, text: str, words: str
) -> None:
    assert words in await refusal(bot.send_message(chat.id, text))
    assert chat.shown == []


async def test_the_limit_of_a_text_counts_after_the_tags_are_gone(bot: Bot, chat: Chat) -> None:
    await bot.send_message(chat.id, f"<b>{'a' * 4096}</b>")
    assert len(chat.last().text) == 4096


async def test_an_entity_outside_the_text_is_refused(bot: Bot, chat: Chat) -> None:
    entity = MessageEntity(type="bold", offset=2, length=3)
    call = bot.send_message(chat.id, "abc", entities=[entity], parse_mode=None)
    assert "out of the text" in await refusal(call)


async def test_buttons_beyond_the_limits_are_refused(bot: Bot, chat: Chat) -> None:
    for markup, words in [
        (keyboard(button("x", "d" * 65)), "BUTTON_DATA_INVALID"),
        (keyboard(button("x", "é" * 33)), "BUTTON_DATA_INVALID"),
        (keyboard(button("x", "")), "BUTTON_DATA_INVALID"),
        (keyboard(InlineKeyboardButton(text="x")), "Text buttons are unallowed"),
        (keyboard(*[button("x", "d")] * 101), "at most 100 buttons"),
    ]:
        assert words in await refusal(bot.send_message(chat.id, "x", reply_markup=markup))
    await bot.send_message(chat.id, "x", reply_markup=keyboard(button("x", "d" * 64)))


async def test_what_aiogram_does_not_know_is_refused(tg: Emulator, chat: Chat) -> None:
    async def asked(method: str, **params: object) -> tuple[int, str]:
        url = f"{tg.base_url}/bot{tg.token}/{method}"
        async with ClientSession() as session, session.post(url, json=params) as answer:
            return answer.status, (await answer.json()).get("description", "")

    assert (await asked("sendMessages", chat_id=chat.id))[0] == 404
    assert await asked("sendMessage", chat_id=chat.id, text="x", colour="red") == (
        400,
        'Bad Request: unknown parameter "colour"',
    )
    preview = {"is_disabled": True, "size": 1}
    status, words = await asked(
        "sendMessage", chat_id=chat.id, text="x", link_preview_options=preview
    )
    assert (status, "link_preview_options.size" in words) == (400, True)
    markup = "{'inline_keyboard': []}"
    status, words = await asked("sendMessage", chat_id=chat.id, text="x", reply_markup=markup)
    assert (status, 'can\'t parse "reply_markup"' in words) == (400, True)
    assert (await asked("sendMessage", text="x"))[0] == 400
    assert chat.shown == []


async def test_parameters_may_come_in_the_address(tg: Emulator, chat: Chat) -> None:
    url = f"{tg.base_url}/bot{tg.token}/sendmessage?chat_id=1001&text=12"
    async with ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
    assert chat.last().text == "12"


async def test_a_wrong_token_is_unauthorized(tg: Emulator) -> None:
    async with bot_of(tg, "43:OTHER").context() as stranger:
        await refusal(stranger.get_me(), TelegramUnauthorizedError)


async def test_chats_that_shut_the_bot_out_say_so(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    siti = tg.person(1002, "Siti")
    quiet = tg.private(siti)
    group = tg.group(-1001, "Trip", members=[ali, siti], admins=[ali])
    assert "can't initiate" in await refusal(bot.send_message(1002, "x"), TelegramForbiddenError)
    quiet.say(siti, "hello")
    await bot.send_message(1002, "x")
    tg.block(ali)
    words = await refusal(bot.send_message(1001, "x"), TelegramForbiddenError)
    assert "bot was blocked by the user" in words
    tg.unblock(ali)
    await bot.send_message(1001, "x")
    tg.kick(group, ali)
    assert "bot was kicked" in await refusal(
        bot.send_chat_action(group.id, "typing"), TelegramForbiddenError
    )
    tg.delete_chat(chat)
    assert "chat not found" in await refusal(bot.send_message(1001, "x"))
    assert "chat not found" in await refusal(bot.send_message(77, "x"))
    statuses = [
        update.my_chat_member.new_chat_member.status
        for update in await bot.get_updates()
        if update.my_chat_member
    ]
    assert statuses == ["kicked", "member", "kicked"]


async def test_edits_follow_telegrams_rules(bot: Bot, ali: Person, chat: Chat) -> None:
    sent = await bot.send_message(1001, "one", reply_markup=keyboard(button("a", "a")))
    theirs = chat.say(ali, "mine")
    changed = {"chat_id": 1001, "message_id": sent.message_id}
    await bot.edit_message_text("<i>two</i>", chat_id=1001, message_id=sent.message_id)
    assert (chat.last().text, chat.last().labels, chat.last().edited) == ("two", [], 1)
    assert "message is not modified" in await refusal(
        bot.edit_message_text("<i>two</i>", chat_id=1001, message_id=sent.message_id)
    )
    assert "there is no caption" in await refusal(
        bot.edit_message_caption(caption="x", chat_id=1001, message_id=sent.message_id)
    )
    assert "message to edit not found" in await refusal(
        bot.edit_message_text("x", chat_id=1001, message_id=999)
    )
    assert "can't be edited" in await refusal(
        bot.edit_message_text("x", chat_id=1001, message_id=theirs.message_id)
    )
    await bot.delete_message(**changed)
    assert chat.shown == []
    assert "message to delete not found" in await refusal(bot.delete_message(**changed))


async def test_replies_need_their_message(bot: Bot, chat: Chat) -> None:
    reply = ReplyParameters(message_id=99)
    words = await refusal(bot.send_message(1001, "x", reply_parameters=reply))
    assert "message to be replied not found" in words
    anyway = ReplyParameters(message_id=99, allow_sending_without_reply=True)
    await bot.send_message(1001, "x", reply_parameters=anyway)
    assert chat.last().reply_to is None


async def test_a_press_is_answered_once_and_in_time(
    tg: Emulator, bot: Bot, ali: Person, chat: Chat
) -> None:
    sent = await bot.send_message(1001, "x", reply_markup=keyboard(button("Food", "c:1")))
    press = chat.press(ali, sent, "Food")
    forged = chat.press(ali, sent, data="c:2")
    queries = [update.callback_query for update in await bot.get_updates()]
    assert [query.data for query in queries if query] == ["c:1", "c:2"]
    assert tg.press_answers[press] is None
    await bot.answer_callback_query(press, text="Saved", show_alert=True)
    assert tg.press_answers[press] == PressAnswer("Saved", alert=True)
    assert "query is too old" in await refusal(bot.answer_callback_query(press))
    tg.expire(forged)
    assert "query is too old" in await refusal(bot.answer_callback_query(forged))
    assert "query is too old" in await refusal(bot.answer_callback_query("123"))


async def test_a_press_under_a_message_that_is_gone_names_its_id_only(
    bot: Bot, ali: Person, chat: Chat
) -> None:
    sent = await bot.send_message(1001, "x")
    await bot.delete_message(1001, sent.message_id)
    chat.press(ali, sent, data="c:1")
    query = (await bot.get_updates())[0].callback_query
    assert query is not None
    assert isinstance(query.message, InaccessibleMessage)
    assert query.message.message_id == sent.message_id


async def test_menus_are_kept_by_scope_and_language(tg: Emulator, bot: Bot) -> None:
    scope = BotCommandScopeAllPrivateChats()
    await bot.set_my_commands([BotCommand(command="help", description="Help")])
    await bot.set_my_commands(
        [BotCommand(command="hilfe", description="Hilfe")], scope=scope, language_code="de"
    )
    assert tg.commands == {"help": "Help"}
    assert tg.commands_of("all_private_chats", "de") == {"hilfe": "Hilfe"}
    assert (await bot.get_my_commands())[0].command == "help"
    for wrong in ("Help", "a-b", "x" * 33):
        call = bot.set_my_commands([BotCommand(command=wrong, description="x")])
        assert "BOT_COMMAND_INVALID" in await refusal(call)
    long = BotCommand(command="x", description="x" * 257)
    assert "DESCRIPTION_INVALID" in await refusal(bot.set_my_commands([long]))


async def test_pictures_and_albums_of_the_bot_are_shown(bot: Bot, chat: Chat) -> None:
    picture = BufferedInputFile(b"picture", "a.png")
    await bot.send_photo(1001, picture, caption="<b>c</b>")
    assert (chat.last().kind, chat.last().text) == ("photo", "c")
    assert "caption is too long" in await refusal(bot.send_photo(1001, picture, caption="c" * 1025))
    assert "invalid file_id" in await refusal(bot.send_photo(1001, "AgAC"))
    await bot.send_media_group(1001, [InputMediaPhoto(media=picture) for _ in range(2)])
    assert len(chat.shown) == 3
    await bot.send_document(1001, BufferedInputFile(b"a,b", "export.csv"))
    assert chat.last().kind == "document"


async def test_an_action_is_one_of_telegrams(bot: Bot, chat: Chat) -> None:
    await bot.send_chat_action(1001, "typing")
    assert "wrong parameter action" in await refusal(bot.send_chat_action(1001, "thinking"))
    assert chat.actions == ["typing"]


async def test_members_of_a_group_are_told_apart(tg: Emulator, bot: Bot, ali: Person) -> None:
    siti = tg.person(1002, "Siti")
    tg.person(1003, "Eve")
    tg.group(-1001, "Trip", members=[ali, siti], admins=[ali])
    statuses = [(await bot.get_chat_member(-1001, who)).status for who in (1001, 1002, 1003)]
    assert statuses == ["creator", "member", "left"]
    assert [one.user.id for one in await bot.get_chat_administrators(-1001)] == [1001]
    assert (await bot.get_chat(-1001)).title == "Trip"


async def test_too_many_messages_in_a_chat_have_to_wait(bot: Bot, chat: Chat) -> None:
    for number in range(4):
        await bot.send_message(1001, str(number))
    with pytest.raises(TelegramRetryAfter) as caught:
        await bot.send_message(1001, "more")
    assert caught.value.retry_after == 1
    assert len(chat.shown) == 4
