"""When a failure is raised for a caller that comes again, and who is asked then."""

import asyncio
import contextlib
from datetime import timedelta

import pytest

from adapters.model.refusal import RequestRefusedError
from domain.errors import (
    AppError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from tests.adapters.model.gateway.doubles import Engine
from tests.adapters.model.gateway.house import DOWN, NONSENSE, READING, House, Wish
from tests.adapters.model.questions import (
    PERSON,
    TASK,
    to_categorize,
    to_converse,
    to_understand,
)


async def test_a_passing_failure_is_raised_for_a_caller_that_comes_again() -> None:
    busy = ModelUnavailableError("429", retry_after=timedelta(seconds=7))
    house = House(Engine("one", error=busy))
    with pytest.raises(ModelUnavailableError) as caught:
        await house.gateway.understand(to_understand("hello"), wait=Wish())
    assert caught.value is busy
    assert house.offline.asked == 0


async def test_a_caller_that_has_waited_enough_gets_the_offline_answer() -> None:
    house, wish = House(Engine("one", error=DOWN)), Wish(wanted=False)
    answer = await house.gateway.understand(to_understand("hello"), wait=wish)
    assert (answer.engine, answer.degraded) == ("offline", True)
    assert wish.heard == [DOWN]


@pytest.mark.parametrize(
    "error", [NONSENSE, ModelMisconfiguredError("401"), RequestRefusedError("too long")]
)
async def test_what_will_not_pass_is_never_a_reason_to_wait(error: AppError) -> None:
    house, wish = House(Engine("one", error=error)), Wish()
    answer = await house.gateway.categorize(to_categorize(), wait=wish)
    assert (answer.reason, wish.heard) == ("offline", [])


async def test_nobody_waits_for_circuits_that_are_all_open() -> None:
    house, wish = House(Engine("one", error=DOWN)), Wish()
    for _ in range(10):
        await house.understood()
    answer = await house.gateway.converse(to_converse(), wait=wish)
    assert (answer.degraded, wish.heard) == (True, [])


async def test_of_several_providers_the_one_that_may_answer_first_is_waited_for() -> None:
    late, soon = (ModelUnavailableError("429", retry_after=timedelta(seconds=s)) for s in (60, 2))
    house, wish = House(Engine("one", error=soon), Engine("two", error=late)), Wish()
    with pytest.raises(ModelUnavailableError):
        await house.gateway.understand(to_understand("hello"), wait=wish)
    assert wish.heard == [soon]


async def test_a_provider_asked_as_often_as_it_may_be_is_passed_over() -> None:
    house = House(Engine("one"), Engine("two"), rpm=3)
    answers = [await house.understood() for _ in range(6)]
    assert [answer.engine for answer in answers] == ["one"] * 3 + ["two"] * 3
    wish = Wish()
    with pytest.raises(ModelUnavailableError) as caught:
        await house.gateway.understand(to_understand("hello"), wait=wish)
    assert caught.value.retry_after == timedelta(seconds=20)
    assert house.gateway.circuits() == {"one": "closed", "two": "closed"}


async def test_readings_count_for_the_rate_as_well() -> None:
    house = House(Engine("one"), rpm=1)
    await house.gateway.read_lines(READING, PERSON, TASK)
    with pytest.raises(ModelUnavailableError):
        await house.gateway.read_image(b"", READING, PERSON, TASK)
    assert house.engines[0].asked == 1


async def test_a_hundred_conversations_with_a_provider_down_ask_it_a_few_times() -> None:
    house = House(Engine("one", error=DOWN))

    async def conversation() -> None:
        for last in (False, False, False, True):
            with contextlib.suppress(ModelUnavailableError):
                await house.gateway.understand(to_understand("hello"), wait=Wish(wanted=not last))

    for _ in range(10):
        await asyncio.gather(*(conversation() for _ in range(10)))
    assert house.engines[0].asked <= 20
