from datetime import datetime
from hashlib import sha256
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError, TelegramNetworkError
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod

from agents.expenses.replies import Saved
from bot.telegram.address import Address
from bot.telegram.channel import TelegramChannel
from bot.telegram.presence import Presence
from bot.telegram.rendering import MAX_UNITS
from domain.errors import DeliveryFailedError, RecipientGoneError
from domain.replies import Delivery, File, Placement, Reply
from domain.topics import Erased, Erasing, Expired, GeneralAnswer, PressAction
from tests.bot.samples import CARD, CONTENTS, NOW, choice, filled, reply, shown
from tests.bot.telegram.recording import FakeTelegram, FixedLocales, Notes, never_at_work
from tests.fakes.attachments import InMemoryAttachments

PRIVATE = Address(5)
MEMBER = Address(-100_77, 5)


def clock() -> datetime:
    return NOW


class Room:
    """A channel with all that it needs."""

    def __init__(self, address: Address = PRIVATE, locale: str = "en_MY") -> None:
        self.address, self.locale = address, locale
        self.telegram, self.notes = FakeTelegram(), Notes()
        self.shut_out: set[Address] = set()
        self.restart()

    def restart(self) -> None:
        sender = self.telegram.sender()
        self.presence = Presence(sender, self.notes, FixedLocales(), never_at_work)
        self.files = InMemoryAttachments()
        self.channel = TelegramChannel(sender, self.presence, clock, self.files, admits=self.admits)

    async def admits(self, address: Address) -> bool:
        return address not in self.shut_out

    def delivery(self, said: Reply) -> Delivery:
        return Delivery(
            conversation_id=self.address.conversation,
            channel="telegram",
            chat_id=self.address.chat_id,
            user_id=self.address.user_id,
            locale=self.locale,
            timezone="Asia/Kuala_Lumpur",
            replies=(said,),
        )

    async def show(self, said: Reply) -> str:
        return (await self.channel.show(self.delivery(said), said)).channel_ref

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


def network(method: TelegramMethod[Any]) -> Exception:
    return TelegramNetworkError(method, "Request timeout error")


def gone(method: TelegramMethod[Any]) -> Exception:
    return TelegramBadRequest(method, "Bad Request: message to edit not found")


def unchanged(method: TelegramMethod[Any]) -> Exception:
    return TelegramBadRequest(method, "Bad Request: message is not modified: same content")


def refused(method: TelegramMethod[Any]) -> Exception:
    return TelegramBadRequest(method, "Bad Request: PHOTO_INVALID_DIMENSIONS")


def blocked(method: TelegramMethod[Any]) -> Exception:
    return TelegramForbiddenError(method, "Forbidden: bot was blocked by the user")


async def test_a_card_arrives_with_its_buttons() -> None:
    room = Room()
    delivered = await room.channel.show(room.delivery(saved()), saved())
    (shown,) = room.telegram.messages.values()
    assert "Kopi Corner · RM15.50" in shown.text
    assert shown.keyboard is not None
    assert [b.text for b in shown.keyboard.inline_keyboard[0]] == ["Edit", "Undo"]
    assert delivered.channel_ref == "100"
    assert "#1 Kopi Corner · RM15.50" in delivered.text


@pytest.mark.shows("telegram 6")
async def test_a_reply_that_was_sent_is_not_sent_again() -> None:
    room = Room()
    assert await room.show(saved()) == await room.show(saved())
    assert len(room.telegram.calls) == 1


async def test_a_reply_takes_the_place_of_the_progress_message() -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    assert await room.show(saved()) == "41"
    assert "Kopi Corner" in room.telegram.messages[41].text
    assert room.telegram.of(SendMessage) == []
    assert room.notes.kept == {}


async def test_what_replaces_something_earlier_stands_in_its_message_unless_that_is_gone() -> None:
    room = Room()
    first = await room.show(long())
    earlier = first.split(",")[0]
    later = reply(GeneralAnswer(text="Closed.")).model_copy(
        update={"id": "later", "edits": earlier}
    )
    assert await room.show(later) == earlier
    assert "Closed." in room.telegram.messages[int(earlier)].text
    room.telegram.failing = [gone]
    anew = later.model_copy(update={"id": "later still"})
    assert await room.show(anew) not in first.split(",")


async def test_without_its_progress_message_a_reply_is_sent_anew() -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    room.telegram.failing = [gone]
    assert await room.show(saved()) == "100"


async def test_a_failed_attempt_leaves_the_progress_message_to_the_next_one() -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    room.telegram.failing = [network]
    with pytest.raises(DeliveryFailedError):
        await room.show(saved())
    room.restart()
    assert await room.show(saved()) == "41"


async def test_a_long_reply_comes_in_parts_with_the_buttons_on_the_last() -> None:
    room = Room()
    said = long().model_copy(update={"choices": (choice(PressAction.UNDO, "language"),)})
    refs = (await room.show(said)).split(",")
    shown = [room.telegram.messages[int(ref)] for ref in refs]
    assert len(shown) == 3
    assert all(len(part.text) <= MAX_UNITS for part in shown)
    assert [part.keyboard is not None for part in shown] == [False, False, True]
    assert sum(part.text.count("word") for part in shown) == 2000


@pytest.mark.shows("telegram 6")
async def test_a_retry_sends_only_the_parts_that_are_missing() -> None:
    room = Room()
    room.telegram.failing = [None, network]
    with pytest.raises(DeliveryFailedError):
        await room.show(long())
    assert await room.show(long()) == "100,101,102"
    assert len(room.telegram.messages) == 3


async def test_the_first_part_of_a_long_reply_replaces_the_progress_message() -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    refs = await room.show(long_result())
    assert refs.split(",")[0] == "41"
    assert len(room.telegram.of(EditMessageText)) == 1
    assert len(room.telegram.of(SendMessage)) == refs.count(",") > 0


async def test_after_a_crash_the_same_message_is_changed_again() -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    assert await room.show(saved()) == "41"
    room.restart()
    room.telegram.failing = [unchanged]
    assert await room.show(saved()) == "41"
    assert room.telegram.of(SendMessage) == []


ASIDE = [topic for topic, content in CONTENTS.items() if content.placed is Placement.ASIDE]


@pytest.mark.parametrize("topic", ASIDE)
async def test_small_talk_and_commands_leave_the_progress_message_to_the_result(topic: str) -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    assert await room.show(filled(topic).model_copy(update={"id": "talk"})) != "41"
    assert room.telegram.of(EditMessageText) == []
    assert await room.show(saved()) == "41"


async def test_that_all_is_deleted_stands_below_that_it_is_being_deleted() -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    begun = await room.show(filled(Erasing.topic).model_copy(update={"id": "begun"}))
    done = await room.show(filled(Erased.topic).model_copy(update={"id": "done"}))
    assert begun == "41"
    assert int(done) > int(begun)


async def test_in_a_forum_the_reply_comes_in_the_topic_as_long_as_it_is_there() -> None:
    room = Room(MEMBER)
    await room.presence.working(MEMBER, slow=False, message=9, topic=3)
    await room.show(saved())
    (shown,) = room.telegram.messages.values()
    assert (shown.reply_to, shown.topic) == (9, 3)
    await room.presence.close()


async def test_a_blocked_bot_is_told_to_the_conversation() -> None:
    room = Room()
    room.telegram.failing = [blocked]
    with pytest.raises(RecipientGoneError):
        await room.show(saved())


async def test_in_a_group_the_reply_answers_the_member() -> None:
    room = Room(MEMBER)
    await room.presence.working(MEMBER, slow=False, message=9)
    await room.show(saved())
    await room.presence.close()
    (shown,) = room.telegram.messages.values()
    assert shown.reply_to == 9


async def test_the_reply_is_in_the_persons_language_and_notation() -> None:
    room = Room(locale="de_DE")
    await room.show(saved())
    assert "15,50" in room.texts()[0]


@pytest.mark.parametrize("topic", list(CONTENTS))
async def test_every_topic_can_be_shown(topic: str) -> None:
    room = Room()
    said = filled(topic)
    delivered = await room.channel.show(room.delivery(said), said)
    assert delivered.text
    assert delivered.channel_ref


async def test_an_expense_in_words_leaves_the_progress_message_to_the_photo() -> None:
    room = Room()
    room.notes.kept[PRIVATE.conversation] = 41
    words = reply(Saved(card=CARD)).model_copy(update={"id": "words/r1"})
    assert await room.show(words) == "100"
    assert await room.show(saved()) == "41"


def report(content: bytes) -> File:
    return File(sha256=sha256(content).hexdigest(), name="report.csv")


async def test_files_of_a_reply_come_as_documents_below_its_words() -> None:
    room, said = Room(), saved().model_copy(update={"files": (report(b"a,b"),)})
    room.files.lend(room.address.user_id, b"a,b")
    words, file = (int(ref) for ref in (await room.show(said)).split(","))
    assert "Saved" in room.telegram.messages[words].text
    assert room.telegram.messages[file].document == ("report.csv", b"a,b")


@pytest.mark.shows("safety 12")
async def test_a_picture_is_seen_in_the_chat_and_one_that_telegram_refuses_is_a_document() -> None:
    room, content = Room(), b"png"
    picture = report(content).model_copy(update={"name": "a.png", "mime_type": "image/png"})
    room.files.lend(room.address.user_id, content)
    for number, failure in enumerate((None, refused)):
        said = saved().model_copy(update={"id": f"r{number}", "files": (picture,)})
        room.telegram.failing = [None, failure]
        await room.show(said)
    sent = [(shown.photo, shown.document) for shown in room.telegram.messages.values()]
    assert sent[1::2] == [(("a.png", content), None), (None, ("a.png", content))]


async def test_a_file_that_broke_off_is_sent_again_without_the_words() -> None:
    room, said = Room(), saved().model_copy(update={"files": (report(b"a"), report(b"b"))})
    for content in (b"a", b"b"):
        room.files.lend(room.address.user_id, content)
    room.telegram.failing = [None, None, network]
    with pytest.raises(DeliveryFailedError):
        await room.show(said)
    await room.show(said)
    sent = [shown.document for shown in room.telegram.messages.values()]
    assert sent == [None, ("report.csv", b"a"), ("report.csv", b"b")]


async def test_a_file_that_is_not_there_any_more_is_said_to_be_gone() -> None:
    room, said = Room(), saved().model_copy(update={"files": (report(b"a"),)})
    await room.show(said)
    assert room.texts()[-1] == "📎 report.csv is not there any more."


async def test_who_may_not_talk_to_the_bot_any_more_is_shown_nothing() -> None:
    room = Room()
    room.shut_out.add(room.address)
    with pytest.raises(RecipientGoneError):
        await room.show(saved())
    assert room.texts() == []
