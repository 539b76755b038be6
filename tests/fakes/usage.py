"""What model calls used, in memory."""

from dataclasses import dataclass, field
from datetime import datetime

from domain.errors import AppError
from domain.usage import Budget, Spent, UsageBy, UsageOfPerson, UsageReport


@dataclass
class NoBudgets:
    """Says what it is told: with nothing, that no limit is used up."""

    answer: Budget | None = None

    async def used_up(self, user_id: str) -> Budget | None:
        del user_id
        return self.answer


@dataclass
class InMemoryUsage:
    """Implements ``Usage``. ``persons`` is what each used, ``failure`` fails every look-up."""

    persons: dict[str, UsageOfPerson] = field(default_factory=dict)
    failure: AppError | None = None

    async def spent(self, user_id: str | None, since: datetime) -> Spent:
        del since
        if user_id is None:
            tokens = sum(usage.today.tokens for usage in self.persons.values())
            return Spent(tokens=tokens)
        return self._of(user_id).today

    async def of_person(self, user_id: str, now: datetime, days: int) -> UsageOfPerson:
        del now
        return self._of(user_id).model_copy(update={"days": days})

    async def report(
        self, since: datetime, until: datetime, by: UsageBy = UsageBy.PURPOSE
    ) -> UsageReport:
        del by
        return UsageReport(since=since, until=until, lines=(), persons=len(self.persons))

    def _of(self, user_id: str) -> UsageOfPerson:
        if self.failure is not None:
            raise self.failure
        nothing = UsageOfPerson(today=Spent(), lately=Spent(), days=7, calls=0)
        return self.persons.get(user_id, nothing)
