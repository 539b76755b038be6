import asyncio
from datetime import timedelta

import pytest

from adapters.model.availability import BreakerState, RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.understanding import SummariseRequest
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
    asking,
)  # fmt: skip
from tests.adapters.model.questions import PERSON, to_converse, to_pick
from tests.model_server.payloads import noted


async def test_the_first_provider_that_answers_wins() -> None:
    house = House(Model("one"), Model("two"))
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("one", False)
    assert [model.asked for model in house.models] == [1, 0]
    summed = await house.door.summarise(SummariseRequest(person=PERSON, entries=()))
    assert (summed.summary, summed.degraded) == ("Nothing much.", False)


@pytest.mark.parametrize(
    "error", [DOWN, NONSENSE, ModelMisconfiguredError("key"), RequestRefusedError("too long")]
)
async def test_the_next_provider_stands_in_silently(error: AppError) -> None:
    house = House(Model("one", error=error), Model("two"))
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("two", False)


async def test_without_providers_the_offline_engine_is_the_normal_case() -> None:
    house = House()
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", None)
    assert not house.door.available


@pytest.mark.shows("scenario 35")
async def test_when_all_are_down_every_answer_is_offline_and_degraded() -> None:
    house = House(Model("one", error=DOWN), Model("two", error=ModelMisconfiguredError("key")))
    gateway = house.door
    assert (await house.understood()).engine == "offline"
    assert (await house.understood()).degraded
    assert (await gateway.pick(to_pick())).degraded
    assert (await gateway.converse(to_converse())).degraded
    assert (await gateway.summarise(SummariseRequest(person=PERSON, entries=()))).degraded
    house.models[0].error = None
    assert not (await house.understood()).degraded


async def test_nonsense_from_a_model_that_is_up_is_not_called_degraded() -> None:
    house = House(Model("one", error=NONSENSE), Model("two", error=DOWN))
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", False)


async def test_an_answer_without_evidence_is_nonsense_too() -> None:
    house = House(Model("one", before=asking))
    house.models[0].answers["UnderstandAnswer"] = noted("Ritz")
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", False)
    assert house.calls.kept[0].outcome == InvalidModelOutputError.code
    assert house.providers[0].availability.state is BreakerState.CLOSED


@pytest.mark.shows("12.4")
async def test_a_bug_is_not_mistaken_for_an_outage() -> None:
    house = House(Model("one", error=ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        await house.understood()


async def test_a_provider_that_hangs_is_given_up_when_the_budget_ends() -> None:
    house = House(
        Model("one", hold=asyncio.Event()), Model("two"), limit=timedelta(milliseconds=50)
    )
    house.models[0].before = lambda: setattr(house.clock, "now", house.clock.now + 0.05)
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", True)
    assert house.models[1].asked == 0


async def test_providers_after_the_end_of_the_budget_are_not_asked() -> None:
    house = House(Model("one", error=DOWN), Model("two"))
    house.models[0].before = lambda: setattr(house.clock, "now", house.clock.now + 26)
    assert (await house.understood()).engine == "offline"
    assert house.models[1].asked == 0


async def test_what_no_rules_can_answer_comes_from_the_first_provider_that_can() -> None:
    house = House(Model("one", error=DOWN), Model("two"))
    assert house.door.available
    assert (await house.door.copy(SHEET)).engine == "two"
    assert (await house.door.copy(PICTURE)).engine == "two"


async def test_what_no_rules_can_answer_and_no_model_does_is_an_error_for_the_caller() -> None:
    with pytest.raises(ModelUnavailableError):
        await House(Model("one", error=DOWN)).door.copy(SHEET)
    with pytest.raises(InvalidModelOutputError):
        await House(Model("one", error=NONSENSE), Model("two", error=DOWN)).door.copy(PICTURE)
    with pytest.raises(ModelUnavailableError):
        await House().door.copy(SHEET)


# When a failure is raised for a caller that comes again, and who is asked then.


async def test_a_passing_failure_is_raised_for_a_caller_until_it_has_waited_enough() -> None:
    busy = ModelUnavailableError("429", retry_after=timedelta(seconds=7))
    house = House(Model("one", error=busy))
    with pytest.raises(ModelUnavailableError) as caught:
        await house.understood(AGAIN)
    assert caught.value is busy
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


async def test_where_no_rules_can_answer_the_failure_says_whether_to_come_again() -> None:
    house = House(Model("one", error=DOWN))
    for wait, again in ((AGAIN, True), (LAST, False)):
        with pytest.raises(ModelUnavailableError) as caught:
            await house.door.copy(SHEET, wait=wait)
        assert caught.value.worth_waiting is again
