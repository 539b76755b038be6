"""What the tools that look into the catalog do."""

from temporalio import activity

from adapters.postgres.pool import Connection
from agents.procurement import tools
from agents.procurement.items import Item
from agents.procurement.store.catalog import item_of, shares, siblings_of
from agents.procurement.store.search import CatalogSearch, NoCatalogError
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode, RunToolRequest

CATALOG_SEARCHES = "catalog_searches_total"


async def search_catalog(
    search: CatalogSearch, connection: Connection, _: RunToolRequest, asked: tools.SearchCatalog
) -> tools.Found:
    try:
        found = await search.find(connection, asked)
    except NoCatalogError:
        _count_search("no_catalog")
        raise
    _count_search("found" if found.items else "nothing")
    return found


async def browse_catalog(
    search: CatalogSearch, connection: Connection, _: RunToolRequest, asked: tools.BrowseCatalog
) -> tools.Categories:
    return await shares(connection, await search.vocabulary(connection), asked.category)


async def get_item(
    connection: Connection, _: RunToolRequest, asked: tools.GetItem
) -> tools.ItemFound:
    item = await sold_item(connection, asked.item_id)
    return tools.ItemFound(item=item, siblings=await siblings_of(connection, item))


def _count_search(outcome: str) -> None:
    if activity.in_activity():
        activity.metric_meter().create_counter(CATALOG_SEARCHES).add(1, {"outcome": outcome})


async def sold_item(connection: Connection, item_id: str) -> Item:
    """Raises ``ToolRefusedError`` for what the catalog does not have (any more)."""
    item = await item_of(connection, item_id)
    if item is None:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            f"The catalog has no item {item_id}.",
            "Search for it by its name.",
            {"why": "no_item", "item_id": item_id},
        )
    return item
