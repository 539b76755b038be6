"""How long whoever asks the models waits for them."""

from dataclasses import dataclass
from datetime import timedelta

PROBE = timedelta(seconds=2)
"""What a question has at least, and what it has while waiting was in vain a moment ago and nobody
knows how long the provider usually takes."""


@dataclass(frozen=True)
class Wait:
    """How long a person waits for one step, as the attempt that runs now finds it."""

    within: timedelta | None = None
    """For all attempts together. None leaves it to the models' own limits."""
    gone: timedelta = timedelta(0)
    """How much of it is over already: in the queue, and with earlier attempts."""
    pause: timedelta | None = None
    """After which the caller asks again where a provider names no time. None: it asks no more."""
    repeated: bool = False
    """Whether an earlier attempt failed."""
    spared: bool = False
    """The answer is easily done without: that it was late says nothing about the models."""

    @property
    def left(self) -> timedelta | None:
        """What is left of the person's patience: never less than a probe."""
        return None if self.within is None else max(PROBE, self.within - self.gone)

    def allows_another(self, asked_for: timedelta, retry_after: timedelta | None) -> bool:
        """Whether the caller comes again after this question has taken ``asked_for``: the next
        attempt has to have time for a probe. As Temporal will wait: what the provider asks for,
        else the policy's pause.
        """
        if self.pause is None:
            return False
        pause = retry_after or self.pause
        return self.within is None or self.gone + asked_for + pause + PROBE <= self.within

    def took_most(self, asked_for: timedelta) -> bool:
        """Whether a question had half of the person's patience, or more."""
        return self.within is not None and asked_for >= self.within / 2

    def was_in_vain(self, asked_for: timedelta, retry_after: timedelta | None) -> bool:
        """Whether nobody should wait like this again for a while."""
        if self.spared:
            return False
        if self.within is None:
            return self.repeated
        told_to_wait = retry_after is not None and retry_after > self.within
        return self.repeated or told_to_wait or self.took_most(asked_for)


ASKS_ONCE = Wait()
"""For callers that ask once and are bound by nothing but the models' own limits."""
