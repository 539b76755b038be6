"""The tool loop: whatever a model, a tool, the database or the person does, a turn comes to its end,
each write happens once, and what the model is told is true.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from datetime import timedelta

import pytest
from temporalio import activity
from temporalio.testing import WorkflowEnvironment

from activities.boundary import app_errors
from activities.tools import RecordToolCalls, RunTool, StepByRules
from adapters.model.rules import AgentRules
from agents.packages import PACKAGES
from domain.calls import MAIN_QUEUE, MODEL_QUEUE
from domain.conversation import Limits
from domain.errors import AppError, ModelUnavailableError, StorageUnavailableError, ToolRefusedError
from domain.tools import TOOL_QUEUE, ErrorCode, Step, StepRequest
from domain.topics import Cancelled, Degraded, Expired, Failed, PressAction
from tests.box.things import AskBurn, BoxRules, Told
from tests.fakes.tool_calls import Box
from tests.workflows.chat import Chat
from tests.workflows.promises import eventually

LIMIT = timedelta(seconds=0.2)
"""For a tool, of real time: tools that are held take longer, others next to nothing."""

PEN, CUP = 'put {"thing": "pen"}', 'put {"thing": "cup"}'


class Engine:
    """The model: does what rules would, and may be held or broken. Keeps what it was asked."""

    def __init__(self, rules: BoxRules) -> None:
        self._rules = rules
        self.asked: list[StepRequest] = []
        self.gate: asyncio.Event | None = None
        self.begun = asyncio.Event()
        self.failure: AppError | None = None

    @activity.defn
    async def agent_step(self, request: StepRequest) -> Step:
        self.asked.append(request)
        self.begun.set()
        if self.gate is not None:
            await self.gate.wait()
        with app_errors():
            if self.failure is not None:
                raise self.failure
        return self._rules.step(request)


class BoxChat(Chat):
    """A chat with the box agent only."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str) -> None:
        super().__init__(env, limits, locale)
        self.box = Box()
        self.engine = Engine(BoxRules())

    def agent_rules(self) -> Mapping[str, AgentRules]:
        return {"box": BoxRules()}

    def own(self) -> Mapping[str, Sequence[Callable[..., object]]]:
        tools = RunTool({"box": self.box.bound()}, self.box.calls, LIMIT)
        return {
            MAIN_QUEUE: (
                StepByRules({"box": BoxRules()}).agent_step_by_rules,
                RecordToolCalls(self.box.calls).record_tool_calls,
            ),
            MODEL_QUEUE: (self.engine.agent_step,),
            TOOL_QUEUE: (tools.run_tool,),
        }

    async def ends(self, *texts: str) -> Told:
        """Says the last text and waits for the end of the turn that it brings."""
        for text in texts:
            before = list(self.topics).count(Told.topic)
            await self.say(text)
            told = await self.said(Told, before + 1)
        await self.quiet()
        return told


@pytest.fixture(autouse=True, scope="module")
def _only_the_toy() -> Iterator[None]:
    """Here the box is the only agent."""
    before = dict(PACKAGES)
    PACKAGES.clear()
    PACKAGES["box"] = "tests.box"
    yield
    PACKAGES.clear()
    PACKAGES.update(before)


@pytest.fixture
async def chat(server: WorkflowEnvironment, limits: Limits, locale: str) -> AsyncIterator[BoxChat]:
    async with BoxChat(server, limits, locale).open() as chat:
        yield chat


async def test_a_turn_of_several_rounds(chat: BoxChat) -> None:
    told = await chat.ends(f"box look; {PEN}; look; say there it is")
    assert told == Told(
        reason="answered", say="there it is", results=("ok",) * 3, rounds=4, things=("pen",)
    )
    assert chat.box.ran == ["look", "put", "look"]
    ids = [request.call.call_id.rpartition("/t")[2] for request in chat.box.requests]
    assert ids == ["1/r1/c1", "1/r2/c1", "1/r3/c1"]
    assert all(row.recorded for row in chat.box.calls.rows.values())
