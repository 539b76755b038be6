"""Reading an attachment: once ever, escalating only when that can help."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from activities.read_receipt import ReadReceipt
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    ReadingFailedError,
    StorageUnavailableError,
    UnusableAttachmentError,
)
from domain.ledger import ReadRequest, StoredTransaction
from domain.messages import Attachment, MediaKind
from domain.reading import Reading
from domain.replies import Card
from tests.activities.doubles import OwnedAttachments, ScriptedModels
from tests.activities.running import Attempt
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.reading import InMemoryReadings, ScriptedReader, image, receipt

PHOTO = image("photo")
LINES = ("KEDAI KOPI", "TOTAL 9.00")


@dataclass
class Desk:
    """The activity with its ports; ``ali`` has sent ``PHOTO``."""

    reader: ScriptedReader = field(default_factory=ScriptedReader)
    models: ScriptedModels = field(default_factory=lambda: ScriptedModels(available=False))
    attachments: OwnedAttachments = field(default_factory=OwnedAttachments)
    readings: InMemoryReadings = field(default_factory=InMemoryReadings)
    ledger: InMemoryLedger = field(default_factory=InMemoryLedger)

    @property
    def activity(self) -> ReadReceipt:
        return ReadReceipt(self.reader, self.models, self.attachments, self.readings, self.ledger)

    def reads(self, reading: Reading, lines: tuple[str, ...] = LINES) -> Reading:
        local = reading.model_copy(update={"lines": lines})
        self.reader.will_read(local)
        return local


@pytest.fixture
async def desk() -> Desk:
    desk = Desk()
    await desk.attachments.put("ali", PHOTO, b"bytes")
    return desk


def request(user_id: str = "ali", attachment: Attachment = PHOTO) -> ReadRequest:
    return ReadRequest(
        user_id=user_id,
        conversation_id="conversation:test:1",
        task_id="c/transaction/1",
        sha256=attachment.sha256,
        locale="en_MY",
        currency="MYR",
        timezone="Asia/Kuala_Lumpur",
    )


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


async def test_this_persons_row_of_the_same_image_is_found(attempt: Attempt, desk: Desk) -> None:
    desk.reads(receipt(PHOTO))
    card = Card(task_id="c/transaction/9", number=9)
    row = StoredTransaction(card=card, saved_at=datetime(2026, 3, 10, tzinfo=UTC))
    desk.ledger.rows[card.task_id] = row
    desk.ledger.images[card.task_id] = PHOTO.sha256
    desk.ledger.owners[card.task_id] = "siti"
    assert (await attempt.run(desk.activity.read_receipt, request())).seen_before is None
    desk.ledger.owners[card.task_id] = "ali"
    assert (await attempt.run(desk.activity.read_receipt, request())).seen_before == row


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


class TestEscalating:
    UNSURE = receipt(PHOTO, total_confidence=0.3)
    SURE = receipt(PHOTO, total="9.90").model_copy(update={"engine": "model"})

    @pytest.fixture
    def models(self, desk: Desk) -> ScriptedModels:
        desk.models.available = True
        return desk.models

    async def test_a_sure_reading_asks_no_model(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(receipt(PHOTO))
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == []
        assert outcome.degraded is None

    @pytest.mark.parametrize(
        "doubtful", [UNSURE, receipt(PHOTO, total=None), receipt(PHOTO, merchant=None)]
    )
    async def test_a_doubtful_one_is_read_by_the_text_model(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels, doubtful: Reading
    ) -> None:
        desk.reads(doubtful)
        models.from_lines = self.SURE
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["lines"]
        assert outcome.degraded is False
        assert outcome.reading == desk.readings.stored[PHOTO.sha256] == self.SURE

    async def test_what_stays_doubtful_is_read_from_the_image(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_image = self.SURE
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["lines", "image"]
        assert outcome.reading.engine == "model"

    async def test_without_lines_the_image_is_read_at_once(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(receipt(PHOTO, total=None), lines=())
        await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["image"]

    async def test_a_pdf_is_no_image_for_the_vision_model(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        pdf = PHOTO.model_copy(update={"kind": MediaKind.PDF, "mime_type": "application/pdf"})
        await desk.attachments.put("ali", pdf, b"bytes")
        desk.reads(self.UNSURE)
        await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["lines"]

    async def test_without_models_the_local_reading_stands(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        models.available = False
        desk.reads(self.UNSURE)
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == []
        assert outcome.degraded is None
        assert PHOTO.sha256 in desk.readings.stored

    async def test_with_the_models_down_the_local_reading_is_used_but_not_kept(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        local = desk.reads(self.UNSURE)
        models.from_lines = ModelUnavailableError("down")
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert outcome.degraded is True
        assert outcome.reading == local.model_copy(update={"lines": ()})
        assert desk.readings.stored == {}
        models.from_lines = self.SURE
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert (outcome.degraded, outcome.reading) == (False, self.SURE)

    @pytest.mark.parametrize(
        "error", [InvalidModelOutputError("nonsense"), ModelMisconfiguredError("bad key")]
    )
    async def test_a_useless_answer_leaves_the_local_reading_without_an_outage(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels, error: AppError
    ) -> None:
        local = desk.reads(self.UNSURE)
        models.from_lines = error
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert outcome.degraded is False
        assert desk.readings.stored[PHOTO.sha256] == local

    async def test_what_the_text_model_read_is_kept_when_the_vision_model_fails(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(receipt(PHOTO, total=None, merchant=None))
        models.from_lines = receipt(PHOTO, total=None, merchant="Zus")
        models.from_image = InvalidModelOutputError("nonsense")
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert outcome.reading.merchant is not None
        assert outcome.reading.merchant.value == "Zus"


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
        async def get(self, sha256: str) -> Reading | None:
            raise StorageUnavailableError(sha256)

    desk.readings = Away()
    failure = await attempt.fails(desk.activity.read_receipt, request())
    assert (failure.type, failure.non_retryable) == ("storage.unavailable", False)
