"""Who is in which household. Each function works in the transaction of the call it belongs to.

A person's own writes queue behind their lock, and those of a household behind its lock, which is
taken second. An invitation is used by deleting it, so that it lets one person in.
"""

import hashlib
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from adapters.postgres.pool import Connection
from agents.expenses.features.household.tools import HouseholdNews
from agents.expenses.store.household import Member, RowOwners, members_of, owned_by, owners_of

INVITATION_LASTS = timedelta(days=7)
MAX_OPEN = 5
MAX_MEMBERS = 12
MAX_TRIES = 5
TRIES_WITHIN = timedelta(hours=1)


class Invitation(NamedTuple):
    household_id: str
    owner: str
    """The name of who invited."""


async def queue_up_household(connection: Connection, household_id: str) -> None:
    """Members join and leave behind this lock, so that they are counted one by one."""
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", f"household:{household_id}"
    )


_BEGIN = "INSERT INTO household_members (user_id, household_id) VALUES ($1, $2)"


async def begin(connection: Connection, user_id: str) -> tuple[Member, ...]:
    """Makes the household of a person who has none; returns its members."""
    await connection.execute(_BEGIN, user_id, uuid4().hex)
    return await members_of(connection, user_id)


_INVITE = """
    INSERT INTO household_invitations (code_sha256, user_id, household_id, expires_at)
    VALUES ($1, $2, $3, now() + $4::interval) RETURNING expires_at
"""
_FORGET_OLD = "DELETE FROM household_invitations WHERE expires_at <= now()"


async def invite(connection: Connection, user_id: str, household_id: str, code: str) -> datetime:
    """Keeps the hash of a code; returns when it ends. Invitations that ended are deleted."""
    await connection.execute(_FORGET_OLD)
    until: datetime = await connection.fetchval(
        _INVITE, hash_of(code), user_id, household_id, INVITATION_LASTS
    )
    return until


async def count_open(connection: Connection, user_id: str) -> int:
    """Returns how many invitations of this person would let somebody in."""
    statement = """
        SELECT count(*) FROM household_invitations WHERE user_id = $1 AND expires_at > now()
    """
    count: int = await connection.fetchval(statement, user_id)
    return count


_FIND = """
    SELECT household_id, member.name AS owner
    FROM household_invitations JOIN household_members AS member USING (user_id, household_id)
    WHERE code_sha256 = $1 AND expires_at > now()
"""


async def find(connection: Connection, code: str) -> Invitation | None:
    row = await connection.fetchrow(_FIND, hash_of(code))
    return None if row is None else Invitation(**dict(row))


async def count_members(connection: Connection, household_id: str) -> int:
    statement = "SELECT count(*) FROM household_members WHERE household_id = $1"
    count: int = await connection.fetchval(statement, household_id)
    return count


_USE = "DELETE FROM household_invitations WHERE code_sha256 = $1 AND expires_at > now() RETURNING 1"


async def use(connection: Connection, code: str) -> bool:
    """Whether the invitation was still there; it lets nobody in any more."""
    return await connection.fetchval(_USE, hash_of(code)) is not None


async def withdraw(connection: Connection, user_id: str) -> int:
    """Takes back all invitations of a person; returns how many were open."""
    statement = """
        WITH gone AS (DELETE FROM household_invitations WHERE user_id = $1 RETURNING expires_at)
        SELECT count(*) FROM gone WHERE expires_at > now()
    """
    count: int = await connection.fetchval(statement, user_id)
    return count


_TELL_OTHERS = """
    INSERT INTO household_news (user_id, about, name, joined)
    SELECT other.user_id, own.user_id, own.name, $2
    FROM household_members AS own JOIN household_members AS other USING (household_id)
    WHERE own.user_id = $1 AND other.user_id <> $1
"""
_TAKE_NEWS = "UPDATE household_news SET told_with = $2 WHERE user_id = $1 AND told_with IS NULL"
_READ_NEWS = """
    SELECT coalesce(member.name, news.name) AS name, joined
    FROM household_news AS news
    LEFT JOIN household_members AS own ON own.user_id = news.user_id
    LEFT JOIN household_members AS member
        ON member.user_id = news.about AND member.household_id = own.household_id
    WHERE news.user_id = $1 AND told_with = $2 ORDER BY news.created_at
"""


async def take_news(connection: Connection, user_id: str, told_with: str) -> None:
    """Notes what a person was not told yet as told with a write."""
    await connection.execute(_TAKE_NEWS, user_id, told_with)


async def read_news(
    connection: Connection, user_id: str, told_with: str
) -> tuple[HouseholdNews, ...]:
    """Returns what was told with a write, the oldest first. A member has the name of now: whoever
    joins is named later.
    """
    rows = await connection.fetch(_READ_NEWS, user_id, told_with)
    return tuple(HouseholdNews(**dict(row)) for row in rows)


_LATEST = 20


async def names_of_others(connection: Connection, user_id: str, since: date) -> tuple[str, ...]:
    """Returns what the latest rows are called that others of the household saved, of this day or
    later.
    """
    owners = await owners_of(connection, user_id, ours=True)
    others = tuple(member for member in owners.members if member.user_id != user_id)
    if not others:
        return ()
    values: list[Any] = []
    condition = owned_by(RowOwners(user_id, others), values)
    values.append(since)
    latest = f"""
        SELECT merchant, item FROM transactions
        WHERE {condition} AND deleted_at IS NULL AND occurred_on >= ${len(values)}
        ORDER BY created_at DESC LIMIT {_LATEST}
    """  # noqa: S608 - places of values
    rows = await connection.fetch(latest, *values)
    return tuple(dict.fromkeys(name for row in rows for name in row.values() if name))


_BEGIN_ANEW = """
    UPDATE household_members SET joined_at = clock_timestamp()
    WHERE household_id = $1 AND 1 = (SELECT count(*) FROM household_members WHERE household_id = $1)
"""
_JOIN = """
    INSERT INTO household_members (user_id, household_id, joined_at)
    VALUES ($1, $2, clock_timestamp())
"""


async def join(connection: Connection, user_id: str, household_id: str) -> None:
    """Joins from this moment on, not from when the transaction began: what the person saved before
    it stays unseen, and what somebody saved who was alone in the household.
    """
    await connection.execute(_BEGIN_ANEW, household_id)
    await connection.execute(_JOIN, user_id, household_id)
    await connection.execute(_TELL_OTHERS, user_id, True)  # noqa: FBT003 - a column of SQL


async def leave(connection: Connection, user_id: str) -> None:
    """Takes the person's rows out of the household's view, and ends their invitations."""
    await connection.execute(_TELL_OTHERS, user_id, False)  # noqa: FBT003 - a column of SQL
    await connection.execute("DELETE FROM household_news WHERE user_id = $1", user_id)
    await connection.execute("DELETE FROM household_members WHERE user_id = $1", user_id)
    await withdraw(connection, user_id)


async def rename(connection: Connection, user_id: str, name: str) -> None:
    statement = "UPDATE household_members SET name = $2 WHERE user_id = $1"
    await connection.execute(statement, user_id, name)


_RECENT = """
    WITH old AS (DELETE FROM household_tries WHERE tried_at <= now() - $2::interval)
    SELECT count(*) FROM household_tries WHERE user_id = $1 AND tried_at > now() - $2::interval
"""


async def may_try(connection: Connection, user_id: str) -> bool:
    """Whether the person has not been wrong ``MAX_TRIES`` times within the hour."""
    wrong: int = await connection.fetchval(_RECENT, user_id, TRIES_WITHIN)
    return wrong < MAX_TRIES


async def note_try(connection: Connection, user_id: str) -> None:
    await connection.execute("INSERT INTO household_tries (user_id) VALUES ($1)", user_id)


def hash_of(code: str) -> str:
    return hashlib.sha256(code.strip().upper().encode()).hexdigest()
