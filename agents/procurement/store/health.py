"""Whether there is anything to be found."""

from adapters.health.report import PartHealth
from adapters.postgres.pool import Database
from domain.health import Health


async def catalog(database: Database) -> PartHealth:
    """How many items the newest import has. Raises ``StorageUnavailableError``."""
    async with database.connection() as connection:
        items: int | None = await connection.fetchval(
            "SELECT items FROM catalog_versions ORDER BY version DESC LIMIT 1"
        )
    if not items:
        return PartHealth(status=Health.DEGRADED, detail="none: `steward catalog import FILE`")
    return PartHealth(status=Health.OK, detail=f"{items} items")
