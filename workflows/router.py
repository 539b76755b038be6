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

Dispatch = Callable[[Sequence[Act], Sequence[Message], Mapping[str, str]], None]


class Router:
    """Texts wait here until they are understood together, in order."""

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

    async def run(self) -> None:
        """Understands for as long as the conversation lives."""
        while True:
            await workflow.wait_condition(lambda: bool(self.pending))
            batch = tuple(self.pending)
            try:
                acts = await self._acts(batch)
            except ActivityFailed as failure:
                self._outbox.say(ConversationTopic.FAILED, facts={"reason": failure.user_text})
                acts = ()
            if acts is None or self._dropped(batch):
                self._retakes += 1
                continue
            self._retakes = 0
            captions = dict(self.captions)
            self._done(batch)
            self._dispatch(acts, batch, captions)

    def drop(self) -> list[Message]:
        """Forgets what is not understood yet (a cancel)."""
        dropped, self.pending = self.pending, []
        self.captions.clear()
        self._retakes = 0
        return dropped

    def _done(self, batch: Sequence[Message]) -> None:
        ids = {message.id for message in batch}
        self.pending = [m for m in self.pending if m.id not in ids]
        for message_id in ids:
            self.captions.pop(message_id, None)

    def _said(self, message: Message) -> Said:
        replied = task_of_reply(message.reply_to) if message.reply_to else None
        return Said(
            message_id=message.id,
            text=message.text,
            sent_at=message.sent_at,
            reply_to_task=self.captions.get(message.id, replied),
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
        if run is None or not run.waiting or len(batch) != 1:
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
            tasks=self._board.views(),
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

    def _dropped(self, batch: Sequence[Message]) -> bool:
        """Whether a cancel took back what is being understood."""
        return not {m.id for m in batch} <= {m.id for m in self.pending}

    def _more_than(self, batch: Sequence[Message]) -> bool:
        """Whether more was said that should be understood together with ``batch``."""
        return len(self.pending) > len(batch) and self._retakes < MAX_RETAKES
