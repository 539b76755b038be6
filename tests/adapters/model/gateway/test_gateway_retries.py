"""When a failure is raised for a caller that comes again, and who is asked then."""

import asyncio
import contextlib
from datetime import timedelta

import pytest

from adapters.model.availability import RequestRefusedError
from domain.errors import (
    AppError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.waiting import Wait
from tests.adapters.model.gateway.doubles import Model
from tests.adapters.model.gateway.house import (
    AGAIN,
    DOWN,
    LAST,
    NONSENSE,
    PICTURE,
    SECOND,
    SHEET,
    House,
)
from tests.adapters.model.questions import to_converse, to_pick


async def test_a_passing_failure_is_raised_for_a_caller_until_it_has_waited_enough() -> None:
    busy = ModelUnavailableError("429", retry_after=timedelta(seconds=7))
    house = House(Model("one", error=busy))
    with pytest.raises(ModelUnavailableError) as caught:
        await house.understood(AGAIN)
    assert caught.value is busy
    assert house.offline.asked == 0
    answer = await House(Model("one", error=DOWN)).understood(LAST)
    assert (answer.engine, answer.degraded) == ("offline", True)


@pytest.mark.parametrize(
    "error", [NONSENSE, ModelMisconfiguredError("401"), RequestRefusedError("too long")]
)
async def test_what_will_not_pass_is_never_a_reason_to_wait(error: AppError) -> None:
    house = House(Model("one", error=error))
    answer = await house.door.pick(to_pick(), wait=AGAIN)
    assert answer.reason == "offline"


async def test_nobody_waits_for_circuits_that_are_all_open() -> None:
    house = House(Model("one", error=DOWN))
    for _ in range(10):
        await house.understood()
    assert (await house.door.converse(to_converse(), wait=AGAIN)).degraded


async def test_of_several_providers_the_one_that_may_answer_first_is_waited_for() -> None:
    late, soon = (ModelUnavailableError("429", retry_after=timedelta(seconds=s)) for s in (60, 2))
    house = House(Model("one", error=soon), Model("two", error=late))
    with pytest.raises(ModelUnavailableError) as caught:
        await house.understood(AGAIN)
    assert caught.value is soon


async def test_a_provider_asked_as_often_as_it_may_be_is_passed_over() -> None:
    house = House(Model("one"), Model("two"), rpm=3)
    answers = [await house.understood() for _ in range(6)]
    assert [answer.engine for answer in answers] == ["one"] * 3 + ["two"] * 3
    with pytest.raises(ModelUnavailableError) as caught:
        await house.understood(Wait(60 * SECOND, pause=SECOND))
    assert caught.value.retry_after == timedelta(seconds=20)
    assert house.door.circuits() == {"one": "closed", "two": "closed"}
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", False), "that is no outage"


async def test_questions_without_rules_count_for_the_rate_as_well() -> None:
    house = House(Model("one"), rpm=1)
    await house.door.copy(SHEET)
    with pytest.raises(ModelUnavailableError):
        await house.door.copy(PICTURE)
    assert house.models[0].asked == 1


async def test_a_hundred_conversations_with_a_provider_down_ask_it_a_few_times() -> None:
    house = House(Model("one", error=DOWN))

    async def conversation() -> None:
        for last in (False, False, False, True):
            with contextlib.suppress(ModelUnavailableError):
                await house.understood(LAST if last else AGAIN)

    for _ in range(10):
        await asyncio.gather(*(conversation() for _ in range(10)))
    assert house.models[0].asked <= 20


async def test_where_no_rules_can_answer_the_failure_says_whether_to_come_again() -> None:
    house = House(Model("one", error=DOWN))
    for wait, again in ((AGAIN, True), (LAST, False)):
        with pytest.raises(ModelUnavailableError) as caught:
            await house.door.copy(SHEET, wait=wait)
        assert caught.value.worth_waiting is again
