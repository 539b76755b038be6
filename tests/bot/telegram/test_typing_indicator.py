from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiogram.methods import EditMessageText, SendChatAction, SendMessage, TelegramMethod

from bot.telegram.address import Address
from bot.telegram.sending import PlaceInChat
from bot.telegram.typing_indicator import MOST_UNANSWERED, TypingIndicator
from domain.conversation import FilesRead
from domain.errors import StorageUnavailableError
from domain.messages import MediaKind
from tests.bot.telegram.telegram import FakeTelegram, FixedLocales, Notes, network, until

ADDRESS = Address(5)
MEMBER = Address(-77, 5)


class House:
    def __init__(self) -> None:
        self.telegram, self.notes, self.locales = FakeTelegram(), Notes(), FixedLocales()
        self.files: FilesRead | None = None
        self.works: list[bool | None] = []
        """Answers to whether the conversation still works, None for a failure; no after the last of
        them."""
        self.typing_indicator = self.restarted()

    async def at_work(self, address: Address) -> bool:
        assert address == ADDRESS
        answer = self.works.pop(0) if self.works else False
        if answer is None:
            raise StorageUnavailableError("no worker")
        return answer

    async def reading(self, address: Address) -> FilesRead | None:
        assert address == ADDRESS
        return self.files

    def restarted(self, asked_after: float = 5.0) -> TypingIndicator:
        self.typing_indicator = TypingIndicator(
            self.telegram.sender(),
            self.notes,
            self.locales,
            self.at_work,
            self.reading,
            typing_seconds=0.01,
            asked_after_seconds=asked_after,
        )
        return self.typing_indicator

    def count(self, kind: type[TelegramMethod[Any]]) -> int:
        return len(self.telegram.of(kind))


@pytest.fixture
async def house() -> AsyncIterator[House]:
    built = House()
    yield built
    await built.typing_indicator.close()


async def test_typing_is_shown_for_all_messages_until_the_reply(house: House) -> None:
    for message in range(10):
        await house.typing_indicator.working(ADDRESS, slow=False, message=message)
    await until(lambda: len(house.typing_indicator._tasks) == 1)
    await until(lambda: house.count(SendChatAction) >= 3)
    assert await house.typing_indicator.settled(ADDRESS, "r1") is None
    await until(lambda: not house.typing_indicator._tasks)
    assert house.count(SendMessage) == 0


async def test_typing_ends_with_the_work_also_without_a_reply(house: House) -> None:
    house.works = [True, True, True]
    typing_indicator = house.restarted(asked_after=0.01)
    await typing_indicator.working(ADDRESS, slow=False, message=1)
    await until(lambda: not typing_indicator._tasks)
    assert house.works == []
    assert house.count(SendChatAction) >= 4


async def test_typing_outlives_a_worker_that_is_started_again_but_not_one_that_stays_away(
    house: House,
) -> None:
    typing_indicator = house.restarted(asked_after=0.01)
    plays: tuple[list[bool | None], ...] = (
        [None, True, None, True],
        [None] * (MOST_UNANSWERED + 2),
    )
    for house.works in plays:
        await typing_indicator.working(ADDRESS, slow=False, message=1)
        await until(lambda: not typing_indicator._tasks)
    assert house.works == [None]


async def test_a_photo_gets_a_progress_message_that_the_reply_takes_over(house: House) -> None:
    for message in range(10):  # which share it
        await house.typing_indicator.working(
            ADDRESS, slow=True, message=message, kind=MediaKind.IMAGE
        )
    await until(lambda: bool(house.notes.kept) and len(house.typing_indicator._tasks) == 1)
    assert house.count(SendMessage) == 1
    assert house.telegram.messages[100].text == "📷 Reading the photo …"
    assert house.notes.kept == {ADDRESS.conversation: 100}
    assert await house.typing_indicator.settled(ADDRESS, "r1") == 100
    assert await house.typing_indicator.settled(ADDRESS, "r2") is None
    assert house.notes.kept == {}


async def test_the_progress_message_counts_the_files_that_are_read_until_the_reply(
    house: House,
) -> None:
    house.files = FilesRead(read=2, of=30)
    await house.typing_indicator.working(ADDRESS, slow=True, message=1, kind=MediaKind.IMAGE)
    await until(lambda: house.count(EditMessageText) == 1)
    assert house.telegram.messages[100].text == "📷 2 of 30 read …"
    house.files = FilesRead(read=12, of=30)
    await until(lambda: house.count(EditMessageText) == 2)
    assert house.telegram.messages[100].text == "📷 12 of 30 read …"
    assert await house.typing_indicator.settled(ADDRESS, "an answer to other words") is None
    house.files = FilesRead(read=13, of=30)
    await until(lambda: house.count(EditMessageText) == 3)
    house.files = None
    assert await house.typing_indicator.settled(ADDRESS, "r1") == 100
    house.files = FilesRead(read=14, of=30)
    await until(lambda: not house.typing_indicator._tasks)
    assert house.count(EditMessageText) == 3


async def test_a_reply_waits_for_the_progress_message_or_there_is_none(
    house: House,
) -> None:
    await house.typing_indicator.working(ADDRESS, slow=True, message=1)
    assert await house.typing_indicator.settled(ADDRESS, "r1") is None  # it comes first
    await until(lambda: not house.typing_indicator._tasks)
    assert house.count(SendMessage) == 0
    await house.typing_indicator.working(ADDRESS, slow=True, message=2)
    await until(lambda: house.count(SendMessage) == 1)
    assert await house.typing_indicator.settled(ADDRESS, "r2") == 100


async def test_a_new_process_finds_the_progress_message_of_the_old_one(house: House) -> None:
    await house.typing_indicator.working(ADDRESS, slow=True, message=1)
    await until(lambda: bool(house.notes.kept))
    await house.typing_indicator.close()
    typing_indicator = house.restarted()
    await typing_indicator.working(ADDRESS, slow=True, message=1)
    await until(lambda: len(typing_indicator._tasks) == 1)
    assert house.count(SendMessage) == 1
    assert await typing_indicator.settled(ADDRESS, "r1") == 100


async def test_a_progress_message_that_became_a_reply_is_not_written_over(house: House) -> None:
    await house.typing_indicator.working(ADDRESS, slow=True, message=1)
    await until(lambda: bool(house.notes.kept))
    house.notes.down = StorageUnavailableError("down")
    assert await house.typing_indicator.settled(ADDRESS, "r1") == 100
    house.notes.down = None
    assert house.notes.kept == {ADDRESS.conversation: 100}  # the claim could not be noted
    assert await house.typing_indicator.settled(ADDRESS, "r2") is None
    assert await house.typing_indicator.settled(ADDRESS, "r1") == 100


async def test_a_retry_gets_the_same_message_after_a_crash_and_no_other_reply_does(
    house: House,
) -> None:
    house.notes.kept[ADDRESS.conversation] = 41
    assert await house.typing_indicator.settled(ADDRESS, "r1") == 41
    typing_indicator = house.restarted()
    assert await typing_indicator.settled(ADDRESS, "r2") is None
    await typing_indicator.working(ADDRESS, slow=True, message=2)
    await until(lambda: bool(house.notes.kept))
    assert await typing_indicator.settled(ADDRESS, "r1") == 41
    assert await typing_indicator.settled(ADDRESS, "r3") == 100


async def test_a_word_in_between_ends_typing_but_not_that_of_slow_work(house: House) -> None:
    await house.typing_indicator.working(ADDRESS, slow=False, message=1)
    house.typing_indicator.answered(ADDRESS)
    await until(lambda: not house.typing_indicator._tasks)
    await house.typing_indicator.working(ADDRESS, slow=True, message=2)
    await until(lambda: bool(house.notes.kept))
    house.typing_indicator.answered(ADDRESS)
    shown = house.count(SendChatAction)
    await until(lambda: house.count(SendChatAction) >= shown + 2)
    assert await house.typing_indicator.settled(ADDRESS, "r1") == 100


@pytest.mark.parametrize("topic", [None, 3])
async def test_in_a_group_the_signs_answer_the_member_in_their_topic(
    house: House, topic: int | None
) -> None:
    await house.typing_indicator.working(MEMBER, slow=True, message=9, topic=topic)
    await until(lambda: bool(house.notes.kept) and house.count(SendChatAction) > 0)
    assert (house.telegram.messages[100].reply_to, house.telegram.messages[100].topic) == (9, topic)
    assert {call.message_thread_id for call in house.telegram.of(SendChatAction)} == {topic}
    assert house.typing_indicator.last_place(MEMBER) == PlaceInChat(reply_to=9, topic=topic)
    assert house.typing_indicator.last_place(Address(-77, 6)) == PlaceInChat()


@pytest.mark.parametrize("down", ["notes", "locales"])
async def test_without_records_typing_goes_on(house: House, down: str) -> None:
    getattr(house, down).down = StorageUnavailableError("down")
    await house.typing_indicator.working(ADDRESS, slow=True, message=1)
    await until(lambda: house.count(SendChatAction) >= 2)
    assert house.count(SendMessage) == 0


async def test_a_failing_telegram_hurts_nobody(house: House) -> None:
    house.telegram.failing = [network] * 4
    await house.typing_indicator.working(ADDRESS, slow=True, message=1)
    await until(lambda: not house.typing_indicator._tasks)
    assert await house.typing_indicator.settled(ADDRESS, "r1") is None
