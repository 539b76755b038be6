"""Rows as the agent's models."""

from adapters.postgres.pool import Row
from agents.procurement.items import Item

ITEM_COLUMNS = """item_id, name, supplier, category, description, price, currency, unit, stock,
    group_key, attributes"""


def item(row: Row) -> Item:
    return Item(
        item_id=row["item_id"],
        name=row["name"],
        supplier=row["supplier"],
        category=row["category"],
        description=row["description"],
        price=row["price"],
        currency=row["currency"],
        unit=row["unit"],
        stock=row["stock"],
        group=row["group_key"],
        attributes=row["attributes"],
    )
