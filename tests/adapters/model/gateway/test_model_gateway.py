import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest

from activities.ports import ModelReader, Understanding
from adapters.model.breaker import BreakerState, CircuitBreaker
from adapters.model.gateway import ModelGateway
from adapters.model.metering import report_request, report_tokens
from adapters.model.provider import Provider, RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    StorageUnavailableError,
)
from domain.reading import Reading
from domain.understanding import Act, ActKind, Mention, SummariseRequest, Understood
from tests.adapters.model.gateway.doubles import Calls, Engine, FakeClock
from tests.adapters.model.questions import (
    PERSON,
    to_categorize,
    to_converse,
    to_decide,
    to_understand,
)

DOWN = ModelUnavailableError("down")
NONSENSE = InvalidModelOutputError("nonsense")
READING = Reading(sha256="0" * 64, engine="ocr", confidence=0.2)


class House:
    """A gateway over engines that a test can change while it runs."""

    def __init__(self, *engines: Engine, budget: timedelta = timedelta(seconds=25)) -> None:
        self.clock = FakeClock()
        self.engines = engines
        self.offline = Engine()
        self.calls = Calls()
        self.providers = [Provider(e.name, e, e, CircuitBreaker(clock=self.clock)) for e in engines]
        self.gateway = ModelGateway(
            self.providers, self.offline, self.calls, budget=budget, clock=self.clock
        )

    async def understood(self) -> Understood:
        return await self.gateway.understand(to_understand("hello"))


def asking(model: str = "gpt-4o-mini") -> None:
    report_request(model)
    report_tokens(1_000, 100)


def test_the_gateway_has_the_methods_of_both_ports() -> None:
    gateway = House().gateway
    understanding: Understanding = gateway
    reader: ModelReader = gateway
    assert callable(understanding.understand)
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
    for _ in range(10):
        await house.understood()
    assert (await house.understood()).degraded
    assert house.engines[0].asked == 10
    house.engines[0].error = None
    house.clock.now += 31
    assert (await house.understood()).engine == "one"
    assert (await house.understood()).engine == "one"


async def test_refused_requests_and_nonsense_do_not_open_the_circuit() -> None:
    for error in (NONSENSE, RequestRefusedError("too long")):
        house = House(Engine("one", error=error))
        for _ in range(15):
            await house.understood()
        assert house.engines[0].asked == 15


async def test_while_one_call_probes_the_others_go_on_without_waiting() -> None:
    house = House(Engine("one", error=DOWN))
    one = house.engines[0]
    for _ in range(10):
        await house.understood()
    house.clock.now += 31
    one.error, one.hold = None, asyncio.Event()
    probe = asyncio.create_task(house.understood())
    await asyncio.sleep(0)
    others = await asyncio.gather(*(house.understood() for _ in range(20)))
    assert {answer.engine for answer in others} == {"offline"}
    assert one.asked == 11
    one.hold.set()
    assert (await probe).engine == "one"
    assert (await house.understood()).engine == "one"


async def test_a_cancelled_probe_does_not_lock_the_provider_out() -> None:
    house = House(Engine("one", error=DOWN))
    one = house.engines[0]
    for _ in range(10):
        await house.understood()
    house.clock.now += 31
    one.error, one.hold = None, asyncio.Event()
    probe = asyncio.create_task(house.understood())
    await asyncio.sleep(0)
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    one.hold = None
    assert (await house.understood()).engine == "one"


async def test_each_call_is_recorded_with_its_own_tokens_and_cost() -> None:
    house = House(Engine("one", error=DOWN, before=asking), Engine("two", before=asking))
    house.clock.now = 5.0
    await asyncio.gather(*(house.understood() for _ in range(3)))
    assert len(house.calls.kept) == 6
    first, second = house.calls.kept[0], house.calls.kept[-1]
    assert (first.provider, first.outcome, first.task) == ("one", DOWN.code, "understand")
    assert (second.provider, second.outcome, second.model) == ("two", "ok", "gpt-4o-mini")
    assert {call.input_tokens for call in house.calls.kept} == {1_000}
    assert second.cost == Decimal("0.00021")


async def test_the_cost_of_an_unlisted_model_is_unknown() -> None:
    house = House(Engine("one", before=lambda: asking("smollm2")))
    await house.understood()
    assert house.calls.kept[0].cost is None


async def test_what_was_never_asked_is_not_recorded() -> None:
    house = House(Engine("one", error=DOWN))
    for _ in range(12):
        await house.understood()
    assert house.calls.kept == []


async def test_a_record_that_fails_does_not_fail_the_call() -> None:
    house = House(Engine("one", before=asking))
    house.calls.error = StorageUnavailableError("no database")
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
    assert (await house.gateway.read_lines(READING, PERSON)).engine == "ocr+ocr"
    assert (await house.gateway.read_image(b"", READING, PERSON)).engine == "ocr+ocr"


async def test_a_reading_that_no_model_gives_is_an_error_for_the_caller() -> None:
    with pytest.raises(ModelUnavailableError):
        await House(Engine("one", error=DOWN)).gateway.read_lines(READING, PERSON)
    with pytest.raises(InvalidModelOutputError):
        await House(Engine("one", error=NONSENSE), Engine("two", error=DOWN)).gateway.read_image(
            b"", READING, PERSON
        )
    with pytest.raises(ModelUnavailableError):
        await House().gateway.read_lines(READING, PERSON)


async def test_an_open_circuit_says_when_reading_may_work_again() -> None:
    house = House(Engine("one", error=DOWN))
    for _ in range(10):
        await house.understood()
    house.clock.now += 10
    with pytest.raises(ModelUnavailableError) as caught:
        await house.gateway.read_lines(READING, PERSON)
    assert caught.value.retry_after == timedelta(seconds=20)
