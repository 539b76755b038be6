"""An agent of one table, so that the platform's stores are tested without any real agent."""

from datetime import datetime

from adapters.postgres.conversations import touch
from adapters.postgres.parts import Counts, Rows, TablePart, repeated, rows, run
from adapters.postgres.pool import Connection, Database
from adapters.postgres.stores import Stores
from domain.conversation import RecalledTask
from tests.adapters.postgres.requests import ANN, CHAT

TABLE = """
    CREATE TABLE toys (
        task_id         text PRIMARY KEY,
        user_id         text NOT NULL,
        conversation_id text NOT NULL REFERENCES conversations,
        number          integer NOT NULL,
        words           text NOT NULL,
        sha256          text,
        price           numeric NOT NULL DEFAULT 12.50,
        at              timestamptz NOT NULL DEFAULT now()
    )
"""


async def erase(connection: Connection, user_id: str) -> Counts:
    return {"toys": await run(connection, "DELETE FROM toys WHERE user_id = $1", user_id)}


async def export(connection: Connection, user_id: str) -> Rows:
    return {"toys": await rows(connection, "SELECT * FROM toys WHERE user_id = $1", user_id)}


async def purge(database: Database, before: datetime) -> Counts:
    return {"toys": await repeated(database, "DELETE FROM toys WHERE at < $1", before)}


async def recent(
    connection: Connection, user_id: str, conversation_id: str, limit: int
) -> tuple[RecalledTask, ...]:
    found = await connection.fetch(
        """
        SELECT task_id, number FROM toys WHERE user_id = $1 AND conversation_id = $2
        ORDER BY number DESC LIMIT $3
        """,
        user_id,
        conversation_id,
        limit,
    )
    return tuple(RecalledTask(agent="toy", **dict(row)) for row in reversed(found))


TOY = TablePart(
    tables=("toys",),
    erase=erase,
    export=export,
    purge=purge,
    conversations="SELECT conversation_id, user_id FROM toys",
    files="SELECT sha256 FROM toys",
    recent=recent,
)


async def given(
    stores: Stores,
    number: int,
    *,
    user_id: str = ANN,
    conversation_id: str = CHAT,
    words: str = "a toy",
    sha256: str | None = None,
) -> None:
    """A toy of this person."""
    async with stores.database.transaction() as connection:
        await touch(connection, conversation_id, tasks_started=number)
        await connection.execute(
            """
            INSERT INTO toys (task_id, user_id, conversation_id, number, words, sha256)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            f"{conversation_id}/toy/{number}",
            user_id,
            conversation_id,
            number,
            words,
            sha256,
        )
