"""Adds, changes and retires single items of the catalog.

A change of texts makes a new version, since searches know the words of one version; a change of a
price or of the stock alone does not. What carts hold is never touched: a sent cart is read against
the catalog of that moment.
"""

from decimal import InvalidOperation

from pydantic import ConfigDict, Field, JsonValue, ValidationError

from adapters.postgres.pool import Connection, Database
from agents.procurement.items import Item
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.catalog import (
    REASONS,
    ItemRow,
    add_version,
    count_words,
    lock_catalog,
    put_items,
)
from agents.procurement.store.rows import ITEM_COLUMNS, item
from agents.records import Fields, RecordChange, RecordOutcome, RefusedFieldError
from domain.errors import NotFoundError
from domain.money import rounded

MOST_ATTRIBUTES = 100
_WORDS = ("name", "supplier", "category", "description", "unit")
"""Fields that searches look into."""
_LONGEST_NUMBER = 64


class _Fields(ItemRow):
    """An item as it is written by hand: a field that is none is a mistake."""

    model_config = ConfigDict(extra="forbid")

    attributes: dict[str, str] = Field(default_factory=dict, max_length=MOST_ATTRIBUTES)


async def read_item(database: Database, item_id: str) -> dict[str, JsonValue]:
    """Returns an item that is sold. Raises ``NotFoundError``."""
    async with database.connection() as connection:
        held = await find_sold(connection, item_id)
    if held is None:
        raise _unknown(item_id)
    return _dump(held)


async def put_item(database: Database, item_id: str, fields: Fields) -> RecordChange:
    """``put_item_on`` in a transaction of its own."""
    async with database.transaction() as connection:
        return await put_item_on(connection, item_id, fields)


async def change_item(database: Database, item_id: str, fields: Fields) -> RecordChange:
    """``change_item_on`` in a transaction of its own."""
    async with database.transaction() as connection:
        return await change_item_on(connection, item_id, fields)


async def retire_item(database: Database, item_id: str) -> RecordChange:
    """``retire_item_on`` in a transaction of its own."""
    async with database.transaction() as connection:
        return await retire_item_on(connection, item_id)


async def find_sold(connection: Connection, item_id: str) -> Item | None:
    """Returns an item that is sold, by its article number, however it is written."""
    held, active = await _find(connection, item_id)
    return held if active else None


async def put_item_on(connection: Connection, item_id: str, fields: Fields) -> RecordChange:
    """Adds an item, or replaces all of it; one that was retired is sold again. Idempotent. Raises
    ``RefusedFieldError``.
    """
    await lock_catalog(connection)
    held, active = await _find(connection, item_id)
    wanted = _check_fields(fields, held.item_id if held else item_id)
    return await _write(connection, wanted, held if active else None)


async def change_item_on(connection: Connection, item_id: str, fields: Fields) -> RecordChange:
    """Changes the named fields of an item that is sold; null empties one. Idempotent. Raises
    ``NotFoundError`` and ``RefusedFieldError``.
    """
    await lock_catalog(connection)
    held = await find_sold(connection, item_id)
    if held is None:
        raise _unknown(item_id)
    wanted = _check_fields({**held.model_dump(exclude={"item_id"}), **fields}, held.item_id)
    return await _write(connection, wanted, held)


async def retire_item_on(connection: Connection, item_id: str) -> RecordChange:
    """Takes an item out of the catalog; carts show it as gone, requests keep it. Idempotent. Raises
    ``NotFoundError``.
    """
    await lock_catalog(connection)
    held, active = await _find(connection, item_id)
    if held is None:
        raise _unknown(item_id)
    if active:
        version, _ = await _begin_version(connection, f"{held.item_id} retired")
        await connection.execute(
            "UPDATE catalog_items SET active = false, version = $2 WHERE item_id = $1",
            held.item_id,
            version,
        )
        await count_words(connection, version)
    return _report(held, RecordOutcome.RETIRED if active else RecordOutcome.UNCHANGED)


async def _write(connection: Connection, wanted: Item, held: Item | None) -> RecordChange:
    """Writes an item; ``held`` is what is sold by this number so far."""
    if wanted == held:
        return _report(wanted, RecordOutcome.UNCHANGED)
    outcome = RecordOutcome.ADDED if held is None else RecordOutcome.CHANGED
    if held is not None and all(getattr(wanted, name) == getattr(held, name) for name in _WORDS):
        current = await connection.fetchrow(_NEWEST)
        assert current is not None, "an item is of a version"  # noqa: S101
        await put_items(connection, [wanted], current["version"], current["language"])
    else:
        version, language = await _begin_version(connection, f"{wanted.item_id} {outcome}")
        await put_items(connection, [wanted], version, language)
        await count_words(connection, version)
    return _report(wanted, outcome)


_NEWEST = "SELECT version, language FROM catalog_versions ORDER BY version DESC LIMIT 1"


async def _begin_version(connection: Connection, source: str) -> tuple[int, str]:
    """Items beside each other are indexed in one language: that of the last import."""
    current = await connection.fetchrow(_NEWEST)
    language = (
        ProcurementSettings.load().catalog_language if current is None else current["language"]
    )
    return await add_version(connection, source, language), language


async def _find(connection: Connection, item_id: str) -> tuple[Item | None, bool]:
    """Returns an item by its article number, however it is written, and whether it is sold."""
    number = item_id.strip()
    if not 0 < len(number) <= _LONGEST_NUMBER or "\x00" in number:
        return None, False
    row = await connection.fetchrow(
        f"""
        SELECT {ITEM_COLUMNS}, active FROM catalog_items
        WHERE item_id = $1 OR active AND upper(item_id) = upper($1)
        ORDER BY active DESC LIMIT 1
        """,  # noqa: S608 - literals
        number,
    )
    return (None, False) if row is None else (item(row), row["active"])


def _check_fields(fields: Fields, item_id: str) -> Item:
    """Raises ``RefusedFieldError``, which names the first field that does not fit."""
    if "item_id" in fields:
        raise RefusedFieldError("item_id", "an article number cannot be changed")
    given = {name: value for name, value in fields.items() if value not in (None, "")}
    if isinstance(given.get("price"), bool):
        raise RefusedFieldError("price", REASONS["price"])
    try:
        row = _Fields.model_validate({**given, "item_id": item_id})
        price = rounded(row.price, row.currency)
    except ValidationError as error:
        first = error.errors(include_input=False, include_context=False)[0]
        name = str(first["loc"][0])
        unknown = (
            "no field of an item" if first["type"] == "extra_forbidden" else "too long, or no text"
        )
        raise RefusedFieldError(name, REASONS.get(name, unknown)) from None
    except InvalidOperation:
        raise RefusedFieldError("price", REASONS["price"]) from None
    return Item(**(row.model_dump() | {"price": price}))


def _report(held: Item, outcome: RecordOutcome) -> RecordChange:
    return RecordChange(outcome=outcome, record=_dump(held))


def _dump(held: Item) -> dict[str, JsonValue]:
    return held.model_dump(mode="json")


def _unknown(item_id: str) -> NotFoundError:
    return NotFoundError(f"there is no item {item_id.strip()!r} in the catalog")
