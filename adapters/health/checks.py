"""One check for each part of a process. They look; none of them changes anything or costs money."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta

from temporalio.api.enums.v1 import TaskQueueType
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode

from adapters.health.report import CHECK_TIMEOUT, PartHealth
from adapters.temporal_server import describe_namespace, describe_queue
from domain.health import Health, Latency

SLOW = timedelta(milliseconds=500)
"""A round trip to the database takes a millisecond or two where all is well."""

LATE = timedelta(seconds=30)
"""How long the oldest task of a queue may have waited: a turn is meant to take less."""

SILENT = timedelta(seconds=90)
"""Telegram holds a request back for 25 s when there is nothing; this is three of them missed."""

LATELY = timedelta(minutes=15)
"""Model calls that tell how long providers take now."""

_CLOSED = "closed"

WORKFLOWS = TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW
ACTIVITIES = TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY
_KIND_NAMES = {WORKFLOWS: "workflows", ACTIVITIES: "activities"}

_UNUSABLE = {
    RPCStatusCode.NOT_FOUND: "the namespace {} does not exist",
    RPCStatusCode.PERMISSION_DENIED: "these credentials may not use the namespace {}",
    RPCStatusCode.UNAUTHENTICATED: "the credentials are not accepted (namespace {})",
}

_WHOLE_SECONDS = 10.0


async def temporal(client: Client) -> PartHealth:
    """The server knows the namespace and takes the credentials that this process has."""
    try:
        await describe_namespace(client, CHECK_TIMEOUT)
    except RPCError as error:
        reason = _UNUSABLE.get(error.status)
        if reason is None:
            raise
        return PartHealth(status=Health.DOWN, detail=reason.format(client.namespace))
    return PartHealth(status=Health.OK, detail=f"namespace {client.namespace} answers")


async def database(ping: Callable[[], Awaitable[timedelta]]) -> PartHealth:
    """``ping`` makes one round trip; it raises ``AppError`` when there is none."""
    took = await ping()
    if took > SLOW:
        return PartHealth(status=Health.DEGRADED, detail=f"slow: one round trip took {_span(took)}")
    return PartHealth(status=Health.OK, detail="answers")


async def models(
    circuits: Callable[[], Mapping[str, str]],
    silent: Callable[[], Awaitable[Sequence[str]]] | None = None,
) -> PartHealth:
    """``circuits``: the state of each provider's circuit breaker, by its name. ``silent`` asks the
    providers, and names those that do not answer; without it none is asked.
    """
    quiet = await silent() if silent else ()
    told = dict.fromkeys(quiet, "does not answer")
    states = {**circuits(), **told}
    if not states:
        alone = "none configured: works with rules on this machine"
        return PartHealth(status=Health.OK, detail=alone)
    listed = ", ".join(f"{name} {state}" for name, state in states.items())
    shut = [name for name, state in states.items() if state == _CLOSED]
    if len(shut) == len(states):
        return PartHealth(status=Health.OK, detail=listed)
    stands_in = "the other providers stand in" if shut else "rules on this machine stand in"
    return PartHealth(status=Health.DEGRADED, detail=f"{listed}: {stands_in}")


async def latencies(
    lately: Callable[[timedelta], Awaitable[tuple[Latency, ...]]],
) -> PartHealth:
    """``lately`` tells how long providers took within a time that ends now, by the record of all
    processes. Slow ones are no fault: whoever asks them waits no longer than is worth it.
    """
    found = await lately(LATELY)
    minutes = f"{LATELY.total_seconds() / 60:.0f} minutes"
    said = ", ".join(f"{each.provider} {each.p95_ms} ms" for each in found)
    detail = f"p95 of {minutes}: {said}" if said else f"no provider was asked within {minutes}"
    return PartHealth(status=Health.OK, detail=detail, providers=found)


async def processes(pids: Callable[[], Sequence[int]], most: int) -> PartHealth:
    """An agent's own processes start when they are needed, and again when they die."""
    running = len(pids())
    if not running:
        return PartHealth(status=Health.OK, detail="starts when it is needed")
    return PartHealth(status=Health.OK, detail=f"{running} of {most} processes run")


async def keys(lacking: Callable[[], str]) -> PartHealth:
    """``lacking``: the id of a key that something was encrypted with and that is not here. A
    process without a key of its deployment fails every task that it takes from the others.
    """
    key_id = lacking()
    if key_id:
        detail = f"something is encrypted with a key that PAYLOAD_KEYS lacks: {key_id[:64]!r}"
        return PartHealth(status=Health.DOWN, detail=detail)
    return PartHealth(status=Health.OK, detail="everything could be read so far")


async def queues(
    client: Client, served: Mapping[str, Sequence[TaskQueueType.ValueType]]
) -> PartHealth:
    """Somebody listens for each kind of task that a queue must have served, by the queue's name,
    and nothing waits there for long.
    """
    silent, late = [], []
    for name, kinds in served.items():
        described = [await describe_queue(client, name, kind, CHECK_TIMEOUT) for kind in kinds]
        deaf = [
            _KIND_NAMES[k] for k, each in zip(kinds, described, strict=True) if not each.pollers
        ]
        if deaf:
            silent.append(f"{name} ({' and '.join(deaf)})")
        oldest = max(each.stats.approximate_backlog_age.ToTimedelta() for each in described)
        if oldest > LATE:
            waiting = sum(each.stats.approximate_backlog_count for each in described)
            late.append(f"{name}: {waiting} wait, the oldest for {_span(oldest)}")
    if silent:
        return PartHealth(status=Health.DEGRADED, detail=f"nobody listens on {', '.join(silent)}")
    if late:
        return PartHealth(status=Health.DEGRADED, detail="; ".join(late))
    return PartHealth(status=Health.OK, detail=f"listened on: {', '.join(served)}")


async def telegram_polled(since: Callable[[], timedelta | None]) -> PartHealth:
    """``since``: the time that has passed since Telegram last answered, None before it ever did."""
    age = since()
    if age is None:
        return PartHealth(status=Health.DEGRADED, detail="has not answered yet")
    if age > SILENT:
        return PartHealth(status=Health.DOWN, detail=f"has not answered for {_span(age)}")
    return PartHealth(status=Health.OK, detail=f"answered {_span(age)} ago")


async def telegram_called(since: Callable[[], timedelta | None]) -> PartHealth:
    """With a webhook nothing comes while nobody writes, which is no failure."""
    age = since()
    if age is None:
        return PartHealth(status=Health.OK, detail="webhook set, nothing came yet")
    return PartHealth(status=Health.OK, detail=f"webhook last called {_span(age)} ago")


def _span(time: timedelta) -> str:
    seconds = time.total_seconds()
    return f"{seconds:.1f} s" if seconds < _WHOLE_SECONDS else f"{seconds:.0f} s"
