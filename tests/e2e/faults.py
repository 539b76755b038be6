"""A model server that is broken in a different way for each person who asks.

The amount of an expense, or a name printed on a receipt, says which fault it is. Faults with an
HTTP status come from llmock; those of the connection itself, which llmock has only for streams,
are made here.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial

from aiohttp import ClientConnectionResetError, ClientSession, web
from llmock.scenarios import Fail, Match
from llmock.testing import LLMockServer

from tests.agents.expenses.payloads import categorized, expense

OVERFLOW = "This model's maximum context length was exceeded."
STATUSES = {
    "Limited": Fail(429, times=None),
    "Patient": Fail(429, retry_after=1, times=None),
    "Distant": Fail(429, retry_after=3_600, times=None),
    "Erring": Fail(500, times=None),
    "Busy": Fail(503, times=None),
    "Overflow": Fail(400, code="context_length_exceeded", message=OVERFLOW, times=None),
    "Locked": Fail(401, times=None),
    "Forbidden": Fail(403, times=None),
}

FILLER = "Filler"
"""llmock's own answer: fits the schema and says nothing true."""


@dataclass
class FaultyModels:
    """``asked`` counts requests by fault, ``left`` those whose client hung up. ``recovers`` are
    faults that end after some requests.
    """

    asked: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    recovers: dict[str, int] = field(default_factory=dict)
    base_url: str = ""
    _behind: str = ""
    _session: ClientSession | None = None

    async def answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        fault = _fault_in(body)
        self.asked[fault] += 1
        if self.asked[fault] > self.recovers.get(fault, 10_000):
            return _sensible(body)
        made = _TRANSPORT.get(fault)
        if made is not None:
            try:
                return await made(request)
            except asyncio.CancelledError:
                self.left[fault] += 1
                raise
        return await self._from_llmock({**body, "model": fault})

    async def _from_llmock(self, body: dict[str, object]) -> web.Response:
        assert self._session is not None
        async with self._session.post(f"{self._behind}/chat/completions", json=body) as answer:
            # llmock adds a Retry-After of its own to what may be tried again.
            wait = answer.headers.get("retry-after") if body["model"] in PAUSING else None
            return web.Response(
                status=answer.status,
                body=await answer.read(),
                content_type=answer.content_type,
                headers={"retry-after": wait} if wait else None,
            )


@asynccontextmanager
async def faulty_models() -> AsyncIterator[FaultyModels]:
    """Serves on loopback ports of its own until the end of the block."""
    behind = LLMockServer()
    behind.state.scenarios.add(
        *(replace(fail, match=Match(model=name)) for name, fail in STATUSES.items())
    )
    models = FaultyModels()
    app = web.Application(client_max_size=32 * 1024 * 1024)
    app.router.add_post("/v1/chat/completions", models.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1, handler_cancellation=True)
    with behind:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        models.base_url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        models._behind = behind.base_url()
        async with ClientSession() as models._session:
            try:
                yield models
            finally:
                await runner.cleanup()


def amount_for(fault: str) -> Decimal:
    """The amount by which a fault is called: it stands in every question about the expense."""
    return Decimal("15.10") + Decimal(FAULTS.index(fault)) / 100


def _fault_in(body: dict[str, object]) -> str:
    text = json.dumps(body["messages"])
    named = [name for name in FAULTS if name in text or str(amount_for(name)) in text]
    assert len(named) == 1, (named, text[-900:])
    return named[0]


def _sensible(body: dict[str, object]) -> web.Response:
    """A good model's answer to whichever question this is."""
    name = _fault_in(body)
    schema = json.dumps(body.get("response_format"))
    answer = (
        expense("Zorblatt", str(amount_for(name)))
        if "UnderstandAnswer" in schema
        else categorized("Groceries", 0.95)
    )
    message = {"role": "assistant", "content": json.dumps(answer), "refusal": None}
    return web.json_response(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20},
        }
    )


async def _silence(_: web.Request) -> web.Response:
    await asyncio.Event().wait()
    raise AssertionError  # the client hangs up first


async def _trickle(request: web.Request) -> web.StreamResponse:
    """A byte now and then: no phase of the exchange ever times out by itself."""
    response = web.StreamResponse(headers={"content-type": "application/json"})
    await response.prepare(request)
    with suppress(ClientConnectionResetError):  # the client has had enough
        while True:
            await response.write(b" ")
            await asyncio.sleep(0.2)
    return response


async def _cut(request: web.Request, sent: bytes) -> web.StreamResponse:
    """Promises more than it sends, and hangs up."""
    response = web.StreamResponse(headers={"content-length": "1000"})
    await response.prepare(request)
    await response.write(sent)
    assert request.transport is not None
    request.transport.close()
    return response


async def _hung_up(request: web.Request) -> web.Response:
    assert request.transport is not None
    request.transport.close()
    return web.Response()


async def _said(_: web.Request, text: str, kind: str = "application/json") -> web.Response:
    return web.Response(text=text, content_type=kind)


async def _content(_: web.Request, text: str, finish: str = "stop") -> web.Response:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}}
    return web.json_response({"choices": [{**choice, "finish_reason": finish}]})


_TRANSPORT: dict[str, Callable[[web.Request], Awaitable[web.StreamResponse]]] = {
    "Silent": _silence,
    "Trickling": _trickle,
    "Severed": partial(_cut, sent=b'{"choices": [{"message"'),
    "Hungup": _hung_up,
    "Webpage": partial(_said, text="<html>Bad gateway</html>", kind="text/html"),
    "Torn": partial(_said, text='{"choices": [{"message": {"content": "{\\"ac'),
    "Chatty": partial(_content, text="Sure! Here is your answer: acts, I think."),
    "Unfinished": partial(_content, text='{"acts": [{"kind": "new', finish="length"),
    "Empty": partial(_content, text=""),
}
FAULTS = (*STATUSES, *_TRANSPORT, FILLER)
PAUSING = ("Patient", "Distant")
"""They say when to come again, and then the whole provider is left alone until that."""
