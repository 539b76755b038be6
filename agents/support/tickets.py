"""What a ticket is, and what triage finds out about it."""

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum

from pydantic import Field

from agents.support.naming import numbered
from domain.messages import Attachment, Frozen
from domain.plain_text import is_question

ACTIVE_OFFERED = 10
"""Tickets that the matcher is offered, the newest."""
OPEN_TICKETS = 5
"""Of one customer at a time; a further problem joins the one that fits best."""
PROBLEMS_A_MESSAGE = 3
"""They get a ticket each; what is more goes to the last of these."""
MODEL_MESSAGES = 20
MODEL_CHARACTERS = 4_000
"""Of a ticket's messages, what a model is shown at most, the newest."""

SUMMARY_CHARACTERS = 1_000
"""Of a ticket's messages, what the matcher is shown, the newest."""
SUBJECT_CHARACTERS = 60


class TicketType(StrEnum):
    BILLING = "billing"
    TECHNICAL = "technical"
    GENERAL = "general"


class Urgency(StrEnum):
    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """The higher, the more urgent."""
        return -list(Urgency).index(self)

    @property
    def raised(self) -> "Urgency":
        """One more urgent, as far as there is."""
        return list(Urgency)[max(-self.rank - 1, 0)]


class RecommendedAction(StrEnum):
    AUTO_RESPOND = "auto_respond"
    ROUTE_SPECIALIST = "route_specialist"
    ESCALATE_HUMAN = "escalate_human"


class Sentiment(StrEnum):
    POSITIVE = "positive"
    NEUTRAL = "neutral"
    CONFUSED = "confused"
    FRUSTRATED = "frustrated"
    ANGRY = "angry"
    URGENT = "urgent"


class TicketStatus(StrEnum):
    """``ACTIVE``: the bot and a queue have it. ``OPEN``: people have it."""

    ACTIVE = "active"
    OPEN = "open"
    WAITING_CUSTOMER = "waiting_customer"
    SOLVED = "solved"
    CLOSED = "closed"
    WITHDRAWN = "withdrawn"


LIVE = (TicketStatus.ACTIVE, TicketStatus.OPEN, TicketStatus.WAITING_CUSTOMER)
WITH_PEOPLE = (TicketStatus.OPEN, TicketStatus.WAITING_CUSTOMER)
OVER = (TicketStatus.SOLVED, TicketStatus.CLOSED)
"""What may be opened again."""


class MatchConfidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Node(StrEnum):
    """The node at work (``current_agent``)."""

    TRANSLATOR = "translator"
    SUPERVISOR = "supervisor"
    BILLING = "billing"
    TECHNICAL = "technical"
    GENERAL = "general"
    ESCALATE = "escalate"


class Ticketed(Frozen):
    """One message of a ticket. ``at`` is UTC. ``id`` is the platform's id of the message."""

    id: str
    text: str
    at: datetime
    attachment: Attachment | None = None


class Ticket(Frozen):
    """As received: it never changes within a run of triage."""

    customer_id: str
    ticket_id: str
    messages: tuple[Ticketed, ...]

    @property
    def key(self) -> str:
        return f"{self.customer_id}:{self.ticket_id}"


MAX_REPLY_WORDS = 2
"""Of words that may only react to an answer, as thanks or a yes."""


def subject_of(texts: Iterable[str]) -> str:
    """The first words that a customer wrote about a ticket, in one line and cut at a word; empty
    where they only sent a command or a file. A complaint goes before a question that led to it.
    """
    lines = [line for text in texts if (line := " ".join(text.split())) and line[0] != "/"]
    subject = next(iter(lines), "")
    if is_question(subject):
        told = (each for each in lines if len(each.split()) > MAX_REPLY_WORDS)
        subject = next((each for each in told if not is_question(each)), subject)
    if len(subject) <= SUBJECT_CHARACTERS:
        return subject.rstrip(" .,;:!")
    cut = subject[:SUBJECT_CHARACTERS]
    whole_words = cut.rpartition(" ")[0]
    long_word = len(whole_words) < SUBJECT_CHARACTERS // 2
    return (cut[:-1] if long_word else whole_words).rstrip(" .,;:!–-") + "…"


class TicketSummary(Frozen):
    """An active ticket as the matcher is shown it; made from the ticket's own state."""

    customer_id: str
    ticket_id: str
    task_id: str = ""
    tasks: tuple[str, ...] = ()
    """Further tasks that it was taken up again by: what they showed may be replied to."""
    number: int = 0
    status: TicketStatus = TicketStatus.ACTIVE
    type: TicketType | None = None
    language: str = ""
    merged: tuple[str, ...] = ()
    """Names of the tickets that were merged into it: ``TKT-…`` and ``#4`` of each."""
    subject: str = ""
    """As of ``subject_of``."""
    text: str
    """Its messages, the newest last, as the matcher may read them; at most 1,000 characters."""
    near: float | None = None
    """How close the message to be matched is in meaning; None where nothing compares that."""
    last_at: datetime | None = None
    messages: tuple[Ticketed, ...] = ()
    """What the customer said, the newest last, at most ``MODEL_MESSAGES``: to take it up again
    where the conversation no longer knows it. The matcher does not get it."""
    urgency: Urgency | None = None
    assignee: str = ""
    due: datetime | None = None
    """By when a person answers."""
    closed_at: datetime | None = None
    unhelpful: tuple[str, ...] = ()
    """Articles that were its answer and did not help, by their ids: one for each time that the
    customer said so."""
    answer: str = ""
    """What the bot answered last."""
    confirmed: bool = False
    """The customer said that an answer solved it."""

    def is_named(self, target: str) -> bool:
        """Whether a customer means it by its id, its number (``#4``) or one of its tasks, or by
        those of a ticket that was merged into it.
        """
        name, number = target.strip(), numbered(target)
        if number:
            return number == self.number or f"#{number}" in self.merged
        return name.upper() in (self.ticket_id, *self.merged) or (
            name != "" and name in (self.task_id, *self.tasks)
        )


class MatchResult(Frozen):
    """``matched_ticket_id`` is one of those offered, or None. Only high and medium count."""

    matched_ticket_id: str | None = None
    confidence: MatchConfidence = MatchConfidence.LOW

    @property
    def ticket_id(self) -> str | None:
        return None if self.confidence is MatchConfidence.LOW else self.matched_ticket_id


class TranslationResult(Frozen):
    """``original_language``: ISO 639-1. ``is_english``: it is in the working language already."""

    original_language: str
    is_english: bool
    translated_messages: tuple[str, ...]
    """The originals where there is nobody to translate."""
    original_messages: tuple[str, ...]
    translated: bool = False
    """Whether ``translated_messages`` are in the working language."""


class CustomerInfo(Frozen):
    """``plan``: free, pro or enterprise. ``known``: False for somebody nobody knows, treated as
    free and flagged.
    """

    plan: str = "free"
    tenure_months: int = 0
    seats: int = 1
    region: str = ""
    vip: bool = False
    known: bool = True


class SupervisorDecision(Frozen):
    urgency: Urgency
    ticket_type: TicketType
    reasoning: str
    requires_escalation: bool


class KbResult(Frozen):
    """A hit of ``kb_search``. ``sure``: good enough to be an answer by itself."""

    id: str
    title: str
    score: float
    sure: bool = False


class Citation(Frozen):
    """What an answer rests on, as the table of articles has it. Never from a model."""

    id: str
    title: str
    language: str
    passage: str
    link: str = ""


class ExtractedInfo(Frozen):
    product_area: str = ""
    issue_type: str = "other"
    """One of a closed list for the ticket's type, ``other`` or ``escalation``."""
    sentiment: Sentiment = Sentiment.NEUTRAL
    language: str = "en"


class TriageResult(Frozen):
    urgency: Urgency
    extracted_info: ExtractedInfo
    recommended_action: RecommendedAction
    suggested_response: str = ""
    """In the customer's own language where it could be had; empty when nothing sure is known."""
    relevant_articles: tuple[str, ...] = ()
    """Ids."""
    reasoning: str


class AgentState(Frozen):
    """All that passes between the nodes of one run; they keep nothing themselves."""

    ticket: Ticket
    messages: tuple[str, ...] = ()
    """To and from models, shortened, for the audit."""
    translation: TranslationResult | None = None
    customer_info: CustomerInfo | None = None
    supervisor_decision: SupervisorDecision | None = None
    kb_results: tuple[KbResult, ...] = ()
    triage_result: TriageResult | None = None
    current_agent: Node = Node.TRANSLATOR

    @property
    def urgency(self) -> Urgency | None:
        """As the specialist found it, else as the supervisor decided."""
        found = self.triage_result or self.supervisor_decision
        return found.urgency if found else None

    @property
    def type(self) -> TicketType | None:
        return self.supervisor_decision.ticket_type if self.supervisor_decision else None

    @property
    def language(self) -> str:
        """Of the customer's messages; empty before it is known."""
        return self.translation.original_language if self.translation else ""

    @property
    def plan(self) -> str:
        """The usual one where nobody could say who the customer is."""
        return (self.customer_info or CustomerInfo()).plan


class Article(Frozen):
    """An article of the knowledge base, in one language."""

    id: str
    title: str
    category: TicketType
    language: str = "en"
    questions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    """Those that it holds for; empty for all."""
    auto: bool = True
    """Whether it may be an answer that no person has seen."""
    expires: date | None = None
    body: str = Field(max_length=64_000)
    link: str = ""
