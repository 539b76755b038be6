"""What the parts of a conversation that act on it share."""

from dataclasses import dataclass

from workflows.handlers import Handlers
from workflows.outbox import Outbox
from workflows.question_queue import QuestionQueue
from workflows.shared import Session
from workflows.tasks import TaskBoard


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
