"""The earlier rounds of a turn, as messages that fit.

Each result is shown within the tokens of its tool. Where even that is too much, results of older
rounds are told in one line each, the oldest first, and at last those of the newest share what is
left. Rows stay whole: half a row would be read as a fact.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from openai.types.chat import (
    ChatCompletionAssistantMessageParam,
    ChatCompletionFunctionToolParam,
    ChatCompletionMessageParam,
)

from adapters.model.openai.structure import Structure, wire_parameters
from adapters.model.openai.tokens import tokens_in
from adapters.model.prompts import document
from adapters.model.question import Called, Exchange, Json
from domain.tools import ToolSpec

ONE_LINE = 60
"""Tokens of an older result that is told in one line."""

_LEAST_RESULT = 40
_NOTE = 16
"""Tokens of the note that rows were left out."""
_CALL = 12
"""Tokens that names of keys, roles and separators of a call and its result take."""
_MESSAGE = 8

_MAX_ARGUMENTS = 1_000
"""Characters of a call's arguments that are shown again."""
_MAX_QUOTED = 200


@dataclass(frozen=True)
class ShownCall:
    """``result`` is one JSON document; ``arguments`` always that of an object, since many servers
    read it.
    """

    call_id: str
    name: str
    arguments: str
    result: str

    @property
    def tokens(self) -> int:
        return tokens_in(self.name) + tokens_in(self.arguments) + tokens_in(self.result) + _CALL


@dataclass(frozen=True)
class ShownRound:
    said: str = ""
    calls: tuple[ShownCall, ...] = ()
    heard: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        words = tokens_in(self.said) + tokens_in(document(self.heard)) + _MESSAGE
        return words + sum(call.tokens for call in self.calls)


@dataclass(frozen=True)
class ShownRounds:
    """``shortened`` counts rounds of which results are told in one line or cut further."""

    rounds: tuple[ShownRound, ...] = field(default=())
    shortened: int = 0

    @property
    def tokens(self) -> int:
        return sum(each.tokens for each in self.rounds)


def fitted(exchanges: Sequence[Exchange], room: int, wanted: int) -> ShownRounds:
    """As much of the rounds as leaves ``wanted`` tokens for the rest; the newest round gets at most
    ``room``.
    """
    full = [_round(exchange, n) for n, exchange in enumerate(exchanges, start=1)]
    shown = ShownRounds(tuple(full))
    for older in range(1, len(full)):
        if shown.tokens + wanted <= room:
            return shown
        full[older - 1] = _round(exchanges[older - 1], older, in_short=True)
        shown = ShownRounds(tuple(full), older)
    if not full or shown.tokens <= room:
        return shown
    last = exchanges[-1]
    results = sum(tokens_in(call.result) for call in full[-1].calls)
    share = (room - shown.tokens + results) // max(1, len(last.calls))
    calls = tuple(replace(c, tokens=min(c.tokens, max(share, _LEAST_RESULT))) for c in last.calls)
    full[-1] = _round(replace(last, calls=calls), len(full))
    return ShownRounds(tuple(full), len(full))


def messages(
    rounds: Sequence[ShownRound], structure: Structure
) -> Iterator[ChatCompletionMessageParam]:
    """What follows the question: with ``TOOLS`` as calls and results of their own, else as the
    JSON that a model wrote and that it was given.
    """
    for each in rounds:
        yield from _by_calls(each) if structure is Structure.TOOLS else _by_json(each)


def _by_calls(each: ShownRound) -> Iterator[ChatCompletionMessageParam]:
    wrote: ChatCompletionAssistantMessageParam = {"role": "assistant", "content": each.said or None}
    if each.calls:
        wrote["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in each.calls
        ]
    if each.calls or each.said:
        yield wrote
    for call in each.calls:
        yield {"role": "tool", "tool_call_id": call.call_id, "content": call.result}
    if each.heard:
        yield {"role": "user", "content": document({"messages": each.heard})}


def _by_json(each: ShownRound) -> Iterator[ChatCompletionMessageParam]:
    calls = [{"name": c.name, "arguments": c.arguments} for c in each.calls]
    yield {"role": "assistant", "content": document({"reply": each.said, "calls": calls})}
    told: dict[str, Json] = {}
    if each.calls:
        told["results"] = [{"tool": c.name, **json.loads(c.result)} for c in each.calls]
    if each.heard:
        told["messages"] = each.heard
    yield {"role": "user", "content": document(told)}


def definitions(tools: Sequence[ToolSpec]) -> list[ChatCompletionFunctionToolParam]:
    """As a server takes them. Without ``strict``, which is OpenAI's own and wants every key: what
    a model writes is checked in any case.
    """
    return [function(tool.name, tool.purpose, wire_parameters(tool)) for tool in tools]


def function(
    name: str, description: str, parameters: Mapping[str, Json]
) -> ChatCompletionFunctionToolParam:
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": dict(parameters)},
    }


def definition_tokens(tools: Sequence[ToolSpec]) -> int:
    """What the definitions of tools cost in every round."""
    return sum(
        tokens_in(tool.name)
        + tokens_in(tool.purpose)
        + tokens_in(json.dumps(wire_parameters(tool), separators=(",", ":")))
        + _MESSAGE
        for tool in tools
    )


def _round(exchange: Exchange, number: int, *, in_short: bool = False) -> ShownRound:
    calls = (
        ShownCall(
            # Some servers insist on nine letters and digits.
            call_id=f"call{number:02d}{n:03d}"[-9:],
            name=call.name,
            arguments=_object(call.arguments),
            result=document(
                _in_short(call) if in_short else shown_within(call.result, call.tokens)
            ),
        )
        for n, call in enumerate(exchange.calls, start=1)
    )
    return ShownRound(exchange.said, tuple(calls), exchange.heard)


def _object(arguments: str) -> str:
    try:
        told = json.loads(arguments or "{}")
    except ValueError:
        told = None
    if isinstance(told, dict) and len(arguments) <= _MAX_ARGUMENTS:
        return arguments or "{}"
    return document({"unreadable": arguments[:_MAX_QUOTED]})


def shown_within(result: Mapping[str, Json], tokens: int) -> dict[str, Json]:
    """A result within about so many tokens: as a table, which names its columns once; then whole
    rows of its longest list, and a note that says how many were left out; of what has no rows, its
    first whole lines.
    """
    whole = dict(result)
    if tokens_in(document(whole)) <= tokens:
        return whole
    whole["value"] = _tabled(whole.get("value"))
    if tokens_in(document(whole)) <= tokens:
        return whole
    value = whole.pop("value", None)
    if found := _longest(value):
        place, rows = found
        room = tokens - _NOTE - tokens_in(document({**whole, "value": _with(value, place, ())}))
        kept = _fitting([document(row) for row in rows], room)
        if kept or room >= 0:
            note = _joined(whole, f"Cut: the first {kept} of {len(rows)} rows.")
            return {**whole, "value": _with(value, place, rows[:kept]), "note": note}
    text = value if isinstance(value, str) else document(value)
    room = tokens - _NOTE - tokens_in(document({**whole, "value": ""}))
    return {
        **whole,
        "value": _lines(text, room),
        "note": _joined(whole, "Cut: only its beginning."),
    }


def _tabled(value: Json) -> Json:
    """Lists of objects as tables: names of keys, and what is the same in each, would be half of
    them.
    """
    if isinstance(value, Mapping):
        return {key: _tabled(child) for key, child in value.items()}
    if not _is_list(value):
        return value
    objects = [row for row in value if isinstance(row, Mapping)]
    if len(objects) != len(value) or len(objects) <= 1:
        return value
    columns = list(dict.fromkeys(key for row in objects for key in row))
    first = objects[0]
    same = {
        key: first[key]
        for key in columns
        if key in first and all(row.get(key) == first[key] for row in objects)
    }
    varied = [key for key in columns if key not in same]
    rows = [[row.get(key) for key in varied] for row in objects]
    return {**({"each": same} if same else {}), "columns": varied, "rows": rows}


def _in_short(call: Called) -> dict[str, Json]:
    """One line: what came of it, and what its rows were called."""
    told: dict[str, Json] = {k: v for k, v in call.result.items() if k in {"status", "error"}}
    value = call.result.get("value")
    if found := _longest(value):
        names = [_short_name(row) for row in found[1]]
        kept = _fitting(names, ONE_LINE - _NOTE)
        told["value"] = "; ".join(names[:kept])
        told["note"] = f"In short: {kept} of {len(names)} rows."
    elif value is not None:
        told["value"] = value
    return shown_within(told, ONE_LINE)


def _short_name(row: Json) -> str:
    """Its first two plain values: by convention what it is called by."""
    if isinstance(row, Mapping):
        plain = [str(v) for v in row.values() if isinstance(v, str | int | float)]
        return " ".join(plain[:2])
    return document(row) if isinstance(row, list | tuple) else str(row)


def _fitting(rows: Sequence[str], room: int) -> int:
    """How many of the first rows fit."""
    used = 0
    for n, row in enumerate(rows):
        used += tokens_in(row) + 1
        if used > room:
            return n
    return len(rows)


def _lines(text: str, room: int) -> str:
    """The first whole lines; of one that is too long by itself, its first words."""
    lines = text.splitlines() or [""]
    kept = _fitting(lines, room)
    if kept:
        return "\n".join(lines[:kept])
    words = lines[0].split(" ")
    return " ".join(words[: _fitting(words, room)])


_Place = tuple[str, ...]
"""Keys, from the outside in."""


def _longest(value: Json) -> tuple[_Place, Sequence[Json]] | None:
    """Returns the list with the longest text, and where it stands; None where there is none."""
    return max(_lists_in(value, ()), key=lambda found: len(document(found[1])), default=None)


def _lists_in(value: Json, place: _Place) -> Iterator[tuple[_Place, Sequence[Json]]]:
    """Yields the lists in objects that are not empty: rows of rows are part of their row."""
    if isinstance(value, Mapping):
        for key, child in value.items():
            yield from _lists_in(child, (*place, key))
    elif _is_list(value) and value:
        yield place, value


def _is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _with(value: Json, place: _Place, rows: Sequence[Json]) -> Json:
    if not isinstance(value, Mapping):
        return list(rows)
    key, *below = place
    return {**value, key: _with(value[key], tuple(below), rows)}


def _joined(whole: Mapping[str, Json], note: str) -> str:
    return " ".join(filter(None, (str(whole.get("note") or ""), note)))
