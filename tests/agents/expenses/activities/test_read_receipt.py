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
from tests.activities.running import Attempt
from tests.agents.expenses.activities.desk import LINES, PHOTO, Desk, request
from tests.agents.expenses.fakes.reading import InMemoryReadings, receipt


@pytest.mark.shows("10.2")
async def test_an_image_is_read_once_ever(attempt: Attempt, desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    first = await attempt.run(desk.activity.read_receipt, request())
    again = await attempt.repeated(2).run(desk.activity.read_receipt, request())
    assert desk.reader.reads == 1
    assert again == first


async def test_a_twin_sent_by_another_person_uses_the_same_reading(
    attempt: Attempt, desk: Desk
) -> None:
    desk.reads(receipt(PHOTO))
    await desk.attachments.put("siti", PHOTO, b"bytes")
    mine = await attempt.run(desk.activity.read_receipt, request("ali"))
    theirs = await attempt.run(desk.activity.read_receipt, request("siti"))
    assert desk.reader.reads == 1
    assert theirs.reading == mine.reading


@pytest.mark.parametrize(
    "place", [{"locale": "en_US"}, {"currency": "KWD"}], ids=["locale", "currency"]
)
async def test_a_twin_sent_from_another_place_is_read_anew(
    attempt: Attempt, desk: Desk, place: dict[str, str]
) -> None:
    mine = desk.reads(receipt(PHOTO, total="3250", on=date(2026, 4, 3)))
    await attempt.run(desk.activity.read_receipt, request("ali"))
    await desk.attachments.put("siti", PHOTO, b"bytes")
    theirs = desk.reads(receipt(PHOTO, total="3.250", on=date(2026, 3, 4)))

    asked = request("siti").model_copy(update=place)
    outcome = await attempt.run(desk.activity.read_receipt, asked)
    again = await attempt.run(desk.activity.read_receipt, request("ali"))

    assert outcome.reading.total == theirs.total
    assert outcome.reading.occurred_on == theirs.occurred_on
    assert again.reading.total == mine.total


@pytest.mark.shows("safety 32")
async def test_what_cannot_be_read_is_not_kept_and_nobodys_is_tried_again(
    attempt: Attempt, desk: Desk
) -> None:
    desk.reader.will_fail(PHOTO, FileRefusal.TOO_DEMANDING.error())
    first = await attempt.fails(desk.activity.read_receipt, request("ali"))
    assert desk.attachments.kept == {}

    await desk.attachments.put("siti", PHOTO, b"bytes")
    second = await attempt.fails(desk.activity.read_receipt, request("siti"))

    assert desk.reader.reads == 1
    assert desk.attachments.kept == {}
    assert first.type == second.type == "attachment.unusable.too_demanding"
    assert first.details == second.details == (FileRefusal.TOO_DEMANDING.value,)
    assert second.non_retryable


async def test_what_failed_by_chance_is_kept_for_another_attempt(
    attempt: Attempt, desk: Desk
) -> None:
    desk.reader.will_fail(PHOTO, ReadingFailedError("the process was killed"))
    await attempt.fails(desk.activity.read_receipt, request("ali"))
    assert list(desk.attachments.kept) == [("ali", PHOTO.sha256)]
    assert desk.readings.refused == {}


async def test_nobody_reads_what_another_person_sent(attempt: Attempt, desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    await attempt.run(desk.activity.read_receipt, request("ali"))
    failure = await attempt.fails(desk.activity.read_receipt, request("siti"))
    assert (failure.type, failure.non_retryable) == ("attachment.missing", True)


async def test_the_lines_stay_in_the_database(attempt: Attempt, desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    outcome = await attempt.run(desk.activity.read_receipt, request())
    assert outcome.reading.lines == ()
    assert desk.readings.stored[PHOTO.sha256].lines == LINES


async def test_each_receipt_of_a_photo_is_told_under_its_part(attempt: Attempt, desk: Desk) -> None:
    other = receipt(PHOTO, merchant="Petronas", total="21.00")
    desk.reads(receipt(PHOTO).model_copy(update={"others": (other,), "receipts_seen": 2}))
    first = await attempt.run(desk.activity.read_receipt, request())
    second = await attempt.run(desk.activity.read_receipt, request().model_copy(update={"part": 1}))

    assert desk.reader.reads == 1
    assert (first.further, second.further) == (1, 0)
    assert first.reading.others == ()
    assert second.reading == other


async def test_a_model_completes_the_first_receipt_and_leaves_the_others(
    attempt: Attempt, desk: Desk
) -> None:
    other = receipt(PHOTO, merchant="Petronas", total="21.00")
    several = {"others": (other,), "receipts_seen": 2}
    desk.models.available = True
    desk.models.from_lines = receipt(PHOTO, total_confidence=0.4, total="9.90")
    desk.reads(receipt(PHOTO, total_confidence=0.4).model_copy(update=several))
    first = await attempt.run(desk.activity.read_receipt, request())

    assert first.further == 1
    assert first.reading.total == desk.models.from_lines.total
    assert desk.readings.stored[PHOTO.sha256].others == (other,)
    assert desk.models.asked == ["lines"]


async def test_this_persons_row_of_the_same_image_is_found(attempt: Attempt, desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    card = Card(task_id="c/expenses/9", number=9)
    row = StoredTransaction(card=card, saved_at=datetime(2026, 3, 10, tzinfo=UTC))
    desk.ledger.rows[card.task_id] = row
    desk.ledger.images[card.task_id] = PHOTO.sha256
    desk.ledger.owners[card.task_id] = "siti"
    assert (await attempt.run(desk.activity.read_receipt, request())).seen_before is None
    desk.ledger.owners[card.task_id] = "ali"
    assert (await attempt.run(desk.activity.read_receipt, request())).seen_before == row


@pytest.mark.parametrize(
    ("timezone", "day"),
    [("Asia/Kuala_Lumpur", 11), ("America/New_York", 10), ("No/Such_Zone", 10)],
)
async def test_when_that_row_was_saved_is_the_persons_own_date(
    attempt: Attempt, desk: Desk, timezone: str, day: int
) -> None:
    desk.reads(receipt(PHOTO))
    card = Card(task_id="c/expenses/9", number=9)
    row = StoredTransaction(card=card, saved_at=datetime(2026, 3, 10, 20, tzinfo=UTC))
    desk.ledger.rows[card.task_id] = row
    desk.ledger.images[card.task_id] = PHOTO.sha256
    desk.ledger.owners[card.task_id] = "ali"
    asked = request().model_copy(update={"timezone": timezone})
    outcome = await attempt.run(desk.activity.read_receipt, asked)
    assert outcome.saved_on == date(2026, 3, day)


async def test_without_such_a_row_there_is_no_date(attempt: Attempt, desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    assert (await attempt.run(desk.activity.read_receipt, request())).saved_on is None


@pytest.mark.parametrize(
    ("error", "final"),
    [(UnusableAttachmentError("a text file"), True), (ReadingFailedError("crashed"), False)],
)
async def test_a_failed_reading_says_so_and_is_not_stored(
    attempt: Attempt,
    desk: Desk,
    error: AppError,
    final: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    desk.reader.will_fail(PHOTO, error)
    failure = await attempt.fails(desk.activity.read_receipt, request())
    assert (failure.type, failure.non_retryable) == (error.code, final)
    assert failure.details == (error.user_text,)
    assert desk.readings.stored == {}


async def test_a_long_reading_shows_that_it_is_alive_and_can_be_cancelled(
    attempt: Attempt, desk: Desk
) -> None:
    desk.reads(receipt(PHOTO))
    desk.reader.gate.clear()
    running = asyncio.create_task(attempt.run(desk.activity.read_receipt, request()))
    await desk.reader.started.wait()
    await attempt.beaten(1)
    attempt.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert desk.readings.stored == {}


async def test_a_database_outage_is_tried_again(attempt: Attempt, desk: Desk) -> None:
    desk.reads(receipt(PHOTO))

    class Away(InMemoryReadings):
        async def get(self, sha256: str, person: Person) -> Reading | None:
            del person
            raise StorageUnavailableError(sha256)

    desk.readings = Away()
    failure = await attempt.fails(desk.activity.read_receipt, request())
    assert (failure.type, failure.non_retryable) == ("storage.unavailable", False)
