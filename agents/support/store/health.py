"""Whether there is anything to answer from."""

from adapters.health.report import PartHealth
from adapters.postgres.pool import Database
from domain.health import Health


async def knowledge(database: Database) -> PartHealth:
    """How many articles are in use. Raises ``StorageUnavailableError``."""
    async with database.connection() as connection:
        articles: int = await connection.fetchval(
            "SELECT count(DISTINCT article) FROM kb_articles WHERE retired_at IS NULL"
        )
    if not articles:
        return PartHealth(
            status=Health.DEGRADED, detail="empty, people get all: `steward kb import PATH`"
        )
    return PartHealth(status=Health.OK, detail=f"{articles} articles")
