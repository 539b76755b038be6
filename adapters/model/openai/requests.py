"""The arguments of one chat completion, for each way of asking for JSON."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

from openai.types.chat import (
    ChatCompletionContentPartParam,
    ChatCompletionFunctionToolParam,
    ChatCompletionMessageParam,
    ChatCompletionToolChoiceOptionParam,
)
from openai.types.shared_params import ResponseFormatJSONObject, ResponseFormatJSONSchema

from adapters.model.metering import SentRequest
from adapters.model.openai import rounds
from adapters.model.openai.repair import Objection
from adapters.model.openai.rounds import ShownRound
from adapters.model.openai.structure import Structure, schema_text, wire_parameters, wire_schema
from adapters.model.question import Picture, ToolUse, Written

_FIXED_TEMPERATURE_FAMILIES = ("o1", "o3", "o4", "gpt-5", "gpt-6")
"""Reasoning models of OpenAI: they refuse a temperature and the older ``max_tokens``."""

_WITHOUT_EFFORT = ("chat", "pro", "o1-mini", "o1-preview")
"""Variants of them that take no choice of effort, or no other than their own."""

_FORMAT = """

# Format

Answer with one JSON object and nothing else: no words around it, no code fence. It must fit the
JSON schema `{name}`:

{schema}
"""

HOW_TO_CALL = """

# Tools

Each line below is a tool: its name, what it does, the JSON schema of its arguments. To use tools,
list them in `calls`, with the arguments of each as the text of one JSON object, and leave `reply`
empty; the next message has the results. To answer the person, write `reply` and leave `calls`
empty.

"""
"""For servers that know no tools: their models write calls as JSON."""


@dataclass(frozen=True)
class Prompt:
    """What one request says. Pictures travel inside it; nothing is fetched from anywhere."""

    model: str
    instructions: str
    data: str
    temperature: float
    max_tokens: int
    pictures: Sequence[Picture] = ()
    tool_use: ToolUse | None = None
    rounds: Sequence[ShownRound] = ()
    """Those of ``tool_use``, as they fit."""


class RequestBody(TypedDict):
    """For ``chat.completions.create``."""

    model: str
    messages: list[ChatCompletionMessageParam]
    temperature: NotRequired[float]
    max_tokens: NotRequired[int]
    max_completion_tokens: NotRequired[int]
    reasoning_effort: NotRequired[Literal["low"]]
    response_format: NotRequired[ResponseFormatJSONSchema | ResponseFormatJSONObject]
    tools: NotRequired[list[ChatCompletionFunctionToolParam]]
    tool_choice: NotRequired[ChatCompletionToolChoiceOptionParam]


def request_body(
    prompt: Prompt, schema: type[Written], structure: Structure, again: Objection | None
) -> RequestBody:
    """Everything that a request says, with the correction of a former answer if there is one."""
    body: RequestBody = {
        "model": prompt.model,
        "messages": _messages(prompt, schema, structure, again),
    }
    if prompt.model.startswith(_FIXED_TEMPERATURE_FAMILIES):
        body["max_completion_tokens"] = prompt.max_tokens
        if not any(variant in prompt.model for variant in _WITHOUT_EFFORT):
            # What a model thinks counts as its answer: with more effort nothing is left to say.
            body["reasoning_effort"] = "low"
    else:
        body["temperature"] = prompt.temperature
        body["max_tokens"] = prompt.max_tokens
    if structure is Structure.JSON_SCHEMA:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {
                "name": schema.__name__,
                "schema": dict(wire_schema(schema)),
                "strict": True,
            },
        }
    elif structure is Structure.JSON_OBJECT:
        body["response_format"] = {"type": "json_object"}
    elif prompt.tool_use:
        if prompt.tool_use.tools:
            body["tools"] = rounds.definitions(prompt.tool_use.tools)
            body["tool_choice"] = "auto"
    else:
        # Without ``strict``, which is OpenAI's own; the answer is validated here in any case.
        taking = rounds.function(schema.__name__, "Takes your answer.", wire_schema(schema))
        body["tools"] = [taking]
        body["tool_choice"] = {"type": "function", "function": {"name": schema.__name__}}
    return body


def request_record(body: RequestBody, structure: Structure) -> SentRequest:
    """The request as whoever overhears it is told it: what a picture shows is left out."""
    return SentRequest(
        model=body["model"],
        messages=tuple(
            (m["role"], words if isinstance(words := m.get("content"), str) else "")
            for m in body["messages"]
        ),
        temperature=body.get("temperature"),
        max_tokens=body.get("max_tokens") or body.get("max_completion_tokens") or 0,
        structure=structure.value,
        tools=len(body.get("tools", ())),
    )


def _messages(
    prompt: Prompt, schema: type[Written], structure: Structure, again: Objection | None
) -> list[ChatCompletionMessageParam]:
    """Instructions and data never share a message."""
    content: list[ChatCompletionContentPartParam] = [{"type": "text", "text": prompt.data}]
    content += [
        {"type": "image_url", "image_url": {"url": _data_url(picture)}}
        for picture in prompt.pictures
    ]
    instructions = prompt.instructions
    if prompt.tool_use and prompt.tool_use.tools and structure is not Structure.TOOLS:
        listed = (
            f"- `{t.name}`: {t.purpose} {json.dumps(wire_parameters(t), ensure_ascii=False)}"
            for t in prompt.tool_use.tools
        )
        instructions += HOW_TO_CALL + "\n".join(listed)
    if structure is Structure.JSON_OBJECT:
        instructions += _FORMAT.format(name=schema.__name__, schema=schema_text(schema))
    messages: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": instructions},
        {"role": "user", "content": content if prompt.pictures else prompt.data},
    ]
    messages += rounds.messages(prompt.rounds, structure)
    if again:
        messages += [
            {"role": "assistant", "content": again.former},
            {"role": "user", "content": again.complaint},
        ]
    return messages


def _data_url(picture: Picture) -> str:
    encoded = base64.b64encode(picture.content).decode("ascii")
    return f"data:{picture.mime_type};base64,{encoded}"
