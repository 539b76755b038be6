"""Reading an attachment: once ever, escalating only when that can help."""

import asyncio
from datetime import UTC, date, datetime

import pytest

from adapters.media.sniffing import FileRefusal
from agents.expenses.card import Card
from agents.expenses.ledger import StoredTransaction
from agents.expenses.reading import Reading
from domain.errors import (
    AppError,
    ReadingFailedError,
    StorageUnavailableError,
    UnusableAttachmentError,
)
from domain.understanding import Person
from tests.agents.expenses.activities.desk import LINES, PHOTO, Desk
from tests.agents.expenses.fakes.reading import InMemoryReadings, receipt


@pytest.mark.shows("10.2")
async def test_an_image_is_read_once_ever_whoever_of_one_place_sends_it(desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    first = await desk.read()
    assert await desk.read(attempt=2) == first
    failure = await desk.fails("siti")  # who has not sent it
    assert (failure.type, failure.non_retryable) == ("attachment.missing", True)
    await desk.attachments.put("siti", PHOTO, b"bytes")
    assert (await desk.read("siti")).reading == first.reading
    assert desk.reader.reads == 1
    assert first.reading.lines == ()
    assert desk.readings.stored[PHOTO.sha256].lines == LINES, "they stay in the database"


@pytest.mark.parametrize(("locale", "currency"), [("en_US", "MYR"), ("en_MY", "KWD")])
async def test_a_twin_sent_from_another_place_is_read_anew(
    desk: Desk, locale: str, currency: str
) -> None:
    mine = desk.reads(receipt(PHOTO, total="3250", on=date(2026, 4, 3)))
    await desk.read()
    await desk.attachments.put("siti", PHOTO, b"bytes")
    theirs = desk.reads(receipt(PHOTO, total="3.250", on=date(2026, 3, 4)))
    outcome = await desk.read("siti", locale=locale, currency=currency)
    assert outcome.reading.total == theirs.total
    assert outcome.reading.occurred_on == theirs.occurred_on
    assert (await desk.read()).reading.total == mine.total


@pytest.mark.shows("safety 32")
async def test_what_cannot_be_read_is_not_kept_and_nobodys_is_tried_again(desk: Desk) -> None:
    desk.reader.will_fail(PHOTO, FileRefusal.TOO_DEMANDING.error())
    for user_id in ("ali", "siti"):
        await desk.attachments.put(user_id, PHOTO, b"bytes")
        failure = await desk.fails(user_id)
        assert failure.type == "attachment.unusable.too_demanding"
        assert failure.details == (FileRefusal.TOO_DEMANDING.value,)
        assert failure.non_retryable
        assert desk.attachments.kept == {}
    assert desk.reader.reads == 1


@pytest.mark.parametrize(
    ("error", "final"),
    [(UnusableAttachmentError("a text file"), True), (ReadingFailedError("crashed"), False)],
)
async def test_a_failed_reading_says_so_and_what_failed_by_chance_is_kept_for_another_attempt(
    desk: Desk,
    error: AppError,
    final: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    desk.reader.will_fail(PHOTO, error)
    failure = await desk.fails()
    assert (failure.type, failure.non_retryable) == (error.code, final)
    assert failure.details == (error.user_text,)
    assert desk.readings.stored == {}
    assert list(desk.attachments.kept) == ([] if final else [("ali", PHOTO.sha256)])
    assert list(desk.readings.refused) == ([PHOTO.sha256] if final else [])


async def test_each_receipt_of_a_photo_is_told_under_its_part(desk: Desk) -> None:
    other = receipt(PHOTO, merchant="Petronas", total="21.00")
    desk.reads(receipt(PHOTO).model_copy(update={"others": (other,), "receipts_seen": 2}))
    first, second = await desk.read(), await desk.read(part=1)
    assert desk.reader.reads == 1
    assert (first.further, second.further) == (1, 0)
    assert first.reading.others == ()
    assert second.reading == other


async def test_this_persons_row_of_the_same_image_is_found_with_their_own_date(desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    card = Card(task_id="c/expenses/9", number=9)
    row = StoredTransaction(card=card, saved_at=datetime(2026, 3, 10, 20, tzinfo=UTC))
    desk.ledger.rows[card.task_id] = row
    desk.ledger.images[card.task_id] = PHOTO.sha256
    desk.ledger.owners[card.task_id] = "siti"
    nothing = await desk.read()
    assert (nothing.seen_before, nothing.saved_on) == (None, None)
    desk.ledger.owners[card.task_id] = "ali"
    days = {"Asia/Kuala_Lumpur": 11, "America/New_York": 10, "No/Such_Zone": 10}
    for timezone, day in days.items():
        outcome = await desk.read(timezone=timezone)
        assert (outcome.seen_before, outcome.saved_on) == (row, date(2026, 3, day))


async def test_a_long_reading_shows_that_it_is_alive_and_can_be_cancelled(desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    desk.reader.gate.clear()
    running = asyncio.create_task(desk.read())
    await desk.reader.started.wait()
    await desk.attempt.beaten(1)
    desk.attempt.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert desk.readings.stored == {}


async def test_a_database_outage_is_tried_again(desk: Desk) -> None:
    desk.reads(receipt(PHOTO))

    class Away(InMemoryReadings):
        async def get(self, sha256: str, person: Person) -> Reading | None:
            del person
            raise StorageUnavailableError(sha256)

    desk.readings = Away()
    failure = await desk.fails()
    assert (failure.type, failure.non_retryable) == ("storage.unavailable", False)
