import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from adapters.model.availability import RequestRefusedError
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.structure import StructuredOutput
from domain.errors import InvalidModelOutputError, ModelMisconfiguredError, ModelUnavailableError
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.openai.test_pictures import drawn
from tests.adapters.model.questions import to_copy, to_pick, to_understand
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import act, copied, picked, understood


def asked_by(*structures: str) -> Callable[[ModelRequest], bool]:
    return lambda request: request.structure in structures


def engine_with(config: OpenAIConfig, structured: StructuredOutput) -> Asked:
    changed = replace(config, structured=structured)
    return Asked(ModelClient(changed))


def structures(server: ScriptedModelServer) -> list[str]:
    return [request.structure for request in server.requests]


@pytest.mark.parametrize(
    ("status", "message", "param"),
    [
        # As servers word it; the names are of those that do.
        pytest.param(400, "This response_format type is unavailable now", None, id="DeepSeek"),
        pytest.param(
            422,
            "Failed to deserialize the JSON body into the target type: response_format: "
            "response_format.type `json_schema` is unavailable now at line 1",
            None,
            id="DeepSeek, older",
        ),
        pytest.param(
            400,
            "This model does not support response format `json_schema`.",
            "response_format",
            id="Groq",
        ),
        pytest.param(
            400,
            "invalid schema for response format: response_format/json_schema/next: not supported",
            None,
            id="Groq's limits",
        ),
        pytest.param(
            400,
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported with "
            "this model.",
            None,
            id="OpenAI's older models",
        ),
        pytest.param(
            400,
            "invalid value: `json_schema`, supported values are: `json_object` and `text`",
            "response_format.type",
            id="VolcEngine",
        ),
        pytest.param(
            400,
            'Invalid JSON payload received. Unknown name "additionalProperties" at '
            "'generation_config.response_schema': Cannot find field.",
            None,
            id="Gemini",
        ),
        pytest.param(
            400,
            "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input "
            "should be 'text' or 'json_object'\"}]",
            None,
            id="vLLM, older",
        ),
        pytest.param(
            404,
            "No endpoints found that can handle the requested parameters.",
            None,
            id="OpenRouter",
        ),
        pytest.param(400, "Failed to parse grammar", None, id="llama.cpp"),
        pytest.param(400, "Bad request", "response_format", id="by its parameter alone"),
    ],
)
async def test_a_server_without_schemas_is_asked_through_a_function(
    engine: Asked,
    server: ScriptedModelServer,
    status: int,
    message: str,
    param: str | None,
) -> None:
    server.fail_with(status, message=message, param=param, wanted=asked_by("json_schema"))
    server.answer("PickAnswer", picked("milk"))
    assert (await engine.pick(to_pick())).note == "milk"
    assert structures(server) == ["json_schema", "tools"]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        pytest.param(400, "registry.example/gemma3:4b does not support tools", id="Ollama"),
        pytest.param(500, "tools param requires --jinja flag", id="llama.cpp"),
        pytest.param(500, "Unsupported param: tools", id="llama.cpp, older"),
        pytest.param(404, "No endpoints found that support tool use.", id="OpenRouter"),
        pytest.param(400, "Thinking mode does not support this tool_choice", id="DeepSeek"),
        pytest.param(
            400,
            "Unknown name \"strict\" at 'tools[0].function_declarations[0].parameters'",
            id="Gemini",
        ),
    ],
)
async def test_a_server_without_functions_is_told_the_schema_in_words(
    engine: Asked, server: ScriptedModelServer, status: int, message: str
) -> None:
    server.fail_with(400, param="response_format", wanted=asked_by("json_schema"))
    server.fail_with(status, message=message, wanted=asked_by("tools"))
    server.answer("PickAnswer", picked("milk"))
    assert (await engine.pick(to_pick())).note == "milk"
    assert structures(server) == ["json_schema", "tools", "json_object"]
    asked = server.requests[-1]
    assert "JSON" in asked.instructions
    assert '"note"' in asked.instructions
    assert asked.data == server.requests[0].data


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


async def test_one_of_many_calls_at_once_finds_out_for_all(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.fail_with(400, param="response_format", wanted=asked_by("json_schema"))
    server.fail_with(400, message="it does not support tools", wanted=asked_by("tools"))
    server.answer("PickAnswer", picked("milk"))
    answers = await asyncio.gather(*(engine.pick(to_pick()) for _ in range(8)))
    assert len(answers) == 8
    assert structures(server).count("tools") == 1
    assert structures(server).count("json_object") == 8


async def test_a_way_that_stops_working_is_looked_for_anew(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.fail_with(400, 1, param="response_format")
    server.answer("PickAnswer", picked("milk"))
    await engine.pick(to_pick())
    server.fail_with(400, 1, message="it does not support tools")
    await engine.pick(to_pick())
    await engine.pick(to_pick())
    assert structures(server) == ["json_schema", "tools", "tools", "json_schema", "json_schema"]


async def test_a_server_that_takes_no_way_is_reported_as_refusing(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.fail_with(400, message="no response_format, no tools")
    with pytest.raises(RequestRefusedError, match="structured output"):
        await engine.pick(to_pick())
    assert structures(server) == ["json_schema", "tools", "json_object"]


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
    engine: Asked,
    server: ScriptedModelServer,
    status: int,
    message: str,
    expected: type[Exception],
) -> None:
    server.fail_with(status, message=message)
    with pytest.raises(expected):
        await engine.pick(to_pick())
    assert structures(server) == ["json_schema"]


async def test_a_function_that_was_not_called_may_be_answered_in_text(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    body = {"choices": [{"message": {"content": json.dumps(picked("milk"))}}]}
    server.send_body(json.dumps(body), content_type="application/json")
    answer = await engine_with(config, "tools").pick(to_pick())
    assert answer.note == "milk"


ANSWER = json.dumps(picked("milk"))


@pytest.mark.parametrize(
    "content",
    [
        f"```json\n{ANSWER}\n```",
        f"```\n{ANSWER}\n```",
        f"  ```json\r\n{ANSWER}\r\n```\n",
        f"```json\n{ANSWER}```",
    ],
)
async def test_a_code_fence_around_the_answer_is_taken_off(
    engine: Asked, server: ScriptedModelServer, content: str
) -> None:
    server.say(content)
    assert (await engine.pick(to_pick())).note == "milk"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "content",
    [
        f"Sure! Here it is: {ANSWER}",
        f"{ANSWER}\nAnything else?",
        f"Here it is:\n```json\n{ANSWER}\n```",
        f"```json\n{ANSWER}\n```\n```json\n{ANSWER}\n```",
        f"<think>easy</think>{ANSWER}",
    ],
)
async def test_json_in_the_middle_of_prose_is_not_guessed_at(
    engine: Asked, server: ScriptedModelServer, content: str
) -> None:
    server.say(content)
    with pytest.raises(InvalidModelOutputError):
        await engine.pick(to_pick())
