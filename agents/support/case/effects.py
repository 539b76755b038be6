"""What is to be done outside about a case: the ticket's workflow does it. Stored with its run."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from agents.support.activity_calls import CustomerSaid, TicketEvent
from agents.support.tickets import Ticketed, Urgency
from domain.messages import Frozen
from domain.replies import Notice
from domain.staff import StaffAct, StaffMember, StaffPost


class Tell(Frozen):
    """Says something to the customer."""

    kind: Literal["tell"] = "tell"
    notice: Notice


class SendWords(Frozen):
    """Brings the file of a colleague's message, translates its words, and gives them to
    ``staff_messages.pass_on``, before anything else is said to the customer. ``revision`` counts
    its edits.
    """

    kind: Literal["send_words"] = "send_words"
    message: str
    revision: int = 0


class Show(Frozen):
    """Shows staff something."""

    kind: Literal["show"] = "show"
    post: StaffPost


class Relay(Frozen):
    """Shows staff a message of the customer, translated where it has to be."""

    kind: Literal["relay"] = "relay"
    message: str
    revision: int = 0


class RecordEvent(Frozen):
    """Writes a row of the audit."""

    kind: Literal["record"] = "record"
    event: TicketEvent


class Reckon(Frozen):
    """Asks when clocks run out, from ``at`` on. ``tell``: the customer was told another time."""

    kind: Literal["reckon"] = "reckon"
    at: datetime
    urgency: Urgency
    resolve_runs: bool
    fresh: bool = False
    """The clocks begin anew."""
    cause: str = ""
    tell: bool = False
    number: int = 0
    """Of several questions on their way, only the last one's answer says what falls due."""


class LookUp(Frozen):
    """Asks once more who the customer is."""

    kind: Literal["look_up"] = "look_up"
    cause: str
    at: datetime


class Merge(Frozen):
    """Has the ticket go on in another one of the same customer, whose id is ``into``.

    ``messages``: what the customer said up to the act, which the other ticket is told at each
    attempt. Whatever they say later is forwarded.
    """

    kind: Literal["merge"] = "merge"
    into: str
    act: str
    by: StaffMember
    at: datetime
    messages: tuple[Ticketed, ...] = ()


class SeekIncident(Frozen):
    """Asks whether other customers tell of the same."""

    kind: Literal["seek_incident"] = "seek_incident"


class ActOnIncident(Frozen):
    """Gives an act to the other tickets of an incident."""

    kind: Literal["act_on_incident"] = "act_on_incident"
    incident: str
    act: StaffAct


class DraftArticle(Frozen):
    """Drafts an article from what staff answered."""

    kind: Literal["draft"] = "draft"
    act: str
    by: StaffMember
    at: datetime


class Forward(Frozen):
    """Gives the ticket in which this one goes on what was said to this one."""

    kind: Literal["forward"] = "forward"
    said: CustomerSaid


Effect = Annotated[
    Tell
    | SendWords
    | Show
    | Relay
    | RecordEvent
    | Reckon
    | LookUp
    | Merge
    | Forward
    | SeekIncident
    | ActOnIncident
    | DraftArticle,
    Field(discriminator="kind"),
]
