import asyncio
from datetime import timedelta

import pytest

from activities.ports import Models
from adapters.model.availability import BreakerState, RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.understanding import SummariseRequest
from tests.adapters.model.gateway.doubles import Model
from tests.adapters.model.gateway.house import (
    DOWN,
    NO_TIME,
    NONSENSE,
    PICTURE,
    SHEET,
    House,
    asking,
)
from tests.adapters.model.questions import PERSON, to_converse, to_pick
from tests.model_server.payloads import noted


def test_what_is_bound_has_the_methods_of_the_ports() -> None:
    door = House().door
    models: Models = door
    assert callable(models.understand)


async def test_the_first_provider_that_answers_wins() -> None:
    house = House(Model("one"), Model("two"))
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("one", False)
    assert [*(model.asked for model in house.models), house.offline.asked] == [1, 0, 0]
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


async def test_when_all_are_down_every_answer_is_offline_and_degraded() -> None:
    house = House(Model("one", error=DOWN), Model("two", error=ModelMisconfiguredError("key")))
    gateway = house.door
    assert (await house.understood()).engine == "offline"
    assert (await house.understood()).degraded
    assert (await gateway.pick(to_pick())).degraded
    assert (await gateway.converse(to_converse())).degraded
    assert (await gateway.summarise(SummariseRequest(person=PERSON, entries=()))).degraded


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


async def test_a_provider_that_keeps_failing_is_left_alone_then_probed() -> None:
    house = House(Model("one", error=DOWN))
    for _ in range(12):
        assert (await house.understood()).degraded
    assert house.models[0].asked == 10
    rested = House(Model("one", error=DOWN), rest=NO_TIME)
    for _ in range(12):
        await rested.understood()
    assert rested.models[0].asked == 12
    rested.models[0].error = None
    assert (await rested.understood()).engine == "one"
    assert rested.door.circuits() == {"one": "closed"}


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
