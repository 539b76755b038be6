"""What the call that is under way uses, told by the adapter that makes it.

The answers of an engine are domain values without token counts. A context variable carries the
counts past them: each asyncio task has its own, so calls that run at once do not mix.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class CallUsage:
    """``model`` stays empty as long as no request was sent. Adds up over several requests."""

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    under_way: int | None = None
    """Input tokens, by our own count, of a request whose end is not known yet."""

    @property
    def is_known(self) -> bool:
        """Whether the provider has answered everything that it was asked."""
        return self.under_way is None

    @property
    def all_input_tokens(self) -> int:
        """With those of a request that was given up: the provider has read them."""
        return self.input_tokens + (self.under_way or 0)


_current: ContextVar[CallUsage | None] = ContextVar("model_usage", default=None)


@contextmanager
def metered() -> Iterator[CallUsage]:
    """Collects what is reported inside the block."""
    usage = CallUsage()
    token = _current.set(usage)
    try:
        yield usage
    finally:
        _current.reset(token)


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
