"""Checked graphs under their sha256. A call keeps the one that it began with."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from adapters.postgres.pool import Database
from agents.service_calls.errors import GraphUnknownError
from agents.service_calls.exchange import LoadedGraph
from agents.service_calls.graph.loading import Checked
from agents.service_calls.graph.shapes import Graph
from domain.errors import NotFoundError
from domain.messages import Frozen

_SHORTEST = 4
_PUT = """
    INSERT INTO service_graphs (sha256, name, version, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (sha256) DO UPDATE SET stored_at = clock_timestamp()
"""
"""A graph that is put in use again is the newest again."""


class StoredGraph(Frozen):
    """A graph that calls began with, or will begin with."""

    sha256: str
    name: str
    version: str = ""
    stored_at: datetime


@dataclass
class PostgresGraphs:
    """Implements ``Graphs``.

    ``given``: the graph of this process's own file, with which its new calls begin: another worker
    may still have an older file. It is stored at its first use. Without one, the newest counts.
    """

    database: Database
    given: Checked | None = None
    _loaded: dict[str, LoadedGraph] = field(default_factory=dict)
    """What has a sha256 never changes, so it is read once."""

    async def put(self, given: Checked) -> LoadedGraph:
        """Idempotent."""
        graph = given.graph
        async with self.database.connection() as connection:
            await connection.execute(_PUT, given.sha256, graph.name, graph.version, given.body)
        return self._keep(given.sha256, graph)

    async def load(self, sha256: str) -> LoadedGraph:
        given = self.given
        wanted = sha256 or (given.sha256 if given is not None else "")
        if wanted in self._loaded:
            return self._loaded[wanted]
        if given is not None and wanted == given.sha256:
            return await self.put(given)
        async with self.database.connection() as connection:
            row = await connection.fetchrow(
                """
                SELECT sha256, body FROM service_graphs
                WHERE $1 IN ('', sha256) ORDER BY stored_at DESC LIMIT 1
                """,
                wanted,
            )
        if row is None:
            raise GraphUnknownError(f"no graph {wanted[:12] or 'at all'} is stored")
        graph = Graph.model_validate_json(row["body"])
        if not wanted:  # another one may be the newest soon
            return LoadedGraph(sha256=row["sha256"], graph=graph)
        return self._keep(wanted, graph)

    async def all(self) -> Sequence[StoredGraph]:
        """The newest first."""
        async with self.database.connection() as connection:
            rows = await connection.fetch(
                """
                SELECT sha256, name, version, stored_at FROM service_graphs
                ORDER BY stored_at DESC
                """
            )
        return [StoredGraph(**dict(row)) for row in rows]

    async def body(self, sha256_prefix: str) -> str:
        """Raises ``NotFoundError`` where not exactly one graph's sha256 begins so."""
        async with self.database.connection() as connection:
            rows = await connection.fetch(
                "SELECT body FROM service_graphs WHERE starts_with(sha256, $1) LIMIT 2",
                sha256_prefix.lower(),
            )
        if len(sha256_prefix) < _SHORTEST or len(rows) != 1:
            raise NotFoundError(
                f"{sha256_prefix!r} is not the beginning of one graph: `steward graph list`"
            )
        return str(rows[0]["body"])

    def _keep(self, sha256: str, graph: Graph) -> LoadedGraph:
        return self._loaded.setdefault(sha256, LoadedGraph(sha256=sha256, graph=graph))
