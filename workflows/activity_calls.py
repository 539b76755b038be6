"""Running activities, and the platform's own: permanent name, types, queue, timeouts, retries.

Timeouts stand here, each with its reason; those of agents in ``agents/<slug>/calls.py``.
"""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final, TypeVar

from pydantic import BaseModel
from temporalio import workflow
from temporalio.common import Priority, RetryPolicy
from temporalio.exceptions import ActivityError, ApplicationError, is_cancelled_exception
from temporalio.exceptions import TimeoutError as ActivityTimeoutError

from domain.activity_calls import (
    BY_RULES,
    CHANNEL_FILES_QUEUE,
    CHANNEL_QUEUE,
    HEARTBEAT,
    MODEL_QUEUE,
    STAFF_QUEUE,
    ActivityCall,
    Retries,
)
from domain.attachments import FetchRequest
from domain.conversation import BeginRequest, Begun, Limits
from domain.failures import ActivityFailed
from domain.messages import Attachment
from domain.preferences import (
    BeforeErasing,
    Ended,
    ErasedElsewhere,
    ErasedRows,
    EraseRequest,
    PreferenceOutcome,
    PreferenceRequest,
    Transcribed,
    TranscribeRequest,
)
from domain.replies import Delivered, Delivery
from domain.restart import RestartRequest
from domain.staff import CloseRoom, Posted
from domain.tasks import KeepDraftRequest, ReopenDraftRequest, ReopenedDraft
from domain.transcript import FindReplyRequest, FoundReply
from domain.understanding import (
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)
from domain.usage import UsageOfPerson, UsageRequest

Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")

ALBUM_PAUSE = timedelta(seconds=1.5)
"""An album is complete when no part came for this long: its parts arrive as messages of their own,
and nothing tells how many there are."""

WAIT_FOR_DATABASE: Final = "wait for the database"
"""What a task is doing while an outage lasts."""


def _by_rules(
    name: str,
    request: type[Request],
    result: type[Result],
    retries: Retries = Retries.WORKER_MAY_DIE,
) -> ActivityCall[Request, Result]:
    """Rules or one look-up, begun eagerly by the worker that asks for it."""
    return ActivityCall(name, request, result, BY_RULES, retries)


def _by_model(
    name: str,
    request: type[Request],
    result: type[Result],
    start_to_close: timedelta = timedelta(seconds=60),
    retries: Retries = Retries.MODELS,
) -> ActivityCall[Request, Result]:
    """One attempt at models: 45 s of patience at most, then rules."""
    return ActivityCall(
        name, request, result, start_to_close, retries, MODEL_QUEUE, heartbeat=HEARTBEAT
    )


BEGIN = _by_rules("begin_conversation", BeginRequest, Begun)
UNDERSTAND_BY_RULES = _by_rules("understand_by_rules", UnderstandRequest, Understood)
UNDERSTAND_AND_BEGIN = replace(UNDERSTAND_BY_RULES, committing=True)
"""The same with the first step of the task that is surely opened: it may write a row."""
UNDERSTAND = _by_model("understand", UnderstandRequest, Understood)
CONVERSE_BY_RULES = _by_rules("converse_by_rules", ConverseRequest, Conversed)
CONVERSE = _by_model("converse", ConverseRequest, Conversed)
SUMMARISE_BY_RULES = _by_rules("summarise_by_rules", SummariseRequest, Summarised, Retries.ONCE)
SUMMARISE = _by_model("summarise", SummariseRequest, Summarised, retries=Retries.ONCE)
FIND_REPLY = _by_rules("find_reply", FindReplyRequest, FoundReply, Retries.TWICE)
FIND_REPLY_LATER = ActivityCall("find_reply", FindReplyRequest, FoundReply, retries=Retries.FOREVER)
"""When the database was away: words taken as said of nothing might change another task."""
KEEP_DRAFT = ActivityCall("keep_draft", KeepDraftRequest, type(None), retries=Retries.FOREVER)
REOPEN_DRAFT = ActivityCall("reopen_draft", ReopenDraftRequest, ReopenedDraft)
FETCH_ATTACHMENT = ActivityCall(
    "fetch_attachment",
    FetchRequest,
    Attachment,
    timedelta(minutes=5),  # 20 MB over a slow line, behind three others
    retries=Retries.FOREVER,  # while its channel does not answer; what is gone is refused
    queue=CHANNEL_FILES_QUEUE,
    heartbeat=HEARTBEAT,
)
DELIVER = ActivityCall(
    "deliver",
    Delivery,
    Delivered,
    timedelta(minutes=2),  # a long reply in many parts under Telegram's rate limit
    retries=Retries.FOREVER,  # when the channel is down, replies wait
    queue=CHANNEL_QUEUE,
    heartbeat=HEARTBEAT,
)
SET_PREFERENCE = ActivityCall("set_preference", PreferenceRequest, PreferenceOutcome)
TRANSCRIBE = _by_model(
    "transcribe",
    TranscribeRequest,
    Transcribed,
    timedelta(minutes=2),  # ten minutes of speech on a busy machine, or a slow provider
)
REPORT_USAGE = ActivityCall("report_usage", UsageRequest, UsageOfPerson)
END_CONVERSATIONS = ActivityCall(
    "end_conversations", EraseRequest, Ended, timedelta(seconds=60), retries=Retries.FOREVER
)
LOOK_BEFORE_ERASING = ActivityCall("look_before_erasing", EraseRequest, BeforeErasing)
ERASE_ELSEWHERE = ActivityCall(
    "erase_elsewhere",
    EraseRequest,
    ErasedElsewhere,
    timedelta(minutes=2),  # several systems, some of which may not answer
    retries=Retries.FOREVER,  # while the database is away; a system that is gets named
    heartbeat=HEARTBEAT,
)
ERASE_PERSON = ActivityCall(
    "erase_person", EraseRequest, ErasedRows, timedelta(seconds=60), retries=Retries.FOREVER
)
REMOVE_TOPIC = ActivityCall(
    "remove_topic",
    CloseRoom,
    Posted,
    timedelta(minutes=2),  # a topic whose messages are deleted one by one
    retries=Retries.FOREVER,
    queue=STAFF_QUEUE,
    heartbeat=HEARTBEAT,
)
RESTART_CONVERSATION = ActivityCall(
    "restart_conversation",
    RestartRequest,
    type(None),
    timedelta(seconds=30),
    retries=Retries.FOREVER,
)


def retry_policy(retries: Retries, limits: Limits) -> RetryPolicy:
    """The policy behind a name of ``Retries``."""
    match retries:
        case Retries.CONFIGURED:
            return RetryPolicy(
                initial_interval=limits.retry_delay,
                maximum_interval=timedelta(seconds=30),
                maximum_attempts=limits.max_retries,
            )
        case Retries.FOREVER:
            return RetryPolicy(
                initial_interval=timedelta(seconds=1), maximum_interval=timedelta(seconds=20)
            )
        case Retries.ONCE:
            return RetryPolicy(maximum_attempts=1)
        case Retries.TWICE:
            return RetryPolicy(initial_interval=timedelta(milliseconds=100), maximum_attempts=2)
        case Retries.WORKER_MAY_DIE:
            return RetryPolicy(initial_interval=timedelta(seconds=1), maximum_attempts=4)
        case Retries.MODELS:
            return RetryPolicy(
                initial_interval=limits.model_retry_pause,
                backoff_coefficient=2.0,
                maximum_interval=4 * limits.model_retry_pause,
                maximum_attempts=6,
            )


class Caller:
    """Runs activities for one conversation: knows its limits and its channel's queue."""

    def __init__(self, channel_queue: str, user_id: str = "") -> None:
        """``user_id`` is whose work it is: what waits on a queue is handed out in turns, a share
        for each person, however much of it is one's own.
        """
        self._channel_queue = channel_queue
        self._share = Priority(fairness_key=_share_of(user_id)) if user_id else Priority.default
        self.limits = Limits()

    async def run(
        self, call: ActivityCall[Request, Result], request: Request, summary: str
    ) -> Result:
        """Runs an activity to its end. Raises ``ActivityFailed`` when it gives up.

        Cancelling the caller cancels the activity; one that is ``committing`` is waited for and,
        if it did happen, its result is returned.
        """
        try:
            handle = self._started(call, request, summary)
            return await (_outcome_of(handle) if call.committing else handle)
        except ActivityError as error:
            raise failed(error) from error

    async def unless(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        summary: str,
        interrupted: Callable[[], bool],
        *,
        within: timedelta | None = None,
    ) -> Result | None:
        """Runs an activity unless ``interrupted`` becomes true first: then it is abandoned.

        Returns None when abandoned. Raises ``ActivityFailed`` when the activity gives up.
        """
        handle = self._started(call, request, summary, within)
        try:
            await workflow.wait_condition(lambda: handle.done() or interrupted())
        finally:
            if not handle.done():
                _abandon(handle)
        if not handle.done():
            return None
        try:
            return await handle
        except ActivityError as error:
            raise failed(error) from error

    def _started(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        summary: str,
        within: timedelta | None = None,
    ) -> workflow.ActivityHandle[Result]:
        kind = workflow.ActivityCancellationType
        return workflow.start_activity(
            call.name,
            request,
            result_type=call.result,
            task_queue=self._queue(call),
            start_to_close_timeout=within or call.start_to_close,
            heartbeat_timeout=call.heartbeat,
            retry_policy=retry_policy(call.retries, self.limits),
            cancellation_type=(
                kind.WAIT_CANCELLATION_COMPLETED if call.committing else kind.TRY_CANCEL
            ),
            priority=self._share,
            summary=summary,
        )

    def _queue(self, call: ActivityCall[Request, Result]) -> str:
        own = call.queue in {CHANNEL_QUEUE, CHANNEL_FILES_QUEUE}
        return self._channel_queue + call.queue if own else call.queue


def _share_of(user_id: str) -> str:
    """Short, and no address: the server keeps it in clear."""
    return hashlib.sha256(user_id.encode()).hexdigest()[:16]


async def _outcome_of(handle: workflow.ActivityHandle[Result]) -> Result:
    """Waits for what became of an activity, also when the caller is cancelled: that cancels it.

    One that ended in the same moment is not cancelled any more: the SDK would forget its result.
    """
    while True:
        try:
            return await asyncio.shield(handle)
        except asyncio.CancelledError:
            if handle.cancelled():
                raise
            await workflow.wait_condition(lambda: True)  # what came with the cancel is let in
            if not handle.done():
                handle.cancel()


def _abandon(handle: workflow.ActivityHandle[Result]) -> None:
    """Cancels an activity without waiting for it.

    Waiting could swallow a cancellation of the caller that arrives at the same moment.
    """
    handle.add_done_callback(lambda done: done.cancelled() or done.exception())
    handle.cancel()


_PLAIN = "That did not work, and I don't know why yet. Nothing you sent is lost."


def failed(error: ActivityError) -> ActivityFailed:
    """Returns the typed failure behind an activity's error. Raises a cancellation on as it is."""
    if is_cancelled_exception(error):
        raise error
    cause = error.cause
    if isinstance(cause, ApplicationError):
        text = cause.details[0] if cause.details else _PLAIN
        return ActivityFailed(cause.type or "internal", str(text))
    timed_out = isinstance(cause, ActivityTimeoutError)
    return ActivityFailed("timeout" if timed_out else "internal", _PLAIN)


def defect() -> ActivityFailed:
    """Returns what a person is told of an unexpected error in Steward's own code."""
    return ActivityFailed("defect", _PLAIN)


__all__ = ["ActivityFailed", "Caller", "defect", "failed"]
