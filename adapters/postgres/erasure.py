"""Deletes everything that is kept of one person, and nothing of anybody else."""

from collections.abc import Sequence

from adapters.postgres.channel_events import erase_sessions
from adapters.postgres.erased_usage import MIDNIGHT, PSEUDONYM, SALT_TODAY
from adapters.postgres.parts import TablePart, added, run
from adapters.postgres.pool import Connection, Database
from domain.errors import StorageRejectedError, StorageUnavailableError
from domain.preferences import ErasedRows, HeldElsewhere, StillToCome

MOST_NAMED = 10
"""Of what is still to come."""

_NAMED_AFTER = """
    ({0} = 'conversation:' || $1
    OR starts_with({0}, 'conversation:' || split_part($1, ':', 1) || ':-')
        AND right({0}, length(split_part($1, ':', 2)) + 1) = '.' || split_part($1, ':', 2))
"""
"""A chat of one's own, or one's own in a group, by its name alone."""

_DRAFTS = "SELECT conversation_id, user_id FROM drafts"
_SESSIONS = "SELECT conversation_id, user_id FROM channel_sessions"

_CONVERSATIONS = f"""
    SELECT conversation_id FROM conversations AS talk
    WHERE EXISTS (
        SELECT FROM conversation_messages AS said
        WHERE said.conversation_id = talk.conversation_id
          AND said.user_id = $1 AND said.speaker = 'steward'
    )
    OR (
        EXISTS (
            SELECT FROM conversation_messages AS said
            WHERE said.conversation_id = talk.conversation_id AND said.user_id = $1
        )
        AND NOT EXISTS (
            SELECT FROM conversation_messages AS said
            WHERE said.conversation_id = talk.conversation_id AND said.user_id <> $1
        )
    )
    OR {_NAMED_AFTER.format("talk.conversation_id")}
"""  # noqa: S608 - constants of this module
"""A person's conversations: what Steward said there was for them, or nobody else said anything, or
they have a draft, a session or something of an agent there (``_conversations``). Having said
something in a chat that belongs to a whole group does not make it theirs. The last one is for
conversations of which only the name is left."""

_SAID = "DELETE FROM conversation_messages WHERE user_id = $1 OR author_id = $1"
"""What a person wrote in a group that shares all goes with the person."""

_FILES_OF = "SELECT sha256 FROM attachment_owners WHERE user_id = $1"

_CALLS = f"""
    UPDATE model_calls SET task_id = '', user_id = CASE
        WHEN user_id = $1 AND at >= {MIDNIGHT} THEN {PSEUDONYM} ELSE ''
    END
    WHERE user_id = $1 OR split_part(task_id, '/', 1) = ANY($2)
"""  # noqa: S608 - constants
"""The rows stay, naming nobody: what was paid is the operator's to know, and no limit for the day
must start anew."""

_PROGRESS = f"""
    DELETE FROM telegram_progress
    WHERE conversation_id = ANY($2) OR {_NAMED_AFTER.format("conversation_id")}
"""  # noqa: S608 - constants of this module


class PostgresErasure:
    """Implements ``Erasure``."""

    def __init__(self, database: Database, parts: Sequence[TablePart]) -> None:
        self._database = database
        self._parts = parts

    async def conversations_of(self, user_id: str) -> tuple[str, ...]:
        """With the workflows of agents about this person. A chat of a whole group belongs to the
        group, not to those who spoke there.
        """
        async with self._database.connection() as connection:
            # A session may not have been answered yet: then it has no row of a conversation.
            rows = await connection.fetch(
                f"""
                {_conversations(self._parts)}
                UNION SELECT conversation_id FROM channel_sessions WHERE user_id = $1 ORDER BY 1
                """,  # noqa: S608 - constants
                user_id,
            )
            found = [row["conversation_id"] for row in rows]
            # Behind the conversations: those would begin a case anew.
            for select in (part.cases for part in self._parts if part.cases):
                found += await _workflows_in(connection, select, user_id)
        return tuple(found)

    async def rooms_of(self, user_id: str) -> tuple[str, ...]:
        """Only before ``erase``: whose they are, the deleted rows say."""
        found: list[str] = []
        async with self._database.connection() as connection:
            for select in (part.rooms for part in self._parts if part.rooms):
                found += await _workflows_in(connection, select, user_id)
        return tuple(found)

    async def still_to_come(self, user_id: str) -> tuple[StillToCome, ...]:
        """The next one first; what is over by now is none."""
        found: list[StillToCome] = []
        async with self._database.connection() as connection:
            for select in (part.still_to_come for part in self._parts if part.still_to_come):
                rows = await connection.fetch(
                    f"""
                    SELECT what, until FROM ({select}) AS arranged (what, until, user_id)
                    WHERE user_id = $1 AND until > now() ORDER BY until LIMIT {MOST_NAMED}
                    """,  # noqa: S608 - a constant of a part
                    user_id,
                )
                found += [StillToCome(**dict(row)) for row in rows]
        return tuple(sorted(found, key=lambda each: each.until))

    async def held_elsewhere(self, user_id: str) -> tuple[HeldElsewhere, ...]:
        """Only before ``erase``: what is where, the deleted rows say."""
        found: list[HeldElsewhere] = []
        async with self._database.connection() as connection:
            for select in (part.elsewhere for part in self._parts if part.elsewhere):
                rows = await connection.fetch(
                    f"""
                    SELECT DISTINCT system, reference
                    FROM ({select}) AS held (system, reference, user_id)
                    WHERE user_id = $1 ORDER BY 1, 2
                    """,  # noqa: S608 - a constant of a part
                    user_id,
                )
                found += [HeldElsewhere(**dict(row)) for row in rows]
        return tuple(found)

    async def erase(self, user_id: str) -> ErasedRows:
        """All or nothing; idempotent.

        Stays: who may talk at all and whether a group is shared (access, nothing that was said),
        what model calls cost (naming nobody; today's under a pseudonym until midnight), and a file
        that somebody else sent as well, for them.
        """
        try:
            async with self._database.transaction() as connection:
                return await _erase(connection, user_id, self._parts)
        except StorageRejectedError as error:
            # Only by a reference that was written at the same moment: another attempt sees it.
            msg = "something was written while it was deleted"
            raise StorageUnavailableError(msg) from error


async def _workflows_in(connection: Connection, select: str, user_id: str) -> list[str]:
    rows = await connection.fetch(
        f"""
        SELECT DISTINCT workflow_id FROM ({select}) AS held (workflow_id, user_id)
        WHERE user_id = $1 ORDER BY 1
        """,  # noqa: S608 - a constant of a part
        user_id,
    )
    return [row["workflow_id"] for row in rows]


def _conversations(parts: Sequence[TablePart]) -> str:
    """With those in which the person has rows of a part."""
    held = "".join(
        f"""
        OR EXISTS (
            SELECT FROM ({select}) AS held (conversation_id, user_id)
            WHERE held.conversation_id = talk.conversation_id AND held.user_id = $1
        )
        """
        for select in _held_by(parts)
    )
    return f"{_CONVERSATIONS} {held}"


def _held_by(parts: Sequence[TablePart]) -> list[str]:
    return [_DRAFTS, _SESSIONS, *(part.conversations for part in parts if part.conversations)]


async def _erase(connection: Connection, user_id: str, parts: Sequence[TablePart]) -> ErasedRows:
    talks = await connection.fetch(
        f"{_conversations(parts)} ORDER BY 1 FOR UPDATE OF talk", user_id
    )
    conversations = [row["conversation_id"] for row in talks]
    # Whoever is just sending the same file is waited for: then it is theirs too, and stays.
    await connection.execute(
        f"SELECT FROM attachments WHERE sha256 IN ({_FILES_OF}) ORDER BY sha256 FOR UPDATE",
        user_id,
    )
    held = [await part.erase(connection, user_id) for part in parts]
    said = await run(connection, _SAID, user_id)
    await erase_sessions(connection, user_id)
    for table in ("drafts", "tool_calls", "users"):
        await run(connection, f"DELETE FROM {table} WHERE user_id = $1", user_id)  # noqa: S608
    await run(connection, SALT_TODAY)
    await run(connection, _CALLS, user_id, conversations)
    files = await _erase_files(connection, user_id)
    await _forget_conversations(connection, conversations, parts)
    await _erase_from_telegram(connection, user_id, conversations)
    return ErasedRows(counts=added(*held, {"messages": said, "files": files}))


async def _erase_files(connection: Connection, user_id: str) -> int:
    """Nobody's but this person's go; how many they had sent."""
    owned = await connection.fetch(
        "DELETE FROM attachment_owners WHERE user_id = $1 RETURNING sha256", user_id
    )
    await run(
        connection,
        """
        DELETE FROM attachments AS file WHERE sha256 = ANY($1) AND NOT EXISTS (
            SELECT FROM attachment_owners AS others WHERE others.sha256 = file.sha256
        )
        """,
        [row["sha256"] for row in owned],
    )
    return len(owned)


async def _forget_conversations(
    connection: Connection, conversations: list[str], parts: Sequence[TablePart]
) -> None:
    """The rows of conversations in which nobody else has anything."""
    empty = "".join(
        f"""
        AND NOT EXISTS (
            SELECT FROM ({select}) AS held (conversation_id, user_id)
            WHERE held.conversation_id = talk.conversation_id
        )
        """
        for select in _held_by(parts)
    )
    await run(
        connection,
        f"""
        DELETE FROM conversations AS talk WHERE conversation_id = ANY($1)
          AND NOT EXISTS (
              SELECT FROM conversation_messages AS said
              WHERE said.conversation_id = talk.conversation_id
          )
          {empty}
        """,  # noqa: S608 - as above
        conversations,
    )


async def _erase_from_telegram(
    connection: Connection, user_id: str, conversations: list[str]
) -> None:
    """What the channel keeps beside the transcript."""
    await run(connection, _PROGRESS, user_id, conversations)
    channel, _, owner = user_id.partition(":")
    if channel == "telegram" and owner.lstrip("-").isdecimal():
        # That a group is shared stays true; who said so is forgotten.
        await run(
            connection,
            "UPDATE telegram_groups SET changed_by = 0 WHERE changed_by = $1",
            int(owner),
        )
