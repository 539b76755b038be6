"""One model provider as the gateway sees it: who answers, and what keeps it from being asked."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from adapters.model.breaker import CircuitBreaker
from adapters.model.pace import Pace
from adapters.model.prices import Price
from adapters.model.rest import Rest
from domain.reading import Reading
from domain.understanding import (
    Categorized,
    CategorizeRequest,
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    Person,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)


class Engine(Protocol):
    """Whatever makes sense of words: the offline engine or one model."""

    async def understand(self, request: UnderstandRequest) -> Understood: ...

    async def categorize(self, request: CategorizeRequest) -> Categorized: ...

    async def decide(self, request: DecideRequest) -> Decided: ...

    async def converse(self, request: ConverseRequest) -> Conversed: ...

    async def summarise(self, request: SummariseRequest) -> Summarised: ...


class Reader(Protocol):
    """Whatever reads a receipt with a model."""

    async def read_lines(self, reading: Reading, person: Person) -> Reading: ...

    async def read_image(self, content: bytes, reading: Reading, person: Person) -> Reading: ...


@dataclass(frozen=True)
class Provider:
    """``name`` stands in logs and in the record of calls; it is unique among the providers."""

    name: str
    engine: Engine
    reader: Reader
    breaker: CircuitBreaker
    close: Callable[[], Awaitable[None]] | None = None
    """Gives connections back when the process ends."""
    pace: Pace | None = None
    """How often it is asked; None means without limit. Transcription shares it."""
    rest: Rest = field(default_factory=Rest)
    """When it wants to be left alone."""
    timeout: timedelta | None = None
    """After which it gives a question up by itself; None when it does not."""
    prices: Price | None = None
    """What it costs, where the settings say so."""
