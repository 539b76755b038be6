"""One structured question to an OpenAI-compatible server."""

import asyncio
from typing import TypeVar

from openai import AsyncOpenAI, OpenAIError, omit
from openai.types.chat import (
    ChatCompletionContentPartParam,
    ChatCompletionMessageParam,
)
from openai.types.shared_params import ResponseFormatJSONSchema
from pydantic import BaseModel, ValidationError

from adapters.model.metering import report_request, report_tokens
from adapters.model.openai.config import OPENAI_BASE_URL, OpenAIConfig
from adapters.model.openai.errors import translated, unusable
from adapters.model.openai.prompts import Prompt
from adapters.model.openai.schemas import Wire
from domain.errors import AppError, InvalidModelOutputError, ModelUnavailableError

_FIXED_TEMPERATURE_FAMILIES = ("o1", "o3", "o4", "gpt-5")
"""Reasoning models of OpenAI: they refuse a temperature and the older ``max_tokens``."""

_NO_KEY = "none"
"""The client insists on a key; servers that need none ignore it."""

_WireT = TypeVar("_WireT", bound=Wire)


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Tokens(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(BaseModel):
    """The part of a chat completion that is used, validated here.

    The client itself does not validate: a proxy's HTML page would surface as an AttributeError.
    """

    choices: list[_Choice]
    usage: _Tokens | None = None


class ModelClient:
    """Asks for one JSON answer and gives it back validated.

    Raises ``ModelUnavailableError``, ``ModelMisconfiguredError`` or ``InvalidModelOutputError``.
    Never retries: that is the business of whoever schedules the call.
    """

    def __init__(self, config: OpenAIConfig) -> None:
        self._config = config
        self._client = AsyncOpenAI(
            api_key=config.api_key.get_secret_value() if config.api_key else _NO_KEY,
            base_url=config.base_url or OPENAI_BASE_URL,
            timeout=config.timeout.total_seconds(),
            max_retries=0,
        )

    async def aclose(self) -> None:
        await self._client.close()

    async def ask(self, prompt: Prompt, schema: type[_WireT]) -> _WireT:
        """The model's answer to ``prompt`` as a ``schema``."""
        body = await self._completion(prompt, schema)
        try:
            completion = _Completion.model_validate_json(body)
            if completion.usage:
                report_tokens(completion.usage.prompt_tokens, completion.usage.completion_tokens)
            return schema.model_validate_json(self._content(completion))
        except ValidationError as error:
            failure = unusable(error, self._config.name)
        # Outside the handler: the validation error holds the model's words, and a chained cause
        # would carry them into logs and workflow history.
        raise failure

    def _content(self, completion: _Completion) -> str:
        name = self._config.name
        if not completion.choices:
            msg = f"{name} answered without a choice"
            raise InvalidModelOutputError(msg)
        choice = completion.choices[0]
        if choice.message.refusal:
            msg = f"{name} refused to answer"
            raise InvalidModelOutputError(msg)
        if choice.finish_reason in {"length", "content_filter"}:
            msg = f"{name} stopped before the end ({choice.finish_reason})"
            raise InvalidModelOutputError(msg)
        if not choice.message.content:
            msg = f"{name} answered nothing"
            raise InvalidModelOutputError(msg)
        return choice.message.content

    async def _completion(self, prompt: Prompt, schema: type[Wire]) -> str:
        failure: AppError
        report_request(prompt.model)
        try:
            # The client's own timeout is for each phase of the exchange; a server that trickles
            # its answer would never meet it.
            async with asyncio.timeout(self._config.timeout.total_seconds()):
                return await self._send(prompt, schema)
        except OpenAIError as error:
            failure = translated(error, self._config.name)
        except TimeoutError:
            failure = ModelUnavailableError(f"{self._config.name} did not answer in time")
        # As in ``ask``: the client's error holds the provider's text.
        raise failure

    async def _send(self, prompt: Prompt, schema: type[Wire]) -> str:
        plain = not prompt.model.startswith(_FIXED_TEMPERATURE_FAMILIES)
        response = await self._client.chat.completions.with_raw_response.create(
            model=prompt.model,
            messages=_messages(prompt),
            response_format=_response_format(schema),
            temperature=prompt.temperature if plain else omit,
            max_tokens=prompt.max_tokens if plain else omit,
            max_completion_tokens=omit if plain else prompt.max_tokens,
        )
        return response.text


def _messages(prompt: Prompt) -> list[ChatCompletionMessageParam]:
    """Instructions and data never share a message."""
    content: list[ChatCompletionContentPartParam] = [{"type": "text", "text": prompt.data}]
    if prompt.image_url:
        content.append({"type": "image_url", "image_url": {"url": prompt.image_url}})
    return [
        {"role": "system", "content": prompt.instructions},
        {"role": "user", "content": content if prompt.image_url else prompt.data},
    ]


def _response_format(schema: type[Wire]) -> ResponseFormatJSONSchema:
    return {
        "type": "json_schema",
        "json_schema": {
            "name": schema.__name__,
            "schema": schema.model_json_schema(),
            "strict": True,
        },
    }
