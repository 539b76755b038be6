"""Whoever asks may hear what was said, word for word; a question may be asked in its own way."""

from dataclasses import replace

from adapters.model.gateway import ModelGateway
from adapters.model.metering import overhearing
from adapters.model.question import newest_first
from tests.adapters.model.gateway.doubles import Calls, Engine
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.adapters.model.questions import to_pick
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import picked
from tests.toy.model import to_pick as question_to_pick


async def test_what_was_asked_and_answered_is_heard_with_what_it_used(
    server: ScriptedModelServer,
) -> None:
    server.answer("PickAnswer", picked("bread"))
    calls = Calls()
    gateway = ModelGateway([provider(server)], calls)
    question = replace(question_to_pick(to_pick(), Engine()), temperature=0.1, user_id="telegram:1")
    with overhearing() as heard:
        await gateway.ask(question)
    await gateway.ask(question)
    (one,) = heard
    (sent,) = one.sent
    request = server.requests[0]
    assert one.call == calls.kept[0]
    assert sent.messages == (("system", request.instructions), ("user", request.user_text))
    assert (sent.temperature, request.body["temperature"]) == (0.1, 0.1)
    assert (sent.model, sent.structure, sent.tools) == ("gpt-4o-mini", "json_schema", 0)
    assert "bread" in sent.answer
    await gateway.aclose()


async def test_a_question_may_allow_less_than_the_settings(server: ScriptedModelServer) -> None:
    server.answer("PickAnswer", picked("bread"))
    gateway = ModelGateway([provider(server)], Calls())
    question = question_to_pick(to_pick(), Engine())
    long = replace(
        question,
        content={**question.content, "old": ["well " * 20] * 50},
        shortenings=(newest_first("old", 50),),
    )
    await gateway.ask(long)
    await gateway.ask(replace(long, input_tokens=500))
    shown = [str(request.data["old"]) for request in server.requests]
    assert len(shown[0]) > len(shown[1]) > len("[]")
    await gateway.aclose()
