"""The offline engine behind a gate, and answers that a test puts in a model's mouth."""

import asyncio

from adapters.model.offline.engine import OfflineEngine
from domain.errors import AppError
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


class GatedUnderstanding:
    """Implements ``Understanding`` and ``Recogniser`` by the offline engine.

    ``gates`` holds a call of that name up until its event is set; ``failures`` makes it fail;
    ``scripted`` answers instead; ``started`` tells that a call has begun; ``asked`` keeps the
    requests.
    """

    def __init__(self) -> None:
        self.engine = OfflineEngine()
        self.gates: dict[str, asyncio.Event] = {}
        self.failures: dict[str, AppError] = {}
        self.started: dict[str, asyncio.Event] = {}
        self.categorized: Categorized | None = None
        self.decided: Decided | None = None
        self.understood: list[tuple[Act, ...]] = []
        self.degraded: bool | None = None
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

    async def _pass(self, call: str, request: object) -> None:
        async with self._called:
            self.asked.append(request)
            self._called.notify_all()
        if call in self.started:
            self.started[call].set()
        if call in self.gates:
            await self.gates[call].wait()
        if call in self.failures:
            raise self.failures[call]

    async def understand(self, request: UnderstandRequest) -> Understood:
        await self._pass("understand", request)
        if self.understood:
            return Understood(acts=self.understood.pop(0), engine="scripted")
        understood = await self.engine.understand(request)
        return understood.model_copy(update={"degraded": self.degraded})

    async def categorize(self, request: CategorizeRequest) -> Categorized:
        await self._pass("categorize", request)
        return self.categorized or await self.engine.categorize(request)

    async def decide(self, request: DecideRequest) -> Decided:
        await self._pass("decide", request)
        return self.decided or await self.engine.decide(request)

    async def converse(self, request: ConverseRequest) -> Conversed:
        await self._pass("converse", request)
        return await self.engine.converse(request)

    async def summarise(self, request: SummariseRequest) -> Summarised:
        await self._pass("summarise", request)
        return await self.engine.summarise(request)

    def recognise(self, request: RecogniseRequest) -> Act | None:
        if self.recognise_failure is not None:
            raise self.recognise_failure
        return self.engine.recognise(request)
