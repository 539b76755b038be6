"""Reading an attachment: once ever, escalating only when that can help.

A doubtful reading goes to the models, cheapest first, for as long as a person waits.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import pytest
from temporalio.exceptions import ApplicationError

from adapters.media.sniffing import FileRefusal
from adapters.model.availability import CircuitOpenError, RateUsedUpError, RequestRefusedError
from agents.expenses.activities.read_receipt import ReadReceipt
from agents.expenses.ledger import ReadOutcome, ReadRequest, StoredTransaction
from agents.expenses.photo_certainty import LEGIBLE_CONFIDENCE
from agents.expenses.reading import Reading
from agents.expenses.shown import Card
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    ReadingFailedError,
    StorageUnavailableError,
    UnusableAttachmentError,
)
from domain.messages import MediaKind
from domain.understanding import Person
from domain.usage import Budget
from tests.activities.doubles import OwnedAttachments
from tests.activities.running import Attempt
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.fakes.models import ScriptedModels
from tests.agents.expenses.fakes.reading import InMemoryReadings, ScriptedReader, receipt
from tests.fakes.attachments import image

PHOTO = image("photo")
LINES = ("KEDAI KOPI", "TOTAL 9.00")
LAST = 4
"""The attempt after which nobody waits for a model any longer."""


@dataclass
class Desk:
    """The activity with its ports; ``ali`` has sent ``PHOTO``."""

    attempt: Attempt
    reader: ScriptedReader = field(default_factory=ScriptedReader)
    models: ScriptedModels = field(default_factory=lambda: ScriptedModels(available=False))
    attachments: OwnedAttachments = field(default_factory=OwnedAttachments)
    readings: InMemoryReadings = field(default_factory=InMemoryReadings)
    ledger: InMemoryLedger = field(default_factory=InMemoryLedger)
    clock: Callable[[], float] = time.monotonic

    @property
    def activity(self) -> ReadReceipt:
        return ReadReceipt(
            self.reader,
            self.models,
            self.attachments,
            self.readings,
            self.ledger,
            clock=self.clock,
        )

    def reads(self, reading: Reading, lines: tuple[str, ...] = LINES) -> Reading:
        local = reading.model_copy(update={"lines": lines})
        self.reader.will_read(local)
        return local

    async def read(
        self,
        user_id: str = "ali",
        attempt: int = 1,
        worker: ReadReceipt | None = None,
        **fields: object,
    ) -> ReadOutcome:
        """What reading ``PHOTO`` comes to; ``fields`` are of the request. Another worker reads
        each time where none is given.
        """
        read = (worker or self.activity).read_receipt
        return await self._at(attempt).run(read, _request(user_id, fields))

    async def fails(
        self,
        user_id: str = "ali",
        attempt: int = 1,
        worker: ReadReceipt | None = None,
        **fields: object,
    ) -> ApplicationError:
        read = (worker or self.activity).read_receipt
        return await self._at(attempt).fails(read, _request(user_id, fields))

    def _at(self, attempt: int) -> Attempt:
        return self.attempt if attempt == 1 else self.attempt.repeated(attempt)


def _request(user_id: str, fields: Mapping[str, object]) -> ReadRequest:
    usual = ReadRequest(
        user_id=user_id,
        conversation_id="conversation:test:1",
        task_id="c/expenses/1",
        sha256=PHOTO.sha256,
        locale="en_MY",
        currency="MYR",
        timezone="Asia/Kuala_Lumpur",
    )
    return usual.model_copy(update=dict(fields))


SURE, UNSURE = receipt(PHOTO), receipt(PHOTO, total_confidence=0.3)
TOTALLESS, NAMELESS = receipt(PHOTO, total=None), receipt(PHOTO, merchant=None)
OF_MODEL = receipt(PHOTO, total="9.90").model_copy(update={"engine": "model"})
NONSENSE, REFUSED = InvalidModelOutputError("nonsense"), RequestRefusedError("too long")
BUSY = ModelUnavailableError("busy")
MINUTE = timedelta(minutes=1)
USED_UP = RateUsedUpError("rate", retry_after=MINUTE)
TO_IMAGE = ["lines", "image"]

Answer = Reading | AppError | None


@pytest.fixture
async def desk(attempt: Attempt) -> Desk:
    desk = Desk(attempt)
    await desk.attachments.put("ali", PHOTO, b"bytes")
    return desk


@pytest.fixture
def doubtful(desk: Desk) -> Desk:
    """Models are at hand; the local reading is not sure."""
    desk.models.available = True
    desk.reads(UNSURE)
    return desk


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


@pytest.mark.parametrize(
    ("local", "answers", "asked", "degraded"),
    [
        (SURE, (OF_MODEL, OF_MODEL), [], None),
        (UNSURE, (OF_MODEL, None), ["lines"], False),
        (TOTALLESS, (OF_MODEL, None), ["lines"], False),
        (NAMELESS, (OF_MODEL, None), ["lines"], False),
        (UNSURE, (None, OF_MODEL), TO_IMAGE, False),
        (UNSURE, (NONSENSE, OF_MODEL), TO_IMAGE, False),
        (UNSURE, (REFUSED, OF_MODEL), TO_IMAGE, False),
    ],
    ids=["sure", "unsure", "no total", "no name", "unsure still", "nonsense", "refused"],
)
async def test_what_is_doubtful_is_read_by_the_next_model_and_kept(
    doubtful: Desk,
    local: Reading,
    answers: tuple[Answer, Answer],
    asked: list[str],
    degraded: bool | None,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    read = doubtful.reads(local)
    doubtful.models.from_lines, doubtful.models.from_image = answers
    outcome = await doubtful.read()
    assert doubtful.models.asked == asked
    assert outcome.degraded is degraded
    kept = OF_MODEL if asked else read
    assert doubtful.readings.stored[PHOTO.sha256] == kept
    assert outcome.reading == kept.model_copy(update={"lines": ()})


async def test_models_are_shown_the_caption_and_what_they_read_with_it_is_kept_for_nobody_else(
    desk: Desk,
) -> None:
    desk.reads(UNSURE)
    desk.models = ScriptedModels(from_image=OF_MODEL)
    outcome = await desk.read(caption="only the beer")
    assert desk.models.captions == ["only the beer"] * 2
    assert outcome.reading.engine == OF_MODEL.engine
    assert desk.readings.stored == {}


@pytest.mark.parametrize(
    ("answer", "asked", "degraded"),
    [
        (NONSENSE, TO_IMAGE, False),
        (REFUSED, TO_IMAGE, False),
        (USED_UP, TO_IMAGE, False),
        (ModelMisconfiguredError("401"), ["lines"], True),
        (CircuitOpenError("open", retry_after=timedelta(seconds=2)), ["lines"], True),
        (ModelUnavailableError("busy", retry_after=MINUTE), ["lines"], True),
    ],
    ids=["nonsense", "refused", "rate used up", "refused key", "open circuit", "busy for long"],
)
async def test_where_models_fail_the_local_reading_is_used_but_not_kept(
    doubtful: Desk,
    answer: AppError,
    asked: list[str],
    degraded: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    doubtful.models.from_lines = doubtful.models.from_image = answer
    outcome = await doubtful.read()
    assert (outcome.degraded, doubtful.models.asked) == (degraded, asked)
    assert outcome.reading == UNSURE
    assert doubtful.readings.stored == {}, "another day it may be read"


async def test_without_lines_the_image_is_read_at_once(doubtful: Desk) -> None:
    doubtful.reads(TOTALLESS, lines=())
    await doubtful.read()
    assert doubtful.models.asked == ["image"]


async def test_of_letters_that_can_hardly_be_read_the_image_is_read_at_once(
    doubtful: Desk,
) -> None:
    doubtful.reads(TOTALLESS.model_copy(update={"confidence": LEGIBLE_CONFIDENCE - 0.1}))
    await doubtful.read()
    assert doubtful.models.asked == ["image"]


async def test_a_pdf_is_no_image_for_the_vision_model(doubtful: Desk) -> None:
    pdf = PHOTO.model_copy(update={"kind": MediaKind.PDF, "mime_type": "application/pdf"})
    await doubtful.attachments.put("ali", pdf, b"bytes")
    await doubtful.read()
    assert doubtful.models.asked == ["lines"]


async def test_without_models_the_local_reading_stands(doubtful: Desk) -> None:
    doubtful.models.available = False
    assert (await doubtful.read()).degraded is None
    assert doubtful.models.asked == []
    assert PHOTO.sha256 in doubtful.readings.stored


async def test_after_the_last_attempt_the_local_reading_is_used_until_models_are_back(
    doubtful: Desk,
) -> None:
    doubtful.models.from_lines = ModelUnavailableError("down")
    outcome = await doubtful.read(attempt=LAST)
    assert (outcome.degraded, outcome.reading, doubtful.readings.stored) == (True, UNSURE, {})
    doubtful.models.from_lines = OF_MODEL
    outcome = await doubtful.read()
    assert (outcome.degraded, outcome.reading) == (False, OF_MODEL)


async def test_a_model_that_may_soon_be_back_is_waited_for_without_reading_again(
    doubtful: Desk,
) -> None:
    worker, wait = doubtful.activity, timedelta(seconds=2)
    doubtful.models.from_lines = ModelUnavailableError("busy", retry_after=wait)
    failure = await doubtful.fails(worker=worker)
    assert (failure.type, failure.next_retry_delay) == ("model.unavailable", wait)
    assert doubtful.readings.stored == {}
    doubtful.models.from_lines = OF_MODEL
    outcome = await doubtful.read(attempt=2, worker=worker)
    assert (outcome.degraded, outcome.reading) == (False, OF_MODEL)
    assert doubtful.reader.reads == 1


async def test_lines_that_a_model_has_had_are_not_paid_for_twice(doubtful: Desk) -> None:
    worker, doubtful.models.from_image = doubtful.activity, BUSY
    await doubtful.fails(worker=worker)
    doubtful.models.from_image = OF_MODEL
    await doubtful.read(attempt=2, worker=worker)
    assert doubtful.models.asked == ["lines", "image", "image"]


async def test_what_waits_is_kept_apart_from_other_photos(doubtful: Desk) -> None:
    other = image("other")
    await doubtful.attachments.put("ali", other, b"bytes")
    doubtful.reads(receipt(other, merchant="Zus", total_confidence=0.3))
    worker, doubtful.models.from_lines = doubtful.activity, BUSY
    await doubtful.fails(worker=worker)
    await doubtful.fails(worker=worker, sha256=other.sha256)
    doubtful.models.from_lines = None
    outcome = await doubtful.read(attempt=2, worker=worker, sha256=other.sha256)
    assert outcome.reading.merchant is not None
    assert outcome.reading.merchant.value == "Zus"


async def test_a_used_up_budget_leaves_the_local_reading_for_today(doubtful: Desk) -> None:
    doubtful.models.budget = Budget.PERSON
    outcome = await doubtful.read()
    assert (outcome.used_up, outcome.degraded) == (Budget.PERSON, None)
    assert outcome.reading == UNSURE
    assert (doubtful.models.asked, doubtful.readings.stored) == ([], {})


async def test_time_in_the_queue_is_not_taken_from_the_models(doubtful: Desk) -> None:
    doubtful.models.from_lines = BUSY
    doubtful.attempt = doubtful.attempt.repeated(1, waited=MINUTE)
    assert (await doubtful.fails()).type == "model.unavailable"


async def test_attempts_at_models_share_one_wait(doubtful: Desk) -> None:
    now = [1_000.0]
    doubtful.clock = lambda: now[0]
    worker, doubtful.models.from_lines = doubtful.activity, BUSY
    await doubtful.fails(worker=worker)
    now[0] += 18
    assert (await doubtful.read(attempt=2, worker=worker)).degraded is True


async def test_what_the_text_model_read_is_kept_when_the_vision_model_fails(doubtful: Desk) -> None:
    doubtful.reads(receipt(PHOTO, total=None, merchant=None))
    doubtful.models.from_lines = receipt(PHOTO, total=None, merchant="Zus")
    doubtful.models.from_image = NONSENSE
    outcome = await doubtful.read()
    assert outcome.reading.merchant is not None
    assert outcome.reading.merchant.value == "Zus"


async def test_a_model_completes_the_first_receipt_and_leaves_the_others(doubtful: Desk) -> None:
    other = receipt(PHOTO, merchant="Petronas", total="21.00")
    doubtful.reads(UNSURE.model_copy(update={"others": (other,), "receipts_seen": 2}))
    doubtful.models.from_lines = OF_MODEL
    first = await doubtful.read()
    assert first.further == 1
    assert first.reading.total == OF_MODEL.total
    assert doubtful.readings.stored[PHOTO.sha256].others == (other,)
    assert doubtful.models.asked == ["lines"]
