"""What Steward says, as facts. The channel has the words, the language and the buttons' looks.

A reply never holds finished prose (but for a model's free answer), so texts may change, or be
translated, without touching a workflow.
"""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from pydantic import JsonValue

from domain.messages import ButtonPress, Frozen, Message


class Placement(StrEnum):
    """Where a channel that shows progress puts a reply."""

    RESULT = "result"
    """In the place of the progress message: it is what was being worked on."""
    ASIDE = "aside"
    """Below what it answers; what is being worked on goes on. Answers to commands and buttons."""


class Content(Frozen):
    """What one topic says, typed. There is one subclass for each topic; ``topic`` names it for
    good, with the slug of its agent (or ``conversation``) in front.
    """

    topic: ClassVar[str]
    placement: ClassVar[Placement] = Placement.RESULT

    @property
    def placed(self) -> Placement:
        """Where this very reply goes, when that depends on what it says."""
        return type(self).placement

    @property
    def asks(self) -> bool:
        """Whether it ends with a question in a model's own words."""
        return False

    @property
    def listed(self) -> tuple[str, ...]:
        """The finished tasks that it shows side by side, by their ids."""
        return ()

    @property
    def node(self) -> str:
        """Where in a call it is said, by the name of the place in the agent's graph."""
        return ""

    @property
    def heard_out(self) -> bool:
        """Whether it is the goodbye of a call: where it is read aloud, it counts as shown only when
        it was played, was broken off, or had the time to be played.
        """
        return False

    @property
    def hung_up(self) -> str:
        """How hanging up went (``success``, ``failed``), of what tells that a call is over; empty
        for all else. It is shown and not read aloud.
        """
        return ""


class Question(Content):
    """What all questions have in common. ``attempt`` counts from 1; ``noted``: the last answer
    changed something else; ``which``: the text must say which task it is about. The conversation
    sets these when it puts a question again.
    """

    quiet: ClassVar[bool] = False
    """It waits beside the others: it is put at once, never again, and keeps nobody from asking."""
    attempt: int = 1
    noted: bool = False
    which: bool = False

    @property
    def kind_in_list(self) -> str:
        """What a task is said to ask while its question stands in one list with others, by the
        agent's own name: a yes to it accepts what it proposes. Empty for what is put by itself.
        """
        return ""


class Choice(Frozen):
    """A button. ``label`` is a value to show as it is (a place, a name) or empty: then the channel
    words it from ``press.action``. ``undoes``: it takes back the change that its reply tells of, so
    that "undo" means that change while it is the newest. ``place``: the number that the reply's own
    list gives to what it stands for; 0 for none.
    """

    press: ButtonPress
    label: str = ""
    undoes: bool = False
    place: int = 0


class File(Frozen):
    """A stored file that goes with a reply, under the name that the person sees."""

    sha256: str
    name: str
    mime_type: str = "application/octet-stream"


class Reply(Frozen):
    """One thing to say. ``topic`` names the model that ``content`` is of, and its words.

    ``id`` is deterministic (``{task or conversation id}/r{n}``), so a channel can tell a repeated
    delivery from a new one.
    """

    id: str
    topic: str
    task_id: str | None = None
    """The task that it is about; what replies to it and buttons without a subject mean."""
    question: str | None = None
    """Id of the question that this puts, if it asks something; of a list, the first one's."""
    questions: tuple[str, ...] = ()
    """Of a list, the ids of all questions in it."""
    choices: tuple[Choice, ...] = ()
    content: JsonValue = None
    files: tuple[File, ...] = ()
    placement: Placement = Placement.RESULT
    listed: tuple[str, ...] = ()
    """Ids of the finished tasks that it shows side by side."""
    node: str = ""
    """As of its content; so are the next two."""
    heard_out: bool = False
    hung_up: str = ""
    notice: str = ""
    """Id of the notice that it brings, if it brings one that has an id."""
    reports_to: str = ""
    """As of a notice."""
    replaces: str = ""
    """As of a notice."""
    edits: str = ""
    """The channel's own id (``DeliveredReply.channel_ref``) of what is to be edited; empty: it is
    shown anew."""


class Notice(Frozen):
    """Something that an agent's own workflow, or an operator, says to the person through the chat.

    ``content`` is of the model that ``topic`` names. The same ``id`` twice is said once in a
    conversation; without one each is said.
    """

    id: str = ""
    topic: str
    content: JsonValue = None
    task_id: str | None = None
    choices: tuple[Choice, ...] = ()
    files: tuple[File, ...] = ()
    placement: Placement = Placement.ASIDE
    reports_to: str = ""
    """Id of the workflow that is told when it was shown, or that it cannot be (``NoticeShown``);
    empty for nobody."""
    replaces: str = ""
    """Id of an earlier notice that it stands in the place of: what was shown then is edited."""


NOTICE_SHOWN = "notice_shown"
"""Name of the signal that carries a ``NoticeShown``."""


class NoticeShown(Frozen):
    """What became of a notice. ``gone``: the person blocked the bot or the chat is deleted."""

    notice_id: str
    shown: bool
    gone: bool = False
    channel_ref: str = ""
    at: datetime | None = None


class CaseReport(Frozen):
    """What the workflow ``case`` is to be told of a notice."""

    case: str
    told: NoticeShown


class DeliveredReply(Frozen):
    """The words that were shown and the channel's own id of the message they stand in."""

    reply_id: str
    text: str
    channel_ref: str = ""
    unworded: bool = False
    """A plain failure stands in the place of its own words: nobody has seen what it asks."""
    at: datetime | None = None
    """When it was shown, UTC; None where that is not known."""


class Settlement(Frozen):
    """What awaited messages came to: all that is to be said about them is shown."""

    message_ids: tuple[str, ...]
    state: str
    """The conversation's: idle or waiting."""
    questions: tuple[str, ...] = ()
    """Ids of the questions that are open."""


class ChatFigures(Frozen):
    """How a conversation stands when replies are delivered: kept in its row, for operators."""

    begun_at: datetime
    """Of its first run; UTC."""
    turns: int
    """Messages of the person that were taken up."""
    agent: str
    """Slug of the agent that asks or spoke; ``supervisor`` for the conversation itself."""
    waits: bool
    """A question is open."""
    expires_at: datetime | None = None
    """When it ends if nothing more is heard; UTC."""


class Delivery(Frozen):
    """Replies for one chat, in order, delivered by one activity in the channel's process."""

    conversation_id: str
    channel: str
    chat_id: str
    user_id: str
    locale: str
    timezone: str
    replies: tuple[Reply, ...] = ()
    """None when it only brings the transcript up to date, or a settlement."""
    heard: tuple[Message, ...] = ()
    """Messages since the last delivery, for the transcript."""
    said: tuple[DeliveredReply, ...] = ()
    """Earlier replies that were shown but could not be written to the transcript."""
    recorded: bool = True
    """False for what must not stand in the transcript: that everything was deleted."""
    again: bool = False
    """An earlier delivery was broken off: what the transcript has is not shown again."""
    settlement: Settlement | None = None
    """None as long as more is to come."""
    figures: ChatFigures | None = None
    """None of what is no conversation's own turn, such as an erasure's last words."""


class Delivered(Frozen):
    replies: tuple[DeliveredReply, ...]
    at: datetime
    """UTC."""
    unwritten: tuple[str, ...] = ()
    """Ids of messages and replies of this delivery that are not in the transcript yet."""
    unknown: tuple[str, ...] = ()
    """Ids of replies whose topic this process does not know (yet): they were not shown."""
    recipient_gone: bool = False
    """The person blocked the bot or the chat is deleted: the conversation should end."""
