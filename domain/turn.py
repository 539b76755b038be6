"""A turn: one message on its way from the channel to the first reply that it brings."""

from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

TURN_ANSWERED = "steward.turn_answered"
"""Name of the function outside of the workflow that writes a turn's span, when there is tracing."""


@dataclass(eq=False)
class Turn:
    """Lives as long as the workflow is in memory; nothing that is decided depends on it."""

    started: datetime
    """When the conversation took the message; its own clock, UTC."""
    trace: str = ""
    """W3C ``traceparent`` of the signal that brought the message; empty without tracing."""
    links: tuple[str, ...] = ()
    """Traces that this one goes on from: the question that was answered, texts read together."""
    answered: bool = False
    rounds: int = 0
    """In which an engine was asked what to do next; 0 where no tools are used."""
    calls: int = 0
    """Of tools."""


INCOMING_TRACE: ContextVar[str] = ContextVar("incoming_trace", default="")
"""``traceparent`` of the signal that is being handled."""

CURRENT_TURN: ContextVar[Turn | None] = ContextVar("current_turn", default=None)
"""The turn that this coroutine works for; a task that it starts inherits it."""
