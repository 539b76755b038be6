"""What the conversation says about a call of this feature."""

from collections.abc import Callable
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of
from agents.expenses.features.household.tools import (
    INVITE_TO_HOUSEHOLD,
    JOIN_HOUSEHOLD,
    LEAVE_HOUSEHOLD,
    TOOLS,
    WITHDRAW_INVITATIONS,
    Household,
    HouseholdProblem,
    InvitationFound,
    Invited,
    Joined,
    Withdrawn,
)
from agents.expenses.questions import button
from agents.expenses.replies import Aside
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError


class HouseholdShown(Aside):
    """With whom the person shares. Choices share with somebody, or leave."""

    topic: ClassVar[str] = "expenses.household"
    household: Household


class HouseholdInvited(Aside):
    """The code for somebody else. Choices take it back."""

    topic: ClassVar[str] = "expenses.household.invited"
    invited: Invited


class HouseholdAsked(Aside):
    """Whether to join. Choices join, or do not."""

    topic: ClassVar[str] = "expenses.household.asked"
    owner: str = ""


class HouseholdJoined(Aside):
    topic: ClassVar[str] = "expenses.household.joined"
    household: Household


class HouseholdLeft(Aside):
    """``household`` as it was before."""

    topic: ClassVar[str] = "expenses.household.left"
    household: Household


class HouseholdNotJoined(Aside):
    """The person does not want to."""

    topic: ClassVar[str] = "expenses.household.not_joined"


class InvitationsWithdrawn(Aside):
    topic: ClassVar[str] = "expenses.household.withdrawn"
    count: int


class HouseholdNotChanged(Aside):
    """``named``: who alone may do it."""

    topic: ClassVar[str] = "expenses.household.not_changed"
    problem: HouseholdProblem
    named: str = ""


INVITE, WITHDRAW = "expenses.household_invite", "expenses.household_withdraw"
JOIN, REFUSE = "expenses.household_join", "expenses.household_no"
LEAVE = "expenses.household_leave"
SUBJECT = "household"
"""Of the buttons that need no code."""


PRESSES: dict[str, Callable[[ButtonPress], CallRequest]] = {
    INVITE: lambda _press: call_of(INVITE_TO_HOUSEHOLD),
    WITHDRAW: lambda _press: call_of(WITHDRAW_INVITATIONS),
    LEAVE: lambda _press: call_of(LEAVE_HOUSEHOLD),
    JOIN: lambda press: call_of(JOIN_HOUSEHOLD, code=press.subject),
}
AGREEING = frozenset({JOIN})
ANSWERS = {REFUSE: HouseholdNotJoined()}
UNCLEAR = {"household": HouseholdNotChanged(problem=HouseholdProblem.UNCLEAR)}
CONTENTS = (
    HouseholdShown,
    HouseholdInvited,
    HouseholdAsked,
    HouseholdJoined,
    HouseholdLeft,
    HouseholdNotJoined,
    InvitationsWithdrawn,
    HouseholdNotChanged,
)


def _tell(
    call: ToolCall, done: Household | Invited | InvitationFound | Joined | Withdrawn
) -> CallReply:
    match done:
        case Invited():
            back = call_of(WITHDRAW_INVITATIONS)
            withdrawing = [button(WITHDRAW, SUBJECT)]
            return CallReply(HouseholdInvited(invited=done), withdrawing, taken_back_by=[back])
        case Withdrawn():
            return CallReply(InvitationsWithdrawn(count=done.count))
        case InvitationFound(problem=None):
            choices = [button(JOIN, done.code), button(REFUSE, SUBJECT)]
            return CallReply(HouseholdAsked(owner=done.owner), choices)
        case Joined(problem=None):
            leaving = call_of(LEAVE_HOUSEHOLD)
            joined = HouseholdJoined(household=done.household)
            return CallReply(joined, taken_back_by=[leaving])
        case InvitationFound(problem=problem) | Joined(problem=problem):
            return CallReply(HouseholdNotChanged(problem=problem))
        case Household():
            left = call.name == LEAVE_HOUSEHOLD.name
            return CallReply(HouseholdLeft(household=done)) if left else _show(done)


def _show(household: Household) -> CallReply:
    """Shows the household. Only the longest member invites; who is in none may begin one."""
    owns = not household.members or household.members[0].own
    choices = [button(INVITE, SUBJECT)] if owns else []
    choices += [button(WITHDRAW, SUBJECT)] if household.invitations else []
    choices += [button(LEAVE, SUBJECT)] if household.members else []
    return CallReply(HouseholdShown(household=household), choices)


def _refuse(_call: ToolCall, error: ToolError) -> Content | None:
    if "problem" in error.facts:
        return HouseholdNotChanged.model_validate(error.facts)
    invalid = error.code is ErrorCode.INVALID_ARGUMENTS
    return HouseholdNotChanged(problem=HouseholdProblem.UNCLEAR) if invalid else None


REPLIES = replies_of(TOOLS, _tell, _refuse)
