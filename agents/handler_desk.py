"""What an agent does without a task: the desk of its handlers, and calls of its tools."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, JsonValue

from agents.desk import AnyDesk, ChatView
from domain.messages import CallRequest, Message
from domain.replies import Choice, Content, File
from domain.tasks import Shown
from domain.tools import ToolError, ToolResult
from domain.topics import Failed
from domain.understanding import Act

if TYPE_CHECKING:
    from agents.contract import Agent


@dataclass(frozen=True)
class CallReply:
    """What the person sees of a call that no turn of the tool loop made."""

    content: Content
    choices: Sequence[Choice] = ()
    files: Sequence[File] = ()
    changed: Sequence[JsonValue] = ()
    """The cards of the finished tasks that the call changed, as they are (``Reversible.recalled``).
    """
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


class HandlerDesk(AnyDesk, ChatView, Protocol):
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
        (``FeatureOwner.reply_to``). Returns the result. ``further`` counts the calls that one
        handler carries out behind its first. It is done once for each message, however often the
        handler is begun. Calls that change something are done one after the other, in the order in
        which they were asked for.
        """

    def remember(self, agent: "Agent[BaseModel]") -> None:
        """Makes a finished task (again) one that can be corrected."""

    def forget(self, task_id: str, card: JsonValue = None) -> None:
        """Forgets a finished task that was taken back; ``card`` is how the person saw it, for one
        that is not kept in state any more.
        """


Handler = Callable[[HandlerDesk], Awaitable[object]]

Standing = Callable[[HandlerDesk], Awaitable[Sequence[Shown]]]
"""What of an agent goes on for the person now, also without a task in this chat."""
