"""Whether calls can begin."""

from adapters.health.report import PartHealth
from adapters.postgres.pool import Database
from agents.service_calls.graph.loading import Checked
from domain.health import Health


async def graph_and_calls(database: Database, given: Checked) -> PartHealth:
    """The graph of new calls, and how many calls go on. Raises ``StorageUnavailableError``."""
    async with database.connection() as connection:
        going: int = await connection.fetchval(
            "SELECT count(*) FROM service_calls WHERE ended_at IS NULL"
        )
    version = f" {given.graph.version}" if given.graph.version else ""
    detail = f"{given.graph.name}{version} ({given.sha256[:12]}), {going} calls go on"
    return PartHealth(status=Health.OK, detail=detail)
