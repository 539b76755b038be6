"""What the tools of purchase requests do, on the connection whose transaction also keeps the call.
One is sent by ``checkout``.
"""

import re

from adapters.postgres.pool import Connection
from agents.procurement import tools
from agents.procurement.items import (
    MAX_LINES,
    MAX_QUANTITY,
    OPEN,
    PurchaseRequest,
    RequestStatus,
    called,
)
from agents.procurement.store import carts, requests
from agents.procurement.store.cart_tools import cart_after, changed_to
from agents.procurement.store.carts import WantedLine
from agents.procurement.store.catalog import item_of
from agents.procurement.store.search import CatalogSearch, NoCatalogError
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode, RunToolRequest

_FEWEST_WORDS = 2
"""Words of a receipt's line by which a product may be known."""


async def list_requests(
    connection: Connection, request: RunToolRequest, asked: tools.ListRequests
) -> tools.Requests:
    found = await requests.newest(connection, request.person.user_id, asked.limit)
    return tools.Requests(requests=found)


async def match_request(
    search: CatalogSearch,
    connection: Connection,
    request: RunToolRequest,
    asked: tools.MatchRequest,
) -> tools.MatchedPurchase:
    found = await requests.fitting(
        connection, request.person.user_id, asked.total, asked.currency, asked.supplier
    )
    sold = [words for words in asked.lines if await _is_sold(search, connection, words)]
    return tools.MatchedPurchase(requests=found, sold=tuple(sold))


async def _is_sold(search: CatalogSearch, connection: Connection, words: str) -> bool:
    """Whether something in the catalog is called so. Receipts cut words and print many that a
    catalog has somewhere: all of them, two or more, must stand in one product's name.
    """
    printed = _list_words(words)
    if len(printed) < _FEWEST_WORDS:
        return False
    try:
        found = await search.find(connection, tools.SearchCatalog(query=words, limit=3))
    except NoCatalogError:
        return False
    return any(hit.sure and printed <= _list_words(hit.name) for hit in found.items)


def _list_words(name: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", name.casefold()))


async def reorder(
    connection: Connection, request: RunToolRequest, asked: tools.Reorder
) -> tools.Reordered:
    """At today's prices. What cannot be had as often as then is named and left out."""
    await carts.lock(connection, request.person.user_id)
    earlier = await _find_own_request(connection, request, asked.number)
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
    changed = await changed_to(connection, request, wishes)
    return tools.Reordered(**dict(changed), gone=tuple(gone))


async def take_back(
    connection: Connection, request: RunToolRequest, asked: tools.TakeBack
) -> tools.TakenBack:
    user_id = request.person.user_id
    await carts.lock(connection, user_id)
    # The newest one, also where it was taken back: never one before it.
    newest = [r.number for r in await requests.newest(connection, user_id, 1)]
    number = asked.number or next(iter(newest), None)
    found = await _find_own_request(connection, request, number, lock=True)
    if found.status not in OPEN:
        raise _settled(found)
    cancelled = await _give_status(connection, request, found, RequestStatus.CANCELLED)
    wishes, gone = await _refill(connection, user_id, found)
    change_id = await carts.change(connection, request, wishes, f"{request.call.call_id}/cart")
    changed = await cart_after(connection, request, change_id)
    return tools.TakenBack(**dict(changed), request=cancelled, gone=gone)


async def note_expense(
    connection: Connection, request: RunToolRequest, asked: tools.NoteExpense
) -> tools.ExpenseNoted:
    found = await _find_own_request(connection, request, asked.number, lock=True)
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
    connection: Connection, request: RunToolRequest, asked: tools.OfRequest
) -> PurchaseRequest:
    found = await _find_own_request(connection, request, asked.number, lock=True)
    received = RequestStatus.RECEIVED
    if found.status is received:
        return found
    if not requests.may_become(found.status, received):
        raise _settled(found)
    return await _give_status(connection, request, found, received)


async def _find_own_request(
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


async def _give_status(
    connection: Connection, request: RunToolRequest, found: PurchaseRequest, status: RequestStatus
) -> PurchaseRequest:
    """Gives a locked request another status, as the person asks."""
    await requests.become(
        connection,
        request.call.call_id,
        request.person.user_id,
        found.number,
        status,
        by=request.person.user_id,
        conversation_id=request.conversation_id,
    )
    requests.count_request(status)
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
