"""Requests as they arrive at the model server, and what a real one would refuse."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import web


@dataclass(frozen=True)
class ModelRequest:
    """A well-formed request as it arrived. ``data`` is the user message's JSON document.

    ``structure`` is how JSON was asked for: json_schema, tools or json_object. A repair has the
    answer that did not do (``former``) and what was wrong with it (``complaint``).
    """

    body: dict[str, object]
    headers: Mapping[str, str]
    schema_name: str
    instructions: str
    user_text: str
    image_urls: tuple[str, ...]
    structure: str = "json_schema"
    tools: tuple[str, ...] = ()
    """Of a round with tools (``StepAnswer``): names of those that are offered."""
    rounds: tuple[Mapping[str, object], ...] = ()
    """Its messages behind the question, as they arrived."""
    former: str = ""
    complaint: str = ""

    @property
    def data(self) -> dict[str, object]:
        decoded: dict[str, object] = json.loads(self.user_text)
        return decoded

    @property
    def results(self) -> list[dict[str, object]]:
        """What the model is told of its calls, in order; only for ``StepAnswer`` with tools."""
        told = (m["content"] for m in self.rounds if m["role"] == "tool")
        return [json.loads(str(content)) for content in told]

    @property
    def messages(self) -> list[str]:
        """The person's texts, in order; only for ``UnderstandAnswer`` and ``StepAnswer``."""
        listed = self.data["messages"]
        assert isinstance(listed, list)
        return [each if isinstance(each, str) else each["text"] for each in listed]


@dataclass(frozen=True)
class Recording:
    """A voice note as it arrived at the audio endpoint."""

    fields: Mapping[str, str]
    file_name: str
    content_type: str
    content: bytes


class MalformedRequestError(Exception):
    """What a real server with strict structured output would refuse."""


def parsed(body: object, headers: Mapping[str, str]) -> ModelRequest:
    """The request, or ``MalformedRequestError``."""
    _require(isinstance(body, dict), "the body is not an object")
    assert isinstance(body, dict)
    _require(isinstance(body.get("model"), str) and body["model"], "model is missing")
    _require(headers.get("Authorization", "").startswith("Bearer "), "no bearer token")
    messages = body.get("messages")
    if isinstance(messages, list) and _is_step(body):
        return _step(body, headers)
    _require(isinstance(messages, list) and len(messages) in {2, 4}, "messages are not two or four")
    system, user, *repair = body["messages"]
    roles = [message.get("role") for message in body["messages"]]
    _require(roles == ["system", "user", "assistant", "user"][: len(roles)], "wrong roles")
    structure, schema = _structure(body, system["content"])
    texts, images = _parts(user.get("content"))
    _require(len(texts) == 1, "the user message holds no single text")
    return ModelRequest(
        body=body,
        headers=headers,
        schema_name=schema,
        instructions=system["content"],
        user_text=texts[0],
        image_urls=tuple(images),
        structure=structure,
        former=repair[0]["content"] if repair else "",
        complaint=repair[1]["content"] if repair else "",
    )


STEP = "StepAnswer"


def _is_step(body: dict[str, object]) -> bool:
    """A round with tools: offered by the protocol's own means, or called in it before."""
    if "response_format" in body:
        form = body["response_format"]
        assert isinstance(form, dict)
        return form.get("json_schema", {}).get("name") == STEP or f"`{STEP}`" in str(body)
    return body.get("tool_choice") == "auto" or "tools" not in body


def _step(body: dict[str, object], headers: Mapping[str, str]) -> ModelRequest:
    messages = body["messages"]
    assert isinstance(messages, list)
    system, user, *rounds = messages
    _require([system["role"], user["role"]] == ["system", "user"], "wrong roles")
    structure = "tools"
    if "response_format" in body:
        structure, _ = _structure(body, system["content"])
    _check_rounds(rounds)
    offered = body.get("tools", [])
    assert isinstance(offered, list)
    for each in offered:
        function = each["function"]
        _require(function["parameters"]["type"] == "object", "no object")
        _require(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", function["name"]), "no name of a function")
    return ModelRequest(
        body=body,
        headers=headers,
        schema_name=STEP,
        instructions=system["content"],
        user_text=user["content"],
        image_urls=(),
        structure=structure,
        tools=tuple(tool["function"]["name"] for tool in offered),
        rounds=tuple(rounds),
    )


def _check_rounds(rounds: list[dict[str, object]]) -> None:
    """Each call has its result, at once and in its order, and arguments are those of an object."""
    open_calls: list[str] = []
    for message in rounds:
        if message["role"] == "tool":
            _require(open_calls, "a result without a call")
            _require(message["tool_call_id"] == open_calls.pop(0), "the result of another call")
            continue
        _require(not open_calls, "a call without a result")
        _require(message.get("content") or message.get("tool_calls"), "an empty message")
        calls = message.get("tool_calls", [])
        assert isinstance(calls, list)
        for call in calls:
            _require(re.fullmatch(r"[a-zA-Z0-9]{9}", call["id"]), "an id that Mistral refuses")
            arguments = json.loads(call["function"]["arguments"])
            _require(isinstance(arguments, dict), "arguments are no object")
            open_calls.append(call["id"])
    _require(not open_calls, "a call without a result")


async def recorded(raw: web.Request) -> Recording:
    """The voice note of a multipart request, or ``MalformedRequestError``."""
    _require(raw.headers.get("Authorization", "").startswith("Bearer "), "no bearer token")
    _require(raw.content_type == "multipart/form-data", "the body is no form")
    fields: dict[str, str] = {}
    file: web.FileField | None = None
    for name, value in (await raw.post()).items():
        if isinstance(value, web.FileField):
            _require(name == "file" and file is None, f"unexpected file {name}")
            file = value
        else:
            _require(name in {"model", "language", "response_format"}, f"unknown field {name}")
            fields[name] = str(value)
    _require(fields.get("model"), "model is missing")
    _require(fields.get("response_format", "json") == "json", "not every model answers so")
    _require(len(fields.get("language", "en")) == 2, "the language is no ISO 639-1 code")
    assert file is not None
    return Recording(fields, file.filename, file.content_type, file.file.read())


def _structure(body: dict[str, object], instructions: str) -> tuple[str, str]:
    """How JSON is asked for, and the name of the schema."""
    if "tools" in body:
        return "tools", _function(body)
    response_format = body.get("response_format")
    if response_format == {"type": "json_object"}:
        named = re.search(r"JSON schema `(\w+)`:\s+\{", instructions)
        _require(named, "the instructions hold no schema")
        assert named
        return "json_object", named[1]
    return "json_schema", _schema(response_format)


def _function(body: dict[str, object]) -> str:
    _require("response_format" not in body, "tools and a response_format at once")
    tools = body["tools"]
    assert isinstance(tools, list)
    _require(len(tools) == 1 and tools[0]["type"] == "function", "not one function")
    function = tools[0]["function"]
    forced = {"type": "function", "function": {"name": function["name"]}}
    _require(body.get("tool_choice") == forced, "the function is not insisted on")
    _check_strict(function["parameters"], function["name"])
    name: str = function["name"]
    return name


def _schema(response_format: object) -> str:
    _require(
        isinstance(response_format, dict) and response_format.get("type") == "json_schema",
        "response_format is not a json_schema",
    )
    assert isinstance(response_format, dict)
    described = response_format["json_schema"]
    _require(described.get("strict") is True, "the schema is not strict")
    _check_strict(described["schema"], described["name"])
    name: str = described["name"]
    return name


def _check_strict(node: object, at: str) -> None:
    """Strict mode: every object is closed, and every one of its properties is required."""
    if isinstance(node, list):
        for n, child in enumerate(node):
            _check_strict(child, f"{at}.{n}")
    if not isinstance(node, dict):
        return
    if node.get("type") == "object":
        _require(node.get("additionalProperties") is False, f"{at} is open")
        properties = set(node.get("properties", {}))
        _require(set(node.get("required", [])) == properties, f"{at} has optional keys")
    _require("default" not in node, f"{at} has a default")
    for key, child in node.items():
        _check_strict(child, f"{at}.{key}")


def _parts(content: object) -> tuple[list[str], list[str]]:
    if isinstance(content, str):
        return [content], []
    assert isinstance(content, list)
    texts = [part["text"] for part in content if part["type"] == "text"]
    images = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
    return texts, images


def _require(condition: object, reason: str) -> None:
    if not condition:
        raise MalformedRequestError(reason)
