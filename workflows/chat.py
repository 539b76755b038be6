"""What the parts of a conversation that act on it share."""

from dataclasses import dataclass

from domain.history import Speaker
from domain.messages import Message
from domain.understanding import Act, TaskPhase
from workflows.handlers import Handlers
from workflows.outbox import Outbox
from workflows.question_queue import QuestionQueue
from workflows.shared import Session
from workflows.tasks import TaskBoard, TaskRun
from workflows.whose_words import GoingOn, whose_words


@dataclass(frozen=True)
class Chat:
    """One conversation: its state, its voice, its questions, its tasks, and what runs beside."""

    session: Session
    outbox: Outbox
    question_queue: QuestionQueue
    board: TaskBoard
    handlers: Handlers


class ChatPart:
    """A part of the conversation that acts on the rest of it."""

    def __init__(self, chat: Chat) -> None:
        self._session = chat.session
        self._outbox = chat.outbox
        self._question_queue = chat.question_queue
        self._board = chat.board
        self._agents = chat.board.agents
        self._handlers = chat.handlers

    @property
    def _going_on(self) -> GoingOn:
        """What decides whose words a message is."""
        board, session = self._board, self._board.session_task
        asking, seen = self._question_queue.current, self._question_queue.visible
        working = [run for run in board.runs if run.view().phase is TaskPhase.WORKING]
        return GoingOn(
            tasks={run.record.task_id for run in board.runs},
            session=session.record.task_id if session is not None else None,
            holds_words=session is not None and session.holds_words,
            spoke_last=session is not None and session.record.task_id == self._told_last_by,
            offered=bool(self._session.state.asked_to_enter),
            asking=asking.task_id if asking is not None else None,
            seen=seen.task_id if seen is not None else None,
            working=working[-1].record.task_id if working else None,
            single={r.record.agent: r.record.task_id for r in board.runs if r.agent.card.single},
            holding={r.record.agent: r.record.task_id for r in board.runs if r.holds_words},
        )

    @property
    def _told_last_by(self) -> str | None:
        """The task that said what the person was told last."""
        entries = reversed(self._session.state.history.entries)
        return next((each.task_id for each in entries if each.speaker is Speaker.STEWARD), None)

    def _whose(self, message: Message, act: Act | None = None) -> TaskRun | None:
        """Returns the task that a message is for, if it goes on."""
        return self._board.get(whose_words(message, self._going_on, act))
