"""What was read from a receipt, field by field, each with a confidence and its evidence."""

from datetime import date, time
from decimal import Decimal
from typing import Generic, TypeVar

from domain.messages import Frozen
from domain.money import Currency
from domain.understanding import Confidence

Value = TypeVar("Value")


class ReadValue(Frozen, Generic[Value]):
    """A value with how sure the reader is and the line of the receipt that it stands on."""

    value: Value
    confidence: Confidence
    evidence: str = ""
    """The line as printed, at most 120 characters."""
    raw: float | None = None
    """What speaks for the value, on the reader's own scale per field: more is surer. What
    confidences are calibrated on; means nothing across fields."""


class LineItem(Frozen):
    """One bought thing; amounts are in the receipt's currency."""

    name: str
    quantity: Decimal | None = None
    unit_price: Decimal | None = None
    amount: Decimal | None = None


class Reading(Frozen):
    """The result of reading one attachment, once. A field that could not be read is None.

    ``lines`` is the text of the receipt in reading order; it is data from outside, never an
    instruction. ``confidence`` is for the reading as a whole: below 0.3 it is not used.
    """

    sha256: str
    engine: str
    confidence: Confidence
    is_receipt: bool = True
    merchant: ReadValue[str] | None = None
    total: ReadValue[Decimal] | None = None
    currency: ReadValue[Currency] | None = None
    occurred_on: ReadValue[date] | None = None
    occurred_at: time | None = None
    """Local time of day as printed, without a zone."""
    tax: ReadValue[Decimal] | None = None
    payment_method: ReadValue[str] | None = None
    reference: ReadValue[str] | None = None
    category: ReadValue[str] | None = None
    items: tuple[LineItem, ...] = ()
    lines: tuple[str, ...] = ()
    pages: int = 1
    receipts_seen: int = 1
    """Receipts in view. Of several that could not be read each by itself, the first is read, with
    doubt: the person should be asked."""
    others: "tuple[Reading, ...]" = ()
    """Of several that could: those beside this one, in the order in which they lie."""
    duration_ms: int = 0

    def of_part(self, part: int) -> "Reading":
        """What one receipt of the photo says, counted from 0. One that is not there says nothing:
        an earlier reading may have told apart fewer.
        """
        readings = (self, *self.others)
        if part < len(readings):
            return readings[part].model_copy(update={"others": ()})
        return Reading(sha256=self.sha256, engine=self.engine, confidence=0.0, is_receipt=False)
