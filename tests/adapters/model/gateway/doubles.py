"""Small working stand-ins for the ports that the gateway needs."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from domain.errors import AppError
from domain.reading import Reading
from domain.understanding import (
    Act,
    ActKind,
    Categorized,
    CategorizeRequest,
    CategorySource,
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    Person,
    Summarised,
    SummariseRequest,
    Topic,
    UnderstandRequest,
    Understood,
)
from domain.usage import ModelCall

Answer = TypeVar("Answer")

GENERAL = Act(kind=ActKind.GENERAL)


@dataclass
class FakeClock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Calls:
    """Keeps recorded calls; fails instead when given an error."""

    kept: list[ModelCall] = field(default_factory=list)
    error: AppError | None = None

    async def record(self, call: ModelCall) -> None:
        if self.error:
            raise self.error
        self.kept.append(call)


@dataclass
class Engine:
    """Answers every question the same way, or raises. ``asked`` counts."""

    name: str = "offline"
    error: Exception | None = None
    understood: Understood | None = None
    before: Callable[[], None] = lambda: None
    hold: asyncio.Event | None = None
    asked: int = 0

    async def _said(self, answer: Answer) -> Answer:
        self.asked += 1
        self.before()
        if self.hold:
            await self.hold.wait()
        if self.error:
            raise self.error
        return answer

    async def understand(self, request: UnderstandRequest) -> Understood:
        del request
        return await self._said(self.understood or Understood(acts=(GENERAL,), engine=self.name))

    async def categorize(self, request: CategorizeRequest) -> Categorized:
        del request
        return await self._said(
            Categorized(
                category="Other",
                confidence=0.5,
                source=CategorySource.RULES,
                suggestions=("Other",),
                reason=self.name,
            )
        )

    async def decide(self, request: DecideRequest) -> Decided:
        return await self._said(Decided(action=request.legal[0], reason=self.name))

    async def converse(self, request: ConverseRequest) -> Conversed:
        del request
        return await self._said(Conversed(topic=Topic.NO_FREE_CHAT))

    async def summarise(self, request: SummariseRequest) -> Summarised:
        del request
        return await self._said(Summarised(summary=self.name))

    async def read_lines(self, reading: Reading, person: Person) -> Reading:
        del person
        return await self._said(reading)

    async def read_image(self, content: bytes, reading: Reading, person: Person) -> Reading:
        del content, person
        return await self._said(reading)
