"""What the tools of the cart do, on the connection whose transaction also keeps the call.

Writes of one person queue behind their cart, so that two messages at once, or a button pressed
twice, are carried out one after the other.
"""

from collections.abc import Sequence
from decimal import Decimal

from pydantic import JsonValue

from adapters.postgres.pool import Connection
from agents.procurement import tools
from agents.procurement.items import MAX_QUANTITY, Cart, Item
from agents.procurement.store import carts
from agents.procurement.store.carts import WantedLine
from agents.procurement.store.catalog import item_of
from agents.procurement.store.search import CatalogSearch
from agents.procurement.store.search_tools import sold_item
from agents.procurement.tools import CartChanged
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode, RunToolRequest


async def get_cart(connection: Connection, request: RunToolRequest, _: tools.GetCart) -> Cart:
    return await carts.cart_of(connection, request.person.user_id)


async def add_to_cart(
    connection: Connection, request: RunToolRequest, asked: tools.AddToCart
) -> CartChanged:
    item = await _sold(connection, request, asked.item_id)
    await carts.lock(connection, request.person.user_id)
    there = (await carts.counts(connection, request.person.user_id))[item.item_id]
    return await _set(connection, request, item, there + asked.quantity, there)


async def set_quantity(
    connection: Connection, request: RunToolRequest, asked: tools.SetQuantity
) -> CartChanged:
    await carts.lock(connection, request.person.user_id)
    held = await carts.held(connection, request.person.user_id)
    wanted = asked.item_id.strip().upper()
    line = next((each for each in held if each.line.item_id.upper() == wanted), None)
    if line is None:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            f"{asked.item_id} is not in the cart.",
            "In the cart are: "
            + (", ".join(f"{e.line.item_id} {e.line.name}" for e in held) or "no products")
            + ". add_to_cart adds another one.",
            {"why": "not_in_cart", "item_id": asked.item_id},
        )
    there = line.line.quantity
    if asked.quantity <= there:
        wish = WantedLine(line.line.item_id, asked.quantity, line.line.price_when_added, "")
        return await changed_to(connection, request, [wish], wish)
    item = await item_of(connection, line.line.item_id)
    if item is None:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            f"{line.line.name} is not in the catalog any more.",
            "It can only be removed: set_quantity 0.",
            {"why": "gone", "item_id": line.line.item_id, "names": [line.line.name]},
        )
    return await _set(connection, request, item, asked.quantity, there)


async def empty_cart(
    connection: Connection, request: RunToolRequest, _: tools.EmptyCart
) -> CartChanged:
    await carts.lock(connection, request.person.user_id)
    held = await carts.held(connection, request.person.user_id)
    wishes = [WantedLine(each.line.item_id, 0, Decimal(0), "") for each in held]
    return await changed_to(connection, request, wishes)


async def undo_cart_change(
    connection: Connection, request: RunToolRequest, asked: tools.UndoCartChange
) -> tools.CartChangeUndone:
    await carts.lock(connection, request.person.user_id)
    change_id, undone = await carts.undo(connection, request, asked.change_id)
    changed = await cart_after(connection, request, change_id)
    return tools.CartChangeUndone(**dict(changed), undone=undone)


async def order_lines(
    search: CatalogSearch, connection: Connection, request: RunToolRequest, asked: tools.OrderLines
) -> tools.LinesOrdered:
    await carts.lock(connection, request.person.user_id)
    there = await carts.counts(connection, request.person.user_id)
    wishes: dict[str, WantedLine] = {}
    still_open: list[tools.OpenLine] = []
    for line in asked.lines:
        found = await search.find(connection, tools.SearchCatalog(query=line.words, limit=3))
        sure = next((hit for hit in found.items if hit.sure), None)
        quantity = there[sure.item_id] + line.quantity if sure else 0
        stock = MAX_QUANTITY if sure is None or sure.stock is None else sure.stock
        if sure is None or quantity > min(MAX_QUANTITY, stock):
            still_open.append(tools.OpenLine(**dict(line), items=found.items))
        else:
            there[sure.item_id] = quantity
            wishes[sure.item_id] = WantedLine(sure.item_id, quantity, sure.price, sure.currency)
    changed = await changed_to(connection, request, list(wishes.values()))
    return tools.LinesOrdered(**dict(changed), added=tuple(wishes), open=tuple(still_open))


async def _sold(connection: Connection, request: RunToolRequest, item_id: str) -> Item:
    """An item that a result or the person named, or that is in the cart. Raises
    ``ToolRefusedError``.
    """
    known = {each.upper() for each in request.seen}
    known |= {each.upper() for each in await carts.quantities(connection, request.person.user_id)}
    if item_id.strip().upper() not in known:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            f"{item_id} was in no result of this conversation.",
            "Search first, and use an item_id of a result; never guess one.",
            {"why": "unseen", "item_id": item_id},
        )
    return await sold_item(connection, item_id)


async def _set(
    connection: Connection, request: RunToolRequest, item: Item, quantity: int, there: int
) -> CartChanged:
    """A line of a locked cart gets more of an item. Raises ``ToolRefusedError``."""
    details: dict[str, JsonValue] = {
        "item_id": item.item_id, "name": item.name, "in_cart": there, "wanted": quantity,
    }  # fmt: skip
    if quantity > MAX_QUANTITY:
        raise ToolRefusedError(
            ErrorCode.INVALID_ARGUMENTS,
            f"quantity: {there} of {item.name} are in the cart; {quantity} would be too many.",
            f"At most {MAX_QUANTITY} of one product, so {MAX_QUANTITY - there} more at most.",
            {**details, "why": "quantity", "most": MAX_QUANTITY},
        )
    if item.stock is not None and item.stock < quantity:
        left = max(0, item.stock - there)
        raise ToolRefusedError(
            ErrorCode.OUT_OF_STOCK,
            f"Of {item.name} there are {item.stock}; {there} are in the cart already."
            if item.stock
            else f"{item.name} is out of stock.",
            f"At most {left} more can be added; ask the person."
            if left
            else "Offer another product: search with in_stock.",
            {**details, "why": "stock" if item.stock else "sold_out", "available": item.stock},
        )
    wish = WantedLine(item.item_id, quantity, item.price, item.currency)
    return await changed_to(connection, request, [wish], wish)


async def changed_to(
    connection: Connection,
    request: RunToolRequest,
    wishes: Sequence[WantedLine],
    only: WantedLine | None = None,
) -> CartChanged:
    """Changes a locked cart; ``only`` is its one line that was wished otherwise."""
    change_id = await carts.change(connection, request, wishes)
    changed = await cart_after(connection, request, change_id)
    if only is None:
        return changed
    return changed.model_copy(update={"item_id": only.item_id, "quantity": only.quantity})


async def cart_after(
    connection: Connection, request: RunToolRequest, change_id: str
) -> CartChanged:
    cart = await carts.cart_of(connection, request.person.user_id)
    return CartChanged(cart=cart, change_id=change_id)
