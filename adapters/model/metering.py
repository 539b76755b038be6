"""What the call that is under way uses, and for whoever overhears it what is said in it, told by
the adapter that makes it.

The answers of an engine are domain values without token counts. A context variable carries the
counts past them: each asyncio task has its own, so calls that run at once do not mix.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from domain.usage import ModelCall


@dataclass
class SentRequest:
    """One request as it was sent. It holds what people said: it is for no log of the process."""

    model: str
    messages: tuple[tuple[str, str], ...]
    """Role and words of each, in order."""
    temperature: float | None
    max_tokens: int
    structure: str
    """How JSON was asked for."""
    tools: int = 0
    answer: str = ""
    """Empty when there was none."""


@dataclass
class CallUsage:
    """``model`` stays empty as long as no request was sent. Adds up over several requests."""

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    under_way: int | None = None
    """Input tokens, by our own count, of a request whose end is not known yet."""
    sent: list[SentRequest] = field(default_factory=list)

    @property
    def is_known(self) -> bool:
        """Whether the provider has answered everything that it was asked."""
        return self.under_way is None

    @property
    def all_input_tokens(self) -> int:
        """With those of a request that was given up: the provider has read them."""
        return self.input_tokens + (self.under_way or 0)


@dataclass(frozen=True)
class Overheard:
    """A call that was recorded, with the requests that it took."""

    call: ModelCall
    sent: tuple[SentRequest, ...]


_current: ContextVar[CallUsage | None] = ContextVar("model_usage", default=None)

_overheard: ContextVar[list[Overheard] | None] = ContextVar("model_overheard", default=None)

Collected = TypeVar("Collected")


@contextmanager
def _collecting(
    variable: ContextVar[Collected | None], collected: Collected
) -> Iterator[Collected]:
    token = variable.set(collected)
    try:
        yield collected
    finally:
        variable.reset(token)


def overhearing() -> AbstractContextManager[list[Overheard]]:
    """Collects every call that ends inside the block, whatever came of it."""
    return _collecting(_overheard, [])


def metered() -> AbstractContextManager[CallUsage]:
    """Collects what is reported inside the block."""
    return _collecting(_current, CallUsage())


def report_call(call: ModelCall, usage: CallUsage) -> None:
    """A call has ended."""
    overheard = _overheard.get()
    if overheard is not None:
        overheard.append(Overheard(call, tuple(usage.sent)))


def sent_requests() -> tuple[SentRequest, ...]:
    """The requests so far of the call that is metered here; none outside of one."""
    usage = _current.get()
    return tuple(usage.sent) if usage is not None else ()


def report_request(model: str, input_tokens: int = 0) -> None:
    """A request to ``model`` is about to be sent; ``input_tokens`` by our own count."""
    if usage := _current.get():
        usage.model = model
        usage.under_way = input_tokens


def report_end() -> None:
    """The request was answered, or never reached the provider: nothing of it is unknown."""
    if usage := _current.get():
        usage.under_way = None


def report_tokens(input_tokens: int, output_tokens: int) -> None:
    """The provider's own count for the request; adds up over several."""
    if usage := _current.get():
        usage.under_way = None
        usage.input_tokens += input_tokens
        usage.output_tokens += output_tokens


def report_sent(request: SentRequest) -> None:
    """What the request says."""
    if usage := _current.get():
        usage.sent.append(request)


def report_answer(text: str) -> None:
    """What the request that was sent last was answered."""
    if (usage := _current.get()) and usage.sent:
        usage.sent[-1].answer = text
