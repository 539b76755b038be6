"""Photos and PDFs read on this machine: recognition in a pool, then rules. No key, no network."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import structlog

from adapters.media.lines import OcrText
from adapters.media.sniffing import sniff
from agents.expenses.reader.calibration import calibrated
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading
from domain.messages import Attachment
from domain.understanding import Person

_log = structlog.get_logger(__name__)


class Recognition(Protocol):
    """Bytes to text; ``OcrPool`` is the real one."""

    async def lines(self, content: bytes) -> OcrText: ...


def _now() -> datetime:
    return datetime.now(UTC)


class LocalReceiptReader:
    """Implements ``activities.ports.ReceiptReader`` with OCR and rules.

    Pure in its bytes but for "today", which settles ambiguous dates; reading the same image twice
    gives the same result. The recognition is the caller's: it is closed where it was made.
    """

    def __init__(self, recognition: Recognition, now: Callable[[], datetime] = _now) -> None:
        """``now`` gives the current time with its zone."""
        self._recognition = recognition
        self._now = now

    async def read(self, content: bytes, attachment: Attachment, person: Person) -> Reading:
        """Raises ``UnusableAttachmentError`` for a file that can't be read, and
        ``ReadingFailedError`` when reading broke and may succeed later.
        """
        started = time.monotonic()
        sniff(content)  # refused here, the bytes need not travel to the pool
        text = await self._recognition.lines(content)
        # Rules take a few milliseconds, on a crowded page some tens: not on the event loop.
        reading = calibrated(
            await asyncio.to_thread(
                reading_of, text, attachment.sha256, person, self._today(person)
            )
        )
        duration_ms = round((time.monotonic() - started) * 1000)
        _log.info(
            "receipt.read_locally",
            sha256=attachment.sha256,
            confidence=reading.confidence,
            is_receipt=reading.is_receipt,
            rows=len(reading.lines),
            duration_ms=duration_ms,
        )
        return reading.model_copy(update={"duration_ms": duration_ms})

    def _today(self, person: Person) -> date:
        try:
            zone = ZoneInfo(person.timezone)
        except (ZoneInfoNotFoundError, ValueError):
            _log.warning("person.timezone_unknown", timezone=person.timezone)
            zone = ZoneInfo("UTC")
        return self._now().astimezone(zone).date()
