"""What a write to the ledger tells about the household: who joined or left since the last one."""

from datetime import date

from pydantic import JsonValue

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.household.store import read_news, take_news


async def notices_of(
    connection: Connection, row: Row, told_with: str, today: date | None
) -> tuple[JsonValue, ...]:
    """Tells who joined or left, once. Called in the transaction of the write."""
    del today
    return await _tell(connection, row["user_id"], told_with)


async def notices_of_many(
    connection: Connection, user_id: str, told_with: str, today: date
) -> tuple[JsonValue, ...]:
    """Tells who joined or left, as ``notices_of``, with many rows written at once."""
    del today
    return await _tell(connection, user_id, told_with)


async def told_notices(
    connection: Connection, user_id: str, told_with: str
) -> tuple[JsonValue, ...]:
    """Returns what was told with a write that is repeated."""
    news = await read_news(connection, user_id, told_with)
    return tuple(each.model_dump(mode="json") for each in news)


async def _tell(connection: Connection, user_id: str, told_with: str) -> tuple[JsonValue, ...]:
    """Tells it once; a write without an answer leaves it to the next one."""
    if not told_with:
        return ()
    await take_news(connection, user_id, told_with)
    return await told_notices(connection, user_id, told_with)
