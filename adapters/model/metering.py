"""What the call that is under way uses, told by the adapter that makes it.

The answers of an engine are domain values without token counts. A context variable carries the
counts past them: each asyncio task has its own, so calls that run at once do not mix.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Usage:
    """``model`` stays empty as long as no request was sent."""

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0


_current: ContextVar[Usage | None] = ContextVar("model_usage", default=None)


@contextmanager
def metered() -> Iterator[Usage]:
    """Collects what is reported inside the block."""
    usage = Usage()
    token = _current.set(usage)
    try:
        yield usage
    finally:
        _current.reset(token)


def report_request(model: str) -> None:
    """A request to ``model`` is about to be sent."""
    if usage := _current.get():
        usage.model = model


def report_tokens(input_tokens: int, output_tokens: int) -> None:
    """The provider's own count for the request; adds up over several."""
    if usage := _current.get():
        usage.input_tokens += input_tokens
        usage.output_tokens += output_tokens
