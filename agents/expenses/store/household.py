"""Whose rows a person may see: their own, and what members of the household saved since joining."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from adapters.postgres.pool import Connection, Row
from agents.expenses.shown import Card
from agents.expenses.spending import MemberTotal
from agents.expenses.store.rows import card


class Member(NamedTuple):
    """``name`` is what the member wants to be called; empty where none was told."""

    user_id: str
    household_id: str
    name: str
    joined_at: datetime


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
    """Returns the person alone or, with ``ours``, the household where the person has one."""
    return RowOwners(user_id, await members_of(connection, user_id) if ours else ())


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
