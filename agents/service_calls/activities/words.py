"""What words do, and words for what is said: by rules alone, in the workflow's own worker."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import structlog
from temporalio import activity

from agents.service_calls import activity_calls
from agents.service_calls.exchange import (
    Recognised,
    RecogniseRequest,
    RecordRequest,
    SaidAndRecorded,
    SayAndRecord,
)
from agents.service_calls.ports import CallRules
from domain.errors import AppError

WRITING = timedelta(seconds=1)
"""For what goes with the words; a workflow task is held open meanwhile."""

_log = structlog.get_logger(__name__)


class WordsByRules:
    """``clock``: UTC. Workflows read none, so that "tomorrow" is told from the time of the look,
    and the answer says which that was. ``write`` keeps what a turn came to, and is idempotent.
    """

    def __init__(
        self,
        rules: CallRules,
        write: Callable[[RecordRequest], Awaitable[None]],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._rules = rules
        self._write = write
        self._clock = clock

    @activity.defn(name=activity_calls.RECOGNISE.name)
    async def service_recognise(self, request: RecogniseRequest) -> Recognised:
        at = request.at or self._clock()
        found = self._rules.recognise(request.model_copy(update={"at": at}))
        return found.model_copy(update={"at": at})

    @activity.defn(name=activity_calls.SAY.name)
    async def service_say(self, request: SayAndRecord) -> SaidAndRecorded:
        now = request.say.now or self._clock()
        said = self._rules.say(request.say.model_copy(update={"now": now}))
        written = request.record is not None and await self._written(request.record)
        return SaidAndRecorded(said=said, recorded=written)

    async def _written(self, record: RecordRequest) -> bool:
        try:
            async with asyncio.timeout(WRITING.total_seconds()):
                await self._write(record)
        except (AppError, TimeoutError) as error:
            _log.warning(
                "call.not_recorded", task_id=record.row.task_id, error=type(error).__name__
            )
            return False
        return True
