import asyncio
import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

import pytest

from adapters.model.availability import RequestRefusedError
from adapters.model.metering import metered
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.structure import StructuredOutput
from domain.errors import InvalidModelOutputError, ModelMisconfiguredError, ModelUnavailableError
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.questions import drawn, to_copy, to_pick, to_understand
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import act, copied, picked, understood


def asked_by(*structures: str) -> Callable[[ModelRequest], bool]:
    return lambda request: request.structure in structures


def engine_with(config: OpenAIConfig, structured: StructuredOutput) -> Asked:
    changed = replace(config, structured=structured)
    return Asked(ModelClient(changed))


def structures(server: ScriptedModelServer) -> list[str]:
    return [request.structure for request in server.requests]


# As servers word it; the comments name those that do.
@pytest.mark.parametrize(
    ("status", "message", "param"),
    [
        (400, "This response_format type is unavailable now", None),  # DeepSeek
        (422, "Failed to deserialize: response_format.type `json_schema` is unavailable", None),
        (400, "does not support response format `json_schema`", "response_format"),  # Groq
        (400, "invalid schema for response format: json_schema/next: not supported", None),
        (400, "Unknown name at 'generation_config.response_schema': Cannot find field", None),
        (400, 'Unknown name "additionalProperties": Cannot find field', None),  # Gemini
        (404, "No endpoints found that can handle the requested parameters.", None),  # OpenRouter
        (400, "Failed to parse grammar", None),  # llama.cpp
        (400, "Bad request", "response_format"),
    ],
)
async def test_a_server_without_schemas_is_asked_through_a_function(
    engine: Asked, status: int, message: str, param: str | None
) -> None:
    engine.server.fail_with(status, message=message, param=param, wanted=asked_by("json_schema"))
    engine.server.answer("PickAnswer", picked("milk"))
    assert (await engine.pick(to_pick())).note == "milk"
    assert structures(engine.server) == ["json_schema", "tools"]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "registry.example/gemma3:4b does not support tools"),  # Ollama
        (500, "tools param requires --jinja flag"),  # llama.cpp
        (404, "No endpoints found that support tool use."),  # OpenRouter
        (400, "Thinking mode does not support this tool_choice"),  # DeepSeek
        (400, "Unknown name \"strict\" at 'function_declarations[0].parameters'"),  # Gemini
    ],
)
async def test_a_server_without_functions_is_told_the_schema_in_words(
    engine: Asked, status: int, message: str
) -> None:
    engine.server.fail_with(400, param="response_format", wanted=asked_by("json_schema"))
    engine.server.fail_with(status, message=message, wanted=asked_by("tools"))
    engine.server.answer("PickAnswer", picked("milk"))
    assert (await engine.pick(to_pick())).note == "milk"
    assert structures(engine.server) == ["json_schema", "tools", "json_object"]
    asked = engine.server.requests[-1]
    assert "JSON" in asked.instructions
    assert '"note"' in asked.instructions
    assert asked.data == engine.server.requests[0].data


async def test_what_a_model_takes_is_remembered_for_each_model_by_its_client(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    server.fail_with(
        400,
        param="response_format",
        wanted=lambda r: r.structure == "json_schema" and r.body["model"] == "weak",
    )
    server.answer("PickAnswer", picked("milk"))
    server.answer("UnderstandAnswer", understood(act("general")))
    server.answer("CopyAnswer", copied())
    weak = replace(config, model="weak")
    engine = Asked(ModelClient(weak))
    await engine.pick(to_pick())
    await engine.understand(to_understand("hi"))
    await engine.copy(to_copy(content=drawn()))
    assert structures(server) == ["json_schema", "tools", "tools", "json_schema"]
    server.recover()
    await Asked(ModelClient(weak)).pick(to_pick())
    assert structures(server)[4:] == ["json_schema"], "a new client tries the strictest way again"


async def test_one_of_many_calls_at_once_finds_out_for_all(engine: Asked) -> None:
    engine.server.fail_with(400, param="response_format", wanted=asked_by("json_schema"))
    engine.server.fail_with(400, message="it does not support tools", wanted=asked_by("tools"))
    engine.server.answer("PickAnswer", picked("milk"))
    answers = await asyncio.gather(*(engine.pick(to_pick()) for _ in range(8)))
    assert len(answers) == 8
    assert structures(engine.server).count("tools") == 1
    assert structures(engine.server).count("json_object") == 8


async def test_a_way_that_stops_working_is_looked_for_anew(engine: Asked) -> None:
    engine.server.fail_with(400, 1, param="response_format")
    engine.server.answer("PickAnswer", picked("milk"))
    await engine.pick(to_pick())
    engine.server.fail_with(400, 1, message="it does not support tools")
    await engine.pick(to_pick())
    await engine.pick(to_pick())
    assert structures(engine.server) == [
        "json_schema",
        "tools",
        "tools",
        "json_schema",
        "json_schema",
    ]


async def test_a_server_that_takes_no_way_is_reported_as_refusing(engine: Asked) -> None:
    engine.server.fail_with(400, message="no response_format, no tools")
    with pytest.raises(RequestRefusedError, match="structured output"):
        await engine.pick(to_pick())
    assert structures(engine.server) == ["json_schema", "tools", "json_object"]


@pytest.mark.parametrize("structured", ["json_schema", "tools", "json_object"])
async def test_a_way_that_is_set_is_the_only_one(
    config: OpenAIConfig, server: ScriptedModelServer, structured: StructuredOutput
) -> None:
    engine = engine_with(config, structured)
    server.answer("PickAnswer", picked("milk"))
    assert (await engine.pick(to_pick())).note == "milk"
    server.fail_with(400, message="no response_format, no tools")
    with pytest.raises(RequestRefusedError):
        await engine.pick(to_pick())
    assert structures(server) == [structured, structured]


@pytest.mark.parametrize(
    ("status", "message", "expected"),
    [
        (400, "The person said something we dislike", RequestRefusedError),
        (404, "The model does not exist", ModelMisconfiguredError),
        (401, "No key for response_format", ModelMisconfiguredError),
        (503, "json_schema workers are overloaded", ModelUnavailableError),
        (429, "too many tools", ModelUnavailableError),
    ],
)
async def test_other_refusals_are_no_reason_to_ask_otherwise(
    engine: Asked, status: int, message: str, expected: type[Exception]
) -> None:
    engine.server.fail_with(status, message=message)
    with pytest.raises(expected):
        await engine.pick(to_pick())
    assert structures(engine.server) == ["json_schema"]


async def test_a_function_that_was_not_called_may_be_answered_in_text(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    body = {"choices": [{"message": {"content": json.dumps(picked("milk"))}}]}
    server.send_body(json.dumps(body), content_type="application/json")
    answer = await engine_with(config, "tools").pick(to_pick())
    assert answer.note == "milk"


ANSWER = json.dumps(picked("milk"))


@pytest.mark.parametrize(
    ("content", "is_taken"),
    [
        (f"```json\n{ANSWER}\n```", True),
        (f"```\n{ANSWER}\n```", True),
        (f"  ```json\r\n{ANSWER}\r\n```\n", True),
        (f"```json\n{ANSWER}```", True),
        (f"Sure! Here it is: {ANSWER}", False),
        (f"{ANSWER}\nAnything else?", False),
        (f"Here it is:\n```json\n{ANSWER}\n```", False),
        (f"```json\n{ANSWER}\n```\n```json\n{ANSWER}\n```", False),
        (f"<think>easy</think>{ANSWER}", False),
    ],
)
async def test_a_code_fence_is_taken_off_and_json_in_prose_is_not_guessed_at(
    engine: Asked, content: str, *, is_taken: bool
) -> None:
    engine.server.say(content)
    with nullcontext() if is_taken else pytest.raises(InvalidModelOutputError):
        assert (await engine.pick(to_pick())).note == "milk"
    assert len(engine.server.requests) == (1 if is_taken else 2)


# What a question is said to have used.


async def test_the_tokens_of_a_refused_and_an_answered_request_add_up(engine: Asked) -> None:
    engine.server.fail_with(400, param="response_format", wanted=asked_by("json_schema"))
    engine.server.say("prose", times=1)
    engine.server.answer("PickAnswer", picked("milk"))
    engine.server.say("prose", times=1)
    with metered() as usage:
        await engine.pick(to_pick())
    assert len(engine.server.requests) == 3
    assert (usage.model, usage.input_tokens, usage.output_tokens) == ("gpt-4o-mini", 2000, 200)


async def test_a_server_that_counts_no_tokens_is_counted_here(engine: Asked) -> None:
    body = {"choices": [{"message": {"content": ANSWER}}]}
    engine.server.send_body(json.dumps(body), content_type="application/json")
    with metered() as usage:
        await engine.pick(to_pick())
    assert 250 < usage.input_tokens < 500
    assert 8 < usage.output_tokens < 30
