"""Injection: what is said to a task while it works, which it takes in at its next decision."""

from agents.contract import Details
from domain.conversation import TaskRecord
from domain.messages import Message
from domain.tasks import Injected
from domain.turn import CURRENT_TURN, Turn
from domain.understanding import Act, ActKind
from workflows.shared import Session, soundly
from workflows.turns import go_on_for


class Injections:
    """What was said to one task and not taken in; its record keeps it."""

    def __init__(self, session: Session, record: TaskRecord) -> None:
        self._session = session
        self._record = record
        self._turn: Turn | None = None
        """The message that the last of them came with."""

    @property
    def waiting(self) -> list[Injected]:
        return self._record.injected

    @property
    def captions(self) -> list[Injected]:
        """What was said of the task's file."""
        return [said for said in self.waiting if said.act and said.act.kind is ActKind.OPEN]

    @property
    def texts(self) -> list[str]:
        return [said.text for said in self.waiting if said.text]

    @property
    def _question(self) -> str | None:
        """The question of the task that the person has seen, by the agent's own name."""
        question = self._record.question
        return question.answer_kind if question is not None and question.said else None

    def add(self, said: Injected) -> None:
        """Hands the task something that the person said or sent."""
        self.waiting.append(said)
        self._turn = CURRENT_TURN.get()

    def add_words(self, message: Message, text: str, *, edits: str = "") -> None:
        """Hands the task words that are its own, as they are."""
        self._session.remember_session_message(message)
        said = Injected(text=text, spoken=message.spoken, message_id=message.id, edits=edits)
        self.add(said.model_copy(update={"question": self._question}))

    def add_act(self, act: Act, evidence: str, *, edits: str = "") -> None:
        """Hands the task something that was understood; ``evidence`` is the person's own words."""
        told_by = act.message_ids[-1] if act.message_ids else ""
        said = Injected(act=act, text=evidence, message_id=told_by, edits=edits)
        self.add(said.model_copy(update={"question": self._question}))

    def add_caption(self, said: Injected, kind: type[Details]) -> None:
        """Hands the task what was said of a file that shows other things as well; ``kind`` is what
        acts carry for its agent.
        """
        act = said.act
        if act is None or act.agent != self._record.agent:
            return
        told = soundly(lambda: kind.model_validate(act.details or {}).shared(), kind())
        if not told.is_empty():
            details = told.model_dump(mode="json", exclude_defaults=True)
            shared = act.model_copy(update={"details": details, "task_id": None})
            self.add(said.model_copy(update={"act": shared, "question": None}))

    def take(self) -> list[Injected]:
        """Gives the task all of it, in order: from here on it works for the newest message."""
        taken, self._record.injected = self._record.injected, []
        if taken:
            go_on_for(self._turn)
        return taken
