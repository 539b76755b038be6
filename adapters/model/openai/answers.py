"""What comes back over the wire, and the one JSON text in it that counts."""

import json
import re
from dataclasses import dataclass

from pydantic import BaseModel, JsonValue, ValidationError

from adapters.model.prompts import document
from adapters.model.question import Json
from domain.errors import InvalidModelOutputError, ModelUnavailableError

_FENCED = re.compile(r"\s*```(?:json)?[ \t]*\r?\n(?P<inside>.*?)\r?\n?```\s*", re.DOTALL)
"""A whole answer inside one code fence."""

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""What some models think aloud before they answer; it is not for the person."""


class DeclinedError(InvalidModelOutputError):
    """The model, or a filter behind it, will not answer: asking again is no use."""


class _Function(BaseModel):
    name: str = ""
    arguments: str | dict[str, JsonValue] | None = None
    """Text by the protocol; some servers send the object itself."""

    @property
    def text(self) -> str:
        told = self.arguments
        return json.dumps(told, ensure_ascii=False) if isinstance(told, dict) else told or ""


class _ToolCall(BaseModel):
    function: _Function | None = None


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class TokensUsed(BaseModel):
    """The provider's own count."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


class Completion(BaseModel):
    """The part of a chat completion that is used, validated here.

    The client itself does not validate: a proxy's HTML page would surface as an AttributeError.
    """

    choices: list[_Choice]
    usage: TokensUsed | None = None


@dataclass(frozen=True)
class ModelReply:
    """The model's words; ``cut_off`` when they end because they became too long."""

    text: str
    cut_off: bool = False


def completion_in(body: str, provider: str) -> Completion:
    """Raises ``ModelUnavailableError`` for anything else: a page of a proxy, half a body."""
    try:
        return Completion.model_validate_json(body)
    except ValidationError:
        failure = ModelUnavailableError(f"{provider} answered something that is no completion")
    # Outside the handler: the validation error holds what the server wrote.
    raise failure


def reply_in(completion: Completion, provider: str) -> ModelReply:
    """What the model said. Raises ``DeclinedError`` when it would not."""
    choice = _choice_in(completion, provider)
    called = [call.function.text for call in choice.message.tool_calls or () if call.function]
    # Some servers know tools, but not how to insist on one: the JSON is then in the text.
    text = (called[0] if called else choice.message.content) or ""
    return ModelReply(unfenced(text), cut_off=choice.finish_reason == "length")


def step_in(completion: Completion, provider: str) -> ModelReply:
    """What the model said and called, in the form of ``StepAnswer``. Raises as ``reply_in``."""
    choice = _choice_in(completion, provider)
    functions = [call.function for call in choice.message.tool_calls or () if call.function]
    calls: list[Json] = [{"name": f.name, "arguments": f.text or "{}"} for f in functions]
    words = _THOUGHT.sub("", choice.message.content or "").strip()
    text = document({"reply": words, "calls": calls}) if words or calls else ""
    return ModelReply(text, cut_off=choice.finish_reason == "length")


def _choice_in(completion: Completion, provider: str) -> _Choice:
    if not completion.choices:
        raise DeclinedError(f"{provider} answered without a choice")
    choice = completion.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise DeclinedError(f"{provider} refused to answer ({choice.finish_reason or 'refusal'})")
    return choice


def unfenced(text: str) -> str:
    """``text`` without the code fence around all of it.

    Nothing else is taken off. JSON in the middle of prose may be an example, a quotation of the
    person's words, or one of several attempts: what it means would be a guess.
    """
    fenced = _FENCED.fullmatch(text)
    return fenced["inside"] if fenced else text
