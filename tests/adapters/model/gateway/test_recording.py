"""A record of a call for each who wants one; none of them can harm an answer or another one."""

import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest
from structlog.testing import capture_logs

from adapters.model.metering import report_request
from adapters.model.recording import CallRecorders, record_call
from domain.errors import StorageUnavailableError
from domain.usage import ModelCall
from tests.adapters.model.gateway.doubles import Calls, Model
from tests.adapters.model.gateway.house import DOWN, SHEET, House, asking
from tests.adapters.model.questions import PERSON, TASK, to_pick, to_understand

CALL = ModelCall(provider="one", model="m", purpose="understand", outcome="ok", latency_ms=5)


async def test_all_recorders_get_every_call() -> None:
    first, second = Calls(), Calls()
    await record_call(CallRecorders([first, second]), CALL)
    assert first.kept == second.kept == [CALL]


async def test_the_log_tells_what_a_call_cost_and_not_for_whom() -> None:
    priced = CALL.model_copy(update={"cost": Decimal("0.00012"), "user_id": "telegram:1"})
    with capture_logs() as logs:
        await record_call(Calls(), priced)
        await record_call(Calls(), CALL)
    assert [line["cost"] for line in logs] == ["0.00012", None]
    assert "telegram" not in str(logs)


async def test_one_that_fails_does_not_keep_the_others_from_it() -> None:
    failing, second = Calls(error=StorageUnavailableError("down")), Calls()
    await record_call(CallRecorders([failing, second]), CALL)
    assert second.kept == [CALL]


class Stuck:
    async def record(self, call: ModelCall) -> None:
        del call
        await asyncio.Event().wait()


@pytest.mark.parametrize("recorder", [Stuck(), CallRecorders([Stuck()])])
async def test_a_slow_one_is_not_waited_for(recorder: Stuck | CallRecorders) -> None:
    await record_call(recorder, CALL, within=timedelta(milliseconds=20))


# What stands in the records that a gateway makes.


async def test_each_call_is_recorded_with_its_own_tokens_and_cost() -> None:
    house = House(Model("one", error=DOWN, before=asking), Model("two", before=asking))
    answers = await asyncio.gather(*(house.understood() for _ in range(3)))
    assert len(house.calls.kept) == 6
    first, second = house.calls.kept[0], house.calls.kept[-1]
    assert (first.provider, first.outcome, first.purpose) == ("one", DOWN.code, "understand")
    assert (second.provider, second.outcome, second.model) == ("two", "ok", "gpt-4o-mini")
    assert {call.input_tokens for call in house.calls.kept} == {1_000}
    assert second.cost == Decimal("0.00021")
    assert {answer.cost for answer in answers} == {Decimal("0.00042")}, "of all calls behind it"
    unlisted = House(Model("one", before=lambda: asking("smollm2")))
    await unlisted.understood()
    assert unlisted.calls.kept[0].cost is None


async def test_what_was_never_asked_is_not_recorded() -> None:
    house = House(Model("one", error=DOWN))
    for _ in range(12):
        await house.understood()
    assert house.calls.kept == []


async def test_each_call_says_for_whom_and_for_what_it_was() -> None:
    house = House(Model("one", before=asking))
    door = house.door
    await door.understand(to_understand("hello"))
    await door.pick(to_pick())
    await door.copy(SHEET)
    assert {call.user_id for call in house.calls.kept} == {PERSON.user_id}
    assert [(call.purpose, call.task_id) for call in house.calls.kept] == [
        ("understand", ""),
        ("pick", TASK),
        ("copy", TASK),
    ]


async def test_an_abandoned_call_is_recorded_and_says_nothing_about_the_provider() -> None:
    begun = asyncio.Event()

    def before() -> None:
        report_request("gpt-4o-mini", 700)
        begun.set()

    house = House(Model("one", hold=asyncio.Event(), before=before))
    asked = asyncio.create_task(house.understood())
    await begun.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    (call,) = house.calls.kept
    assert (call.outcome, call.input_tokens, call.cost) == ("abandoned", 700, None)
