"""The way out through the emulator, which refuses what Telegram refuses."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from agents import SLUGS
from agents.expenses.replies import AskCategory, Saved
from bot.telegram.address import Address
from bot.telegram.channel import TelegramChannel
from bot.telegram.handlers.presses import Presses, setup
from bot.telegram.identity import SentBy
from bot.telegram.menu import publish
from bot.telegram.presence import Presence
from bot.telegram.sending import OutgoingPace, Sender
from bot.texts.cards import commands_of
from bot.texts.catalogue import catalogue_of
from domain.commands import Command
from domain.errors import DeliveryFailedError, RecipientGoneError
from domain.replies import DeliveredReply, Delivery, Reply
from domain.topics import GeneralAnswer, PressAction
from tests.bot.samples import CARD, CONTENTS, choice, filled, reply
from tests.bot.telegram.recording import QUICK, FixedLocales, Notes, never_at_work
from tests.bot.telegram.test_presses import Handed, clock
from tests.fakes.attachments import InMemoryAttachments
from tests.telegram.emulator import Chat, Emulator, Person, running_emulator

TOKEN = "42:TEST"
ANA = Address(5)
ENGLISH = catalogue_of("en")


async def admits(address: Address) -> bool:
    return address == ANA


class Phone:
    """Ana's chat in the emulator, and the bot's way out to it."""

    def __init__(self, emulator: Emulator, bot: Bot, pace: OutgoingPace) -> None:
        self.emulator, self.bot = emulator, bot
        self.person: Person = emulator.person(5, "Ana")
        self.chat: Chat = emulator.private(self.person, started=True)
        self.notes, self.gateway = Notes(), Handed()
        sender = Sender(bot, pace)
        locales = FixedLocales()
        self.presence = Presence(sender, self.notes, locales, never_at_work)
        self.files = InMemoryAttachments()
        self.channel = TelegramChannel(sender, self.presence, clock, self.files, admits=admits)
        self.dispatcher = Dispatcher()
        self.dispatcher.include_router(setup(Presses(self.gateway, sender, locales, clock)))
        self.offset = 0

    async def show(self, said: Reply) -> DeliveredReply:
        delivery = Delivery(
            conversation_id=ANA.conversation,
            channel="telegram",
            chat_id=ANA.chat_id,
            user_id=ANA.user_id,
            locale="en_MY",
            timezone="Asia/Kuala_Lumpur",
            replies=(said,),
        )
        return await self.channel.show(delivery, said)

    async def press(self, label: str | None, data: str | None = None) -> str | None:
        """Presses a button of the newest message, and says what note came of it."""
        press = self.chat.press(self.person, self.chat.last(), label, data=data)
        for update in await self.bot.get_updates(offset=self.offset):
            self.offset = update.update_id + 1
            caller = SentBy(self.person.id, ANA, "en")
            await self.dispatcher.feed_update(self.bot, update, caller=caller)
        answer = self.emulator.press_answers[press]
        assert answer is not None
        return answer.text


async def phones(pace: OutgoingPace, *, strict: bool) -> AsyncIterator[Phone]:
    async with running_emulator(TOKEN, pace=strict) as emulator:
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
    async for built in phones(OutgoingPace(), strict=True):
        yield built


def question() -> Reply:
    subject = f"{ANA.conversation}/expenses/1/q1"
    choices = [choice(PressAction.ANSWER, subject, label=v, value=v) for v in ("Pets", "Fuel")]
    return reply(AskCategory(card=CARD), question=subject, choices=choices)


def long(number: int = 1) -> Reply:
    said = reply(GeneralAnswer(text="\n".join(["word " * 100] * 20)))
    return said.model_copy(update={"id": f"r{number}"})


async def test_telegram_takes_every_topic(phone: Phone) -> None:
    for topic in CONTENTS:
        await phone.show(filled(topic).model_copy(update={"id": topic}))
    assert len(phone.chat.shown) == len(CONTENTS)
    assert all(shown.text for shown in phone.chat.shown)


async def test_a_title_is_bold_and_markup_in_it_is_text(phone: Phone) -> None:
    card = CARD.model_copy(update={"merchant": "<b>Bad</b> *🍵* [x](http://a.example)"})
    await phone.show(reply(Saved(card=card)))
    shown = phone.chat.last()
    # Nothing is escaped; invisible joiners only keep the address from being a link.
    assert "<b>Bad</b> *🍵* [x](http://a.example)" in shown.text.replace("\u2060", "")
    assert "http://a.example" not in shown.text
    assert "bold" in {entity["type"] for entity in shown.entities}


async def test_the_progress_message_becomes_the_result(phone: Phone) -> None:
    photo = phone.chat.say(phone.person, "here")
    await phone.presence.working(ANA, slow=True, message=photo.message_id)
    await phone.emulator.until(lambda: phone.chat.shown)
    assert phone.chat.last().text == ENGLISH.text("telegram.progress")
    progress = phone.chat.last().message_id
    read = CARD.model_copy(update={"from_photo": True})
    delivered = await phone.show(reply(Saved(card=read)))
    assert delivered.channel_ref == str(progress)
    assert "Kopi Corner" in phone.chat.last().text
    assert phone.chat.last().edited == 1


async def test_a_deleted_progress_message_is_replaced_by_a_new_one(phone: Phone) -> None:
    await phone.presence.working(ANA, slow=True, message=1)
    await phone.emulator.until(lambda: phone.chat.shown)
    phone.chat.delete(phone.chat.last())
    await phone.show(reply(Saved(card=CARD)))
    assert "Kopi Corner" in phone.chat.last().text
    assert phone.chat.last().edited == 0


@pytest.mark.shows("telegram 5")
async def test_a_blocked_bot_has_no_recipient(phone: Phone) -> None:
    phone.emulator.block(phone.person)
    with pytest.raises(RecipientGoneError):
        await phone.show(reply(Saved(card=CARD)))


@pytest.mark.shows("telegram 5")
async def test_a_deleted_chat_has_no_recipient(phone: Phone) -> None:
    phone.emulator.delete_chat(phone.chat)
    with pytest.raises(RecipientGoneError):
        await phone.show(reply(Saved(card=CARD)))


@pytest.mark.shows("telegram 4")
async def test_flood_control_names_the_wait(phone: Phone) -> None:
    phone.emulator.fail("sendMessage", status=429, retry_after=9)
    with pytest.raises(DeliveryFailedError) as caught:
        await phone.show(reply(Saved(card=CARD)))
    assert caught.value.retry_after == timedelta(seconds=9)


@pytest.mark.parametrize("status", [500, 502, None])
async def test_a_retry_completes_a_long_reply(phone: Phone, status: int | None) -> None:
    phone.emulator.fail(
        "sendMessage",
        status=status,
        drop=True if status is None else None,
        when=lambda _: len(phone.chat.shown) == 1,
    )
    with pytest.raises(DeliveryFailedError):
        await phone.show(long())
    delivered = await phone.show(long())
    assert len(phone.chat.shown) == len(delivered.channel_ref.split(",")) == 3
    assert sum(shown.text.count("word") for shown in phone.chat.shown) == 2000


@pytest.mark.shows("telegram 4")
async def test_telegram_never_has_to_slow_the_bot_down(strict_phone: Phone) -> None:
    await strict_phone.show(long(1))
    await strict_phone.show(long(2))
    assert len(strict_phone.chat.shown) == 6
    assert all(call.status == 200 for call in strict_phone.emulator.calls)


async def test_a_category_is_found_on_a_page_and_answers_the_question(phone: Phone) -> None:
    await phone.show(question())
    assert await phone.press("More …") is None
    assert await phone.press("More …") is None
    assert await phone.press("💡 Bills & Utilities") is None
    (heard,) = phone.gateway.sent
    assert heard.press is not None
    assert heard.press.value == "Bills & Utilities"
    assert phone.chat.last().buttons == ()


async def test_forged_data_is_answered_through_telegram_too(phone: Phone) -> None:
    await phone.show(question())
    said = await phone.press(None, data="p|un|6|AAAA|/expenses/1|")
    assert said == ENGLISH.text("telegram.press.not_yours")
    assert phone.gateway.sent == []


async def test_the_menu_is_taken_in_every_language(phone: Phone) -> None:
    assert await publish(phone.bot)
    assert list(phone.emulator.commands) == [*Command, *(form.name for form in commands_of(SLUGS))]
    assert "shared" in phone.emulator.commands_of("all_group_chats", "de")
