"""Where the posts of tickets stand in the staff's chat."""

from collections.abc import Sequence

from adapters.postgres.pool import Database, Row
from agents.staffed import Standing
from domain.staff import StaffMember

_CASE_IN = """
    SELECT "case" FROM support_posts
    WHERE chat = $1 AND topic = $2 AND post = '' LIMIT 1
"""
_ADD_POST = """
    INSERT INTO support_posts ("case", post, chat, topic, message, title)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT ("case", post) DO UPDATE SET
        chat = excluded.chat, topic = excluded.topic, message = excluded.message,
        title = excluded.title
"""
_OF_MEMBER = """
    SELECT 'ticket:' || customer_id || ':' || ticket_id AS "case"
    FROM support_tickets
    WHERE assignee = $1 AND status IN ('active', 'open', 'waiting_customer')
    ORDER BY customer_id, ticket_id
"""


class PostgresStaffPosts:
    """Implements ``agents.staffed.StaffPosts``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, case: str, post: str) -> Standing | None:
        async with self._database.connection() as connection:
            row = await connection.fetchrow(
                'SELECT * FROM support_posts WHERE "case" = $1 AND post = $2', case, post
            )
        return _standing(row) if row else None

    async def of(self, case: str) -> Sequence[Standing]:
        async with self._database.connection() as connection:
            rows = await connection.fetch(
                'SELECT * FROM support_posts WHERE "case" = $1 ORDER BY message', case
            )
        return [_standing(row) for row in rows]

    async def at(self, chat: int, message: int) -> Standing | None:
        async with self._database.connection() as connection:
            row = await connection.fetchrow(
                "SELECT * FROM support_posts WHERE chat = $1 AND message = $2",
                chat,
                message,
            )
        return _standing(row) if row else None

    async def case_in(self, chat: int, topic: int) -> str | None:
        async with self._database.connection() as connection:
            case: str | None = await connection.fetchval(_CASE_IN, chat, topic)
        return case

    async def remember(self, standing: Standing) -> None:
        async with self._database.connection() as connection:
            await connection.execute(
                _ADD_POST,
                standing.case,
                standing.post,
                standing.chat,
                standing.topic,
                standing.message,
                standing.title,
            )

    async def forget(self, case: str) -> None:
        async with self._database.connection() as connection:
            await connection.execute('DELETE FROM support_posts WHERE "case" = $1', case)

    async def held_by(self, member: StaffMember) -> Sequence[str]:
        """By their name, as rows have it; the case itself knows who it is."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(_OF_MEMBER, member.name)
        return [row["case"] for row in rows]


def _standing(row: Row) -> Standing:
    return Standing(
        row["case"], row["post"], row["chat"], row["topic"], row["message"], row["title"]
    )
