"""Rows as the agent's models."""

from adapters.postgres.pool import Row
from agents.procurement.items import Item

ITEM_COLUMNS = """item_id, name, supplier, category, description, price, currency, unit, stock,
    group_key, attributes"""


def item(row: Row) -> Item:
    return Item.model_validate({**dict(row), "group": row["group_key"]})
