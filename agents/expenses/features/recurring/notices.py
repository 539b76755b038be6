"""What a save tells about recurring expenses: an offer with the one that completes the rhythm."""

from datetime import date

from pydantic import JsonValue

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.recurring.recurring import RecurringOffer
from agents.expenses.features.recurring.store import offer_of, told_offer


async def notices_of(
    connection: Connection, row: Row, told_with: str, today: date | None
) -> tuple[JsonValue, ...]:
    """Only a save offers; a correction or a split does not."""
    del today
    if told_with != row["task_id"]:
        return ()
    return _told(await offer_of(connection, row))


async def told_notices(
    connection: Connection, user_id: str, told_with: str
) -> tuple[JsonValue, ...]:
    """What was told with a write that is repeated."""
    return _told(await told_offer(connection, user_id, told_with))


def _told(offer: RecurringOffer | None) -> tuple[JsonValue, ...]:
    return () if offer is None else (offer.model_dump(mode="json"),)
