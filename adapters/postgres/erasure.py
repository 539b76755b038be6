"""Deletes everything that is kept of one person, and nothing of anybody else."""

from collections.abc import Sequence

from adapters.postgres.channel_events import erase_sessions
from adapters.postgres.erased_usage import MIDNIGHT, PSEUDONYM, SALT_TODAY
from adapters.postgres.parts import TablePart, added, run
from adapters.postgres.pool import Connection, Database, Row
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


_ALL_CONVERSATIONS = """
    {0} UNION SELECT conversation_id FROM channel_sessions WHERE user_id = $1 ORDER BY 1
"""
"""A session may not have been answered yet: then it has no row of a conversation."""

_WORKFLOWS = """
    SELECT DISTINCT workflow_id FROM ({0}) AS held (workflow_id, user_id)
    WHERE user_id = $1 ORDER BY 1
"""
_STILL_TO_COME = f"""
    SELECT what, until FROM ({{0}}) AS arranged (what, until, user_id)
    WHERE user_id = $1 AND until > now() ORDER BY until LIMIT {MOST_NAMED}
"""  # noqa: S608 - a constant of this module
_HELD_ELSEWHERE = """
    SELECT DISTINCT system, reference FROM ({0}) AS held (system, reference, user_id)
    WHERE user_id = $1 ORDER BY 1, 2
"""
"""Of what a part registers, which stands for ``{0}``."""

_HOLDS = """
    EXISTS (
        SELECT FROM ({0}) AS held (conversation_id, user_id)
        WHERE held.conversation_id = talk.conversation_id {1}
    )
"""

_LOCK_FILES = f"SELECT FROM attachments WHERE sha256 IN ({_FILES_OF}) ORDER BY sha256 FOR UPDATE"
_DELETE_OWNED = "DELETE FROM attachment_owners WHERE user_id = $1 RETURNING sha256"
_DELETE_UNOWNED = """
    DELETE FROM attachments AS file WHERE sha256 = ANY($1) AND NOT EXISTS (
        SELECT FROM attachment_owners AS others WHERE others.sha256 = file.sha256
    )
"""
_DELETE_EMPTY = """
    DELETE FROM conversations AS talk WHERE conversation_id = ANY($1) AND NOT EXISTS (
        SELECT FROM conversation_messages AS said
        WHERE said.conversation_id = talk.conversation_id
    )
"""
_FORGET_WHO_SHARED = "UPDATE telegram_groups SET changed_by = 0 WHERE changed_by = $1"


class PostgresErasure:
    """Implements ``Erasure``."""

    def __init__(self, database: Database, parts: Sequence[TablePart]) -> None:
        self._database = database
        self._parts = parts

    async def conversations_of(self, user_id: str) -> tuple[str, ...]:
        """With the workflows of agents about this person. A chat of a whole group belongs to the
        group, not to those who spoke there.
        """
        own = _ALL_CONVERSATIONS.format(_conversations(self._parts))
        found = [row["conversation_id"] for row in await self._database.fetch(own, user_id)]
        cases = await self._rows_of_parts(_WORKFLOWS, [p.cases for p in self._parts], user_id)
        # Behind the conversations: those would begin a case anew.
        return (*found, *(row["workflow_id"] for row in cases))

    async def rooms_of(self, user_id: str) -> tuple[str, ...]:
        """Only before ``erase``: whose they are, the deleted rows say."""
        found = await self._rows_of_parts(_WORKFLOWS, [p.rooms for p in self._parts], user_id)
        return tuple(row["workflow_id"] for row in found)

    async def still_to_come(self, user_id: str) -> tuple[StillToCome, ...]:
        """The next one first; what is over by now is none."""
        selects = [part.still_to_come for part in self._parts]
        rows = await self._rows_of_parts(_STILL_TO_COME, selects, user_id)
        found = (StillToCome(**dict(row)) for row in rows)
        return tuple(sorted(found, key=lambda each: each.until))

    async def held_elsewhere(self, user_id: str) -> tuple[HeldElsewhere, ...]:
        """Only before ``erase``: what is where, the deleted rows say."""
        selects = [part.elsewhere for part in self._parts]
        rows = await self._rows_of_parts(_HELD_ELSEWHERE, selects, user_id)
        return tuple(HeldElsewhere(**dict(row)) for row in rows)

    async def _rows_of_parts(
        self, statement: str, selects: Sequence[str], user_id: str
    ) -> list[Row]:
        """Runs the statement on what each part registers; on nothing for a part without it."""
        async with self._database.connection() as connection:
            found = [
                await connection.fetch(statement.format(select), user_id)
                for select in filter(None, selects)
            ]
        return [row for rows in found for row in rows]

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
            raise StorageUnavailableError("something was written while it was deleted") from error


def _conversations(parts: Sequence[TablePart]) -> str:
    """With those in which the person has rows of a part."""
    own = (_HOLDS.format(select, "AND held.user_id = $1") for select in _held_by(parts))
    return " OR ".join([_CONVERSATIONS, *own])


def _held_by(parts: Sequence[TablePart]) -> list[str]:
    return [_DRAFTS, _SESSIONS, *(part.conversations for part in parts if part.conversations)]


async def _erase(connection: Connection, user_id: str, parts: Sequence[TablePart]) -> ErasedRows:
    talks = await connection.fetch(
        f"{_conversations(parts)} ORDER BY 1 FOR UPDATE OF talk", user_id
    )
    conversations = [row["conversation_id"] for row in talks]
    # Whoever is just sending the same file is waited for: then it is theirs too, and stays.
    await connection.execute(_LOCK_FILES, user_id)
    held = [await part.erase(connection, user_id) for part in parts]
    said = await run(connection, _SAID, user_id)
    await erase_sessions(connection, user_id)
    for table in ("drafts", "tool_calls", "users", "consents"):
        await run(connection, f"DELETE FROM {table} WHERE user_id = $1", user_id)  # noqa: S608
    await run(connection, SALT_TODAY)
    await run(connection, _CALLS, user_id, conversations)
    owned = await connection.fetch(_DELETE_OWNED, user_id)
    await run(connection, _DELETE_UNOWNED, [row["sha256"] for row in owned])
    others = (f"AND NOT {_HOLDS.format(select, '')}" for select in _held_by(parts))
    await run(connection, " ".join([_DELETE_EMPTY, *others]), conversations)
    await _erase_from_telegram(connection, user_id, conversations)
    return ErasedRows(counts=added(*held, {"messages": said, "files": len(owned)}))


async def _erase_from_telegram(
    connection: Connection, user_id: str, conversations: list[str]
) -> None:
    """What the channel keeps beside the transcript."""
    await run(connection, _PROGRESS, user_id, conversations)
    channel, _, owner = user_id.partition(":")
    if channel == "telegram" and owner.lstrip("-").isdecimal():
        # That a group is shared stays true; who said so is forgotten.
        await run(connection, _FORGET_WHO_SHARED, int(owner))
