"""A chat with the shopping agent, on a real database: only the channel and the models are fakes."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from temporalio.testing import WorkflowEnvironment

from activities.agent_step import AgentStep
from adapters.postgres.stores import Stores
from agents.parts import ToolKit
from agents.procurement.bind import bind
from agents.procurement.items import Cart, PurchaseRequest
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store import carts, requests
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE
from domain.conversation import Limits
from domain.messages import CallRequest
from domain.tools import TOOL_QUEUE, Step, StepRequest
from domain.waiting import ASKS_ONCE, Wait
from tests.local.waiting import eventually
from tests.workflows.stored import StoredChat
from wiring.tools import bind_tools

Script = Callable[[StepRequest], Step]


class ScriptedSteps:
    """A model's steps, by a script; the agent's check is applied as the real one does. Implements
    ``activities.ports.Stepping``.
    """

    def __init__(self, kit: ToolKit) -> None:
        self._kit = kit
        self.script: Script | None = None
        self.asked: list[StepRequest] = []
        self.begun = asyncio.Event()
        self._gate: asyncio.Event | None = None

    @property
    def held(self) -> bool:
        return self._gate is not None

    def hold(self) -> None:
        """Answers wait for ``release``."""
        self.begun.clear()
        self._gate = asyncio.Event()

    def release(self) -> None:
        if self._gate is not None:
            self._gate.set()
            self._gate = None

    async def step(self, request: StepRequest, *, wait: Wait = ASKS_ONCE) -> Step:
        del wait
        self.asked.append(request)
        self.begun.set()
        if self._gate is not None:
            await self._gate.wait()
        step = self.script(request) if self.script else self._kit.rules.step(request)
        return self._kit.check(request, step)


def calls(*wanted: tuple[str, str], say: str = "") -> Step:
    wished = tuple(CallRequest(name=n, arguments=a) for n, a in wanted)
    return Step(say=say, calls=wished, engine="scripted:model")


def in_turn(*steps: Step | Script) -> Script:
    """Answers the rounds one after the other, over all turns."""
    left = list(steps)

    def script(request: StepRequest) -> Step:
        following = left.pop(0)
        return following if isinstance(following, Step) else following(request)

    return script


class ShopChat(StoredChat):
    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        locale: str = "en_MY",
        settings: ProcurementSettings | None = None,
        *,
        staff: bool = False,
        chat_id: str = "",
    ) -> None:
        super().__init__(env, limits, stores, locale, chat_id=chat_id)
        own = settings or ProcurementSettings(_env_file=None)
        if staff:
            own = own.model_copy(update={"catalog_staff": frozenset({self.user_id})})
        parts = bind(self.lent, own)
        assert parts.toolkit is not None
        self.steps = ScriptedSteps(parts.toolkit)
        tools = bind_tools([parts, *self.agents.values()], stores.tool_calls, timedelta(seconds=5))
        by_queue = {
            MAIN_QUEUE: (
                *parts.activities[MAIN_QUEUE],
                tools.by_rules.agent_step_by_rules,
                tools.record.record_tool_calls,
            ),
            MODEL_QUEUE: (AgentStep(self.steps).agent_step,),
            TOOL_QUEUE: (tools.run.run_tool,),
        }
        self.bring(replace(parts, activities=by_queue))

    async def asked_again(self, times: int) -> None:
        """Waits until the model was asked so often."""
        await eventually(lambda: len(self.steps.asked) >= times)

    # What there is

    async def cart(self) -> Cart:
        async with self.stores.database.connection() as connection:
            return await carts.cart_of(connection, self.user_id)

    async def in_cart(self) -> dict[str, int]:
        return {line.item_id: line.quantity for line in (await self.cart()).lines}

    async def sent_requests(self) -> Sequence[PurchaseRequest]:
        async with self.stores.database.connection() as connection:
            return await requests.newest(connection, self.user_id, 10)

    async def tool_calls(self) -> list[str]:
        """Names of all calls of this person's, in order."""
        by_time = "SELECT tool FROM tool_calls WHERE user_id = $1 ORDER BY at, call_id"
        return [row["tool"] for row in await self.execute(by_time, self.user_id)]
