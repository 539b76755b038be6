"""Files are fetched when a task needs them, and the person hears why one cannot be used."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.errors import (
    AppError,
    AttachmentUnavailableError,
    StorageUnavailableError,
    UnusableAttachmentError,
)
from domain.messages import Attachment, MediaKind
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat


def photographed(chat: ExpenseChat, name: str = "photo", total: str = "9.00") -> Attachment:
    """A receipt that only the channel has so far."""
    declared = chat.files.lay(name)
    chat.reader.will_read(receipt(chat.files.stored(name), total=total))
    return declared


async def test_a_photo_is_fetched_stored_and_read(chat: ExpenseChat) -> None:
    await chat.quiet(await chat.photo(photographed(chat)))
    (card,) = chat.saved
    assert (card.merchant, str(card.amount)) == ("Kedai Kopi", "9.00")
    assert chat.files.fetched == ["photo"]
    assert chat.stored.files == {("test:ali", chat.files.stored("photo").sha256): b"photo"}


async def test_words_are_answered_while_a_file_is_fetched(chat: ExpenseChat) -> None:
    chat.files.gate.clear()
    await chat.photo(photographed(chat))
    await chat.files.started.wait()
    await chat.say("/help")
    await chat.told(topics.Help.topic)
    chat.files.gate.set()
    await chat.told(replies.Saved.topic)


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (UnusableAttachmentError("zip", why="not_a_picture"), "not a picture I can read"),
        (UnusableAttachmentError("huge", why="too_large"), "larger than 20 MB"),
    ],
)
async def test_a_file_that_cannot_be_used_is_refused_in_words(
    chat: ExpenseChat, refusal: AppError, words: str
) -> None:
    declared = photographed(chat)
    chat.files.refused[b"photo"] = refusal
    await chat.quiet(await chat.photo(declared))
    assert chat.topics == [replies.Unreadable.topic]
    assert words in chat.screen
    assert chat.saved == []
    assert chat.stored.files == {}


async def test_a_file_that_the_channel_no_longer_has_is_asked_for_again(chat: ExpenseChat) -> None:
    gone = Attachment(remote="x", kind=MediaKind.IMAGE, mime_type="image/jpeg", size=0)
    await chat.quiet(await chat.photo(gone))
    assert "could not get that file" in chat.screen


async def test_a_fetch_that_fails_is_tried_again_without_a_word(chat: ExpenseChat) -> None:
    chat.files.failures.append(AttachmentUnavailableError("telegram"))
    await chat.quiet(await chat.photo(photographed(chat)))
    assert chat.topics == [replies.Saved.topic]
    assert len(chat.files.fetched) == 2


@pytest.mark.parametrize(
    ("away", "told"),
    [
        (StorageUnavailableError("away"), [replies.StorageDown.topic]),
        (AttachmentUnavailableError("away"), []),
    ],
)
async def test_while_database_or_channel_are_away_a_photo_waits(
    chat: ExpenseChat, away: AppError, told: Sequence[str]
) -> None:
    failing = chat.stored if isinstance(away, StorageUnavailableError) else chat.files
    failing.failures.extend([away] * (chat.limits.max_retries + 1))
    await chat.photo(photographed(chat))
    await chat.told(replies.Saved.topic)
    assert chat.topics == [*told, replies.Saved.topic]


async def test_cancelled_while_it_is_fetched_a_photo_is_not_read(chat: ExpenseChat) -> None:
    chat.files.gate.clear()
    await chat.photo(photographed(chat))
    await chat.files.started.wait()
    await chat.quiet(await chat.say("/cancel"))
    chat.files.gate.set()
    assert chat.topics == [topics.Cancelled.topic]
    cancelled = await chat.said(topics.Cancelled)
    assert (cancelled.unread, cancelled.tasks) == (1, ())
    assert (chat.reader.reads, chat.saved) == (0, [])


class TestVoiceNotes:
    async def test_a_voice_note_is_fetched_and_heard(self, chat: ExpenseChat) -> None:
        declared = chat.files.lay("voice", MediaKind.AUDIO)
        chat.speech.will_hear(chat.files.stored("voice"), "grab 12")
        await chat.quiet(await chat.photo(declared))
        assert [card.amount for card in chat.saved] == [Decimal(12)]
        assert chat.files.fetched == ["voice"]

    async def test_one_that_is_gone_is_said_to_be(self, chat: ExpenseChat) -> None:
        gone = Attachment(remote="x", kind=MediaKind.AUDIO, mime_type="audio/ogg", size=0)
        await chat.quiet(await chat.photo(gone))
        assert chat.topics == [topics.Unsupported.topic]
        assert "could not get that file" in chat.screen

    async def test_while_the_database_is_away_it_waits(self, chat: ExpenseChat) -> None:
        declared = chat.files.lay("voice", MediaKind.AUDIO)
        chat.speech.will_hear(chat.files.stored("voice"), "grab 12")
        away = StorageUnavailableError("x", retry_after=timedelta(milliseconds=10))
        chat.stored.failures.extend([away] * (chat.limits.max_retries + 1))
        await chat.photo(declared)
        await chat.told(replies.Saved.topic)
        assert [card.amount for card in chat.saved] == [Decimal(12)]
