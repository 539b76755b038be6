"""A record of a call for each who wants one; none of them can harm an answer or another one."""

import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest
from structlog.testing import capture_logs

from adapters.model.recording import CallRecorders, record_call
from domain.errors import StorageUnavailableError
from domain.usage import ModelCall
from tests.adapters.model.gateway.doubles import Calls

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
