import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest

from activities.ports import ModelReader, Models
from adapters.model.breaker import BreakerState
from adapters.model.refusal import RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.understanding import Act, ActKind, Mention, SummariseRequest, Understood
from tests.adapters.model.gateway.doubles import Engine
from tests.adapters.model.gateway.house import DOWN, NO_TIME, NONSENSE, READING, House, asking
from tests.adapters.model.questions import (
    PERSON,
    TASK,
    to_categorize,
    to_converse,
    to_decide,
)


def test_the_gateway_has_the_methods_of_both_ports() -> None:
    gateway = House().gateway
    models: Models = gateway
    reader: ModelReader = gateway
    assert callable(models.understand)
    assert callable(reader.read_image)


async def test_the_first_provider_that_answers_wins() -> None:
    house = House(Engine("one"), Engine("two"))
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("one", False)
    assert [e.asked for e in (*house.engines, house.offline)] == [1, 0, 0]


@pytest.mark.parametrize(
    "error", [DOWN, NONSENSE, ModelMisconfiguredError("key"), RequestRefusedError("too long")]
)
async def test_the_next_provider_stands_in_silently(error: AppError) -> None:
    house = House(Engine("one", error=error), Engine("two"))
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("two", False)


async def test_without_providers_the_offline_engine_is_the_normal_case() -> None:
    house = House()
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", None)
    assert not house.gateway.available


async def test_when_all_are_down_every_answer_is_offline_and_degraded() -> None:
    house = House(Engine("one", error=DOWN), Engine("two", error=ModelMisconfiguredError("key")))
    gateway = house.gateway
    assert (await house.understood()).engine == "offline"
    assert (await house.understood()).degraded
    assert (await gateway.categorize(to_categorize())).degraded
    assert (await gateway.decide(to_decide())).degraded
    assert (await gateway.converse(to_converse())).degraded
    assert (await gateway.summarise(SummariseRequest(person=PERSON, entries=()))).degraded


async def test_when_a_model_is_back_answers_are_no_longer_degraded() -> None:
    house = House(Engine("one", error=DOWN))
    assert (await house.understood()).degraded
    house.engines[0].error = None
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("one", False)


async def test_nonsense_from_a_model_that_is_up_is_not_called_degraded() -> None:
    house = House(Engine("one", error=NONSENSE), Engine("two", error=DOWN))
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", False)


async def test_an_answer_without_evidence_is_nonsense_too() -> None:
    invented = Act(kind=ActKind.EXPENSE, mentions=(Mention(merchant="Ritz", amount=Decimal(99)),))
    house = House(
        Engine("one", understood=Understood(acts=(invented,), engine="one"), before=asking)
    )
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", False)
    assert house.calls.kept[0].outcome == InvalidModelOutputError.code
    assert house.providers[0].breaker.state is BreakerState.CLOSED


async def test_a_bug_is_not_mistaken_for_an_outage() -> None:
    house = House(Engine("one", error=ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        await house.understood()


async def test_a_provider_that_keeps_failing_is_left_alone_then_probed() -> None:
    house = House(Engine("one", error=DOWN))
    for _ in range(12):
        assert (await house.understood()).degraded
    assert house.engines[0].asked == 10
    rested = House(Engine("one", error=DOWN), rest=NO_TIME)
    for _ in range(12):
        await rested.understood()
    assert rested.engines[0].asked == 12
    rested.engines[0].error = None
    assert (await rested.understood()).engine == "one"
    assert rested.gateway.circuits() == {"one": "closed"}


async def test_refused_requests_and_nonsense_do_not_open_the_circuit() -> None:
    for error in (NONSENSE, RequestRefusedError("too long")):
        house = House(Engine("one", error=error))
        for _ in range(15):
            await house.understood()
        assert house.engines[0].asked == 15


async def test_while_one_call_probes_the_others_go_on_without_waiting() -> None:
    house = House(Engine("one", error=DOWN), rest=NO_TIME)
    one = house.engines[0]
    for _ in range(10):
        await house.understood()
    begun = asyncio.Event()
    one.error, one.hold, one.before = None, asyncio.Event(), begun.set
    probe = asyncio.create_task(house.understood())
    await begun.wait()
    others = await asyncio.gather(*(house.understood() for _ in range(20)))
    assert {answer.engine for answer in others} == {"offline"}
    assert one.asked == 11
    one.hold.set()
    assert (await probe).engine == "one"
    assert (await house.understood()).engine == "one"


async def test_a_cancelled_probe_does_not_lock_the_provider_out() -> None:
    house = House(Engine("one", error=DOWN), rest=NO_TIME)
    one = house.engines[0]
    for _ in range(10):
        await house.understood()
    begun = asyncio.Event()
    one.error, one.hold, one.before = None, asyncio.Event(), begun.set
    probe = asyncio.create_task(house.understood())
    await begun.wait()
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    one.hold = None
    assert (await house.understood()).engine == "one"


async def test_a_provider_that_hangs_is_given_up_when_the_budget_ends() -> None:
    house = House(
        Engine("one", hold=asyncio.Event()), Engine("two"), budget=timedelta(milliseconds=50)
    )
    house.engines[0].before = lambda: setattr(house.clock, "now", house.clock.now + 0.05)
    answer = await house.understood()
    assert (answer.engine, answer.degraded) == ("offline", True)
    assert house.engines[1].asked == 0


async def test_providers_after_the_end_of_the_budget_are_not_asked() -> None:
    house = House(Engine("one", error=DOWN), Engine("two"))
    house.engines[0].before = lambda: setattr(house.clock, "now", house.clock.now + 26)
    assert (await house.understood()).engine == "offline"
    assert house.engines[1].asked == 0


async def test_a_summary_from_a_model_is_not_degraded() -> None:
    request = SummariseRequest(person=PERSON, entries=())
    answer = await House(Engine("one")).gateway.summarise(request)
    assert (answer.summary, answer.degraded) == ("one", False)


async def test_a_reading_comes_from_the_first_provider_that_can() -> None:
    house = House(Engine("one", error=DOWN), Engine("two"))
    assert house.gateway.available
    assert (await house.gateway.read_lines(READING, PERSON, TASK)).engine == "ocr+ocr"
    assert (await house.gateway.read_image(b"", READING, PERSON, TASK)).engine == "ocr+ocr"


async def test_a_reading_that_no_model_gives_is_an_error_for_the_caller() -> None:
    with pytest.raises(ModelUnavailableError):
        await House(Engine("one", error=DOWN)).gateway.read_lines(READING, PERSON, TASK)
    with pytest.raises(InvalidModelOutputError):
        await House(Engine("one", error=NONSENSE), Engine("two", error=DOWN)).gateway.read_image(
            b"", READING, PERSON, TASK
        )
    with pytest.raises(ModelUnavailableError):
        await House().gateway.read_lines(READING, PERSON, TASK)


async def test_an_open_circuit_says_when_reading_may_work_again() -> None:
    house = House(Engine("one", error=DOWN))
    for _ in range(10):
        await house.understood()
    with pytest.raises(ModelUnavailableError) as caught:
        await house.gateway.read_lines(READING, PERSON, TASK)
    assert caught.value.retry_after is not None
    assert timedelta(seconds=29) < caught.value.retry_after <= timedelta(seconds=30)
