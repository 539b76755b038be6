"""The offline engine behind a gate, and answers that a test puts in a model's mouth."""

import asyncio

from adapters.model.offline.engine import OfflineEngine
from domain.errors import AppError, ModelUnavailableError
from domain.understanding import (
    Act,
    Categorized,
    CategorizeRequest,
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    RecogniseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)
from domain.usage import Budget
from domain.waiting import NO_WAIT, Wait


class GatedUnderstanding:
    """Implements ``Models`` and ``Recogniser`` by the offline engine.

    ``gates`` holds a call of that name up until its event is set; ``failures`` makes it fail;
    ``busy`` is what all models fail with for now, so that they are asked again or left out;
    ``scripted`` answers instead; ``started`` tells that a call has begun; ``asked`` keeps the
    requests.
    """

    def __init__(self) -> None:
        self.engine = OfflineEngine()
        self.gates: dict[str, asyncio.Event] = {}
        self.failures: dict[str, AppError] = {}
        self.busy: ModelUnavailableError | None = None
        self.started: dict[str, asyncio.Event] = {}
        self.categorized: Categorized | None = None
        self.decided: Decided | None = None
        self.understood: list[tuple[Act, ...]] = []
        self.degraded: bool | None = None
        self.used_up: Budget | None = None
        self.recognise_failure: AppError | None = None
        self.asked: list[object] = []
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

    async def _pass(self, call: str, request: object, wait: Wait) -> None:
        async with self._called:
            self.asked.append(request)
            self._called.notify_all()
        if call in self.started:
            self.started[call].set()
        if call in self.gates:
            await self.gates[call].wait()
        if call in self.failures:
            raise self.failures[call]
        if self.busy is not None and wait.may_retry(self.busy):
            raise self.busy

    async def understand(self, request: UnderstandRequest, *, wait: Wait = NO_WAIT) -> Understood:
        await self._pass("understand", request, wait)
        if self.understood:
            return Understood(acts=self.understood.pop(0), engine="scripted")
        understood = await self.engine.understand(request)
        return understood.model_copy(update={"degraded": self.degraded, "used_up": self.used_up})

    async def categorize(self, request: CategorizeRequest, *, wait: Wait = NO_WAIT) -> Categorized:
        await self._pass("categorize", request, wait)
        return self.categorized or await self.engine.categorize(request)

    async def decide(self, request: DecideRequest, *, wait: Wait = NO_WAIT) -> Decided:
        await self._pass("decide", request, wait)
        return self.decided or await self.engine.decide(request)

    async def converse(self, request: ConverseRequest, *, wait: Wait = NO_WAIT) -> Conversed:
        await self._pass("converse", request, wait)
        return await self.engine.converse(request)

    async def summarise(self, request: SummariseRequest, *, wait: Wait = NO_WAIT) -> Summarised:
        await self._pass("summarise", request, wait)
        return await self.engine.summarise(request)

    def recognise(self, request: RecogniseRequest) -> Act | None:
        if self.recognise_failure is not None:
            raise self.recognise_failure
        return self.engine.recognise(request)
