"""Where a message goes once it is clear what it is: to a task, a new task, or an errand."""

from collections.abc import Callable, Mapping, Sequence

from domain.injection import Injected
from domain.messages import Attachment, ButtonPress, MediaKind, Message
from domain.topics import ConversationTopic, PressAction
from domain.understanding import Act, ActKind, QuestionKind, TaskPhase
from workflows.agents import AGENTS
from workflows.edits import TAKING_AWAY, Edits
from workflows.errands import Errands
from workflows.floor import Floor
from workflows.gathering import Gathering
from workflows.outbox import Outbox
from workflows.personal import Personal
from workflows.session import Session, evidence_of, replied_task
from workflows.task_run import TaskRun
from workflows.tasks import TaskBoard

PHOTO_AGENT = AGENTS[0].card.slug
_SLUGS = {agent.card.slug for agent in AGENTS}

_CONCERNING_A_TASK = frozenset(
    {
        ActKind.DETAIL,
        ActKind.DONT_KNOW,
        ActKind.AFFIRM,
        ActKind.DENY,
        ActKind.UNCLEAR,
        ActKind.WHY,
    }
)
_ABOUT_SAVED_ROWS = frozenset({ActKind.DETAIL, ActKind.WHY})


class Dispatcher:
    """Turns acts, buttons and photos into work. Decides nothing about an agent's own fields."""

    def __init__(  # noqa: PLR0913 - a button may belong to any part of the conversation
        self,
        session: Session,
        outbox: Outbox,
        floor: Floor,
        board: TaskBoard,
        errands: Errands,
        *,
        edits: Edits,
        gathering: Gathering,
        personal: Personal,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._floor = floor
        self._board = board
        self._errands = errands
        self._edits = edits
        self._gathering = gathering
        self._personal = personal

    def acts(
        self,
        acts: Sequence[Act],
        batch: Sequence[Message],
        captions: Mapping[str, str],
        replaced: Mapping[str, Message],
    ) -> None:
        """Carries out what a batch of texts was understood to mean.

        ``captions`` has the photo's task for a message that is a caption, ``replaced`` what a
        message said before it was edited.
        """
        if batch[0].edits and self._edits.apply(acts, batch[0]):
            return
        for act in acts:
            message = _message_of(act, batch)
            if _readable(message) and message.album:
                self._gathering.caption(act, message)
            elif _readable(message):
                self._caption(act, message, captions.get(message.id))
            elif act.kind in TAKING_AWAY and message.id in replaced:
                dropped = self._errands.cancel([], [replaced[message.id]], "person", "")
                self._errands.start(dropped, digression=False)
            else:
                self._act(act, message)

    def _act(self, act: Act, message: Message) -> None:
        if act.kind is ActKind.EXPENSE:
            self._expenses(act, message)
        elif act.kind in _CONCERNING_A_TASK:
            self._concerning_a_task(act, message)
        elif act.kind is ActKind.CANCEL:
            self._cancel(act)
        elif act.kind is ActKind.UNDO:
            self._errands.start(self._errands.undo(act.task_id or replied_task(message)))
        elif act.kind is ActKind.INSIGHTS and act.query is not None:
            self._errands.start(self._errands.insight(act.query))
        else:
            self._converse(message)

    def _converse(self, message: Message) -> None:
        """Answers talk, but not what the people of a group say to each other."""
        if message.addressed:
            self._errands.start(self._errands.converse(message))

    def _expenses(self, act: Act, message: Message) -> None:
        slug = act.agent if act.agent in _SLUGS else PHOTO_AGENT
        evidence = evidence_of(message)
        runs = [
            self._board.open(slug, mention=m, evidence=evidence, group=message.id)
            for m in act.mentions
        ]
        for run, mention in zip(runs, act.mentions, strict=True):
            self._session.tell(message.ref, run.record.task_id, mention)
        self._board.album(message.id, runs)

    def _caption(self, act: Act, message: Message, task_id: str | None) -> None:
        """A caption adds to its photo; one that says nothing about money says nothing."""
        run = self._board.get(act.task_id) or self._board.get(task_id)
        if run is not None and act.kind in {ActKind.EXPENSE, ActKind.DETAIL}:
            mentions = act.mentions[:1]
            detail = act.model_copy(update={"kind": ActKind.DETAIL, "mentions": mentions})
            self._inject(run, detail, message)
        elif act.kind is ActKind.CANCEL:
            self._cancel(act)

    def _concerning_a_task(self, act: Act, message: Message) -> None:
        run = self._target(act)
        if run is not None:
            self._inject(run, act, message)
            return
        saved = act.task_id or self._board.last_saved()
        if act.kind not in _ABOUT_SAVED_ROWS or saved is None:
            self._converse(message)
            return
        said = Injected(act=act, text=evidence_of(message))
        self._tell(act, message, saved)
        self._errands.start(self._errands.take_up_saved(saved, said))

    def _target(self, act: Act) -> TaskRun | None:
        """The task that an act is for: as understood, else the one asking, else the newest."""
        named = self._board.get(act.task_id)
        if named is not None or act.task_id is not None:
            return named
        holder = self._floor.holder
        if holder is not None:
            return self._board.get(holder.task_id)
        working = [r for r in self._board.runs if r.view().phase is TaskPhase.WORKING]
        return working[-1] if working else None

    def _inject(self, run: TaskRun, act: Act, message: Message) -> None:
        self._tell(act, message, run.record.task_id)
        run.hear(act, evidence_of(message))

    def _tell(self, act: Act, message: Message, task_id: str) -> None:
        """Notes what a message told of a task; a question ("why?") tells nothing."""
        if act.kind is not ActKind.WHY:
            self._session.tell(message.ref, task_id, *act.mentions[:1])

    def _cancel(self, act: Act) -> None:
        run = self._target(act)
        if act.task_id is not None and run is None:
            self._errands.start(self._errands.undo(act.task_id))
            return
        runs = [run] if run is not None else list(self._board.runs)
        self._errands.start(self._errands.cancel(runs, [], "person", ""), digression=False)

    def photos(self, message: Message, caption: Callable[[str], None]) -> None:
        """Opens one task for each picture or PDF; a single one may answer an open question.

        ``caption`` is told the task that the message's text belongs to.
        """
        if self._gathering.dropped(message.album):
            return
        readable = _readable(message)
        holder = self._floor.holder
        asking = self._board.get(holder.task_id) if holder else None
        alone = len(readable) == 1 and not message.album
        if alone and asking and asking.desk.question is QuestionKind.BETTER_IMAGE:
            better = Injected(attachment=readable[0], question=QuestionKind.BETTER_IMAGE)
            asking.desk.inject(better)
            self._session.tell(message.ref, asking.record.task_id)
            caption(asking.record.task_id)
            return
        group = message.album or message.id
        runs = [self._board.open(PHOTO_AGENT, attachment=a, group=group) for a in readable]
        for run in runs:
            self._session.tell(message.ref, run.record.task_id)
        if message.album:
            self._gathering.add(group, runs)
        else:
            self._board.album(group, runs)
        if len(runs) == 1:
            caption(runs[0].record.task_id)

    def press(self, message: Message, press: ButtonPress) -> None:
        """Applies a button to what it belongs to; a stale one is answered, never applied."""
        match press.action:
            case PressAction.UNDO:
                self._errands.start(self._errands.undo(press.subject, press.value))
            case PressAction.RESTORE:
                self._errands.start(self._errands.restore(press.subject))
            case PressAction.RESUME | PressAction.RETRY:
                self._errands.start(self._errands.resume(press.subject, message.id))
            case PressAction.EDIT:
                edit = Injected(press=press)
                self._errands.start(self._errands.take_up_saved(press.subject, edit))
            case PressAction.PREFER | PressAction.ERASE | PressAction.KEEP_DATA:
                self._personal.press(press)
            case _:
                self._answer(press)

    def _answer(self, press: ButtonPress) -> None:
        run = self._board.asking(press.subject)
        if run is None:
            self._outbox.say(ConversationTopic.STALE_BUTTON)
        else:
            run.desk.inject(Injected(press=press, question=run.desk.question))


def _message_of(act: Act, batch: Sequence[Message]) -> Message:
    """The message that an act was (last) understood from."""
    ids = set(act.message_ids)
    return next((m for m in reversed(batch) if m.id in ids), batch[-1])


def _readable(message: Message) -> list[Attachment]:
    """What may be a receipt."""
    return [a for a in message.attachments if a.kind is not MediaKind.AUDIO]
