"""People, what is kept of them, and their running conversations, in memory."""

from dataclasses import dataclass, field

from domain.errors import AppError, NotFoundError
from domain.preferences import ErasedRows, HeldElsewhere, StillToCome
from domain.understanding import Person


class InMemoryUsers:
    """Implements ``Users``. ``failure`` makes every look-up fail."""

    def __init__(self) -> None:
        self.known: dict[str, Person] = {}
        self.failure: AppError | None = None

    async def person(self, defaults: Person) -> Person:
        if self.failure is not None:
            raise self.failure
        return self.known.setdefault(defaults.user_id, defaults)

    async def prefer(
        self,
        user_id: str,
        *,
        locale: str | None = None,
        currency: str | None = None,
        timezone: str | None = None,
    ) -> Person:
        if user_id not in self.known:
            raise NotFoundError(user_id)
        given = {"locale": locale, "currency": currency, "timezone": timezone}
        chosen = {name: value for name, value in given.items() if value is not None}
        self.known[user_id] = self.known[user_id].model_copy(update=chosen)
        return self.known[user_id]


@dataclass
class InMemoryErasure:
    """Implements ``Erasure``. ``kept`` is what there is of each person, ``failures`` how
    deleting it fails first.
    """

    conversations: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rooms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kept: dict[str, ErasedRows] = field(default_factory=dict)
    to_come: dict[str, tuple[StillToCome, ...]] = field(default_factory=dict)
    elsewhere: dict[str, tuple[HeldElsewhere, ...]] = field(default_factory=dict)
    failures: list[AppError] = field(default_factory=list)

    async def conversations_of(self, user_id: str) -> tuple[str, ...]:
        return self.conversations.get(user_id, ())

    async def rooms_of(self, user_id: str) -> tuple[str, ...]:
        return self.rooms.get(user_id, ())

    async def still_to_come(self, user_id: str) -> tuple[StillToCome, ...]:
        if self.failures:
            raise self.failures.pop(0)
        return self.to_come.get(user_id, ())

    async def held_elsewhere(self, user_id: str) -> tuple[HeldElsewhere, ...]:
        if self.failures:
            raise self.failures.pop(0)
        return self.elsewhere.get(user_id, ())

    async def erase(self, user_id: str) -> ErasedRows:
        if self.failures:
            raise self.failures.pop(0)
        return self.kept.pop(user_id, ErasedRows())


@dataclass
class InMemoryConversations:
    """Implements ``RunningConversations``. ``running`` says how many ran at each call."""

    running: list[int] = field(default_factory=list)
    removed: list[tuple[str, ...]] = field(default_factory=list)
    failures: list[AppError] = field(default_factory=list)
    old_erasures: int = 0

    async def remove(self, conversation_ids: tuple[str, ...]) -> int:
        if self.failures:
            raise self.failures.pop(0)
        self.removed.append(conversation_ids)
        return self.running.pop(0) if self.running else 0

    async def forget_erasures(self) -> int:
        forgotten, self.old_erasures = self.old_erasures, 0
        return forgotten
