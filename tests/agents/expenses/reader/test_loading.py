"""The time for one attachment is for reading it: loading the models does not count."""

import time
from datetime import timedelta

from agents.expenses.reader.engine import OcrPool
from tests.paper import drawn, encoded

READ_SLACK = 0.3
"""Seconds more than two readings took: less than loading takes on any machine seen."""


async def timed(pool: OcrPool, picture: bytes) -> float:
    began = time.monotonic()
    await pool.lines(picture)
    return time.monotonic() - began


async def test_a_reader_is_not_killed_while_it_loads() -> None:
    picture = encoded(drawn(("TOTAL | 7.50",)), "PNG")
    warm = OcrPool()
    try:
        await warm.lines(picture)
        reading = max([await timed(warm, picture) for _ in range(3)])
    finally:
        await warm.close()
    cold = OcrPool(timeout=timedelta(seconds=2 * reading + READ_SLACK))
    try:
        text = await cold.lines(picture)
    finally:
        await cold.close()
    assert "7.50" in text.model_dump_json()
