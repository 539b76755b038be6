"""How long a person is left waiting for models that do not answer.

Attempts belong to Temporal; this tells the models which of them is running, so that the last one
is answered by rules. Whether waiting makes sense at all is theirs to say: they know the providers.
"""

from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity

from domain.waiting import Wait

MODEL_ATTEMPTS = 4

PERSON_WAITS = timedelta(seconds=20)
"""For the models of one step, all attempts together. What takes longer is answered by rules, which
cost a question more."""

_FIRST_PAUSE = timedelta(seconds=1)
"""Where the server does not tell the retry policy."""


@dataclass(frozen=True)
class Patience:
    """``attempts`` at the models within ``within`` of the time at which they were first wanted."""

    attempts: int = MODEL_ATTEMPTS
    within: timedelta = PERSON_WAITS

    def of_this_attempt(self) -> Wait:
        """For the attempt that runs now. Time in the queue counts, by the server's clock alone."""
        info = activity.info()
        return self._wait(info, info.started_time - info.scheduled_time)

    def of_models_alone(self, gone: timedelta) -> Wait:
        """The same where other work comes first: ``gone`` is since a model was first asked."""
        return self._wait(activity.info(), gone)

    def of_one_attempt(self, at_most: timedelta | None = None) -> Wait:
        """For what is asked once; ``at_most`` where its answer is due sooner."""
        return Wait(min(self.within, at_most or self.within))

    def _wait(self, info: activity.Info, gone: timedelta) -> Wait:
        policy = info.retry_policy
        last = min(self.attempts, (policy and policy.maximum_attempts) or self.attempts)
        first, growth = _FIRST_PAUSE, 2.0
        if policy:
            first, growth = policy.initial_interval, policy.backoff_coefficient
        pause = first * growth ** (info.attempt - 1) if info.attempt < last else None
        return Wait(self.within, gone, pause, repeated=info.attempt > 1)
