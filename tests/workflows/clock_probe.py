"""A workflow that reads what a workflow must not read."""

import random
import time
from datetime import UTC, datetime

from temporalio import workflow

READINGS = {
    "wall clock": time.time,
    "monotonic clock": time.monotonic,
    "today": lambda: datetime.now(UTC),
    "chance": random.random,
}


@workflow.defn(name="clock-probe")
class ClockProbe:
    """Runs in the sandbox of production; answers what became of each reading."""

    @workflow.run
    async def run(self) -> dict[str, str]:
        return {name: _outcome(name) for name in READINGS}


def _outcome(name: str) -> str:
    try:
        READINGS[name]()
    except Exception as error:  # noqa: BLE001 - what the sandbox raises is the answer
        return type(error).__name__
    return "read"
