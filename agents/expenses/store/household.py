"""Whose rows a person may see: their own, and what members of the household saved since joining."""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from adapters.postgres.pool import Connection, Row
from agents.expenses.shown import Card
from agents.expenses.spending import MemberTotal
from agents.expenses.store.names import folded
from agents.expenses.store.rows import card


class Member(NamedTuple):
    """``name`` is what the member wants to be called; empty where none was told."""

    user_id: str
    household_id: str
    name: str
    joined_at: datetime


OURS = "ours"
"""Selects the rows of all members, in place of the key of one."""


class RowOwners(NamedTuple):
    """Whose rows a question is about: one person's or, with ``members``, what each of them saved
    since joining.
    """

    user_id: str
    members: tuple[Member, ...] = ()

    def name_of(self, user_id: str) -> str | None:
        """Returns what another member is called; None for the person who asks."""
        if user_id == self.user_id:
            return None
        return next((each.name for each in self.members if each.user_id == user_id), "")

    def find_named(self, name: str) -> "RowOwners | None":
        """Returns the members of this name as owners, else the only other one who told no name;
        None where there is none.
        """
        named = [each for each in self.members if each.name and folded(each.name) == folded(name)]
        nameless = [each for each in self.members if not each.name and each.user_id != self.user_id]
        found = named or (nameless if len(nameless) == 1 else [])
        return self._replace(members=tuple(found)) if found else None

    def key_of(self, member: Member) -> str:
        """Returns a key by which a list selects the rows of a member. It tells nothing of them."""
        return _hide(self.salt, member.user_id)

    def id_of(self, row: Row) -> str:
        """Returns what names a row in a list: its own id, or a key of a row of another member."""
        own = row["user_id"] == self.user_id
        task_id: str = row["task_id"]
        return task_id if own else _hide(self.salt, task_id)

    @property
    def salt(self) -> str:
        """Returns what nobody outside of the database knows of the household; empty without one."""
        return self.members[0].household_id if self.members else ""

    def entered(self, sums: Sequence[Row]) -> tuple[MemberTotal, ...]:
        """Returns sums by ``user_id`` and currency as what each member entered, the longest member
        first; none of a person alone.
        """
        return tuple(
            MemberTotal(
                **dict(row),
                name=self.name_of(member.user_id) or "",
                own=member.user_id == self.user_id,
            )
            for member in self.members
            for row in sums
            if row["user_id"] == member.user_id
        )

    def card(self, row: Row) -> Card:
        """Returns the card of a row. Of another member's it tells who entered it, and neither the
        words that its values were read from nor what names it in the chat of that member.
        """
        shown, name = card(row), self.name_of(row["user_id"])
        if name is None:
            return shown
        hidden = {"task_id": "", "number": 0, "provenance": {}}
        return shown.model_copy(update={"entered_by": name, **hidden})


_KEY_LENGTH = 24
KEY_OF_ROW = f"left(encode(sha256(convert_to({{salt}} || task_id, 'UTF8')), 'hex'), {_KEY_LENGTH})"
"""The key of a row as ``id_of`` makes it, in SQL."""


def _hide(salt: str, name: str) -> str:
    return sha256(f"{salt}{name}".encode()).hexdigest()[:_KEY_LENGTH]


_MEMBERS = """
    SELECT member.user_id, member.household_id, member.name, member.joined_at
    FROM household_members AS own JOIN household_members AS member USING (household_id)
    WHERE own.user_id = $1 ORDER BY member.joined_at, member.user_id
"""


async def members_of(connection: Connection, user_id: str) -> tuple[Member, ...]:
    """Returns the members of the person's household, the longest first; none without one."""
    rows = await connection.fetch(_MEMBERS, user_id)
    return tuple(Member(**dict(row)) for row in rows)


async def owners_of(connection: Connection, user_id: str, *, ours: bool) -> RowOwners:
    """Returns the person alone or, with ``ours``, the household where the person has one: since
    the person joined, too.
    """
    members = await members_of(connection, user_id) if ours else ()
    since = max((each.joined_at for each in members if each.user_id == user_id), default=None)
    if since is None:
        return RowOwners(user_id)
    return RowOwners(
        user_id, tuple(each._replace(joined_at=max(each.joined_at, since)) for each in members)
    )


_NOBODY = Member(user_id="", household_id="", name="", joined_at=datetime.max.replace(tzinfo=UTC))


async def select_owners(
    connection: Connection, user_id: str, whose: str, *, deleted: bool
) -> RowOwners:
    """Returns the owners that ``whose`` selects: ``OURS``, the key of a member, or nothing for the
    person alone. Of a member who left there are no rows, and of others none that are ``deleted``.
    """
    owners = await owners_of(connection, user_id, ours=bool(whose))
    if whose == OURS:
        return RowOwners(user_id) if deleted else owners
    if not whose:
        return owners
    found = [each for each in owners.members if owners.key_of(each) == whose and not deleted]
    return RowOwners(user_id, tuple(found) or (_NOBODY,))


def owned_by(owners: RowOwners, values: list[Any]) -> str:
    """Returns the condition for rows of these owners; their ids and days are added to ``values``,
    which the condition names by their places.
    """
    if not owners.members:
        values.append(owners.user_id)
        return f"user_id = ${len(values)}"
    values.append([member.user_id for member in owners.members])
    ids = f"${len(values)}::text[]"
    values.append([member.joined_at for member in owners.members])
    joined = f"(${len(values)}::timestamptz[])[array_position({ids}, user_id)]"
    return f"user_id = ANY({ids}) AND created_at >= {joined}"
