"""What each owner of tables registers: the platform, and every agent of the tree.

An agent's part is ``PART`` in ``agents/<slug>/store/part.py``. Parts of agents that are not enabled
count as well: what they hold of a person must be deleted and shown all the same.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from typing import TypeAlias

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

import agents
from adapters.postgres.pool import Connection, Database
from domain.conversation import RecalledTask

Counts: TypeAlias = Mapping[str, int]
"""Rows that went, by kind of thing as people and operators know it: ``files``, ``messages``."""

Rows: TypeAlias = Mapping[str, Sequence[Mapping[str, JsonValue]]]
"""Rows by the table they are of, as JSON: amounts as text, times in ISO 8601 and UTC."""

Erase: TypeAlias = Callable[[Connection, str], Awaitable[Counts]]
Purge: TypeAlias = Callable[[Database, datetime], Awaitable[Counts]]
Export: TypeAlias = Callable[[Connection, str], Awaitable[Rows]]
Recent: TypeAlias = Callable[[Connection, str, str, int], Awaitable[tuple[RecalledTask, ...]]]

PLATFORM_TABLES = (
    "database_facts",
    "consents",
    "users",
    "conversations",
    "conversation_messages",
    "attachments",
    "attachment_owners",
    "drafts",
    "model_calls",
    "tool_calls",
    "erasure_salts",
    "channel_pairing",
    "telegram_groups",
    "telegram_progress",
    "channel_sessions",
    "channel_events",
)
"""The platform's own. ``erasure``, ``retention`` and ``export`` know them by name."""

STATEMENT_TIMEOUT = timedelta(seconds=60)
"""For one statement that deletes much at once: years of rows, or the bytes of many photos."""


async def _nothing(database: Database, before: datetime) -> Counts:
    del database, before
    return {}


async def _no_tasks(
    connection: Connection, user_id: str, conversation_id: str, limit: int
) -> tuple[RecalledTask, ...]:
    del connection, user_id, conversation_id, limit
    return ()


@dataclass(frozen=True)
class TablePart:
    """Tables that belong together, and what must be done to them for all of the platform.

    Everything names its person, and nothing of anybody else is touched or told. ``erase`` and
    ``export`` run in one transaction with the other parts' (agents before the platform, since
    foreign keys only go from an agent's table to one of the platform).
    """

    tables: tuple[str, ...]
    """All that this part owns: a table that no part names fails a test."""
    erase: Erase
    """Deletes what is of ``user_id``. Files that nobody else sent are locked and still there."""
    export: Export
    """All that there is of ``user_id``, for themselves to read."""
    purge: Purge = _nothing
    """Deletes what was last touched before a moment, in batches that each commit. Idempotent."""
    sweep: Purge = _nothing
    """As ``purge``, after files went: deletes what was made of files that are gone."""
    conversations: str = ""
    """``SELECT conversation_id, user_id …``: conversations in which persons have rows here."""
    cases: str = ""
    """``SELECT workflow_id, user_id …``: workflows of the agent's own about persons, which end and
    are deleted as their conversations are."""
    rooms: str = ""
    """``SELECT workflow_id, user_id …``: those of ``cases`` that staff are shown in their chat.
    The rows that say where outlive an erasure: ``remove_topic`` deletes them with what is shown."""
    still_to_come: str = ""
    """``SELECT what, until, user_id …``: what was arranged elsewhere for persons; of any time."""
    elsewhere: str = ""
    """``SELECT system, reference, user_id …``: what other systems hold because of rows here."""
    files: str = ""
    """``SELECT sha256 …``: the files that rows of this part still show or may need."""
    recent: Recent = _no_tasks
    """The last finished tasks of a person in a conversation, oldest first, at most so many."""


def registered(slugs: Sequence[str] = agents.SLUGS) -> tuple[TablePart, ...]:
    """The parts of these agents, in their order; an agent without a store has none."""
    modules = (f"agents.{slug}.store" for slug in slugs)
    stores = (module for module in modules if find_spec(module) is not None)
    return tuple(import_module(f"{store}.part").PART for store in stores)


async def run(connection: Connection, statement: str, *arguments: object) -> int:
    """Runs a deletion or an update; how many rows it touched."""
    status = await connection.execute(
        statement, *arguments, timeout=STATEMENT_TIMEOUT.total_seconds()
    )
    return int(status.rpartition(" ")[2])  # the server answers "DELETE 12"


async def repeated(database: Database, statement: str, *arguments: object) -> int:
    """Runs a deletion of one batch until it finds nothing more; how many rows went."""
    total = 0
    while True:
        async with database.connection() as connection:
            deleted = await run(connection, statement, *arguments)
        total += deleted
        if not deleted:
            return total


async def rows(
    connection: Connection, statement: str, *arguments: object
) -> list[dict[str, JsonValue]]:
    """The rows of a query, as they are exported."""
    found = await connection.fetch(statement, *arguments)
    return [to_jsonable_python(dict(row)) for row in found]


def added(*counts: Counts) -> dict[str, int]:
    """The sums by kind; kinds of which nothing went are left out."""
    kinds = dict.fromkeys(kind for each in counts for kind in each)
    sums = {kind: sum(each.get(kind, 0) for each in counts) for kind in kinds}
    return {kind: total for kind, total in sums.items() if total}
