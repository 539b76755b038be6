"""What only the servers know, looked at from the worker: states, backlogs, whether they answer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

import structlog
from temporalio.api.enums.v1 import TaskQueueType
from temporalio.client import Client
from temporalio.common import MetricMeter

from adapters.deadline import within
from adapters.temporal_server import describe_namespace, describe_queue
from domain.conversation import PUBLISHED_STATES

EVERY = timedelta(seconds=15)

LOOK_TIMEOUT = timedelta(seconds=4)
"""For each look of a round; they are taken side by side."""

_KINDS = (TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)

_log = structlog.get_logger(__name__)


class Watch:
    """Sets ``conversations``, ``conversations_overdue``, ``queue_backlog``, ``database_up``,
    ``temporal_up`` and ``storage_bytes``.

    What cannot be asked is down, and what it would have told is set to 0, but for storage. A
    trouble is logged when it begins; none ends the watch.
    """

    def __init__(  # noqa: PLR0913 - all that it looks at
        self,
        client: Client,
        ping: Callable[[], Awaitable[object]],
        meter: MetricMeter,
        queues: Sequence[str] = (),
        *,
        also: Callable[[], None] = lambda: None,
        stored: Callable[[], Awaitable[Mapping[str, int]]] | None = None,
        unexpired: Callable[[], Awaitable[int]] | None = None,
    ) -> None:
        """``ping`` asks the database and raises when it does not answer. Without queues, only
        whether both servers answer is looked at: for a process beside the worker.

        ``also`` is called each round; it asks nobody and does not fail. ``stored`` asks how many
        bytes files take and how many are free, ``unexpired`` how many conversations there should
        be.
        """
        self._client = client
        self._ping = ping
        self._queues = queues
        self._also = also
        self._stored = stored
        self._unexpired = unexpired
        self._conversations = meter.create_gauge(
            "conversations", "Running ones by the state they rest in"
        )
        self._overdue = meter.create_gauge(
            "conversations_overdue", "Running ones beyond those whose day of silence is not over"
        )
        self._backlog = meter.create_gauge("queue_backlog", "Tasks that wait for a worker")
        self._database = meter.create_gauge("database_up", "Whether PostgreSQL answers")
        self._temporal = meter.create_gauge("temporal_up", "Whether Temporal answers")
        self._storage = meter.create_gauge(
            "storage_bytes", "That files take in the database, and that are free on the disk"
        )
        self._troubles: set[str] = set()

    @asynccontextmanager
    async def running(self, every: timedelta = EVERY) -> AsyncIterator[None]:
        """Looks around regularly inside."""
        watching = asyncio.create_task(self._watch(every))
        try:
            yield
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch(self, every: timedelta) -> None:
        while True:
            await self.look()
            await asyncio.sleep(every.total_seconds())

    async def look(self, limit: timedelta = LOOK_TIMEOUT) -> None:
        """One round; it takes no longer than ``limit``."""
        self._also()
        ping_temporal = partial(describe_namespace, self._client, LOOK_TIMEOUT)
        looks = [
            self._look("database", self._ping, self._database.set, limit),
            self._look("temporal", ping_temporal, self._temporal.set, limit),
        ]
        if self._stored is not None:
            looks.append(self._look("storage", self._measure_storage, lambda _: None, limit))
        if self._queues:
            looks.append(self._look("conversations", self._count, self._no_conversations, limit))
        for queue in self._queues:
            measure, empty = partial(self._measure, queue), partial(self._empty, queue)
            looks.append(self._look(f"queue {queue}", measure, empty, limit))
        await asyncio.gather(*looks)

    async def _look(
        self,
        what: str,
        look: Callable[[], Awaitable[object]],
        tell: Callable[[int], None],
        limit: timedelta,
    ) -> None:
        """``tell`` is told 1 when the look succeeded and 0 when it did not."""
        try:
            await within(limit, look())
        except Exception as error:  # noqa: BLE001 - whatever it is, the watch goes on
            tell(0)
            if what not in self._troubles:
                self._troubles.add(what)
                _log.warning("watch.no_answer", what=what, error=type(error).__name__)
        else:
            tell(1)
            self._troubles.discard(what)

    async def _count(self) -> None:
        running = 0
        for state in PUBLISHED_STATES:
            query = (
                "WorkflowType = 'conversation' AND ExecutionStatus = 'Running'"
                f" AND StewardState = '{state.value}'"
            )
            counted = await self._client.count_workflows(query, rpc_timeout=LOOK_TIMEOUT)
            self._conversations.set(counted.count, {"state": state.value})
            running += counted.count
        if self._unexpired is not None:
            self._overdue.set(max(running - await self._unexpired(), 0))

    def _no_conversations(self, up: int) -> None:
        for state in PUBLISHED_STATES:
            if not up:
                self._conversations.set(0, {"state": state.value})
        if not up:
            self._overdue.set(0)

    async def _measure_storage(self) -> None:
        """What could not be asked stays as it was told last: no space at all would be an alarm."""
        for what, size in (await self._stored() if self._stored else {}).items():
            self._storage.set(size, {"what": what})

    async def _measure(self, queue: str) -> None:
        waiting = 0
        for kind in _KINDS:
            described = await describe_queue(self._client, queue, kind, LOOK_TIMEOUT)
            waiting += described.stats.approximate_backlog_count
        self._backlog.set(waiting, {"queue": queue})

    def _empty(self, queue: str, up: int) -> None:
        if not up:
            self._backlog.set(0, {"queue": queue})
