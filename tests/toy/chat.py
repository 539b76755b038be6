"""A chat with toys: agents that show all that an agent can do, and the fakes that they stand on."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal

from pydantic import BaseModel
from temporalio import activity
from temporalio.testing import WorkflowEnvironment

from activities.boundary import app_errors
from activities.tools import BoundTool, RecordToolCalls, RunTool, StepByRules
from adapters.model.which_agent import AgentRules
from agents.parts import AgentParts
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE
from domain.conversation import Limits
from domain.errors import AppError
from domain.tools import TOOL_QUEUE, Arguments, RunToolRequest, Step, StepRequest, ToolResult
from domain.topics import AskErase, PressAction
from tests.fakes.speech import voice
from tests.fakes.tool_calls import Box
from tests.toy.box.things import BoxRules, Told
from tests.toy.clerk.workflow import ClerkRules, Found
from tests.toy.note import PIN_NOTE, PinNote, SaveNote, TakenBack, ToyRules
from tests.toy.phone.workflow import PhoneRules
from tests.toy.words import Slip
from tests.workflows.chat import Activities, Chat

TOYS = {
    "toy": "tests.toy",
    "box": "tests.toy.box",
    "clerk": "tests.toy.clerk",
    "phone": "tests.toy.phone",
}
"""Packages by slug, as ``agents.packages.PACKAGES`` has them."""

PATIENT = timedelta(seconds=30)
"""For a tool that names no time of its own: longer than a busy machine holds one up."""


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
        with app_errors():
            await self._keep(request.task_id, request.text)

    async def _keep(self, of: str, text: str) -> None:
        self.keeping.set()
        if self._gate is not None:
            await self._gate.wait()
        if self.failure is not None:
            raise self.failure
        texts = self.kept.setdefault(of, [])
        if text not in texts[-1:]:
            texts.append(text)

    async def pin(self, request: RunToolRequest, arguments: Arguments, attempt: int) -> ToolResult:
        """Once for each call: it is kept under the call's id."""
        del attempt
        assert isinstance(arguments, PinNote)
        call_id = request.call.call_id
        await self._keep(call_id, arguments.text)
        return ToolResult(call_id=call_id, value=arguments.model_dump(), recorded=True)

    async def settle(self, request: RunToolRequest) -> ToolResult:
        raise NotImplementedError

    async def check(self, request: RunToolRequest, arguments: Arguments) -> BaseModel:
        raise NotImplementedError

    def tools(self) -> Mapping[str, BoundTool]:
        return {PIN_NOTE.name: BoundTool(PIN_NOTE, self.pin, self.check, self.settle)}

    @activity.defn
    async def drop_note(self, request: SaveNote) -> TakenBack:
        with app_errors():
            if self.failure is not None:
                raise self.failure
        return TakenBack(text=self.kept.pop(request.task_id, [""])[-1])


class Engine:
    """The box's model: does what rules would, and may be held or broken."""

    def __init__(self) -> None:
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
        return BoxRules().step(request).model_copy(update={"cost": self.cost})


class LookUps:
    """Finds the letter whose number is in the words; those that say ``slow`` wait for ``gate``."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.began = asyncio.Event()

    @activity.defn
    async def look_up_letter(self, request: Slip) -> Found:
        if "slow" in request.words:
            self.began.set()
            await self.gate.wait()
        digits = "".join(c for c in request.words if c.isdigit())
        return Found(number=int(digits or 0))


class ToyChat(Chat):
    """A chat with these toys. ``noting`` is set while the phone notes something down, which waits
    for ``noted``.
    """

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        locale: str = "en_MY",
        toys: Sequence[str] = ("toy",),
    ) -> None:
        super().__init__(env, limits, locale)
        self.notes, self.look_ups = Notes(), LookUps()
        self.noting, self.noted = asyncio.Event(), asyncio.Event()
        self.box, self.engine = Box(), Engine()
        for slug in toys:
            self.bring(AgentParts(slug, self._activities(slug), RULES[slug]))

    def _activities(self, slug: str) -> Activities:
        match slug:
            case "toy":
                run = RunTool({"toy": self.notes.tools()}, self.box.calls).run_tool
                own = (self.notes.save_note, self.notes.drop_note)
                return {MAIN_QUEUE: own, TOOL_QUEUE: (run,)}
            case "clerk":
                return {MAIN_QUEUE: (self.look_ups.look_up_letter,)}
            case "phone":
                return {MAIN_QUEUE: (self.note_down,)}
            case _:
                return self.using(self.box.bound())

    def using(self, tools: Mapping[str, BoundTool]) -> Activities:
        """The activities of the box with these tools."""
        return {
            MAIN_QUEUE: (
                StepByRules({"box": BoxRules()}).agent_step_by_rules,
                RecordToolCalls(self.box.calls).record_tool_calls,
            ),
            MODEL_QUEUE: (self.engine.agent_step,),
            TOOL_QUEUE: (RunTool({"box": tools}, self.box.calls).run_tool,),
        }

    @activity.defn
    async def note_down(self, request: Slip) -> None:
        del request
        self.noting.set()
        await self.noted.wait()

    # Each says something, waits until it is worked on, and gives the event that lets it go on

    async def hold_model(self, call: str, text: str, caption: str = "") -> asyncio.Event:
        gate = self.understanding.hold(call)
        await (self.photo(self.files.lay(text), caption=caption) if caption else self.say(text))
        await self.understanding.started[call].wait()
        return gate

    async def hold_note(self, text: str) -> asyncio.Event:
        gate = self.notes.hold()
        await self.say(text)
        await self.notes.keeping.wait()
        return gate

    async def hold_file(self) -> asyncio.Event:
        self.files.gate.clear()
        await self.photo(self.files.lay("photo"))
        await self.files.started.wait()
        return self.files.gate

    async def hold_voice(self, words: str) -> asyncio.Event:
        self.speech.will_hear(voice("note"), words)
        self.speech.gate.clear()
        await self.post("1", attachments=(voice("note"),))
        await self.speech.started.wait()
        return self.speech.gate

    async def hold_tool(self, name: str, text: str) -> asyncio.Event:
        gate = self.box.hold(name)
        await self.say(text)
        await self.box.begun[name].wait()
        return gate

    async def hold_engine(self, text: str) -> asyncio.Event:
        gate = self.engine.gate = asyncio.Event()
        await self.say(text)
        await self.engine.begun.wait()
        return gate

    async def erase(self) -> None:
        """Asks for everything to be deleted, and says yes."""
        await self.tell("/deletemydata")
        await self.press(PressAction.ERASE, await self.told(AskErase.topic))

    async def ends(self, *texts: str) -> Told:
        """Says the last text and waits for the end of the box's turn that it brings."""
        for text in texts:
            before = list(self.topics).count(Told.topic)
            await self.say(text)
            end = await self.said(Told, before + 1)
        await self.quiet()
        return end


RULES: Mapping[str, AgentRules] = {
    "toy": ToyRules(),
    "box": BoxRules(),
    "clerk": ClerkRules(),
    "phone": PhoneRules(),
}
