"""Calls of tools as models write them in an answer: from the tool's own arguments.

Every key is required, as strict structured output wants it, and may be null: what the person did
not say is left to the tool, which has a default for it or refuses the call.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

from pydantic import Field, JsonValue, create_model
from pydantic.fields import FieldInfo

from adapters.model import written
from adapters.model.question import Written
from domain.messages import CallRequest
from domain.money import Currency
from domain.tools import Tool

_Reader = Callable[[Any], JsonValue]


class WrittenToolCall(Written):
    """The base of the form of each tool."""

    readers: ClassVar[Mapping[str, _Reader]] = {}
    tool: str

    def wanted(self) -> CallRequest:
        """Raises ``InvalidModelOutputError`` for an amount or a day that is none."""
        read = {name: reader(getattr(self, name)) for name, reader in self.readers.items()}
        told = {name: value for name, value in read.items() if value is not None}
        return CallRequest(name=self.tool, arguments=json.dumps(told))


def form_of(tools: Sequence[Tool]) -> Any:  # noqa: ANN401 - a union of types, for a field
    """One of the calls, or null."""
    return reduce(or_, (*map(_form, tools), NoneType))


@cache
def _form(tool: Tool) -> type[WrittenToolCall]:
    fields = tool.arguments.model_fields
    kinds = {name: _kind(field) for name, field in fields.items()}
    written_as: dict[str, Any] = {
        name: (_schema(kind) | None, Field(description=fields[name].description))
        for name, kind in kinds.items()
    }
    form = create_model(
        f"Call_{tool.name}",
        __base__=WrittenToolCall,
        tool=(Literal[tool.name], ...),
        **written_as,
    )
    form.readers = {name: _reader(fields[name], kind) for name, kind in kinds.items()}
    return form


def amounts_of(tool: Tool) -> tuple[str, ...]:
    """The names of its arguments that are amounts."""
    return tuple(n for n, field in tool.arguments.model_fields.items() if _kind(field) is Decimal)


def _reader(field: FieldInfo, kind: type) -> _Reader:
    if kind is Decimal:
        return _amount
    if kind is date:
        return _day
    is_currency = Currency in {field.annotation, *get_args(field.annotation)}
    return written.currency if is_currency else _as_it_is


def _kind(field: FieldInfo) -> type:
    """The type of an argument without "or none"."""
    kind: Any = field.annotation
    if get_origin(kind) in {Union, UnionType}:
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    while get_origin(kind) is not None and hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    own: type = kind
    return own


def _schema(kind: type) -> Any:  # noqa: ANN401 - a type, or a literal
    if kind in {Decimal, date}:
        return str  # a JSON number has no exact decimals
    return Literal[tuple(each.value for each in kind)] if issubclass(kind, StrEnum) else kind


def _amount(value: str | None) -> str | None:
    amount = written.number(value)
    return None if amount is None else str(amount)


def _day(value: str | None) -> str | None:
    day = written.day(value)
    return None if day is None else day.isoformat()


def _as_it_is(value: JsonValue) -> JsonValue:
    return written.text(value) if value is None or isinstance(value, str) else value
