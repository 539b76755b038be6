"""What every agent is, and what it is given to work with.

The platform routes envelopes; the agent owns what they carry as its own pydantic models, and
validates it on arrival. ``run`` is a loop driven by ``state`` alone, so that a fresh ``run`` on a
restored state goes on where the former one was. It reaches the outside only through its desk.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import ClassVar, Generic, Protocol, Self, TypeVar, runtime_checkable

from pydantic import BaseModel, JsonValue

from domain.activity_calls import ActivityCall
from domain.agents import AgentCard
from domain.conversation import AgentLimits, Limits
from domain.events import Purchase
from domain.history import Entry
from domain.messages import Attachment, ButtonPress, CallRequest, Frozen, Message
from domain.replies import Choice, Content, File
from domain.tasks import DraftStatus, Injected, Opening, Outcome, Place, Shown
from domain.tools import Arguments, Heard, LoopState, Tool, ToolCall, ToolError, ToolResult, TurnEnd
from domain.topics import Failed
from domain.understanding import Act, Person, TaskView

__all__ = [
    "Agent", "CallReply", "Choices", "Desk", "Details", "Handler", "HandlerDesk", "Opening",
    "Outcome", "Reversible", "Standing", "TaskCall", "ToolUser", "failure_of",
]  # fmt: skip

State_co = TypeVar("State_co", bound=BaseModel, covariant=True)
Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")

Choices = Callable[[str], Sequence[Choice]]
"""The buttons of a question, made from its id, which they carry."""


class Details(Frozen):
    """What an act carries for its agent. Fields that are None or empty say nothing."""

    def is_empty(self) -> bool:
        return self == type(self)()

    def shared(self) -> Self:
        """What of it may hold for each of several tasks that one message opened."""
        return self

    def beyond(self, known: Self) -> Self:
        """What it says that ``known`` does not: the fields with another value."""
        same = {
            name: field.get_default(call_default_factory=True)
            for name, field in type(self).model_fields.items()
            if getattr(self, name) == getattr(known, name)
        }
        return self.model_copy(update=same)

    def laid_over(self, known: Self) -> Self:
        """``known`` with everything that this says in place of what it said."""
        told = {
            name: value
            for name in type(self).model_fields
            if (value := getattr(self, name)) not in (None, ())
        }
        return known.model_copy(update=told)


OwnDetails = TypeVar("OwnDetails", bound=Details)


class _Place(Protocol):
    """What a task's desk and a handler's have in common."""

    @property
    def conversation_id(self) -> str: ...
    @property
    def person(self) -> Person: ...
    @property
    def limits(self) -> Limits: ...
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
        """The agent's own limits."""

    def today(self) -> date:
        """The person's own date."""

    def date_of(self, moment: datetime) -> date:
        """The date of a moment where the person lives."""

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

    def offer(self, purchase: Purchase) -> Sequence[Choice]:
        """Makes a purchase known to the other agents: a button for each that can take it up. One
        that is pressed twice is taken up once.
        """

    def say(
        self, content: Content, choices: Sequence[Choice] = (), files: Sequence[File] = ()
    ) -> None:
        """Tells the person something."""


@dataclass(frozen=True)
class ConfirmAnswer:
    """The answer to a question before something that cannot be taken back."""

    yes: bool | None
    """None for anything else, which is the agent's to hear."""
    message_id: str = ""


class Desk(_Place, Protocol):
    """One task's place in the conversation: all that its agent may use.

    A task that was cancelled is told so by whatever it awaits next, which raises; the result of a
    call that was committed is still given. Agents never test for it.
    """

    reason: str
    """Why the last decision was taken, for the operator."""

    @property
    def task_id(self) -> str: ...
    @property
    def turn_number(self) -> int: ...
    @property
    def has_injected(self) -> bool: ...

    def injected(self) -> list[Injected]:
        """Takes what was said since the last look, in order."""

    async def settle(self) -> None:
        """Waits until everything said so far is understood and handed out."""

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

    async def fetch(self, attachment: Attachment, *, outage: Content | None = None) -> Attachment:
        """The attachment, stored: brought from its channel if it is still there. ``outage`` as
        for ``call``.

        Raises ``ActivityFailed`` with a code ``attachment.…`` when it cannot be had.
        """

    async def ask(self, kind: str, content: Content, choices: Choices = lambda _: ()) -> None:
        """Puts a question when no other one is open; waits until something is said to the task.

        ``kind`` is the agent's own name of the question. A question that is open already (after
        continue-as-new) is only waited for.
        """

    async def confirm(self, content: Content) -> bool:
        """A yes or no bound to exactly this content: a yes to something else does not count."""

    async def decided(self, content: Content) -> ConfirmAnswer:
        """As ``confirm``, for who wants to hear what else was said instead: it is injected."""

    async def listen(self, within: timedelta | None = None) -> bool:
        """Rests until something is said to the task. False when ``within`` went by instead: then
        somebody may be speaking whose words are not known yet.
        """

    async def turn(self, user: "ToolUser", said: Sequence[Heard] = ()) -> TurnEnd:
        """One turn of the tool loop: rounds of an engine's calls and their results, until it
        answers. ``said`` starts it; without, a turn under way in ``user.loop`` is gone on with.

        Whatever a tool or a provider fails with is dealt with inside.
        """

    async def delivered(self) -> None:
        """Waits until what was said is shown, or cannot be. A goodbye that is read aloud
        (``Content.heard_out``) was played then, or broken off by words, which are there to be taken
        in.
        """

    def let_go(self, *, talking: bool = False) -> None:
        """The chat is over for this task, which goes on beside it: it takes no more words, what is
        said next opens another task, the chat is idle for it, and neither silence nor a cancel that
        does not name it ends it. It may still call, say something, and ``listen(within)`` to let
        time go by; the conversation lives until it ends. Once and for all; not for single agents.

        ``talking``: it has a last word to say, for which what was said before waits; then it lets
        go once more.
        """

    def pass_on(self, text: str) -> bool:
        """Gives back the message of these words, which the task was handed as they are and which is
        for somebody else: it is understood as if no session listened. False where it was passed on
        before, or is too old: then the words are the task's own.
        """

    def open_beside(self, files: Sequence[Attachment]) -> bool:
        """Opens a task of this agent for each of these, which the file of this task turned out to
        show as well: all are shown together, as the tasks of one message are, and what was said
        below the file holds for each as far as it may. False when there is no room for them; the
        person was told.
        """

    def tasks(self) -> "Sequence[Agent[BaseModel]]":
        """The tasks of this agent that go on or rest in this chat, the oldest first."""

    def correct(self, task_id: str, details: JsonValue, evidence: str) -> None:
        """Tells another task of this agent, going on or lately done, what was meant for it.
        ``details`` are what an act carries, ``evidence`` the person's own words.
        """

    def reserve(self, count: int) -> int:
        """Numbers for so many further things that this task saves, which people then call by them;
        the first one. With the end of the task's id they make ids as tasks have them.
        """

    def keep_draft(self, state: BaseModel, status: DraftStatus = DraftStatus.KEPT) -> None:
        """Keeps an unfinished task's state; written as soon as the database can be reached."""


class ToolUser(Protocol):
    """What the tool loop asks of the agent that it runs for."""

    @property
    def loop(self) -> LoopState:
        """Part of the agent's state; the loop changes it in place."""

    def tools(self) -> Sequence[Tool]:
        """All that there are."""

    def offered(self) -> Sequence[Tool]:
        """The tools that are legal now."""

    def context(self) -> str:
        """What every round is told, in plain text and few words; empty for nothing."""

    def known(self) -> JsonValue:
        """What was shown to the person last, for the agent's own rules."""

    def seen(self) -> Sequence[str]:
        """Ids that earlier results of this session, or the person, named."""

    def took(self, call: ToolCall, result: ToolResult) -> None:
        """Takes in what a call came to, before the next round."""

    def heard(self, said: Injected) -> Heard | None:
        """Words for the loop in what was said to the task meanwhile; None when it was none."""

    def proposal(self, call: ToolCall, facts: JsonValue) -> Content:
        """The question before an irreversible call: exactly what a yes agrees to."""


@dataclass(frozen=True)
class CallReply:
    """What the person sees of a call that no turn of the tool loop made."""

    content: Content
    choices: Sequence[Choice] = ()
    files: Sequence[File] = ()
    changed: JsonValue = None
    """The card of the finished task that the call changed, as it is now (``Agent.recalled``)."""
    removed: Sequence[str] = ()
    """Ids of the finished tasks that the call took back."""
    taken_back_by: Sequence[CallRequest] = ()
    """The calls that take this one back, in their order; empty where none can, and where a button
    of the reply does.
    """
    takes_away: bool = False
    """Something is gone by it, and can be brought back."""


@dataclass(frozen=True)
class TaskCall:
    """A tool call for a task: the act opens one, or concerns the one with ``number``."""

    act: Act
    number: int = 0
    """What the person calls the task: 3 for "#3"; 0 where a new one is opened."""


def failure_of(error: ToolError) -> Failed:
    """Tells in the platform's words that a call did not work."""
    return Failed(code=f"tool.{error.code}")


class HandlerDesk(_Place, Protocol):
    """What a handler may use: something asked of an agent that opens no task."""

    @property
    def heard(self) -> Message | None:
        """The message that asked for it, also a press or a command; None where there was none."""

    @property
    def about(self) -> str | None:
        """The finished task that the message names: by a reply to its card, by its number, or as
        the one that an edited message told of.
        """

    @property
    def edits(self) -> str:
        """Id of the earlier message whose words these replace; empty for a new message."""

    @property
    def agreed(self) -> bool:
        """Whether the person said yes when the words were quoted and asked about."""

    def concerns(self, task_id: str) -> None:
        """Notes that what was heard is about this task, whoever has it now: an edit of it comes
        back with ``about``.
        """

    async def fetch(self, attachment: Attachment) -> Attachment:
        """As ``Desk.fetch``."""

    def tasks(self) -> "Sequence[Agent[BaseModel]]":
        """The tasks of this agent that go on or rest in this chat, the oldest first."""

    def in_turn(self) -> AbstractAsyncContextManager[None]:
        """Lets one handler of this agent run at a time, in the order of their messages. A handler
        enters before it awaits anything else. Until it hands, says or commits something, it may be
        broken off and begun anew, and tasks of this agent decide nothing.
        """

    def hand(self, details: JsonValue, task_id: str | None = None) -> str | None:
        """Gives what was heard to a task of this agent, or opens one with it; the task's id. None
        when it does not go on (any more), or there is no room for another.

        A task that goes on hears it as a ``DETAIL`` with these details, and files one by one.
        """

    async def carry_out(self, wanted: CallRequest, *, further: int = 0) -> ToolResult:
        """Carries out a call of one of the agent's tools and says what came of it
        (``Agent.reply_to``). Returns the result. ``further`` counts the calls that one handler
        carries out behind its first.
        It is done once for each message, however often the handler is begun. Calls that change
        something are done one after the other, in the order in which they were asked for.
        """

    def live(self) -> "Agent[BaseModel] | None":
        """The one task of this agent, where its card says that it is single and there is one: what
        a handler does beside its turns can be noted in its state.
        """

    def last_done(self) -> str | None:
        """The task of this agent that was done or changed last, as far as is known."""

    def remember(self, agent: "Agent[BaseModel]") -> None:
        """A finished task is (again) one that can be corrected."""

    def forget(self, task_id: str) -> None:
        """A finished task was taken back."""


Handler = Callable[[HandlerDesk], Awaitable[object]]

Standing = Callable[[HandlerDesk], Awaitable[Sequence[Shown]]]
"""What of an agent goes on for the person now, also without a task in this chat."""


class Agent(ABC, Generic[State_co]):
    """A specialist with its own state machine."""

    card: ClassVar[AgentCard]
    details: ClassVar[type[Details]] = Details
    state: State_co

    def __init__(self, state: State_co) -> None:
        self.state = state

    @classmethod
    @abstractmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        """A new task. Raises ``ValidationError`` for details that are not this agent's."""

    @classmethod
    @abstractmethod
    def restored(cls, state: str) -> Self:
        """A task as its state's JSON text describes it. Raises ``ValidationError``."""

    @abstractmethod
    async def run(self, desk: Desk) -> Outcome:
        """Works until the task ends, or rests: then it is run again when something is said to it,
        and has to take that in.
        """

    @abstractmethod
    def view(self) -> TaskView:
        """The task as engines see it."""

    @abstractmethod
    def shown(self) -> BaseModel:
        """The task as the person sees it: this agent's own card."""

    def missing(self, today: date) -> tuple[str, ...]:
        """Names of what is still needed."""
        del today
        return ()

    def facts(self) -> tuple[str, ...]:
        """The task for an operator, one short plain line each."""
        return ()

    def place(self) -> Place | None:
        """Where in a graph the task is; None for agents that have none."""
        return None

    def empty(self) -> bool:
        """Whether nothing is known yet, so that there is no draft worth keeping."""
        return False

    def on_cancel(self) -> tuple[Content, Sequence[Choice]] | None:
        """What is said in place of the platform's words when a cancel met this task, going on or
        resting; None leaves it to the platform. A single task that rests is left as it is.
        """
        return None

    def after_cancel(self) -> "Handler | None":
        """What is still to be done elsewhere about this task, when a cancel has stopped it."""
        return None

    def wants(self, attachment: Attachment) -> bool:
        """Whether a file that comes now is for this task and opens none of its own."""
        del attachment
        return False

    @classmethod
    def handler(cls, details: JsonValue) -> Handler | None:
        """What an opening act asks for that needs no task; None when it opens one.

        Raises ``ValidationError`` for details that are not this agent's.
        """
        del details
        return None

    @classmethod
    def feature_tools(cls) -> Sequence[Tool]:
        """The tools of its features. Words, commands, buttons and programs call them; no task is
        opened for a call.
        """
        return ()

    @classmethod
    def reply_to(
        cls, call: ToolCall, result: ToolResult, tasks: "Sequence[Agent[BaseModel]]"
    ) -> CallReply:
        """Returns what the person sees of a call of one of ``feature_tools``. ``tasks`` are those
        of this agent that go on or rest in the chat.
        """
        raise NotImplementedError

    @classmethod
    def task_call(cls, tool: Tool, arguments: Arguments) -> TaskCall:
        """What a call of one of ``feature_tools`` that is carried out ``by_conversation`` asks of a
        task.
        """
        raise NotImplementedError

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        """What one of ``card.commands`` does."""
        del name, value
        return None

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        """What a button of this agent does that belongs to no open question."""
        del press
        return None

    @classmethod
    def cancelling(cls) -> Handler | None:
        """What it does about a cancel that met no task; one that says nothing leaves it to the
        others, and to the platform.
        """
        return None

    @classmethod
    def standing(cls) -> Standing | None:
        """Tells ``/status`` what goes on beside the tasks of this chat; of a task of this chat,
        what is newer than its own card. None where there is never any.
        """
        return None

    @classmethod
    def taking(cls, purchase: Purchase) -> JsonValue:
        """The details with which it takes up what another agent knows, when the person wishes it;
        None for what it has no use for.
        """
        del purchase
        return None

    @classmethod
    def noticing(cls, purchase: Purchase) -> Handler | None:
        """What it does at once about a purchase that another agent tells of."""
        del purchase
        return None

    @classmethod
    def together(cls, contents: Sequence[Content], asking: int, opened: int) -> Content | None:
        """One content for those that tasks opened by one message say; None keeps them apart.

        Only contents whose class has ``held`` set are held back for it. ``asking`` tasks still
        ask, of ``opened`` that there were.
        """
        del contents, asking, opened
        return None

    @classmethod
    def held(cls, content: Content) -> bool:
        """Whether a content waits for those of the other tasks that its message opened."""
        del content
        return False


@runtime_checkable
class Reversible(Protocol):
    """An agent whose finished tasks can be corrected, taken back and brought back."""

    @classmethod
    async def undo(cls, desk: HandlerDesk, task_id: str | None, shown: str) -> bool:
        """Takes back the last change of a task, else the last one at all; False: there was none.

        ``shown``: only this change, as a button of the agent names it.
        """

    @classmethod
    async def restore(cls, desk: HandlerDesk, task_id: str) -> None:
        """Brings back what was taken back."""

    @classmethod
    async def find(cls, desk: HandlerDesk, task: str | int) -> "Agent[BaseModel] | None":
        """A finished task of this person, however old, by its id or its number in this
        conversation.
        """

    @classmethod
    def recalled(cls, card: JsonValue) -> "Agent[BaseModel]":
        """A finished task of which only its card is known."""
