"""Everything that is kept of one person, for themselves to read."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from adapters.postgres.parts import TablePart, rows
from adapters.postgres.pool import Database

_PLATFORM = {
    "users": "SELECT * FROM users WHERE user_id = $1",
    "consents": "SELECT * FROM consents WHERE user_id = $1 ORDER BY at",
    "conversation_messages": """
        SELECT * FROM conversation_messages
        WHERE user_id = $1 OR author_id = $1 ORDER BY at, position
    """,
    "attachments": """
        SELECT sha256, kind, mime_type, length(content) AS size, owned.created_at
        FROM attachment_owners AS owned JOIN attachments USING (sha256)
        WHERE user_id = $1 ORDER BY owned.created_at
    """,
    "drafts": "SELECT * FROM drafts WHERE user_id = $1 ORDER BY created_at",
    "model_calls": "SELECT * FROM model_calls WHERE user_id = $1 ORDER BY at",
    "tool_calls": "SELECT * FROM tool_calls WHERE user_id = $1 ORDER BY at",
    "channel_sessions": "SELECT * FROM channel_sessions WHERE user_id = $1 ORDER BY created_at",
    "channel_events": """
        SELECT event.* FROM channel_events AS event JOIN channel_sessions USING (conversation_id)
        WHERE user_id = $1 ORDER BY conversation_id, seq
    """,
}
"""Files by their digests; their bytes are fetched one by one."""


class PostgresExport:
    """For one person at a time."""

    def __init__(self, database: Database, parts: Sequence[TablePart]) -> None:
        self._database = database
        self._parts = parts

    async def of_person(self, user_id: str) -> Mapping[str, Sequence[Mapping[str, JsonValue]]]:
        """Rows by table, all of one moment: the platform's, then those of each part."""
        async with self._database.transaction("repeatable_read", readonly=True) as connection:
            found: dict[str, Sequence[Mapping[str, JsonValue]]] = {
                table: await rows(connection, statement, user_id)
                for table, statement in _PLATFORM.items()
            }
            for part in self._parts:
                found.update(await part.export(connection, user_id))
        return found
