"""Three ways to ask for an answer that fits a schema, and which of them a server takes.

Not every OpenAI-compatible server knows ``json_schema``. A refusal of the way of asking is told
from other refusals by its words, since servers use different codes; ADR 0017 says whose words.
"""

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Literal, TypeVar

import openai
import structlog

from adapters.model.availability import RequestRefusedError
from adapters.model.question import Written
from domain.tools import ToolSpec

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

StructuredOutput = Literal["auto", "json_schema", "tools", "json_object"]

_log = structlog.get_logger(__name__)

_Answer = TypeVar("_Answer")


class Structure(StrEnum):
    """From the strictest to the most widely known."""

    JSON_SCHEMA = "json_schema"
    TOOLS = "tools"
    JSON_OBJECT = "json_object"


class StructureRefusedError(RequestRefusedError):
    """The server does not take this way of asking; another may do."""


_REFUSING = frozenset({400, 404, 422, 500, 501})
"""llama.cpp answers 500 to tools that it was not started for, OpenRouter 404."""

_WORDS = {
    Structure.JSON_SCHEMA: re.compile(
        r"response.?format|json.?schema|response.?schema|structured.?output|additionalProperties"
        r"|guided.?(decoding|json)|grammar|requested parameters",
        re.IGNORECASE,
    ),
    Structure.TOOLS: re.compile(
        r"\btools?\b|tool.(choice|use|call)|function.?(call|declaration)|requested parameters",
        re.IGNORECASE,
    ),
    Structure.JSON_OBJECT: re.compile(
        r"response.?format|json.?(object|mode)|requested parameters", re.IGNORECASE
    ),
}


FOR_TOOLS = (Structure.TOOLS, Structure.JSON_SCHEMA, Structure.JSON_OBJECT)
"""Where a model uses tools: by the server's own calls of functions, else by writing its calls as
JSON. ADR 0049 says why."""


def refuses(error: openai.APIStatusError, structure: Structure) -> bool:
    """Whether ``error`` is about the way of asking and not about the question."""
    said = f"{error.code or ''} {error.param or ''} {error.message}"
    return error.status_code in _REFUSING and bool(_WORDS[structure].search(said))


class StructureSteps:
    """Remembers for each model which way works, as long as the process lives; ``order`` is that in
    which they are tried.

    ``wanted`` other than ``auto`` is the only way that is tried. While one call finds out what a
    model takes, others that were refused as well wait for what it finds.
    """

    def __init__(
        self, wanted: StructuredOutput = "auto", order: Sequence[Structure] = tuple(Structure)
    ) -> None:
        self._ways = tuple(order) if wanted == "auto" else (Structure(wanted),)
        self._works: dict[str, Structure] = {}
        self._finding_out: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def ask(
        self, model: str, send: Callable[[Structure], Awaitable[_Answer]], like: str = ""
    ) -> _Answer:
        """The answer by the first way that the server takes; ``StructureRefusedError`` if none.
        What is not known of ``model`` is taken to be as it is of ``like``.
        """
        tried = self._works.get(model) or self._works.get(like) or self._ways[0]
        try:
            return await send(tried)
        except StructureRefusedError:
            if len(self._ways) == 1:
                raise
        async with self._finding_out[model]:
            found = self._works.get(model)
            if found is None or found is tried:
                others = [way for way in self._ways if way is not tried]
                return await self._find_out(model, others, send)
        return await send(found)

    async def _find_out(
        self, model: str, ways: Sequence[Structure], send: Callable[[Structure], Awaitable[_Answer]]
    ) -> _Answer:
        self._works.pop(model, None)
        for way in ways[:-1]:
            try:
                answer = await send(way)
            except StructureRefusedError:
                continue
            return self._remember(model, way, answer)
        return self._remember(model, ways[-1], await send(ways[-1]))

    def _remember(self, model: str, way: Structure, answer: _Answer) -> _Answer:
        self._works[model] = way
        _log.info("model.structure_found", model=model, structure=way.value)
        return answer


@cache
def wire_schema(schema: type[Written]) -> dict[str, Json]:
    """The JSON schema of an answer in as few words as say the same: without titles, which only
    repeat the names of its keys, and with ``["string", "null"]`` for what may be null.
    """
    described: dict[str, Json] = schema.model_json_schema()
    return _each_object(described, lambda node: _nullable(_untitled(node)))


def wire_parameters(tool: ToolSpec) -> dict[str, Json]:
    """The parameters of a tool in as few words as say the same: definitions go along with every
    round. A key that may be left out need not say that it may be null as well.
    """
    described: dict[str, Json] = json.loads(json.dumps(tool.parameters))
    return _each_object(described, lambda node: _plain(_untitled(node)))


def _each_object(
    node: dict[str, Json], change: Callable[[dict[str, Json]], dict[str, Json]]
) -> dict[str, Json]:
    """Returns a schema in which ``change`` made each object anew, the innermost first."""

    def changed(child: Json) -> Json:
        if isinstance(child, list):
            return [changed(each) for each in child]
        return _each_object(child, change) if isinstance(child, dict) else child

    return change(
        {
            key: {name: changed(each) for name, each in child.items()}
            if key in _NAMED and isinstance(child, dict)
            else changed(child)
            for key, child in node.items()
        }
    )


def _plain(plain: dict[str, Json]) -> dict[str, Json]:
    choices = plain.get("anyOf")
    if isinstance(choices, list):
        kept: list[Json] = [each for each in choices if each != {"type": "null"}]
        numbers: list[Json] = [
            each for each in kept if isinstance(each, dict) and each.get("type") == "number"
        ]
        # Decimals are taken as text as well, in a pattern of their own.
        if numbers and all(_is_number(each) for each in kept):
            kept = numbers
        del plain["anyOf"]
        one = kept[0] if len(kept) == 1 else {"anyOf": kept}
        plain = {**one, **plain} if isinstance(one, dict) else plain
    if plain.get("default", ...) is None:
        del plain["default"]
    return plain


_NAMED = frozenset({"properties", "$defs"})
"""Here the keys are names, and "title" may well be one of them."""


def _is_number(node: Json) -> bool:
    return isinstance(node, dict) and (
        node.get("type") == "number" or (node.get("type") == "string" and "pattern" in node)
    )


def schema_text(schema: type[Written]) -> str:
    """As it is counted, and as it stands among the instructions of ``json_object``."""
    return json.dumps(wire_schema(schema), separators=(",", ":"))


def _nullable(short: dict[str, Json]) -> dict[str, Json]:
    """A choice between one plain type and null becomes a type that may be null."""
    choices = short.get("anyOf")
    if not isinstance(choices, list) or len(choices) != _OR_NULL or choices[1] != {"type": "null"}:
        return short
    kept = choices[0]
    if not isinstance(kept, dict) or kept.get("type") not in _SCALARS:
        return short
    del short["anyOf"]
    among = kept.get("enum")
    more: dict[str, Json] = {"enum": [*among, None]} if isinstance(among, list) else {}
    return {**kept, **more, "type": [kept["type"], "null"], **short}


_OR_NULL = 2
_SCALARS = frozenset({"string", "integer", "number", "boolean"})


def _untitled(node: dict[str, Json]) -> dict[str, Json]:
    return {key: child for key, child in node.items() if key != "title"}
