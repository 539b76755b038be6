"""What features tell with what is written to the ledger.

Each is asked in the transaction of the write, behind the person's lock. A write that is repeated
tells the same.
"""

from collections.abc import Awaitable, Callable
from datetime import date

from pydantic import JsonValue

from adapters.postgres.pool import Connection, Row
from agents.expenses.features import FEATURES
from agents.expenses.shown import FeatureNotice

Ask = Callable[..., Awaitable[tuple[JsonValue, ...]]]


async def notices_of(
    connection: Connection, row: Row, told_with: str, today: date | None
) -> tuple[FeatureNotice, ...]:
    """What a row that was just written tells. ``told_with`` is the id of the write."""
    return await _asked("notices_of", connection, row, told_with, today)


async def notices_of_many(
    connection: Connection, user_id: str, told_with: str, today: date
) -> tuple[FeatureNotice, ...]:
    """As ``notices_of``, for many rows written at once, when all are there."""
    return await _asked("notices_of_many", connection, user_id, told_with, today)


async def told_notices(
    connection: Connection, user_id: str, told_with: str
) -> tuple[FeatureNotice, ...]:
    """What was told with a write that is repeated."""
    return await _asked("told_notices", connection, user_id, told_with)


async def _asked(question: str, *about: object) -> tuple[FeatureNotice, ...]:
    told: list[FeatureNotice] = []
    for feature, module in FEATURES.by_feature("notices").items():
        ask: Ask | None = getattr(module, question, None)
        told_now = await ask(*about) if ask is not None else ()
        told += [FeatureNotice(feature=feature, content=each) for each in told_now]
    return tuple(told)
