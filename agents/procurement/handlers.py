"""What the tools do, on the connection whose transaction also keeps the call.

Writes of one person queue behind their cart, so that two messages at once, or a button pressed
twice, are carried out one after the other.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import cast

from pydantic import JsonValue
from temporalio import activity

from adapters.postgres.pool import Connection
from agents.parts import ToolHandler
from agents.procurement import tools
from agents.procurement.items import (
    MAX_LINES,
    MAX_QUANTITY,
    Cart,
    Item,
    PurchaseRequest,
    RequestStatus,
    called,
)
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store import carts, requests
from agents.procurement.store.carts import Held, WantedLine
from agents.procurement.store.catalog import item_of, shares, siblings_of
from agents.procurement.store.checkout import CartCheckout, count_request
from agents.procurement.store.search import CatalogSearch, NoCatalogError
from agents.procurement.tools import CartChanged
from domain.errors import ToolRefusedError
from domain.money import Currency
from domain.tools import ErrorCode, RunToolRequest, Tool
from settings import load_settings

CATALOG_SEARCHES = "catalog_searches_total"


class Shop:
    """Handlers of all tools; one for a process. ``now`` is the present, in UTC; ``currency`` is
    what limits are in, else that of the deployment.
    """

    def __init__(
        self,
        settings: ProcurementSettings | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        currency: Currency | None = None,
    ) -> None:
        """Raises ``ConfigurationError``."""
        self._checkout = CartCheckout(
            settings or ProcurementSettings.load(),
            now,
            currency or load_settings().default_currency,
        )
        self._search = CatalogSearch()

    def bound(self) -> tuple[tuple[Tool, ToolHandler], ...]:
        """Every tool with what carries it out."""
        # A tool's arguments were validated by its own model before a handler gets them.
        bound = (
            (tools.SEARCH_CATALOG, self.search_catalog),
            (tools.BROWSE_CATALOG, self.browse_catalog),
            (tools.GET_ITEM, self.get_item),
            (tools.GET_CART, self.get_cart),
            (tools.LIST_REQUESTS, self.list_requests),
            (tools.ADD_TO_CART, self.add_to_cart),
            (tools.SET_QUANTITY, self.set_quantity),
            (tools.REORDER, self.reorder),
            (tools.CHECKOUT, self._checkout.send),
            (tools.UNDO_CART_CHANGE, self.undo_cart_change),
            (tools.EMPTY_CART, self.empty_cart),
            (tools.TAKE_BACK, self.take_back),
            (tools.NOTE_EXPENSE, self.note_expense),
            (tools.MATCH_REQUEST, self.match_request),
            (tools.RECEIVE_REQUEST, self.receive_request),
            (tools.ORDER_LINES, self.order_lines),
        )
        return cast("tuple[tuple[Tool, ToolHandler], ...]", bound)

    # What is read

    async def search_catalog(
        self, connection: Connection, request: RunToolRequest, asked: tools.SearchCatalog
    ) -> tools.Found:
        del request
        try:
            found = await self._search.find(connection, asked)
        except NoCatalogError:
            _count_search("no_catalog")
            raise
        _count_search("found" if found.items else "nothing")
        return found

    async def browse_catalog(
        self, connection: Connection, request: RunToolRequest, asked: tools.BrowseCatalog
    ) -> tools.Categories:
        del request
        return await shares(connection, await self._search.vocabulary(connection), asked.category)

    async def get_item(
        self, connection: Connection, request: RunToolRequest, asked: tools.GetItem
    ) -> tools.ItemFound:
        del request
        item = await item_of(connection, asked.item_id)
        if item is None:
            raise _no_such_item(asked.item_id)
        return tools.ItemFound(item=item, siblings=await siblings_of(connection, item))

    async def get_cart(
        self, connection: Connection, request: RunToolRequest, asked: tools.GetCart
    ) -> Cart:
        del asked
        return await carts.cart_of(connection, request.person.user_id)

    async def list_requests(
        self, connection: Connection, request: RunToolRequest, asked: tools.ListRequests
    ) -> tools.Requests:
        found = await requests.newest(connection, request.person.user_id, asked.limit)
        return tools.Requests(requests=found)

    async def match_request(
        self, connection: Connection, request: RunToolRequest, asked: tools.MatchRequest
    ) -> tools.Requests:
        found = await requests.fitting(
            connection, request.person.user_id, asked.total, asked.currency, asked.supplier
        )
        return tools.Requests(requests=found)

    # The cart

    async def add_to_cart(
        self, connection: Connection, request: RunToolRequest, asked: tools.AddToCart
    ) -> CartChanged:
        item = await _sold(connection, request, asked.item_id)
        await carts.lock(connection, request.person.user_id)
        there = (await carts.counts(connection, request.person.user_id))[item.item_id]
        return await _set(connection, request, item, there + asked.quantity, there)

    async def set_quantity(
        self, connection: Connection, request: RunToolRequest, asked: tools.SetQuantity
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
            return await _change(connection, request, [wish], wish)
        item = await item_of(connection, line.line.item_id)
        if item is None:
            raise _gone(line)
        return await _set(connection, request, item, asked.quantity, there)

    async def empty_cart(
        self, connection: Connection, request: RunToolRequest, asked: tools.EmptyCart
    ) -> CartChanged:
        del asked
        await carts.lock(connection, request.person.user_id)
        held = await carts.held(connection, request.person.user_id)
        wishes = [WantedLine(each.line.item_id, 0, Decimal(0), "") for each in held]
        return await _change(connection, request, wishes)

    async def undo_cart_change(
        self, connection: Connection, request: RunToolRequest, asked: tools.UndoCartChange
    ) -> tools.CartChangeUndone:
        await carts.lock(connection, request.person.user_id)
        change_id, undone = await carts.undo(connection, request, asked.change_id)
        changed = await _changed(connection, request, change_id)
        return tools.CartChangeUndone(**dict(changed), undone=undone)

    async def reorder(
        self, connection: Connection, request: RunToolRequest, asked: tools.Reorder
    ) -> tools.Reordered:
        """At today's prices. What cannot be had as often as then is named and left out."""
        await carts.lock(connection, request.person.user_id)
        earlier = await _own_request(connection, request, asked.number)
        there = await carts.counts(connection, request.person.user_id)
        wishes, gone = [], []
        for line in earlier.lines:
            item = await item_of(connection, line.item_id)
            quantity = min(there[line.item_id] + line.quantity, MAX_QUANTITY)
            if item is None or (item.stock is not None and item.stock < quantity):
                gone.append(line.name)
            else:
                wishes.append(WantedLine(item.item_id, quantity, item.price, item.currency))
        if not wishes:
            raise ToolRefusedError(
                ErrorCode.NOT_FOUND,
                f"Nothing of {called(earlier.number)} can be had any more.",
                "Search for something like it: " + ", ".join(gone),
                {"why": "gone", "number": earlier.number, "names": list(gone)},
            )
        changed = await _change(connection, request, wishes)
        return tools.Reordered(**dict(changed), gone=tuple(gone))

    async def order_lines(
        self, connection: Connection, request: RunToolRequest, asked: tools.OrderLines
    ) -> tools.LinesOrdered:
        await carts.lock(connection, request.person.user_id)
        there = await carts.counts(connection, request.person.user_id)
        wishes: dict[str, WantedLine] = {}
        still_open: list[tools.OpenLine] = []
        for line in asked.lines:
            query = tools.SearchCatalog(query=line.words, limit=3)
            found = await self._search.find(connection, query)
            sure = next((hit for hit in found.items if hit.sure), None)
            quantity = there[sure.item_id] + line.quantity if sure else 0
            if sure is None or quantity > min(
                MAX_QUANTITY, MAX_QUANTITY if sure.stock is None else sure.stock
            ):
                still_open.append(tools.OpenLine(**dict(line), items=found.items))
            else:
                there[sure.item_id] = quantity
                wishes[sure.item_id] = WantedLine(sure.item_id, quantity, sure.price, sure.currency)
        changed = await _change(connection, request, list(wishes.values()))
        return tools.LinesOrdered(**dict(changed), added=tuple(wishes), open=tuple(still_open))

    # Requests

    async def take_back(
        self, connection: Connection, request: RunToolRequest, asked: tools.TakeBack
    ) -> tools.TakenBack:
        user_id = request.person.user_id
        await carts.lock(connection, user_id)
        # The newest one, also where it was taken back: never one before it.
        newest = [r.number for r in await requests.newest(connection, user_id, 1)]
        number = asked.number or next(iter(newest), None)
        found = await _own_request(connection, request, number, lock=True)
        if found.status not in requests.OPEN:
            raise _settled(found)
        cancelled = await _become(connection, request, found, RequestStatus.CANCELLED)
        wishes, gone = await _refill(connection, user_id, found)
        change_id = await carts.change(connection, request, wishes, f"{request.call.call_id}/cart")
        changed = await _changed(connection, request, change_id)
        return tools.TakenBack(**dict(changed), request=cancelled, gone=gone)

    async def note_expense(
        self, connection: Connection, request: RunToolRequest, asked: tools.NoteExpense
    ) -> tools.ExpenseNoted:
        found = await _own_request(connection, request, asked.number, lock=True)
        task_id: str = await connection.fetchval(
            """
            UPDATE purchase_requests SET expense_task_id = coalesce(expense_task_id, $3)
            WHERE user_id = $1 AND number = $2 RETURNING expense_task_id
            """,
            request.person.user_id,
            found.number,
            asked.task_id,
        )
        noted = found.model_copy(update={"expense_task_id": task_id})
        return tools.ExpenseNoted(request=noted, task_id=task_id)

    async def receive_request(
        self, connection: Connection, request: RunToolRequest, asked: tools.OfRequest
    ) -> PurchaseRequest:
        found = await _own_request(connection, request, asked.number, lock=True)
        received = RequestStatus.RECEIVED
        if found.status is received:
            return found
        if not requests.may_become(found.status, received):
            raise _settled(found)
        return await _become(connection, request, found, received)


def _count_search(outcome: str) -> None:
    if activity.in_activity():
        activity.metric_meter().create_counter(CATALOG_SEARCHES).add(1, {"outcome": outcome})


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
    item = await item_of(connection, item_id)
    if item is None:
        raise _no_such_item(item_id)
    return item


def _no_such_item(item_id: str) -> ToolRefusedError:
    return ToolRefusedError(
        ErrorCode.NOT_FOUND,
        f"The catalog has no item {item_id}.",
        "Search for it by its name.",
        {"why": "no_item", "item_id": item_id},
    )


def _gone(line: Held) -> ToolRefusedError:
    return ToolRefusedError(
        ErrorCode.NOT_FOUND,
        f"{line.line.name} is not in the catalog any more.",
        "It can only be removed: set_quantity 0.",
        {"why": "gone", "item_id": line.line.item_id, "names": [line.line.name]},
    )


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
    return await _change(connection, request, [wish], wish)


async def _change(
    connection: Connection,
    request: RunToolRequest,
    wishes: Sequence[WantedLine],
    only: WantedLine | None = None,
) -> CartChanged:
    """Changes a locked cart; ``only`` is its one line that was wished otherwise."""
    changed = await _changed(connection, request, await carts.change(connection, request, wishes))
    if only is None:
        return changed
    return changed.model_copy(update={"item_id": only.item_id, "quantity": only.quantity})


async def _changed(connection: Connection, request: RunToolRequest, change_id: str) -> CartChanged:
    cart = await carts.cart_of(connection, request.person.user_id)
    return CartChanged(cart=cart, change_id=change_id)


async def _own_request(
    connection: Connection, request: RunToolRequest, number: int | None, *, lock: bool = False
) -> PurchaseRequest:
    user_id = request.person.user_id
    found = await requests.one_of(connection, user_id, number, lock=lock)
    if found is not None:
        return found
    theirs = await requests.newest(connection, user_id, 5)
    named = ", ".join(called(each.number) for each in theirs)
    raise ToolRefusedError(
        ErrorCode.NOT_FOUND,
        f"There is no request {called(number)} of this person."
        if number
        else "This person has sent no request yet.",
        f"There are: {named}" if named else "Search for products instead.",
        {"why": "no_request", "number": number},
    )


async def _become(
    connection: Connection, request: RunToolRequest, found: PurchaseRequest, status: RequestStatus
) -> PurchaseRequest:
    """The person gives a locked request another status."""
    await requests.become(
        connection,
        request.call.call_id,
        request.person.user_id,
        found.number,
        status,
        by=request.person.user_id,
        conversation_id=request.conversation_id,
    )
    count_request(status)
    return found.model_copy(update={"status": status})


def _settled(found: PurchaseRequest) -> ToolRefusedError:
    return ToolRefusedError(
        ErrorCode.ALREADY_DONE,
        f"{called(found.number)} is {found.status.value} already.",
        "Say so; nothing was changed.",
        {"why": "settled", "number": found.number, "status": found.status.value},
    )


async def _refill(
    connection: Connection, user_id: str, found: PurchaseRequest
) -> tuple[list[WantedLine], tuple[str, ...]]:
    """Lines of a cancelled request beside what is in the cart, and the names of those that do not
    fit there: they are told, so that the cancelling is never in vain.
    """
    there = await carts.counts(connection, user_id)
    cart = await carts.cart_of(connection, user_id)
    if there and cart.currency != found.currency:
        return [], tuple(line.name for line in found.lines)
    room = MAX_LINES - len(there)
    wishes, gone = [], []
    for line in found.lines:
        quantity = there[line.item_id] + line.quantity
        room -= line.item_id not in there
        if room < 0 or quantity > MAX_QUANTITY:
            gone.append(line.name)
        else:
            wishes.append(WantedLine(line.item_id, quantity, line.price, found.currency))
    return wishes, tuple(gone)
