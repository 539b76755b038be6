"""Telegram's rate limit: one message a second in a chat, twenty a minute in a
group, thirty overall."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from tests.telegram.emulator.errors import too_many


@dataclass
class _Bucket:
    size: float
    each_second: float
    level: float
    at: float

    def wait(self, now: float) -> float:
        """Seconds until one more fits."""
        self.level = min(self.size, self.level + (now - self.at) * self.each_second)
        self.at = now
        return max(0.0, (1 - self.level) / self.each_second)


class RateLimit:
    """Refuses what comes too fast. Bursts of ``burst`` messages in a chat are tolerated."""

    def __init__(self, clock: Callable[[], float], *, burst: int = 4) -> None:
        self._clock = clock
        self._burst = burst
        self._buckets: dict[str, _Bucket] = {}

    def admit(self, chat_id: int | None, *, group: bool = False) -> None:
        """Raises ``ApiError`` 429 with the seconds to wait; then nothing is counted."""
        buckets = [self._bucket("all", 30, 30.0)]
        if chat_id is not None:
            buckets.append(self._bucket(f"chat {chat_id}", self._burst, 1.0))
            if group:
                buckets.append(self._bucket(f"group {chat_id}", 20, 20 / 60))
        now = self._clock()
        wait = max(bucket.wait(now) for bucket in buckets)
        # Less than a millisecond is rounding.
        if wait > 0.001:
            raise too_many(math.ceil(wait))
        for bucket in buckets:
            bucket.level -= 1

    def _bucket(self, name: str, size: float, each_second: float) -> _Bucket:
        if name not in self._buckets:
            self._buckets[name] = _Bucket(size, each_second, size, self._clock())
        return self._buckets[name]
