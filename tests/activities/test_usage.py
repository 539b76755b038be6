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
    facts = usage.facts()
    assert (facts["token_limit"], facts["cost_limit"]) == ("1000", "0.50")
    assert facts["cost_today"] == "0.0000021", "never in scientific notation"


async def test_what_does_not_apply_is_no_fact() -> None:
    facts = (await reported(DayLimits())).facts()
    left_out = {"token_limit", "cost_limit", "no_model", "unpriced", "all_used_up"}
    assert not left_out & facts.keys()


async def test_that_there_is_no_model_is_a_fact() -> None:
    assert (await reported(DayLimits(has_model=False))).facts()["no_model"] == "1"


@pytest.mark.parametrize(
    ("used_up", "told"), [(Budget.EVERYBODY, "1"), (Budget.PERSON, None), (None, None)]
)
async def test_that_the_limit_for_everybody_is_used_up_is_a_fact(
    used_up: Budget | None, told: str | None
) -> None:
    assert (await reported(DayLimits(), used_up)).facts().get("all_used_up") == told


@pytest.mark.parametrize(("kept", "shown"), [(3, "3"), (30, "7")])
async def test_no_more_days_are_told_than_calls_are_kept(kept: int, shown: str) -> None:
    assert (await reported(DayLimits(kept_days=kept))).facts()["days"] == shown


async def test_an_outage_is_one_to_try_again() -> None:
    away = InMemoryUsage(failure=StorageUnavailableError("away"))
    report = ReportUsage(away, DayLimits(), NoBudgets())
    with pytest.raises(ApplicationError) as failed:
        await Attempt().run(report.report_usage, REQUEST)
    assert not failed.value.non_retryable
