"""What the tools of staff do with single items of the catalog, on the connection whose transaction
also keeps the call.
"""

import re
from collections.abc import Awaitable, Callable, Collection

from adapters.postgres.pool import Connection
from agents.procurement import tools
from agents.procurement.items import Item
from agents.procurement.store.catalog import lock_catalog
from agents.procurement.store.catalog_items import (
    change_item_on,
    find_sold,
    put_item_on,
    retire_item_on,
)
from agents.records import Fields, RecordChange, RecordOutcome, RefusedFieldError
from domain.errors import NotFoundError, ToolRefusedError
from domain.money import Currency
from domain.tools import ErrorCode, RunToolRequest

_LONGEST_NUMBER = 60

Write = Callable[[Connection], Awaitable[RecordChange]]


class CatalogEditing:
    """``staff`` are ids of persons; ``currency`` is that of a price that names none.

    Each tool but undo is asked about first: with ``check`` it tells what would be changed, and
    later it does exactly that, or raises ``ToolRefusedError``.
    """

    def __init__(self, staff: Collection[str], currency: Currency) -> None:
        self._staff = staff
        self._currency = currency

    async def add_item(
        self, connection: Connection, request: RunToolRequest, asked: tools.AddItem
    ) -> tools.ItemWritten:
        self._check_staff(request)
        await lock_catalog(connection)
        item_id = asked.item_id.strip() or await _make_free_number(connection, asked.name)
        if await find_sold(connection, item_id) is not None:
            raise ToolRefusedError(
                ErrorCode.INVALID_ARGUMENTS,
                f"item_id: {item_id} is in the catalog already.",
                "Change that one (change_item), or give another article number.",
                {"why": "exists", "item_id": item_id},
            )
        fields = {"currency": self._currency, **asked.fields()}
        return await _write(
            connection, request, item_id, lambda on: put_item_on(on, item_id, fields)
        )

    async def change_item(
        self, connection: Connection, request: RunToolRequest, asked: tools.ChangeItem
    ) -> tools.ItemWritten:
        self._check_staff(request)
        return await _write(
            connection,
            request,
            asked.item_id,
            lambda on: change_item_on(on, asked.item_id, asked.fields()),
        )

    async def retire_item(
        self, connection: Connection, request: RunToolRequest, asked: tools.RetireItem
    ) -> tools.ItemWritten:
        self._check_staff(request)
        return await _write(
            connection, request, asked.item_id, lambda on: retire_item_on(on, asked.item_id)
        )

    async def undo_item_change(
        self, connection: Connection, request: RunToolRequest, asked: tools.UndoItemChange
    ) -> tools.ItemReverted:
        """Puts the item back as it was. Raises ``ToolRefusedError`` where it was changed since."""
        self._check_staff(request)
        result = await connection.fetchval(
            """
            SELECT result->'value' FROM tool_calls
            WHERE call_id = $1 AND user_id = $2 AND status = 'ok' AND tool = ANY($3::text[])
            """,
            asked.change_id,
            request.person.user_id,
            [tool.name for tool in tools.CATALOG_TOOLS],
        )
        if result is None:
            raise ToolRefusedError(ErrorCode.NOT_FOUND, "There is no such change of theirs.")
        change = tools.ItemWritten.model_validate(result)
        item_id = _get_item_id(change)
        await lock_catalog(connection)
        if await find_sold(connection, item_id) != change.after:
            raise ToolRefusedError(
                ErrorCode.NOT_OFFERED,
                f"{item_id} was changed since.",
                details={"why": "changed_since", "item_id": item_id},
            )
        if change.before is None:
            await retire_item_on(connection, item_id)
        else:
            await put_item_on(connection, item_id, _dump_fields(change.before))
        return tools.ItemReverted(before=change.after, after=change.before)

    def _check_staff(self, request: RunToolRequest) -> None:
        if request.person.user_id not in self._staff:
            raise ToolRefusedError(
                ErrorCode.NOT_OFFERED,
                "Only staff change the catalog.",
                "Tell the person so.",
                {"why": "staff"},
            )


async def _write(
    connection: Connection, request: RunToolRequest, item_id: str, write: Write
) -> tools.ItemWritten:
    """Raises ``ToolRefusedError`` for what cannot be written, changes nothing, or is not as the
    person saw it.
    """
    await lock_catalog(connection)
    before = await find_sold(connection, item_id)
    try:
        change = await write(connection)
    except NotFoundError as error:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND, str(error), "Search for it first.", {"item_id": item_id}
        ) from error
    except RefusedFieldError as error:
        raise ToolRefusedError(
            ErrorCode.INVALID_ARGUMENTS, str(error), details={"why": "field", "field": error.field}
        ) from error
    if change.outcome is RecordOutcome.UNCHANGED:
        raise ToolRefusedError(
            ErrorCode.ALREADY_DONE, "It is so already.", details={"why": "unchanged"}
        )
    retired = change.outcome is RecordOutcome.RETIRED
    after = None if retired else Item.model_validate(change.record)
    written = tools.ItemWritten(before=before, after=after)
    if request.check:
        return written
    if not request.confirmed_by or request.confirmed != written.model_dump(mode="json"):
        raise ToolRefusedError(ErrorCode.NOT_OFFERED, "It is not as the person saw it.")
    return written.model_copy(update={"change_id": request.call.call_id})


async def _make_free_number(connection: Connection, name: str) -> str:
    """Makes an article number that no item has of the item's name: ``NITRILE-GLOVES-M``."""
    number = "-".join(re.findall(r"\w+", name.upper()))[:_LONGEST_NUMBER].strip("-") or "ITEM"
    taken = {
        row["item_id"]
        for row in await connection.fetch(
            "SELECT upper(item_id) AS item_id FROM catalog_items WHERE upper(item_id) LIKE $1",
            number.replace("_", r"\_") + "%",
        )
    }
    numbers = (number, *(f"{number}-{n}" for n in range(2, len(taken) + 3)))
    return next(each for each in numbers if each not in taken)


def _get_item_id(change: tools.ItemWritten) -> str:
    item = change.before or change.after
    return item.item_id if item is not None else ""


def _dump_fields(item: Item) -> Fields:
    return item.model_dump(mode="json", exclude={"item_id"})
