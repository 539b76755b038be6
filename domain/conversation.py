"""The state of one conversation: what it starts from, carries over, and shows to an operator."""

from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import TypeVar

from pydantic import BaseModel, Field, JsonValue

from domain.bounded import keep_newest
from domain.events import Offer
from domain.history import History
from domain.messages import Attachment, ButtonPress, CallRequest, Frozen, Message
from domain.replies import CaseReport, Choice, DeliveredReply, Reply
from domain.sent import SentMessages
from domain.sessions import is_session_of
from domain.tasks import Injected, KeepDraftRequest, Place, Shown
from domain.tools import ToolSpec
from domain.understanding import Act, Person, TaskView

MAX_SEEN_IDS = 1_000
"""Message ids remembered for dropping repeats; Telegram redelivers for at most a day."""

MAX_RECENT = 10
"""Finished tasks kept in state so that a correction of the last ones needs no look-up."""

MAX_DROPPED = 3
MAX_KEPT = 20
"""Drafts, and acts of taking back, that are remembered to be listed or meant by "restore"."""

MAX_SHOWN_REFS = 300
"""Shown replies remembered by the channel's own id, for messages that reply to them."""

MAX_LISTS = 50
"""Replies of which is remembered which tasks they showed side by side."""

MAX_UNWRITTEN = 200
"""Messages, and as many replies, kept for a transcript that cannot be written now; the oldest go
first.
"""

MAX_UNWRITTEN_LENGTH = 50_000
"""Characters of those messages, and of those replies: with all else that a run hands to the next
they must stay far below the server's limit of 2 MB, in any script.
"""

MAX_OUTBOX = 50
"""Replies that may wait to be shown before more messages are taken, and replies kept that the
channel's version cannot word.
"""

AgentLimits = TypeVar("AgentLimits", bound=BaseModel)


def conversation_id(channel: str, chat_id: str) -> str:
    """The workflow id of a chat."""
    return f"conversation:{channel}:{chat_id}"


def address_of(conversation: str) -> tuple[str, str]:
    """Channel and chat of a conversation, by its id."""
    _, _, address = conversation.partition(":")
    channel, _, chat_id = address.partition(":")
    return channel, chat_id


def owns(user_id: str, conversation: str) -> bool:
    """Whether a conversation is this person's, by their ids alone.

    The person's id is the channel with the chat's own id (``telegram:123``), or with what follows
    the last dot of it: a member of a group has a chat id of their own there (``-100123.456``). A
    chat that is a session names its person by a digest (``domain.sessions``).
    """
    channel, chat_id = address_of(conversation)
    if user_id in (f"{channel}:{chat_id}", f"{channel}:{chat_id.rpartition('.')[2]}"):
        return True
    return user_id.startswith(f"{channel}:") and is_session_of(user_id, chat_id)


def is_shared_group(user_id: str) -> bool:
    """Whether this id is that of a group that shares all that is done, and not of a person."""
    return user_id.partition(":")[2].startswith("-")


class Limits(Frozen):
    """The settings that a conversation decides by. Read anew at the start of each run."""

    expiration: timedelta = timedelta(hours=24)
    max_history: int = 20
    max_retries: int = 3
    retry_delay: timedelta = timedelta(seconds=2)
    model_retry_pause: timedelta = timedelta(seconds=1)
    """Before the second attempt at the models; it doubles, twice."""
    decision_timeout: timedelta = timedelta(seconds=30)
    context_injection: bool = True
    max_events: int = 10_000
    """A run with so many events is made quiet and continued as new, whatever goes on."""
    quiet_events: int | None = None
    """Continue as new after so many when all is quiet; None leaves it to the server's word."""
    quiet_turns: int = 0
    """But not before a run took so many messages."""
    max_tasks: int = 50
    """Tasks that may be open in a chat at once; past that the person is told."""
    max_tasks_per_message: int = 30
    max_inbox: int = 200
    """Messages that may wait to be taken in."""
    retention_days: int | None = None
    """How long messages are kept, for those who ask; None when it is not known."""
    max_iterations: int = 10
    """Rounds of a turn of the tool loop; the last one is asked for an answer alone."""
    max_tool_calls: int = 20
    """In one turn."""
    tool_timeout: timedelta = timedelta(seconds=5)
    """For tools that name none of their own."""
    turn_timeout: timedelta = timedelta(seconds=60)
    """For a turn of the tool loop, without the time in which it waits for the person or for a
    database that is away."""
    has_model: bool = False
    """Whether a model may be asked where rules are not sure."""
    enabled: tuple[str, ...] = ()
    """Slugs of the enabled agents in their order; empty means all."""
    home_agents: dict[str, str] = Field(default_factory=dict)
    """By channel, the agent that is asked first there."""
    remote_tools: dict[str, tuple[ToolSpec, ...]] = Field(default_factory=dict)
    """By agent, the tools of other servers that it may use."""
    erases_elsewhere: bool = False
    """An erasure first looks for what is still to come, and has other systems erase as well."""
    agents: dict[str, JsonValue] = Field(default_factory=dict)
    """Each agent's own limits by its slug, as JSON of its own model."""

    @property
    def digest(self) -> str:
        """The same for the same settings, whichever agents are enabled."""
        settings = self.model_dump_json(exclude={"enabled"})
        return sha256(settings.encode()).hexdigest()[:12]

    def of(self, slug: str, kind: type[AgentLimits]) -> AgentLimits:
        """An agent's own limits; its defaults where none were set."""
        return kind.model_validate(self.agents.get(slug) or {})


class Zone(Frozen):
    """A time zone as plain offsets, so that a workflow needs no zone data of its machine.

    ``offsets`` are (UTC moment from which it holds, minutes east of UTC), oldest first.
    """

    name: str = "UTC"
    offsets: tuple[tuple[datetime, int], ...] = ()

    def date_of(self, moment: datetime) -> date:
        """The date of a moment there; before the first offset, by the first one."""
        minutes = self.offsets[0][1] if self.offsets else 0
        for since, offset in self.offsets:
            if since > moment:
                break
            minutes = offset
        return (moment.astimezone(UTC) + timedelta(minutes=minutes)).date()


class ConversationState(StrEnum):
    IDLE = "idle"
    WORKING = "working"
    WAITING = "waiting"


PUBLISHED_STATES = (ConversationState.IDLE, ConversationState.WAITING)
"""What search attributes say: a chat that works keeps the state that it last rested in."""


class SeenIds(BaseModel):
    """The last message ids, oldest first, bounded by ``MAX_SEEN_IDS``."""

    ids: dict[str, None] = Field(default_factory=dict)

    def add(self, message_id: str) -> bool:
        """Remembers an id; False when it was known already."""
        if message_id in self.ids:
            return False
        self.ids[message_id] = None
        keep_newest(self.ids, MAX_SEEN_IDS)
        return True


MAX_NOTICES = 100
"""Notices remembered by what they stand in, for those that replace them."""


class ShownRefs(BaseModel):
    """Reply ids by the channel's own id of the messages they stand in, oldest first, bounded."""

    by_ref: dict[str, str] = Field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """By reply id, the tasks that a reply showed side by side; of the last such replies."""
    notices: dict[str, str] = Field(default_factory=dict)
    """The channel's own ids of the messages that notices stand in, by the ids of these."""

    def note_notice(self, notice: str, channel_ref: str) -> None:
        self.notices.pop(notice, None)
        self.notices[notice] = channel_ref
        keep_newest(self.notices, MAX_NOTICES)

    def note(self, shown: DeliveredReply, listed: tuple[str, ...] = ()) -> None:
        """A reply in several messages is found by any of them."""
        if listed:
            self.lists[shown.reply_id] = listed
        keep_newest(self.lists, MAX_LISTS)
        for ref in filter(None, shown.channel_ref.split(",")):
            self.by_ref[ref] = shown.reply_id
        keep_newest(self.by_ref, MAX_SHOWN_REFS)


class OpenQuestion(BaseModel):
    """A question put, or waiting to be put, to the person. ``reply`` says it again if need be."""

    id: str
    kind: str
    """The agent's own name of it."""
    reply: Reply
    put: bool = False
    """It is in the outbox or was shown."""
    said: bool = False
    """The person has seen it: only then an answer can be meant for it."""
    shown_at: datetime | None = None
    """When they saw it first, UTC; by the clock of the channel's process."""
    announced: bool = False
    """The person was told that it will come, as another one is open."""
    quiet: bool = False
    """As ``Question.quiet``."""
    kind_in_list: str = ""
    """As ``Question.kind_in_list``."""
    list_digest: str = ""
    """The digest of the list in which it stands; empty while it stands in none."""
    list_reply: Reply | None = None
    """Of the first question of a list, what says the list again."""
    repeated: bool = False
    """It was put again after something else was said; that is done once."""
    asked_at: datetime
    card: JsonValue = None
    """How its task is shown meanwhile, where the reply has no card."""

    @property
    def answer_kind(self) -> str:
        """The kind of question that an answer is read as."""
        return self.kind_in_list if self.list_digest else self.kind


class TaskRecord(BaseModel):
    """One run of an agent as the conversation keeps it. ``state`` is the agent's, as JSON text."""

    task_id: str
    agent: str
    number: int
    state: str = ""
    group: str | None = None
    """The message that opened it together with others (an album)."""
    question: OpenQuestion | None = None
    questions_asked: int = 0
    shown_question: str = ""
    """Digest of the question that the person saw last, until the task rests."""
    noted_question: str = ""
    """As of one that must wait, and of which the person was told."""
    asks_first: bool = False
    """The person turned to it, by a button or words: a question that is open waits for its own."""
    turn_number: int = 0
    resting: bool = False
    """A session: it rests until the next message."""
    rests_until: datetime | None = None
    let_go: bool = False
    """It goes on beside the chat, which is over for it."""
    from_file: bool = False
    """It was opened for a file that the person sent."""
    from_photo: bool = False
    """The file is a photo."""
    opened_by: str = ""
    """The task that opened it beside itself, for another thing that the same file shows."""
    outage_told: bool = False
    """It waits for the database, and the person knows."""
    injected: list[Injected] = Field(default_factory=list)
    """What was said to it and not yet taken in when the run was continued as new."""


class PendingNotes(BaseModel):
    """What is known of the texts that are not understood yet, by message id."""

    captions: dict[str, str] = Field(default_factory=dict)
    """The task of the file that a text came with."""
    listening: dict[str, Attachment] = Field(default_factory=dict)
    """Voice notes that are being listened to: their words are still to come."""
    replaced: dict[str, Message] = Field(default_factory=dict)
    """What a message said before it was edited."""
    parted: set[str] = Field(default_factory=set)
    """Texts behind which a file came: what follows may be about the file."""
    named: dict[str, tuple[TaskView, ...]] = Field(default_factory=dict)
    """Finished tasks that a text names and that are too old to be at hand."""
    overtaken: set[str] = Field(default_factory=set)
    """Texts whose tasks are older than a file's, though opened after it."""


class ToEnter(Frozen):
    """Words that may be for an agent that has nothing to do with the chat yet."""

    acts: tuple[Act, ...]
    message: Message


class Asked(Frozen):
    """A handler that a message asked for and that has done nothing yet: it can be begun anew."""

    agent: str
    details: JsonValue = None
    call: CallRequest | None = None
    """The tool that is to be called, in place of details."""
    press: ButtonPress | None = None
    """The button that the words press, in place of details."""
    number: int = 1
    """Which of the calls that the message asks for."""
    message: Message
    about: str | None = None
    edits: str = ""
    alone: bool = True
    """Nothing else was understood from the message."""
    agreed: bool = False
    """The person said yes to it when the words were quoted."""
    answers: bool = False
    """A model answers the person from the call's result, beside what is shown of it."""
    further: tuple[CallRequest, ...] = ()
    """Calls of the same message whose results belong to the same answer."""
    reads: bool = False
    """It only reads, and the message asks for something else: that is done first."""


class LastCall(Frozen):
    """A call of a tool that was carried out, and the calls that take it back; none if none can."""

    agent: str
    """Slug of the agent whose tool it is; empty for a setting, which is the platform's own."""
    taken_back_by: tuple[CallRequest, ...] = ()
    took_away: bool = False
    """Something is gone by it: "restore" means that."""


class Carried(BaseModel):
    """Everything that must survive continue-as-new. New fields get defaults."""

    seen: SeenIds = Field(default_factory=SeenIds)
    sent: SentMessages = Field(default_factory=SentMessages)
    shown: ShownRefs = Field(default_factory=ShownRefs)
    history: History = Field(default_factory=History)
    turned_away: SeenIds = Field(default_factory=SeenIds)
    """Ids of messages for which there was no room, and which were not sent again since."""
    untold: list[str] = Field(default_factory=list)
    """Words of those of them of which the person is still to be told."""
    authors: dict[str, str] = Field(default_factory=dict)
    """Who wrote the last messages of a group that shares all, by message id."""
    awaited: list[str] = Field(default_factory=list)
    """Ids of the messages whose senders are still to be told that they are dealt with."""
    inbox: list[Message] = Field(default_factory=list)
    """Messages that were received and not yet taken in."""
    pending: list[Message] = Field(default_factory=list)
    """Texts that were taken in and not yet understood."""
    session_messages: list[Message] = Field(default_factory=list)
    """The last messages whose words a task has as they are, and may pass on."""
    rerouted_messages: list[Message] = Field(default_factory=list)
    """Those of them that turned out to be for somebody else, to be understood."""
    rerouted_ids: list[str] = Field(default_factory=list)
    """Ids of the last ones that were passed on: once only."""
    notes: PendingNotes = Field(default_factory=PendingNotes)
    asked: list[Asked] = Field(default_factory=list)
    """Handlers that were broken off before they did anything, in the order of their messages."""
    outbox: list[Reply] = Field(default_factory=list)
    """Replies that were said and not yet shown; some may have been shown by a broken delivery."""
    unknown: list[Reply] = Field(default_factory=list)
    """Replies that the channel's version could not word yet: they are offered again."""
    again: bool = False
    """A delivery was broken off by continue-as-new."""
    reports: list[CaseReport] = Field(default_factory=list)
    """What workflows are still to be told of their notices."""
    drafts: list[KeepDraftRequest] = Field(default_factory=list)
    """Drafts that are still to be written."""
    tasks: list[TaskRecord] = Field(default_factory=list)
    question_queue: list[str] = Field(default_factory=list)
    """Ids of the tasks that have a question, in the order in which they may put it."""
    recent: list[TaskRecord] = Field(default_factory=list)
    """Finished tasks that can be corrected, newest last."""
    dropped_last: bool = False
    """What went last is one of ``dropped``, and not something saved that was taken back."""
    dropped: list[TaskView] = Field(default_factory=list)
    """The last tasks that were cancelled or not wanted, newest last."""
    kept: list[Shown] = Field(default_factory=list)
    """Drafts that can be resumed, newest last."""
    taken_back: list[list[Shown]] = Field(default_factory=list)
    """Finished tasks that were taken back, by what took them back together; newest last."""
    last_deleted_task: str = ""
    """The task whose deletion was asked for by its name, while nothing was changed since: an undo
    without a name brings it back."""
    tasks_started: int = 0
    sessions_started: int = 0
    """Tasks without a number are counted apart, so that numbers have no gaps."""
    to_enter: dict[str, ToEnter] = Field(default_factory=dict)
    """What agents get after a yes, by the id of its message, newest last."""
    asked_to_enter: str = ""
    """The id of the message that was asked about last, until something else is said."""
    asked_in_talk: bool = False
    """What was said last is a model's question in its own words: rules do not know what it asks, so
    that a model hears the next message."""
    offers: dict[str, Offer] = Field(default_factory=dict)
    """Purchases that agents told of and others may take up, by their refs, newest last."""
    noticed: list[str] = Field(default_factory=list)
    """Refs of those that the other agents have not looked at yet."""
    changed: list[str] = Field(default_factory=list)
    """Slugs of the agents that made changes which can be taken back, the newest last."""
    last_call: LastCall | None = None
    """The last change, where that was a call of a tool and no button takes it back."""
    turns: int = 0
    replies_said: int = 0
    changes_made: int = 0
    degraded: bool = False
    budget_told: date | None = None
    """The day (UTC) on which the person was told that a limit for the day is used up."""
    last_heard: datetime | None = None
    left: str = ""
    """Why the person is not on the line any more, as long as no task was told."""
    spoken: bool = False
    """The last words came while the person was on the line."""
    state: str = ""
    """``ConversationState`` as it was when it last changed."""
    state_since: datetime | None = None
    """Since when; UTC."""
    published: str = ""
    """What the search attributes say."""
    recalled: bool = False
    """The database was asked what it knows: task numbers cannot repeat earlier ones."""
    zone: Zone | None = None
    offered_preferences: list[str] = Field(default_factory=list)
    """Settings that were offered, or that the person chose: none is offered again."""
    unwritten_messages: list[Message] = Field(default_factory=list)
    """Messages for the transcript: the next delivery writes them."""
    unwritten_replies: list[DeliveredReply] = Field(default_factory=list)
    """What the transcript lacks because the database was away."""
    unrecorded_told: bool = False
    """The person knows that the transcript lacks what they said first."""
    continued: int = 0
    erase_question: str = ""
    """The question whether to delete everything, as long as it is open: its buttons name it."""
    erasing: bool = False
    """The person confirmed that everything is to be deleted, and it has not begun."""


class ConversationStart(BaseModel):
    """Input of the conversation workflow.

    ``person`` is what the channel knows: the first activity finds or makes the real one.
    """

    channel: str
    chat_id: str
    person: Person
    reply_queue: str
    """Task queue on which ``deliver`` runs: the channel process that holds this chat."""
    carried: Carried = Field(default_factory=Carried)


class PersonLeft(Frozen):
    """Nobody is on the line any more. ``reason``: ``caller``, ``silence``, ``limit``, ``operator``,
    ``transferred``, ``unanswered``, as a call's end is told.
    """

    reason: str = "caller"


class TaskStatus(Frozen):
    """``question`` is the agent's name of what it asks or waits to ask."""

    task_id: str
    agent: str
    number: int
    doing: str = ""
    shown: Shown | None = None
    missing: tuple[str, ...] = ()
    question: str | None = None
    place: Place | None = None


class FilesRead(Frozen):
    """Of several files that are shown together, how many need not be waited for any more."""

    read: int
    of: int


class ConversationStatus(Frozen):
    """Answer of the ``status`` query. Times are UTC."""

    state: ConversationState
    tasks: tuple[TaskStatus, ...] = ()
    waiting_for: str = ""
    open_question: Reply | None = None
    """The question that the person should see, with its buttons."""
    questions: tuple[str, ...] = ()
    """Ids of all questions that are open."""
    choices: tuple[Choice, ...] = ()
    since: datetime | None = None
    expires_at: datetime | None = None
    handled: tuple[str, ...] = ()
    """Ids of the last messages that were dealt with, oldest first."""
    turned_away: tuple[str, ...] = ()
    """Ids of the last messages for which there was no room: sent again, they are taken."""
    replies_pending: int = 0
    turns: int = 0
    degraded: bool = False
    files: FilesRead | None = None
    """None while there are not several."""


class BeginRequest(Frozen):
    """What a run asks first, in one activity. ``recall`` is False when it was recalled
    before: then only limits and the zone are wanted.
    """

    person: Person
    conversation_id: str
    recall: bool = True
    history: int = 20


class RecalledTask(Frozen):
    """A finished task that the database knows: ``card`` is its agent's own, as JSON."""

    task_id: str
    agent: str
    number: int = 0
    card: JsonValue = None


class RecalledDraft(Frozen):
    """A draft that can be resumed: ``state`` is its agent's own, as JSON text."""

    task_id: str
    agent: str
    state: str


class Recalled(Frozen):
    """What the database still knows of a conversation whose workflow has ended."""

    history: History = History()
    recent: tuple[RecalledTask, ...] = ()
    """Oldest first."""
    drafts: tuple[RecalledDraft, ...] = ()
    """Oldest first."""
    tasks_started: int = 0


class Begun(Frozen):
    """What a run starts with. ``recalled`` and the person's own settings are None while the
    database is away: then defaults hold, and numbers of tasks may come again.
    """

    limits: Limits = Limits()
    zone: Zone | None = None
    """The person's, with the offsets of the coming years; None when it could not be asked."""
    person: Person | None = None
    recalled: Recalled | None = None
    refused: bool = False
    """The person does not own the conversation: it must not go on."""
