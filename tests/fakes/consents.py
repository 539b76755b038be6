"""Who agreed to what, in memory."""

from dataclasses import dataclass, field

from domain.consent import ConsentGiven
from domain.errors import AppError


@dataclass
class InMemoryConsents:
    """Implements ``bot.ports.ConsentRecords``. ``down`` is raised by every call; ``known`` are the
    people of whom something is kept.
    """

    given: list[ConsentGiven] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    down: AppError | None = None
    asked: int = 0
    """How often a yes was looked up."""

    async def has(self, user_id: str, version: str) -> bool:
        self._check()
        self.asked += 1
        return any((each.user_id, each.version) == (user_id, version) for each in self.given)

    async def give(self, given: ConsentGiven) -> None:
        self._check()
        self.given.append(given)

    async def keeps(self, user_id: str) -> bool:
        self._check()
        return user_id in self.known

    def forget(self, user_id: str) -> None:
        """As an erasure does."""
        self.given = [each for each in self.given if each.user_id != user_id]

    def _check(self) -> None:
        if self.down is not None:
            raise self.down
