"""How long a person is left waiting for models that do not answer.

Attempts belong to Temporal; this says how long each of them may take, and after which of them
nobody waits any longer, so that the offline engine answers.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from temporalio import activity

from domain.errors import ModelUnavailableError

MODEL_ATTEMPTS = 4

PERSON_WAITS = timedelta(seconds=12)
"""For the models of one step, all attempts together: a receipt shall be done within 15 s. What
takes longer is answered by rules, which cost a question more."""

PROBE = timedelta(seconds=2)
"""What an attempt has at least, and what it has while waiting was in vain a moment ago. With
``PERSON_WAITS`` it makes the steps of a message fit 15 s."""

IN_VAIN = timedelta(seconds=30)
"""As long as an open circuit rests. Without it, each step of a message would wait anew."""

_FIRST_PAUSE = timedelta(seconds=1)
"""Where the server does not tell the retry policy."""


class Patience:
    """``attempts`` at the models within ``within`` of the time at which they were first wanted.

    Time in the queue counts as well. Both ends are taken from the server's clock or from this
    process alone, so that clocks which differ do no harm. After a wait in vain nobody waits for
    ``IN_VAIN``: neither the next step of the same message nor anybody else, who all have one
    ``PROBE``. So one is shared by all activities of a process. ``clock`` returns seconds that only
    grow.
    """

    def __init__(
        self,
        attempts: int = MODEL_ATTEMPTS,
        within: timedelta = PERSON_WAITS,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.attempts = attempts
        self.within = within
        self.clock = clock
        self._lost_until = clock()

    @property
    def is_lost(self) -> bool:
        """Whether somebody waited in vain a moment ago."""
        return self.clock() < self._lost_until

    def lose(self) -> None:
        """Somebody waited in vain just now."""
        self._lost_until = self.clock() + IN_VAIN.total_seconds()

    def of_this_attempt(self) -> "AttemptWait":
        """For the attempt that runs now. Call it when it begins."""
        info = activity.info()
        return AttemptWait(self, info, queued=info.started_time - info.scheduled_time)

    def of_models_alone(self, since: float | None = None) -> "AttemptWait":
        """The same where other work comes first: time counts from the first call of a model, which
        is now or, by this process's clock, ``since``.
        """
        return AttemptWait(self, activity.info(), since=since)

    def of_one_attempt(self, at_most: timedelta | None = None) -> "AttemptWait":
        """For what is asked once; ``at_most`` where its answer is due sooner."""
        return AttemptWait(self, activity.info(), once=True, at_most=at_most)


class AttemptWait:
    """What one attempt may take. Implements ``Wait``; made by ``Patience``."""

    def __init__(  # noqa: PLR0913 - where the time counts from, and to
        self,
        patience: Patience,
        info: activity.Info,
        *,
        queued: timedelta = timedelta(0),
        since: float | None = None,
        once: bool = False,
        at_most: timedelta | None = None,
    ) -> None:
        self._patience = patience
        self._info = info
        self._queued = queued
        self._once = once
        self._within = min(patience.within, at_most or patience.within)
        self.since = patience.clock() if since is None else since

    def time_left(self) -> timedelta:
        """What is left of the person's patience: never less than a probe."""
        if self._patience.is_lost:
            return PROBE
        return max(PROBE, self._within - self._queued - self._asking)

    def may_retry(self, failure: ModelUnavailableError) -> bool:
        """Whether this attempt may fail for another one, that would still have time for a probe."""
        if self._once or self._patience.is_lost:
            return False
        pause = _next_wait(self._info, failure)
        is_last = self._info.attempt in {self._patience.attempts, _last(self._info)}
        is_last = is_last or self._info.attempt > self._patience.attempts
        if not is_last and self._queued + self._asking + pause + PROBE <= self._within:
            return True
        if self._was_in_vain(failure):
            self._patience.lose()
        return False

    @property
    def _asking(self) -> timedelta:
        return timedelta(seconds=self._patience.clock() - self.since)

    def _was_in_vain(self, failure: ModelUnavailableError) -> bool:
        """Only where the providers had their chance: a queue or a rate says nothing about them."""
        if not failure.was_asked:
            return False
        told_to_wait = failure.retry_after is not None and failure.retry_after > self._within
        return self._info.attempt > 1 or told_to_wait or self._asking >= self._within / 2


def _last(info: activity.Info) -> int:
    """The attempt after which there is no other; 0 when there is always one."""
    return info.retry_policy.maximum_attempts if info.retry_policy else 0


def _next_wait(info: activity.Info, failure: ModelUnavailableError) -> timedelta:
    """As Temporal will wait: what the provider asks for, else the policy's growing pause."""
    if failure.retry_after:
        return failure.retry_after
    first, growth = _FIRST_PAUSE, 2.0
    if info.retry_policy:
        first, growth = info.retry_policy.initial_interval, info.retry_policy.backoff_coefficient
    return first * growth ** (info.attempt - 1)
