"""The way out through the emulator, which refuses what Telegram refuses."""

import time
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from agents import SLUGS
from agents.expenses.replies import Saved
from bot.telegram.address import Address
from bot.telegram.channel import TelegramChannel
from bot.telegram.menu import publish
from bot.telegram.presence import Presence
from bot.telegram.sending import OutgoingPace, Sender
from bot.texts.cards import commands_of
from domain.commands import Command
from domain.errors import RecipientGoneError
from domain.replies import DeliveredReply, Reply
from domain.topics import GeneralAnswer
from tests.bot.samples import CARD, CONTENTS, NOW, filled, reply
from tests.bot.telegram.recording import QUICK, FixedLocales, Notes, delivery, never_at_work
from tests.fakes.attachments import InMemoryAttachments
from tests.telegram.emulator import Chat, Emulator, Person, running_emulator

TOKEN = "42:TEST"
ANA = Address(5)
TIMES_FASTER = 10
"""The clock that Telegram's pace goes by, and the pace of the bot against it."""


async def admits(address: Address) -> bool:
    return address == ANA


class Phone:
    """Ana's chat in the emulator, and the bot's way out to it."""

    def __init__(self, emulator: Emulator, bot: Bot, pace: OutgoingPace) -> None:
        self.emulator, self.bot = emulator, bot
        self.person: Person = emulator.person(5, "Ana")
        self.chat: Chat = emulator.private(self.person, started=True)
        sender = Sender(bot, pace)
        self.presence = Presence(sender, Notes(), FixedLocales(), never_at_work)
        self.channel = TelegramChannel(
            sender, self.presence, lambda: NOW, InMemoryAttachments(), admits=admits
        )

    async def show(self, shown: Reply) -> DeliveredReply:
        return await self.channel.show(delivery(shown, ANA), shown)


async def phones(pace: OutgoingPace, *, strict: bool) -> AsyncIterator[Phone]:
    async with running_emulator(TOKEN, pace=strict) as emulator:
        emulator.world.clock = lambda: time.monotonic() * TIMES_FASTER
        api = TelegramAPIServer.from_base(emulator.base_url)
        async with Bot(TOKEN, session=AiohttpSession(api=api)) as bot:
            phone = Phone(emulator, bot, pace)
            yield phone
            await phone.presence.close()


@pytest.fixture
async def phone() -> AsyncIterator[Phone]:
    async for built in phones(QUICK, strict=False):
        yield built


@pytest.fixture
async def strict_phone() -> AsyncIterator[Phone]:
    """Telegram's own pace, on both sides."""
    own = OutgoingPace()
    between = own.between_messages / TIMES_FASTER
    async for built in phones(OutgoingPace(between, own.per_second * TIMES_FASTER), strict=True):
        yield built


def long(number: int) -> Reply:
    words = reply(GeneralAnswer(text="\n".join(["word " * 100] * 20)))
    return words.model_copy(update={"id": f"r{number}"})


async def test_telegram_takes_every_topic(phone: Phone) -> None:
    for topic in CONTENTS:
        await phone.show(filled(topic).model_copy(update={"id": topic}))
    assert len(phone.chat.shown) == len(CONTENTS)
    assert all(shown.text for shown in phone.chat.shown)
    # Nothing is escaped; invisible joiners only keep the address from being a link.
    card = CARD.model_copy(update={"merchant": "<b>Bad</b> *🍵* [x](http://a.example)"})
    await phone.show(reply(Saved(card=card)))
    shown = phone.chat.last()
    assert "<b>Bad</b> *🍵* [x](http://a.example)" in shown.text.replace("\u2060", "")
    assert "http://a.example" not in shown.text
    assert "bold" in {entity["type"] for entity in shown.entities}


@pytest.mark.shows("telegram 5")
async def test_a_blocked_bot_has_no_recipient(phone: Phone) -> None:
    phone.emulator.block(phone.person)
    with pytest.raises(RecipientGoneError):
        await phone.show(reply(Saved(card=CARD)))
    phone.emulator.delete_chat(phone.chat)
    with pytest.raises(RecipientGoneError):
        await phone.show(reply(Saved(card=CARD)))


@pytest.mark.shows("telegram 4")
async def test_telegram_never_has_to_slow_the_bot_down(strict_phone: Phone) -> None:
    assert OutgoingPace().between_messages == timedelta(seconds=1)
    await strict_phone.show(long(1))
    await strict_phone.show(long(2))
    assert len(strict_phone.chat.shown) == 6
    assert all(call.status == 200 for call in strict_phone.emulator.calls)


async def test_the_menu_is_taken_in_every_language(phone: Phone) -> None:
    assert await publish(phone.bot)
    assert list(phone.emulator.commands) == [*Command, *(form.name for form in commands_of(SLUGS))]
    assert "shared" in phone.emulator.commands_of("all_group_chats", "de")
