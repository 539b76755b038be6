"""What can go wrong between a bot and Telegram, on demand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.telegram.emulator.errors import ApiError

Drop = Literal["before", "after"]


@dataclass
class Fault:
    """A rule for the next ``times`` calls (None: all of them) of ``method``.

    ``method`` is a method's name, ``*`` for any, or ``file`` for a download. ``drop`` closes the
    connection without an answer, before or after the call took effect. ``slow`` waits that many
    seconds first. ``truncate`` breaks a download off in the middle. ``when`` looks at the
    parameters. ``hits`` counts the calls it struck.
    """

    method: str
    status: int | None = None
    retry_after: int | None = None
    description: str | None = None
    drop: Drop | None = None
    slow: float = 0.0
    truncate: bool = False
    times: int | None = 1
    when: Callable[[Mapping[str, Any]], bool] | None = None
    hits: int = field(default=0, init=False)

    def strikes(self, method: str, params: Mapping[str, Any]) -> bool:
        if self.times is not None and self.hits >= self.times:
            return False
        if self.method != "*" and self.method.lower() != method.lower():
            return False
        return self.when is None or self.when(params)

    def error(self) -> ApiError | None:
        if self.status is None:
            return None
        words = {
            429: f"Too Many Requests: retry after {self.retry_after or 1}",
            500: "Internal Server Error",
            502: "Bad Gateway",
        }
        wait = self.retry_after or (1 if self.status == 429 else None)
        description = self.description or words.get(self.status, "Fault on demand")
        return ApiError(self.status, description, retry_after=wait)


class Faults:
    """The rules in force, the oldest first."""

    def __init__(self) -> None:
        self._rules: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        self._rules.append(fault)
        return fault

    def remove(self, fault: Fault) -> None:
        self._rules.remove(fault)

    def strike(self, method: str, params: Mapping[str, Any]) -> Fault | None:
        """The first rule that fits, counted."""
        for fault in self._rules:
            if fault.strikes(method, params):
                fault.hits += 1
                return fault
        return None
