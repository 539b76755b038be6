"""What a question is said to have used."""

import json
from collections.abc import Callable

from adapters.model.metering import metered
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.questions import to_pick
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import picked

ANSWER = json.dumps(picked("milk"))


def asked_by(*structures: str) -> Callable[[ModelRequest], bool]:
    return lambda request: request.structure in structures


async def test_the_tokens_of_a_refused_and_an_answered_request_add_up(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.fail_with(400, param="response_format", wanted=asked_by("json_schema"))
    server.say("prose", times=1)
    server.answer("PickAnswer", picked("milk"))
    server.say("prose", times=1)
    with metered() as usage:
        await engine.pick(to_pick())
    assert len(server.requests) == 3
    assert (usage.model, usage.input_tokens, usage.output_tokens) == ("gpt-4o-mini", 2000, 200)


async def test_a_server_that_counts_no_tokens_is_counted_here(
    engine: Asked, server: ScriptedModelServer
) -> None:
    body = {"choices": [{"message": {"content": ANSWER}}]}
    server.send_body(json.dumps(body), content_type="application/json")
    with metered() as usage:
        await engine.pick(to_pick())
    assert 250 < usage.input_tokens < 500
    assert 8 < usage.output_tokens < 30
