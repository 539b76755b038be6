"""What time each provider has, when one is left alone, and who still waits for it."""

import asyncio
from datetime import timedelta

import pytest

from adapters.model.availability import PROBED, CircuitOpenError, RateUsedUpError, RestingError
from adapters.model.gateway import most_telling
from adapters.model.provider import bounded
from domain.errors import AppError, ModelMisconfiguredError, ModelUnavailableError
from domain.waiting import PROBE, Wait
from tests.adapters.model.gateway.doubles import Model
from tests.adapters.model.gateway.house import AGAIN, DOWN, LAST, NONSENSE, SECOND, House, asking

HOUR = timedelta(hours=1)
SHORT = timedelta(milliseconds=40)


def busy(wait: timedelta) -> ModelUnavailableError:
    return ModelUnavailableError("429", retry_after=wait)


async def test_a_provider_that_wants_an_hour_of_rest_is_asked_once_and_the_next_answers() -> None:
    house = House(Model("one", error=busy(HOUR), before=asking))
    answers = [await house.understood() for _ in range(20)]
    assert all(answer.degraded for answer in answers)
    assert house.models[0].asked == len(house.calls.kept) == 1
    assert house.door.circuits() == {"one": "closed"}
    house = House(Model("one", error=busy(HOUR)), Model("two"))
    assert [(await house.understood()).engine for _ in range(3)] == ["two"] * 3
    assert house.models[0].asked == 1


async def test_who_comes_again_is_told_how_long_the_rest_still_is_and_then_answered() -> None:
    house = House(Model("one", error=busy(timedelta(seconds=9))))
    await house.understood()
    house.models[0].error = None
    house.clock.now += 4
    with pytest.raises(RestingError) as caught:
        await house.understood(AGAIN)
    assert caught.value.retry_after == timedelta(seconds=5)
    assert (await house.understood()).engine == "offline"
    house.clock.now += 5
    assert (await house.understood()).engine == "one"


async def test_a_slow_provider_leaves_time_for_the_next() -> None:
    house = House(Model("one", hold=asyncio.Event()), Model("two"), limit=5 * SHORT)
    assert (await house.understood()).engine == "two"


async def test_the_callers_time_bounds_the_answer_however_patient_the_gateway_is() -> None:
    house = House(Model("one", hold=asyncio.Event(), timeout=HOUR), limit=HOUR)
    assert (await house.understood(Wait(SHORT))).degraded


@pytest.mark.parametrize(
    ("own", "circuit"), [(timedelta(seconds=20), "closed"), (1.5 * SHORT, "open")]
)
async def test_only_a_provider_that_had_its_time_is_blamed_for_running_out_of_it(
    own: timedelta, circuit: str
) -> None:
    house = House(Model("one", hold=asyncio.Event(), timeout=own), limit=SHORT)
    for _ in range(12):
        await house.understood()
    assert house.door.circuits() == {"one": circuit}


TWO, MINUTE = busy(timedelta(seconds=2)), busy(timedelta(minutes=1))
RATE = RateUsedUpError("rate", retry_after=timedelta(seconds=3))
OPEN = CircuitOpenError("open", retry_after=timedelta(seconds=1))


@pytest.mark.parametrize(
    ("failures", "telling", "seconds"),
    [
        ([TWO, MINUTE], "429", 2),
        ([MINUTE, DOWN], "down", None),  # the second may be asked at once
        ([DOWN, busy(timedelta(milliseconds=500))], "429", 0.5),
        ([RATE, MINUTE], "429", 3),  # it was asked and failed, but the first is free in 3 s
        ([RATE, ModelMisconfiguredError("key")], "rate", 3),
        ([OPEN, MINUTE], "429", 60),
        ([OPEN], "open", 1),
        ([MINUTE, NONSENSE], "nonsense", None),
    ],
)
def test_of_all_failures_the_one_that_says_what_to_do_and_the_soonest_time(
    failures: list[AppError], telling: str, seconds: float | None
) -> None:
    found = most_telling(failures)
    wait = None if seconds is None else timedelta(seconds=seconds)
    assert (str(found), found.retry_after) == (telling, wait)
    assert MINUTE.retry_after == timedelta(minutes=1), "others hold this error, too"


def slow(house: House, number: int = 0) -> None:
    """From now on this provider hangs for as long as it is waited for."""

    async def hang(_question: object, within: timedelta) -> None:
        house.clock.now += within.total_seconds()
        failure = ModelUnavailableError("hangs")
        failure.kept_waiting = True
        raise failure

    house.models[number].ask = hang  # type: ignore[method-assign,assignment]


async def test_a_model_that_hangs_costs_one_wait_and_then_a_short_probe_now_and_then() -> None:
    house = House(Model("one"))
    slow(house)
    begun = house.clock.now
    assert (await house.understood(AGAIN)).degraded
    assert (await house.understood(AGAIN)).degraded
    assert house.clock.now - begun < 15, "a receipt shall be done within 15 s"
    for _ in range(6):
        assert (await house.understood(AGAIN)).degraded
    assert house.clock.now - begun == 12 + PROBE.total_seconds(), "further steps ask nobody"
    house.clock.now += PROBED.total_seconds()
    assert (await house.understood(AGAIN)).degraded
    rest = PROBED.total_seconds()
    assert house.clock.now - begun == 12 + rest + 2 * PROBE.total_seconds()
    house.clock.now += 30
    begun = house.clock.now
    await house.understood(AGAIN)
    assert house.clock.now - begun == 12


async def test_one_whose_own_limit_is_far_longer_than_a_person_waits_is_in_doubt_as_well() -> None:
    house = House(Model("one"))

    async def hang(_question: object, within: timedelta) -> None:
        house.clock.now += within.total_seconds()
        async with bounded("one", timedelta(0), own=timedelta(minutes=1)):
            await asyncio.sleep(1)

    house.models[0].ask = hang  # type: ignore[method-assign,assignment]
    begun = house.clock.now
    for _ in range(3):
        assert (await house.understood(AGAIN)).degraded is not None
    assert house.clock.now - begun == 12 + PROBE.total_seconds()


async def test_two_that_hang_cost_no_more_than_one() -> None:
    house = House(Model("one"), Model("two"))
    slow(house)
    slow(house, 1)
    begun = house.clock.now
    await house.understood(AGAIN)
    await house.understood(AGAIN)
    assert house.clock.now - begun < 15


async def test_while_one_is_in_doubt_the_next_has_the_rest_of_the_time() -> None:
    house = House(Model("one"), Model("two"))
    house.providers[0].availability.doubt()
    slow(house)
    begun = house.clock.now
    assert (await house.understood(AGAIN)).engine == "two"
    assert house.clock.now - begun == PROBE.total_seconds()
    slow(house, 1)
    await house.understood(AGAIN)
    assert house.clock.now - begun == 2 + 12


async def test_after_a_wait_in_vain_nobody_waits_for_half_a_minute() -> None:
    house = House(Model("one", error=DOWN))
    with pytest.raises(ModelUnavailableError):
        await house.understood(AGAIN)
    assert (await house.understood(LAST)).degraded
    house.clock.now += 29
    assert (await house.understood(AGAIN)).degraded
    house.clock.now += 2
    with pytest.raises(ModelUnavailableError):
        await house.understood(AGAIN)


async def test_an_answer_ends_the_doubt() -> None:
    house = House(Model("one", error=DOWN))
    await house.understood(LAST)
    house.models[0].error = None
    assert not (await house.understood(AGAIN)).degraded
    house.models[0].error = DOWN
    with pytest.raises(ModelUnavailableError):
        await house.understood(AGAIN)


@pytest.mark.parametrize(
    ("rpm", "wait"),
    [
        (1_000, Wait(12 * SECOND, gone=60 * SECOND, pause=SECOND)),
        (1, Wait(12 * SECOND, pause=SECOND)),
        (1, Wait(12 * SECOND, gone=60 * SECOND, pause=SECOND)),
    ],
    ids=["queue", "rate", "both"],
)
async def test_a_queue_or_a_rate_takes_nobody_elses_patience(rpm: int, wait: Wait) -> None:
    house = House(Model("one"), rpm=rpm)
    await house.understood()
    house.models[0].error = DOWN
    assert (await house.understood(wait)).engine == "offline"
    house.clock.now += 60
    with pytest.raises(ModelUnavailableError):
        await house.understood(AGAIN)


async def test_a_long_wait_that_is_asked_for_is_in_vain_at_once() -> None:
    house = House(Model("one", error=busy(HOUR)))
    assert (await house.understood(AGAIN)).degraded
    assert house.providers[0].availability.in_doubt


def answers_after(house: House, *seconds: float) -> None:
    """From now on the first provider takes so long, each once; then it hangs."""
    times = iter(seconds)
    answered = house.models[0].ask

    async def ask(question: object, within: timedelta) -> object:
        took = next(times, None)
        if took is not None and took <= within.total_seconds():
            house.clock.now += took
            return await answered(question, within)  # type: ignore[arg-type]
        house.clock.now += within.total_seconds()
        failure = ModelUnavailableError("hangs")
        failure.kept_waiting = True
        raise failure

    house.models[0].ask = ask  # type: ignore[method-assign,assignment]


async def test_one_slow_answer_of_a_model_that_answers_is_no_fault_and_two_are() -> None:
    house = House(Model("one"))
    answers_after(house, 4, 5, 60, 4, 60, 60)
    assert [(await house.understood(AGAIN)).engine for _ in range(2)] == ["one"] * 2
    assert (await house.understood(AGAIN)).degraded
    assert not house.providers[0].availability.in_doubt
    assert (await house.understood(AGAIN)).engine == "one"
    for _ in range(2):
        assert (await house.understood(AGAIN)).degraded
    assert house.providers[0].availability.in_doubt


async def test_a_model_in_doubt_has_the_time_that_it_usually_takes() -> None:
    house = House(Model("one"))
    answers_after(house, *[4] * 20, 60, 60, 7, 60)
    for _ in range(22):
        await house.understood(AGAIN)
    assert house.providers[0].availability.in_doubt
    assert (await house.understood(AGAIN)).engine == "one", "twice the four seconds are enough"
    assert not house.providers[0].availability.in_doubt
