"""The tools: what each is called with, what it gives, and what it does to the world."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from agents.procurement.items import (
    MAX_LINES,
    MAX_NOTES,
    MAX_QUANTITY,
    Cart,
    Item,
    Proposal,
    PurchaseRequest,
    Quantity,
)
from domain.messages import Frozen
from domain.tools import Arguments, Effect, Tool

Article = Annotated[str, Field(min_length=1, max_length=64, description="article number")]
Price = Annotated[Decimal, Field(ge=0)]


class SearchCatalog(Arguments):
    query: Annotated[str, Field(max_length=200, description="words of the product; empty for all")]
    limit: Annotated[int, Field(ge=1, le=10)] = 5
    min_price: Price | None = None
    max_price: Price | None = None
    category: str | None = None
    supplier: str | None = None
    in_stock: bool | None = None
    sort: Literal["relevance", "price_asc", "price_desc"] = "relevance"
    offset: Annotated[int, Field(ge=0, le=1000)] = 0


class Hit(Item):
    """``sure``: it is certainly the one meant: an article number, all words in the name of exactly
    one active item, or a score of 1.5 times the next.
    """

    score: float = 0.0
    sure: bool = False


class CategoryShare(Frozen):
    """A category, or a supplier, with the number of its items and their prices."""

    name: str
    items: int
    lowest: Decimal | None = None
    highest: Decimal | None = None
    currency: str | None = None


class Found(Frozen):
    """``total`` counts all that fit. ``near`` names categories when nothing did. ``asked`` is what
    was searched, so that more of the same can be had.
    """

    items: tuple[Hit, ...] = ()
    total: int = 0
    offset: int = 0
    near: tuple[str, ...] = ()
    asked: SearchCatalog | None = None


class BrowseCatalog(Arguments):
    category: Annotated[str | None, Field(description="one of them; null for all")] = None


class Categories(Frozen):
    categories: tuple[CategoryShare, ...] = ()
    items: int = 0


class GetItem(Arguments):
    item_id: Article


class ItemFound(Frozen):
    item: Item
    siblings: tuple[Item, ...] = ()
    """Other sizes or colours of it."""


class GetCart(Arguments):
    pass


class AddToCart(Arguments):
    item_id: Article
    quantity: Quantity = 1


class SetQuantity(Arguments):
    item_id: Article
    quantity: Annotated[int, Field(ge=0, le=MAX_QUANTITY, description="0 removes it")]


class CartChanged(Frozen):
    """The cart after a change. ``change_id`` is what takes exactly this change back."""

    cart: Cart
    change_id: str = ""
    item_id: str = ""
    quantity: int = 0
    """Of the item, after the change."""


class Checkout(Arguments):
    delivery_date: Annotated[date | None, Field(description="YYYY-MM-DD")] = None
    notes: Annotated[str, Field(max_length=MAX_NOTES)] = ""

    def as_words(self) -> str:
        """Writes the order as a person would ask for it."""
        day = f" for {self.delivery_date.isoformat()}" if self.delivery_date else ""
        return f"checkout{day}" + (f", note: {self.notes}" if self.notes else "")


DifferenceKind = Literal["lower_price", "price", "stock", "gone", "cart"]


class Difference(Frozen):
    """What is not as it was shown."""

    kind: DifferenceKind
    item_id: str = ""
    name: str = ""
    before: str | None = None
    after: str | None = None


class CheckedOut(Frozen):
    """``proposal`` is what would be sent (``check``), with what differs from one that was agreed
    to before; ``request`` is what was sent. ``needs_approval``: it would wait for approval.
    """

    proposal: Proposal | None = None
    differences: tuple[Difference, ...] = ()
    request: PurchaseRequest | None = None
    needs_approval: bool = False


class ListRequests(Arguments):
    limit: Annotated[int, Field(ge=1, le=10)] = 5


class Requests(Frozen):
    """Newest first."""

    requests: tuple[PurchaseRequest, ...] = ()


class Reorder(Arguments):
    number: Annotated[int | None, Field(ge=1, description="7 for PR-7; null for the last one")] = (
        None
    )


class TakeBack(Arguments):
    number: Annotated[int | None, Field(ge=1)] = None
    """None for the newest request."""


class Reordered(CartChanged):
    """``gone`` names what could not be put into the cart."""

    gone: tuple[str, ...] = ()


class TakenBack(CartChanged):
    """The request is cancelled and its lines are in the cart again, but for ``gone``: what did not
    fit beside what was there.
    """

    request: PurchaseRequest
    gone: tuple[str, ...] = ()


SEARCH_CATALOG = Tool(
    "search_catalog",
    "Finds products by words, price, category, supplier. Use it before naming any product.",
    SearchCatalog,
    Found,
    Effect.READ,
)
BROWSE_CATALOG = Tool(
    "browse_catalog", "What is sold: categories with counts and prices.", BrowseCatalog, Categories,
    Effect.READ,
)  # fmt: skip
GET_ITEM = Tool("get_item", "One product and its other sizes.", GetItem, ItemFound, Effect.READ)
GET_CART = Tool("get_cart", "The cart as it is now.", GetCart, Cart, Effect.READ)
LIST_REQUESTS = Tool(
    "list_requests", "Purchase requests already sent.", ListRequests, Requests, Effect.READ
)
ADD_TO_CART = Tool(
    "add_to_cart",
    "Adds a found product to the cart; more of one that is in it raises its quantity.",
    AddToCart,
    CartChanged,
    Effect.WRITE,
)
SET_QUANTITY = Tool(
    "set_quantity", "Sets the quantity of a product in the cart.", SetQuantity, CartChanged,
    Effect.WRITE,
)  # fmt: skip
REORDER = Tool(
    "reorder", "Puts the lines of an earlier request into the cart.", Reorder, Reordered,
    Effect.WRITE,
)  # fmt: skip
TAKE_BACK = Tool(
    "take_back", "Cancels a request nobody acted on; its lines go back into the cart.",
    TakeBack, TakenBack, Effect.WRITE,
)  # fmt: skip
CHECKOUT = Tool(
    "checkout",
    "Sends the cart as a purchase request. The system asks the person: call it as soon as they want"
    " to order; what they wished and is not in the cart, name beside it. What they say of the"
    " delivery but its day are notes.",
    Checkout,
    CheckedOut,
    Effect.IRREVERSIBLE,
)

TOOLS = (
    SEARCH_CATALOG, BROWSE_CATALOG, GET_ITEM, GET_CART, LIST_REQUESTS,
    ADD_TO_CART, SET_QUANTITY, REORDER, TAKE_BACK, CHECKOUT,
)  # fmt: skip


class UndoCartChange(Arguments):
    change_id: Annotated[
        str, Field(max_length=300, description="empty for the newest of this conversation")
    ] = ""


class CartChangeUndone(CartChanged):
    undone: str = ""
    """Id of the change that was taken back."""


class EmptyCart(Arguments):
    pass


class OfRequest(Arguments):
    number: Annotated[int, Field(ge=1, le=2**31 - 1)]


class NoteExpense(OfRequest):
    task_id: Annotated[str, Field(min_length=1, max_length=300)]


class ExpenseNoted(Frozen):
    """``task_id`` is the first one that was noted: pressed twice, there is still one expense."""

    request: PurchaseRequest
    task_id: str


class MatchRequest(Arguments):
    """What a receipt says: of exactly this total, from this supplier."""

    total: Price
    currency: Annotated[str, Field(min_length=3, max_length=3)]
    supplier: Annotated[str, Field(max_length=200)] = ""
    lines: tuple[str, ...] = ()


class MatchedPurchase(Requests):
    """The requests that a receipt fits, and which of its lines are surely in the catalog."""

    sold: tuple[str, ...] = ()


class OrderLine(Arguments):
    words: Annotated[str, Field(min_length=1, max_length=200)]
    quantity: Quantity = 1


class OrderLines(Arguments):
    lines: Annotated[tuple[OrderLine, ...], Field(min_length=1, max_length=MAX_LINES)]


class OpenLine(Frozen):
    """A line for which several items fit, or none."""

    words: str
    quantity: int
    items: tuple[Hit, ...] = ()


class LinesOrdered(CartChanged):
    """The cart with what was surely meant; ``open`` lines are for the person to choose."""

    added: tuple[str, ...] = ()
    open: tuple[OpenLine, ...] = ()


UNDO_CART_CHANGE = Tool(
    "undo_cart_change", "Takes one change of the cart back.", UndoCartChange, CartChangeUndone,
    Effect.WRITE,
)  # fmt: skip
EMPTY_CART = Tool("empty_cart", "Takes everything out.", EmptyCart, CartChanged, Effect.WRITE)
NOTE_EXPENSE = Tool(
    "note_expense", "Notes the expense that a request became.", NoteExpense, ExpenseNoted,
    Effect.WRITE,
)  # fmt: skip
MATCH_REQUEST = Tool(
    "match_request", "Requests under way that a receipt fits, and which of its lines are sold.",
    MatchRequest, MatchedPurchase, Effect.READ,
)  # fmt: skip
RECEIVE_REQUEST = Tool(
    "receive_request", "Marks a request as received.", OfRequest, PurchaseRequest, Effect.WRITE
)
ORDER_LINES = Tool(
    "order_lines", "Searches each line and puts what is surely meant into the cart.",
    OrderLines, LinesOrdered, Effect.WRITE,
)  # fmt: skip


class ChangeItem(Arguments):
    """Fields that are not given stay as they are."""

    item_id: Article
    name: Annotated[str, Field(max_length=500)] = ""
    price: Price | None = None
    currency: Annotated[str, Field(max_length=3)] = ""
    unit: Annotated[str, Field(max_length=50, description="box, piece")] = ""
    stock: Annotated[int | None, Field(ge=0)] = None
    supplier: Annotated[str, Field(max_length=200)] = ""
    category: Annotated[str, Field(max_length=300)] = ""
    description: Annotated[str, Field(max_length=1000)] = ""

    def fields(self) -> dict[str, JsonValue]:
        """Returns what was given of the item."""
        given = self.model_dump(mode="json", exclude={"item_id"})
        return {name: value for name, value in given.items() if value not in (None, "")}


class AddItem(ChangeItem):
    item_id: Annotated[str, Field(max_length=64, description="empty makes one of the name")] = ""
    name: Annotated[str, Field(min_length=1, max_length=500)]
    price: Price


class RetireItem(Arguments):
    item_id: Article


class ItemWritten(Frozen):
    """An item of the catalog before and after a change: without ``before`` it is new, without
    ``after`` it is not sold any more. ``change_id`` takes the change back; it is empty of one that
    is only proposed.
    """

    before: Item | None = None
    after: Item | None = None
    change_id: str = ""


class UndoItemChange(Arguments):
    change_id: Annotated[str, Field(min_length=1, max_length=300)]


class ItemReverted(ItemWritten):
    """A change was taken back: ``before`` and ``after`` are those of taking it back."""


ADD_ITEM = Tool(
    "add_item", "Adds a product to the catalog. The person is asked first, by the system.",
    AddItem, ItemWritten, Effect.IRREVERSIBLE,
)  # fmt: skip
CHANGE_ITEM = Tool(
    "change_item", "Changes fields of a product of the catalog. The person is asked first.",
    ChangeItem, ItemWritten, Effect.IRREVERSIBLE,
)  # fmt: skip
RETIRE_ITEM = Tool(
    "retire_item", "Takes a product out of the catalog. The person is asked first.",
    RetireItem, ItemWritten, Effect.IRREVERSIBLE,
)  # fmt: skip

CATALOG_TOOLS = (ADD_ITEM, CHANGE_ITEM, RETIRE_ITEM)
"""For staff alone (``CATALOG_STAFF``): nobody else is offered them, nor may call them."""


class DecideRequest(Arguments):
    number: Annotated[int, Field(ge=1, le=2**31 - 1, description="7 for PR-7")]
    approve: Annotated[bool, Field(description="false rejects it")]
    reason: Annotated[str, Field(max_length=MAX_NOTES)] = ""


class WaitingRequest(Frozen):
    """A request that waits for approval, and the id of the person who sent it."""

    request: PurchaseRequest
    sent_by: str


class Decided(Frozen):
    """``waiting`` is what would be decided on (``check``): what was decided is kept without it, as
    it is another person's.
    """

    number: int
    approve: bool
    reason: str = ""
    waiting: WaitingRequest | None = None


DECIDE_REQUEST = Tool(
    "decide_request", "Approves or rejects another's request. The person is asked first.",
    DecideRequest, Decided, Effect.IRREVERSIBLE,
)  # fmt: skip
"""For approvers alone (``PURCHASE_APPROVERS``): nobody else is offered it, nor may call it."""

UNDO_ITEM_CHANGE = Tool(
    "undo_item_change", "Takes one change of the catalog back.", UndoItemChange, ItemReverted,
    Effect.WRITE,
)  # fmt: skip

BUTTON_TOOLS = (
    UNDO_CART_CHANGE, EMPTY_CART, NOTE_EXPENSE, MATCH_REQUEST, RECEIVE_REQUEST, ORDER_LINES,
    UNDO_ITEM_CHANGE,
)  # fmt: skip
"""For buttons, commands and other agents; never offered to a model."""
