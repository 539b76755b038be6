"""A call's parameters against aiogram's own method classes: what they don't know is refused."""

import json
import types
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, Union, get_args, get_origin

import aiogram.methods
from aiogram.client.default import Default
from aiogram.methods import TelegramMethod
from pydantic import BaseModel, ValidationError

from tests.telegram.emulator.errors import ApiError, refuse

Call = TelegramMethod[Any]
T = TypeVar("T")

# Telegram reads the names of methods without regard to case.
METHODS: dict[str, type[Call]] = {
    method.__api_method__.lower(): method
    for method in vars(aiogram.methods).values()
    if isinstance(method, type)
    and issubclass(method, TelegramMethod)
    and method is not TelegramMethod
}


def parsed(name: str, raw: Mapping[str, object]) -> Call:
    """The call with its values typed.

    Raises ``ApiError``: 404 for an unknown method; 400 for an unknown, missing or malformed
    parameter, at any depth.
    """
    method = METHODS.get(name.lower())
    if method is None:
        raise ApiError(404, "Not Found: method not found")
    unknown = sorted(set(raw) - set(method.model_fields))
    if unknown:
        refuse(f'unknown parameter "{unknown[0]}"')
    values = {
        key: _decoded(key, value, method.model_fields[key].annotation) for key, value in raw.items()
    }
    try:
        call = method.model_validate(values)
    except ValidationError as error:
        refuse(_refusal(error))
    for path in unknown_fields(call):
        refuse(f'unknown field "{path}"')
    return call


def given(value: T | Default | None) -> T | None:
    """The value, or None where aiogram stands for a default of the bot."""
    return None if isinstance(value, Default) else value


def unknown_fields(value: object, path: str = "") -> Iterator[str]:
    """The paths of what aiogram's types accept without knowing it."""
    if isinstance(value, BaseModel):
        for name in value.model_extra or ():
            yield f"{path}.{name}".lstrip(".")
        for name in type(value).model_fields:
            yield from unknown_fields(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from unknown_fields(item, f"{path}[{number}]")


def _decoded(key: str, value: object, annotation: object) -> object:
    """Forms carry JSON in strings, and so may JSON bodies."""
    if not isinstance(value, str):
        return value
    options = set(_options(annotation))
    if str in options:
        number = int in options and value.lstrip("-").isdigit()
        return int(value) if number else value
    if value in {"True", "False"}:
        return value == "True"
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        refuse(f'can\'t parse "{key}": expected JSON')


def _options(annotation: object) -> Iterator[object]:
    if get_origin(annotation) in {Union, types.UnionType}:
        for option in get_args(annotation):
            yield from _options(option)
    else:
        yield annotation


def _refusal(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] == "missing":
        return "message text is empty" if place == "text" else f'parameter "{place}" is required'
    return f'can\'t parse "{place}": {first["msg"]}'
