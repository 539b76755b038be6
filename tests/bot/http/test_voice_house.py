"""Calls on the real log and the real server, beside the other ways into a conversation."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import pytest
from aiohttp import web

from adapters.postgres.stores import Stores
from bot.http.channel import HttpChannel
from bot.http.contract import Event, EventKind, ReplyView
from bot.http.routes import HttpParts
from domain.replies import DeliveredReply
from domain.topics import GeneralAnswer
from tests.bot.http.house import ANN, OTHER_KEY, House, Talk, bearer, house
from tests.bot.http.voice_fakes import Ear, Mouth, Phone, routes_beside, said
from tests.bot.samples import delivery, reply

SESSIONS = "/api/v1/chat/sessions"


class Switchboard:
    """Processes on one database, and phones that call them."""

    def __init__(self, stack: AsyncExitStack, stores: Stores) -> None:
        self._stack = stack
        self._stores = stores
        self.ear = Ear()

    async def process(self) -> House:
        def further(parts: HttpParts) -> list[web.RouteDef]:
            return routes_beside(parts, self.ear, Mouth())

        one = house(self._stores, talk=Talk(self._stores), further=further)
        return await self._stack.enter_async_context(one)

    async def phone(self, to: House, headers: dict[str, str] = ANN) -> Phone:
        client = await to.visitor()
        return Phone(await client.ws_connect("/api/v1/voice/ws", headers=headers))


@pytest.fixture
async def exchange(stores: Stores) -> AsyncIterator[Switchboard]:
    async with AsyncExitStack() as stack:
        yield Switchboard(stack, stores)


@pytest.mark.shows("http 19")
async def test_a_call_and_a_chat_are_one_conversation(exchange: Switchboard) -> None:
    http = await exchange.process()
    session = await http.session()
    for stranger in (bearer(user="bob"), bearer(OTHER_KEY), {}):
        refused = await exchange.phone(http, stranger)
        await refused.say("start", session_id=session)
        assert await refused.closed() == 4001
    phone = await exchange.phone(http)
    await phone.start(session_id=session)
    exchange.ear.words.append("what about the call")
    await phone.speak(said())
    await phone.until("reply", text="you said what about the call")
    await phone.say("dtmf", digits="42#")
    await phone.until("reply", text="you said 42")
    await http.said("and typed beside it", session_id=session)
    await phone.until("transcript", text="and typed beside it")
    await phone.until("reply", text="you said and typed beside it")
    listed = await http.ask("GET", f"{SESSIONS}/{session}/messages", headers=ANN)
    spoken = [e["payload"]["spoken"] for e in listed.json["messages"] if e["kind"] == "transcript"]
    assert spoken == [False, True, False, False]
    assert [message.live for message in http.talk.sent] == [False, True, True, False]
    await http.ask("DELETE", f"{SESSIONS}/{session}", headers=ANN)
    await phone.until("hangup", reason="caller")
    assert await phone.closed() == 1000


@pytest.mark.shows("calls A14, A15")
async def test_a_goodbye_is_shown_when_it_was_played_or_broken_off_and_then_the_call_ends(
    exchange: Switchboard, stores: Stores
) -> None:
    http = await exchange.process()
    session = await http.session()
    channel = HttpChannel(stores.channel_events, http.hub, lambda: datetime.now(UTC))
    phone = await exchange.phone(http)
    phone.plays = False
    await phone.start(session_id=session)

    def show(name: str, **parts: object) -> asyncio.Task[DeliveredReply]:
        words = GeneralAnswer(text=f"{name}, and so many words that nobody takes it for played.")
        said = reply(words, **parts).model_copy(update={"id": name})
        one = delivery(said, channel="http", chat_id=session, user_id="http:shop:ann")
        return asyncio.create_task(channel.show(one, said))

    exchange.ear.words.append("wait")
    exchange.ear.gate.clear()
    first = show("first", heard_out=True)
    await phone.until("audio_end")
    await phone.speak(said())
    await phone.until("clear", reply_id="first")
    await phone.until("speech_ended")
    assert not first.done()
    exchange.ear.gate.set()
    await first
    assert http.talk.sent[-1].text == "wait"
    second = show("second", heard_out=True)
    mark = await phone.until("mark", name="second/0")
    assert not second.done()
    await phone.say("mark", name=mark["name"])
    await second
    spoken = phone.kinds().count("audio_start")
    await show("over", hung_up="success")
    hangup = await phone.until("hangup")
    assert (hangup["reason"], hangup["hangup_status"]) == ("completed", "success")
    assert await phone.closed() == 1000
    assert phone.kinds().count("audio_start") == spoken
    assert http.talk.gone == []


@pytest.mark.shows("http 18")
async def test_a_second_process_takes_a_call_over(exchange: Switchboard) -> None:
    first, second = await exchange.process(), await exchange.process()
    session = await first.session()
    before = await exchange.phone(first)
    await before.start(session_id=session)
    after = await exchange.phone(second)
    await after.start(session_id=session)
    assert await before.closed() == 4009
    await after.say("text", text="still me")
    await after.until("reply", text="you said still me")


async def test_somebody_who_is_erased_hears_the_last_words_before_the_call_ends(
    exchange: Switchboard, stores: Stores
) -> None:
    http = await exchange.process()
    session = await http.session()
    phone = await exchange.phone(http)
    await phone.start(session_id=session)
    await stores.erasure.erase("http:shop:ann")
    gone = ReplyView(id="erased/r1", text="Everything is gone.")
    told = Event(kind=EventKind.REPLY, key=gone.id, payload=gone.model_dump(mode="json"))
    await stores.channel_events.tell(session, told)
    await phone.until("mark", name="erased/r1/0")
    await phone.until("hangup", reason="completed")
    assert await phone.closed() == 1000
    again = await exchange.phone(http)
    await again.say("start", session_id=session)
    assert await again.closed() == 4001
