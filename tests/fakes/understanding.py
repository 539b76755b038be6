"""Rules behind a gate, and answers that a test puts in a model's mouth."""

import asyncio
from collections.abc import Mapping

from adapters.model.which_agent import AgentRules, Rules
from domain.errors import AppError, ModelUnavailableError
from domain.understanding import (
    Act,
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)
from domain.usage import Budget
from domain.waiting import ASKS_ONCE, Wait
from tests.fakes.told import told


class Gates:
    """Models that a test holds up or breaks.

    ``gates`` holds a call of that name up until its event is set; ``failures`` makes it fail;
    ``busy`` is what all models fail with for now, so that they are asked again or left out;
    ``started`` tells that a call has begun; ``asked`` keeps the requests, ``waits`` how long
    each may be waited for.
    """

    def __init__(self) -> None:
        self.gates: dict[str, asyncio.Event] = {}
        self.failures: dict[str, AppError] = {}
        self.busy: ModelUnavailableError | None = None
        self.started: dict[str, asyncio.Event] = {}
        self.asked: list[object] = []
        self.waits: list[Wait] = []
        self._called = asyncio.Condition()

    async def called(self, kind: type, count: int) -> None:
        """Waits until ``count`` requests of this kind have come in."""
        async with self._called:
            await self._called.wait_for(
                lambda: sum(isinstance(request, kind) for request in self.asked) >= count
            )

    def hold(self, call: str) -> asyncio.Event:
        """Closes the gate of ``call``; set the event to open it."""
        self.gates[call] = asyncio.Event()
        self.started[call] = asyncio.Event()
        return self.gates[call]

    async def passed(self, call: str, request: object, wait: Wait) -> None:
        """Returns when the call may be answered; raises what it has to fail with."""
        async with self._called:
            self.asked.append(request)
            self.waits.append(wait)
            self._called.notify_all()
        if call in self.started:
            self.started[call].set()
        if call in self.gates:
            await self.gates[call].wait()
        if call in self.failures:
            raise self.failures[call]
        if self.busy is not None:
            error = told(self.busy, wait)
            if isinstance(error, ModelUnavailableError) and error.worth_waiting:
                raise error


class GatedUnderstanding(Gates):
    """Implements ``Models``; ``rules``, those of the given agents, answer where no test does.

    ``understood`` are answers of models, in order; ``degraded`` and ``used_up`` mark those that
    rules give in their place.
    """

    def __init__(self, agents: Mapping[str, AgentRules]) -> None:
        super().__init__()
        self.rules = Rules(agents)
        self.understood: list[tuple[Act, ...]] = []
        self.degraded: bool | None = None
        self.used_up: Budget | None = None

    async def understand(self, request: UnderstandRequest, *, wait: Wait = ASKS_ONCE) -> Understood:
        await self.passed("understand", request, wait)
        if self.understood:
            return Understood(acts=self.understood.pop(0), engine="scripted")
        understood = self.rules.understand(request)
        return understood.model_copy(update={"degraded": self.degraded, "used_up": self.used_up})

    async def converse(self, request: ConverseRequest, *, wait: Wait = ASKS_ONCE) -> Conversed:
        await self.passed("converse", request, wait)
        return self.rules.converse(request)

    async def summarise(self, request: SummariseRequest, *, wait: Wait = ASKS_ONCE) -> Summarised:
        await self.passed("summarise", request, wait)
        return self.rules.summarise(request)
