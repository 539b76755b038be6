"""Every activity that a workflow calls: its permanent name, queue, timeouts and retries.

Timeouts and retry policies stand here, each with its reason, and nowhere else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, TypeVar

from temporalio.common import RetryPolicy

from domain.conversation import Limits, Recalled
from domain.ledger import (
    AmendOutcome,
    Found,
    Insight,
    ReadOutcome,
    ReopenedDraft,
    SaveOutcome,
    StoredTransaction,
    UndoOutcome,
)
from domain.preferences import Ended, Erased, PreferenceOutcome, Transcribed
from domain.replies import Delivered
from domain.understanding import (
    Categorized,
    Conversed,
    Decided,
    Recognised,
    Summarised,
    Understood,
)
from domain.usage import UsageOfPerson

MAIN_QUEUE = "steward"
MODEL_QUEUE = "steward-models"
"""Its server-side rate limits the calls a minute to models, across all workers."""
READING_QUEUE = "steward-reading"
"""Apart, so that a burst of photos does not hold up words."""

HEARTBEAT = timedelta(seconds=10)
"""A worker that dies in a long activity is noticed after this; the activity beats every second."""

STORAGE_ATTEMPT = timedelta(seconds=15)
"""One attempt at the database: its own statement timeout is shorter, so it fails by itself."""

ALBUM_PAUSE = timedelta(seconds=1.5)
"""An album is complete when no part came for this long: its parts arrive as messages of their own,
each after its own download, and nothing tells how many there are."""

WAIT_FOR_DATABASE = "wait for the database"
"""What a task is doing while an outage lasts."""

Result = TypeVar("Result")
Policy = Callable[[Limits], RetryPolicy]


def _configured(limits: Limits) -> RetryPolicy:
    """As many attempts as the settings say, doubling the wait."""
    return RetryPolicy(
        initial_interval=limits.retry_delay,
        maximum_interval=timedelta(seconds=30),
        maximum_attempts=limits.max_retries,
    )


def _until_it_works(_: Limits) -> RetryPolicy:
    """For what must happen some day: the outage is somebody else's to end."""
    return RetryPolicy(
        initial_interval=timedelta(seconds=1), maximum_interval=timedelta(seconds=20)
    )


def _once(_: Limits) -> RetryPolicy:
    """A fallback is at hand, so waiting for another attempt only costs the person time."""
    return RetryPolicy(maximum_attempts=1)


def _worker_may_die(_: Limits) -> RetryPolicy:
    """Attempts are for dead workers and passing faults."""
    return RetryPolicy(initial_interval=timedelta(seconds=1), maximum_attempts=4)


def _models(_: Limits) -> RetryPolicy:
    """Attempts at models, and for dead workers.

    The activity itself ends its attempts at models, with the offline engine's answer: after as many
    as the settings say (five at most), and as soon as a person has waited long enough. So this is
    one more than it ever takes.
    """
    return RetryPolicy(
        initial_interval=timedelta(seconds=1),
        backoff_coefficient=2.0,
        maximum_interval=timedelta(seconds=4),
        maximum_attempts=6,
    )


@dataclass(frozen=True)
class Call(Generic[Result]):
    """An activity as workflows know it. ``queue`` None means the channel's own queue."""

    name: str
    result: type[Result]
    start_to_close: timedelta
    retry: Policy
    queue: str | None = MAIN_QUEUE
    heartbeat: timedelta | None = None
    committing: bool = False
    """A cancel waits to learn whether it happened; anything else is left at once."""


UNDERSTAND = Call(
    "understand",
    Understood,
    timedelta(seconds=60),  # one attempt: 45 s of patience at most, then the offline engine
    _models,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
CATEGORIZE = Call(
    "categorize",
    Categorized,
    timedelta(seconds=60),  # as UNDERSTAND
    _models,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
CONVERSE = Call(
    "converse",
    Conversed,
    timedelta(seconds=60),  # as UNDERSTAND
    _models,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
SUMMARISE = Call(
    "summarise",
    Summarised,
    timedelta(seconds=60),  # as UNDERSTAND
    _once,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
DECIDE = Call(
    "decide",
    Decided,
    timedelta(seconds=30),  # replaced by the decision timeout of the settings
    _once,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
READ_RECEIPT = Call(
    "read_receipt",
    ReadOutcome,
    timedelta(minutes=3),  # OCR of a long PDF on a busy machine, then two model calls
    _models,
    queue=READING_QUEUE,
    heartbeat=HEARTBEAT,
)
READ_RECEIPT_LATER = Call(
    "read_receipt",
    ReadOutcome,
    READ_RECEIPT.start_to_close,
    _until_it_works,
    queue=READING_QUEUE,
    heartbeat=HEARTBEAT,
)
SAVE_TRANSACTION = Call(
    "save_transaction", SaveOutcome, STORAGE_ATTEMPT, _configured, committing=True
)
SAVE_TRANSACTION_LATER = Call(
    "save_transaction", SaveOutcome, STORAGE_ATTEMPT, _until_it_works, committing=True
)
AMEND_TRANSACTION = Call(
    "amend_transaction", AmendOutcome, STORAGE_ATTEMPT, _configured, committing=True
)
AMEND_TRANSACTION_LATER = Call(
    "amend_transaction", AmendOutcome, STORAGE_ATTEMPT, _until_it_works, committing=True
)
UNDO_TRANSACTION = Call("undo_transaction", UndoOutcome, STORAGE_ATTEMPT, _configured)
RESTORE_TRANSACTION = Call("restore_transaction", StoredTransaction, STORAGE_ATTEMPT, _configured)
FIND_TRANSACTION = Call("find_transaction", Found, STORAGE_ATTEMPT, _configured)
KEEP_DRAFT = Call("keep_draft", type(None), STORAGE_ATTEMPT, _until_it_works, committing=True)
REOPEN_DRAFT = Call("reopen_draft", ReopenedDraft, STORAGE_ATTEMPT, _configured)
SUMMARISE_SPENDING = Call("summarise_spending", Insight, STORAGE_ATTEMPT, _configured)
DELIVER = Call(
    "deliver",
    Delivered,
    timedelta(minutes=2),  # a long reply in many parts under Telegram's pace
    _until_it_works,  # when the bot is down, replies wait
    queue=None,
    heartbeat=HEARTBEAT,
)
RECALL_CONVERSATION = Call("recall_conversation", Recalled, timedelta(seconds=5), _once)
RECOGNISE = Call("recognise", Recognised, timedelta(seconds=5), _worker_may_die)
SET_PREFERENCE = Call("set_preference", PreferenceOutcome, STORAGE_ATTEMPT, _configured)
TRANSCRIBE = Call(
    "transcribe",
    Transcribed,
    timedelta(minutes=2),  # ten minutes of speech on a busy machine, or a slow provider
    _models,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
END_CONVERSATIONS = Call("end_conversations", Ended, timedelta(seconds=60), _until_it_works)
REPORT_USAGE = Call("report_usage", UsageOfPerson, STORAGE_ATTEMPT, _configured)
ERASE_PERSON = Call("erase_person", Erased, timedelta(seconds=60), _until_it_works)
