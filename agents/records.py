"""Records: what operators and staff of an agent add, change and retire one by one.

``agents/<slug>/records.py`` has ``RECORDS``, a tuple of them. The HTTP channel serves each at its
path, for operators and staff.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from pydantic import JsonValue

from adapters.postgres.pool import Database
from agents.registry import optional_part
from domain.errors import AppError
from domain.messages import Frozen


class RefusedFieldError(AppError):
    """A record that was not written, because of one of its fields. The message says why."""

    code = "record.refused"

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


class RecordOutcome(StrEnum):
    """What a request did. ``UNCHANGED``: all was so already."""

    ADDED = "added"
    CHANGED = "changed"
    RETIRED = "retired"
    UNCHANGED = "unchanged"


class RecordChange(Frozen):
    """``record`` is as it stands now."""

    outcome: RecordOutcome
    record: dict[str, JsonValue]


Fields: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True)
class RecordKind:
    """Each write is idempotent, and raises ``NotFoundError`` or ``RefusedFieldError``."""

    path: str
    """``catalog/items``; the record's id stands behind it."""
    staff: Callable[[], frozenset[str]]
    """Returns the ids of the persons who may read and write them, besides operators. Raises
    ``ConfigurationError``."""
    read: Callable[[Database, str], Awaitable[dict[str, JsonValue]]]
    """Raises ``NotFoundError``."""
    put: Callable[[Database, str, Fields], Awaitable[RecordChange]]
    """Adds a record, or replaces all of it. Never raises ``NotFoundError``."""
    change: Callable[[Database, str, Fields], Awaitable[RecordChange]]
    """Changes the fields that are named; null empties one."""
    retire: Callable[[Database, str], Awaitable[RecordChange]]


def records_of(slugs: Iterable[str]) -> tuple[RecordKind, ...]:
    """Returns the records of these agents."""
    modules = (optional_part(slug, "records") for slug in slugs)
    return tuple(each for own in modules if own is not None for each in own.RECORDS)
