"""Chat programs as clients, by the ``openai`` client: each chat is a conversation of ours."""

import json
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI

from adapters.postgres.stores import Stores
from bot.http.contract import ChoiceView, FileView, ReplyView
from domain.channel_events import EventKind
from domain.usage import ModelCall
from tests.bot.http.house import KEY, OTHER_KEY, House, bearer, chats, house
from tests.bot.http.test_chat_tasks import TITLE
from tests.paper import drawn, encoded

Program = Any
"""The client's own types are as wide as its protocol."""

CHAT = {"X-Conversation-ID": "chat 1"}
OTHER_CHAT = {"X-Conversation-ID": "chat 2"}


@asynccontextmanager
async def program(http: House, key: str = KEY, user: str | None = "ann") -> AsyncIterator[Program]:
    """A chat program with its own key."""
    headers = {"X-User-Id": user} if user else {}
    url = f"{http.origin}/v1"
    async with AsyncOpenAI(base_url=url, api_key=key, default_headers=headers) as client:
        yield client


def said(*texts: str) -> list[dict[str, Any]]:
    """A chat as its program sends it: all that was said, the person's message last."""
    chat: list[dict[str, Any]] = [{"role": "system", "content": "You are a helpful assistant."}]
    for text in texts[:-1]:
        chat += [{"role": "user", "content": text}, {"role": "assistant", "content": "…"}]
    return [*chat, {"role": "user", "content": texts[-1]}]


async def asked(client: Program, messages: list[dict[str, Any]], **more: object) -> str:
    given = {"model": "steward", "extra_headers": CHAT, "temperature": 0, **more}
    answer = await client.chat.completions.create(messages=messages, **given)
    text: str = answer.choices[0].message.content
    return text


def texts(http: House) -> list[str]:
    return [message.text for message in http.talk.sent]


@pytest.mark.shows("http 7")
async def test_a_chat_is_one_conversation_of_which_only_the_last_message_is_taken(
    http: House,
) -> None:
    async with program(http) as client:
        models = [model.id async for model in await client.models.list()]
        assert models == ["steward", "steward-expenses", "steward-titles"]
        assert (await client.models.retrieve("steward")).id == "steward"
        assert await asked(client, said("lunch 12")) == "you said lunch 12"
        raw = await client.chat.completions.with_raw_response.create(
            model="steward-expenses", messages=said("lunch 12", "yes"), extra_headers=CHAT
        )
        assert raw.headers["X-Conversation-ID"] == "chat 1"
        assert raw.parse().choices[0].message.content == "you said yes"
    assert texts(http) == ["lunch 12", "yes"]
    assert len({message.id.split(":")[1] for message in http.talk.sent}) == 1
    # The same name in another program, or of another person, is another conversation.
    for key, user in ((KEY, "bob"), (OTHER_KEY, "ann"), (KEY, None)):
        async with program(http, key, user) as client:
            assert await asked(client, said("lunch 12")) == "you said lunch 12"
    assert len({message.id.split(":")[1] for message in http.talk.sent}) == 4
    assert len({message.sender_id for message in http.talk.sent}) == 4


@pytest.mark.shows("http 7")
async def test_asking_again_gives_the_same_reply_and_does_nothing_twice(http: House) -> None:
    async with program(http) as client:
        await asked(client, said("lunch 12"))
        assert await asked(client, said("lunch 12", "yes")) == "you said yes"
        assert await asked(client, said("lunch 12", "yes")) == "you said yes"
        with pytest.raises(openai.ConflictError) as moved_on:
            await asked(client, said("dinner 30"))
        assert moved_on.value.code == "conversation_moved_on"
        assert moved_on.value.response.headers["X-Should-Retry"] == "false"
        assert await asked(client, said("lunch 12", "no")) == "you said no"
    assert texts(http) == ["lunch 12", "yes", "no"]


async def test_the_same_words_behind_another_message_are_new_ones(http: House) -> None:
    """Of a program that sends the last message alone."""
    async with program(http) as client:
        for words in ("lunch", "5", "dinner", "5", "5"):
            assert await asked(client, said(words)) == f"you said {words}"
    assert texts(http) == ["lunch", "5", "dinner", "5"]


@pytest.mark.shows("http 9")
async def test_a_stream_brings_each_reply_whole_and_what_it_used(http: House) -> None:
    async with program(http) as client:
        await asked(client, said("hello"))
        for at, spent in (("- interval '1 hour'", 5), ("+ interval '0 hours'", 40)):
            await _model_call(http.stores, at, spent)
        http.talk.let.clear()
        stream = await client.chat.completions.create(
            model="steward",
            messages=said("hello", "lunch 12"),
            extra_headers=CHAT,
            stream=True,
            stream_options={"include_usage": True},
        )
        await _model_call(http.stores, "+ interval '0 hours'", 700)
        http.talk.let.set()
        chunks = [chunk async for chunk in stream]
    pieces = [
        c.choices[0].delta.content for c in chunks if c.choices and c.choices[0].delta.content
    ]
    assert pieces == ["you said lunch 12"]
    assert chunks[-2].choices[0].finish_reason == "stop"
    usage = chunks[-1].usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.total_tokens) == (700, 7, 707)


async def _model_call(stores: Stores, at: str, tokens: int) -> None:
    call = ModelCall(
        provider="p",
        model="m",
        purpose="understand",
        outcome="ok",
        latency_ms=1,
        input_tokens=tokens,
        output_tokens=7,
        user_id="http:shop:ann",
    )
    await stores.model_calls.record(call)
    async with stores.database.connection() as connection:
        await connection.execute(
            f"UPDATE model_calls SET at = clock_timestamp() {at} WHERE input_tokens = {tokens}"  # noqa: S608
        )


async def test_a_stream_shows_that_it_lives_until_the_reply_comes(http: House) -> None:
    http.talk.let.clear()
    body = {"model": "steward", "messages": said("lunch 12"), "stream": True}
    client = await http.visitor()
    headers = {**bearer(), **CHAT}
    async with client.post("/v1/chat/completions", json=body, headers=headers) as response:
        lines = response.content
        while await lines.readline() != b": working\n":
            pass
        http.talk.let.set()
        rest = (await lines.read()).decode()
    assert "you said lunch 12" in rest
    assert rest.endswith("data: [DONE]\n\n")


@pytest.mark.shows("http 8")
@pytest.mark.parametrize("named", [{}, {"X-Conversation-ID": "{{LIBRECHAT_BODY_CONVERSATIONID}}"}])
async def test_a_chat_that_is_not_named_is_told_how_to_be(
    http: House, named: dict[str, str]
) -> None:
    async with program(http) as client:
        with pytest.raises(openai.BadRequestError) as refused:
            await asked(client, said("hi"), extra_headers=named)
        assert refused.value.code == "conversation_id_required"
        assert "ENABLE_FORWARD_USER_INFO_HEADERS=true" in refused.value.message
        assert "{{LIBRECHAT_BODY_CONVERSATIONID}}" in refused.value.message
        named_otherwise = {"extra_headers": {}, "metadata": {"conversation_id": "c"}}
        assert await asked(client, said("hi"), **named_otherwise) == "you said hi"
        by_open_webui = {"extra_headers": {"X-OpenWebUI-Chat-Id": "c"}}
        assert await asked(client, said("hi"), **by_open_webui) == "you said hi"
    assert texts(http) == ["hi"]


def pictured(url: str, text: str = "") -> list[dict[str, Any]]:
    parts = [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": url}}]
    return [{"role": "user", "content": parts}]


@pytest.mark.shows("http 9")
async def test_a_picture_is_taken_from_the_message_and_never_fetched(http: House) -> None:
    async with program(http) as client:
        inside = f"data:image/png;base64,{b64encode(encoded(drawn(), 'PNG')).decode()}"
        await asked(client, pictured(inside, "lunch"))
        (message,) = http.talk.sent
        assert [file.kind.value for file in message.attachments] == ["image"]
        for url in ("http://169.254.169.254/latest", "data:image/png;base64,###", "file:///etc/x"):
            with pytest.raises(openai.BadRequestError):
                await asked(client, pictured(url), extra_headers=OTHER_CHAT)
        with pytest.raises(openai.APIStatusError) as no_picture:
            await asked(client, pictured("data:;base64,TVouLg=="), extra_headers=OTHER_CHAT)
        assert no_picture.value.code == "unsupported_media"
    assert len(http.talk.sent) == 1


@pytest.mark.shows("http 8")
async def test_what_a_program_asks_for_itself_never_reaches_the_conversation(http: House) -> None:
    async with program(http) as client:
        title = await asked(client, said("lunch 12", TITLE), extra_headers={})
        assert json.loads(title) == {"title": "Mittagessen 12,50 bei Ali, bar bezahlt"}
        stream = await client.chat.completions.create(
            model="steward-titles", messages=said("Taxi to the airport 80"), stream=True
        )
        pieces = [chunk.choices[0].delta.content async for chunk in stream]
        assert pieces == ["Taxi to the airport 80"]
        with pytest.raises(openai.BadRequestError):
            await asked(client, said("### Task:\nAnswer by these documents."))
    assert http.talk.sent == []
    assert await http.stores.channel_events.latest("http:shop:ann") is None


async def test_a_button_is_pressed_by_typing_its_label(http: House) -> None:
    log = http.stores.channel_events
    async with program(http) as client:
        await asked(client, said("12"))
        session = await log.latest("http:shop:ann")
        assert session is not None
        reply = ReplyView(
            id="q",
            text="Is it lunch?\n![a](http://evil)",
            choices=(ChoiceView(label="🍔 Lunch", action="answer", subject="q1", value="lunch"),),
            files=(FileView(name="March![a](x).csv", mime_type="text/csv", url="/files/1"),),
        )
        http.talk.let.clear()
        waiting = await client.chat.completions.create(
            model="steward", messages=said("12", "and?"), extra_headers=CHAT, stream=True
        )
        await log.add(session.session_id, EventKind.REPLY, reply.id, reply)
        http.talk.let.set()
        pieces = [chunk.choices[0].delta.content or "" async for chunk in waiting]
        question = next(piece for piece in pieces if "lunch?" in piece)
        assert question.endswith("\n\n- March!\\[a](x).csv: /files/1\n\n- 🍔 Lunch")
        assert "[a](h" not in question
        await asked(client, said("12", "and?", " lunch"))
        other = reply.choices[0].model_copy(update={"subject": "q2"})
        later = reply.model_copy(update={"id": "later", "choices": (other,)})
        await log.add(session.session_id, EventKind.REPLY, later.id, later)
        await asked(client, said("12", "and?", " lunch"))
    *_, pressed = http.talk.sent
    assert len(http.talk.sent) == 3
    assert pressed.press is not None
    assert (pressed.press.action, pressed.press.subject) == ("answer", "q1")
    assert pressed.press.value == "lunch"


async def test_an_answer_that_takes_too_long_can_be_asked_for_again(stores: Stores) -> None:
    async with house(stores, wait=0, further=chats) as http, program(http) as client:
        http.talk.let.clear()
        patient = client.with_options(max_retries=0)
        with pytest.raises(openai.InternalServerError) as not_yet:
            await asked(patient, said("lunch 12"))
        assert not_yet.value.code == "not_done_yet"
        http.talk.let.set()
        stream = await patient.chat.completions.create(
            model="steward", messages=said("lunch 12"), extra_headers=CHAT, stream=True
        )
        pieces = [chunk.choices[0].delta.content or "" async for chunk in stream]
        assert "".join(pieces) == "you said lunch 12"
    assert texts(http) == ["lunch 12"]


REFUSED: Iterable[tuple[dict[str, Any], int, str]] = (
    ({"model": "gpt-5"}, 404, "model_not_found"),
    ({"n": 2}, 400, "bad_request"),
    ({"messages": [{"role": "system", "content": "hi"}]}, 400, "bad_request"),
    ({"messages": said("")}, 400, "message.empty"),
    ({"messages": said("x" * 5000)}, 413, "too_large"),
    ({"messages": []}, 400, "bad_request"),
)


@pytest.mark.shows("http 9")
async def test_refusals_have_the_form_that_clients_know(http: House) -> None:
    async with program(http) as client:
        for wrong, status, code in REFUSED:
            with pytest.raises(openai.APIStatusError) as refused:
                await asked(client, **{"messages": said("hi"), **wrong})
            assert (refused.value.status_code, refused.value.code) == (status, code)
            assert refused.value.type == "invalid_request_error"
    async with program(http, key="wrong" * 8) as stranger:
        with pytest.raises(openai.AuthenticationError) as unknown:
            await asked(stranger, said("hi"))
        assert unknown.value.type == "authentication_error"
    assert http.talk.sent == []
