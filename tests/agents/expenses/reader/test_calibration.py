from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.reader.calibration import DOUBTED, Curve, calibrated, probability
from agents.expenses.reading import Reading, ReadValue
from tests.agents.expenses.reader.paper import is_sure, read
from tests.paper import KOPI

CURVE: Curve = ((0.2, 0.1), (0.6, 0.8), (0.9, 0.98))


def reading(total: float, *, is_receipt: bool = True) -> Reading:
    return Reading(
        sha256="0" * 64,
        engine="test",
        confidence=0.8,
        is_receipt=is_receipt,
        total=ReadValue(value=Decimal("12.50"), confidence=total, evidence="TOTAL 12.50"),
        occurred_on=ReadValue(value=date(2026, 3, 14), confidence=0.6),
    )


@pytest.mark.parametrize(
    ("raw", "expected"), [(0.9, 0.98), (1.0, 0.98), (0.75, 0.89), (0.1, 0.1), (0.2, 0.1)]
)
def test_a_confidence_becomes_the_share_that_was_right(raw: float, expected: float) -> None:
    assert probability(raw, CURVE) == pytest.approx(expected)


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_surer_of_two_values_stays_the_surer(one: float, other: float) -> None:
    low, high = sorted((one, other))

    assert 0 <= probability(low, CURVE) <= probability(high, CURVE) <= 1


@given(st.floats(0, DOUBTED, exclude_max=True))
def test_what_the_rules_doubt_is_never_taken_because_of_the_curve(raw: float) -> None:
    lenient: Curve = ((0.0, 0.9), (1.0, 0.99))

    assert probability(raw, lenient) <= raw


def test_only_the_confidence_changes() -> None:
    before = reading(0.6)

    after = calibrated(before, {"total": CURVE})

    assert after.total is not None
    assert before.total is not None
    assert after.total == before.total.model_copy(update={"confidence": 0.8})
    assert after.occurred_on == before.occurred_on
    assert after.merchant is None


def test_what_is_no_receipt_stays_as_low_as_it_was() -> None:
    before = reading(0.2, is_receipt=False)

    assert calibrated(before, {"total": ((0.0, 0.9), (1.0, 0.99))}) == before


def test_the_fitted_curves_take_a_plain_receipt_and_doubt_an_unlikely_one() -> None:
    plain = calibrated(read(*KOPI))

    assert plain.total is not None
    assert plain.total.confidence > 0.9
    assert is_sure(plain.merchant)
    assert not is_sure(calibrated(reading(0.3)).total)
