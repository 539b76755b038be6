"""What time each provider has, and when one is left alone."""

import asyncio
from datetime import timedelta

import pytest

from adapters.model.breaker import CircuitBreaker, CircuitOpenError
from adapters.model.chain import most_telling
from adapters.model.gateway import ModelGateway
from adapters.model.pace import RateUsedUpError
from adapters.model.provider import Provider
from adapters.model.rest import LONGEST_REST, RestingError
from domain.errors import AppError, ModelMisconfiguredError, ModelUnavailableError
from tests.adapters.model.gateway.doubles import Calls, Engine
from tests.adapters.model.gateway.house import DOWN, NONSENSE, House, Wish, asking
from tests.adapters.model.questions import to_understand

HOUR = timedelta(hours=1)
SHORT = timedelta(milliseconds=40)


def busy(wait: timedelta) -> ModelUnavailableError:
    return ModelUnavailableError("429", retry_after=wait)


async def test_a_provider_that_wants_an_hour_of_rest_is_asked_once() -> None:
    house = House(Engine("one", error=busy(HOUR), before=asking))
    answers = [await house.understood() for _ in range(20)]
    assert all(answer.degraded for answer in answers)
    assert house.engines[0].asked == len(house.calls.kept) == 1
    assert house.gateway.circuits() == {"one": "closed"}


async def test_the_next_provider_answers_meanwhile() -> None:
    house = House(Engine("one", error=busy(HOUR)), Engine("two"))
    assert [(await house.understood()).engine for _ in range(3)] == ["two"] * 3
    assert house.engines[0].asked == 1


async def test_a_rest_ends_when_the_provider_said_so() -> None:
    house = House(Engine("one", error=busy(timedelta(seconds=7))))
    await house.understood()
    house.engines[0].error = None
    house.clock.now += 6
    assert (await house.understood()).engine == "offline"
    house.clock.now += 1
    assert (await house.understood()).engine == "one"


async def test_no_rest_is_longer_than_ten_minutes() -> None:
    house = House(Engine("one", error=busy(24 * HOUR)))
    await house.understood()
    house.clock.now += LONGEST_REST.total_seconds()
    await house.understood()
    assert house.engines[0].asked == 2


async def test_whoever_comes_again_is_told_how_long_the_rest_still_is() -> None:
    house, wish = House(Engine("one", error=busy(timedelta(seconds=9)))), Wish()
    await house.understood()
    house.clock.now += 4
    with pytest.raises(RestingError) as caught:
        await house.gateway.understand(to_understand("hello"), wait=wish)
    assert caught.value.retry_after == timedelta(seconds=5)


async def test_a_rate_that_is_used_up_is_no_outage() -> None:
    house = House(Engine("one"), rpm=1)
    assert (await house.understood()).engine == "one"
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", False)


async def test_a_slow_provider_leaves_time_for_the_next() -> None:
    one, two = Engine("one", hold=asyncio.Event()), Engine("two")
    providers = [Provider(e.name, e, e, CircuitBreaker()) for e in (one, two)]
    gateway = ModelGateway(providers, Engine(), Calls())
    wish = Wish(left=timedelta(milliseconds=200))
    assert (await gateway.understand(to_understand("hello"), wait=wish)).engine == "two"


async def test_the_callers_time_bounds_the_answer_however_patient_the_gateway_is() -> None:
    house = House(Engine("one", hold=asyncio.Event()), budget=HOUR)
    wish = Wish(wanted=False, left=SHORT)
    async with asyncio.timeout(10):
        answer = await house.gateway.understand(to_understand("hello"), wait=wish)
    assert answer.degraded


@pytest.mark.parametrize(
    ("own", "circuit"), [(timedelta(seconds=20), "closed"), (1.5 * SHORT, "open")]
)
async def test_only_a_provider_that_had_its_time_is_blamed_for_running_out_of_it(
    own: timedelta, circuit: str
) -> None:
    house = House(Engine("one", hold=asyncio.Event()), timeout=own)
    wish = Wish(wanted=False, left=SHORT)
    for _ in range(12):
        await house.gateway.understand(to_understand("hello"), wait=wish)
    assert house.gateway.circuits() == {"one": circuit}


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


def test_the_soonest_time_is_not_written_into_an_error_that_others_hold() -> None:
    most_telling([RATE, MINUTE])
    assert MINUTE.retry_after == timedelta(minutes=1)
