"""A catalog of eighty invented items, so that a shop that has none can be tried at once."""

from pathlib import Path

from adapters.postgres.pool import Database
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.catalog import import_items, read_file
from agents.procurement.store.vocabulary import newest_version

FILE = "catalog.csv"


async def load(database: Database, folder: Path) -> str:
    """Imports it where nothing was ever imported."""
    async with database.connection() as connection:
        if await newest_version(connection) is not None:
            return ""
    items, report = read_file(folder / FILE)
    language = ProcurementSettings.load().catalog_language
    await import_items(database, items, report, source=FILE, language=language)
    return f"a sample catalog of {report.items} items can be ordered from"
