"""One attempt of an activity: what it is told of earlier ones, how it beats, how it fails."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import ParamSpec, TypeVar

import pytest
from temporalio.activity import ActivityCancellationDetails
from temporalio.common import RetryPolicy
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment

ASKED = ActivityCancellationDetails(cancel_requested=True)
Result = TypeVar("Result")
Input = ParamSpec("Input")


class Attempt:
    """Runs activities as one attempt; ``beats`` keeps the details of each heartbeat."""

    def __init__(self) -> None:
        self._env = ActivityEnvironment()
        self._env.info = dataclasses.replace(self._env.info, workflow_id="conversation:test:1")
        self.beats: list[tuple[object, ...]] = []
        self._beaten = asyncio.Event()
        self._env.on_heartbeat = self._beat

    def _beat(self, *details: object) -> None:
        self.beats.append(details)
        self._beaten.set()

    async def beaten(self, count: int) -> None:
        """Waits until the activity has beaten ``count`` times."""
        while len(self.beats) < count:
            self._beaten.clear()
            await self._beaten.wait()

    def repeated(
        self, number: int, details: Sequence[object] = (), waited: timedelta = timedelta(0)
    ) -> "Attempt":
        """A later attempt that finds the details of the last heartbeat before it.

        ``waited`` is how long ago the activity was first wanted.
        """
        later = Attempt()
        later._env.info = dataclasses.replace(
            self._env.info,
            attempt=number,
            heartbeat_details=list(details),
            scheduled_time=self._env.info.started_time - waited,
        )
        return later

    def under(self, policy: RetryPolicy) -> "Attempt":
        """The same attempt of an activity with this policy."""
        same = Attempt()
        same._env.info = dataclasses.replace(self._env.info, retry_policy=policy)
        return same

    async def run(
        self,
        activity: Callable[Input, Awaitable[Result]],
        *args: Input.args,
        **kwargs: Input.kwargs,
    ) -> Result:
        return await self._env.run(activity, *args, **kwargs)

    async def fails(
        self,
        activity: Callable[Input, Awaitable[Result]],
        *args: Input.args,
        **kwargs: Input.kwargs,
    ) -> ApplicationError:
        """Runs an activity that has to fail; its failure as Temporal sees it."""
        with pytest.raises(ApplicationError) as caught:
            await self._env.run(activity, *args, **kwargs)
        return caught.value

    def cancel(self, told: ActivityCancellationDetails = ASKED) -> None:
        self._env.cancel(told)
