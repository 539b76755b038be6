"""What an agent may be able to do beside its tasks. It declares each by inheriting from it.

A newcomer needs none of them: ``agents.contract.Agent`` asks and saves without. What stands here
with a body may be left as it is.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from pydantic import BaseModel, JsonValue

from agents.handler_desk import CallReply, Handler, HandlerDesk, Standing, TaskCall
from domain.events import Purchase
from domain.messages import Attachment, ButtonPress
from domain.replies import Choice, Content, Question, Reply
from domain.tasks import Place
from domain.tools import Arguments, Tool, ToolCall, ToolResult

if TYPE_CHECKING:
    from agents.contract import Agent


class BeginsAtOnce(ABC):
    """An agent whose task may be begun by the activity that reads the words (``FirstStep`` in its
    ``bind.py``): ``opened`` goes on from ``Opening.begun``.
    """

    @classmethod
    @abstractmethod
    def may_begin(cls, words: str) -> bool:
        """Whether these words may tell all that is needed. Others are only read."""


class DirectAnswers:
    """Answers commands, buttons and words that need no task."""

    @classmethod
    def handler(cls, details: JsonValue) -> Handler | None:
        """Returns what an opening act asks for that needs no task; None when it opens one.

        Raises ``ValidationError`` for details that are not this agent's.
        """
        del details
        return None

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        """Returns what one of ``card.commands`` does."""
        del name, value
        return None

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        """Returns what a button of this agent does that belongs to no open question."""
        del press
        return None


class FeatureOwner(ABC):
    """Has features, whose tools are called without a task."""

    @classmethod
    @abstractmethod
    def feature_tools(cls) -> Sequence[Tool]:
        """Returns the tools of its features. Words, commands, buttons and programs call them; no
        task is opened for a call.
        """

    @classmethod
    @abstractmethod
    def reply_to(
        cls, call: ToolCall, result: ToolResult, tasks: "Sequence[Agent[BaseModel]]"
    ) -> CallReply:
        """Returns what the person sees of a call of one of ``feature_tools``. ``tasks`` are those
        of this agent that go on or rest in the chat.
        """

    @classmethod
    def task_call(cls, tool: Tool, arguments: Arguments) -> TaskCall:
        """Returns what a call of one of ``feature_tools`` that is carried out ``by_conversation``
        asks of a task.
        """
        raise NotImplementedError


class Reversible(ABC):
    """An agent whose finished tasks can be corrected, taken back and brought back."""

    @classmethod
    @abstractmethod
    async def undo(cls, desk: HandlerDesk, task_id: str | None, shown: str) -> bool:
        """Takes back the last change of a task, else the last one at all; False: there was none.

        ``shown``: only this change, as a button of the agent names it.
        """

    @classmethod
    @abstractmethod
    async def restore(cls, desk: HandlerDesk, task_id: str) -> None:
        """Brings back what was taken back."""

    @classmethod
    @abstractmethod
    async def find(cls, desk: HandlerDesk, task: str | int) -> "Agent[BaseModel] | None":
        """Returns a finished task of this person, however old, by its id or its number in this
        conversation.
        """

    @classmethod
    @abstractmethod
    def recalled(cls, card: JsonValue) -> "Agent[BaseModel]":
        """Returns a finished task of which only its card is known."""


class OutsideWork:
    """Something of it goes on outside of the chat: with people, in a business, in another task."""

    def on_cancel(self) -> tuple[Content, Sequence[Choice]] | None:
        """Returns what is said in place of the platform's words when a cancel met this task, going
        on or resting; None leaves it to the platform. A single task that rests is left as it is.
        """
        return None

    def after_cancel(self) -> Handler | None:
        """Returns what is still to be done elsewhere when a cancel has stopped this task."""
        return None

    @classmethod
    def cancelling(cls) -> Handler | None:
        """Returns what it does about a cancel that met no task; one that says nothing leaves it to
        the others, and to the platform.
        """
        return None

    @classmethod
    def standing(cls) -> Standing | None:
        """Tells ``/status`` what goes on beside the tasks of this chat; of a task of this chat,
        what is newer than its own card. None where there is never any.
        """
        return None


class FileTaker(ABC):
    """Its task may wait for a file."""

    @abstractmethod
    def wants(self, attachment: Attachment) -> bool:
        """Whether a file that comes now is for this task and opens none of its own."""


class GraphWalker(ABC):
    """Its task walks through a graph, which an operator sees."""

    @abstractmethod
    def place(self) -> Place | None:
        """Returns where in a graph the task is; None before it has a place."""


class PurchaseTaker(ABC):
    """Takes up purchases that other agents tell of."""

    looks_first: ClassVar[bool] = False
    """Whether it offers to take one up by itself, once it has looked (``noticing``)."""

    @classmethod
    @abstractmethod
    def taking(cls, purchase: Purchase) -> JsonValue:
        """Returns the details with which it takes up what another agent knows, when the person
        wishes it; None for what it has no use for.
        """

    @classmethod
    def noticing(cls, purchase: Purchase) -> Handler | None:
        """Returns what it does at once about a purchase that another agent tells of."""
        del purchase
        return None


class QuestionLister(ABC):
    """Puts what several of its tasks propose as one list (``Question.kind_in_list``)."""

    @classmethod
    @abstractmethod
    def list_questions(cls, asked: Sequence[Reply], *, seen: bool) -> Question:
        """Returns one content for several questions, in their order; ``seen``: the person saw all
        of them before, so they are counted and not repeated.
        """

    @classmethod
    def is_new(cls, details: JsonValue, listed: Sequence[JsonValue]) -> bool:
        """Whether an answer to a list is about nothing in it, by its details and what is known of
        the tasks in the list.
        """
        del details, listed
        return False


class ReplyCombiner(ABC):
    """Shows together what its tasks of one message say."""

    @classmethod
    @abstractmethod
    def together(cls, contents: Sequence[Content], asking: int, opened: int) -> Content | None:
        """Returns one content for those that tasks opened by one message say; None keeps them
        apart.

        Only contents that are ``held`` wait for it. ``asking`` tasks still ask, of ``opened`` that
        there were.
        """

    @classmethod
    @abstractmethod
    def held(cls, content: Content) -> bool:
        """Whether a content waits for those of the other tasks that its message opened."""
