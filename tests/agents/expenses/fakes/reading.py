"""A receipt reader that reads what a test says it should, when the test lets it."""

import asyncio
from datetime import date
from decimal import Decimal

from agents.expenses.reading import Reading, ReadValue
from domain.errors import AppError, AttachmentMissingError, UnusableAttachmentError
from domain.messages import Attachment, MediaKind
from domain.understanding import Person
from domain.usage import Budget
from domain.waiting import ASKS_ONCE, Wait
from tests.fakes.told import told


def receipt(
    attachment: Attachment,
    *,
    merchant: str | None = "Kedai Kopi",
    total: str | None = "9.00",
    on: date | None = date(2026, 1, 5),
    confidence: float = 0.95,
    total_confidence: float = 0.95,
    is_receipt: bool = True,
) -> Reading:
    """A reading with the fields that a test cares about."""
    return Reading(
        sha256=attachment.sha256,
        engine="scripted",
        confidence=confidence,
        is_receipt=is_receipt,
        merchant=ReadValue(value=merchant, confidence=0.95, evidence=merchant)
        if merchant
        else None,
        total=ReadValue(
            value=Decimal(total), confidence=total_confidence, evidence=f"TOTAL {total}"
        )
        if total
        else None,
        occurred_on=ReadValue(value=on, confidence=0.95, evidence=f"{on}") if on else None,
    )


class ScriptedReader:
    """Implements ``ReceiptReader``, ``AttachmentStore`` and ``ModelReader``.

    ``gate`` is open at first; closed, every reading waits for it. ``started`` tells that one has
    begun. ``model_failure`` is what the models fail with once they are ``available``.
    """

    available = False

    def __init__(self) -> None:
        self.readings: dict[str, Reading] = {}
        self.failures: dict[str, AppError] = {}
        self.model_failure: AppError | None = None
        self.reads = 0
        self.captions: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.started = asyncio.Event()

    def will_read(self, reading: Reading) -> None:
        self.readings[reading.sha256] = reading

    def will_fail(self, attachment: Attachment, error: AppError) -> None:
        self.failures[attachment.sha256] = error

    async def read(self, content: bytes, attachment: Attachment, person: Person) -> Reading:
        del content, person
        self.reads += 1
        self.started.set()
        await self.gate.wait()
        if attachment.sha256 in self.failures:
            raise self.failures[attachment.sha256]
        return self.readings[attachment.sha256]

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]:
        del user_id
        if sha256 not in self.readings and sha256 not in self.failures:
            raise AttachmentMissingError(sha256)
        return Attachment(
            sha256=sha256, kind=MediaKind.IMAGE, mime_type="image/jpeg", size=1000
        ), b""

    async def put(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        del user_id, attachment, content

    async def drop(self, user_id: str, sha256: str) -> None:
        del user_id, sha256

    async def used_up(self, user_id: str) -> Budget | None:
        del user_id
        return None

    async def complete(
        self,
        reading: Reading,
        person: Person,
        task_id: str,
        *,
        image: bytes | None = None,
        caption: str = "",
        wait: Wait = ASKS_ONCE,
    ) -> Reading:
        del person, task_id, image
        self.captions.append(caption)
        if self.model_failure is not None:
            raise told(self.model_failure, wait)
        return reading


class InMemoryReadings:
    """Implements ``ReadingStore``."""

    def __init__(self) -> None:
        self.by_place: dict[tuple[str, str, str], Reading] = {}
        self.refused: dict[str, UnusableAttachmentError] = {}

    @property
    def stored(self) -> dict[str, Reading]:
        """By sha256 alone, for tests in which all persons are of one place."""
        return {sha256: reading for (sha256, _, _), reading in self.by_place.items()}

    async def get(self, sha256: str, person: Person) -> Reading | None:
        return self.by_place.get((sha256, person.locale, person.currency))

    async def put(self, reading: Reading, person: Person) -> Reading:
        key = (reading.sha256, person.locale, person.currency)
        return self.by_place.setdefault(key, reading)

    async def refusal(self, sha256: str) -> UnusableAttachmentError | None:
        return self.refused.get(sha256)

    async def refuse(self, sha256: str, refusal: UnusableAttachmentError) -> None:
        self.refused[sha256] = refusal
