"""Tools that a program calls: each goes through the person's conversation, once for each key."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from adapters.postgres.stores import Stores
from agents import SLUGS
from agents.registry import tools_of
from bot.http.routes import HttpParts
from bot.http.tool_calls import ToolRoutes
from domain.messages import CallRequest, ProgramCall
from domain.tools import Effect, RunToolRequest, ToolResult, call_of
from domain.understanding import Person
from tests.bot.http.house import ANN, House, house

NAME = "set_budget"
PATH = f"/api/v1/tools/{NAME}"
CALL = {"arguments": {"amount": "300", "category": "Food & Drink"}}


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    def further(parts: HttpParts) -> list[web.RouteDef]:
        return ToolRoutes(parts, tools_of(SLUGS), stores.tool_calls.find).routes()

    async with house(stores, further=further) as one:
        yield one


async def test_a_call_is_handed_to_the_conversation_once_for_each_key(http: House) -> None:
    headers = {**ANN, "Idempotency-Key": "k1"}
    first = await http.ask("POST", PATH, CALL, headers=headers)
    again = await http.ask("POST", PATH, CALL, headers=headers)
    assert (first.status, again.status) == (200, 200)
    assert first.json == again.json
    (sent,) = http.talk.sent
    arguments = '{"amount": "300", "category": "Food & Drink"}'
    assert sent.call == ProgramCall(
        agent="expenses", wanted=CallRequest(name=NAME, arguments=arguments)
    )
    assert sent.id == f"http:{first.json['session_id']}:k1"


async def test_a_call_is_no_words_by_which_a_chat_is_found_again(http: House) -> None:
    called = await http.ask("POST", PATH, CALL, headers={**ANN, "Idempotency-Key": "k1"})
    sessions = "/api/v1/chat/sessions"
    assert (await http.ask("GET", sessions, headers=ANN)).json["sessions"] == []
    await http.said("hello", session_id=called.json["session_id"])
    (listed,) = (await http.ask("GET", sessions, headers=ANN)).json["sessions"]
    assert listed["text"] == "hello"


@pytest.mark.parametrize(
    ("path", "key", "refused"),
    [
        (PATH, "", (400, "bad_request")),
        (PATH, "k" * 65, (400, "bad_request")),
        (PATH, "k1/settled", (400, "bad_request")),
        ("/api/v1/tools/no_such", "k1", (404, "tool_not_found")),
    ],
)
async def test_what_is_no_call_is_refused(
    http: House, path: str, key: str, refused: tuple[int, str]
) -> None:
    headers = {**ANN, "Idempotency-Key": key} if key else ANN
    said = await http.ask("POST", path, CALL, headers=headers)
    assert (said.status, said.code) == refused
    assert http.talk.sent == []


async def test_a_key_of_another_call_is_refused(http: House) -> None:
    headers = {**ANN, "Idempotency-Key": "k1"}
    session = await http.session()
    await http.ask("POST", PATH, {**CALL, "session_id": session}, headers=headers)
    other = {"arguments": {"amount": "400"}, "session_id": session}
    said = await http.ask("POST", PATH, other, headers=headers)
    assert (said.status, said.code) == (409, "message_id_reused")


@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        ({"amount": float("nan")}, (400, "bad_request")),
        ({"category": "x" * 16_000}, (413, "too_large")),
    ],
)
async def test_arguments_that_no_row_could_hold_are_refused(
    http: House, arguments: dict[str, object], refused: tuple[int, str]
) -> None:
    headers = {**ANN, "Idempotency-Key": "k1"}
    said = await http.ask("POST", PATH, {"arguments": arguments}, headers=headers)
    assert (said.status, said.code) == refused
    assert http.talk.sent == []


async def test_the_result_is_told_and_is_the_persons_own(http: House) -> None:
    session, headers = await http.session(), {**ANN, "Idempotency-Key": "k1"}
    http.talk.let.clear()
    call = {**CALL, "session_id": session, "wait": False}
    under_way = await http.ask("POST", PATH, call, headers=headers)
    assert (under_way.status, under_way.json["result"]) == (202, None)
    await keep(http, "http:shop:somebody", session)
    http.talk.let.set()
    done = await http.ask("POST", PATH, {**call, "wait": True}, headers=headers)
    assert (done.status, done.json["result"]["error"]["code"]) == (200, "unavailable")
    person = http.talk.people[-1].user_id
    async with http.stores.database.connection() as connection:
        await connection.execute("DELETE FROM tool_calls")
    await keep(http, person, session)
    again = await http.ask("POST", PATH, {**call, "wait": True}, headers=headers)
    assert again.json["result"] == {"status": "ok", "value": {"a": 1}, "error": None}


async def keep(http: House, user_id: str, session: str) -> None:
    """As the worker keeps what the call came to."""
    call = call_of(f"http:{session}:k1/1", CallRequest(name=NAME))
    request = RunToolRequest(
        person=Person(user_id=user_id), conversation_id="c", task_id="", agent="expenses", call=call
    )
    result = ToolResult(call_id=call.call_id, value={"a": 1})
    await http.stores.tool_calls.keep(request, Effect.WRITE, result)
