import asyncio
from datetime import timedelta
from typing import Any

import pytest
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramMigrateToChat,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity

from bot.telegram.refusals import MessageGoneError, TelegramRefusedError
from bot.telegram.rendering import MessagePart
from bot.telegram.sending import OutgoingRateLimit, PlaceInChat
from domain.errors import AppError, DeliveryFailedError, RecipientGoneError
from tests.bot.telegram.telegram import Failure, FakeTelegram, bad_request, forbidden, network

SECRET = "what the person said"


def server(method: TelegramMethod[Any]) -> Exception:
    return TelegramServerError(method, "Bad Gateway")


def busy(method: TelegramMethod[Any]) -> Exception:
    return TelegramAPIError(method, "Too Many Requests")


def unauthorized(method: TelegramMethod[Any]) -> Exception:
    return TelegramUnauthorizedError(method, "Unauthorized")


def garbage(_: TelegramMethod[Any]) -> Exception:
    return ClientDecodeError("Failed to decode object", ValueError("<html>"), "<html>")


async def failure(raised: Failure) -> AppError:
    telegram = FakeTelegram(failing=[raised])
    with pytest.raises(AppError) as caught:
        await telegram.sender().say(8413005279, SECRET)
    assert SECRET not in str(caught.value)
    assert "8413005279" not in str(caught.value)
    return caught.value


async def test_a_message_goes_out_without_parse_mode_and_preview() -> None:
    telegram = FakeTelegram()
    sent = await telegram.sender().say(5, "<b>hello</b> example.com", reply_to=7)
    (call,) = telegram.of(SendMessage)
    assert telegram.messages[sent].text == "<b>hello</b> example.com"
    assert call.parse_mode is None
    assert call.link_preview_options.is_disabled
    assert call.reply_parameters.message_id == 7
    assert call.reply_parameters.allow_sending_without_reply


def flood(method: TelegramMethod[Any]) -> Exception:
    return TelegramRetryAfter(method, "Too Many Requests", 17)


GONE = (
    *("chat not found", "user is deactivated", "PEER_ID_INVALID"),
    "not enough rights to send text",
)


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        *((bad_request(reason), RecipientGoneError) for reason in GONE),
        (forbidden, RecipientGoneError),
        *((passes, DeliveryFailedError) for passes in (network, server, busy, unauthorized)),
        *((passes, DeliveryFailedError) for passes in (garbage, flood)),
        (bad_request("can't parse entities"), TelegramRefusedError),
    ],
)
async def test_a_failure_tells_whether_it_passes(raised: Failure, kind: type[AppError]) -> None:
    error = await failure(raised)
    assert type(error) is kind
    assert error.retryable is (kind is DeliveryFailedError)
    waits = timedelta(seconds=17) if raised is flood else None
    assert error.retry_after == waits


BOLD = MessagePart("fancy", (MessageEntity(type="bold", offset=0, length=5),))
BUTTONS = InlineKeyboardMarkup(
    inline_keyboard=[[InlineKeyboardButton(text="A", callback_data="a")]]
)


@pytest.mark.parametrize("edit", [False, True])
async def test_what_is_refused_with_formats_and_buttons_arrives_as_plain_text(
    *, edit: bool
) -> None:
    telegram = FakeTelegram(failing=[bad_request("BUTTON_DATA_INVALID")])
    if edit:
        await telegram.sender().edit(5, 7, BOLD, keyboard=BUTTONS)
    else:
        place = PlaceInChat(reply_to=7)
        sent = await telegram.sender().send(5, BOLD, keyboard=BUTTONS, place=place)
        assert telegram.messages[sent].reply_to == 7
    refused, plain = telegram.of(EditMessageText if edit else SendMessage)
    assert refused.entities
    assert refused.reply_markup
    assert (plain.text, plain.entities, plain.reply_markup) == ("fancy", None, None)
    # Plain text that is refused too is given up.
    telegram = FakeTelegram(failing=[bad_request("message is too long")] * 3)
    with pytest.raises(TelegramRefusedError):
        await telegram.sender().send(5, BOLD)
    assert len(telegram.of(SendMessage)) == 2


async def test_a_topic_that_is_gone_costs_neither_the_reply_nor_its_buttons() -> None:
    telegram = FakeTelegram(failing=[bad_request("message thread not found")])
    await telegram.sender().send(-5, BOLD, keyboard=BUTTONS, place=PlaceInChat(topic=3))
    first, second = telegram.of(SendMessage)
    assert (first.message_thread_id, second.message_thread_id) == (3, None)
    assert second.reply_markup
    # A group that became a supergroup is followed.
    telegram = FakeTelegram(failing=[lambda m: TelegramMigrateToChat(m, "upgraded", -1009)])
    sender = telegram.sender()
    await sender.say(-9, "first")
    await sender.say(-9, "second")
    assert [call.chat_id for call in telegram.of(SendMessage)] == [-9, -1009, -1009]


async def test_an_edit_that_changes_nothing_is_done_and_that_a_message_is_gone_is_told() -> None:
    telegram = FakeTelegram(failing=[bad_request("message is not modified: specified new …")])
    await telegram.sender().edit(5, 7, MessagePart("same"))
    assert len(telegram.of(EditMessageText)) == 1
    telegram.failing = [bad_request("message to edit not found")]
    with pytest.raises(MessageGoneError):
        await telegram.sender().edit(5, 7, MessagePart("new"))
    telegram.failing = [bad_request("query is too old and response timeout expired")]
    await telegram.sender().answer("q1", "note")  # which is no error
    assert telegram.notes == ["note"]


async def test_chats_do_not_wait_for_each_other_but_all_keep_the_common_pace() -> None:
    began = asyncio.get_running_loop().time()
    telegram = FakeTelegram(clock=asyncio.get_running_loop().time)
    sender = telegram.sender(OutgoingRateLimit(timedelta(hours=1), per_second=50))
    await asyncio.gather(*(sender.say(chat, "x") for chat in range(1, 11)))
    assert telegram.times[-1] - began > 0.17


async def test_a_group_gets_no_more_than_its_minute_allows() -> None:
    telegram = FakeTelegram()
    sender = telegram.sender(
        OutgoingRateLimit(timedelta(microseconds=1), 1_000_000, per_group_minute=4)
    )
    speaking = [asyncio.ensure_future(sender.say(-5, "x")) for _ in range(4)]
    await asyncio.gather(*speaking[:2])
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(telegram.calls) == 2  # half at once, the rest evenly over the minute
    for task in speaking:
        task.cancel()
    await asyncio.gather(*speaking, return_exceptions=True)
    allowed = OutgoingRateLimit()
    assert allowed.between_messages == timedelta(seconds=1)
    assert (allowed.per_second, allowed.per_group_minute) == (30, 20)


async def test_messages_to_one_chat_keep_their_distance_edits_included() -> None:
    began = asyncio.get_running_loop().time()
    telegram = FakeTelegram(clock=asyncio.get_running_loop().time)
    sender = telegram.sender(OutgoingRateLimit(timedelta(seconds=0.1), per_second=1000))
    sent = await sender.say(5, "x")
    await sender.edit(5, sent, MessagePart("y"))
    await sender.say(5, "z")
    _, second, third = telegram.times
    assert second - began > 0.09
    assert third - began > 0.19


async def test_the_limits_of_idle_chats_are_dropped() -> None:
    telegram = FakeTelegram()
    sender = telegram.sender()
    sender._IDLE_SECONDS = 0.0
    for chat in range(1, 20):
        await sender.say(chat, "x")
    assert len(sender._chats) == 1
