"""Calls are added up for one person, for everybody, and for operators."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from adapters.postgres.stores import Stores
from adapters.postgres.usage import SPENT_BY_PERSON
from domain.usage import ModelCall, Spent, UsageBy
from tests.adapters.postgres.requests import ANN, BOB
from tests.adapters.postgres.requests import model_call as call

NOON = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
MIDNIGHT = NOON.replace(hour=0)


async def made(stores: Stores, at: datetime, *calls: ModelCall) -> None:
    """Records calls as if they had been made at ``at``."""
    for each in calls:
        await stores.model_calls.record(each)
        async with stores.database.connection() as connection:
            await connection.execute(
                "UPDATE model_calls SET at = $1 WHERE id = (SELECT max(id) FROM model_calls)", at
            )


class TestSpent:
    async def test_it_is_what_one_person_used_since_a_moment(self, stores: Stores) -> None:
        await made(stores, MIDNIGHT - timedelta(seconds=1), call())
        await made(stores, MIDNIGHT, call(), call(cost=None), call(BOB))
        assert await stores.usage.spent(ANN, MIDNIGHT) == Spent(tokens=200, cost=Decimal("0.001"))

    async def test_for_nobody_in_particular_it_is_what_all_used(self, stores: Stores) -> None:
        assert await stores.usage.spent(ANN, MIDNIGHT) == Spent()
        assert await stores.usage.spent(None, MIDNIGHT) == Spent()
        await made(stores, NOON, call(), call(BOB), call(""))
        assert await stores.usage.spent(None, MIDNIGHT) == Spent(tokens=300, cost=Decimal("0.003"))

    async def test_that_of_a_person_is_found_by_an_index(self, stores: Stores) -> None:
        async with stores.database.transaction() as connection:
            # A table of a few rows is faster read as a whole.
            await connection.execute("SET LOCAL enable_seqscan = off")
            plan = await connection.fetch(f"EXPLAIN {SPENT_BY_PERSON}", ANN, MIDNIGHT)
        assert any("model_calls_of_person" in row[0] for row in plan)

    async def test_more_tokens_than_fit_a_small_number_are_counted(self, stores: Stores) -> None:
        huge = call(input_tokens=2_000_000_000, output_tokens=2_000_000_000)
        await made(stores, NOON, huge)
        assert (await stores.usage.spent(ANN, MIDNIGHT)).tokens == 4_000_000_000


class TestOfPerson:
    async def test_today_begins_at_midnight_utc_and_lately_is_a_week(self, stores: Stores) -> None:
        await made(stores, NOON, call(), call(BOB))
        await made(stores, MIDNIGHT - timedelta(seconds=1), call())
        await made(stores, NOON - timedelta(days=8), call())
        usage = await stores.usage.of_person(ANN, NOON)
        assert usage.today == Spent(tokens=100, cost=Decimal("0.001"))
        assert usage.lately == Spent(tokens=200, cost=Decimal("0.002"))
        assert (usage.calls_today, usage.calls, usage.days) == (1, 2, 7)
        longer = await stores.usage.of_person(ANN, NOON, days=9)
        assert (longer.calls, longer.days) == (3, 9)

    async def test_calls_that_no_model_answered_are_not_counted_and_unknown_prices_are_told(
        self, stores: Stores
    ) -> None:
        silent = call(cost=None, outcome="model.unavailable", input_tokens=0, output_tokens=0)
        given_up = call(outcome="abandoned", output_tokens=0)
        unusable = call(cost=None, outcome="model.invalid_output")
        await made(stores, NOON, call(cost=None), unusable, silent, given_up, call())
        usage = await stores.usage.of_person(ANN, NOON)
        assert (usage.calls, usage.calls_today, usage.unpriced) == (3, 3, 2)
        assert usage.today.tokens == 390
        (line,) = (await stores.usage.report(MIDNIGHT, NOON + timedelta(hours=1))).lines
        assert (line.calls, line.failed, line.unpriced) == (5, 3, 2)


class TestReport:
    async def test_a_line_has_all_figures_of_its_calls(self, stores: Stores) -> None:
        slow = [call(BOB if n else ANN, latency_ms=(n + 1) * 100) for n in range(20)]
        failed = call(outcome="model.timeout", latency_ms=9_000, input_tokens=0, output_tokens=0)
        await made(stores, NOON, *slow, failed)
        report = await stores.usage.report(MIDNIGHT, NOON + timedelta(hours=1))
        (line,) = report.lines
        assert (line.provider, line.model, line.purpose) == ("openai", "gpt-4o-mini", "understand")
        assert (line.calls, line.failed) == (21, 1)
        assert (line.input_tokens, line.output_tokens) == (1_800, 200)
        assert line.cost == Decimal("0.021")
        assert (line.latency_p50, line.latency_p95) == (1_100, 2_000)
        assert (line.persons, report.persons) == (2, 2)

    async def test_only_calls_of_the_time_are_in_it_and_an_unknown_cost_is_not_zero(
        self, stores: Stores
    ) -> None:
        for at in (MIDNIGHT - timedelta(seconds=1), MIDNIGHT, NOON):
            await made(stores, at, call(cost=None))
        (line,) = (await stores.usage.report(MIDNIGHT, NOON)).lines
        assert line.calls == 1
        assert line.cost is None

    async def test_the_most_expensive_lines_come_first(self, stores: Stores) -> None:
        await made(
            stores,
            NOON,
            call(provider="local", model="tiny", cost=None),
            call(model="gpt-4o"),
            call(model="gpt-4o", purpose="read_image", cost=Decimal(1)),
        )
        await made(stores, NOON - timedelta(days=1), call(model="gpt-4o"))
        for by, names in {
            UsageBy.PURPOSE: [
                ("openai", "gpt-4o", "read_image"),
                ("openai", "gpt-4o", "understand"),
                ("local", "tiny", "understand"),
            ],
            UsageBy.MODEL: [("openai", "gpt-4o", ""), ("local", "tiny", "")],
            UsageBy.DAY: [("", "", ""), ("", "", "")],
        }.items():
            since, until = NOON - timedelta(days=2), NOON + timedelta(days=1)
            lines = (await stores.usage.report(since, until, by)).lines
            assert [(line.provider, line.model, line.purpose) for line in lines] == names
            assert sum(line.calls for line in lines) == 4

    async def test_each_person_has_a_line_and_each_day_of_utc_too(self, stores: Stores) -> None:
        await made(stores, MIDNIGHT - timedelta(seconds=1), call(), call())
        await made(stores, MIDNIGHT, call(BOB), call(), call(cost=Decimal(1)), call(""))
        until = NOON + timedelta(hours=1)
        persons = (await stores.usage.report(MIDNIGHT, until, UsageBy.PERSON)).lines
        assert [(line.person, line.calls) for line in persons] == [(ANN, 2), ("", 1), (BOB, 1)]
        since, today = MIDNIGHT - timedelta(days=1), MIDNIGHT.date()
        days = (await stores.usage.report(since, until, UsageBy.DAY)).lines
        assert [(line.day, line.calls) for line in days] == [(since.date(), 2), (today, 4)]


async def test_latencies_are_of_each_provider_and_of_late_calls_alone(stores: Stores) -> None:
    await made(stores, MIDNIGHT - timedelta(days=1), call(latency_ms=9_000))
    for latency in (100, 300, 200):
        await stores.model_calls.record(call(latency_ms=latency))
    await stores.model_calls.record(call(provider="groq", outcome="model.unavailable"))
    found = await stores.usage.latencies(timedelta(minutes=15))
    assert [(each.provider, each.p50_ms, each.p95_ms) for each in found] == [
        ("groq", 100, 100),
        ("openai", 200, 300),
    ]
