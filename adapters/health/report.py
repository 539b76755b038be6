"""What is known about a process: a few checks, asked together and remembered for a moment."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog
from temporalio.service import RPCError

from adapters.deadline import within
from domain.errors import AppError
from domain.health import Health, Latency
from domain.messages import Frozen

_log = structlog.get_logger(__name__)

CHECK_TIMEOUT = timedelta(seconds=2)
"""For each check; all are asked at once, so for the whole report, too."""

REMEMBERED = timedelta(seconds=2)
"""How long a report is given again: any number of probes costs one look at each part."""

_UNREACHABLE = (RPCError, OSError)
"""What checks let through, besides ``AppError``, when the thing does not answer."""


class PartHealth(Frozen):
    """``detail`` never holds a secret, a text or a person's id: a probe needs no login."""

    status: Health
    detail: str
    providers: tuple[Latency, ...] | None = None
    """Of the check that asks about them."""


class CheckResult(PartHealth):
    name: str
    latency_ms: int


class HealthReport(Frozen):
    """``status`` is *down* when a part is down that nothing can stand in for."""

    status: Health
    version: str
    timestamp: datetime
    """When the parts were asked, in UTC."""
    checks: tuple[CheckResult, ...]


@dataclass(frozen=True)
class Check:
    """One part. ``needed``: without it the process can take no work."""

    name: str
    ask: Callable[[], Awaitable[PartHealth]]
    needed: bool = False


class Checkup:
    """Asks all checks at once when somebody wants to know and the last answers are old.

    For one event loop. Never raises for a part that fails: that is what it reports.
    """

    def __init__(
        self,
        version: str,
        checks: Sequence[Check],
        stop: asyncio.Event,
        clock: Callable[[], float] = time.monotonic,
        timeout: timedelta = CHECK_TIMEOUT,
    ) -> None:
        """``stop`` is set once the process takes no more work."""
        self._version = version
        self._checks = tuple(checks)
        self._stop = stop
        self._clock = clock
        self._timeout = timeout
        self._asking = asyncio.Lock()
        self._last: tuple[float, HealthReport] | None = None

    async def report(self) -> HealthReport:
        async with self._asking:
            now = self._clock()
            if self._last is None or now - self._last[0] >= REMEMBERED.total_seconds():
                self._last = (now, await self._ask_all())
            return self._last[1]

    async def ready(self) -> bool:
        """Whether it may take work: all that it needs answers, and it is not being stopped."""
        return not self._stop.is_set() and (await self.report()).status is not Health.DOWN

    async def _ask_all(self) -> HealthReport:
        results = await asyncio.gather(*(self._result(check) for check in self._checks))
        return HealthReport(
            status=self._overall(results),
            version=self._version,
            timestamp=datetime.now(UTC),
            checks=tuple(results),
        )

    def _overall(self, results: Sequence[CheckResult]) -> Health:
        needed = {check.name for check in self._checks if check.needed}
        if any(each.status is Health.DOWN and each.name in needed for each in results):
            return Health.DOWN
        well = all(each.status is Health.OK for each in results)
        return Health.OK if well else Health.DEGRADED

    async def _result(self, check: Check) -> CheckResult:
        began = self._clock()
        finding = await _finding(check, self._timeout)
        return CheckResult(
            **finding.model_dump(),
            name=check.name,
            latency_ms=round((self._clock() - began) * 1000),
        )


async def _finding(check: Check, limit: timedelta) -> PartHealth:
    try:
        return await within(limit, check.ask())
    except TimeoutError:  # an OSError too, so it comes first
        detail = f"no answer within {limit.total_seconds():.0f} s"
    except AppError as error:
        detail = str(error)
    except _UNREACHABLE as error:
        detail = f"does not answer ({_reason(error)})"
    except Exception as error:  # noqa: BLE001 - the boundary: a broken check is a finding, too
        detail = f"the check failed ({_reason(error)})"
        _log.exception("health.check_failed", check=check.name)
    return PartHealth(status=Health.DOWN, detail=detail)


def _reason(error: Exception) -> str:
    if isinstance(error, RPCError):
        return error.status.name
    return type(error).__name__
