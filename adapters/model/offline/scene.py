"""One message with all that its meaning may depend on."""

from datetime import date
from typing import NamedTuple

from domain.agents.transaction import CARD
from domain.understanding import Act, ActKind, Mention, Person, Said, TaskPhase, TaskView


class Scene(NamedTuple):
    """A message, the tasks it may concern, and the acts of the messages before it."""

    said: Said
    text: str
    person: Person
    today: date
    tasks: tuple[TaskView, ...]
    open_question: str | None
    earlier: list[Act]
    """Acts of the messages before it, which it may still change."""

    def act(
        self, kind: ActKind, reason: str, *mentions: Mention, task: TaskView | None = None
    ) -> Act:
        opening = kind is ActKind.EXPENSE
        return Act(
            kind=kind,
            message_ids=(self.said.message_id,),
            agent=CARD.slug if opening else "",
            task_id=task.task_id if task else None,
            mentions=mentions,
            reason=reason,
        )

    def task(self, task_id: str | None) -> TaskView | None:
        return next((t for t in self.tasks if t.task_id == task_id), None)

    @property
    def replied(self) -> TaskView | None:
        return self.task(self.said.reply_to_task)

    @property
    def asked(self) -> TaskView | None:
        return (
            self.replied
            if self.replied and self.replied.question
            else self.task(self.open_question)
        )

    def latest(self, *phases: TaskPhase) -> TaskView | None:
        return next((t for t in reversed(self.tasks) if t.phase in phases), None)

    @property
    def under_way(self) -> TaskView | None:
        """The unfinished task that a message is most likely about."""
        return (
            self.replied
            or self.asked
            or self.latest(TaskPhase.WORKING)
            or self.latest(TaskPhase.WAITING)
        )

    @property
    def to_drop(self) -> TaskView | None:
        """What "forget it" is about: of the work going on and an older question, the work."""
        working, asked = self.latest(TaskPhase.WORKING), self.asked
        if self.replied is not None or working is None or asked is None:
            return self.under_way
        return max(working, asked, key=self.tasks.index)

    @property
    def stated_before(self) -> Act | None:
        last = self.earlier[-1] if self.earlier else None
        return (
            last
            if last is not None and last.kind is ActKind.EXPENSE and not self.said.reply_to_task
            else None
        )
