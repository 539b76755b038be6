"""JSON schemas that another server wrote: held to, but not at its word."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import unquote

from jsonschema import Draft202012Validator, SchemaError
from jsonschema.exceptions import ValidationError as MismatchError
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.exceptions import Unresolvable

MAX_DEPTH = 32
"""Of objects and lists within each other."""
MAX_PARTS = 2_000
"""Of a schema, what it refers to counted each time: a few references that name each other twice
make millions.
"""
MAX_WORK = 200_000
"""Parts of a schema times parts of a value: a second or two of processor time."""
_COSTLY = ("pattern", "patternProperties", "uniqueItems")
"""Left out. Regular expressions of somebody else's may take for ever on a few letters, and whether
items are unique takes the square of their number.
"""


_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


class UnfitSchemaError(ValueError):
    """A schema that no value can be held to; the text says why, without quoting the schema."""


def held_to(schema: Mapping[str, Any]) -> "HeldTo":
    """Raises ``UnfitSchemaError``."""
    if depth_of(schema) > MAX_DEPTH:
        raise UnfitSchemaError("its schema is too deep")
    plain = without_costly(schema)
    parts = _Parts(plain).of(plain)
    if parts > MAX_PARTS:
        raise UnfitSchemaError("its schema has too many parts")
    try:
        validator_for(plain, default=Draft202012Validator).check_schema(plain)
    except (SchemaError, RecursionError):
        raise UnfitSchemaError("its schema is none") from None
    return HeldTo(plain, parts)


class _Parts:
    """Counts the parts of a schema, those behind a reference each time that it is named."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._known: dict[str, int | None] = {}
        """By reference; None while it is counted."""

    def of(self, node: object) -> int:
        """Raises ``UnfitSchemaError`` for a reference to what is not there, or to itself."""
        counted = 1 + sum(self.of(each) for each in _within(node))
        if isinstance(node, Mapping):
            counted += sum(self._behind(node[key]) for key in _REFERENCES if key in node)
        return counted

    def _behind(self, reference: object) -> int:
        if not isinstance(reference, str) or not reference.startswith("#"):
            raise UnfitSchemaError("its schema refers to what is not there")
        if reference not in self._known:
            self._known[reference] = None
            try:
                self._known[reference] = self.of(self._at(reference))
            except RecursionError:
                self._known[reference] = MAX_PARTS + 1
        counted = self._known[reference]
        if counted is None:
            raise UnfitSchemaError("its schema refers to itself")
        return counted

    def _at(self, reference: str) -> object:
        node: object = self._root
        for part in filter(None, reference.removeprefix("#").split("/")):
            key = unquote(part).replace("~1", "/").replace("~0", "~")
            try:
                node = node[int(key) if isinstance(node, list) else key]  # type: ignore[index]
            except (KeyError, IndexError, TypeError, ValueError):
                raise UnfitSchemaError("its schema refers to what is not there") from None
        return node


class HeldTo:
    """One schema, of so many ``parts``. What it refers to is not fetched: there is nothing but the
    schema itself.
    """

    def __init__(self, schema: Mapping[str, Any], parts: int) -> None:
        kind = validator_for(schema, default=Draft202012Validator)
        self._validator = kind(schema, registry=Registry())
        self._parts = parts

    def mismatches(self, value: object) -> list[MismatchError]:
        """Raises ``UnfitSchemaError`` for a schema that refers elsewhere, and where it would take
        too long.
        """
        if self._parts * _size_of(value, MAX_WORK // self._parts + 1) > MAX_WORK:
            raise UnfitSchemaError("there is too much to hold to its schema")
        try:
            return list(self._validator.iter_errors(value))
        except (Unresolvable, RecursionError):
            raise UnfitSchemaError("its schema refers to what is not there") from None


def depth_of(schema: object) -> int:
    """At most one more than ``MAX_DEPTH``; no recursion of ours can be made deep."""
    layer, depth = [schema], 0
    while layer and depth <= MAX_DEPTH:
        layer = [inner for each in layer for inner in _within(each)]
        depth += 1
    return depth


def _size_of(value: object, most: int) -> int:
    """Objects, lists and plain values within each other; not counted beyond ``most``."""
    waiting, counted = [value], 0
    while waiting and counted <= most:
        each = waiting.pop()
        counted += 1
        if isinstance(each, Mapping):
            waiting += islice(each.values(), most)
        elif isinstance(each, list):
            waiting += each[:most]
    return counted


def _within(node: object) -> Iterator[object]:
    if isinstance(node, Mapping):
        yield from (each for each in node.values() if isinstance(each, Mapping | list))
    elif isinstance(node, list):
        yield from (each for each in node if isinstance(each, Mapping | list))


def without_costly(node: Any) -> Any:  # noqa: ANN401 - somebody else's JSON
    """A copy. An argument may be called ``pattern``: what stands under ``properties`` stays."""
    if isinstance(node, list):
        return [without_costly(each) for each in node]
    if not isinstance(node, Mapping):
        return node
    return {
        key: {name: without_costly(each) for name, each in value.items()}
        if key == "properties" and isinstance(value, Mapping)
        else without_costly(value)
        for key, value in node.items()
        if key not in _COSTLY
    }
