"""How much sound one person may send, in calls and recordings. Kept while the process lives."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.http.allowance import Allowance

AHEAD_SECONDS = 3.0
"""Of sound that a client may send before its time: more is no call."""
BEHIND_SECONDS = 20.0
"""Of sound that a client which was held up may send at once afterwards."""
RECORDINGS_A_MINUTE = 10
SECONDS_A_DAY = 3_600.0
"""Of speech that is recognised: an hour."""
_DAY, _MINUTE = 86_400.0, 60.0


@dataclass
class SoundRateLimit:
    """All raise ``RequestRefused`` 429, before anything was listened to."""

    recordings_a_minute: float = RECORDINGS_A_MINUTE
    seconds_a_day: float = SECONDS_A_DAY
    ahead: float = AHEAD_SECONDS
    behind: float = BEHIND_SECONDS
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._recordings = Allowance(self.recordings_a_minute, _MINUTE, self.clock)
        self._seconds = Allowance(self.seconds_a_day, _DAY, self.clock)
        # A second of sound for each second of time.
        self._early = Allowance(self.behind, self.behind, self.clock, at_first=self.ahead)

    def record(self, user_id: str, seconds: float) -> None:
        """Counts a recording of so many seconds."""
        self._recordings.use(user_id)
        self.recognise(user_id, seconds)

    def repeat(self, user_id: str) -> None:
        """Counts a recording that came again, of which nothing has to be recognised."""
        self._recordings.use(user_id)

    def recognise(self, user_id: str, seconds: float) -> None:
        """Counts what is to be recognised."""
        self._seconds.use(user_id, seconds)

    def stream(self, user_id: str, seconds: float) -> None:
        """Counts sound of a call as it comes. Whoever calls again has no more than before."""
        self._early.use(user_id, seconds)
