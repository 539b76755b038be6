"""What a person can look through of what an agent saved: read straight from its tables.

``agents/<slug>/collections.py`` has ``COLLECTIONS``, a tuple of them. Rows are changed by calls of
the tools that a collection names, never here.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from adapters.postgres.pool import Connection
from agents.registry import optional_part
from bot.texts.formats import Formats
from domain.collections import CollectionPage, CollectionQuery, CollectionView


@dataclass(frozen=True)
class Collection:
    """``view`` and ``page`` are given the id of the person whose rows they read, and no others."""

    name: str
    filters: frozenset[str]
    """Names that a query may choose values for."""
    view: Callable[[Connection, str, Formats], Awaitable[CollectionView]]
    page: Callable[[Connection, str, CollectionQuery, Formats], Awaitable[CollectionPage]]
    """Raises ``ValueError`` for a place behind which nothing can be."""


def collections_of(slugs: Iterable[str]) -> tuple[Collection, ...]:
    """What a person can look through of these agents."""
    modules = (optional_part(slug, "collections") for slug in slugs)
    return tuple(each for own in modules if own is not None for each in own.COLLECTIONS)
