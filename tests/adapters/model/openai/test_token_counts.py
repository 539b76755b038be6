"""What a question is said to have used."""

import json
from collections.abc import Callable

from adapters.model.metering import metered
from adapters.model.openai.engine import OpenAIEngine
from tests.adapters.model.questions import to_decide
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import decided

ANSWER = json.dumps(decided("request_amount"))


def asked_by(*structures: str) -> Callable[[ModelRequest], bool]:
    return lambda request: request.structure in structures


async def test_the_tokens_of_a_refused_and_an_answered_request_add_up(
    engine: OpenAIEngine, server: ScriptedModelServer
) -> None:
    server.fail_with(400, param="response_format", wanted=asked_by("json_schema"))
    server.say("prose", times=1)
    server.answer("DecideAnswer", decided("request_amount"))
    server.say("prose", times=1)
    with metered() as usage:
        await engine.decide(to_decide())
    assert len(server.requests) == 3
    assert (usage.model, usage.input_tokens, usage.output_tokens) == ("gpt-4o-mini", 2000, 200)


async def test_a_server_that_counts_no_tokens_is_counted_here(
    engine: OpenAIEngine, server: ScriptedModelServer
) -> None:
    body = {"choices": [{"message": {"content": ANSWER}}]}
    server.send_body(json.dumps(body), content_type="application/json")
    with metered() as usage:
        await engine.decide(to_decide())
    assert 250 < usage.input_tokens < 500
    assert 8 < usage.output_tokens < 30
