"""An edited message changes what the message told before: never a second row."""

from collections.abc import Sequence

from domain.agents.transaction_card import mention_of
from domain.injection import Injected
from domain.mentions import beyond, laid_over, shared
from domain.messages import Message
from domain.sent import Told
from domain.topics import ConversationTopic
from domain.understanding import Act, ActKind, Mention, TaskPhase
from workflows.errands import Errands
from workflows.outbox import Outbox
from workflows.session import Session, evidence_of
from workflows.task_run import TaskRun
from workflows.tasks import TaskBoard

TAKING_AWAY = frozenset({ActKind.CANCEL, ActKind.UNDO})
_TELLING = frozenset({ActKind.EXPENSE, ActKind.DETAIL})


class Edits:
    """Carries out what an edited text was understood to say about the tasks of the original."""

    def __init__(
        self, session: Session, outbox: Outbox, board: TaskBoard, errands: Errands
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._board = board
        self._errands = errands

    def apply(self, acts: Sequence[Act], message: Message) -> bool:
        """False when the acts are no correction, so that they are carried out as if new."""
        sent = self._session.state.sent.of(message.edits)
        kinds = {act.kind for act in acts}
        if sent is None:
            return self._unknown(kinds)
        mentions = [m for act in acts if act.kind in _TELLING for m in act.mentions]
        if kinds & TAKING_AWAY:
            self.take_away(sent.told)
        elif mentions:
            self._correct(sent.told, mentions, acts, message)
        elif ActKind.INSIGHTS in kinds:
            return False
        elif kinds == {ActKind.GENERAL} and all(t.mention == Mention() for t in sent.told):
            return True  # talk below a photo, which says nothing
        else:
            self._react(sent.told, acts, message)
        return True

    def _unknown(self, kinds: set[ActKind]) -> bool:
        """Nobody can tell which expense it was about; guessing would change another one."""
        if not kinds & (TAKING_AWAY | _TELLING):
            return False
        self.say_unknown()
        return True

    def say_unknown(self) -> None:
        self._outbox.say(ConversationTopic.EDIT_UNKNOWN)

    def take_away(self, told: Sequence[Told]) -> None:
        """The tasks of this message only: those going on are dropped, saved rows taken back."""
        runs = [self._board.get(t.task_id) for t in told]
        open_runs = [r for r in runs if r and r.agent.view().phase is not TaskPhase.SAVED]
        going_on = {run.record.task_id for run in open_runs}
        if open_runs:
            self._errands.start(self._errands.cancel(open_runs, [], "person", ""), digression=False)
        for task in told:
            if task.task_id not in going_on:
                self._errands.start(self._errands.undo(task.task_id))

    def _correct(
        self, told: Sequence[Told], mentions: Sequence[Mention], acts: Sequence[Act], edit: Message
    ) -> None:
        pairs = _pairs(told, mentions, acts)
        if not pairs:
            self.say_unknown()
        for task, mention in pairs:
            said = shared(mention) if task.context else mention
            news = beyond(said, task.mention)
            self._session.tell(
                edit.edits, task.task_id, laid_over(task.mention, said), context=task.context
            )
            if beyond(news, self._saved(task.task_id)) != Mention():
                detail = Act(kind=ActKind.DETAIL, task_id=task.task_id, mentions=(news,))
                self._hand_over(task.task_id, detail, edit)

    def _saved(self, task_id: str) -> Mention:
        """The row as it stands, when it is at hand: saying that again changes nothing."""
        cards = {card.task_id: card for card in self._board.recent_cards()}
        run = self._board.get(task_id)
        if run is not None and run.agent.view().phase is TaskPhase.SAVED:
            cards[task_id] = run.agent.shown()
        return mention_of(cards[task_id]) if task_id in cards else Mention()

    def _hand_over(self, task_id: str, act: Act, edit: Message) -> None:
        run = self._board.get(task_id)
        if run is not None:
            run.hear(act, evidence_of(edit))
            return
        said = Injected(act=act, text=evidence_of(edit))
        missing = ConversationTopic.EDIT_UNKNOWN
        self._errands.start(self._errands.take_up_saved(task_id, said, missing))

    def _react(self, told: Sequence[Told], acts: Sequence[Act], edit: Message) -> None:
        """A bare answer ("yes") in place of another one: only for a task that still asks."""
        run = self._only_waiting(told)
        if run is None or acts[0].kind is ActKind.GENERAL:
            self.say_unknown()
        else:
            run.hear(acts[0].model_copy(update={"task_id": run.record.task_id}), evidence_of(edit))

    def _only_waiting(self, told: Sequence[Told]) -> TaskRun | None:
        run = self._board.get(told[0].task_id) if len(told) == 1 else None
        return run if run is not None and run.waiting else None


def _pairs(
    told: Sequence[Told], mentions: Sequence[Mention], acts: Sequence[Act]
) -> list[tuple[Told, Mention]]:
    """Which mention is about which task; nothing when that cannot be told."""
    if len(mentions) == 1 and all(task.context for task in told):
        return [(task, mentions[0]) for task in told]
    if len(told) == len(mentions):
        return list(zip(told, mentions, strict=True))
    named = {act.task_id: act for act in acts if act.kind is ActKind.DETAIL and act.mentions}
    found = [(task, named[task.task_id].mentions[0]) for task in told if task.task_id in named]
    return found if len(found) == len(mentions) else []
