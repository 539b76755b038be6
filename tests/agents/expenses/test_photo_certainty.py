from decimal import Decimal

import pytest

from agents.expenses.photo_certainty import (
    AMOUNT_CONFIDENCE_THRESHOLD,
    FIELD_CONFIDENCE_THRESHOLD,
    if_sure,
    is_doubtful,
)
from agents.expenses.reading import Reading, ReadValue


@pytest.mark.parametrize(
    ("shop", "amount", "doubtful"),
    [
        (FIELD_CONFIDENCE_THRESHOLD, AMOUNT_CONFIDENCE_THRESHOLD, False),
        (FIELD_CONFIDENCE_THRESHOLD - 0.01, AMOUNT_CONFIDENCE_THRESHOLD, True),
        (FIELD_CONFIDENCE_THRESHOLD, AMOUNT_CONFIDENCE_THRESHOLD - 0.01, True),
    ],
)
def test_a_reading_is_doubtful_below_the_confidence_of_either_field(
    shop: float, amount: float, *, doubtful: bool
) -> None:
    reading = Reading(
        sha256="0" * 64,
        engine="ocr",
        confidence=0.9,
        merchant=ReadValue(value="Kedai Ali", confidence=shop),
        total=ReadValue(value=Decimal("12.50"), confidence=amount),
    )

    assert is_doubtful(reading) is doubtful
    assert is_doubtful(reading.model_copy(update={"total": None}))


def test_only_a_value_that_is_sure_enough_is_given() -> None:
    read: ReadValue[str] = ReadValue(value="Kedai Ali", confidence=0.5)

    assert if_sure(read, 0.5) is read
    assert if_sure(read, 0.6) is None
    assert if_sure(None, 0.0) is None
