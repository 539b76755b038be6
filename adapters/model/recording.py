"""Keeps the record of each model call, wherever it is wanted."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

import structlog

from domain.errors import AppError
from domain.usage import ModelCall

RECORDING_TIMEOUT = timedelta(seconds=1)
"""The person waits while a call is recorded; a slow database must not slow down the answer."""

_log = structlog.get_logger(__name__)


class CallRecorder(Protocol):
    """Takes the record of each model call. Raises only ``AppError``."""

    async def record(self, call: ModelCall) -> None: ...


class CallRecorders:
    """Several recorders as one: what one of them cannot keep, the others still get."""

    def __init__(self, recorders: Sequence[CallRecorder]) -> None:
        self._recorders = tuple(recorders)

    async def record(self, call: ModelCall) -> None:
        for recorder in self._recorders:
            await _record(recorder, call, RECORDING_TIMEOUT)


async def record_call(
    recorder: CallRecorder, call: ModelCall, *, within: timedelta = RECORDING_TIMEOUT
) -> None:
    """Logs a call and has it kept. Never fails: an answer is worth more than its record."""
    cost = None if call.cost is None else str(call.cost)
    _log.info("model.called", **call.model_dump(exclude={"cost", "user_id"}), cost=cost)
    await _record(recorder, call, within)


async def _record(recorder: CallRecorder, call: ModelCall, within: timedelta) -> None:
    try:
        async with asyncio.timeout(within.total_seconds()):
            await recorder.record(call)
    except (AppError, TimeoutError) as error:
        _log.warning("model.call_not_recorded", provider=call.provider, error=repr(error))
