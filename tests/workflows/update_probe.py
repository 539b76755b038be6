"""A workflow whose update does what depends on a result that came before it."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow

_SOON = timedelta(seconds=30)


class LookUps:
    """``second`` waits until it is let."""

    def __init__(self) -> None:
        self.let = asyncio.Event()

    @activity.defn(name="probe-first")
    async def first(self) -> None:
        """Finds nothing."""

    @activity.defn(name="probe-second")
    async def second(self) -> None:
        await self.let.wait()


@workflow.defn(name="update-probe")
class UpdateProbe:
    def __init__(self) -> None:
        self._known = self._over = False

    @workflow.run
    async def run(self) -> None:
        for look_up in [
            workflow.start_activity(name, start_to_close_timeout=_SOON)
            for name in ("probe-first", "probe-second")
        ]:
            await look_up  # and behind it there is nothing to command
        self._known = True
        await workflow.wait_condition(lambda: self._over)

    @workflow.update
    async def end(self) -> bool:
        """Whether both results were known."""
        known = self._known
        if known:
            await workflow.execute_activity("probe-first", start_to_close_timeout=_SOON)
        self._over = True
        return known


@workflow.defn(name="handing-over-probe")
class HandingOverProbe:
    """Ends with a result, and gives what it was told to a new run."""

    def __init__(self) -> None:
        self._told: list[str] = []

    @workflow.run
    async def run(self, told: list[str]) -> list[str]:
        self._told = [*told, *self._told]
        if not workflow.info().continued_run_id:
            await workflow.execute_activity("probe-second", start_to_close_timeout=_SOON)
            workflow.continue_as_new(self._told)
        await workflow.wait_condition(lambda: bool(self._told))
        return self._told

    @workflow.update
    async def tell(self, words: str) -> None:
        self._told.append(words)
