"""Running activities with the options of ``workflows.options``."""

from collections.abc import Callable
from datetime import timedelta

from pydantic import BaseModel
from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError

from workflows.failures import activity_failed
from workflows.options import Call, Result
from workflows.session import Session


def _start(
    session: Session,
    call: Call[Result],
    request: BaseModel,
    summary: str,
    within: timedelta | None,
) -> workflow.ActivityHandle[Result]:
    kind = workflow.ActivityCancellationType
    return workflow.start_activity(
        call.name,
        request,
        result_type=call.result,
        task_queue=call.queue or session.start.reply_queue,
        start_to_close_timeout=within or call.start_to_close,
        heartbeat_timeout=call.heartbeat,
        retry_policy=call.retry(session.limits),
        cancellation_type=(
            kind.WAIT_CANCELLATION_COMPLETED if call.committing else kind.TRY_CANCEL
        ),
        summary=summary,
    )


async def run_activity(
    session: Session, call: Call[Result], request: BaseModel, summary: str
) -> Result:
    """Runs an activity to its end. Raises ``ActivityFailed`` when it gives up.

    Cancelling the caller cancels the activity; one that is ``committing`` is waited for and, if it
    did happen, its result is returned.
    """
    try:
        return await _start(session, call, request, summary, None)
    except ActivityError as error:
        raise activity_failed(error) from error


async def run_local(session: Session, call: Call[Result], request: BaseModel) -> Result:
    """Runs a local activity: recorded in history, but no workflow task of its own.

    Raises ``ActivityFailed`` when it gives up.
    """
    try:
        result: Result = await workflow.execute_local_activity(
            call.name,
            request,
            result_type=call.result,
            schedule_to_close_timeout=call.start_to_close,
            retry_policy=call.retry(session.limits),
        )
    except (ActivityError, ApplicationError) as error:  # its own failure comes unwrapped
        raise activity_failed(error) from error
    return result


async def run_interruptible(  # noqa: PLR0913 - each is a different fact of one call
    session: Session,
    call: Call[Result],
    request: BaseModel,
    summary: str,
    interrupted: Callable[[], bool],
    *,
    within: timedelta | None = None,
) -> Result | None:
    """Runs an activity unless ``interrupted`` becomes true first: then it is abandoned.

    Returns None when abandoned. Raises ``ActivityFailed`` when the activity gives up.
    """
    handle = _start(session, call, request, summary, within)
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
        raise activity_failed(error) from error


def _abandon(handle: workflow.ActivityHandle[Result]) -> None:
    """Cancels an activity without waiting for it.

    Waiting could swallow a cancellation of the caller that arrives at the same moment.
    """
    handle.add_done_callback(lambda done: done.cancelled() or done.exception())
    handle.cancel()
