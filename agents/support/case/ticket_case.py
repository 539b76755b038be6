"""The state of a ticket that people have. It is stored with the ticket's workflow."""

from datetime import datetime, timedelta
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, model_validator

from agents.support.activity_calls import CaseRules, CaseStart, HoursRequest, IncidentFound
from agents.support.card import TicketCard
from agents.support.case.effects import Reckon
from agents.support.tickets import LIVE, AgentState, Ticketed, TicketStatus, TicketType, Urgency
from domain.messages import Attachment, Frozen
from domain.replies import File
from domain.staff import StaffAnswer, StaffMember

WORKFLOW = "ticket"
"""Name of the type of its workflow."""
MOST_MESSAGES = 60
"""Of a case, the newest are kept with it; all of them are rows."""
MOST_SEEN = 400


def case_id(customer_id: str, ticket_id: str) -> str:
    """Id of the workflow of a ticket."""
    return f"{WORKFLOW}:{customer_id}:{ticket_id}"


def file_of(attachment: Attachment) -> File:
    """A stored attachment, as it is sent on."""
    ending = attachment.mime_type.rpartition("/")[2] or "bin"
    return File(
        sha256=attachment.sha256,
        name=f"{attachment.kind.value}.{ending}",
        mime_type=attachment.mime_type or "application/octet-stream",
    )


class WordsStatus(StrEnum):
    """What became of a colleague's message."""

    HELD = "held"
    GOING = "going"
    SHOWN = "shown"
    FAILED = "failed"
    UNDONE = "undone"
    NOTE = "note"


class StaffWords(Frozen):
    """What a colleague wrote. ``id`` is the act's; ``ref`` the channel's own of their message."""

    id: str
    ref: str = ""
    by: StaffMember
    at: datetime
    text: str = ""
    attachment: Attachment | None = None
    file: File | None = None
    status: WordsStatus
    send_at: datetime
    translated: str = ""
    """What the customer reads, where that is not what was written."""
    to_incident: bool = False
    """It is for every customer of the incident."""
    as_written: bool = False
    """It is in the customer's language already."""
    revision: int = 0
    reason: str = ""

    @property
    def row(self) -> Ticketed:
        """As a message of the ticket."""
        return Ticketed(id=self.id, text=self.text, at=self.at, attachment=self.attachment)


class CustomerWords(Frozen):
    """A message of the customer."""

    message: Ticketed
    revision: int = 0
    translated: str = ""


class Clock(Frozen):
    """One of the two. ``due`` None: not reckoned yet."""

    used: timedelta = timedelta()
    warn: datetime | None = None
    due: datetime | None = None
    warned: bool = False
    breached: bool = False
    repeats: int = 0
    repeat_at: datetime | None = None

    def with_times(self, warn: datetime, due: datetime, used: timedelta) -> "Clock":
        return self.model_copy(update={"warn": warn, "due": due, "used": used})

    def unknown(self) -> "Clock":
        """Nothing falls due until it is known what does."""
        return self.model_copy(update={"warn": None, "due": None})

    def unannounced(self) -> "Clock":
        """Another time holds: what was announced of the old one is announced anew."""
        return Clock(used=self.used, warn=self.warn, due=self.due)


class Rating(Frozen):
    score: int
    comment: str = ""
    at: datetime


class DoneAct(Frozen):
    """An act that was done, so that it is not done twice."""

    id: str
    answer: StaffAnswer


class TicketCase(BaseModel):
    """The state of a ticket's workflow. Transitions never change one: they give another.

    ``start`` is what triage handed over, with what was found out since.
    """

    model_config = ConfigDict(extra="ignore")

    start: CaseStart
    status: TicketStatus
    urgency: Urgency
    type: TicketType | None = None
    language: str = ""
    assignee: StaffMember | None = None
    had_person: bool = False
    """Whether a person had it since it was opened: then closing it asks for a rating."""
    rules: CaseRules | None = None
    """None until they were asked for."""
    customer: tuple[CustomerWords, ...] = ()
    staff: tuple[StaffWords, ...] = ()
    members: tuple[StaffMember, ...] = ()
    """Who was seen to work on it."""
    first: Clock = Clock()
    resolution: Clock = Clock()
    reckoned_at: datetime | None = None
    """The moment up to which ``used`` of the clocks counts."""
    reckoned_urgency: Urgency | None = None
    reckonings: int = 0
    """How often it was asked when the clocks run out."""
    resolve_ran: bool = True
    first_at: datetime | None = None
    """When a person answered first."""
    silent_since: datetime | None = None
    """Since when the customer waits for whoever has it."""
    waiting_since: datetime | None = None
    reminded: bool = False
    late_told: bool = False
    closed_at: datetime | None = None
    reopen_until: datetime | None = None
    draft_due: bool = False
    """Staff are to be offered a draft of an article from this ticket."""
    draft_offered: bool = False
    merged_into: CaseStart | None = None
    """What the ticket is begun with in which this one goes on; None for a ticket of its own."""
    incident: str = ""
    """What the incident is called that it belongs to; empty for none."""
    incident_offered: IncidentFound = IncidentFound()
    """The incident that staff were offered to make, or to link it to; that it belonged to."""
    ratings: tuple[Rating, ...] = ()
    seen: tuple[str, ...] = ()
    done: tuple[DoneAct, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _read_state_beside_start(cls, stored: object) -> object:
        """Earlier versions kept triage's state beside ``start``."""
        if isinstance(stored, dict) and "state" in stored:
            return {**stored, "start": {**stored["start"], "state": stored["state"]}}
        return stored

    @property
    def id(self) -> str:
        return case_id(self.start.customer_id, self.start.ticket_id)

    @property
    def state(self) -> AgentState:
        """What triage found."""
        return self.start.state

    @property
    def settings(self) -> CaseRules:
        """The usual rules until those of today are known."""
        return self.rules or CaseRules()

    @property
    def holder(self) -> str:
        """The name of the assignee; empty for nobody."""
        return self.assignee.name if self.assignee else ""

    @property
    def rating(self) -> Rating | None:
        """The last one counts."""
        return self.ratings[-1] if self.ratings else None

    @property
    def live(self) -> bool:
        return self.status in LIVE

    @property
    def resolve_runs(self) -> bool:
        """Whether the clock of the resolution runs."""
        return self.status in (TicketStatus.ACTIVE, TicketStatus.OPEN)

    @property
    def suggestion(self) -> str:
        result = self.state.triage_result
        return result.suggested_response if result is not None else ""

    @property
    def card(self) -> TicketCard:
        """As the customer sees it."""
        due = self.first.due or self.start.first_due
        return self.start.card.model_copy(
            update={
                "ticket_id": self.start.ticket_id,
                "status": self.status,
                "type": self.type,
                "urgency": self.urgency,
                "assignee": self.holder,
                "due": due if self.first_at is None and self.live else None,
            }
        )

    def needs_translation(self, *, to_staff: bool) -> bool:
        rules = self.rules
        if rules is None or not self.language or self.language == rules.working_language:
            return False
        return to_staff or rules.translate

    def hours_request(self, effect: Reckon) -> HoursRequest:
        """What to ask about the clocks."""
        plan = self.state.plan
        if effect.fresh:
            return HoursRequest(urgency=effect.urgency, plan=plan, at=effect.at)
        return HoursRequest(
            urgency=effect.urgency,
            plan=plan,
            at=effect.at,
            first_used=self.first.used,
            resolve_used=self.resolution.used,
            since=self.reckoned_at,
            under=self.reckoned_urgency,
            resolve_ran=self.resolve_ran,
        )

    def staff_words(self, message: str) -> StaffWords | None:
        return next((each for each in self.staff if each.id == message), None)

    def customer_words(self, message: str) -> CustomerWords | None:
        return next((each for each in self.customer if each.message.id == message), None)

    def notice_of(self, act: str, revision: int = 0) -> str:
        """Id of the notice that carries a colleague's message, or an edit of it."""
        return f"{self.id}/words/{act}" + (f"/{revision}" if revision else "")
