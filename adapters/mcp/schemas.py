"""JSON schemas that another server wrote: held to, but not at its word."""

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, SchemaError
from jsonschema.exceptions import ValidationError as MismatchError
from referencing import Registry
from referencing.exceptions import Unresolvable

MAX_DEPTH = 32
"""Of objects and lists within each other."""
_PATTERNS = ("pattern", "patternProperties")
"""Regular expressions of somebody else's may take for ever on a few letters."""


class UnfitSchemaError(ValueError):
    """Nothing is held to it; its text says why, without quoting it."""


def held_to(schema: Mapping[str, Any]) -> "HeldTo":
    """Raises ``UnfitSchemaError``."""
    if depth_of(schema) > MAX_DEPTH:
        msg = "its schema is too deep"
        raise UnfitSchemaError(msg)
    if any(not isinstance(ref, str) or not ref.startswith("#") for ref in _refs(schema)):
        msg = "its schema refers to what is not there"
        raise UnfitSchemaError(msg)
    plain = without_patterns(schema)
    try:
        Draft202012Validator.check_schema(plain)
    except (SchemaError, RecursionError):
        msg = "its schema is none"
        raise UnfitSchemaError(msg) from None
    return HeldTo(plain)


class HeldTo:
    """One schema. What it refers to is not fetched: there is nothing but the schema itself."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._validator = Draft202012Validator(schema, registry=Registry())

    def mismatches(self, value: object) -> list[MismatchError]:
        """Raises ``UnfitSchemaError`` for one that refers elsewhere, or to itself for ever."""
        try:
            return list(self._validator.iter_errors(value))
        except (Unresolvable, RecursionError):
            msg = "its schema refers to what is not there"
            raise UnfitSchemaError(msg) from None


def depth_of(schema: object) -> int:
    """At most one more than ``MAX_DEPTH``; no recursion of ours can be made deep."""
    layer, depth = [schema], 0
    while layer and depth <= MAX_DEPTH:
        layer = [inner for each in layer for inner in _within(each)]
        depth += 1
    return depth


def _refs(node: object) -> Iterator[object]:
    if isinstance(node, Mapping):
        yield from (node[key] for key in ("$ref", "$dynamicRef") if key in node)
    for each in _within(node):
        yield from _refs(each)


def _within(node: object) -> Iterator[object]:
    if isinstance(node, Mapping):
        yield from (each for each in node.values() if isinstance(each, Mapping | list))
    elif isinstance(node, list):
        yield from (each for each in node if isinstance(each, Mapping | list))


def without_patterns(node: Any) -> Any:  # noqa: ANN401 - somebody else's JSON
    """A copy. An argument may be called ``pattern``: what stands under ``properties`` stays."""
    if isinstance(node, list):
        return [without_patterns(each) for each in node]
    if not isinstance(node, Mapping):
        return node
    return {
        key: {name: without_patterns(each) for name, each in value.items()}
        if key == "properties" and isinstance(value, Mapping)
        else without_patterns(value)
        for key, value in node.items()
        if key not in _PATTERNS
    }
