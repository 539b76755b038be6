"""What a person's messages used of the models."""

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Protocol

from temporalio import activity

from activities.boundary import app_errors
from activities.ports import UsageStore
from domain.usage import LATELY_DAYS, Budget, UsageOfPerson, UsageRequest


@dataclass(frozen=True)
class DayLimits:
    """What one person may use in a day (UTC), ``cost`` in US dollars; None means no limit.

    ``kept_days`` is for how long calls are recorded: nothing older can be shown.
    """

    tokens: int | None = None
    cost: Decimal | None = None
    has_model: bool = True
    """Whether there is anything to use."""
    kept_days: int = LATELY_DAYS


class DayBudgets(Protocol):
    """Which limit for the day keeps models out."""

    async def used_up(self, user_id: str) -> Budget | None: ...


class ReportUsage:
    """Reads only."""

    def __init__(self, usage: UsageStore, limits: DayLimits, budgets: DayBudgets) -> None:
        self._usage = usage
        self._budgets = budgets
        self._limits = limits

    @activity.defn
    async def report_usage(self, request: UsageRequest) -> UsageOfPerson:
        """The person's use today and lately, beside what they may use."""
        with app_errors():
            days = min(LATELY_DAYS, self._limits.kept_days)
            usage = await self._usage.of_person(request.user_id, datetime.now(UTC), days)
            used_up = await self._budgets.used_up(request.user_id)
        return usage.model_copy(
            update={
                "token_limit": self._limits.tokens,
                "cost_limit": self._limits.cost,
                "has_model": self._limits.has_model,
                "all_used_up": used_up is Budget.EVERYBODY,
            }
        )
