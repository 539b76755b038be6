"""What can go wrong between a channel and its conversations, and how a server's answer says it."""

from temporalio.service import RPCError, RPCStatusCode

from domain.errors import AppError


class TemporalUnreachableError(AppError):
    """The Temporal server does not answer; the message was not handed over."""

    code = "temporal.unreachable"
    retryable = True
    user_text = "I can't be reached right now, so that was not sent. Please try again in a moment."


class TemporalRefusedError(AppError):
    """The server answers, but refuses: a namespace, a permission or a size that is wrong."""

    code = "temporal.refused"
    user_text = "I could not take that in. My operator has to look at this."


class TemporalLockedOutError(TemporalRefusedError):
    """No credentials, no right, no such namespace: every message fares alike until that is mended,
    so none of them is to blame.
    """


class NoWorkerError(AppError):
    """The server is there but no worker answers; what was sent is kept and dealt with later."""

    code = "temporal.no_worker"
    retryable = True
    user_text = "I'm not awake right now. What you sent is kept, and I'll answer when I'm back."


_UNREACHABLE = frozenset(
    {
        RPCStatusCode.UNAVAILABLE,
        RPCStatusCode.DEADLINE_EXCEEDED,
        RPCStatusCode.CANCELLED,
        RPCStatusCode.RESOURCE_EXHAUSTED,
        RPCStatusCode.ABORTED,
        RPCStatusCode.INTERNAL,
        RPCStatusCode.UNKNOWN,
    }
)
"""Passing faults of the server or the way to it. All else is a refusal that stays."""

_LOCKED_OUT = frozenset(
    {RPCStatusCode.UNAUTHENTICATED, RPCStatusCode.PERMISSION_DENIED, RPCStatusCode.NOT_FOUND}
)


def translated(error: RPCError) -> AppError:
    """Returns a failed call to the server as an error that the person can be told about."""
    detail = f"temporal: {error.status.name.lower()}: {error.message}"
    if error.status in _UNREACHABLE:
        return TemporalUnreachableError(detail)
    if error.status in _LOCKED_OUT:
        return TemporalLockedOutError(detail)
    return TemporalRefusedError(detail)


def query_error(error: RPCError) -> AppError:
    """Returns the error of a query: a server that is there but runs into the deadline, or says so,
    lacks a worker.
    """
    if error.status in (
        RPCStatusCode.DEADLINE_EXCEEDED,
        RPCStatusCode.CANCELLED,
        RPCStatusCode.FAILED_PRECONDITION,
    ):
        msg = f"temporal: {error.status.name.lower()}: {error.message}"
        return NoWorkerError(msg)
    return translated(error)
