"""Reading an attachment, once ever, escalating from local OCR to models by confidence."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from activities.ports import AttachmentStore
from agents.expenses.ledger import READER_FIELDS, ReadOutcome, ReadRequest
from agents.expenses.photo_certainty import LEGIBLE_CONFIDENCE, is_doubtful
from agents.expenses.ports import Ledger, ModelReader, ReadingStore, ReceiptReader
from agents.expenses.reading import Reading
from domain.errors import AppError, ModelUnavailableError, UnusableAttachmentError, may_pass_soon
from domain.messages import Attachment, MediaKind
from domain.understanding import Person
from domain.usage import Budget
from domain.waiting import Wait

_MOST_UNFINISHED = 32
"""Readings of a few kilobytes each; a retry that finds none reads again."""

_log = structlog.get_logger()


@dataclass(frozen=True)
class _Escalation:
    """How far a reading has come. ``lines_read``: a text model has had its lines;
    ``image_read``: a vision model has seen the picture.
    """

    reading: Reading
    lines_read: bool = False
    image_read: bool = False
    settled: bool = True
    """Whether nothing better is to be had: no model was needed, or one has had the last word."""
    degraded: bool | None = None
    used_up: Budget | None = None
    asked_since: float | None = None
    """When the first model was asked, by the clock of this process."""

    @property
    def tier(self) -> str:
        """How far it went: ``local``, ``lines`` or ``image``."""
        if self.image_read:
            return "image"
        return "lines" if self.lines_read else "local"

    @property
    def final(self) -> bool:
        """Whether it is kept for ever; if not, the same photo may be read better later."""
        return self.settled and not self.degraded and self.used_up is None


class _Unfinished:
    """Readings that wait for a model in this process, so that a retry does not start over."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], _Escalation] = OrderedDict()

    def keep(self, escalation: _Escalation, person: Person) -> None:
        self._kept[escalation.reading.sha256, person.user_id] = escalation
        if len(self._kept) > _MOST_UNFINISHED:
            self._kept.popitem(last=False)

    def take(self, sha256: str, person: Person) -> _Escalation | None:
        return self._kept.pop((sha256, person.user_id), None)


@dataclass(frozen=True)
class ReadReceipt:
    """The reading is stored under the sha256 of the bytes and the place of the reader: a retry
    finds it, a twin of the same locale and currency reuses it; what a model read with the words
    below it in view is for this person alone. Bytes that cannot be read are
    forgotten, but for their digest: nobody's are tried a second time.

    While models may soon answer again, an attempt fails with ``model.unavailable`` as long as
    ``patience`` lasts; the last one makes do with what was read so far.
    """

    reader: ReceiptReader
    models: ModelReader
    attachments: AttachmentStore
    readings: ReadingStore
    ledger: Ledger
    patience: Patience = field(default_factory=Patience)
    clock: Callable[[], float] = time.monotonic
    unfinished: _Unfinished = field(default_factory=_Unfinished)

    @activity.defn
    async def read_receipt(self, request: ReadRequest) -> ReadOutcome:
        """The fields of a receipt, and the row that this person saved from the same image. Of
        several receipts on it those of one, with how many others there are.

        Fails with ``attachment.unusable`` for what is no readable picture or PDF, and with
        ``attachment.missing`` when the attachment is not this person's.
        """
        with app_errors():
            async with heartbeating():
                read = await self._read(request)
                seen = await self.ledger.find_by_image(
                    request.user_id, request.sha256, request.part
                )
        # The lines stay in the database: a workflow's history carries what decisions need.
        return ReadOutcome(
            reading=read.reading.of_part(request.part).model_copy(update={"lines": ()}),
            further=0 if request.part else len(read.reading.others),
            seen_before=seen,
            saved_on=_date_in(request.timezone, seen.saved_at) if seen else None,
            degraded=read.degraded,
            used_up=read.used_up,
        )

    async def _read(self, request: ReadRequest) -> _Escalation:
        refused = await self.readings.refusal(request.sha256)
        if refused is not None:
            await self.attachments.drop(request.user_id, request.sha256)
            raise refused
        # Nobody reads what another person sent.
        attachment, content = await self.attachments.get(request.user_id, request.sha256)
        person = Person(**request.model_dump(include=READER_FIELDS))
        known = await self.readings.get(request.sha256, person)
        if known is not None:
            return _Escalation(known)
        begun = self.unfinished.take(request.sha256, person)
        if begun is None:
            begun = _Escalation(await self._read_locally(content, attachment, person))
        # A model that sees several receipts may read another one than this.
        seen_alone = attachment.kind is MediaKind.IMAGE and not begun.reading.others
        image = content if seen_alone else None
        read = await self._escalated(begun, image, person, request)
        _log.info(
            "receipt.read",
            task_id=request.task_id,
            engine=read.reading.engine,
            confidence=read.reading.confidence,
            duration_ms=begun.reading.duration_ms,
        )
        _count(read.tier)
        shared = not request.caption or read.tier == "local"
        if not read.final or not shared:
            return read
        return replace(read, reading=await self.readings.put(read.reading, person))

    async def _read_locally(
        self, content: bytes, attachment: Attachment, person: Person
    ) -> Reading:
        try:
            return await self.reader.read(content, attachment, person)
        except UnusableAttachmentError as error:
            # In this order: an attempt after a fault between the two still knows the refusal.
            await self.readings.refuse(attachment.sha256, error)
            await self.attachments.drop(person.user_id, attachment.sha256)
            raise

    async def _escalated(
        self, begun: _Escalation, image: bytes | None, person: Person, request: ReadRequest
    ) -> _Escalation:
        """Cheapest first: the OCR lines to a text model, then the image to a vision model. Lines of
        which hardly a letter is sure go to nobody: a guess from them would be taken for a reading.
        """
        if not self.models.available or not is_doubtful(begun.reading):
            return begun
        if whose := await self.models.used_up(person.user_id):
            return replace(begun, used_up=whose)
        since = self.clock() if begun.asked_since is None else begun.asked_since
        read = replace(begun, asked_since=since)
        legible = image is None or begun.reading.confidence >= LEGIBLE_CONFIDENCE
        if read.reading.lines and legible and not read.lines_read:
            read = await self._completed(read, person, request, self._wait(since))
        if image is not None and not read.degraded and is_doubtful(read.reading):
            read = await self._completed(read, person, request, self._wait(since), image)
        return read

    def _wait(self, since: float) -> Wait:
        return self.patience.of_models_alone(timedelta(seconds=self.clock() - since))

    async def _completed(
        self,
        read: _Escalation,
        person: Person,
        request: ReadRequest,
        wait: Wait,
        image: bytes | None = None,
    ) -> _Escalation:
        seen, others = image is not None, read.reading.others
        try:
            better = await self.models.complete(
                read.reading,
                person,
                request.task_id,
                image=image,
                caption=request.caption,
                wait=wait,
            )
        except AppError as error:
            # What a text model makes nothing of, a vision model may still read.
            unheard = seen or isinstance(error, ModelUnavailableError) or error.is_outage
            lines_read = read.lines_read or not unheard
            return replace(self._without(read, error, person), lines_read=lines_read)
        if others:
            beside = {"others": others, "receipts_seen": read.reading.receipts_seen}
            better = better.model_copy(update=beside)
        read = replace(read, image_read=True) if seen else replace(read, lines_read=True)
        return replace(read, reading=better, settled=True, degraded=False)

    def _without(self, read: _Escalation, error: AppError, person: Person) -> _Escalation:
        """The reading as it was; raises ``error`` when it is better to ask again in a moment."""
        if may_pass_soon(error):
            self.unfinished.keep(read, person)
            raise error
        _log.warning("receipt.escalation_failed", code=error.code)
        return replace(read, settled=False, degraded=error.is_outage)


def _date_in(timezone: str, moment: datetime) -> date:
    """The person's own date; that of UTC where this machine does not know their zone."""
    try:
        return moment.astimezone(ZoneInfo(timezone)).date()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return moment.astimezone(UTC).date()


def _count(tier: str) -> None:
    counter = activity.metric_meter().create_counter(
        "receipt_readings_total", "Readings by the last tier that took part"
    )
    counter.add(1, {"tier": tier})
