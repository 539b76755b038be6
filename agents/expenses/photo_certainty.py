"""How surely a value must be read from a photo to be saved unasked, asked about, or shown at all.

Confidences are probabilities from 0 to 1: what rules read gets them in ``reader.calibration``, what
models read in ``model.receipt_evidence``. Rules and prompts share the thresholds.
"""

from agents.expenses.reading import Reading, ReadValue, Value

FIELD_CONFIDENCE_THRESHOLD = 0.5
"""A read value below this is shown as a suggestion and asked about, not taken."""

AMOUNT_CONFIDENCE_THRESHOLD = 0.85
"""As above for the amount, where a mistake costs most: of the totals that local reading is so sure
of, at least 99 of 100 were right, and that is nine receipts in ten (docs/reading.md)."""

OFFERED_CONFIDENCE_THRESHOLD = 0.3
"""A read shop or amount below this is rubbish more often than not: not even suggested."""

LEGIBLE_CONFIDENCE = 0.3
"""Of a local reading: below it, its letters are not worth a text model's time."""

DOUBTFUL = FIELD_CONFIDENCE_THRESHOLD - 0.1
"""Confidence of a value that is shown to the person as a question and never taken silently."""


def if_sure(read: ReadValue[Value] | None, enough: float) -> ReadValue[Value] | None:
    """Returns a value that was read with so much confidence; None for any other."""
    return None if read is None or read.confidence < enough else read


def is_doubtful(reading: Reading) -> bool:
    """Whether shop or amount is missing or not sure enough to be taken without a question."""
    merchant = if_sure(reading.merchant, FIELD_CONFIDENCE_THRESHOLD)
    return merchant is None or if_sure(reading.total, AMOUNT_CONFIDENCE_THRESHOLD) is None
