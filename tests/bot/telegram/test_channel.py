"""The way out in memory, and out and in through the emulator, which is as strict as Telegram."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.methods import (
    EditMessageText,
    SendMessage,
    SetMyCommands,
    SetMyDescription,
    SetMyShortDescription,
)

from agents import SLUGS
from agents.expenses.replies import Saved
from bot.telegram.address import Address
from bot.telegram.channel import TelegramChannel
from bot.telegram.dispatcher import Outside, incoming
from bot.telegram.downloads import Downloads
from bot.telegram.groups import SharedGroups
from bot.telegram.menu import publish
from bot.telegram.polling import Polling
from bot.telegram.rendering import MAX_UNITS
from bot.telegram.sending import OutgoingRateLimit, Sender
from bot.telegram.typing_indicator import TypingIndicator
from bot.texts.cards import commands_of
from bot.texts.catalogue import LANGUAGES
from domain.commands import Command
from domain.errors import DeliveryFailedError, RecipientGoneError
from domain.replies import DeliveredReply, File, Placement, Reply
from domain.topics import Erased, Erasing, Expired, GeneralAnswer, PressAction
from tests.bot.samples import CARD, CONTENTS, NOW, choice, filled, reply, shown
from tests.bot.telegram.telegram import (
    QUICK,
    TOKEN,
    FakeTelegram,
    FixedLocales,
    MemoryConversations,
    MemoryRecords,
    Notes,
    SaidAndShown,
    bad_request,
    delivery,
    network,
    never_at_work,
)
from tests.bot.telegram.test_incoming import png
from tests.fakes.attachments import InMemoryAttachments
from tests.telegram.emulator import Chat, Emulator, Person, running_emulator

PRIVATE = Address(5)
MEMBER = Address(-100_77, 5)


class Room:
    """A channel with all that it needs."""

    def __init__(self, address: Address = PRIVATE, progress: int | None = None) -> None:
        self.address = address
        self.telegram, self.notes = FakeTelegram(), Notes()
        if progress is not None:
            self.notes.kept[address.conversation] = progress
        self.shut_out: set[Address] = set()
        self.restart()

    def restart(self) -> None:
        sender = self.telegram.sender()
        self.typing_indicator = TypingIndicator(sender, self.notes, FixedLocales(), never_at_work)
        self.files = InMemoryAttachments()
        self.channel = TelegramChannel(
            sender, self.typing_indicator, lambda: NOW, self.files, admits=self.admits
        )

    async def admits(self, address: Address) -> bool:
        return address not in self.shut_out

    async def show(self, said: Reply) -> str:
        return (await self.channel.show(delivery(said, self.address), said)).channel_ref

    def texts(self) -> list[str]:
        return [shown.text for shown in self.telegram.messages.values()]


FROM_PHOTO = CARD.model_copy(update={"from_photo": True})


def saved() -> Reply:
    task = f"{PRIVATE.conversation}/expenses/1"
    choices = [choice(PressAction.EDIT, task), choice(PressAction.UNDO, task)]
    return reply(Saved(card=FROM_PHOTO), choices=choices)


def long() -> Reply:
    return reply(GeneralAnswer(text="\n".join(["word " * 100] * 20)))


def long_result() -> Reply:
    return reply(Expired(tasks=(shown(FROM_PHOTO),) * 300))


@pytest.mark.shows("telegram 6")
async def test_a_card_arrives_with_its_buttons_and_is_not_sent_again() -> None:
    room = Room()
    delivered = await room.channel.show(delivery(saved(), PRIVATE), saved())
    (shown,) = room.telegram.messages.values()
    assert "Kopi Corner · RM15.50" in shown.text
    assert shown.keyboard is not None
    assert [b.text for b in shown.keyboard.inline_keyboard[0]] == ["Edit", "Undo"]
    assert delivered.channel_ref == "100"
    assert "#1 Kopi Corner · RM15.50" in delivered.text
    assert await room.show(saved()) == "100"
    assert len(room.telegram.calls) == 1


async def test_a_reply_takes_the_place_of_the_progress_message_whatever_fails_meanwhile() -> None:
    room = Room(progress=41)
    room.telegram.failing = [network]
    with pytest.raises(DeliveryFailedError):
        await room.show(saved())
    room.restart()
    assert await room.show(saved()) == "41"
    assert "Kopi Corner" in room.telegram.messages[41].text
    assert room.notes.kept == {}
    room.restart()  # and the same message is changed again
    room.telegram.failing = [bad_request("message is not modified: same content")]
    assert await room.show(saved()) == "41"
    assert room.telegram.of(SendMessage) == []
    without = Room(progress=41)
    without.telegram.failing = [bad_request("message to edit not found")]
    assert await without.show(saved()) == "100"


async def test_what_replaces_something_earlier_stands_in_its_message_unless_that_is_gone() -> None:
    room = Room()
    first = await room.show(long())
    earlier = first.split(",")[0]
    later = reply(GeneralAnswer(text="Closed.")).model_copy(
        update={"id": "later", "edits": earlier}
    )
    assert await room.show(later) == earlier
    assert "Closed." in room.telegram.messages[int(earlier)].text
    room.telegram.failing = [bad_request("message to edit not found")]
    anew = later.model_copy(update={"id": "later still"})
    assert await room.show(anew) not in first.split(",")


async def test_the_buttons_of_the_newest_reply_are_known_to_who_takes_messages() -> None:
    room = Room()
    await room.show(saved())
    (labels,) = ([b.label for b in each] for each in room.channel.newest_buttons.values())
    assert labels == ["Edit", "Undo"]
    await room.show(reply(GeneralAnswer(text="You are welcome."), id="another"))
    assert room.channel.newest_buttons == {PRIVATE.chat_id: ()}


@pytest.mark.shows("telegram 6")
async def test_a_long_reply_comes_in_parts_of_which_a_retry_sends_only_those_that_are_missing() -> (
    None
):
    room = Room()
    said = long().model_copy(update={"choices": (choice(PressAction.UNDO, "language"),)})
    room.telegram.failing = [None, network]
    with pytest.raises(DeliveryFailedError):
        await room.show(said)
    refs = (await room.show(said)).split(",")
    assert refs == ["100", "101", "102"]
    assert len(room.telegram.messages) == 3
    shown = [room.telegram.messages[int(ref)] for ref in refs]
    assert all(len(part.text) <= MAX_UNITS for part in shown)
    assert [part.keyboard is not None for part in shown] == [False, False, True]
    assert sum(part.text.count("word") for part in shown) == 2000


async def test_what_stands_aside_leaves_the_progress_message_to_the_result() -> None:
    room = Room(progress=41)
    aside = [topic for topic, content in CONTENTS.items() if content.placed is Placement.ASIDE]
    assert aside
    words = reply(Saved(card=CARD))  # an expense in words, while a photo is read
    for number, said in enumerate((words, *map(filled, aside))):
        assert await room.show(said.model_copy(update={"id": f"talk/{number}"})) != "41"
    assert room.telegram.of(EditMessageText) == []
    sent = len(room.telegram.of(SendMessage))
    refs = await room.show(long_result())  # of which the first part takes its place
    assert refs.split(",")[0] == "41"
    assert len(room.telegram.of(EditMessageText)) == 1
    assert len(room.telegram.of(SendMessage)) - sent == refs.count(",") > 0


async def test_that_all_is_deleted_stands_below_that_it_is_being_deleted() -> None:
    room = Room(progress=41)
    begun = await room.show(filled(Erasing.topic).model_copy(update={"id": "begun"}))
    done = await room.show(filled(Erased.topic).model_copy(update={"id": "done"}))
    assert begun == "41"
    assert int(done) > int(begun)


@pytest.mark.parametrize("topic", [None, 3])
async def test_in_a_group_the_reply_answers_the_member_in_their_topic_and_language(
    topic: int | None,
) -> None:
    room = Room(MEMBER)
    await room.typing_indicator.working(MEMBER, slow=False, message=9, topic=topic)
    await room.channel.show(delivery(saved(), MEMBER, "de_DE"), saved())
    await room.typing_indicator.close()
    (shown,) = room.telegram.messages.values()
    assert (shown.reply_to, shown.topic) == (9, topic)
    assert "15,50" in shown.text


def report(content: bytes) -> File:
    return File(sha256=sha256(content).hexdigest(), name="report.csv")


@pytest.mark.shows("safety 12")
async def test_a_picture_is_seen_in_the_chat_and_one_that_telegram_refuses_is_a_document() -> None:
    room, content = Room(), b"png"
    picture = report(content).model_copy(update={"name": "a.png", "mime_type": "image/png"})
    room.files.lend(room.address.user_id, content)
    for number, failure in enumerate((None, bad_request("PHOTO_INVALID_DIMENSIONS"))):
        said = saved().model_copy(update={"id": f"r{number}", "files": (picture,)})
        room.telegram.failing = [None, failure]
        await room.show(said)
    sent = [(shown.photo, shown.document) for shown in room.telegram.messages.values()]
    assert sent[1::2] == [(("a.png", content), None), (None, ("a.png", content))]


async def test_files_come_once_as_documents_below_the_words() -> None:
    files = (report(b"a"), report(b"b"), report(b"c"))
    room, said = Room(), saved().model_copy(update={"files": files})
    for content in (b"a", b"b"):
        room.files.lend(room.address.user_id, content)
    room.telegram.failing = [None, None, network]
    with pytest.raises(DeliveryFailedError):
        await room.show(said)
    refs = await room.show(said)
    words, first, second, gone = (room.telegram.messages[int(ref)] for ref in refs.split(","))
    assert len(room.telegram.messages) == 4
    assert "Saved" in words.text
    assert [each.document for each in (first, second)] == [
        ("report.csv", b"a"),
        ("report.csv", b"b"),
    ]
    assert gone.text == "📎 report.csv is not there any more."


async def test_who_may_not_talk_to_the_bot_any_more_is_shown_nothing() -> None:
    room = Room()
    room.shut_out.add(room.address)
    with pytest.raises(RecipientGoneError):
        await room.show(saved())
    assert room.texts() == []


TIMES_FASTER = 10
"""The clock that Telegram's pace goes by, and the pace of the bot against it."""


async def admits(address: Address) -> bool:
    return address == PRIVATE


class Phone:
    """Ana's chat in the emulator, and the bot's way out to it."""

    def __init__(self, emulator: Emulator, bot: Bot, rate_limit: OutgoingRateLimit) -> None:
        self.emulator, self.bot = emulator, bot
        self.person: Person = emulator.person(5, "Ana")
        self.chat: Chat = emulator.private(self.person, started=True)
        sender = Sender(bot, rate_limit)
        self.typing_indicator = TypingIndicator(sender, Notes(), FixedLocales(), never_at_work)
        self.channel = TelegramChannel(
            sender, self.typing_indicator, lambda: NOW, InMemoryAttachments(), admits=admits
        )

    async def show(self, shown: Reply) -> DeliveredReply:
        return await self.channel.show(delivery(shown, PRIVATE), shown)


async def phones(rate_limit: OutgoingRateLimit, *, strict: bool) -> AsyncIterator[Phone]:
    async with running_emulator(TOKEN, rate_limit=strict) as emulator:
        emulator.world.clock = lambda: time.monotonic() * TIMES_FASTER
        api = TelegramAPIServer.from_base(emulator.base_url)
        async with Bot(TOKEN, session=AiohttpSession(api=api)) as bot:
            phone = Phone(emulator, bot, rate_limit)
            yield phone
            await phone.typing_indicator.close()


@pytest.fixture
async def phone() -> AsyncIterator[Phone]:
    async for built in phones(QUICK, strict=False):
        yield built


@pytest.fixture
async def strict_phone() -> AsyncIterator[Phone]:
    """Telegram's own rate_limit, on both sides."""
    own = OutgoingRateLimit()
    between = own.between_messages / TIMES_FASTER
    async for built in phones(
        OutgoingRateLimit(between, own.per_second * TIMES_FASTER), strict=True
    ):
        yield built


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
    assert OutgoingRateLimit().between_messages == timedelta(seconds=1)
    for id_ in ("r1", "r2"):
        await strict_phone.show(long().model_copy(update={"id": id_}))
    assert len(strict_phone.chat.shown) == 6
    assert all(call.status == 200 for call in strict_phone.emulator.calls)


EVERYBODY_AND_EACH_LANGUAGE = {None, *LANGUAGES}


@pytest.mark.shows("telegram 10")
async def test_all_commands_are_published_and_taken_in_each_language(phone: Phone) -> None:
    telegram = FakeTelegram()
    for home in SLUGS:
        assert await publish(telegram.bot(), (home, *(slug for slug in SLUGS if slug != home)))
    described, short = telegram.of(SetMyDescription), telegram.of(SetMyShortDescription)
    assert len(described) == len(short) == len(EVERYBODY_AND_EACH_LANGUAGE) * len(SLUGS)
    assert all(0 < len(call.description) <= 512 for call in described)
    assert all(0 < len(call.short_description) <= 120 for call in short)
    telegram = FakeTelegram()
    assert await publish(telegram.bot())
    calls = telegram.of(SetMyCommands)
    private = [call for call in calls if call.scope.type == "default"]
    groups = [call for call in calls if call.scope.type == "all_group_chats"]
    assert {call.language_code for call in private} == EVERYBODY_AND_EACH_LANGUAGE
    assert {call.language_code for call in groups} == EVERYBODY_AND_EACH_LANGUAGE
    own = [form.name for form in commands_of(SLUGS) if form.listed]
    expected = [Command.HELP, *own, *(name for name in Command if name != Command.HELP)]
    assert all([c.command for c in call.commands] == expected for call in private)
    assert all([c.command for c in call.commands] == [*expected, "shared"] for call in groups)
    assert all(1 <= len(c.description) <= 256 for call in calls for c in call.commands)
    assert await publish(phone.bot)
    assert list(phone.emulator.commands) == expected
    assert "shared" in phone.emulator.commands_of("all_group_chats", "de")
    # A failure is no reason not to start.
    assert not await publish(FakeTelegram(failing=[network]).bot())


async def test_words_and_a_photo_arrive_once_through_dropped_connections_and_repeats() -> None:
    async with running_emulator(TOKEN) as telegram:
        api = TelegramAPIServer.from_base(telegram.base_url)
        ana = telegram.person(11, "Ana")
        chat = telegram.private(ana)
        conversations, records, voice = MemoryConversations(), MemoryRecords(), SaidAndShown()
        groups = SharedGroups(records)
        outside = Outside(conversations, records, groups, voice, voice, lambda: datetime.now(UTC))
        async with Bot(TOKEN, session=AiohttpSession(api=api)) as bot:
            acceptance = incoming(bot, outside, frozenset({ana.id}), 100).acceptance
            telegram.fail("getUpdates", drop="after")
            telegram.fail("getUpdates", status=502)
            telegram.fail("file", truncate=True)
            chat.say(ana, "lunch 12")
            chat.photo(ana, png(), caption="dinner")
            chat.say(ana, "/status")
            stop = asyncio.Event()
            polling = asyncio.create_task(Polling(bot, acceptance).run(stop))
            await telegram.until(lambda: telegram.pending_updates == 0)
            stop.set()
            await polling
            (photo,) = conversations.messages[conversations.attempts[1]].attachments
            assert await Downloads(bot).fetch(photo.remote) == png()
    assert conversations.texts == ["lunch 12", "dinner", "/status"]
    assert len(conversations.attempts) == 3
