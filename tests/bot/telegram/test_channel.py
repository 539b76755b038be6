from hashlib import sha256

import pytest
from aiogram.methods import EditMessageText, SendMessage

from agents.expenses.replies import Saved
from bot.telegram.address import Address
from bot.telegram.channel import TelegramChannel
from bot.telegram.presence import Presence
from bot.telegram.rendering import MAX_UNITS
from domain.errors import DeliveryFailedError, RecipientGoneError
from domain.replies import File, Placement, Reply
from domain.topics import Erased, Erasing, Expired, GeneralAnswer, PressAction
from tests.bot.samples import CARD, CONTENTS, NOW, choice, filled, reply, shown
from tests.bot.telegram.recording import (
    FakeTelegram,
    FixedLocales,
    Notes,
    bad_request,
    delivery,
    network,
    never_at_work,
)
from tests.fakes.attachments import InMemoryAttachments

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
        self.presence = Presence(sender, self.notes, FixedLocales(), never_at_work)
        self.files = InMemoryAttachments()
        self.channel = TelegramChannel(
            sender, self.presence, lambda: NOW, self.files, admits=self.admits
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


async def test_a_card_arrives_with_its_buttons() -> None:
    room = Room()
    delivered = await room.channel.show(delivery(saved(), PRIVATE), saved())
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
    room = Room(progress=41)
    refs = await room.show(long_result())
    assert refs.split(",")[0] == "41"
    assert len(room.telegram.of(EditMessageText)) == 1
    assert len(room.telegram.of(SendMessage)) == refs.count(",") > 0


async def test_what_stands_aside_leaves_the_progress_message_to_the_result() -> None:
    room = Room(progress=41)
    aside = [topic for topic, content in CONTENTS.items() if content.placed is Placement.ASIDE]
    assert aside
    words = reply(Saved(card=CARD))  # an expense in words, while a photo is read
    for number, said in enumerate((words, *map(filled, aside))):
        assert await room.show(said.model_copy(update={"id": f"talk/{number}"})) != "41"
    assert room.telegram.of(EditMessageText) == []
    assert await room.show(saved()) == "41"


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
    await room.presence.working(MEMBER, slow=False, message=9, topic=topic)
    await room.channel.show(delivery(saved(), MEMBER, "de_DE"), saved())
    await room.presence.close()
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
