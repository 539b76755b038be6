"""The agent's activities: permanent names, types, queues, timeouts."""

from datetime import datetime, timedelta
from typing import TypeVar

from pydantic import BaseModel, Field

from agents.support.card import TicketCard
from agents.support.tickets import (
    AgentState,
    Citation,
    CustomerInfo,
    KbResult,
    MatchResult,
    SupervisorDecision,
    Ticket,
    Ticketed,
    TicketStatus,
    TicketSummary,
    TicketType,
    TranslationResult,
    TriageResult,
    Urgency,
)
from domain.activity_calls import (
    BY_RULES,
    HEARTBEAT,
    MODEL_QUEUE,
    STAFF_QUEUE,
    ActivityCall,
    Retries,
)
from domain.messages import Frozen
from domain.replies import Notice
from domain.staff import Posted, StaffAct, StaffMember, StaffPost
from domain.understanding import EngineAnswer, Person

MODEL_TIME = timedelta(seconds=60)


class AtDeskRequest(Frozen):
    """Who is this, and which tickets of theirs are active?"""

    user_id: str
    conversation_id: str
    locale: str = ""


class AtDesk(Frozen):
    """``customer_id``: of the link, else one that is made for this person once."""

    customer_id: str
    linked: bool = False
    active: tuple[TicketSummary, ...] = ()
    """Newest last: active, open, waiting_customer, and solved within the re-open window."""
    past: tuple[TicketSummary, ...] = ()
    """Those that are over for longer, the newest: they are not opened again, but what is said of
    one of them is linked to it. Without their messages."""


class MatchTicketRequest(Frozen):
    person: Person
    customer_id: str
    text: str
    tickets: tuple[TicketSummary, ...]
    vector: tuple[float, ...] = ()
    """Of the text, as an embedder on this machine has it; empty where nothing compares meanings."""


class MatchedTicket(EngineAnswer):
    match: MatchResult
    engine: str = "rules"


class AssessRequest(Frozen):
    """``language``: of the ticket so far, else of the person, for words too short to tell."""

    person: Person
    ticket: Ticket
    language: str = ""
    unanswered: int = 0
    """Messages of the customer since anybody answered, this one counted."""
    reopened: bool = False
    asked_person: bool = False
    not_solved: int = 0
    """How often they said that an answer did not help."""
    before: Urgency | None = None
    """How urgent it was before the newest message."""
    customer: CustomerInfo | None = None
    """As whoever sent the ticket says; None: the customer is looked up."""


class Assessed(EngineAnswer):
    """``customer_info`` None: the look-up failed or took over 5 s; at a claim it is tried again."""

    translation: TranslationResult
    customer_info: CustomerInfo | None
    decision: SupervisorDecision
    engine: str = "rules"
    duration_ms: int = 0


class AnswerRequest(Frozen):
    person: Person
    state: AgentState
    detail_asked: bool = False
    """One missing detail was asked for already."""
    unhelpful: tuple[str, ...] = ()
    """Articles that did not help: they are no answer any more."""
    previous_answer: str = ""
    """The answer that they got before they said more: the same once more is none."""


class Answered(EngineAnswer):
    """``asks``: the one detail that is missing, as the ticket's type has them (``invoice``,
    ``device``…), to be asked for in the channel's words; empty for none.
    """

    kb_results: tuple[KbResult, ...]
    triage_result: TriageResult
    citations: tuple[Citation, ...] = ()
    """Of the suggested response."""
    other_language: bool = False
    """The citations are not in the customer's language, and nobody could translate them."""
    asks: str = ""
    refused: str = ""
    """Why an answer in a model's words was not taken, if so."""
    engine: str = "rules"
    duration_ms: int = 0


class SaveTicketRequest(Frozen):
    """Persists ticket, then messages. Idempotent on the ticket's key and each message's id."""

    user_id: str
    conversation_id: str
    task_id: str
    number: int
    run: int
    """Which run of triage, from 1: row of ``support_runs``."""
    status: TicketStatus
    state: AgentState
    type: TicketType
    since: datetime | None = None
    """When somebody waits for an answer again, for a ticket that had one; None: since its first
    message."""
    taken_up: bool = False
    """The ticket has a row, of an earlier task: that one goes on, with its id and its number."""
    linked_to: str = ""
    engine: str = "rules"
    durations: dict[str, int] = Field(default_factory=dict)
    """Milliseconds, by the node at work."""
    answer: str = ""
    """What the bot said, as shown to the customer; empty for nothing."""


class SavedTicket(Frozen):
    """``first_due``: by when a person answers, business hours of the policy; None when solved."""

    ticket_id: str
    first_due: datetime | None = None
    resolve_due: datetime | None = None
    saved_at: datetime
    again: bool = False
    """This run had been saved before."""
    earlier: tuple[str, ...] = ()
    """For ``CaseStart.earlier``: earlier tickets of the customer, and the last rating."""


class TicketEvent(Frozen):
    """A row of the audit. Idempotent on ``event_id``. Moves the ticket's row along, too."""

    event_id: str
    customer_id: str
    ticket_id: str
    kind: str
    actor: str
    at: datetime
    before: str = ""
    after: str = ""
    status: TicketStatus | None = None
    urgency: Urgency | None = None
    assignee: str | None = None
    """None leaves it; empty: nobody any more."""
    first_due: datetime | None = None
    resolve_due: datetime | None = None
    """When the clocks run out, where that is another time now; None leaves it."""
    plan: str = ""
    """The customer's, as it is known now; empty leaves it."""
    incident: str | None = None
    """None leaves it; empty: it belongs to none any more."""
    message: Ticketed | None = None
    """A message that came with it, as a row of ``support_messages``; ``who`` is the kind's."""
    who: str = ""
    """customer, bot, staff or note."""
    rating: int | None = None
    helpful: bool | None = None
    articles: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """Of the ticket's row."""
        return self.customer_id, self.ticket_id


class CaseStart(Frozen):
    """What a ticket's own workflow begins with. ``staff``: whether there is a staff chat."""

    customer_id: str
    ticket_id: str
    user_id: str
    conversation_id: str
    person: Person
    card: TicketCard
    state: AgentState
    citations: tuple[Citation, ...] = ()
    flags: tuple[str, ...] = ()
    """``unknown_customer``, ``lookup_failed``, ``reopened``…: for the staff's card."""
    earlier: tuple[str, ...] = ()
    """Earlier tickets, a line each; and the last rating."""
    first_due: datetime | None = None
    resolve_due: datetime | None = None
    opened_at: datetime
    status: TicketStatus = TicketStatus.OPEN


GONE_ON = ("not_solved", "wants_person")
"""Kinds of ``CustomerSaid``: what a customer does after an answer that was none to them."""


class CustomerSaid(Frozen):
    """Signal ``customer_said``: something that the customer did about the ticket. Idempotent on
    ``message.id``.
    """

    message: Ticketed
    kind: str = "said"
    """said, edited, solved, not_solved, wants_person, withdrawn, rated, answered_by_bot; original:
    shows them the message ``of`` as it was written."""
    of: str = ""
    """An earlier message: the id of the one that was edited, or the key of the one to be shown
    (``naming.message_key``)."""
    language: str = ""
    rating: int = 0
    state: AgentState | None = None
    """Triage's new findings, while the bot still goes on."""


class PassRequest(Frozen):
    """Signal with start: the case is begun where there is none."""

    start: CaseStart
    said: CustomerSaid


class Passed(Frozen):
    """``held_by``: the name of the person who has it, as far as the row says."""

    status: TicketStatus
    held_by: str = ""


class TicketMerged(Frozen):
    """Signal ``ticket_merged``: another ticket goes on in this one. Idempotent on ``ticket_id``,
    the other one's.
    """

    ticket_id: str
    by: StaffMember
    at: datetime
    urgency: Urgency
    messages: tuple[Ticketed, ...] = ()
    """What its customer said."""


class MergeRequest(Frozen):
    """A ticket is to go on in the ticket ``into`` of the same customer. Idempotent."""

    customer_id: str
    person: Person
    into: str
    merged: TicketMerged


class MergeResult(Frozen):
    """``refused``: why not, as of ``store.tickets.refuse_merge``; empty when it does."""

    refused: str = ""
    into: CaseStart | None = None
    """What the workflow of the other ticket is begun with where it has ended."""


class FindIncidentRequest(Frozen):
    """Do other customers tell of the same as this ticket, which was just opened?"""

    customer_id: str
    ticket_id: str


class IncidentFound(Frozen):
    """``incident``: what it is called, or would be; empty where staff are offered nothing."""

    incident: str = ""
    is_open: bool = False
    """There is that incident; the ticket may be linked to it."""
    customers: int = 0
    """How many tell of it."""
    since: datetime | None = None


class IncidentAct(Frozen):
    """An act of staff on a ticket that concerns the whole incident. Idempotent on the act's id."""

    customer_id: str
    ticket_id: str
    incident: str
    act: StaffAct


class IncidentReached(Frozen):
    """``tickets``: how many others the act was given to."""

    tickets: int = 0


class DraftRequest(Frozen):
    """An article is to be drafted from a ticket. Idempotent on the ticket."""

    customer_id: str
    ticket_id: str
    user_id: str
    category: TicketType
    question: str
    """What the customer wrote, in the working language where that could be had."""
    written: str
    """The same as it was written."""
    answers: tuple[str, ...]
    """What staff answered, in their words."""
    names: tuple[str, ...] = ()
    """Of the staff."""
    by: StaffMember
    at: datetime


class ArticleDraft(EngineAnswer):
    """A draft, without what is personal. ``question``: how customers ask for it."""

    draft: str
    title: str
    body: str
    question: str
    language: str
    engine: str = "rules"


class ToCustomerRequest(Frozen):
    """A notice to the conversation, which is begun anew where it has ended."""

    conversation_id: str
    user_id: str
    notice: Notice


class LookUpRequest(Frozen):
    """Once more who the customer is, where triage could not find out."""

    customer_id: str


class LookedUp(Frozen):
    """None: it failed again, or took over 5 s."""

    customer_info: CustomerInfo | None = None


class TranslateRequest(Frozen):
    """``to``: ISO 639-1. Numbers, dates, links and codes must be the same in both."""

    user_id: str
    text: str
    source: str
    to: str


class TranslatedText(EngineAnswer):
    """``text`` is the original when ``translated`` is False."""

    text: str
    translated: bool = False
    reason: str = ""


class Nothing(Frozen):
    """No answer but that it is done."""


class HoursRequest(Frozen):
    """When clocks run out from ``at`` on. ``first_used`` and ``resolve_used`` were gone at
    ``since``, or at ``at`` where there is no ``since``.
    """

    urgency: Urgency
    plan: str
    at: datetime
    first_used: timedelta = timedelta()
    resolve_used: timedelta = timedelta()
    since: datetime | None = None
    under: Urgency | None = None
    """The urgency from ``since`` to ``at``; None: the same."""
    first_ran: bool = True
    resolve_ran: bool = True
    """Whether the clocks ran from ``since`` to ``at``."""


class CaseRules(Frozen):
    """What a case goes by, as today's settings have it."""

    send_delay: timedelta = timedelta(seconds=5)
    return_after: timedelta = timedelta(minutes=60)
    return_critical_after: timedelta = timedelta(minutes=15)
    remind_after: timedelta = timedelta(hours=48)
    close_after: timedelta = timedelta(hours=72)
    reopen_for: timedelta = timedelta(days=7)
    working_language: str = "en"
    translate: bool = True
    staff_chat: bool = False
    """Whether there is a chat in which staff are shown tickets."""
    oncall: tuple[str, ...] = ()
    """Names to be called when a clock ran out."""
    signature: str = "Support"
    max_events: int = 0
    """Of a history, until its run is continued as new; 0: when the server suggests it."""


class Hours(Frozen):
    """UTC. ``warn`` is 75 % of the way. ``used``: of each clock at ``HoursRequest.at``."""

    first_due: datetime
    first_warn: datetime
    resolve_due: datetime
    resolve_warn: datetime
    first_used: timedelta = timedelta()
    resolve_used: timedelta = timedelta()
    rules: CaseRules = CaseRules()


Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result", bound=BaseModel)


def _asking_models(
    name: str, request: type[Request], result: type[Result]
) -> ActivityCall[Request, Result]:
    return ActivityCall(
        name, request, result, MODEL_TIME,
        retries=Retries.MODELS, queue=MODEL_QUEUE, heartbeat=HEARTBEAT,
    )  # fmt: skip


AT_DESK = ActivityCall("support_desk", AtDeskRequest, AtDesk, BY_RULES, retries=Retries.TWICE)
MATCH_TICKET = _asking_models("match_ticket", MatchTicketRequest, MatchedTicket)
ASSESS_TICKET = _asking_models("assess_ticket", AssessRequest, Assessed)
ANSWER_TICKET = _asking_models("answer_ticket", AnswerRequest, Answered)
TRANSLATE_TEXT = _asking_models("translate_text", TranslateRequest, TranslatedText)
DRAFT_ARTICLE = _asking_models("draft_article", DraftRequest, ArticleDraft)
LOOK_UP_CUSTOMER = ActivityCall(
    "look_up_customer", LookUpRequest, LookedUp, retries=Retries.WORKER_MAY_DIE
)
SAVE_TICKET = ActivityCall("save_ticket", SaveTicketRequest, SavedTicket, committing=True)
NOTE_EVENT = ActivityCall(
    "note_event", TicketEvent, Nothing, retries=Retries.FOREVER, committing=True
)
PASS_TO_TICKET = ActivityCall(
    "pass_to_ticket", PassRequest, Passed,
    retries=Retries.FOREVER, committing=True, follows=True,
)  # fmt: skip
MERGE_TICKETS = ActivityCall(
    "merge_tickets", MergeRequest, MergeResult, retries=Retries.FOREVER, committing=True
)
FIND_INCIDENT = ActivityCall(
    "find_incident", FindIncidentRequest, IncidentFound, retries=Retries.FOREVER, committing=True
)
ACT_ON_INCIDENT = ActivityCall(
    "act_on_incident", IncidentAct, IncidentReached, retries=Retries.FOREVER, committing=True
)
PASS_TO_CUSTOMER = ActivityCall(
    "pass_to_customer", ToCustomerRequest, Nothing, retries=Retries.FOREVER, committing=True
)
BUSINESS_HOURS = ActivityCall("business_hours", HoursRequest, Hours, retries=Retries.FOREVER)
POST_TO_STAFF = ActivityCall(
    "post_to_staff", StaffPost, Posted, timedelta(minutes=2),
    retries=Retries.FOREVER, queue=STAFF_QUEUE, heartbeat=HEARTBEAT, committing=True,
)  # fmt: skip
