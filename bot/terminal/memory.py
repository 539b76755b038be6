"""What the screen shows, as far as the next typed line can refer to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.buttons import button_named, name_of_button
from bot.remembered import Remembered
from bot.terminal.screen import numbers_of
from bot.texts.speech import Button, Wording
from domain.conversation import ConversationStatus
from domain.replies import DeliveredReply, Reply
from domain.topics import Cancelled, ClosedByOperator, Expired, PressAction

MAX_SHOWN = 500
"""Reply ids remembered, to tell a repeated delivery from a new one."""

_CLOSING = frozenset({Cancelled.topic, ClosedByOperator.topic, Expired.topic})
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


@dataclass
class ScreenMemory:
    """Numbers of cards, the last buttons, the open question, and what was shown already."""

    tasks: dict[int, str] = field(default_factory=dict)
    """Card number → task id; the latest card of a number wins."""
    buttons: tuple[Button, ...] = ()
    """Those of the last reply that had some."""
    first: int = 1
    """The number of the first of them: those of one answer are numbered on."""
    shown: Remembered[str, DeliveredReply] = field(default_factory=lambda: Remembered(MAX_SHOWN))
    dealt_with: Remembered[str, None] = field(default_factory=lambda: Remembered(MAX_SHOWN))
    """Ids of the person's messages about which nothing more will be said."""
    questions: set[str] = field(default_factory=set)
    """Ids of the questions that were shown; a question put again has a new reply id."""
    _numbers: dict[int, Button] = field(default_factory=dict)
    """What a number presses: the buttons of the newest answer that has some, and older examples."""
    _replaced: frozenset[int] = frozenset()
    """The numbers that the answer before it had, and all since a question that no digits answer."""
    _next: int = 1
    _bare: bool = True
    """Whether the last buttons were shown without a slash."""
    _labels_count: bool = True
    """Whether the newest answer has the last buttons."""
    _lasting: dict[str, Button] = field(default_factory=dict)
    _asking: tuple[str | None, bool] | None = None
    """The task that has a question open, and whether digits answer it."""

    @property
    def digits_are_answers(self) -> bool:
        """Whether a bare number answers the open question (an amount, a date)."""
        return self._asking is not None and self._asking[1]

    def note(self, reply: Reply, wording: Wording, delivered: DeliveredReply) -> None:
        self.learn(wording.numbers)
        if not wording.buttons and self._next == 1:
            self._labels_count = False
        self.show_buttons(wording.buttons)
        for button in wording.buttons:
            if button.press.action in _LASTING:
                name = name_of_button(button.label)
                self._lasting.pop(name, None)  # the newest stands last
                self._lasting[name] = button
        self._note_question(reply, wording)
        if wording.buttons:
            self._bare = not self.digits_are_answers
        if reply.question:
            self.questions.add(reply.question)
        self.shown[reply.id] = delivered

    def begin_answer(self) -> None:
        """The person said something: the next buttons are numbered from 1 again."""
        self._next = 1

    def show_buttons(self, buttons: tuple[Button, ...]) -> None:
        """Gives each its number: none stands twice in one answer."""
        if not buttons:
            return
        if self._next == 1:
            chooses = self._asking is not None and not self.digits_are_answers
            self._replaced = frozenset(self._numbers) | (self._replaced if chooses else frozenset())
            self._keep_examples()
        self.buttons, self.first, self._labels_count = buttons, self._next, True
        numbers = numbers_of(buttons, first=self.first)
        self._numbers |= dict(zip(numbers, buttons, strict=True))
        self._next = max(numbers) + 1
        if any(button.place for button in buttons):
            self._replaced = frozenset()  # other numbers are places of the list, too

    def _keep_examples(self) -> None:
        """They say words, and are of use whatever was said since."""
        examples = {n: b for n, b in self._numbers.items() if b.press.action == PressAction.SAY}
        self._numbers = examples

    def forget(self, reply: Reply) -> None:
        """It did not appear after all, and may come again."""
        self._next = self.first
        self.shown.pop(reply.id, None)
        self.questions.discard(reply.question or "")

    def _note_question(self, reply: Reply, wording: Wording) -> None:
        if reply.question and reply.task_id:
            self._asking = (reply.task_id, wording.digits)
        elif self._closes(reply, wording):
            self._asking = None
            if not reply.choices:
                # The buttons left on the screen are those of the question that is closed now.
                self.buttons = ()
                if reply.topic in _CLOSING:
                    self._keep_examples()

    def _closes(self, reply: Reply, wording: Wording) -> bool:
        if reply.topic in _CLOSING:
            return True
        about_it = self._asking is not None and reply.task_id == self._asking[0]
        return about_it and reply.task_id is not None and not wording.beside

    def learn(self, numbers: Mapping[int, str]) -> None:
        """``numbers`` are ids of tasks by what the person calls them."""
        self.tasks.update(numbers)

    def resume(self, status: ConversationStatus, *, digits: bool = False) -> None:
        """Takes up what an earlier run of the terminal left: its cards and the open question.

        ``digits`` says whether a bare number answers that question.
        """
        self.learn({task.number: task.task_id for task in status.tasks if task.number})
        question = status.open_question
        if question is not None and self._asking is None:
            self._asking = (question.task_id, digits)

    def choice(self, number: int) -> Button | None:
        """What the number presses, on the newest answer with buttons."""
        return self._numbers.get(number)

    def is_replaced(self, number: int) -> bool:
        """Whether it stood on an answer whose numbers are others' now."""
        return number in self._replaced and number not in self._numbers

    def is_answer(self, number: int) -> bool:
        """Whether the bare number answers the open question. It is a press where it stands, without
        a slash, on the last buttons.
        """
        last = numbers_of(self.buttons, first=self.first)
        return self.digits_are_answers and not (self._bare and number in last)

    def labelled(self, text: str) -> Button | None:
        """The button whose label was typed out.

        One of the last buttons if the newest answer has them: "yes" to a question without buttons
        is no press on an older one. Else the latest of that name that still makes sense.
        """
        current = button_named(text, self.buttons if self._labels_count else ())
        return current or self._lasting.get(name_of_button(text))
