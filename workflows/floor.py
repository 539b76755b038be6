"""Only one question is open to the person at a time; the others wait for the floor."""

from collections.abc import Callable

from domain.conversation import TaskRecord
from workflows.outbox import Outbox
from workflows.session import Session


class Floor:
    """The queue of tasks that have a question. The first one's is (or will be) put."""

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._session = session
        self._outbox = outbox
        self._records: dict[str, TaskRecord] = {
            record.task_id: record for record in session.state.tasks if record.question
        }
        self._digressed = False
        self._kept_for: str | None = None
        self.held_back: Callable[[TaskRecord], bool] = lambda _: False
        """Whether a task must not ask yet (its album is still being read)."""
        self.wants_to_ask: Callable[[TaskRecord], None] = lambda _: None
        """Is told of every task that has a question, also while another one is open."""

    def request(self, record: TaskRecord) -> None:
        """Queues a task's question; a task that is queued already keeps its place."""
        self._records[record.task_id] = record
        self.wants_to_ask(record)
        floor = self._session.state.floor
        if self._kept_for == record.task_id:
            floor.insert(0, record.task_id)
            self._kept_for = None
        elif record.task_id not in floor:
            floor.append(record.task_id)
        self.advance()

    def answered(self, task_id: str) -> None:
        """Something was said to the task. If its question was open, it keeps the floor.

        What comes of the answer is said before another task asks.
        """
        holder = self.holder
        if holder is not None and holder.task_id == task_id:
            self._kept_for = task_id
            self._digressed = False
        self._forget(task_id)

    def release(self, task_id: str) -> None:
        """The task has ended, or takes long: the next question is put."""
        if self._kept_for == task_id:
            self._kept_for = None
        self._forget(task_id)
        self.advance()

    def _forget(self, task_id: str) -> None:
        self._records.pop(task_id, None)
        if task_id in self._session.state.floor:
            self._session.state.floor.remove(task_id)

    @property
    def holder(self) -> TaskRecord | None:
        """The task whose question the person sees now."""
        first = next(iter(self._queue()), None)
        return first if first and first.question and first.question.said else None

    def _queue(self) -> list[TaskRecord]:
        return [self._records[t] for t in self._session.state.floor if t in self._records]

    def advance(self) -> None:
        """Puts the first question that may be put, unless one is open."""
        if self.holder is not None or self._kept_for is not None:
            return
        ready = [r for r in self._queue() if r.question and not self.held_back(r)]
        if not ready:
            return
        record = ready[0]
        floor = self._session.state.floor
        floor.remove(record.task_id)
        floor.insert(0, record.task_id)
        self._put(record, again=False)

    def digressed(self, task_id: str | None = None) -> None:
        """Something else was said while a question is open."""
        holder = self.holder
        if holder is not None and holder.task_id != task_id:
            self._digressed = True

    @property
    def interrupted(self) -> bool:
        """Whether the open question should be put again."""
        return self._digressed and self.holder is not None

    def repeat(self) -> None:
        """Puts the open question once more after a digression."""
        holder = self.holder
        if self._digressed and holder is not None:
            self._put(holder, again=True)
        self._digressed = False

    def _put(self, record: TaskRecord, *, again: bool) -> None:
        question = record.question
        if question is None:
            return
        others = len(self._records) > 1
        which = {"which": "1"} if again or others else {}
        facts = {**question.reply.facts, **which}
        self._outbox.repeat(question.reply.model_copy(update={"facts": facts}))
        record.question = question.model_copy(update={"said": True})
