"""One message with all that its meaning may depend on."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

from pydantic import JsonValue

from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, Kind, Meaning, QuestionKind
from domain.understanding import Person, Said, TaskPhase


class Scene(NamedTuple):
    """A message, the tasks it may concern, and the acts of the messages before it."""

    said: Said
    text: str
    person: Person
    today: date
    tasks: tuple[ExpenseTask, ...]
    open_question: str | None
    earlier: list[Meaning]
    """Acts of the messages before it, which it may still change."""
    dropped: tuple[ExpenseTask, ...] = ()
    deleted: tuple[ExpenseTask, ...] = ()
    before: tuple[str, ...] = ()
    """What the person said shortly before it, the last at the end."""
    shown: str = ""
    """The expense that the newest answer shows, by its id, however old it is."""
    looked_up: Mapping[str, JsonValue] = MappingProxyType({})
    """Facts that features looked up for the rules, by name."""
    day_about: date | None = None
    """About when it was, of a new expense whose text was read without these words: "last week"."""

    def act(
        self, kind: Kind, reason: str, *mentions: Mention, task: ExpenseTask | None = None
    ) -> Meaning:
        return Meaning(
            kind=kind,
            message_ids=(self.said.message_id,),
            task_id=task.task_id if task else None,
            mentions=mentions,
            reason=reason,
        )

    def task(self, task_id: str | None) -> ExpenseTask | None:
        return next((t for t in self.tasks if t.task_id == task_id), None)

    @property
    def replied(self) -> ExpenseTask | None:
        return self.task(self.said.reply_to_task)

    @property
    def asked(self) -> ExpenseTask | None:
        return (
            self.replied
            if self.replied and self.replied.question
            else self.task(self.open_question)
        )

    @property
    def must_answer(self) -> ExpenseTask | None:
        """The task whose question is put; a proposal waits, whatever is said."""
        task = self.asked
        return None if task is None or task.question is QuestionKind.PROPOSAL else task

    def latest(self, *phases: TaskPhase) -> ExpenseTask | None:
        return next((t for t in reversed(self.tasks) if t.phase in phases), None)

    @property
    def under_way(self) -> ExpenseTask | None:
        """The unfinished task that a message is most likely about."""
        if self.replied or self.asked or not self.is_reading_several:
            return (
                self.replied
                or self.asked
                or self.latest(TaskPhase.WORKING)
                or self.latest(TaskPhase.WAITING)
            )
        return None

    @property
    def is_reading_several(self) -> bool:
        """Whether several files are read, as an album: no words say which of them is meant."""
        working = [task for task in self.tasks if task.phase is TaskPhase.WORKING]
        return sum(task.known.amount is None for task in working) > 1

    @property
    def newest(self) -> ExpenseTask | None:
        """Of the work going on and the question that is put, what was begun last."""
        working, asked = self.latest(TaskPhase.WORKING), self.asked
        if self.replied is not None or working is None or asked is None:
            return self.under_way
        return max(working, asked, key=self.tasks.index)

    @property
    def stated_before(self) -> Meaning | None:
        last = self.earlier[-1] if self.earlier else None
        return (
            last
            if last is not None and last.kind is Kind.EXPENSE and not self.said.reply_to_task
            else None
        )
