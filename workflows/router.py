"""Understanding: which of the texts still open mean what. Taken again when more is said."""

from collections.abc import Callable, Mapping, Sequence

from temporalio import workflow

from domain.messages import Message
from domain.topics import ConversationTopic
from domain.understanding import (
    Act,
    ActKind,
    RecogniseRequest,
    Said,
    TaskView,
    UnderstandRequest,
    Understood,
)
from workflows.agents import AGENTS
from workflows.calls import run_interruptible, run_local
from workflows.failures import ActivityFailed
from workflows.floor import Floor
from workflows.options import RECOGNISE, UNDERSTAND
from workflows.outbox import Outbox
from workflows.session import Session, task_of_reply
from workflows.tasks import TaskBoard

MAX_RETAKES = 5
"""How often more words may restart an understanding before it is left to finish."""

PHOTOS_PART_TEXTS = "photos-part-texts"
"""Patch: before it, texts around a photo were understood together."""

Dispatch = Callable[
    [Sequence[Act], Sequence[Message], Mapping[str, str], Mapping[str, Message]], None
]


class Router:
    """Texts wait here until they are understood together, in order.

    An edit is understood by itself: it is about what the original told, not about its neighbours.
    """

    def __init__(
        self, session: Session, outbox: Outbox, floor: Floor, board: TaskBoard, dispatch: Dispatch
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._floor = floor
        self._board = board
        self._dispatch = dispatch
        self._retakes = 0
        self.pending: list[Message] = []
        self.captions: dict[str, str] = {}
        """Message id → the photo's task that its caption belongs to."""
        self._unheard: set[str] = set()
        """Ids of the voice notes among ``pending`` that are being listened to."""
        self._replaced: dict[str, Message] = {}
        """Message id → what it said before it was edited."""
        self._last_before_photo: set[str] = set()
        """Ids of texts behind which a photo came: what follows may be about the photo."""
        self._overtaken: set[str] = set()
        """Ids of texts whose expenses are older than a photo's, though opened after it."""

    async def run(self) -> None:
        """Understands for as long as the conversation lives."""
        while True:
            await workflow.wait_condition(lambda: bool(self._batch()))
            batch = self._batch()
            self._session.turns.take_up(*batch)
            try:
                acts = await self._acts(batch)
            except ActivityFailed as failure:
                self._outbox.say(ConversationTopic.FAILED, facts=failure.facts)
                acts = ()
            if acts is None or self._dropped(batch):
                self._retakes += 1
                continue
            self._retakes = 0
            captions, replaced = dict(self.captions), dict(self._replaced)
            self._done(batch)
            self._dispatch(acts, batch, captions, replaced)

    def drop(self) -> list[Message]:
        """Forgets what is not understood yet (a cancel)."""
        dropped, self.pending = self.pending, []
        self.captions.clear()
        self._unheard.clear()
        self._replaced.clear()
        self._last_before_photo.clear()
        self._overtaken.clear()
        self._retakes = 0
        return dropped

    def expect(self, spoken: Message) -> None:
        """Keeps a voice note's place; ``heard`` brings its words."""
        self.pending.append(spoken)
        self._unheard.add(spoken.id)

    def part(self) -> None:
        """A photo comes: texts before it are not understood together with texts behind it."""
        if self.pending and workflow.patched(PHOTOS_PART_TEXTS):
            self._last_before_photo.add(self.pending[-1].id)
            self._overtaken.update(m.id for m in self.pending)

    def expects(self, message_id: str) -> bool:
        """Whether the words of this voice note are still wanted."""
        return message_id in self._unheard

    def heard(self, message_id: str, text: str) -> None:
        """The words of a voice note: from now on they are a text like any other."""
        self._unheard.discard(message_id)
        self.pending = [
            m.model_copy(update={"text": text}) if m.id == message_id else m for m in self.pending
        ]

    def original_of(self, ref: str) -> Message | None:
        """The text that an edit of ``ref`` is about, while it is not understood yet."""
        return next(
            (m for m in self.pending if ref in {m.ref, m.edits} and m.id not in self._unheard), None
        )

    def replace(self, original: Message, edit: Message) -> None:
        """Puts an edited text in the original's place, under its own id: so it is read anew."""
        new = original.model_copy(update={"id": edit.id, "text": edit.text})
        self.pending = [new if m.id == original.id else m for m in self.pending]
        if original.id in self._last_before_photo:
            self._last_before_photo.add(edit.id)
        if original.id in self.captions:
            self.captions[edit.id] = self.captions.pop(original.id)
        self._replaced[edit.id] = self._replaced.pop(original.id, original)

    def withdraw(self, message_id: str) -> None:
        """Forgets one text."""
        self._forget({message_id})

    def _done(self, batch: Sequence[Message]) -> None:
        self._forget({message.id for message in batch})

    def _forget(self, ids: set[str]) -> None:
        self.pending = [m for m in self.pending if m.id not in ids]
        self._unheard -= ids
        self._last_before_photo -= ids
        if not self.pending:
            self._overtaken.clear()
        for message_id in ids:
            self.captions.pop(message_id, None)
            self._replaced.pop(message_id, None)

    def _batch(self) -> tuple[Message, ...]:
        """What is understood together now: nothing from behind a photo or an unheard voice note."""
        batch: list[Message] = []
        for message in self.pending:
            if message.id in self._unheard or (message.edits and batch):
                break
            batch.append(message)
            if message.edits or message.id in self._last_before_photo:
                break
        return tuple(batch)

    def _said(self, message: Message) -> Said:
        replied = task_of_reply(message.reply_to) if message.reply_to else None
        sent = self._session.state.sent.of(message.edits) if message.edits else None
        told = sent.told if sent is not None else ()
        if message.edits:
            replied = told[0].task_id if len(told) == 1 else None
        return Said(
            message_id=message.id,
            text=message.text,
            sent_at=message.sent_at,
            reply_to_task=self.captions.get(message.id, replied),
            edited=bool(told),
        )

    async def _acts(self, batch: Sequence[Message]) -> Sequence[Act] | None:
        plain = await self._plain_answer(batch)
        if plain is not None:
            return [plain]
        return await self._understood(batch)

    async def _plain_answer(self, batch: Sequence[Message]) -> Act | None:
        """The cheap path: an amount for an amount. A local activity, so no extra workflow task."""
        holder = self._floor.holder
        run = self._board.get(holder.task_id) if holder else None
        if run is None or not run.waiting or len(batch) != 1 or batch[0].edits:
            return None
        said = self._said(batch[0])
        if said.reply_to_task not in {None, run.record.task_id}:
            return None
        request = RecogniseRequest(person=self._session.person, said=said, task=run.view())
        try:
            recognised = await run_local(self._session, RECOGNISE, request)
        except ActivityFailed as failure:
            workflow.logger.warning("recognise.failed", extra={"code": failure.code})
            return None  # then the message is understood like any other
        act = recognised.act
        if act is not None and act.kind is ActKind.CANCEL and self._board.working:
            return None  # "forget it" may mean what was sent last
        if act is None or self._board.get(run.record.task_id) is not run or not run.waiting:
            return None
        return act.model_copy(update={"task_id": run.record.task_id})

    async def _understood(self, batch: Sequence[Message]) -> Sequence[Act] | None:
        holder = self._floor.holder
        request = UnderstandRequest(
            person=self._session.person,
            said=tuple(self._said(message) for message in batch),
            tasks=self._views(),
            open_question=holder.task_id if holder else None,
            history=self._session.history(),
            summary=self._session.state.history.summary,
            agents=tuple(agent.card for agent in AGENTS),
        )
        understood: Understood | None = await run_interruptible(
            self._session,
            UNDERSTAND,
            request,
            "understand the message",
            lambda: self._dropped(batch) or self._more_than(batch),
        )
        self._outbox.note_degraded(understood)
        return None if understood is None else understood.acts

    def _views(self) -> tuple[TaskView, ...]:
        """The tasks, newest last, in the order in which the person spoke of them."""
        older = {r.record.task_id for r in self._board.runs if r.record.group in self._overtaken}
        return tuple(sorted(self._board.views(), key=lambda view: view.task_id not in older))

    def _dropped(self, batch: Sequence[Message]) -> bool:
        """Whether a cancel took back what is being understood."""
        return not {m.id for m in batch} <= {m.id for m in self.pending}

    def _more_than(self, batch: Sequence[Message]) -> bool:
        """Whether more was said that should be understood together with ``batch``."""
        return len(self._batch()) > len(batch) and self._retakes < MAX_RETAKES
