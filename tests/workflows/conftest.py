"""Chats with a toy agent: the platform's promises hold whatever its agents are."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

import pytest
from temporalio import activity
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from activities.boundary import app_errors
from adapters.model.rules import AgentRules
from agents.packages import PACKAGES
from domain.calls import MAIN_QUEUE
from domain.commands import CommandForm
from domain.conversation import Limits
from domain.errors import AppError
from tests.toy.note import CARD, SaveNote, TakenBack, ToyRules
from tests.workflows.chat import Chat
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name


class Notes:
    """What the toy keeps: of each task all its texts, in order.

    ``failure`` makes keeping and taking back fail; ``hold`` makes keeping wait.
    """

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}
        self.failure: AppError | None = None
        self.keeping = asyncio.Event()
        self._gate: asyncio.Event | None = None

    def hold(self) -> asyncio.Event:
        """Makes keeping wait for the event; ``keeping`` tells that it has begun."""
        self._gate = asyncio.Event()
        return self._gate

    @property
    def texts(self) -> list[str]:
        """The notes as they are now."""
        return [texts[-1] for texts in self.kept.values()]

    @activity.defn
    async def save_note(self, request: SaveNote) -> None:
        self.keeping.set()
        if self._gate is not None:
            await self._gate.wait()
        with app_errors():
            if self.failure is not None:
                raise self.failure
            texts = self.kept.setdefault(request.task_id, [])
            if request.text not in texts[-1:]:
                texts.append(request.text)

    @activity.defn
    async def drop_note(self, request: SaveNote) -> TakenBack:
        with app_errors():
            if self.failure is not None:
                raise self.failure
        return TakenBack(text=self.kept.pop(request.task_id, [""])[-1])


class ToyChat(Chat):
    """A chat with the toy agent only."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str) -> None:
        super().__init__(env, limits, locale)
        self.notes = Notes()

    @property
    def commands(self) -> tuple[CommandForm, ...]:
        return CARD.commands

    def agent_rules(self) -> Mapping[str, AgentRules]:
        return {"toy": ToyRules()}

    def workers(self, *, cached: int = 9) -> list[Worker]:
        """Room for a run, its aftermath and the next run: one that is put out of a worker's memory
        while a local activity runs goes on only when the server gives its task up, after 10 s.
        """
        return super().workers(cached=cached)

    def own(self) -> Mapping[str, Sequence[Callable[..., object]]]:
        return {MAIN_QUEUE: (self.notes.save_note, self.notes.drop_note)}


def only_the_toy() -> None:
    """No other agent is there: this line is all that registers one."""
    PACKAGES.clear()
    PACKAGES["toy"] = "tests.toy"


@pytest.fixture(autouse=True, scope="module")
def _only_the_toy() -> Iterator[None]:
    """The platform's tests know no agent of the tree."""
    before = dict(PACKAGES)
    only_the_toy()
    yield
    PACKAGES.clear()
    PACKAGES.update(before)


@pytest.fixture
async def chat(server: WorkflowEnvironment, limits: Limits, locale: str) -> AsyncIterator[ToyChat]:
    async with ToyChat(server, limits, locale).open() as chat:
        yield chat
