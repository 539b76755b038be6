"""What the screen shows, as far as the next typed line can refer to it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.texts.speech import Button, Wording
from domain.conversation import ConversationStatus
from domain.replies import Card, DeliveredReply, Reply
from domain.topics import ConversationTopic, PressAction, TransactionTopic
from domain.understanding import QuestionKind

MAX_SHOWN = 500
"""Reply ids remembered, to tell a repeated delivery from a new one."""

_ANSWERED_BY_DIGITS = frozenset({TransactionTopic.ASK_AMOUNT, TransactionTopic.ASK_DATE})
_CLOSING = frozenset(
    {
        ConversationTopic.CANCELLED,
        ConversationTopic.CLOSED_BY_OPERATOR,
        TransactionTopic.EXPIRED,
    }
)
"""Topics after which no question is open, whatever task they name."""

_LASTING = frozenset(
    {
        PressAction.EDIT,
        PressAction.UNDO,
        PressAction.RESTORE,
        PressAction.RESUME,
        PressAction.RETRY,
    }
)
"""Actions on a task, which can be asked for by name long after their buttons were shown."""

_ASIDE = frozenset({TransactionTopic.PROVENANCE, TransactionTopic.NOT_FOUND})
"""Said about a task without answering its question."""


@dataclass
class ScreenMemory:
    """Numbers of cards, the last buttons, the open question, and what was shown already."""

    tasks: dict[int, str] = field(default_factory=dict)
    """Card number → task id; the latest card of a number wins."""
    buttons: tuple[Button, ...] = ()
    shown: dict[str, DeliveredReply] = field(default_factory=dict)
    questions: set[str] = field(default_factory=set)
    """Ids of the questions that were shown; a question put again has a new reply id."""
    _lasting: dict[str, Button] = field(default_factory=dict)
    _asking: tuple[str | None, bool] | None = None
    """The task that has a question open, and whether digits answer it."""

    @property
    def digits_are_answers(self) -> bool:
        """Whether a bare number answers the open question (an amount, a date)."""
        return self._asking is not None and self._asking[1]

    def note(self, reply: Reply, wording: Wording, delivered: DeliveredReply) -> None:
        self.learn(reply.cards)
        if wording.buttons:
            self.buttons = wording.buttons
        for button in wording.buttons:
            if button.press.action in _LASTING:
                name = button.label.casefold()
                self._lasting.pop(name, None)  # the newest stands last
                self._lasting[name] = button
        self._note_question(reply)
        if reply.question_id:
            self.questions.add(reply.question_id)
        self.shown[reply.id] = delivered
        if len(self.shown) > MAX_SHOWN:
            del self.shown[next(iter(self.shown))]

    def forget(self, reply: Reply) -> None:
        """It did not appear after all, and may come again."""
        self.shown.pop(reply.id, None)
        self.questions.discard(reply.question_id or "")

    def _note_question(self, reply: Reply) -> None:
        if reply.topic.startswith("transaction.ask_"):
            self._asking = (reply.task_id, reply.topic in _ANSWERED_BY_DIGITS)
        elif self._closes(reply):
            self._asking = None
            if not reply.choices:
                # The buttons left on the screen are those of the question that is closed now.
                self.buttons = ()

    def _closes(self, reply: Reply) -> bool:
        if reply.topic in _CLOSING:
            return True
        about_it = self._asking is not None and reply.task_id == self._asking[0]
        return about_it and reply.task_id is not None and reply.topic not in _ASIDE

    def learn(self, cards: Iterable[Card]) -> None:
        for card in cards:
            self.tasks[card.number] = card.task_id

    def resume(self, status: ConversationStatus) -> None:
        """Takes up what an earlier run of the terminal left: its cards and the open question."""
        self.learn(task.known for task in status.tasks if task.known)
        asking = next((t for t in status.tasks if t.question == status.waiting_for), None)
        if asking is not None and self._asking is None:
            digits = asking.question in (QuestionKind.AMOUNT, QuestionKind.DATE)
            self._asking = (asking.task_id, digits)

    def choice(self, number: int) -> Button | None:
        return self.buttons[number - 1] if 1 <= number <= len(self.buttons) else None

    def latest(self, action: PressAction) -> Button | None:
        """The button of a lasting action that was shown last."""
        buttons = reversed(self._lasting.values())
        return next((b for b in buttons if b.press.action == action), None)

    def labelled(self, text: str) -> Button | None:
        """The button whose label was typed out, ignoring case and a final full stop.

        One of the last buttons, else the latest of that name that still makes sense.
        """
        wanted = text.strip().rstrip(".!").casefold()
        current = (b for b in self.buttons if b.label.casefold() == wanted)
        return next(current, self._lasting.get(wanted))
