"""The queue of questions: one is open at a time, the others wait."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from agents.contract import QuestionLister
from domain.conversation import OpenQuestion, TaskRecord
from domain.messages import ButtonPress
from domain.replies import Choice
from domain.tasks import Shown
from domain.topics import Noted, PressAction
from workflows.albums import Albums
from workflows.outbox import Outbox, digest_of, digest_of_json, reply_of
from workflows.served_agents import ServedAgents
from workflows.shared import Session


class QuestionQueue:
    """The queue of tasks that have a question. The first one's is (or will be) put.

    A question that must wait is announced, with the others that came meanwhile, as soon as nothing
    else is going on; the open question is then put again.
    """

    def __init__(self, session: Session, outbox: Outbox, albums: Albums) -> None:
        self._session = session
        self._outbox = outbox
        self._albums = albums
        self._agents = ServedAgents(session)
        self._records: dict[str, TaskRecord] = {}
        for record in session.state.tasks:
            if record.question is not None:
                self._records[record.task_id] = record
                session.questions[record.question.id] = record.question
        self._digressed = False
        self._kept_for: set[str] = set()
        """Tasks that were answered and of which the outcome is not said."""
        self._answered_list = ""
        """The digest of the list of which a row was answered last."""
        self._holds = 0
        self._unannounced: set[str] = set()

    def add(self, record: TaskRecord, question: OpenQuestion) -> bool:
        """Queues a task's question; a task that is queued already keeps its place.

        Returns whether no other question may go before this one: the task's last question was
        answered just now, or the person turned to the task. The caller gives that to
        ``put_if_possible`` when the task's album knows the question.
        """
        record.question = question
        self._session.questions[question.id] = question
        self._records[record.task_id] = record
        self._albums.asks(record)
        if question.quiet:
            return False
        queue = self._session.state.question_queue
        keeps_turn = record.task_id in self._kept_for
        if keeps_turn:
            queue.insert(0, record.task_id)
            self._kept_for.discard(record.task_id)
        elif record.asks_first:
            self._let_wait()
            queue[:] = [record.task_id, *(each for each in queue if each != record.task_id)]
            keeps_turn = True
        elif record.task_id not in queue:
            queue.append(record.task_id)
        record.asks_first = False
        return keeps_turn

    def _let_wait(self) -> None:
        """Takes back the question that is put; it is put again, without a word of that before."""
        current = self.current
        if current is not None and current.question is not None:
            current.question.put, current.question.announced = False, True
        self._digressed = False

    def put_if_possible(self, record: TaskRecord, *, keeps_turn: bool) -> None:
        """Puts the question that was added, if no other one is open, or if it is quiet."""
        if record.question is not None and record.question.quiet:
            if not record.question.put:
                self._repeat(record, again=False)
            return
        self.advance(record if keeps_turn else None)
        question = record.question
        if question is not None and _must_wait(record):
            if record.noted_question == digest_of_json(question.reply.content):
                question.announced = True
            else:
                self._unannounced.add(record.task_id)

    def take_answer(self, record: TaskRecord) -> None:
        """Removes the question of a task that got an answer. If it was open, the task keeps its
        turn: no other task asks before the outcome of the answer is said. What else stood in a list
        with it is put anew then.
        """
        current, digest = self.current, record.question.list_digest if record.question else ""
        asked = current.question if current is not None else None
        if digest and asked is not None and asked.list_digest == digest:
            self._answered_list = digest
            asked.put, asked.list_reply = False, None
        of_list = bool(digest) and digest == self._answered_list
        if of_list or (current is not None and current.task_id == record.task_id):
            self._kept_for.add(record.task_id)
            self._digressed = False
        question = record.question
        if question is not None and (question.said or question.announced):
            seen = digest_of_json(question.reply.content)
            record.shown_question, record.noted_question = (
                (seen, "") if question.said else ("", seen)
            )
        self._forget(record.task_id)
        record.question = None

    def release(self, task_id: str) -> None:
        """Puts the next question: the task has ended, or takes long."""
        self._kept_for.discard(task_id)
        self._forget(task_id)
        self.advance()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Lets nobody ask meanwhile: several tasks are being stopped."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
        self.advance()

    @property
    def is_held(self) -> bool:
        return self._holds > 0

    def is_known(self, record: TaskRecord) -> bool:
        """Whether the person saw, or was told of, the question that this task has, or had until
        the answer that it deals with.
        """
        answered = record.task_id in self._kept_for
        return answered or (record.question is not None and not _must_wait(record))

    def remove(self, task_id: str) -> None:
        """Forgets a task of an earlier run that does not go on in this one: nobody waits for its
        question.
        """
        self._forget(task_id)

    def _forget(self, task_id: str) -> None:
        record = self._records.pop(task_id, None)
        if record is not None and record.question is not None:
            self._session.questions.pop(record.question.id, None)
        self._unannounced.discard(task_id)
        if task_id in self._session.state.question_queue:
            self._session.state.question_queue.remove(task_id)

    @property
    def current(self) -> TaskRecord | None:
        """The task whose question is put: the person sees it, or will in a moment."""
        first = next(iter(self._list_queue()), None)
        return first if first and first.question and first.question.put else None

    @property
    def is_asking(self) -> bool:
        """Whether a question is put, or one was answered and the outcome is not said."""
        return self.current is not None or bool(self._kept_for)

    @property
    def visible(self) -> TaskRecord | None:
        """The task whose question the person sees now: only that one can be answered."""
        current = self.current
        if current is not None:
            return current if current.question and current.question.said else None
        quiet = [r for r in self._records.values() if r.question and r.question.quiet]
        seen = [r for r in quiet if r.question and r.question.said]
        return max(seen, key=lambda r: r.number, default=None)

    def _list_queue(self) -> list[TaskRecord]:
        return [self._records[t] for t in self._session.state.question_queue if t in self._records]

    @property
    def list_digest(self) -> str:
        """The digest of the list that is put; empty where none is."""
        current = self.current
        return current.question.list_digest if current and current.question else ""

    @property
    def list_rows(self) -> list[TaskRecord]:
        """The tasks whose questions stand in the list that is put, or of which a row is being
        answered; none where a single one is put.
        """
        being_answered = self.current is None and self._kept_for
        return self.rows_of(self._answered_list if being_answered else self.list_digest)

    def rows_of(self, digest: str) -> list[TaskRecord]:
        """Returns the tasks whose questions stood in the list with this digest, and in no other
        since.
        """
        rows = [
            r
            for r in self._list_queue()
            if digest and r.question and r.question.list_digest == digest
        ]
        return sorted(rows, key=lambda record: record.number)

    def _find_together(self, ready: Sequence[TaskRecord]) -> list[TaskRecord]:
        """Returns those of the tasks, of one agent, whose questions are put as one list."""
        fit = [r for r in ready if r.question and r.question.kind_in_list]
        fit = [r for r in fit if r.agent == fit[0].agent and self._find_lister(r) is not None]
        return sorted(fit, key=lambda record: record.number) if len(fit) > 1 else []

    def _find_lister(self, record: TaskRecord) -> type[QuestionLister] | None:
        return self._agents.able(record.agent, QuestionLister)

    def put_list_again(self, *, attempt: int = 1, whole: bool = False) -> None:
        """Puts the list that is put once more, ``whole`` with its rows; one that is on its way, or
        comes when an answer is dealt with, is not put twice.
        """
        current = self.current
        if (
            current is not None
            and current.question
            and not self._outbox.brings(current.question.id)
        ):
            self._put_list(self.list_rows, attempt=attempt, whole=whole)

    def _put_list(
        self, rows: Sequence[TaskRecord], *, attempt: int = 1, whole: bool = False
    ) -> None:
        """Puts questions as one list; rows that the person saw before are only counted."""
        questions = [record.question for record in rows if record.question is not None]
        agent = self._find_lister(rows[0])
        if agent is None:
            return
        seen = not whole and attempt == 1 and all(question.said for question in questions)
        asked = [question.reply for question in questions]
        content = agent.list_questions(asked, seen=seen)
        digest, first = digest_of(agent.list_questions(asked, seen=False)), questions[0].id
        actions = (PressAction.YES, PressAction.KEEP, *([PressAction.NO] if seen else []))
        choices = [
            Choice(press=ButtonPress(action=action, subject=first, value=digest))
            for action in actions
        ]
        choices += [
            Choice(
                press=ButtonPress(action=PressAction.EDIT, subject=record.task_id),
                label=f"#{record.number}",
            )
            for record in rows
            if not seen
        ]
        for question in questions:
            question.list_digest, question.announced, question.put = digest, True, False
        queue = self._session.state.question_queue
        queue.remove(rows[0].task_id)
        queue.insert(0, rows[0].task_id)
        questions[0].put = True
        reply = reply_of(content.model_copy(update={"attempt": attempt}), choices, question=first)
        ids = tuple(question.id for question in questions)
        questions[0].list_reply = reply.model_copy(update={"questions": ids})
        self._session.state.asked_to_enter = ""
        self._outbox.repeat(questions[0].list_reply)

    def advance(self, kept: TaskRecord | None = None) -> None:
        """Puts the first question that may be put, unless one is open.

        ``kept`` is the task whose answered question keeps its turn: nobody goes before it.
        """
        if self.current is not None or self._kept_for or self.is_held:
            return
        ready = [r for r in self._list_queue() if not self._albums.holds_question(r)]
        if not ready:
            return
        rows = [] if kept is not None and kept in ready else self._find_together(ready)
        if rows:
            self._put_list(rows)
            return
        record = kept if kept is not None and kept in ready else _choose_first(ready)
        queue = self._session.state.question_queue
        queue.remove(record.task_id)
        queue.insert(0, record.task_id)
        if record.question is not None:
            record.question.list_digest = ""
        self._repeat(record, again=False)

    def note_digression(self, task_id: str | None = None) -> None:
        """Something else was said while a question is open."""
        current = self.current
        if current is not None and current.task_id != task_id:
            self._digressed = True

    @property
    def needs_repeating(self) -> bool:
        """Whether the open question should be put again."""
        if not self._digressed and not self._unannounced:
            return False
        return self.current is not None and (self._digressed or bool(self._find_news()))

    def repeat(self) -> None:
        """Says which questions must wait, and puts the open one again: once after digressions, and
        below each word of one that waits for it.
        """
        current = self.current
        if current is not None and self.needs_repeating:
            rows = self._find_joined_rows()
            self._note_announced(rows)
            announced = self._announce_news()
            question = current.question
            if rows:
                if question is not None and current not in rows:
                    question.put, question.announced = False, True  # it waits behind the list
                self._put_list(rows)
            elif question is not None and (announced or not question.repeated):
                question.repeated = True
                if question.list_digest:
                    self._put_list(self.list_rows)
                else:
                    self._repeat(current, again=True)
        self._digressed = False

    def _find_joined_rows(self) -> list[TaskRecord]:
        """Returns the rows of the list that is put with those that came to it meanwhile, or of a
        list that came while another question is put: what tells of it must not have that one below
        it. Empty where none came.
        """
        ready = [r for r in self._list_queue() if not self._albums.holds_question(r)]
        rows, digest = self._find_together(ready), self.list_digest
        came = [
            r
            for r in rows
            if r.question and (r.question.list_digest != digest if digest else not r.question.said)
        ]
        return rows if came else []

    def _find_news(self) -> list[TaskRecord]:
        """Returns the tasks whose question must wait, which the person was not told yet."""
        return [
            r
            for r in self._list_queue()
            if r.task_id in self._unannounced
            and _must_wait(r)
            and not self._albums.holds_question(r)
        ]

    def _announce_news(self) -> bool:
        """Whether there was something to tell."""
        news = self._find_news()
        waiting = [r for r in self._list_queue() if r.question and not r.question.put]
        self._announce(news, later=len(waiting) > len(news))
        return bool(news)

    def announce(self, task_ids: Iterable[str], *, by_summary: bool) -> None:
        """Tells of the questions of one album; ``by_summary`` when its summary told of them."""
        records = [
            record
            for task_id in task_ids
            if (record := self._records.get(task_id)) is not None
            and record.question is not None
            and not record.question.quiet
        ]
        if by_summary or self._find_together(records):
            self._note_announced(records)
        else:
            self._announce(records, first=True)

    def _announce(
        self, records: list[TaskRecord], *, first: bool = False, later: bool = False
    ) -> None:
        ordered = sorted(records, key=lambda record: record.number)
        tasks = tuple(_show_asking(record) for record in ordered if record.question)
        if tasks:
            self._outbox.say(Noted(tasks=tasks, first=first, later=later))
        self._note_announced(records)

    def _note_announced(self, records: list[TaskRecord]) -> None:
        for record in records:
            if record.question is not None:
                record.question.announced = True
            self._unannounced.discard(record.task_id)

    def _repeat(self, record: TaskRecord, *, again: bool) -> None:
        question = record.question
        if question is None:
            return
        content = question.reply.content
        seen = again or record.shown_question == digest_of_json(content)
        if isinstance(content, dict) and (again or len(self._records) > 1):
            content = {**content, "which": True}
            if again:
                # What was said since then is no failed attempt at an answer.
                content |= {"attempt": 1, "noted": False}
        if isinstance(content, dict) and seen:
            content = {**content, "again": True}
        self._outbox.repeat(question.reply.model_copy(update={"content": content}))
        question.put = True
        self._session.state.asked_to_enter = ""


def _show_asking(record: TaskRecord) -> Shown:
    """Shows a task by its question."""
    question = record.question
    content = question.reply.content if question else None
    card = content.get("card") if isinstance(content, dict) else None
    card = question.card if question and card is None else card
    return Shown(task_id=record.task_id, agent=record.agent, number=record.number, card=card)


def _must_wait(record: TaskRecord) -> bool:
    """Whether a task has a question that was neither put nor announced."""
    question = record.question
    return question is not None and not question.put and not question.announced


def _choose_first(ready: list[TaskRecord]) -> TaskRecord:
    """Returns the first in the queue, or the one of its album that has the lowest number."""
    first = ready[0]
    album = [r for r in ready if r.group is not None and r.group == first.group]
    return min(album, key=lambda record: record.number, default=first)
