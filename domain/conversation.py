"""The state of one conversation: what it starts from, carries over, and shows to an operator."""

from datetime import date, datetime, timedelta
from enum import StrEnum

from pydantic import BaseModel, Field

from domain.history import History
from domain.messages import Frozen, Message
from domain.replies import Card, DeliveredReply, Reply
from domain.sent import SentMessages
from domain.understanding import Person, QuestionKind

MAX_SEEN_IDS = 1_000
"""Message ids remembered for dropping repeats; Telegram redelivers for at most a day."""

MAX_RECENT = 10
"""Saved tasks kept in state so that "no, it was 16.50" needs no look-up."""


def conversation_id(channel: str, chat_id: str) -> str:
    """The workflow id of a chat."""
    return f"conversation:{channel}:{chat_id}"


class Limits(Frozen):
    """The settings that a conversation's decisions depend on, fixed when it starts."""

    expiration: timedelta = timedelta(hours=24)
    max_history: int = 20
    category_confidence_threshold: float = 0.8
    extraction_confidence_threshold: float = 0.3
    decision_timeout: timedelta = timedelta(seconds=30)
    max_retries: int = 3
    retry_delay: timedelta = timedelta(seconds=2)
    context_injection: bool = True
    adaptive_decisions: bool = True
    max_events: int | None = None
    """Continue as new after this many events; None leaves it to the server's suggestion."""
    retention_days: int | None = None
    """How long messages are kept, for those who ask; None when it is not known."""


class ConversationState(StrEnum):
    IDLE = "idle"
    WORKING = "working"
    WAITING = "waiting"


class SeenIds(BaseModel):
    """The last message ids, oldest first, bounded by ``MAX_SEEN_IDS``."""

    ids: dict[str, None] = Field(default_factory=dict)

    def add(self, message_id: str) -> bool:
        """Remembers an id; False when it was known already."""
        if message_id in self.ids:
            return False
        self.ids[message_id] = None
        if len(self.ids) > MAX_SEEN_IDS:
            del self.ids[next(iter(self.ids))]
        return True


class OpenQuestion(BaseModel):
    """A question put, or waiting to be put, to the person. ``reply`` says it again if need be."""

    id: str
    kind: QuestionKind
    reply: Reply
    said: bool = False
    announced: bool = False
    """The person was told that it will come, as another one is open."""
    asked_at: datetime


class TaskRecord(BaseModel):
    """One run of an agent as the conversation keeps it. ``state`` is the agent's, as JSON text."""

    task_id: str
    agent: str
    number: int
    state: str
    group: str | None = None
    """The message that opened it together with others (an album)."""
    question: OpenQuestion | None = None
    questions_asked: int = 0
    turn_number: int = 0


class Carried(BaseModel):
    """Everything that must survive continue-as-new. New fields get defaults."""

    seen: SeenIds = Field(default_factory=SeenIds)
    sent: SentMessages = Field(default_factory=SentMessages)
    history: History = Field(default_factory=History)
    tasks: list[TaskRecord] = Field(default_factory=list)
    floor: list[str] = Field(default_factory=list)
    """Ids of the tasks that have a question, in the order in which they may put it."""
    recent: list[TaskRecord] = Field(default_factory=list)
    """Finished tasks that saved something, newest last."""
    tasks_started: int = 0
    turns: int = 0
    replies_said: int = 0
    changes_made: int = 0
    degraded: bool = False
    budget_told: date | None = None
    """The day (UTC) on which the person was told that a limit for the day is used up."""
    last_heard: datetime | None = None
    recalled: bool = False
    """The database was asked what it knows: task numbers cannot repeat earlier ones."""
    unwritten_messages: list[Message] = Field(default_factory=list)
    unwritten_replies: list[DeliveredReply] = Field(default_factory=list)
    """What the transcript lacks because the database was away; the next delivery brings it."""
    continued: int = 0
    erase_question: str = ""
    """The question whether to delete everything, as long as it is open: its buttons name it."""

    def remember(self, record: TaskRecord) -> None:
        """Keeps a finished task among the recent ones, newest last, each once."""
        self.recent = [r for r in self.recent if r.task_id != record.task_id]
        self.recent.append(record)
        del self.recent[:-MAX_RECENT]


class ConversationStart(BaseModel):
    """Input of the conversation workflow."""

    channel: str
    chat_id: str
    person: Person
    reply_queue: str
    """Task queue on which ``deliver`` runs: the channel process that holds this chat."""
    limits: Limits = Field(default_factory=Limits)
    carried: Carried = Field(default_factory=Carried)


class TaskStatus(Frozen):
    task_id: str
    agent: str
    number: int
    doing: str
    known: Card | None
    missing: tuple[str, ...] = ()
    question: QuestionKind | None = None


class ConversationStatus(Frozen):
    """Answer of the ``status`` query. Times are UTC."""

    state: ConversationState
    tasks: tuple[TaskStatus, ...] = ()
    waiting_for: str = ""
    open_question: Reply | None = None
    """The question that the person should see, with its buttons."""
    since: datetime | None = None
    expires_at: datetime | None = None
    handled: tuple[str, ...] = ()
    """Ids of the last messages that were dealt with, oldest first."""
    replies_pending: int = 0
    turns: int = 0
    degraded: bool = False


class Recalled(Frozen):
    """What the database still knows of a conversation whose workflow has ended."""

    history: History = History()
    recent: tuple[Card, ...] = ()
    tasks_started: int = 0
