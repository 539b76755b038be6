"""A chat with the box agent only, and the model that plays its steps."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal

from temporalio import activity
from temporalio.testing import WorkflowEnvironment

from activities.boundary import app_errors
from activities.tools import RecordToolCalls, RunTool, StepByRules
from adapters.model.rules import AgentRules
from domain.calls import MAIN_QUEUE, MODEL_QUEUE
from domain.conversation import Limits
from domain.errors import AppError
from domain.messages import ButtonPress
from domain.tools import TOOL_QUEUE, Step, StepRequest
from domain.topics import PressAction
from tests.box.things import BoxRules, Told
from tests.fakes.tool_calls import Box
from tests.workflows.chat import Chat

BOX = {"box": "tests.box"}

PATIENT = timedelta(seconds=30)
"""For a tool that names no time of its own: longer than a busy machine holds one up."""

PEN, CUP = 'put {"thing": "pen"}', 'put {"thing": "cup"}'


class Engine:
    """The model: does what rules would, and may be held or broken. Keeps what it was asked."""

    def __init__(self, rules: BoxRules) -> None:
        self._rules = rules
        self.asked: list[StepRequest] = []
        self.gate: asyncio.Event | None = None
        self.begun = asyncio.Event()
        self.failure: AppError | None = None
        self.cost: Decimal | None = None

    @activity.defn
    async def agent_step(self, request: StepRequest) -> Step:
        self.asked.append(request)
        self.begun.set()
        if self.gate is not None:
            await self.gate.wait()
        with app_errors():
            if self.failure is not None:
                raise self.failure
        return self._rules.step(request).model_copy(update={"cost": self.cost})


class BoxChat(Chat):
    """A chat with the box agent only."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str) -> None:
        super().__init__(env, limits, locale)
        self.box = Box()
        self.engine = Engine(BoxRules())

    def agent_rules(self) -> Mapping[str, AgentRules]:
        return {"box": BoxRules()}

    def own(self) -> Mapping[str, Sequence[Callable[..., object]]]:
        tools = RunTool({"box": self.box.bound()}, self.box.calls, PATIENT)
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


def yes_of(chat: BoxChat) -> ButtonPress:
    choices = [choice for reply in chat.channel.shown for choice in reply.choices]
    return next(c.press for c in reversed(choices) if c.press.action == PressAction.YES)
