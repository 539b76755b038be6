"""A chat with the shopping agent, on a real database: only the channel and the models are fakes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from temporalio.testing import WorkflowEnvironment

from activities.agent_step import AgentStep
from activities.patience import Patience
from adapters.model.gateway import ModelGateway
from adapters.model.rules import AgentRules
from adapters.postgres.stores import Stores
from agents.parts import AgentParts, Lent
from agents.procurement.bind import bind
from agents.procurement.card import CARD
from agents.procurement.items import Cart, PurchaseRequest
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store import carts, requests
from bot.texts.wording import formats_for, worded
from domain.calls import MAIN_QUEUE, MODEL_QUEUE
from domain.commands import CommandForm
from domain.conversation import Limits
from domain.messages import Message
from domain.replies import Reply
from domain.tools import TOOL_QUEUE, Step, StepRequest, Wanted
from domain.understanding import Person
from domain.waiting import ASKS_ONCE, Wait
from tests.fakes.cases import NoCases
from tests.given import given_id
from tests.local.waiting import eventually
from tests.workflows.chat import Activities, Chat
from wiring.tools import bind_tools

Script = Callable[[StepRequest], Step]


class ForgottenCalls:
    """No model is asked by a gateway here."""

    async def record(self, *_: object) -> None:
        raise AssertionError


class ScriptedSteps:
    """A model's steps, by a script; the agent's check is applied as the real one does. Implements
    ``activities.ports.Stepping``.
    """

    def __init__(self, parts: AgentParts) -> None:
        self._parts = parts
        self.script: Script | None = None
        self.asked: list[StepRequest] = []
        self.begun = asyncio.Event()
        self._gate: asyncio.Event | None = None

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
        kit = self._parts.toolkit
        assert kit is not None
        step = self.script(request) if self.script else kit.rules.step(request)
        return kit.check(request, step)


def calls(*wanted: tuple[str, str], say: str = "") -> Step:
    return Step(say=say, calls=tuple(Wanted(name=n, arguments=a) for n, a in wanted))


def in_turn(*steps: Step | Script) -> Script:
    """Answers the rounds one after the other, over all turns."""
    left = list(steps)

    def script(request: StepRequest) -> Step:
        following = left.pop(0)
        return following if isinstance(following, Step) else following(request)

    return script


class ShopChat(Chat):
    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        locale: str = "en_MY",
        settings: ProcurementSettings | None = None,
    ) -> None:
        own = settings or ProcurementSettings(_env_file=None)
        lent = Lent(
            stores.database,
            stores.attachments,
            ModelGateway([], ForgottenCalls()),
            Patience(),
            NoCases(),
        )
        self.parts = bind(lent, own)
        self.stores = stores
        self.steps = ScriptedSteps(self.parts)
        super().__init__(env, limits, locale)
        self.chat_id = given_id()
        self.user_id = f"test:{self.chat_id}"
        self.person = Person(user_id=self.user_id, locale=locale)

    @property
    def commands(self) -> tuple[CommandForm, ...]:
        return CARD.commands

    def agent_rules(self) -> Mapping[str, AgentRules]:
        assert self.parts.rules is not None
        return {CARD.slug: self.parts.rules}

    def own(self) -> Activities:
        assert self.parts.toolkit is not None
        tools = bind_tools(
            {CARD.slug: self.parts.toolkit}, self.stores.tool_calls, timedelta(seconds=5)
        )
        return {
            **self.parts.activities,
            MAIN_QUEUE: (
                *self.parts.activities[MAIN_QUEUE],
                tools.by_rules.agent_step_by_rules,
                tools.record.record_tool_calls,
            ),
            MODEL_QUEUE: (AgentStep(self.steps).agent_step,),
            TOOL_QUEUE: (tools.run.run_tool,),
        }

    async def _message(self, **parts: object) -> Message:
        return await super()._message(**parts, sender_id=self.user_id)

    async def asked_again(self, times: int) -> None:
        """Waits until the model was asked so often."""

        async def so_often() -> bool:
            return len(self.steps.asked) >= times

        await eventually(so_often)

    # What the person sees, and what there is

    def words(self, reply: Reply) -> str:
        """A reply as the person reads it, with its buttons."""
        formats = formats_for(self.person.locale, self.person.timezone, datetime.now(UTC))
        wording = worded(reply, formats)
        buttons = " ".join(f"[{button.label}]" for button in wording.buttons)
        return "\n".join(part for part in (wording.text(), buttons) if part)

    async def hears(self, text: str) -> str:
        """Says something, waits until it is dealt with, and gives what was shown since."""
        before = len(self.channel.shown)
        await self.tell(text)
        return self.since(before)

    async def presses(self, action: str, value: str = "") -> str:
        before = len(self.channel.shown)
        await self.press(action, value=value)
        await self.quiet(f"test:{self.chat_id}:{self.sent}")
        return self.since(before)

    def since(self, before: int) -> str:
        return "\n".join(self.words(reply) for reply in self.channel.shown[before:])

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
        async with self.stores.database.connection() as connection:
            rows = await connection.fetch(
                "SELECT tool FROM tool_calls WHERE user_id = $1 ORDER BY at, call_id", self.user_id
            )
        return [row["tool"] for row in rows]

    async def execute(self, sql: str, *arguments: object) -> None:
        """As an operator would."""
        async with self.stores.database.connection() as connection:
            await connection.execute(sql, *arguments)
