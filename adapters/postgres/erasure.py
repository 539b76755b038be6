"""Deletes everything that is kept of one person, and nothing of anybody else."""

from datetime import timedelta

from adapters.postgres.erased_usage import MIDNIGHT, PSEUDONYM, SALT_TODAY
from adapters.postgres.pool import Connection, Database
from domain.errors import StorageRejectedError, StorageUnavailableError
from domain.preferences import Erased

ERASE_TIMEOUT = timedelta(seconds=20)
"""For one statement: years of photos are deleted at once."""

_NAMED_AFTER = """
    ({0} = 'conversation:' || $1
    OR starts_with({0}, 'conversation:' || split_part($1, ':', 1) || ':-')
        AND right({0}, length(split_part($1, ':', 2)) + 1) = '.' || split_part($1, ':', 2))
"""
"""A chat of one's own, or one's own in a group, by its name alone."""

_CONVERSATIONS = f"""
    SELECT conversation_id FROM conversations AS talk
    WHERE EXISTS (
        SELECT FROM conversation_messages AS said
        WHERE said.conversation_id = talk.conversation_id
          AND said.user_id = $1 AND said.speaker = 'steward'
    )
    OR EXISTS (
        SELECT FROM transactions AS spent
        WHERE spent.conversation_id = talk.conversation_id AND spent.user_id = $1
    )
    OR EXISTS (
        SELECT FROM drafts WHERE drafts.conversation_id = talk.conversation_id
          AND drafts.user_id = $1
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
"""A person's conversations: what Steward said there was for them, or nobody else said anything.
Having said something in a chat that belongs to a whole group does not make it theirs. The last one
is for conversations of which only the name is left."""

_FILES_OF = "SELECT sha256 FROM attachment_owners WHERE user_id = $1"

_DELETIONS = (
    """
    DELETE FROM transaction_changes WHERE user_id = $1
       OR task_id IN (SELECT task_id FROM transactions WHERE user_id = $1)
    """,
    "DELETE FROM drafts WHERE user_id = $1",
    "DELETE FROM category_preferences WHERE user_id = $1",
    "DELETE FROM users WHERE user_id = $1",
)
"""In this order; what is counted is deleted on its own."""

_CALLS = f"""
    UPDATE model_calls SET task_id = '', user_id = CASE
        WHEN user_id = $1 AND at >= {MIDNIGHT} THEN {PSEUDONYM} ELSE ''
    END
    WHERE user_id = $1 OR split_part(task_id, '/', 1) = ANY($2)
"""  # noqa: S608 - constants
"""The rows stay, naming nobody: what was paid is the operator's to know, and no limit for the day
must start anew."""

_TELEGRAM = """
    DELETE FROM telegram_refused_updates WHERE jsonb_path_exists(
        body, '$.**.id ? (@ == $id)', jsonb_build_object('id', $1::bigint)
    ) OR jsonb_path_exists(
        body, '$.**.user_id ? (@ == $id)', jsonb_build_object('id', $1::bigint)
    )
"""
"""Wherever it names them, as sender, as chat, in what is answered, forwarded or mentioned. The ids
of messages and updates have other names."""

_PROGRESS = f"""
    DELETE FROM telegram_progress
    WHERE conversation_id = ANY($2) OR {_NAMED_AFTER.format("conversation_id")}
"""  # noqa: S608 - constants of this module


class PostgresErasure:
    """Implements ``Erasure``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def conversations_of(self, user_id: str) -> tuple[str, ...]:
        """A chat of a whole group belongs to the group, not to those who spoke there."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(f"{_CONVERSATIONS} ORDER BY 1", user_id)
        return tuple(row["conversation_id"] for row in rows)

    async def erase(self, user_id: str) -> Erased:
        """All or nothing; idempotent.

        Stays: who may talk at all and whether a group is shared (access, no data of a ledger),
        what model calls cost (naming nobody; today's under a pseudonym until midnight), and a file
        that somebody else sent as well, for them.
        """
        try:
            async with self._database.transaction() as connection:
                return await _erase(connection, user_id)
        except StorageRejectedError as error:
            # Only by a reference that was written at the same moment: another attempt sees it.
            msg = "something was written while it was deleted"
            raise StorageUnavailableError(msg) from error


async def _erase(connection: Connection, user_id: str) -> Erased:
    talks = await connection.fetch(f"{_CONVERSATIONS} ORDER BY 1 FOR UPDATE", user_id)
    conversations = [row["conversation_id"] for row in talks]
    # Whoever is just sending the same file is waited for: then it is theirs too, and stays.
    await connection.execute(
        f"SELECT FROM attachments WHERE sha256 IN ({_FILES_OF}) ORDER BY sha256 FOR UPDATE",
        user_id,
    )
    await _run(connection, _DELETIONS[0], user_id)
    spent = await _run(connection, "DELETE FROM transactions WHERE user_id = $1", user_id)
    said = await _run(connection, "DELETE FROM conversation_messages WHERE user_id = $1", user_id)
    for statement in _DELETIONS[1:]:
        await _run(connection, statement, user_id)
    await _run(connection, SALT_TODAY)
    await _run(connection, _CALLS, user_id, conversations)
    files = await _erase_files(connection, user_id)
    await _forget_conversations(connection, conversations)
    await _erase_from_telegram(connection, user_id, conversations)
    return Erased(transactions=spent, messages=said, files=files)


async def _run(connection: Connection, statement: str, *arguments: object) -> int:
    status = await connection.execute(statement, *arguments, timeout=ERASE_TIMEOUT.total_seconds())
    return int(status.rpartition(" ")[2])  # the server answers "DELETE 12"


async def _erase_files(connection: Connection, user_id: str) -> int:
    """Files that nobody else sent, and what was read from them."""
    owned = await connection.fetch(
        "DELETE FROM attachment_owners WHERE user_id = $1 RETURNING sha256", user_id
    )
    digests = [row["sha256"] for row in owned]
    ownerless = """
        sha256 = ANY($1) AND NOT EXISTS (
            SELECT FROM attachment_owners AS others WHERE others.sha256 = %s.sha256
        )
    """
    for table in ("readings", "attachments"):
        where = ownerless % table
        await _run(connection, f"DELETE FROM {table} WHERE {where}", digests)  # noqa: S608 - literals
    return len(digests)


async def _forget_conversations(connection: Connection, conversations: list[str]) -> None:
    """The rows of conversations in which nobody else has anything."""
    await _run(
        connection,
        """
        DELETE FROM conversations AS talk WHERE conversation_id = ANY($1)
          AND NOT EXISTS (
              SELECT FROM conversation_messages AS said
              WHERE said.conversation_id = talk.conversation_id
          )
          AND NOT EXISTS (
              SELECT FROM transactions AS spent
              WHERE spent.conversation_id = talk.conversation_id
          )
          AND NOT EXISTS (
              SELECT FROM drafts WHERE drafts.conversation_id = talk.conversation_id
          )
        """,
        conversations,
    )


async def _erase_from_telegram(
    connection: Connection, user_id: str, conversations: list[str]
) -> None:
    """What the channel keeps beside the transcript."""
    await _run(connection, _PROGRESS, user_id, conversations)
    channel, _, owner = user_id.partition(":")
    if channel == "telegram" and owner.lstrip("-").isdecimal():
        await _run(connection, _TELEGRAM, int(owner))
        # That a group is shared stays true; who said so is forgotten.
        await _run(
            connection,
            "UPDATE telegram_groups SET changed_by = 0 WHERE changed_by = $1",
            int(owner),
        )
