"""The desk that a task's agent works at, concept by concept.

An agent that asks and saves needs ``AskingDesk``. What else ``Desk`` has is for sessions, for
decisions of models, and for tasks that are shown or changed beside each other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Protocol, TypeVar

from pydantic import BaseModel, JsonValue

from agents.tool_user import ToolUser
from domain.activity_calls import ActivityCall
from domain.conversation import AgentLimits, Limits
from domain.events import Purchase
from domain.history import Entry
from domain.messages import Attachment
from domain.replies import Choice, Content, File
from domain.tasks import DraftStatus, Injected
from domain.tools import Heard, TurnEnd
from domain.understanding import Person

if TYPE_CHECKING:
    from agents.contract import Agent

Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")

Choices = Callable[[str], Sequence[Choice]]
"""The buttons of a question, made from its id, which they carry."""


@dataclass(frozen=True)
class ConfirmAnswer:
    """The answer to a question before something that cannot be taken back."""

    yes: bool | None
    """None for anything else, which is the agent's to hear."""
    message_id: str = ""
    author_id: str = ""
    """Who wrote that message, in a conversation of a group that shares all; else empty."""


class AnyDesk(Protocol):
    """What a task's desk and a handler's have in common."""

    @property
    def conversation_id(self) -> str: ...
    @property
    def person(self) -> Person: ...
    @property
    def limits(self) -> Limits: ...

    def today(self) -> date:
        """Returns the person's own date."""

    def next_change_id(self, task_id: str = "") -> str:
        """Idempotency key of a change of a finished task: never given twice in a conversation."""

    async def call(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        *,
        outage: Content | None = None,
    ) -> Result:
        """Runs an activity that is never abandoned. Raises ``ActivityFailed``.

        With ``outage`` a database that is away is waited for: the content is said once, other
        tasks may ask meanwhile, and the call goes on when it is back.
        """

    async def fetch(self, attachment: Attachment, *, outage: Content | None = None) -> Attachment:
        """Returns the attachment, stored: brought from its channel if it is still there. ``outage``
        as for ``call``.

        Raises ``ActivityFailed`` with a code ``attachment.…`` when it cannot be had.
        """

    def say(
        self, content: Content, choices: Sequence[Choice] = (), files: Sequence[File] = ()
    ) -> None:
        """Tells the person something."""


class ChatView(Protocol):
    """What else is known of the chat, for agents whose words or limits depend on it."""

    @property
    def history(self) -> tuple[Entry, ...]: ...
    @property
    def channel(self) -> str:
        """Where the person talks: ``terminal``, ``telegram``, ``http``."""

    @property
    def spoken(self) -> bool:
        """Whether the person was on the line with their last words, typed or spoken: then short
        pauses are long. A voice note in a chat is like a text in that.
        """

    def own_limits(self, kind: type[AgentLimits]) -> AgentLimits:
        """Returns the agent's own limits."""

    def date_of(self, moment: datetime) -> date:
        """Returns the date of a moment where the person lives."""

    def tasks(self) -> "Sequence[Agent[BaseModel]]":
        """Returns the tasks of this agent that go on or rest in this chat, the oldest first."""

    def offer(self, purchase: Purchase) -> Sequence[Choice]:
        """Makes a purchase known to the other agents: a button for each that can take it up. One
        that is pressed twice is taken up once.
        """


class AskingDesk(AnyDesk, Protocol):
    """One task's place in the conversation, for an agent that asks and saves.

    A task that was cancelled is told so by whatever it awaits next, which raises; the result of a
    call that was committed is still given. Agents never test for it.
    """

    @property
    def task_id(self) -> str: ...
    @property
    def has_injected(self) -> bool: ...

    def injected(self) -> list[Injected]:
        """Takes what was said since the last look, in order."""

    async def settle(self) -> None:
        """Waits until everything said so far is understood and handed out."""

    async def ask(self, kind: str, content: Content, choices: Choices = lambda _: ()) -> None:
        """Puts a question when no other one is open; waits until something is said to the task.

        ``kind`` is the agent's own name of the question. A question that is open already (after
        continue-as-new) is only waited for.
        """

    async def confirm(self, content: Content, card: BaseModel | None = None) -> ConfirmAnswer:
        """Asks for a yes or no bound to exactly this content: a yes to something else does not
        count. What else was said instead is injected. ``card``: how the task is shown while its
        question waits, where the content has none.
        """

    def keep_draft(self, state: BaseModel, status: DraftStatus = DraftStatus.KEPT) -> None:
        """Keeps an unfinished task's state; written as soon as the database can be reached."""


class SessionDesk(Protocol):
    """For a task that rests between messages, holds the conversation, or goes on beside it."""

    async def listen(self, within: timedelta | None = None) -> bool:
        """Rests until something is said to the task. False when ``within`` went by instead: then
        somebody may be speaking whose words are not known yet.
        """

    async def delivered(self) -> None:
        """Waits until what was said is shown, or cannot be. A goodbye that is read aloud
        (``Content.heard_out``) was played then, or broken off by words, which are there to be taken
        in.
        """

    def let_go(self, *, talking: bool = False) -> None:
        """Ends the chat for this task, which goes on beside it: it takes no more words, what is
        said next opens another task, the chat is idle for it, and neither silence nor a cancel that
        does not name it ends it. It may still call, say something, and ``listen(within)`` to let
        time go by; the conversation lives until it ends. Once and for all; not for single agents.

        ``talking``: it has a last word to say, for which what was said before waits; then it lets
        go once more.
        """

    def pass_on(self, text: str, part: str = "") -> bool:
        """Gives back the message of these words, which the task was handed as they are and which is
        for somebody else, or the ``part`` of them that is: it is understood as if no session
        listened. False where it was passed on before, or is too old: then the words are the task's
        own.
        """


class DecidingDesk(Protocol):
    """For an agent that has a model or rules decide what it does next."""

    reason: str
    """Why the last decision was taken, for the operator."""

    async def consider(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        within: timedelta | None = None,
    ) -> Result | None:
        """Runs a decision; None when something new was said meanwhile: then decide again.

        Raises ``ActivityFailed``.
        """

    async def turn(self, user: ToolUser, said: Sequence[Heard] = ()) -> TurnEnd:
        """Runs one turn of the tool loop: rounds of an engine's calls and their results, until it
        answers. ``said`` starts it; without, a turn under way in ``user.loop`` is gone on with.

        Whatever a tool or a provider fails with is dealt with inside.
        """


class SeveralTasksDesk(Protocol):
    """For an agent of which one message may open or change several tasks."""

    @property
    def turn_number(self) -> int: ...

    def open_beside(self, files: Sequence[Attachment]) -> bool:
        """Opens a task of this agent for each of these, which the file of this task turned out to
        show as well: all are shown together, as the tasks of one message are, and what was said
        below the file holds for each as far as it may. False when there is no room for them; the
        person was told.
        """

    def correct(self, task_id: str, details: JsonValue, evidence: str) -> None:
        """Tells another task of this agent, going on or lately done, what was meant for it.
        ``details`` are what an act carries, ``evidence`` the person's own words.
        """

    def reserve(self, count: int) -> int:
        """Numbers for so many further things that this task saves, which people then call by them;
        the first one. With the end of the task's id they make ids as tasks have them.
        """


class Desk(AskingDesk, ChatView, SessionDesk, DecidingDesk, SeveralTasksDesk, Protocol):
    """One task's place in the conversation: all that its agent may use."""
