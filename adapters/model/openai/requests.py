"""The arguments of one chat completion, for each way of asking for JSON."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

from openai.types.chat import (
    ChatCompletionContentPartParam,
    ChatCompletionFunctionToolParam,
    ChatCompletionMessageParam,
    ChatCompletionNamedToolChoiceParam,
)
from openai.types.shared_params import ResponseFormatJSONObject, ResponseFormatJSONSchema

from adapters.model.openai.repair import Objection
from adapters.model.openai.structure import Structure, schema_text, wire_schema
from adapters.model.question import Picture, Written

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


@dataclass(frozen=True)
class Prompt:
    """What one request says. Pictures travel inside it; nothing is fetched from anywhere."""

    model: str
    instructions: str
    data: str
    temperature: float
    max_tokens: int
    pictures: Sequence[Picture] = ()


class Arguments(TypedDict):
    """For ``chat.completions.create``."""

    model: str
    messages: list[ChatCompletionMessageParam]
    temperature: NotRequired[float]
    max_tokens: NotRequired[int]
    max_completion_tokens: NotRequired[int]
    reasoning_effort: NotRequired[Literal["low"]]
    response_format: NotRequired[ResponseFormatJSONSchema | ResponseFormatJSONObject]
    tools: NotRequired[list[ChatCompletionFunctionToolParam]]
    tool_choice: NotRequired[ChatCompletionNamedToolChoiceParam]


def arguments(
    prompt: Prompt, schema: type[Written], structure: Structure, again: Objection | None
) -> Arguments:
    """Everything that a request says, with the correction of a former answer if there is one."""
    asked: Arguments = {
        "model": prompt.model,
        "messages": _messages(prompt, schema, structure, again),
    }
    if prompt.model.startswith(_FIXED_TEMPERATURE_FAMILIES):
        asked["max_completion_tokens"] = prompt.max_tokens
        if not any(variant in prompt.model for variant in _WITHOUT_EFFORT):
            # What a model thinks counts as its answer: with more effort nothing is left to say.
            asked["reasoning_effort"] = "low"
    else:
        asked["temperature"] = prompt.temperature
        asked["max_tokens"] = prompt.max_tokens
    if structure is Structure.JSON_SCHEMA:
        asked["response_format"] = _strict(schema)
    elif structure is Structure.JSON_OBJECT:
        asked["response_format"] = {"type": "json_object"}
    else:
        asked["tools"] = [_function(schema)]
        asked["tool_choice"] = {"type": "function", "function": {"name": schema.__name__}}
    return asked


def _messages(
    prompt: Prompt, schema: type[Written], structure: Structure, again: Objection | None
) -> list[ChatCompletionMessageParam]:
    """Instructions and data never share a message."""
    content: list[ChatCompletionContentPartParam] = [{"type": "text", "text": prompt.data}]
    content += [
        {"type": "image_url", "image_url": {"url": _data_url(picture)}}
        for picture in prompt.pictures
    ]
    told = structure is Structure.JSON_OBJECT
    instructions = prompt.instructions + (_format(schema) if told else "")
    messages: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": instructions},
        {"role": "user", "content": content if prompt.pictures else prompt.data},
    ]
    if again:
        messages += [
            {"role": "assistant", "content": again.former},
            {"role": "user", "content": again.complaint},
        ]
    return messages


def _data_url(picture: Picture) -> str:
    encoded = base64.b64encode(picture.content).decode("ascii")
    return f"data:{picture.mime_type};base64,{encoded}"


def _format(schema: type[Written]) -> str:
    return _FORMAT.format(name=schema.__name__, schema=schema_text(schema))


def _strict(schema: type[Written]) -> ResponseFormatJSONSchema:
    return {
        "type": "json_schema",
        "json_schema": {
            "name": schema.__name__,
            "schema": dict(wire_schema(schema)),
            "strict": True,
        },
    }


def _function(schema: type[Written]) -> ChatCompletionFunctionToolParam:
    """Without ``strict``, which is OpenAI's own; the answer is validated here in any case."""
    return {
        "type": "function",
        "function": {
            "name": schema.__name__,
            "description": "Takes your answer.",
            "parameters": dict(wire_schema(schema)),
        },
    }
