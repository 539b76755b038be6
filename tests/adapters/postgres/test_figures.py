"""How conversations stand, by SQL: the queries of docs/operations.md."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.postgres.conversations import count_unexpired
from adapters.postgres.stores import Stores
from domain.replies import ChatFigures
from domain.tasks import DraftStatus
from tests.adapters.postgres.requests import ANN, delivery, keeping

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"
NOW = datetime.now(UTC)
MIDNIGHT = NOW.replace(hour=0, minute=0, second=0, microsecond=0)


def queries() -> list[str]:
    section = OPERATIONS.read_text().partition("## Conversations in figures")[2]
    (block,) = re.findall(r"```sql\n(.*?)```", section.partition("\n## ")[0], re.DOTALL)
    return [query for query in block.split(";") if query.strip()]


async def answer(stores: Stores, number: int) -> list[tuple[object, ...]]:
    async with stores.database.connection() as connection:
        return [tuple(row) for row in await connection.fetch(queries()[number])]


async def stand(
    stores: Stores,
    chat: str,
    agent: str,
    *,
    waits: bool = False,
    turns: int = 1,
    said_at: datetime = NOW,
    lasted: timedelta = timedelta(minutes=1),
) -> None:
    """A conversation that expires a day behind its last replies."""
    figures = ChatFigures(
        begun_at=said_at - lasted,
        turns=turns,
        agent=agent,
        waits=waits,
        expires_at=said_at + timedelta(days=1),
    )
    said = delivery(conversation_id=f"conversation:test:{chat}")
    await stores.transcript.write(said.model_copy(update={"figures": figures}), (), said_at)


@pytest.mark.shows("platform 20")
async def test_how_many_are_active_waiting_and_expired_today_by_agent(stores: Stores) -> None:
    await stand(stores, "1", "expenses")
    await stand(stores, "2", "expenses", waits=True)
    await stand(stores, "3", "support", waits=True, said_at=MIDNIGHT - timedelta(days=1))
    await stand(stores, "4", "support", said_at=MIDNIGHT - timedelta(days=3))
    assert await answer(stores, 0) == [("expenses", 1, 1, 0), ("support", 0, 0, 1)]
    assert await count_unexpired(stores.database) == 2


@pytest.mark.shows("platform 20")
async def test_how_long_they_last_and_how_many_messages_they_take(stores: Stores) -> None:
    for minutes in (1, 2, 3):
        lasted = timedelta(minutes=minutes)
        await stand(stores, str(minutes), "expenses", turns=2 * minutes, lasted=lasted)
    ((channel, count, duration, turns),) = await answer(stores, 1)
    assert (channel, count, turns) == ("test", 3, [4, 5.8])
    assert duration == [timedelta(minutes=2), timedelta(minutes=2, seconds=54)]


@pytest.mark.shows("platform 20")
async def test_which_tasks_were_left_unfinished_today(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1, status=DraftStatus.EXPIRED))
    await stores.drafts.keep(keeping(2))
    assert await answer(stores, 2) == [("toy", "expired", 1), ("toy", "kept", 1)]


async def test_figures_of_an_earlier_moment_change_nothing(stores: Stores) -> None:
    await stand(stores, "1", "expenses", waits=True, turns=4)
    await stand(stores, "1", "support", turns=3, said_at=NOW - timedelta(minutes=1))
    async with stores.database.connection() as connection:
        row = await connection.fetchrow("SELECT agent, state, turns FROM conversation_figures")
    assert row is not None
    assert tuple(row) == ("expenses", "waiting", 4)


async def test_a_conversation_of_an_earlier_version_expires_a_day_behind_its_row(
    stores: Stores,
) -> None:
    await stores.transcript.write(delivery("r1"), (), NOW)
    assert await answer(stores, 0) == [("supervisor", 1, 0, 0)]


async def test_nothing_of_a_person_who_was_deleted_is_counted(stores: Stores) -> None:
    await stand(stores, "1", "expenses")
    async with stores.database.connection() as connection:
        await connection.execute(
            """
            INSERT INTO conversation_messages
                (message_id, conversation_id, user_id, speaker, body, at)
            VALUES ('m', 'conversation:test:1', $1, 'steward', 'hi', now())
            """,
            ANN,
        )
    await stores.erasure.erase(ANN)
    assert await count_unexpired(stores.database) == 0
