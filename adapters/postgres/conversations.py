"""The row of a conversation, kept up to date by every write that belongs to it."""

from datetime import datetime

from adapters.postgres.pool import Connection, Database
from domain.replies import ChatFigures

_TOUCH = """
    INSERT INTO conversations AS known (conversation_id, channel, chat_id, tasks_started)
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (conversation_id) DO UPDATE SET
        channel = coalesce(excluded.channel, known.channel),
        chat_id = coalesce(excluded.chat_id, known.chat_id),
        tasks_started = greatest(excluded.tasks_started, known.tasks_started),
        updated_at = now()
"""


async def touch(
    connection: Connection,
    conversation_id: str,
    *,
    channel: str | None = None,
    chat_id: str | None = None,
    tasks_started: int = 0,
) -> None:
    """Creates the conversation or brings it forward; its counter of tasks never goes back.

    The counter outlives transcript and drafts: a task number that came twice would be taken for
    a repetition.
    """
    await connection.execute(_TOUCH, conversation_id, channel, chat_id, tasks_started)


_KEEP_FIGURES = """
    UPDATE conversations SET begun_at = $2, said_at = $3, expires_at = $4, turns = $5,
        agent = $6, waits = $7
    WHERE conversation_id = $1 AND coalesce(said_at <= $3, true)
"""


async def keep_figures(
    connection: Connection, conversation_id: str, figures: ChatFigures, at: datetime
) -> None:
    """Keeps the figures of a conversation at a moment; those of an earlier one than is kept change
    nothing.
    """
    moments = figures.begun_at, at, figures.expires_at
    what = figures.turns, figures.agent, figures.waits
    await connection.execute(_KEEP_FIGURES, conversation_id, *moments, *what)


_UNEXPIRED = "SELECT count(*) FROM conversation_figures WHERE state <> 'expired'"


async def count_unexpired(database: Database) -> int:
    """Conversations whose day of silence is not over."""
    counted: int = await database.fetchval(_UNEXPIRED)
    return counted


def task_number(task_id: str) -> int:
    """The n of ``{conversation_id}/{agent}/{n}-{life}``; 0 for an id of another form."""
    number = task_id.rpartition("/")[2].partition("-")[0]
    plain = number.isascii() and number.isdecimal() and len(number) <= _MAX_DIGITS
    return int(number) if plain else 0


_MAX_DIGITS = 9
"""A thousand million tasks fit into the counter's column."""
