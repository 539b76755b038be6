"""Confidence as a probability: what the rules' points are worth, measured on real receipts.

The curves are data, fitted by ``benchmarks/calibrate.py`` on receipts with known answers, as they
were read and damaged on purpose. Each is a list of steps from what a rule says to the share of
such values that were right.
"""

import json
from bisect import bisect_right
from functools import cache
from importlib.resources import files

from agents.expenses.reading import Reading, ReadValue, Value

DOUBTED = 0.5
"""What the rules doubt is never lifted: a contradicted sum stays doubtful however often the
like turned out right."""

Curve = tuple[tuple[float, float], ...]
"""Pairs of raw confidence and probability, both growing."""


def calibrated(reading: Reading, curves: dict[str, Curve] | None = None) -> Reading:
    """The reading with probabilities in place of points for total, date and merchant.

    What does not look like a receipt is left as low as it is. Not idempotent: call it once, on
    what the rules gave. ``curves`` are the fitted ones unless others are given.
    """
    others = tuple(calibrated(other, curves) for other in reading.others)
    if not reading.is_receipt:
        return reading
    known = _fitted() if curves is None else curves
    return reading.model_copy(
        update={
            "total": _honest(reading.total, known.get("total", ())),
            "occurred_on": _honest(reading.occurred_on, known.get("occurred_on", ())),
            "merchant": _honest(reading.merchant, known.get("merchant", ())),
            "others": others,
        }
    )


def probability(raw: float, curve: Curve) -> float:
    """Between two steps in proportion, beyond the ends level; an empty curve changes nothing."""
    if not curve:
        return raw
    place = bisect_right(curve, (raw, 1.0))
    if place == 0:
        right = curve[0][1]
    elif place == len(curve):
        right = curve[-1][1]
    else:
        (x0, y0), (x1, y1) = curve[place - 1], curve[place]
        right = y0 + (y1 - y0) * (raw - x0) / (x1 - x0)
    honest = round(right, 3)
    return min(raw, honest) if raw < DOUBTED else honest


def _honest(field: ReadValue[Value] | None, curve: Curve) -> ReadValue[Value] | None:
    if field is None:
        return None
    return field.model_copy(update={"confidence": probability(field.confidence, curve)})


@cache
def _fitted() -> dict[str, Curve]:
    source = files("agents.expenses.reader").joinpath("data", "calibration.json")
    curves: dict[str, list[list[float]]] = json.loads(source.read_text(encoding="utf-8"))
    return {name: tuple((step[0], step[1]) for step in steps) for name, steps in curves.items()}
