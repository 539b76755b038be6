"""Tools that a program calls: each goes through the person's conversation, once for each key."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from adapters.postgres.stores import Stores
from agents import SLUGS
from agents.registry import feature_tools_of
from bot.http.routes import HttpParts
from bot.http.tool_calls import ToolRoutes
from domain.messages import CallRequest, ProgramCall
from tests.bot.http.house import ANN, House, house

NAME = "set_budget"
PATH = f"/api/v1/tools/{NAME}"
CALL = {"arguments": {"amount": "300", "category": "Food & Drink"}}


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    def further(parts: HttpParts) -> list[web.RouteDef]:
        return ToolRoutes(parts, feature_tools_of(SLUGS), stores.tool_calls.find).routes()

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


@pytest.mark.parametrize(
    ("path", "key", "refused"),
    [
        (PATH, "", (400, "bad_request")),
        (PATH, "k" * 65, (400, "bad_request")),
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
