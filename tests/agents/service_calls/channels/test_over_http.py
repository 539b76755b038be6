"""Calls over the HTTP API and by a chat program."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import openai
import pytest
from aiohttp import ClientResponse
from openai import AsyncOpenAI
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.service_calls.exchange import CallEnd
from domain.conversation import Limits
from tests.agents.service_calls.channels.office import Office, office
from tests.agents.service_calls.plays import EXAMPLE
from tests.bot.http.house import ANN, KEY, OTHER_KEY, bearer
from tests.bot.http.test_chat_tasks import TITLE

pytestmark = pytest.mark.real_server
SESSIONS = "/api/v1/chat/sessions"
THE_EXAMPLE = [1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17]
"""Nodes, each once and in the order in which it first ran."""


@pytest.fixture
async def one(server: WorkflowEnvironment, limits: Limits, stores: Stores) -> AsyncIterator[Office]:
    async with office(server, limits, stores) as one:
        yield one


async def said(one: Office, text: str, **more: object) -> dict[str, Any]:
    known = {"session_id": one.session_id} if one.session_id else {}
    told = await one.http.said(text, ANN, **known, **more)
    assert told.status == 200, told.body
    one.session_id = told.json["session_id"]
    answer: dict[str, Any] = told.json
    return answer


async def missing(one: Office) -> object:
    """What the session says that the call still needs."""
    told = await one.http.ask("GET", f"{SESSIONS}/{one.session_id}", headers=ANN)
    return told.json["missing"]


def texts(answer: dict[str, Any]) -> str:
    return "\n".join(reply["text"] for reply in answer["replies"])


async def read(stream: ClientResponse, replies: int, *, to: str = "reply") -> list[dict[str, Any]]:
    """Events of a stream, until so many of a kind have come."""
    found: list[dict[str, Any]] = []
    event: dict[str, Any] = {}
    async with asyncio.timeout(60):
        while sum(each["event"] == to for each in found) < replies:
            line = (await stream.content.readline()).decode()
            assert line, (stream.status, found)
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "data":
                found.append({**event, "seq": event.get("id"), "data": json.loads(value)})
                event = {}
            elif name:
                event[name] = value
    return found


@pytest.mark.shows("calls dialogues 22, 23")
async def test_a_call_over_http_is_greeted_heard_once_and_hung_up_last(one: Office) -> None:
    greeted = await said(one, "Hello")
    assert "Hello" in texts(greeted)
    assert await missing(one) == ["customer_phone_number", "customers_main_ask"]
    client = await one.http.visitor()
    events = f"{SESSIONS}/{one.session_id}/events"
    async with client.get(events, headers=ANN) as stream:
        first = await said(one, "I need help with drywall repair", message_id="m1")
        seen = await read(stream, 2)
    assert await said(one, "I need help with drywall repair", message_id="m1") == first
    assert await missing(one) == ["customer_phone_number"]
    for text in EXAMPLE[1:4]:
        told = await said(one, text)
    assert "T-1042" in texts(told)
    ended = await said(one, EXAMPLE[4])
    assert (ended["call_ended"], ended["hangup_status"]) == (True, "success")
    async with client.get(events, headers={**ANN, "Last-Event-ID": seen[-1]["seq"]}) as stream:
        seen += await read(stream, 1, to="hangup")
    replies = [each["data"]["id"] for each in seen if each["event"] == "reply"]
    assert len(set(replies)) == len(replies) == 7
    assert seen[-1]["event"] == "hangup"
    assert len(one.business.bookings) == len(one.business.tasks) == 1
    assert list(one.log.rows.values()) == [await one.over()]
    for headers in (bearer(OTHER_KEY), bearer(KEY, "bob")):
        for path in ("", "/messages", "/events"):
            told_off = await one.http.ask("GET", events.replace("/events", path), headers=headers)
            assert told_off.status == 404


@pytest.mark.shows("calls dialogues 22, 23")
async def test_a_chat_program_books_once_however_often_it_asks_again(one: Office) -> None:
    chat = {"X-Conversation-ID": "a1"}
    spoken: list[Any] = []
    client: Any

    async def asked(text: str, **more: object) -> str:
        messages = [*spoken, {"role": "user", "content": text}]
        stream = await client.chat.completions.create(
            model="steward", messages=messages, stream=True, **{"extra_headers": chat, **more}
        )
        return "".join([c.choices[0].delta.content or "" async for c in stream if c.choices])

    url = f"{one.http.origin}/v1"
    async with AsyncOpenAI(base_url=url, api_key=KEY, default_headers=bearer()) as client:
        with pytest.raises(openai.BadRequestError) as refused:
            await asked(EXAMPLE[0], extra_headers={})
        assert "ENABLE_FORWARD_USER_INFO_HEADERS=true" in refused.value.message
        assert "{{LIBRECHAT_BODY_CONVERSATIONID}}" in refused.value.message
        for text in EXAMPLE:
            answer = await asked(text)
            if text == EXAMPLE[3]:
                assert "T-1042" in answer
                assert json.loads(await asked(TITLE))["title"]
            spoken += [
                {"role": "user", "content": text},
                {"role": "assistant", "content": answer},
            ]
        del spoken[-2:]
        assert await asked(EXAMPLE[-1]) == answer
    row = await one.over()
    assert (row.outcome, row.service) == (CallEnd.BOOKED, "Drywall Repair")
    assert len(one.business.bookings) == len(one.business.hung_up) == len(one.log.rows) == 1
    assert list(dict.fromkeys(one.path)) == THE_EXAMPLE
