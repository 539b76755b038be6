"""Carries out what is asked about the household. A call that is refused changes nothing."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from pydantic import JsonValue

from agents.expenses.features.household import store
from agents.expenses.features.household.tools import (
    FIND_INVITATION,
    INVITE_TO_HOUSEHOLD,
    JOIN_HOUSEHOLD,
    LEAVE_HOUSEHOLD,
    NAME_IN_HOUSEHOLD,
    SHOW_HOUSEHOLD,
    WITHDRAW_INVITATIONS,
    Household,
    HouseholdMember,
    HouseholdProblem,
    InvitationCode,
    InvitationFound,
    Invited,
    Joined,
    OwnName,
    Withdrawn,
)
from agents.expenses.meaning import NAMES_OF_OTHERS
from agents.expenses.parts import PersonCall, Shared, binding, refusal
from agents.expenses.store.household import Member, members_of
from agents.expenses.store.queue import queue_up
from agents.parts import FeatureParts
from domain.codes import draw_code
from domain.errors import ToolRefusedError
from domain.plain_text import one_line
from domain.tools import ErrorCode, NoArguments
from domain.understanding import UnderstandRequest
from language.past_days import today_of

_WHY = {
    HouseholdProblem.IN_NONE: "the person is in no household",
    HouseholdProblem.NOT_OWNER: "only the longest member invites",
    HouseholdProblem.FULL: "the household has as many members as it may have",
    HouseholdProblem.TOO_MANY_OPEN: "too many invitations are open",
    HouseholdProblem.UNCLEAR: "a name is missing",
}

_LATELY = timedelta(days=1)
"""How far back a row of another member may be dated that a name alone points to."""


async def show_household(call: PersonCall[NoArguments]) -> Household:
    return await _read_household(call)


async def invite_to_household(call: PersonCall[NoArguments]) -> Invited:
    """Begins a household where the person has none."""
    await queue_up(call.connection, call.user_id)
    members = await members_of(call.connection, call.user_id)
    members = members or await store.begin(call.connection, call.user_id)
    owner = members[0]
    if owner.user_id != call.user_id:
        raise _refusal(HouseholdProblem.NOT_OWNER, owner.name)
    if len(members) >= store.MAX_MEMBERS:
        raise _refusal(HouseholdProblem.FULL)
    if await store.count_open(call.connection, call.user_id) >= store.MAX_OPEN:
        raise _refusal(HouseholdProblem.TOO_MANY_OPEN)
    code = draw_code(secrets.choice)
    until = await store.invite(call.connection, call.user_id, owner.household_id, code)
    return Invited(code=code, expires_at=until, named=bool(owner.name))


async def withdraw_invitations(call: PersonCall[NoArguments]) -> Withdrawn:
    return Withdrawn(count=await store.withdraw(call.connection, call.user_id))


async def find_invitation(call: PersonCall[InvitationCode]) -> InvitationFound:
    """Tells whose household it is, and lets nobody in yet."""
    found = await _check_invitation(call)
    if isinstance(found, HouseholdProblem):
        return InvitationFound(problem=found)
    return InvitationFound(code=call.asked.code, owner=found.owner)


async def join_household(call: PersonCall[InvitationCode]) -> Joined:
    """Uses the invitation."""
    found = await _check_invitation(call)
    if isinstance(found, HouseholdProblem):
        return Joined(problem=found)
    await store.queue_up_household(call.connection, found.household_id)
    if await store.count_members(call.connection, found.household_id) >= store.MAX_MEMBERS:
        return Joined(problem=HouseholdProblem.FULL)
    if not await store.use(call.connection, call.asked.code):  # somebody else was faster
        return Joined(problem=HouseholdProblem.NO_CODE)
    await store.join(call.connection, call.user_id, found.household_id)
    return Joined(household=await _read_household(call))


async def _check_invitation(
    call: PersonCall[InvitationCode],
) -> store.Invitation | HouseholdProblem:
    """Finds the invitation and notes a wrong code, which a refusal of the call would take back. A
    person who is in a household is told that, whatever the code is.
    """
    await queue_up(call.connection, call.user_id)
    if await members_of(call.connection, call.user_id):
        return HouseholdProblem.IN_ONE
    if not await store.may_try(call.connection, call.user_id):
        return HouseholdProblem.TOO_MANY_TRIES
    found = await store.find(call.connection, call.asked.code)
    if found is None:
        await store.note_try(call.connection, call.user_id)
    return found or HouseholdProblem.NO_CODE


async def leave_household(call: PersonCall[NoArguments]) -> Household:
    """Returns the household as it was, for its names."""
    await queue_up(call.connection, call.user_id)
    members = await members_of(call.connection, call.user_id)
    if not members:
        raise _refusal(HouseholdProblem.IN_NONE)
    await store.queue_up_household(call.connection, members[0].household_id)
    left = await _read_household(call)
    await store.leave(call.connection, call.user_id)
    return left


async def name_in_household(call: PersonCall[OwnName]) -> Household:
    name = one_line(call.asked.name).strip()
    if not name:
        raise _refusal(HouseholdProblem.UNCLEAR)
    if not await members_of(call.connection, call.user_id):
        raise _refusal(HouseholdProblem.IN_NONE)
    await store.rename(call.connection, call.user_id, name)
    return await _read_household(call)


_bind_tools = binding(
    (SHOW_HOUSEHOLD, show_household),
    (INVITE_TO_HOUSEHOLD, invite_to_household),
    (WITHDRAW_INVITATIONS, withdraw_invitations),
    (FIND_INVITATION, find_invitation),
    (JOIN_HOUSEHOLD, join_household),
    (LEAVE_HOUSEHOLD, leave_household),
    (NAME_IN_HOUSEHOLD, name_in_household),
)


def bind(shared: Shared) -> FeatureParts:
    async def look_up(request: UnderstandRequest) -> Mapping[str, JsonValue]:
        since = today_of(request.person, request.said[-1]) - _LATELY
        async with shared.lent.database.connection() as connection:
            names = await store.names_of_others(connection, request.person.user_id, since)
        return {NAMES_OF_OTHERS: list(names)} if names else {}

    return replace(_bind_tools(shared), look_ups=(look_up,))


async def _read_household(call: PersonCall[Any]) -> Household:
    members = await members_of(call.connection, call.user_id)
    open_ones = await store.count_open(call.connection, call.user_id)
    shown = tuple(_describe(member, call.user_id) for member in members)
    return Household(members=shown, invitations=open_ones)


def _describe(member: Member, user_id: str) -> HouseholdMember:
    own = member.user_id == user_id
    return HouseholdMember(name=member.name, own=own, joined_at=member.joined_at)


def _refusal(problem: HouseholdProblem, named: str = "") -> ToolRefusedError:
    return refusal(problem, _WHY[problem], ErrorCode.NOT_OFFERED, named=named)
