"""A doubtful reading goes to the models, cheapest first, for as long as a person waits."""

from datetime import timedelta

import pytest

from adapters.model.availability import CircuitOpenError, RateUsedUpError, RequestRefusedError
from agents.expenses.reading import Reading
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.messages import MediaKind
from domain.usage import Budget
from tests.agents.expenses.activities.desk import LAST, PHOTO, Desk
from tests.agents.expenses.fakes.reading import receipt
from tests.fakes.attachments import image

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
async def desk(desk: Desk) -> Desk:
    """Models are at hand; the local reading is not sure."""
    desk.models.available = True
    desk.reads(UNSURE)
    return desk


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
    desk: Desk,
    local: Reading,
    answers: tuple[Answer, Answer],
    asked: list[str],
    degraded: bool | None,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    read = desk.reads(local)
    desk.models.from_lines, desk.models.from_image = answers
    outcome = await desk.read()
    assert desk.models.asked == asked
    assert outcome.degraded is degraded
    kept = OF_MODEL if asked else read
    assert desk.readings.stored[PHOTO.sha256] == kept
    assert outcome.reading == kept.model_copy(update={"lines": ()})


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
    desk: Desk,
    answer: AppError,
    asked: list[str],
    degraded: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    desk.models.from_lines = desk.models.from_image = answer
    outcome = await desk.read()
    assert (outcome.degraded, desk.models.asked) == (degraded, asked)
    assert outcome.reading == UNSURE
    assert desk.readings.stored == {}, "another day it may be read"


async def test_without_lines_the_image_is_read_at_once(desk: Desk) -> None:
    desk.reads(TOTALLESS, lines=())
    await desk.read()
    assert desk.models.asked == ["image"]


async def test_a_pdf_is_no_image_for_the_vision_model(desk: Desk) -> None:
    pdf = PHOTO.model_copy(update={"kind": MediaKind.PDF, "mime_type": "application/pdf"})
    await desk.attachments.put("ali", pdf, b"bytes")
    await desk.read()
    assert desk.models.asked == ["lines"]


async def test_without_models_the_local_reading_stands(desk: Desk) -> None:
    desk.models.available = False
    assert (await desk.read()).degraded is None
    assert desk.models.asked == []
    assert PHOTO.sha256 in desk.readings.stored


async def test_after_the_last_attempt_the_local_reading_is_used_until_models_are_back(
    desk: Desk,
) -> None:
    desk.models.from_lines = ModelUnavailableError("down")
    outcome = await desk.read(attempt=LAST)
    assert (outcome.degraded, outcome.reading, desk.readings.stored) == (True, UNSURE, {})
    desk.models.from_lines = OF_MODEL
    outcome = await desk.read()
    assert (outcome.degraded, outcome.reading) == (False, OF_MODEL)


async def test_a_model_that_may_soon_be_back_is_waited_for_without_reading_again(
    desk: Desk,
) -> None:
    worker, wait = desk.activity, timedelta(seconds=2)
    desk.models.from_lines = ModelUnavailableError("busy", retry_after=wait)
    failure = await desk.fails(worker=worker)
    assert (failure.type, failure.next_retry_delay) == ("model.unavailable", wait)
    assert desk.readings.stored == {}
    desk.models.from_lines = OF_MODEL
    outcome = await desk.read(attempt=2, worker=worker)
    assert (outcome.degraded, outcome.reading) == (False, OF_MODEL)
    assert desk.reader.reads == 1


async def test_lines_that_a_model_has_had_are_not_paid_for_twice(desk: Desk) -> None:
    worker, desk.models.from_image = desk.activity, BUSY
    await desk.fails(worker=worker)
    desk.models.from_image = OF_MODEL
    await desk.read(attempt=2, worker=worker)
    assert desk.models.asked == ["lines", "image", "image"]


async def test_what_waits_is_kept_apart_from_other_photos(desk: Desk) -> None:
    other = image("other")
    await desk.attachments.put("ali", other, b"bytes")
    desk.reads(receipt(other, merchant="Zus", total_confidence=0.3))
    worker, desk.models.from_lines = desk.activity, BUSY
    await desk.fails(worker=worker)
    await desk.fails(worker=worker, sha256=other.sha256)
    desk.models.from_lines = None
    outcome = await desk.read(attempt=2, worker=worker, sha256=other.sha256)
    assert outcome.reading.merchant is not None
    assert outcome.reading.merchant.value == "Zus"


async def test_a_used_up_budget_leaves_the_local_reading_for_today(desk: Desk) -> None:
    desk.models.budget = Budget.PERSON
    outcome = await desk.read()
    assert (outcome.used_up, outcome.degraded) == (Budget.PERSON, None)
    assert outcome.reading == UNSURE
    assert (desk.models.asked, desk.readings.stored) == ([], {})


async def test_time_in_the_queue_is_not_taken_from_the_models(desk: Desk) -> None:
    desk.models.from_lines = BUSY
    desk.attempt = desk.attempt.repeated(1, waited=MINUTE)
    assert (await desk.fails()).type == "model.unavailable"


async def test_attempts_at_models_share_one_wait(desk: Desk) -> None:
    now = [1_000.0]
    desk.clock = lambda: now[0]
    worker, desk.models.from_lines = desk.activity, BUSY
    await desk.fails(worker=worker)
    now[0] += 10
    assert (await desk.read(attempt=2, worker=worker)).degraded is True


async def test_what_the_text_model_read_is_kept_when_the_vision_model_fails(desk: Desk) -> None:
    desk.reads(receipt(PHOTO, total=None, merchant=None))
    desk.models.from_lines = receipt(PHOTO, total=None, merchant="Zus")
    desk.models.from_image = NONSENSE
    outcome = await desk.read()
    assert outcome.reading.merchant is not None
    assert outcome.reading.merchant.value == "Zus"


async def test_a_model_completes_the_first_receipt_and_leaves_the_others(desk: Desk) -> None:
    other = receipt(PHOTO, merchant="Petronas", total="21.00")
    desk.reads(UNSURE.model_copy(update={"others": (other,), "receipts_seen": 2}))
    desk.models.from_lines = OF_MODEL
    first = await desk.read()
    assert first.further == 1
    assert first.reading.total == OF_MODEL.total
    assert desk.readings.stored[PHOTO.sha256].others == (other,)
    assert desk.models.asked == ["lines"]
