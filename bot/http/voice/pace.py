"""How much sound one person may send, in calls and recordings. Kept while the process lives."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from bot.http.allowance import Allowance
from bot.http.contract import RequestRefused

AHEAD_SECONDS = 3.0
"""Of sound that a client may send before its time: more is no call."""
BEHIND_SECONDS = 20.0
"""Of sound that a client which was held up may send at once afterwards."""
RECORDINGS_A_MINUTE = 10
SECONDS_A_DAY = 3_600.0
"""Of speech that is recognised: an hour."""
_PEOPLE = 10_000  # kept at most
_DAY, _MINUTE = 86_400.0, 60.0


@dataclass
class SoundPace:
    """All raise ``RequestRefused`` 429, before anything was listened to."""

    recordings_a_minute: float = RECORDINGS_A_MINUTE
    seconds_a_day: float = SECONDS_A_DAY
    ahead: float = AHEAD_SECONDS
    behind: float = BEHIND_SECONDS
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._recordings = Allowance(self.recordings_a_minute, _MINUTE, self.clock)
        self._seconds = Allowance(self.seconds_a_day, _DAY, self.clock)
        self._early: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By person: how many seconds of sound may come at this moment, and which that was."""

    def record(self, user_id: str, seconds: float) -> None:
        """Counts a recording of so many seconds."""
        self._recordings.use(user_id)
        self.recognise(user_id, seconds)

    def recognise(self, user_id: str, seconds: float) -> None:
        """Counts what is to be recognised."""
        self._seconds.use(user_id, seconds)

    def stream(self, user_id: str, seconds: float) -> None:
        """Counts sound of a call as it comes. Whoever calls again has no more than before."""
        now = self.clock()
        left, at = self._early.get(user_id, (self.ahead, now))
        left = min(left + now - at, self.behind) - seconds
        if left < 0:
            raise RequestRefused(429, "rate_limited", retryable=True, retry_after=-left)
        self._early[user_id] = (left, now)
        self._early.move_to_end(user_id)
        if len(self._early) > _PEOPLE:
            self._early.popitem(last=False)
