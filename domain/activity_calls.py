"""An activity as workflows know it: its permanent name, its types, and how it is run."""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from pydantic import BaseModel

Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")

MAIN_QUEUE = "steward"
MODEL_QUEUE = "steward-models"
"""Its server-side rate limits the calls a minute to models, across all workers."""
CHANNEL_QUEUE = ""
"""The queue of the channel that holds the chat."""
CHANNEL_FILES_QUEUE = ".files"
"""Appended to the channel's queue: where it fetches files. Apart, so that replies never wait behind
a slow download."""
STAFF_QUEUE = "steward.telegram"
"""Of the process that holds the staff's chat."""

HEARTBEAT = timedelta(seconds=10)
"""A worker that dies in a long activity is noticed after this; the activity beats every second."""

STORAGE_ATTEMPT = timedelta(seconds=15)
"""One attempt at the database: its own statement timeout is shorter, so it fails by itself."""

BY_RULES = timedelta(seconds=5)
"""Rules or one look-up, which take milliseconds: a worker that dies with it is noticed so soon."""


class Retries(StrEnum):
    """How often an activity is tried."""

    CONFIGURED = "configured"
    """As many attempts as the settings say, doubling the wait."""
    FOREVER = "forever"
    """For what must happen some day: the outage is somebody else's to end."""
    ONCE = "once"
    """A fallback is at hand, so waiting for another attempt only costs the person time."""
    TWICE = "twice"
    """A fallback is at hand; a second attempt follows at once, for a worker that died."""
    WORKER_MAY_DIE = "worker_may_die"
    """Attempts are for dead workers and passing faults."""
    MODELS = "models"
    """Attempts at models, and for dead workers: one more than the activity ever takes, which ends
    its attempts by itself with an answer of rules."""


@dataclass(frozen=True)
class ActivityCall(Generic[Request, Result]):
    """One activity. ``request`` and ``result`` are its only argument's type and its answer's."""

    name: str
    request: type[Request]
    result: type[Result]
    start_to_close: timedelta = STORAGE_ATTEMPT
    retries: Retries = Retries.CONFIGURED
    queue: str = MAIN_QUEUE
    heartbeat: timedelta | None = None
    committing: bool = False
    """A cancel waits to learn whether it happened; anything else is left at once."""
    follows: bool = False
    """Completes what a committing one before it began: a task that was stopped meanwhile still does
    it."""

    def until_it_works(self) -> "ActivityCall[Request, Result]":
        """The same, tried for as long as it takes."""
        return replace(self, retries=Retries.FOREVER)
