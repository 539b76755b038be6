"""Topics of a forum come and go as Telegram's do, by the rights that the bot has."""

from collections.abc import Awaitable, Callable

import pytest
from aiogram import Bot
from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import ReactionTypeEmoji

from tests.telegram.emulator import Emulator, Person

STAFF = -1002001


async def refusal(call: Callable[[], Awaitable[object]]) -> str:
    with pytest.raises(TelegramBadRequest) as refused:
        await call()
    return refused.value.message


async def test_a_topic_holds_what_is_said_in_it_until_it_is_deleted(
    tg: Emulator, bot: Bot, ali: Person
) -> None:
    forum = tg.forum(STAFF, "Staff", members=[ali])
    made = await bot.create_forum_topic(STAFF, "one")
    thread = made.message_thread_id
    sent = await bot.send_message(STAFF, "hello", message_thread_id=thread)
    assert sent.message_thread_id == thread
    assert sent.is_topic_message
    forum.say(ali, "hi", topic=thread)
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert update.message.message_thread_id == thread
    await bot.edit_forum_topic(STAFF, thread, "two")
    assert forum.topics[thread].name == "two"
    assert await refusal(lambda: bot.reopen_forum_topic(STAFF, thread)) == (
        "Bad Request: TOPIC_NOT_MODIFIED"
    )
    await bot.close_forum_topic(STAFF, thread)
    assert forum.topics[thread].closed
    forum.delete_topic(thread)
    assert await refusal(lambda: bot.send_message(STAFF, "?", message_thread_id=thread)) == (
        "Bad Request: message thread not found"
    )
    assert await refusal(lambda: bot.edit_message_text("x", None, STAFF, sent.message_id)) == (
        "Bad Request: message to edit not found"
    )


async def test_topics_need_a_forum_and_the_right_to_manage_them(
    tg: Emulator, bot: Bot, ali: Person
) -> None:
    tg.group(-1002002, "Plain", members=[ali])
    tg.forum(STAFF, "Staff", members=[ali], rights=[])
    assert await refusal(lambda: bot.create_forum_topic(-1002002, "x")) == (
        "Bad Request: the chat is not a forum"
    )
    assert await refusal(lambda: bot.create_forum_topic(STAFF, "x")) == (
        "Bad Request: not enough rights to create a topic"
    )
    assert (await bot.get_chat(STAFF)).is_forum
    assert (await bot.get_chat_member(STAFF, bot.id)).status == ChatMemberStatus.MEMBER


async def test_a_reaction_is_one_of_telegrams(tg: Emulator, bot: Bot, ali: Person) -> None:
    forum = tg.forum(STAFF, "Staff", members=[ali])
    said = forum.say(ali, "hi")

    async def react(emoji: str) -> bool:
        return await bot.set_message_reaction(
            STAFF, said.message_id, [ReactionTypeEmoji(emoji=emoji)]
        )

    await react("👍")
    assert forum.transcript[0].reactions == ("👍",)
    assert await refusal(lambda: react("✅")) == "Bad Request: REACTION_INVALID"
