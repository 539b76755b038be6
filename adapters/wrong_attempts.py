"""Who tried wrong keys lately: they are told only to wait."""

from collections import OrderedDict
from collections.abc import Callable

WRONG_ATTEMPTS = 10
"""By one address within ``WINDOW_SECONDS``; further ones are only told to wait."""
WINDOW_SECONDS = 60.0
_ADDRESSES = 10_000  # kept at most, so that many addresses can't fill the memory


class WrongAttempts:
    """When each address was wrong lately; only as many addresses as fit."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def note(self, address: str) -> None:
        self._times[address] = [*self._recent(address), self._clock()]
        self._times.move_to_end(address)
        if len(self._times) > _ADDRESSES:
            self._times.popitem(last=False)

    def must_wait(self, address: str) -> float:
        recent = self._recent(address)
        if len(recent) < WRONG_ATTEMPTS:
            return 0
        return recent[-WRONG_ATTEMPTS] + WINDOW_SECONDS - self._clock()

    def _recent(self, address: str) -> list[float]:
        after = self._clock() - WINDOW_SECONDS
        return [at for at in self._times.get(address, []) if at > after]
