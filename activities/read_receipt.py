"""Reading an attachment, once ever, escalating from local OCR to models by confidence."""

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import AttachmentStore, Ledger, ModelReader, ReadingStore, ReceiptReader
from domain.agents.transaction import (
    AMOUNT_CONFIDENCE_THRESHOLD,
    FIELD_CONFIDENCE_THRESHOLD,
)
from domain.errors import AppError, ModelUnavailableError
from domain.ledger import ReadOutcome, ReadRequest
from domain.messages import MediaKind
from domain.reading import Reading
from domain.understanding import Person

_log = structlog.get_logger()


class ReadReceipt:
    """The reading is stored under the sha256 of the bytes: a retry finds it, a twin reuses it."""

    def __init__(
        self,
        reader: ReceiptReader,
        models: ModelReader,
        attachments: AttachmentStore,
        readings: ReadingStore,
        ledger: Ledger,
    ) -> None:
        self._reader = reader
        self._models = models
        self._attachments = attachments
        self._readings = readings
        self._ledger = ledger

    @activity.defn
    async def read_receipt(self, request: ReadRequest) -> ReadOutcome:
        """The fields of a receipt, and the row that this person saved from the same image.

        Fails with ``attachment.unusable`` for what is no readable picture or PDF, and with
        ``attachment.missing`` when the attachment is not this person's.
        """
        with app_errors():
            async with heartbeating():
                reading, degraded = await self._reading(request)
                seen = await self._ledger.find_by_image(request.user_id, request.sha256)
        # The lines stay in the database: a workflow's history carries what decisions need.
        compact = reading.model_copy(update={"lines": ()})
        return ReadOutcome(reading=compact, seen_before=seen, degraded=degraded)

    async def _reading(self, request: ReadRequest) -> tuple[Reading, bool | None]:
        attachment, content = await self._attachments.get(request.user_id, request.sha256)
        known = await self._readings.get(request.sha256)
        if known is not None:
            return known, None
        person = Person(
            user_id=request.user_id,
            locale=request.locale,
            currency=request.currency,
            timezone=request.timezone,
        )
        reading = await self._reader.read(content, attachment, person)
        image = content if attachment.kind is MediaKind.IMAGE else None
        better, degraded = await self._escalated(reading, image, person)
        _log.info(
            "receipt.read",
            task_id=request.task_id,
            engine=better.engine,
            confidence=better.confidence,
            duration_ms=reading.duration_ms,
        )
        if degraded:
            return better, degraded  # not stored: with the model back, it may be read better
        return await self._readings.put(better), degraded

    async def _escalated(
        self, reading: Reading, image: bytes | None, person: Person
    ) -> tuple[Reading, bool | None]:
        """Cheapest first: the OCR lines to a text model, then the image to a vision model."""
        if not self._models.available or not _doubtful(reading):
            return reading, None
        try:
            if reading.lines:
                reading = await self._models.read_lines(reading, person)
            if image is not None and _doubtful(reading):
                reading = await self._models.read_image(image, reading, person)
        except AppError as error:
            _log.warning("receipt.escalation_failed", code=error.code)
            return reading, isinstance(error, ModelUnavailableError)
        return reading, False


def _doubtful(reading: Reading) -> bool:
    """Whether a required field is missing or not sure enough to be taken without a question."""
    merchant, total = reading.merchant, reading.total
    return (
        merchant is None
        or merchant.confidence < FIELD_CONFIDENCE_THRESHOLD
        or total is None
        or total.confidence < AMOUNT_CONFIDENCE_THRESHOLD
    )
