"""A group that gets another id takes with it all that is kept under the old one."""

from collections.abc import Sequence

from adapters.postgres.parts import run
from adapters.postgres.pool import Connection

_NAMING = ("conversation_id", "task_id", "change_id", "undone_by")
"""Columns whose values begin with the id of a conversation, by which later requests find them."""

_OF_OLD = "({0} = $1 OR left({0}, length($1) + 1) = ANY (ARRAY[$1 || '.', $1 || '/']))"
"""The group's own conversation, those of its members, and what is named after them."""
_RENAMED = "$2 || substr({0}, length($1) + 1)"

_CONVERSATIONS = f"""
    INSERT INTO conversations AS known
        (conversation_id, channel, chat_id, tasks_started, created_at)
    SELECT {_RENAMED.format("conversation_id")}, channel,
           $3 || substr(chat_id, strpos(chat_id || '.', '.')), tasks_started, created_at
    FROM conversations WHERE {_OF_OLD.format("conversation_id")}
    ON CONFLICT (conversation_id) DO UPDATE SET
        tasks_started = greatest(excluded.tasks_started, known.tasks_started)
"""  # noqa: S608 - constants of this module

_COLUMNS = """
    SELECT relname AS table, attname AS column, ARRAY(
        SELECT part.attname FROM pg_index JOIN pg_attribute AS part
            ON part.attrelid = indrelid AND part.attnum = ANY(indkey)
        WHERE indrelid = pg_class.oid AND indisprimary
    ) AS key
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1) AND attname = ANY($2)
      AND NOT attisdropped
"""


async def move(
    connection: Connection, tables: Sequence[str], channel: str, before: str, after: str
) -> None:
    """Everything of the chat ``before`` belongs to the chat ``after``: owners, conversations (its
    members' as well) and the ids of tasks in ``tables``. Idempotent.

    Where both have something of which there can be only one (settings, a file), the older stays.
    """
    owner, conversation = f"{channel}:{before}", f"conversation:{channel}:{before}"
    new_owner, new_conversation = f"{channel}:{after}", f"conversation:{channel}:{after}"
    names = (conversation, new_conversation)
    await connection.execute("SET CONSTRAINTS ALL DEFERRED")
    notes = f"DELETE FROM telegram_progress WHERE {_OF_OLD.format('conversation_id')}"  # noqa: S608
    await run(connection, notes, conversation)
    await run(connection, _CONVERSATIONS, *names, after)
    inside = "UPDATE drafts SET state = replace(state::text, $1 || '/', $2 || '/')::jsonb WHERE "
    await run(connection, inside + _OF_OLD.format("conversation_id"), *names)
    for row in await connection.fetch(_COLUMNS, list(tables), ["user_id", *_NAMING]):
        table, column = row["table"], row["column"]
        if column == "user_id":
            await _own(connection, table, row["key"], (owner, new_owner))
        elif table != "conversations":
            renaming = f"UPDATE {table} SET {column} = {_RENAMED.format(column)}"  # noqa: S608
            await run(connection, f"{renaming} WHERE {_OF_OLD.format(column)}", *names)
    old = f"DELETE FROM conversations WHERE {_OF_OLD.format('conversation_id')}"  # noqa: S608
    await run(connection, old, conversation)


async def _own(
    connection: Connection, table: str, key: Sequence[str], owners: tuple[str, str]
) -> None:
    if "user_id" in key:
        same = "".join(f" AND new.{part} = old.{part}" for part in key if part != "user_id")
        twice = f"""
            DELETE FROM {table} AS new USING {table} AS old
            WHERE old.user_id = $1 AND new.user_id = $2 {same}
        """  # noqa: S608 - names of tables and columns, as the server tells them
        await run(connection, twice, *owners)
    await run(connection, f"UPDATE {table} SET user_id = $2 WHERE user_id = $1", *owners)  # noqa: S608
