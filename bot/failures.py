"""Expected failures of what nobody misses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from domain.errors import AppError


@contextmanager
def log_failures(log: Callable[..., object], event: str) -> Iterator[None]:
    """Writes an ``AppError`` of its block to ``log``, a logger's method, and goes on behind it."""
    try:
        yield
    except AppError as error:
        log(event, reason=str(error))
