"""Reads a graph file. ``store.graphs`` keeps what was read, for the calls that began with it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from agents.service_calls.errors import GraphErrors
from agents.service_calls.graph.checking import GraphCheck, ReadableParts, ToolSchema
from agents.service_calls.graph.shapes import Graph
from domain.errors import ConfigurationError

MAX_BYTES = 256 * 1024


@dataclass(frozen=True)
class Checked:
    """A graph in which nothing is wrong."""

    graph: Graph
    body: str
    """Canonical JSON: the same for files that differ in the order of keys and in white space."""
    sha256: str
    """Of the body: what identifies it."""
    warnings: tuple[str, ...] = ()


def read_file(file: Path) -> Checked:
    """Raises ``ConfigurationError``: for a graph that is not right, with all its errors."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"SERVICE_GRAPH_FILE: {file} cannot be read ({type(error).__name__})"
        ) from error
    try:
        return read_graph(text)
    except GraphErrors as error:
        raise GraphErrors(error.errors, f"SERVICE_GRAPH_FILE, {file}") from error


def read_graph(text: str, tools: Mapping[str, ToolSchema] | None = None) -> Checked:
    """``tools``: schemas by ``server.tool``, of the servers that could be asked; None where none
    was asked. Raises ``GraphErrors`` with all errors.
    """
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise GraphErrors([f"the file is larger than {MAX_BYTES // 1024} kB"])
    raw = _parsed(text)
    parts = ReadableParts(raw)
    if parts.graph is None:
        raise GraphErrors(parts.errors)
    check = GraphCheck(parts.graph, frozenset(parts.broken), tools)
    errors = [*parts.errors, *check.errors()]
    if errors:
        raise GraphErrors(list(dict.fromkeys(errors)))
    body = json.dumps(raw, sort_keys=True, separators=(",", ":"))
    sha256 = hashlib.sha256(body.encode()).hexdigest()
    return Checked(parts.graph, body, sha256, tuple(check.warnings()))


def _parsed(text: str) -> JsonValue:
    twice: list[str] = []

    def pairs(found: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        keys = [key for key, _ in found]
        twice.extend(dict.fromkeys(key for key in keys if keys.count(key) > 1))
        return dict(found)

    try:
        raw: JsonValue = json.loads(text, object_pairs_hook=pairs, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise GraphErrors([f"line {error.lineno}, column {error.colno}: {error.msg}"]) from None
    except (ValueError, RecursionError) as error:
        raise GraphErrors([f"this is no JSON: {error}"]) from None
    if twice:
        raise GraphErrors([f'the key "{key}" stands twice in one object' for key in twice])
    return raw


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
