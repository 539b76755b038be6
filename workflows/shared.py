"""What all parts of one conversation share: its input, its state, its clock and its ids."""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypeVar

from pydantic import JsonValue
from temporalio import workflow

from domain.conversation import (
    Asked,
    Begun,
    Carried,
    ConversationStart,
    Limits,
    OpenQuestion,
    Zone,
    conversation_id,
)
from domain.history import Entry
from domain.messages import Attachment, ButtonPress, MediaKind, Message
from domain.replies import Choice
from domain.sent import Told
from domain.tasks import Shown
from domain.topics import PressAction
from domain.understanding import Person
from workflows.activity_calls import Caller
from workflows.turns import Turns

EVIDENCE_LENGTH = 120

SHORTEST = timedelta(milliseconds=1)
"""Of a timer."""

MAX_CHANGED = 50
"""Changes of which is known whose they are, for "undo"."""

_TASK_ID = re.compile(r"/(?P<agent>[a-z_]+)/(?P<number>s?\d+)(-\w+)?$")
"""A task id is ``{conversation_id}/{agent}/{n}-{life}``, with ``s{n}`` where tasks have no number
that people see: the life of a conversation from its first
message to its end is told by the end of its first run's id.
"""

_LIFE_LENGTH = 6
"""Enough to tell lives apart in which a number came again; buttons have few bytes."""


MAX_SESSION_MESSAGES = 10
MAX_AUTHORS = 100
"""Messages that a task may still pass on."""

Answer = TypeVar("Answer")
Other = TypeVar("Other")


def soundly(asked: Callable[[], Answer], otherwise: Other) -> Answer | Other:
    """What an agent says of itself. A defect in that must not keep others from being answered."""
    try:
        return asked()
    except Exception:  # noqa: BLE001 - whatever it is
        workflow.logger.exception("agent.defect")
        return otherwise


@dataclass(eq=False)
class QueuedHandler:
    """A handler that takes its turn among those of its agent."""

    agent: str
    asked: Asked | None = None
    """With what it can be begun anew; None when it is waited for instead."""
    task: "asyncio.Task[None] | None" = None
    begun: bool = False
    """It did something that must not be done twice."""
    settled: bool = False
    """What it heard is handed on, or concerns no task."""

    @property
    def can_break_off(self) -> bool:
        return self.asked is not None and not self.begun


class Session:
    """One conversation. ``state`` is everything that continue-as-new carries over."""

    def __init__(self, start: ConversationStart) -> None:
        self.start = start
        self.state: Carried = start.carried
        self.caller = Caller(start.reply_queue, start.person.user_id)
        self.turns = Turns(start.channel)
        self.settings = ""
        """Digest of the limits, made where these change: they may be long."""
        self.questions: dict[str, OpenQuestion] = {}
        """Open questions by their ids: the outbox notes which of them the person has seen."""
        self.queued_handlers: list[QueuedHandler] = []
        """Of the agents' handlers that run one at a time, in the order in which they were asked."""
        self.speaks = ""
        """The language of what was understood last, where it is not the person's."""
        self.heard = 0
        """Counts the messages of this run: whoever waits for silence looks at this."""
        self.let_in: datetime | None = None
        """Of the messages that came too fast, those up to here may be taken up. Only a timer
        moves it on.
        """
        self.changed = 0
        """Counts what an operator may want to see; whoever shows it looks at this alone."""
        self.messages_before: dict[str, tuple[str, ...]] = {}
        """Ids of the messages that a model thought about when this one was carried out."""
        run_id = workflow.info().first_execution_run_id
        self._run, self._life = run_id[:8], run_id[-_LIFE_LENGTH:]

    @property
    def conversation_id(self) -> str:
        return conversation_id_of(self.start)

    @property
    def person(self) -> Person:
        return self.start.person

    @property
    def limits(self) -> Limits:
        return self.caller.limits

    def begin(self, begun: Begun) -> None:
        """Takes what a run starts with: today's settings, and the person as stored."""
        self.caller.limits = begun.limits
        self.settings = begun.limits.digest
        self.adopt(begun.person or self.person, begun.zone)

    def take_settings(self, limits: JsonValue) -> None:
        """Today's, where a worker said that they are others. Which agents are served is for
        ``serve``: something is to be done about it.
        """
        if limits is not None:
            today = Limits.model_validate(limits)
            self.caller.limits = today.model_copy(update={"enabled": self.limits.enabled})
            self.settings = today.digest

    def serve(self, slugs: tuple[str, ...]) -> None:
        """From now on these agents are served: a worker said so."""
        self.caller.limits = self.limits.model_copy(update={"enabled": slugs})

    def adopt(self, person: Person, zone: Zone | None) -> None:
        """The person as stored, or as they just set something: it counts from the next reply on."""
        self.start = self.start.model_copy(update={"person": person})
        self.state.zone = zone or self.state.zone

    def hear(self, message: Message) -> bool:
        """A message came; False when it was seen before."""
        if not self.state.seen.add(message.id):
            return False
        self.state.turned_away.ids.pop(message.id, None)
        self.state.last_heard = workflow.now()
        self.heard += 1
        if message.awaited:
            self.state.awaited.append(message.id)
        if message.author_id:
            authors = [*self.state.authors.items(), (message.id, message.author_id)]
            self.state.authors = dict(authors[-MAX_AUTHORS:])
        self.turns.begin(message.id, message.not_before)
        return True

    def turn_away(self, message: Message) -> None:
        """There is no room for it: sent again, it is taken. Of one that was taken in nothing is
        noted.
        """
        if message.id not in self.state.seen.ids and self.state.turned_away.add(message.id):
            self.state.untold.append(evidence_of(message) or "📎")

    def remember_session_message(self, message: Message) -> None:
        """A task has the words of this message as they are."""
        self.state.session_messages = [*self.state.session_messages, message][
            -MAX_SESSION_MESSAGES:
        ]

    def pass_on(self, text: str, part: str = "") -> str:
        """Gives the message of these words, or the ``part`` of them, to whoever else it is for.
        Returns its id; nothing where it was passed on before, or is not known any more.
        """
        state = self.state
        meant = [
            m for m in state.session_messages if m.text == text and m.id not in state.rerouted_ids
        ]
        if not meant:
            return ""
        state.session_messages.remove(meant[-1])
        state.rerouted_ids = [*state.rerouted_ids, meant[-1].id][-MAX_SESSION_MESSAGES:]
        passed = meant[-1].model_copy(update={"text": part}) if part else meant[-1]
        state.rerouted_messages.append(passed)
        self.touch()
        return passed.id

    def touch(self) -> None:
        """Something changed that an operator may want to see."""
        self.changed += 1

    def _unsettled(self, opened_by: str | None, passed_on: Iterable[str]) -> bool:
        """Whether something said may still concern a task that is about to decide: not what its
        own message has overtaken, and not what the task itself has passed on.
        """
        before = {*self.messages_before.get(opened_by or "", ()), *passed_on}
        if any(message.id not in before for message in self.state.pending):
            return True
        if not self.limits.context_injection:
            return False  # words wait until the task has ended
        return any(m.command is None and not m.waits(self.let_in) for m in self.state.inbox)

    def unsettled_for(
        self, agent: str, opened_by: str | None, passed_on: Iterable[str] = ()
    ) -> bool:
        """Whether something said may still concern a task of this agent, which a message opened; a
        handler of it may hand something on, too.
        """
        return self._unsettled(opened_by, passed_on) or any(
            each.agent == agent and not each.settled for each in self.queued_handlers
        )

    def shown_task(self, number: int) -> str | None:
        """The task with this number of which was spoken last, by the replies that are known."""
        tasks = map(task_of_reply, reversed(self.state.shown.by_ref.values()))
        return next((task for task in tasks if number_of(task) == str(number)), None)

    def now(self) -> datetime:
        """The workflow's own clock, UTC. It says when something was and for how long a timer is
        set, and decides nothing (docs/adr/0046).
        """
        return workflow.now()

    def left_until(self, moment: datetime) -> timedelta:
        """For how long to set a timer; never so short that there would be none."""
        return max(moment - workflow.now(), SHORTEST)

    def today(self) -> date:
        """The person's own date."""
        return self.date_of(workflow.now())

    def date_of(self, moment: datetime) -> date:
        """The date of a moment where the person lives."""
        return (self.state.zone or Zone()).date_of(moment)

    def tell(self, ref: str, told: Told) -> None:
        """Notes what a message told of a task, for the case that it is edited."""
        self.state.sent.tell(ref, told)

    def history(self) -> tuple[Entry, ...]:
        """Every entry that is not in the summary, so that nothing is in neither."""
        return tuple(self.state.history.entries)

    def note_changes(self, choices: Sequence[Choice], subject: str | None = None) -> None:
        """Notes whose change it is that a reply offers to take back; ``subject`` is the reply's."""
        subjects = (
            (subject or "") if choice.undoes else choice.press.subject
            for choice in choices
            if choice.undoes or choice.press.action == PressAction.UNDO
        )
        slugs = [slug for subject in subjects if (slug := agent_of(subject))]
        self.state.changed = [*self.state.changed, *slugs][-MAX_CHANGED:]
        if slugs:
            self.state.last_deleted_task, self.state.last_call = "", None

    def forget_changes(self, slug: str, number: int) -> None:
        """So many of the newest changes of an agent are taken back."""
        for _ in range(min(number, self.state.changed.count(slug))):
            at = len(self.state.changed) - 1 - self.state.changed[::-1].index(slug)
            del self.state.changed[at]

    def listed_by(self, message: Message) -> tuple[str, ...]:
        """The tasks that the reply shows side by side which the message replies to."""
        return self.state.shown.lists.get(message.reply_to or "", ())

    def next_reply_id(self, subject: str) -> str:
        """Unique over all runs of this conversation: the transcript drops ids it knows."""
        self.state.replies_said += 1
        return f"{subject}/r{self.state.replies_said}-{self._run}"

    def next_change_id(self, task_id: str) -> str:
        """Idempotency key of a change or undo: unique over all runs of this conversation."""
        self.state.changes_made += 1
        return f"{task_id}/c{self.state.changes_made}-{self._run}"

    def reserve_numbers(self, count: int) -> int:
        """So many numbers that no task gets; the first of them."""
        first = self.state.tasks_started + 1
        self.state.tasks_started += count
        return first

    def next_task(self, agent: str, *, numbered: bool = True) -> tuple[str, int]:
        """Id and number of the next task; 0 for one without a number.

        The id is the idempotency key of what the task writes, and buttons in a chat name it for
        years. A number may come again (after a restore from a backup, after everything was
        deleted, or when the database could not be asked for earlier ones); the id never does.
        """
        if not numbered:
            self.state.sessions_started += 1
            count = self.state.sessions_started
            return f"{self.conversation_id}/{agent}/s{count}-{self._life}", 0
        number = self.reserve_numbers(1)
        return self.task_id(agent, number), number

    def task_id(self, agent: str, number: int) -> str:
        return f"{self.conversation_id}/{agent}/{number}-{self._life}"

    def give_back(self, number: int) -> None:
        """A number that was reserved and is not needed; a gap stays where the next was given."""
        if self.state.tasks_started == number:
            self.state.tasks_started -= 1


async def comes_true(condition: Callable[[], bool], within: timedelta | None, summary: str) -> bool:
    """Waits for a condition; False when ``within`` went by instead. ``summary`` is what operators
    read at the timer.
    """
    try:
        await workflow.wait_condition(condition, timeout=within, timeout_summary=summary)
    except asyncio.TimeoutError:  # noqa: UP041 - the SDK raises asyncio's
        return False
    return True


def conversation_id_of(start: ConversationStart) -> str:
    """The workflow id of the conversation that starts so."""
    return conversation_id(start.channel, start.chat_id)


def task_of_reply(reply_id: str) -> str:
    """The task (or conversation) that a reply id belongs to."""
    return reply_id.rpartition("/r")[0]


def agent_of(task_id: str) -> str:
    """The slug in a task id; empty for anything else."""
    found = _TASK_ID.search(task_id)
    return found["agent"] if found is not None else ""


def number_of(task_id: str) -> str:
    """The number in a task id, as people see it; empty for anything else."""
    found = _TASK_ID.search(task_id)
    number = found["number"] if found is not None else ""
    return number if number.isdecimal() else ""


def label_of(messages: Sequence[Message]) -> str:
    """Messages for operators, without a word of them: what they are and the ends of their ids,
    which a signal's input has, as in ``photo 42`` and ``text and voice 42 to 44``.
    """
    first, last = (each.id.rpartition(":")[2] for each in (messages[0], messages[-1]))
    kinds = kinds_of(messages)
    return f"{kinds} {first}" if first == last else f"{kinds} {first} to {last}"


def kinds_of(messages: Sequence[Message]) -> str:
    """Each kind of these messages once, as operators read it."""
    return " and ".join(dict.fromkeys(kind_of(each) for each in messages))


def kind_of(message: Message) -> str:
    """What a message is, as operators read it."""
    if message.press is not None:
        return "press"
    if message.call is not None:
        return "program's call"
    if message.command is not None:
        return "command"
    if message.edits:
        return "edit"
    if message.attachments:
        return _KIND_NAMES.get(message.attachments[0].kind, "file")
    return "voice" if message.spoken else "text"


_KIND_NAMES = {MediaKind.IMAGE: "photo", MediaKind.AUDIO: "voice"}


def replied_task(message: Message) -> str | None:
    """The task whose card or question the person replied to; None for anything else."""
    subject = task_of_reply(message.reply_to) if message.reply_to else ""
    return subject if agent_of(subject) else None


def buttons(action: PressAction, tasks: Sequence[Shown]) -> list[Choice]:
    """The same button for each of several tasks."""
    return [Choice(press=ButtonPress(action=action, subject=task.task_id)) for task in tasks]


def evidence_of(message: Message) -> str:
    """The person's own words on one line, shortened. What a group shares is kept without the words
    of its members: they are the members' to delete.
    """
    if message.author_id:
        return ""
    text = " ".join(message.text.split())
    return text if len(text) <= EVIDENCE_LENGTH else text[: EVIDENCE_LENGTH - 1] + "…"


def readable(message: Message) -> list[Attachment]:
    """The files that a task may be about; recordings become words."""
    return [a for a in message.attachments if a.kind is not MediaKind.AUDIO]
