"""What can be asked about the household."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from domain.codes import CODE_LENGTH
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.tools import Arguments, Effect, NoArguments, Tool

MAX_NAME = 40
_MAX_CODE = 2 * CODE_LENGTH
"""As it is typed; one that is no code finds nothing."""


class InvitationCode(Arguments):
    code: str = Field(min_length=1, max_length=_MAX_CODE, description="As it was sent")


class OwnName(Arguments):
    name: str = Field(
        min_length=1, max_length=MAX_NAME, description="What the others call the person"
    )


class HouseholdProblem(StrEnum):
    """Why a call changed nothing."""

    UNCLEAR = "unclear"
    NO_CODE = "no_code"
    """There is no such invitation: never made, used, taken back or too old; it is not told which.
    """
    TOO_MANY_TRIES = "too_many_tries"
    IN_ONE = "in_one"
    """The person is in a household already."""
    IN_NONE = "in_none"
    NOT_OWNER = "not_owner"
    """Only the longest member invites."""
    FULL = "full"
    TOO_MANY_OPEN = "too_many_open"


class HouseholdMember(Frozen):
    """``name`` is empty where none was told."""

    name: str = ""
    own: bool = False
    """It is the person who asks."""
    joined_at: datetime


class Household(Frozen):
    """The members, the longest first, and how many invitations are open. No members: none."""

    members: tuple[HouseholdMember, ...] = ()
    invitations: int = 0


class Invited(Frozen):
    """``code`` lets one person in until ``expires_at``. ``named``: the others know the name of
    the person who invites.
    """

    code: str
    expires_at: datetime
    named: bool = False


class InvitationFound(Frozen):
    """Whose household a code would let the person into. With a ``problem`` nothing is told."""

    code: str = ""
    owner: str = ""
    problem: HouseholdProblem | None = None


class Joined(Frozen):
    """With a ``problem`` the person is in no household by this."""

    household: Household = Household()
    problem: HouseholdProblem | None = None


class HouseholdNews(Frozen):
    """Somebody ``joined`` the household, or left it."""

    name: str = ""
    joined: bool


class Withdrawn(Frozen):
    count: int


SHOW_HOUSEHOLD = Tool(
    name="show_household",
    purpose="Tells with whom expenses are shared.",
    arguments=NoArguments,
    result=Household,
    effect=Effect.READ,
)

INVITE_TO_HOUSEHOLD = Tool(
    name="invite_to_household",
    purpose="Makes a code with which somebody joins, to share expenses.",
    arguments=NoArguments,
    result=Invited,
    effect=Effect.WRITE,
)

WITHDRAW_INVITATIONS = Tool(
    name="withdraw_invitations",
    purpose="Takes such codes back.",
    arguments=NoArguments,
    result=Withdrawn,
    effect=Effect.WRITE,
    for_models=False,
)

LEAVE_HOUSEHOLD = Tool(
    name="leave_household",
    purpose="Stops sharing expenses.",
    arguments=NoArguments,
    result=Household,
    effect=Effect.WRITE,
)

NAME_IN_HOUSEHOLD = Tool(
    name="name_in_household",
    purpose="Tells the household what to call the person.",
    arguments=OwnName,
    result=Household,
    effect=Effect.WRITE,
)

FIND_INVITATION = Tool(
    name="find_invitation",
    purpose="Asks whether to join the household of a code. The person joins by a yes alone.",
    arguments=InvitationCode,
    result=InvitationFound,
    effect=Effect.WRITE,
    for_models=False,
)

JOIN_HOUSEHOLD = Tool(
    name="join_household",
    purpose="Joins the household of a code, after the person's yes.",
    arguments=InvitationCode,
    result=Joined,
    effect=Effect.WRITE,
    internal=True,
)

COMMANDS = (CommandForm(name="household", takes_value=True, linked=True),)
TOOLS = (
    SHOW_HOUSEHOLD,
    INVITE_TO_HOUSEHOLD,
    WITHDRAW_INVITATIONS,
    LEAVE_HOUSEHOLD,
    NAME_IN_HOUSEHOLD,
    FIND_INVITATION,
    JOIN_HOUSEHOLD,
)
