"""Only one question is open to the person at a time; the others wait for the floor."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from temporalio import workflow

from domain.conversation import TaskRecord
from domain.topics import TransactionTopic
from workflows.outbox import Outbox
from workflows.session import Session

_IN_TURN = "questions-in-turn"
"""Patch: who must wait is told so, albums ask in order, a cancel puts no question in between."""


class Floor:
    """The queue of tasks that have a question. The first one's is (or will be) put.

    A question that must wait is announced, with the others that came meanwhile, as soon as nothing
    else is going on; the open question is then put again.
    """

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._session = session
        self._outbox = outbox
        self._records: dict[str, TaskRecord] = {
            record.task_id: record for record in session.state.tasks if record.question
        }
        self._digressed = False
        self._kept_for: str | None = None
        self._held = 0
        self._unannounced: set[str] = set()
        self.held_back: Callable[[TaskRecord], bool] = lambda _: False
        """Whether a task must not ask yet (its album is still being read)."""
        self.wants_to_ask: Callable[[TaskRecord], None] = lambda _: None
        """Is told of every task that has a question, also while another one is open."""

    def request(self, record: TaskRecord) -> None:
        """Queues a task's question; a task that is queued already keeps its place."""
        self._records[record.task_id] = record
        self.wants_to_ask(record)
        floor = self._session.state.floor
        keeps_it = self._kept_for == record.task_id
        if keeps_it:
            floor.insert(0, record.task_id)
            self._kept_for = None
        elif record.task_id not in floor:
            floor.append(record.task_id)
        self.advance(record if keeps_it else None)
        if _must_wait(record) and workflow.patched(_IN_TURN):
            self._unannounced.add(record.task_id)

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

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody asks meanwhile: several tasks are being stopped."""
        in_turn = workflow.patched(_IN_TURN)
        self._held += in_turn
        try:
            yield
        finally:
            self._held -= in_turn
        if in_turn:
            self.advance()

    @property
    def is_held(self) -> bool:
        return self._held > 0

    def _forget(self, task_id: str) -> None:
        self._records.pop(task_id, None)
        self._unannounced.discard(task_id)
        if task_id in self._session.state.floor:
            self._session.state.floor.remove(task_id)

    @property
    def holder(self) -> TaskRecord | None:
        """The task whose question the person sees now."""
        first = next(iter(self._queue()), None)
        return first if first and first.question and first.question.said else None

    def _queue(self) -> list[TaskRecord]:
        return [self._records[t] for t in self._session.state.floor if t in self._records]

    def advance(self, kept: TaskRecord | None = None) -> None:
        """Puts the first question that may be put, unless one is open.

        ``kept`` is the task whose answered question keeps the floor: nobody goes before it.
        """
        if self.holder is not None or self._kept_for is not None or self.is_held:
            return
        ready = [r for r in self._queue() if r.question and not self.held_back(r)]
        if not ready:
            return
        record = ready[0] if kept in ready else _first_of_its_album(ready)
        floor = self._session.state.floor
        floor.remove(record.task_id)
        floor.insert(0, record.task_id)
        self._put(record, again=False)

    def digressed(self, task_id: str | None = None) -> None:
        """Something else was said while a question is open."""
        holder = self.holder
        if holder is not None and holder.task_id != task_id:
            self._digressed = True

    def interjected(self) -> None:
        """Something about several tasks was said while a question is open."""
        if self.holder is not None and workflow.patched(_IN_TURN):
            self._digressed = True

    @property
    def interrupted(self) -> bool:
        """Whether the open question should be put again."""
        return self.holder is not None and (self._digressed or bool(self._news()))

    def repeat(self) -> None:
        """Says which questions must wait, and puts the open one once more after a digression."""
        holder = self.holder
        if holder is not None and self.interrupted:
            self._announce_news()
            self._put(holder, again=True)
        self._digressed = False

    def _news(self) -> list[TaskRecord]:
        """Tasks whose question must wait, which the person was not told yet."""
        return [
            r
            for r in self._queue()
            if r.task_id in self._unannounced and _must_wait(r) and not self.held_back(r)
        ]

    def _announce_news(self) -> None:
        news = self._news()
        waiting = [r for r in self._queue() if r.question and not r.question.said]
        self._announce(news, {"later": "1"} if len(waiting) > len(news) else {})

    def announce(self, task_ids: Iterable[str], *, by_summary: bool) -> None:
        """Tells of the questions of one album; ``by_summary`` when its summary told of them."""
        records = [self._records[t] for t in task_ids if t in self._records]
        if by_summary:
            self._announced(records)
        else:
            self._announce(records, {"first": "1"})

    def _announce(self, records: list[TaskRecord], facts: dict[str, str]) -> None:
        ordered = sorted(records, key=lambda record: record.number)
        cards = [r.question.reply.cards[0] for r in ordered if r.question]
        if cards:
            self._outbox.say(TransactionTopic.NOTED, cards=cards, facts=facts)
        self._announced(records)

    def _announced(self, records: list[TaskRecord]) -> None:
        for record in records:
            if record.question is not None:
                record.question = record.question.model_copy(update={"announced": True})
            self._unannounced.discard(record.task_id)

    def _put(self, record: TaskRecord, *, again: bool) -> None:
        question = record.question
        if question is None:
            return
        others = len(self._records) > 1
        facts = dict(question.reply.facts)
        if again or others:
            facts["which"] = "1"
        if again:
            # What was said since then is no failed attempt at an answer.
            facts |= {"attempt": "1"} if "attempt" in facts else {}
            facts.pop("noted", None)
        self._outbox.repeat(question.reply.model_copy(update={"facts": facts}))
        record.question = question.model_copy(update={"said": True})


def _must_wait(record: TaskRecord) -> bool:
    """Whether a task has a question that was neither put nor announced."""
    question = record.question
    return question is not None and not question.said and not question.announced


def _first_of_its_album(ready: list[TaskRecord]) -> TaskRecord:
    """The first in the queue, or the one of its album that has the lowest number."""
    first = ready[0]
    album = [r for r in ready if r.group is not None and r.group == first.group]
    lowest = min(album, key=lambda record: record.number, default=first)
    return lowest if lowest is first or workflow.patched(_IN_TURN) else first
