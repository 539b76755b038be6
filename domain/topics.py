"""What the conversation itself can say: one model for each topic. Each channel words them all.

Agents have theirs in ``agents/<slug>/replies.py``.
"""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from pydantic import Field

from domain.messages import Unusable
from domain.plain_text import is_question
from domain.preferences import PreferenceField, StillToCome
from domain.replies import Content, Placement, Question
from domain.tasks import Shown
from domain.understanding import Topic
from domain.usage import Budget, UsageOfPerson


class Start(Content):
    topic: ClassVar[str] = "conversation.start"
    placement: ClassVar[Placement] = Placement.ASIDE


class Help(Content):
    """``about`` is the task whose question is open, ``question`` its agent's name of it: help
    about that comes first. ``wanted`` names one thing that help is asked about.
    """

    topic: ClassVar[str] = "conversation.help"
    placement: ClassVar[Placement] = Placement.ASIDE
    about: Shown | None = None
    question: str = ""
    wanted: str = ""


OPEN = "open"
"""State of a chat in which nothing is to be done now, while something of it goes on elsewhere."""


class TaskLine(Shown):
    """A task as ``/status`` lists it."""

    doing: str = ""
    missing: tuple[str, ...] = ()
    """The agent's names of what is still needed."""
    queued: bool = False
    """It only waits until another question is answered."""
    asks: bool = False
    """It has a question, which is put or waits."""
    unread: bool = False
    """What stands on its photo is being found out."""


class Status(Content):
    topic: ClassVar[str] = "conversation.status"
    placement: ClassVar[Placement] = Placement.ASIDE
    state: str
    """``idle``, ``open``, ``working`` or ``waiting``."""
    agent: str = ""
    waiting_for: str = ""
    """The open question, by the name that ``agent`` gives it."""
    since: datetime | None = None
    """UTC, as ``expires_at``."""
    expires_at: datetime | None = None
    tasks: tuple[TaskLine, ...] = ()
    outage: bool = False
    """Something waits for the database."""
    drafts: tuple[Shown, ...] = ()
    """Kept, to be resumed; choices resume them."""


class Cancelled(Content):
    """``tasks`` were dropped; ``texts`` are the person's words that go with them: not understood
    yet, or not taken in by their task. ``working``: so many others go on. ``unread``: so many
    photos were dropped before anything was known of them.
    """

    topic: ClassVar[str] = "conversation.cancelled"
    by: str = "person"
    """``person`` or ``operator``."""
    reason: str = ""
    tasks: tuple[Shown, ...] = ()
    texts: tuple[str, ...] = ()
    working: int = 0
    unread: int = 0


class CancelledTooLate(Content):
    """It was done already when the cancel came; the choices take it back. ``unchanged``: it had
    been shown before, and only what was to be changed of it is dropped. ``working``: so many others
    go on.
    """

    topic: ClassVar[str] = "conversation.cancelled_too_late"
    task: Shown
    unchanged: bool = False
    working: int = 0


class KeptForLater(Content):
    """The person answers later: these are drafts now. Choices resume, where they are few."""

    topic: ClassVar[str] = "conversation.kept_for_later"
    tasks: tuple[Shown, ...]


class NothingToCancel(Content):
    topic: ClassVar[str] = "conversation.nothing_to_cancel"
    placement: ClassVar[Placement] = Placement.ASIDE


class ClosedByOperator(Content):
    """The workflow was cancelled. ``tasks`` are the drafts that went with it, ``texts`` the words
    that these had not taken in. What nobody heard is not named: it is answered after this.
    """

    topic: ClassVar[str] = "conversation.closed_by_operator"
    tasks: tuple[Shown, ...] = ()
    texts: tuple[str, ...] = ()


class StaleButton(Content):
    topic: ClassVar[str] = "conversation.stale_button"
    placement: ClassVar[Placement] = Placement.ASIDE


class NothingToUndo(Content):
    topic: ClassVar[str] = "conversation.nothing_to_undo"
    placement: ClassVar[Placement] = Placement.ASIDE


class NotReversible(Content):
    """The last change was a call that is not taken back by "undo"; or, with its ``number``, a
    finished task is one that cannot be corrected.
    """

    topic: ClassVar[str] = "conversation.not_reversible"
    placement: ClassVar[Placement] = Placement.ASIDE
    number: int = 0


class WhichOne(Content):
    """Of these tasks one is meant, and not said which. ``wanted`` is the ``PressAction`` that is to
    be done with it; the choices do it. None are there where nothing fits.
    """

    topic: ClassVar[str] = "conversation.which_one"
    placement: ClassVar[Placement] = Placement.ASIDE
    tasks: tuple[Shown, ...] = ()
    wanted: str

    @property
    def listed(self) -> tuple[str, ...]:
        done = self.wanted in {PressAction.EDIT, PressAction.UNDO}
        return tuple(task.task_id for task in self.tasks) if done else ()


class NotFound(Content):
    """What a message or a button is about is gone, or is not this person's. ``number`` is what a
    message called it by; ``replied``: the message replied to its card.
    """

    topic: ClassVar[str] = "conversation.not_found"
    placement: ClassVar[Placement] = Placement.ASIDE
    number: int = 0
    replied: bool = False


class NoDraft(Content):
    """Resume was pressed, but the draft was resumed before or is gone."""

    topic: ClassVar[str] = "conversation.no_draft"
    placement: ClassVar[Placement] = Placement.ASIDE


class Resumed(Content):
    topic: ClassVar[str] = "conversation.resumed"
    placement: ClassVar[Placement] = Placement.ASIDE
    task: Shown


class Expired(Content):
    """A day of silence: these drafts are kept. Choices resume them, one each."""

    topic: ClassVar[str] = "conversation.expired"
    tasks: tuple[Shown, ...]


class NotOffered(Content):
    """What these tasks are for is left out of what Steward does now (``AGENTS``): their drafts are
    kept. Choices resume them, one each, when it is offered again.
    """

    topic: ClassVar[str] = "conversation.not_offered"
    placement: ClassVar[Placement] = Placement.ASIDE
    tasks: tuple[Shown, ...] = ()


class Noted(Content):
    """What there are questions about that must wait. ``first``: the first of them follows now;
    ``later``: others go before.
    """

    topic: ClassVar[str] = "conversation.noted"
    tasks: tuple[Shown, ...]
    first: bool = False
    later: bool = False


class Degraded(Content):
    """One notice: the models do not answer, rules take over."""

    topic: ClassVar[str] = "conversation.degraded"
    placement: ClassVar[Placement] = Placement.ASIDE


class Failed(Content):
    """Something did not work. ``code`` is the ``AppError``'s, ``reason`` its English text; the
    choices try a task again.
    """

    topic: ClassVar[str] = "conversation.failed"
    code: str = "internal"
    reason: str = ""
    tasks: tuple[Shown, ...] = ()


class Unworded(Content):
    """In the place of a reply whose words broke again and again: ``deliver`` says it."""

    topic: ClassVar[str] = "conversation.unworded"


class TooMany(Content):
    """More than a chat may hold at once: ``what`` (``tasks``, ``messages``), at most ``limit``.
    ``texts`` are those that were not taken in.
    """

    topic: ClassVar[str] = "conversation.too_many"
    what: str
    limit: int
    texts: tuple[str, ...] = ()


class Unrecorded(Content):
    """The transcript cannot be written: more than ``limit`` lines wait, so the oldest are let go.
    Said once, until it is written again.
    """

    topic: ClassVar[str] = "conversation.unrecorded"
    placement: ClassVar[Placement] = Placement.ASIDE
    limit: int


class TooLong(Content):
    topic: ClassVar[str] = "conversation.too_long"


class Empty(Content):
    topic: ClassVar[str] = "conversation.empty"


class Unsupported(Content):
    """What came and cannot be used: an ``Unusable``, or ``voice``."""

    topic: ClassVar[str] = "conversation.unsupported"
    what: str = Unusable.OTHER.value
    code: str = ""
    reason: str = ""


class VoiceHeard(Content):
    """What a voice note was understood to say."""

    topic: ClassVar[str] = "conversation.heard"
    text: str


class EditUnknown(Content):
    """A message was edited of which nothing is known any more: nothing was changed."""

    topic: ClassVar[str] = "conversation.edit_unknown"
    placement: ClassVar[Placement] = Placement.ASIDE


class Preference(Content):
    """``tasks``: those that go on or rest, where the language is another one now."""

    topic: ClassVar[str] = "conversation.preference"
    placement: ClassVar[Placement] = Placement.ASIDE
    field: PreferenceField
    before: str
    after: str
    tasks: tuple[Shown, ...] = ()


class AskPreference(Content):
    """``refused`` is a value that is none, ``offered`` one that seems to be the person's. Choices:
    subject = the field, value = label = a code.
    """

    topic: ClassVar[str] = "conversation.ask_preference"
    placement: ClassVar[Placement] = Placement.ASIDE
    field: PreferenceField
    current: str
    refused: str = ""
    offered: str = ""


class Usage(Content):
    topic: ClassVar[str] = "conversation.usage"
    placement: ClassVar[Placement] = Placement.ASIDE
    usage: UsageOfPerson


class BudgetUsedUp(Content):
    """The models are left out until midnight UTC; said once a day."""

    topic: ClassVar[str] = "conversation.budget_used_up"
    placement: ClassVar[Placement] = Placement.ASIDE
    whose: Budget


class Privacy(Content):
    topic: ClassVar[str] = "conversation.privacy"
    placement: ClassVar[Placement] = Placement.ASIDE
    retention_days: int | None = None


class AskErase(Content):
    """Before everything of this person is deleted; choices erase, keep_data."""

    topic: ClassVar[str] = "conversation.ask_erase"
    placement: ClassVar[Placement] = Placement.ASIDE
    still_to_come: tuple[StillToCome, ...] = ()


class AskRemoteCall(Question):
    """Before a tool of another server does what may not be taken back. ``arguments`` is the JSON of
    exactly what it will be given.
    """

    topic: ClassVar[str] = "conversation.ask_remote_call"
    tool: str
    arguments: str = "{}"


class AskToEnter(Content):
    """Whether what was said is for an agent that has nothing to do with the chat yet, or is to
    change what one has done (``changes``); its words are quoted. Choices enter, leave.
    """

    topic: ClassVar[str] = "conversation.ask_to_enter"
    agent: str
    quote: str
    changes: Shown | None = None


class NotEntered(Content):
    """It was not for that agent: nobody was told of it."""

    topic: ClassVar[str] = "conversation.not_entered"


class EraseKept(Content):
    topic: ClassVar[str] = "conversation.erase_kept"
    placement: ClassVar[Placement] = Placement.ASIDE


class Erasing(Content):
    """Whatever was worked on has ended with this, so it takes that one's place."""

    topic: ClassVar[str] = "conversation.erasing"


class Erased(Content):
    """How much was deleted, by kind: ``messages``, ``files``, and what each agent counts."""

    topic: ClassVar[str] = "conversation.erased"
    placement: ClassVar[Placement] = Placement.ASIDE
    counts: dict[str, int] = Field(default_factory=dict)
    kept_by: tuple[str, ...] = ()
    """Other systems that still have something of the person."""


class GeneralAnswer(Content):
    """A model's own words: data, escaped by the channel."""

    topic: ClassVar[str] = "general.answer"
    placement: ClassVar[Placement] = Placement.ASIDE
    text: str

    @property
    def asks(self) -> bool:
        return is_question(self.text)


class GeneralTopic(Content):
    """What rules have to say: the honest answer of an engine without free speech."""

    topic: ClassVar[str] = "general.topic"
    placement: ClassVar[Placement] = Placement.ASIDE
    about: Topic


class PressAction(StrEnum):
    """The platform's buttons. ``ButtonPress.subject`` is a question id for the first group, a task
    id for the second. Agents have buttons of their own: ``{slug}.{action}``.
    """

    ANSWER = "answer"
    """value = the chosen value"""
    DROP = "drop"
    KEEP = "keep"
    YES = "yes"
    """To ``confirm``; value = the digest of what was shown."""
    NO = "no"

    EDIT = "edit"
    UNDO = "undo"
    """value = the change that the card shows; without one, whatever the last change is"""
    RESTORE = "restore"
    RESUME = "resume"
    RETRY = "retry"

    OFFER = "offer"
    """subject = what a ``Purchase`` is called, value = the slug of the agent that takes it up"""

    ENTER = "enter"
    """subject = the id of the message that an agent is to get"""
    LEAVE = "leave"

    SAY = "say"
    """value = words; a channel sends them as the person's own, so no conversation sees the press"""

    PREFER = "prefer"
    """subject = a ``PreferenceField``, value = a code"""
    ERASE = "erase"
    KEEP_DATA = "keep_data"
    AGREE = "agree"
    """To the text on consent; value = its digest. No conversation sees it, nor the next one"""
    DECLINE = "decline"


CONTENTS: tuple[type[Content], ...] = (
    Start, Help, Status, Cancelled, CancelledTooLate, KeptForLater, NothingToCancel,
    ClosedByOperator, StaleButton, NothingToUndo, NotReversible, WhichOne, NotFound, NoDraft,
    Resumed, Expired, Noted, Degraded,
    Failed, Unworded, NotOffered, TooMany, Unrecorded, TooLong, Empty, Unsupported, VoiceHeard,
    EditUnknown, AskToEnter, NotEntered, Preference, AskPreference, Usage, BudgetUsedUp, Privacy,
    AskErase, EraseKept,
    Erasing, Erased, GeneralAnswer, GeneralTopic, AskRemoteCall,
)  # fmt: skip
"""Every topic of the platform; a test finds one without words."""
