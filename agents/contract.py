"""What every agent is, and what it is given to work with.

The platform routes envelopes; the agent owns what they carry as its own pydantic models, and
validates it on arrival. ``run`` is a loop driven by ``state`` alone, so that a fresh ``run`` on a
restored state goes on where the former one was. It reaches the outside only through its desk.

``Agent`` is what every one is; ``agents.capabilities`` has what some can do beside.
``agents.desk`` is what a task works at, ``agents.handler_desk`` what answers without a task do, and
``agents.tool_user`` what the tool loop asks. An agent imports all of them from here.
"""

from abc import ABC, abstractmethod
from datetime import date
from typing import ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel

from agents.capabilities import (
    BeginsAtOnce,
    DirectAnswers,
    FeatureOwner,
    FileTaker,
    GraphWalker,
    OutsideWork,
    PurchaseTaker,
    QuestionLister,
    ReplyCombiner,
    Reversible,
)
from agents.desk import AskingDesk, Choices, ConfirmAnswer, Desk
from agents.handler_desk import CallReply, Handler, HandlerDesk, Standing, TaskCall, failure_of
from agents.tool_user import ToolUser
from domain.agents import AgentCard
from domain.messages import Frozen
from domain.tasks import Opening, Outcome
from domain.understanding import TaskView

__all__ = [
    "Agent", "AskingDesk", "BeginsAtOnce", "CallReply", "Choices", "ConfirmAnswer", "Desk",
    "Details", "DirectAnswers", "FeatureOwner", "FileTaker", "GraphWalker", "Handler",
    "HandlerDesk", "Opening", "Outcome", "OutsideWork", "PurchaseTaker", "QuestionLister",
    "ReplyCombiner", "Reversible", "Standing", "TaskCall", "ToolUser", "failure_of",
]  # fmt: skip

State_co = TypeVar("State_co", bound=BaseModel, covariant=True)


class Details(Frozen):
    """What an act carries for its agent. Fields that are None or empty say nothing."""

    def is_empty(self) -> bool:
        return self == type(self)()

    def shared(self) -> Self:
        """Returns what of it may hold for each of several tasks that one message opened."""
        return self

    def beyond(self, known: Self) -> Self:
        """Returns what it says that ``known`` does not: the fields with another value."""
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
        """Returns a new task. Raises ``ValidationError`` for details that are not this agent's."""

    @classmethod
    @abstractmethod
    def restored(cls, state: str) -> Self:
        """Returns a task as its state's JSON text describes it. Raises ``ValidationError``."""

    @abstractmethod
    async def run(self, desk: Desk) -> Outcome:
        """Works until the task ends, or rests: then it is run again when something is said to it,
        and has to take that in.
        """

    @abstractmethod
    def view(self) -> TaskView:
        """Returns the task as engines see it."""

    @abstractmethod
    def shown(self) -> BaseModel:
        """Returns the task as the person sees it: this agent's own card."""

    def missing(self, today: date) -> tuple[str, ...]:
        """Names of what is still needed."""
        del today
        return ()

    def facts(self) -> tuple[str, ...]:
        """Returns the task for an operator, one short plain line each."""
        return ()

    def empty(self) -> bool:
        """Whether nothing is known yet, so that there is no draft worth keeping."""
        return False
