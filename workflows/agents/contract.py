"""What every agent is, and what it is given to work with."""

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel

from domain.agents.card import AgentCard
from domain.messages import Attachment, Frozen
from domain.replies import Card
from domain.understanding import Mention, TaskView
from workflows.desk import Desk

State = TypeVar("State", bound=BaseModel)


class Outcome(StrEnum):
    """How a task ended. Only a saved one can be corrected or undone later."""

    SAVED = "saved"
    KEPT = "kept"
    DROPPED = "dropped"
    UNREADABLE = "unreadable"
    FAILED = "failed"


class Opening(Frozen):
    """What a task starts from: words that were understood, a photo, or both (a caption)."""

    task_id: str
    number: int
    mention: Mention | None = None
    attachment: Attachment | None = None
    evidence: str = ""
    """The person's own words, shortened."""


class Agent(ABC, Generic[State]):
    """A specialist with its own state machine.

    ``run`` is a loop driven by ``state`` alone, so that a fresh ``run`` on a restored state goes
    on where the former one was. It reaches the outside only through the desk.
    """

    card: ClassVar[AgentCard]
    state: State

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    @abstractmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        """A new task."""

    @classmethod
    @abstractmethod
    def restored(cls, state: str) -> Self:
        """A task as its state's JSON text describes it."""

    @classmethod
    @abstractmethod
    def recalled(cls, card: Card, desk: Desk) -> Self:
        """A finished task of which only the saved row is known."""

    @abstractmethod
    async def run(self, desk: Desk) -> Outcome:
        """Works until the task ends."""

    @abstractmethod
    def view(self) -> TaskView:
        """The task as engines see it."""

    @abstractmethod
    def shown(self) -> Card:
        """The task as the person sees it."""

    @abstractmethod
    def missing(self, desk: Desk) -> tuple[str, ...]:
        """Names of the fields that are not valid yet."""

    @abstractmethod
    def empty(self) -> bool:
        """Whether nothing is known yet, so that there is no draft worth keeping."""
