"""How much of something each caller may use: what was used comes back evenly with time."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.http.contract import RequestRefused
from bot.remembered import Remembered

FULL_SECONDS = 10.0
"""After which somebody may try again who found no place."""
_KEYS = 10_000  # kept at most, so that many callers can't fill the memory


class Allowance:
    """A token bucket for each key: ``most`` at once, and ``most`` again within ``seconds``. Who is
    new has ``at_first``, which is ``most`` unless it is said.
    """

    def __init__(
        self,
        most: float,
        seconds: float,
        clock: Callable[[], float],
        at_first: float | None = None,
    ) -> None:
        self._most = most
        self._used_at_first = 0.0 if at_first is None else most - at_first
        self._seconds = seconds
        self._clock = clock
        self._used: Remembered[str, tuple[float, float]] = Remembered(_KEYS)
        """By key how much is used up, and when that was so."""

    def use(self, key: str, amount: float = 1) -> None:
        """Raises ``RequestRefused`` 429 where less than ``amount`` is left; then nothing is used.
        One that is larger than all there ever is says so without a time to come again.
        """
        if amount < 0:
            raise ValueError("nothing is given back")
        now = self._clock()
        used, at = self._used.get(key, (self._used_at_first, now))
        used = max(0.0, used - (now - at) * self._most / self._seconds)
        too_much = used + amount - self._most
        if too_much > 0:
            wait = too_much * self._seconds / self._most if amount <= self._most else None
            raise RequestRefused(429, "rate_limited", retryable=wait is not None, retry_after=wait)
        self._used[key] = (used + amount, now)


class Places:
    """How many may be there at the same time: ``most`` in all, and so many under each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def one(self, **limits: int) -> Iterator[None]:
        """Takes one in each of ``limits``, inside. Raises ``RequestRefused`` 429 if it is full."""
        every = {"": self._most, **limits}
        if any(self._taken[key] >= most for key, most in every.items()):
            raise RequestRefused(429, "rate_limited", retryable=True, retry_after=FULL_SECONDS)
        self._taken.update(every.keys())
        try:
            yield
        finally:
            self._taken.subtract(every.keys())
            self._taken += Counter()  # what is empty is forgotten
