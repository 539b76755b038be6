"""Collections: saved rows of an agent that a person can look through, read from its tables.

``agents/<slug>/collections.py`` has ``COLLECTIONS``, a tuple of them. They only read: rows are
changed by calls of the tools that a collection names.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from adapters.postgres.pool import Connection
from agents.registry import optional_part
from bot.texts.formats import Formats
from domain.collections import CollectionPage, CollectionQuery, CollectionView, TableForm


@dataclass(frozen=True)
class Collection:
    """``view`` and ``page`` take the id of the person who looks at rows."""

    name: str
    filters: frozenset[str]
    """Names of the filters that a query may use."""
    view: Callable[[Connection, str, Formats], Awaitable[CollectionView]]
    page: Callable[[Connection, str, CollectionQuery, Formats], Awaitable[CollectionPage]]
    """Raises ``ValueError`` where ``after`` of the query is not from an earlier page."""
    version: Callable[[Connection, str], Awaitable[str]]
    """Another text after any change of rows that the person may see, and of who shares them; cheap,
    since pages ask for it often.
    """
    export: Callable[[Connection, str, CollectionQuery, TableForm, Formats], Awaitable[bytes]]
    """Makes a file of all rows of the query, or of as many as a file may have."""


def collections_of(slugs: Iterable[str]) -> tuple[Collection, ...]:
    """Returns the collections of these agents."""
    modules = (optional_part(slug, "collections") for slug in slugs)
    return tuple(each for own in modules if own is not None for each in own.COLLECTIONS)
