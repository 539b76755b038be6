"""What all parts of one conversation share: its input, its state, its clock and its ids."""

import re
from datetime import date, datetime
from zoneinfo import ZoneInfo

from temporalio import workflow

from domain.conversation import Carried, ConversationStart, conversation_id
from domain.history import Entry
from domain.messages import Message
from domain.sent import Told
from domain.understanding import Mention, Person
from workflows.turns import Turns

EVIDENCE_LENGTH = 120

_TASK_ID = re.compile(r"/[a-z_]+/\d+(-\w+)?$")
"""A task id is ``{conversation_id}/{agent}/{n}``."""


class Session:
    """One conversation. ``state`` is everything that continue-as-new carries over."""

    def __init__(self, start: ConversationStart) -> None:
        self.start = start
        self.state: Carried = start.carried
        self.limits = start.limits
        self.turns = Turns(start.channel)
        self._run = workflow.info().first_execution_run_id[:8]
        self._zone = ZoneInfo(start.person.timezone)

    @property
    def conversation_id(self) -> str:
        return conversation_id(self.start.channel, self.start.chat_id)

    @property
    def person(self) -> Person:
        return self.start.person

    def hear(self, message_id: str) -> None:
        """A message came."""
        self.state.last_heard = workflow.now()
        self.turns.begin(message_id)

    def adopt(self, person: Person) -> None:
        """The person set something for themselves: it counts from the next reply on."""
        self.start = self.start.model_copy(update={"person": person})
        self._zone = ZoneInfo(person.timezone)

    def now(self) -> datetime:
        """The workflow's own clock, UTC."""
        return workflow.now()

    def today(self) -> date:
        """The person's own date."""
        return self.date_of(workflow.now())

    def date_of(self, moment: datetime) -> date:
        """The date of a moment where the person lives."""
        return moment.astimezone(self._zone).date()

    def tell(
        self, ref: str, task_id: str, mention: Mention | None = None, *, context: bool = False
    ) -> None:
        """Notes what a message told of a task, for the case that it is edited."""
        told = Told(task_id=task_id, mention=mention or Mention(), context=context)
        self.state.sent.tell(ref, told)

    def history(self) -> tuple[Entry, ...]:
        """Every entry that is not in the summary, so that nothing is in neither."""
        return tuple(self.state.history.entries)

    def next_reply_id(self, subject: str) -> str:
        """Unique over all runs of this conversation: the transcript drops ids it knows."""
        self.state.replies_said += 1
        return f"{subject}/r{self.state.replies_said}-{self._run}"

    def next_change_id(self, task_id: str) -> str:
        """Idempotency key of a correction or undo: unique over all runs of this conversation."""
        self.state.changes_made += 1
        return f"{task_id}/c{self.state.changes_made}-{self._run}"

    def next_task(self, agent: str) -> tuple[str, int]:
        """Id and number of the next task.

        While the database could not be asked for earlier numbers, the run's own id keeps the task
        id from repeating one: it is the idempotency key of a saved row.
        """
        self.state.tasks_started += 1
        number = self.state.tasks_started
        suffix = "" if self.state.recalled else f"-{self._run}"
        return f"{self.conversation_id}/{agent}/{number}{suffix}", number


def task_of_reply(reply_id: str) -> str:
    """The task (or conversation) that a reply id belongs to."""
    return reply_id.rpartition("/r")[0]


def replied_task(message: Message) -> str | None:
    """The task whose card or question the person replied to; None for anything else."""
    subject = task_of_reply(message.reply_to) if message.reply_to else ""
    return subject if _TASK_ID.search(subject) else None


def evidence_of(message: Message) -> str:
    """The person's own words on one line, shortened."""
    text = " ".join(message.text.split())
    return text if len(text) <= EVIDENCE_LENGTH else text[: EVIDENCE_LENGTH - 1] + "…"
