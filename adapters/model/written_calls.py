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
from typing import Any, ClassVar, Literal, TypeVar, Union, cast, get_args, get_origin

from pydantic import Field, JsonValue, create_model
from pydantic.fields import FieldInfo

from adapters.model import written
from adapters.model.question import Written
from domain.messages import CallRequest
from domain.money import Currency
from domain.tools import Arguments, Tool

_Reader = Callable[[Any], JsonValue]


class _WrittenEntry(Written):
    """The base of the form of each entry of a list."""

    readers: ClassVar[Mapping[str, _Reader]] = {}


class WrittenToolCall(_WrittenEntry):
    """The base of the form of each tool."""

    tool: str

    def wanted(self) -> CallRequest:
        """Raises ``InvalidModelOutputError`` for an amount or a day that is none."""
        return CallRequest(name=self.tool, arguments=json.dumps(_read(self)))


_FormT = TypeVar("_FormT", bound=_WrittenEntry)


def form_of(tools: Sequence[Tool]) -> Any:  # noqa: ANN401 - a union of types, for a field
    """One of the calls, or null."""
    return reduce(or_, (*map(_form, tools), NoneType))


@cache
def _form(tool: Tool) -> type[WrittenToolCall]:
    name = (Literal[tool.name], ...)
    return _made_of(tool.arguments, f"Call_{tool.name}", WrittenToolCall, tool=name)


@cache
def _entry(arguments: type[Arguments]) -> type[_WrittenEntry]:
    return _made_of(arguments, f"Written{arguments.__name__}", _WrittenEntry)


def _made_of(
    arguments: type[Arguments],
    name: str,
    base: type[_FormT],
    **first: Any,  # noqa: ANN401 - fields
) -> type[_FormT]:
    """Returns a form with the fields ``first``, then one for each argument."""
    fields = arguments.model_fields
    written_as: dict[str, Any] = {
        name: (_schema(_kind(field)) | None, Field(description=field.description))
        for name, field in fields.items()
    }
    form = cast("type[_FormT]", create_model(name, __base__=base, **first, **written_as))
    form.readers = {name: _reader(field, _kind(field)) for name, field in fields.items()}
    return form


def _read(form: _WrittenEntry) -> dict[str, JsonValue]:
    """What a form says: its fields that are not null."""
    read = {name: reader(getattr(form, name)) for name, reader in form.readers.items()}
    return {name: value for name, value in read.items() if value is not None}


def amounts_of(arguments: type[Arguments]) -> tuple[str, ...]:
    """The names of the arguments that are amounts."""
    return tuple(n for n, field in arguments.model_fields.items() if _kind(field) is Decimal)


def lists_of(arguments: type[Arguments]) -> dict[str, type[Arguments]]:
    """The arguments that are lists, with what each entry is."""
    kinds = {name: _kind(field) for name, field in arguments.model_fields.items()}
    return {name: get_args(kind)[0] for name, kind in kinds.items() if _is_list(kind)}


def _is_list(kind: Any) -> bool:  # noqa: ANN401 - a type
    return get_origin(kind) is tuple and issubclass(get_args(kind)[0], Arguments)


def _reader(field: FieldInfo, kind: Any) -> _Reader:  # noqa: ANN401 - a type
    if kind is Decimal:
        return _amount
    if kind is date:
        return _day
    if _is_list(kind):
        return _entries
    is_currency = Currency in {field.annotation, *get_args(field.annotation)}
    return written.currency if is_currency else _as_it_is


def _kind(field: FieldInfo) -> Any:  # noqa: ANN401 - a type
    """The type of an argument without "or none"."""
    kind: Any = field.annotation
    if get_origin(kind) in {Union, UnionType}:
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    while get_origin(kind) is not None and hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    return kind


def _schema(kind: Any) -> Any:  # noqa: ANN401 - types, or a literal
    if _is_list(kind):
        entries: Any = list[_entry(get_args(kind)[0])]  # type: ignore[misc] # made here
        return entries
    if kind in {Decimal, date}:
        return str  # a JSON number has no exact decimals
    return Literal[tuple(each.value for each in kind)] if issubclass(kind, StrEnum) else kind


def _amount(value: str | None) -> str | None:
    amount = written.number(value)
    return None if amount is None else str(amount)


def _day(value: str | None) -> str | None:
    day = written.day(value)
    return None if day is None else day.isoformat()


def _entries(value: list[_WrittenEntry] | None) -> JsonValue:
    read: list[JsonValue] = [_read(entry) for entry in value or ()]
    return read or None


def _as_it_is(value: JsonValue) -> JsonValue:
    return written.text(value) if value is None or isinstance(value, str) else value
