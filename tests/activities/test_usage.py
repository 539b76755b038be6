"""What a person used, beside what they may use."""

from decimal import Decimal

import pytest
from temporalio.exceptions import ApplicationError

from activities.usage import DayLimits, ReportUsage
from domain.errors import StorageUnavailableError
from domain.usage import Budget, Spent, UsageOfPerson, UsageRequest
from tests.activities.running import Attempt
from tests.fakes.usage import InMemoryUsage, NoBudgets

USED = UsageOfPerson(
    today=Spent(tokens=120, cost=Decimal("0.0000021")), lately=Spent(), days=7, calls=12
)
REQUEST = UsageRequest(user_id="ann")


async def reported(limits: DayLimits, used_up: Budget | None = None) -> UsageOfPerson:
    report = ReportUsage(InMemoryUsage({"ann": USED}), limits, NoBudgets(used_up))
    return await Attempt().run(report.report_usage, REQUEST)


async def test_the_limits_of_the_settings_stand_beside_the_use() -> None:
    usage = await reported(DayLimits(tokens=1_000, cost=Decimal("0.50")))
    assert (usage.today, usage.calls) == (USED.today, 12)
    assert (usage.token_limit, usage.cost_limit) == (1_000, Decimal("0.50"))


async def test_what_does_not_apply_is_not_told() -> None:
    usage = await reported(DayLimits())
    assert (usage.token_limit, usage.cost_limit, usage.unpriced) == (None, None, 0)
    assert usage.has_model
    assert not usage.all_used_up
    assert not (await reported(DayLimits(has_model=False))).has_model


async def test_a_limit_of_everybody_is_told_and_no_more_days_than_calls_are_kept() -> None:
    for used_up, told in ((Budget.EVERYBODY, True), (Budget.PERSON, False), (None, False)):
        assert (await reported(DayLimits(), used_up)).all_used_up is told
    for kept, shown in ((3, 3), (30, 7)):
        assert (await reported(DayLimits(kept_days=kept))).days == shown


async def test_an_outage_is_one_to_try_again() -> None:
    away = InMemoryUsage(failure=StorageUnavailableError("away"))
    report = ReportUsage(away, DayLimits(), NoBudgets())
    with pytest.raises(ApplicationError) as failed:
        await Attempt().run(report.report_usage, REQUEST)
    assert not failed.value.non_retryable
