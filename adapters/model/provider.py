"""One model provider as the gateway sees it: an engine, a reader and a circuit breaker."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from adapters.model.breaker import CircuitBreaker
from domain.errors import ModelMisconfiguredError
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
from domain.usage import ModelCall


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


class CallRecorder(Protocol):
    """Keeps the record of each model call. Raises only ``AppError``."""

    async def record(self, call: ModelCall) -> None: ...


class RequestRefusedError(ModelMisconfiguredError):
    """This one request was refused (too long, a parameter that the model does not take).

    The provider itself is up, so its circuit stays closed.
    """


@dataclass(frozen=True)
class Provider:
    """``name`` stands in logs and in the record of calls; it is unique among the providers."""

    name: str
    engine: Engine
    reader: Reader
    breaker: CircuitBreaker
    close: Callable[[], Awaitable[None]] | None = None
    """Gives connections back when the process ends."""
