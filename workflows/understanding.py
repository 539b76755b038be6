"""Understanding: which of the texts still open mean what. Taken again when more is said."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile

from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from agents.contract import BeginsAtOnce
from domain.conversation import TaskRecord
from domain.messages import Attachment, Message
from domain.naming import UNKNOWN_TASK, Naming, calls, numbers_in, replies_to_unknown
from domain.understanding import (
    RULES_ENGINE,
    Act,
    ActKind,
    BegunTask,
    NextTask,
    Said,
    TaskPhase,
    TaskView,
    UnderstandRequest,
    Understood,
)
from workflows import metrics
from workflows.activity_calls import (
    UNDERSTAND,
    UNDERSTAND_AND_BEGIN,
    UNDERSTAND_BY_RULES,
    ActivityFailed,
    defect,
)
from workflows.chat import Chat, ChatPart
from workflows.shared import comes_true, evidence_of, label_of, readable, replied_task
from workflows.whose_words import could_answer

MAX_RETAKES = 5
"""How often more words may restart an understanding before it is left to finish."""

MAX_DELETED = 5
"""Deleted tasks that engines are shown."""

SHOWN_WITHIN = timedelta(seconds=30)
"""A question on its way is told of sooner, even when the database restarts behind it. Otherwise its
channel is down, and nobody has seen it.
"""


@dataclass(frozen=True)
class HeardBatch:
    """What a batch of texts was understood to mean, and what was known of the texts."""

    acts: Sequence[Act]
    batch: Sequence[Message]
    captions: Mapping[str, str]
    """The task of the file that a text came with, by message id."""
    replaced: Mapping[str, Message]
    """What a message said before it was edited."""
    naming: Mapping[str, Naming]
    """The tasks that a message names by itself."""
    begun: BegunTask | None = None
    """The task that the only act opens, begun with the reading."""
    cancelled: tuple[str, str] | None = None
    """Who cancelled these texts while they were read, and why."""
    replaced_meanwhile: bool = False
    """They were edited while they were read."""


class Router(ChatPart):
    """Texts wait here until they are understood together, in order; ``hear`` gets what they mean.

    An edit is understood by itself: it is about what the original told, not about its neighbours.
    Rules are asked first; models only where rules are not sure.
    """

    def __init__(self, chat: Chat, hear: Callable[[HeardBatch], None]) -> None:
        super().__init__(chat)
        self._hear = hear
        self._retakes = 0
        self._running: asyncio.Task[None] | None = None
        self._held = False
        self.beginning = ""
        """The message that is read now, if what it opens may be begun with that."""
        self._cancelled: tuple[str, str] | None = None
        """Who cancelled that one meanwhile, and why."""

    @property
    def pending(self) -> list[Message]:
        return self._session.state.pending

    def start(self) -> None:
        """Goes on with what an earlier run left."""
        self._held = False
        self._go_on()

    async def stop(self) -> None:
        """Breaks off what is under way, before continue-as-new; the state has the texts."""
        self._held = True
        running = self._running
        if running is not None and not running.done():
            running.cancel()
            await workflow.wait_condition(running.done)

    def unheard(self) -> list[Message]:
        """Returns the texts that are not understood; a voice note with its recording."""
        listening = self._session.state.notes.listening
        return [
            m.model_copy(update={"attachments": (listening[m.id],)}) if m.id in listening else m
            for m in self.pending
        ]

    def not_at_hand(self, message: Message) -> tuple[str | int, ...]:
        """Returns the tasks that a text names, by id or number, and that are to be looked up."""
        replied, wanted = replied_task(message), numbers_in(message.text)
        if replied is None and not wanted:
            return ()
        views, state = self._board.views(), self._session.state
        ids = {view.task_id for view in views}
        numbers = {view.number for view in views}
        return (
            *([replied] if replied is not None and replied not in ids else ()),
            *(
                number
                for number in wanted
                if number not in numbers and (number <= state.tasks_started or not state.recalled)
            ),
        )

    def add(self, message: Message, named: tuple[TaskView, ...] = ()) -> None:
        """Adds a text that is to be understood; ``named`` were not at hand."""
        if named:
            self._session.state.notes.named[message.id] = named
        self.pending.append(message)
        self._go_on()

    def _go_on(self) -> None:
        if (
            not self._held
            and self._choose_batch()
            and (self._running is None or self._running.done())
        ):
            self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._choose_batch() and not self._held:
            # What was sent together is understood together.
            await workflow.wait_condition(lambda: True)
            batch = self._choose_batch()
            if not batch:
                return
            self._session.turns.take_up(*batch)
            try:
                await self._understand(batch)
            except Exception as error:
                if is_cancelled_exception(error):
                    raise
                workflow.logger.exception("understanding.defect")
                metrics.defect("router")
                self._forget({message.id for message in batch})
                self._say_failed(defect())
            self._session.touch()

    async def _understand(self, batch: tuple[Message, ...]) -> None:
        acts: Sequence[Act] = ()
        begun: BegunTask | None = None
        try:
            understood = await self._ask_meaning(batch)
        except ActivityFailed as failure:
            self._say_failed(failure)
        else:
            if understood is not None:
                acts, begun = _mark_guesses(understood), understood.begun
            elif self._cancelled is None:
                self._retakes += 1
                return
        cancelled, self._cancelled = self._cancelled, None
        dropped = self._is_dropped(batch)
        if dropped and begun is None and cancelled is None:
            self._retakes += 1
            return
        self._retakes = 0
        notes = self._session.state.notes
        naming = {message.id: self._find_naming(message) for message in batch}
        heard = HeardBatch(
            acts,
            batch,
            dict(notes.captions),
            dict(notes.replaced),
            naming,
            begun=begun,
            cancelled=cancelled,
            replaced_meanwhile=dropped and cancelled is None,
        )
        self._forget({message.id for message in batch})
        self._session.state.asked_in_talk = False
        if acts or cancelled is not None:
            self._hear(heard)

    def _say_failed(self, failure: ActivityFailed) -> None:
        self._outbox.say_failed(failure)
        self._question_queue.note_digression()

    def drop(self, by: str, reason: str) -> list[Message]:
        """Forgets what is not understood yet (a cancel). What may be begun right now is not among
        it: what became of it is said when that is known.
        """
        dropped = list(self.pending)
        self._forget({message.id for message in dropped})
        if self.beginning:
            self._cancelled = by, reason
            dropped = [message for message in dropped if message.id != self.beginning]
        self._retakes = 0
        return dropped

    def expect(self, spoken: Message, recording: Attachment) -> None:
        """Keeps a voice note's place; ``heard`` brings its words."""
        self.pending.append(spoken)
        self._session.state.notes.listening[spoken.id] = recording

    def part(self) -> None:
        """Separates texts before a file from those behind it: they are not understood together."""
        if self.pending:
            notes = self._session.state.notes
            notes.parted.add(self.pending[-1].id)
            notes.overtaken.update(m.id for m in self.pending)

    def caption(self, message_id: str, task_id: str) -> None:
        """Notes that a text came with the file that this task is about."""
        self._session.state.notes.captions[message_id] = task_id

    def waits_for_words(self, message_id: str) -> bool:
        """Whether something was spoken before this message of which the words are still to come."""
        ids = [message.id for message in self.pending]
        before = ids[: ids.index(message_id)] if message_id in ids else ids
        return any(map(self.expects, before))

    def behind(self, message_id: str) -> list[Message]:
        """Returns the texts behind a message, up to a voice note or an edit."""
        ids = [message.id for message in self.pending]
        after = self.pending[ids.index(message_id) + 1 :] if message_id in ids else []
        return list(takewhile(lambda m: not (m.edits or self.expects(m.id)), after))

    def expects(self, message_id: str) -> bool:
        """Whether the words of this voice note are still wanted."""
        return message_id in self._session.state.notes.listening

    def heard(self, message_id: str, text: str, named: tuple[TaskView, ...]) -> None:
        """Takes the words of a voice note: from now on they are a text like any other."""
        self._session.state.notes.listening.pop(message_id, None)
        if named:
            self._session.state.notes.named[message_id] = named
        self.pending[:] = [
            m.model_copy(update={"text": text, "spoken": True}) if m.id == message_id else m
            for m in self.pending
        ]
        self._go_on()

    def original_of(self, ref: str) -> Message | None:
        """Returns the text that an edit of ``ref`` is about, while it is not understood yet."""
        return next(
            (m for m in self.pending if ref in {m.ref, m.edits} and not self.expects(m.id)), None
        )

    def replace(self, original: Message, edit: Message) -> None:
        """Puts an edited text in the original's place, under its own id: so it is read anew."""
        notes = self._session.state.notes
        new = original.model_copy(update={"id": edit.id, "text": edit.text})
        self.pending[:] = [new if m.id == original.id else m for m in self.pending]
        if original.id in notes.parted:
            notes.parted.add(edit.id)
        if original.id in notes.captions:
            notes.captions[edit.id] = notes.captions.pop(original.id)
        notes.replaced[edit.id] = notes.replaced.pop(original.id, original)
        self._go_on()

    def withdraw(self, message_id: str) -> None:
        """Forgets one text."""
        self._forget({message_id})
        self._go_on()

    def _forget(self, ids: set[str]) -> None:
        notes = self._session.state.notes
        self.pending[:] = [m for m in self.pending if m.id not in ids]
        notes.parted -= ids
        if not self.pending:
            notes.overtaken.clear()
        for message_id in ids:
            notes.listening.pop(message_id, None)
            notes.captions.pop(message_id, None)
            notes.replaced.pop(message_id, None)
            notes.named.pop(message_id, None)

    def _choose_batch(self) -> tuple[Message, ...]:
        """Returns what is understood together now: nothing from behind a file or an unheard voice
        note.
        """
        batch: list[Message] = []
        for message in self.pending:
            if self.expects(message.id) or (message.edits and batch):
                break
            batch.append(message)
            if message.edits or message.id in self._session.state.notes.parted:
                break
        return tuple(batch)

    def _add_context(self, message: Message) -> Said:
        replied = self._find_naming(message).card or None
        sent = self._session.state.sent.of(message.edits) if message.edits else None
        told = sent.told if sent is not None else ()
        if message.edits:
            replied = told[0].task_id if len(told) == 1 else None
        return Said(
            message_id=message.id,
            text=message.text,
            sent_at=message.sent_at,
            reply_to_task=self._session.state.notes.captions.get(message.id, replied),
            edited=bool(told),
            spoken=message.spoken,
            caption=bool(readable(message)) or any(t.file for t in told),
        )

    async def _ask_meaning(self, batch: Sequence[Message]) -> Understood | None:
        """Returns what the texts mean; None when more was said meanwhile, so that all is read
        again. A task that is begun with the reading is not: words that came meanwhile are
        understood behind it.
        """
        request = self._make_request(batch, await self._find_answered(batch))
        which = label_of(batch)
        next_task = self._make_next_task(request, batch)
        self.beginning = batch[0].id if next_task is not None else ""
        try:
            ruled = await self._ask_rules(
                request.model_copy(update={"next_task": next_task}), which
            )
        except BaseException as error:
            if next_task is not None and is_cancelled_exception(error):
                self._session.give_back(next_task.number)  # the next run begins the same anew
            raise
        finally:
            self.beginning = ""
        begun = ruled is not None and ruled.begun is not None
        if next_task is not None and not begun:
            self._session.give_back(next_task.number)
        more = len(self._choose_batch()) > len(batch) and self._retakes < MAX_RETAKES
        if not begun and (more or self._is_dropped(batch)):
            return None
        if ruled is not None:
            self._session.take_settings(ruled.limits)
            self._session.speaks = ruled.speaks
        if ruled is not None and not begun and await self._board.serve_only(ruled.enabled):
            return None  # a task that it may have been about is not there any more
        if begun:
            return ruled
        settled = ruled is not None and ruled.settled and not self._is_of_the_talk(ruled)
        if ruled is not None and (settled or not self._session.limits.has_model):
            return ruled
        understood = await self._ask_models(request, which, batch, ruled)
        self._outbox.note_degraded(understood)
        return understood

    def _is_of_the_talk(self, ruled: Understood) -> bool:
        """Whether rules may read what only a model can relate: an answer to its own question, "make
        it 500" behind the card of a call.
        """
        changes = any(act.kind is ActKind.DETAIL for act in ruled.acts)
        state = self._session.state
        return state.asked_in_talk or (changes and state.last_call is not None)

    async def _ask_models(
        self,
        request: UnderstandRequest,
        which: str,
        batch: Sequence[Message],
        ruled: Understood | None,
    ) -> Understood | None:
        """Asks the models. What is sent meanwhile and plainly opens something new is carried out at
        once; anything else ends this, to be understood together. Then None is returned.
        """
        with_batch: set[str] = set()
        may_overtake = not self._may_open_a_call(ruled)

        def next_one() -> Message | None:
            beyond = self._choose_batch()[len(batch) :] if self._retakes < MAX_RETAKES else ()
            return next((m for m in beyond if m.id not in with_batch), None)

        def is_over() -> bool:
            pending = {message.id for message in self.pending}
            return self._is_dropped(batch) or not with_batch.isdisjoint(pending)

        caller, doing = self._session.caller, f"{which} · understand"
        answer = caller.unless(UNDERSTAND, request, doing, is_over)
        asking = asyncio.create_task(answer)
        try:
            while not asking.done():
                await workflow.wait_condition(lambda: asking.done() or next_one() is not None)
                message = next_one()
                if message is None:
                    continue
                if not may_overtake or not await self._overtakes(message):
                    with_batch.add(message.id)
            understood = await asking
        finally:
            asking.cancel()
        return None if is_over() else understood

    def _may_open_a_call(self, ruled: Understood | None) -> bool:
        """Whether all words behind these may be for an agent that holds them."""
        holding = {s for s, agent in self._agents.served.items() if agent.card.holds_words}
        acts = ruled.acts if ruled is not None else ()
        return any(act.kind is ActKind.OPEN and act.agent in holding for act in acts)

    async def _overtakes(self, message: Message) -> bool:
        """Carries out a message that plainly opens something new; False for any other."""
        naming = self._find_naming(message)
        if message.edits or naming != Naming():
            return False
        request = self._make_request((message,), self._question_queue.visible)
        ruled = await self._ask_rules(request, label_of((message,)))
        plain = (
            ruled is not None
            and ruled.settled
            and all(
                act.sure and act.kind is ActKind.OPEN and act.call is None and not act.enters
                for act in ruled.acts
            )
        )
        if ruled is None or not plain or message not in self.pending:
            return False
        self._forget({message.id})
        self._session.messages_before[message.id] = tuple(m.id for m in self.pending)
        self._session.turns.take_up(message)
        self._hear(HeardBatch(ruled.acts, (message,), {}, {}, {message.id: naming}))
        return True

    def _make_request(
        self, batch: Sequence[Message], open_question: TaskRecord | None
    ) -> UnderstandRequest:
        state = self._session.state
        offer = state.to_enter.get(state.asked_to_enter)
        return UnderstandRequest(
            person=self._session.person,
            settings=self._session.settings,
            said=tuple(self._add_context(message) for message in batch),
            tasks=self._list_views(batch),
            dropped=tuple(self._session.state.dropped),
            deleted=self._list_deleted(),
            open_question=open_question.task_id if open_question else None,
            history=self._session.history(),
            summary=self._session.state.history.summary,
            agents=tuple(agent.card for agent in self._agents.served.values()),
            home=self._agents.home,
            offered=offer.acts[0].agent if offer is not None else "",
        )

    def _make_next_task(
        self, request: UnderstandRequest, batch: Sequence[Message]
    ) -> NextTask | None:
        """Returns the task that a text may open and begin at once: one that names nothing, answers
        nothing and that nobody else may have a claim to.
        """
        session, message = self._session, batch[0]
        state = session.state
        plain = (
            len(batch) == 1
            and not message.edits
            and not request.said[0].caption
            and message.id not in state.notes.captions
            and self._find_naming(message) == Naming()
        )
        asked = request.open_question or state.asked_in_talk or state.asked_to_enter
        free = not asked and self._board.holding() is None and self._board.has_room
        if not (plain and free):
            return None
        able = self._agents.all_able(BeginsAtOnce)
        slugs = [slug for slug, agent in able.items() if agent.may_begin(message.text)]
        if not slugs:
            return None
        number = session.reserve_numbers(1)
        return NextTask(
            conversation_id=session.conversation_id,
            task_ids={slug: session.task_id(slug, number) for slug in slugs},
            number=number,
            turn_number=state.turns,
            today=session.today(),
            evidence=evidence_of(message),
        )

    def _list_deleted(self) -> tuple[TaskView, ...]:
        """Returns what was taken back last, as engines see it."""
        together = self._session.state.taken_back[-MAX_DELETED:]
        return tuple(
            TaskView(
                task_id=shown.task_id,
                agent=shown.agent,
                phase=TaskPhase.DONE,
                number=shown.number,
                known=shown.card,
            )
            for group in together
            for shown in group
        )[-MAX_DELETED:]

    async def surely(self, message: Message) -> Sequence[Act]:
        """Returns what rules are sure that the words below a file say by themselves; nothing where
        they are not, or fail.
        """
        words = message.model_copy(update={"attachments": ()})
        request = self._make_request((words,), None)
        said = tuple(each.model_copy(update={"claims_file": True}) for each in request.said)
        try:
            ruled = await self._ask_rules(
                request.model_copy(update={"said": said}), label_of((message,))
            )
        except ActivityFailed:
            return ()
        if ruled is None or not all(act.sure for act in ruled.acts):
            return ()
        return ruled.acts

    async def _find_answered(self, batch: Sequence[Message]) -> TaskRecord | None:
        """Returns the task whose open question these texts may answer: the person saw it when they
        wrote.

        Whoever answers at once answers before it is known here that the question was shown. So one
        that is on its way is waited for, and then counts if they wrote after it was shown.
        """
        holder = self._question_queue.current
        question = holder.question if holder is not None else None
        if question is None or not self._outbox.brings(question.id):
            return self._question_queue.visible

        def arrived() -> bool:
            return not self._outbox.brings(question.id) or self._is_dropped(batch)

        came = await comes_true(arrived, SHOWN_WITHIN, "until replies are shown")
        seen = self._question_queue.visible
        if seen is None or not came:
            return seen
        return seen if could_answer(seen.question, batch) else None

    async def _ask_rules(self, request: UnderstandRequest, which: str) -> Understood | None:
        """Asks the rules; returns None when they fail and a model can be asked instead."""
        try:
            caller = self._session.caller
            call = UNDERSTAND_BY_RULES if request.next_task is None else UNDERSTAND_AND_BEGIN
            return await caller.run(call, request, f"{which} · understand by rules")
        except ActivityFailed as failure:
            if not self._session.limits.has_model:
                raise
            workflow.logger.warning("understanding.rules_failed", extra={"code": failure.code})
            return None

    def _find_naming(self, message: Message) -> Naming:
        """Returns what a text names by itself, of the tasks at hand and those looked up for it."""
        card = UNKNOWN_TASK if replies_to_unknown(message) else replied_task(message) or ""
        wanted = numbers_in(message.text)
        among = self._session.listed_by(message)
        if not card and not wanted and not among:
            return Naming()
        views = self._list_views((message,))
        if among:
            called = [v.task_id for v in views if v.task_id in among and calls(message.text, v)]
            certain = called if len(called) == 1 else among
            card, among = (certain[0], ()) if len(certain) == 1 else (UNKNOWN_TASK, among)
        ids = {view.task_id for view in views}
        numbers = {view.number: view.task_id for view in views}
        return Naming(
            card=card if not card or card in ids else UNKNOWN_TASK,
            numbers={n: numbers.get(n, UNKNOWN_TASK) for n in wanted},
            among=among,
        )

    def _list_views(self, batch: Sequence[Message]) -> tuple[TaskView, ...]:
        """Returns the tasks, newest last, in the order in which the person spoke of them; before
        them the older ones that the texts name.
        """
        named = self._session.state.notes.named
        at_hand = self._board.views()
        ids = {view.task_id for view in at_hand}
        older = {v.task_id: v for m in batch for v in named.get(m.id, ()) if v.task_id not in ids}
        overtaken = self._session.state.notes.overtaken
        first = {r.record.task_id for r in self._board.runs if r.record.group in overtaken}
        in_order = sorted(at_hand, key=lambda view: view.task_id not in first)
        return (*older.values(), *in_order)

    def _is_dropped(self, batch: Sequence[Message]) -> bool:
        """Whether a cancel took back what is being understood."""
        return not {m.id for m in batch} <= {m.id for m in self.pending}


def _mark_guesses(understood: Understood) -> tuple[Act, ...]:
    """Returns the acts, with those marked to be proposed that rules alone only guess."""
    if understood.settled or understood.engine != RULES_ENGINE:
        return understood.acts
    return tuple(
        act.model_copy(update={"proposed": not (act.sure or act.likely)}) for act in understood.acts
    )
