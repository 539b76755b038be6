"""The carrier's REST API: what is sent, what is tried again, and what that comes to."""

from base64 import b64decode
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.twilio import (
    CallIsOverError,
    CarrierRefusedError,
    CarrierUnavailableError,
    TwilioCalls,
)

pytestmark = pytest.mark.shows("telephone 3")
Answer = tuple[int, dict[str, object]]
UNAUTHORIZED: Answer = (401, {"code": 20003})


class Api:
    """Gives ``answers`` one after the other, then 200."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.pauses: list[float] = []

    async def answer(self, request: web.Request) -> web.Response:
        shown = b64decode(request.headers["Authorization"].removeprefix("Basic ")).decode()
        form = {name: str(value) for name, value in (await request.post()).items()}
        self.asked.append((request.path, shown, form))
        status, told = self.answers.pop(0) if self.answers else (200, {"sid": "CA1"})
        return web.json_response(told, status=status)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


@pytest.fixture
async def api() -> Api:
    return Api()


@pytest.fixture
async def calls(api: Api) -> AsyncIterator[TwilioCalls]:
    app = web.Application()
    app.router.add_post("/{rest:.*}", api.answer)
    async with TestServer(app) as server:
        calls = TwilioCalls("AC1", ("new", "old"), str(server.make_url("")).rstrip("/"))
        calls.pause = api.pause
        yield calls
        await calls.aclose()


async def test_a_call_is_ended_or_goes_on_by_other_instructions(
    api: Api, calls: TwilioCalls
) -> None:
    await calls.hang_up("CA1")
    await calls.transfer("CA1", "<Response/>")
    path = "/2010-04-01/Accounts/AC1/Calls/CA1.json"
    assert api.asked == [
        (path, "AC1:new", {"Status": "completed"}),
        (path, "AC1:new", {"Twiml": "<Response/>"}),
    ]


async def test_what_may_pass_is_tried_three_times(api: Api, calls: TwilioCalls) -> None:
    api.answers = [(503, {}), (429, {})]
    await calls.hang_up("CA1")
    assert len(api.asked) == 3
    assert api.pauses == sorted(api.pauses)
    api.answers = [(500, {})] * 3
    with pytest.raises(CarrierUnavailableError) as away:
        await calls.transfer("CA1", "<Response/>")
    assert away.value.retryable
    unreachable = TwilioCalls("AC1", ("new",), "http://127.0.0.1:1", pause=api.pause)
    with pytest.raises(CarrierUnavailableError):
        await unreachable.hang_up("CA1")
    await unreachable.aclose()


async def test_what_is_refused_is_not_tried_again_and_an_ended_call_is_hung_up(
    api: Api, calls: TwilioCalls
) -> None:
    api.answers = [(400, {"code": 21220}), (404, {"code": 20404})]
    await calls.hang_up("CA1")
    with pytest.raises(CallIsOverError):
        await calls.transfer("CA1", "<Response/>")
    api.answers = [(400, {"code": 21205, "message": "no"})]
    with pytest.raises(CarrierRefusedError) as refused:
        await calls.transfer("CA1", "<Response/>")
    assert not refused.value.retryable
    assert len(api.asked) == 3
    with pytest.raises(CarrierRefusedError):
        await calls.transfer("CA1", "x" * 4_001)
    assert len(api.asked) == 3


async def test_while_the_token_is_changed_the_other_one_is_tried(
    api: Api, calls: TwilioCalls
) -> None:
    api.answers = [UNAUTHORIZED]
    await calls.hang_up("CA1")
    assert [shown for _, shown, _ in api.asked] == ["AC1:new", "AC1:old"]
    api.answers = [UNAUTHORIZED, UNAUTHORIZED]
    with pytest.raises(CarrierRefusedError):
        await calls.hang_up("CA1")
    assert "old" not in repr(calls)
