"""What a person does touches their own rows, however many others there are."""

from decimal import Decimal

import pytest

from adapters.postgres.pool import Database
from agents.expenses.store.stores import ExpenseStores
from benchmarks.ledger import FILL
from tests.agents.expenses.store.requests import DAY, finding, saving, undoing

OTHERS = 5_000
OTHER, CHAT_OF_OTHER = "test:other", "conversation:test:other"


async def rows_read_in_passing(database: Database) -> int:
    """Rows of expenses that were read because a whole table was."""
    await database.fetchval("SELECT pg_stat_force_next_flush()")
    read: int = await database.fetchval(
        "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'transactions'"
    )
    return read


@pytest.mark.shows("figures 3")
async def test_no_other_persons_rows_are_read(database_url: str) -> None:
    database = Database(database_url, max_connections=1)
    ledger = ExpenseStores(database).ledger
    try:
        await ledger.save(saving(1, user_id=OTHER, conversation_id=CHAT_OF_OTHER))
        async with database.connection() as connection:
            values = OTHER, CHAT_OF_OTHER, DAY, 700, ["Groceries", "Transport"], 50
            await connection.execute(FILL, *values, 2, OTHERS)
            await connection.execute("ANALYZE transactions")
        before = await rows_read_in_passing(database)
        await ledger.save(saving(1))
        await ledger.save(saving(2, amount=Decimal("9.90")))
        await ledger.find(finding(1))
        await ledger.undo(undoing("u1", 2))
        assert await rows_read_in_passing(database) == before
    finally:
        await database.close()
