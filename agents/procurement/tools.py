"""The tools: what each is called with, what it gives, and what it does to the world."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from agents.procurement.items import (
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


class Difference(Frozen):
    """What is not as it was shown: ``kind`` is price, stock, gone, cart or limit."""

    kind: Literal["lower_price", "price", "stock", "gone", "cart"]
    item_id: str = ""
    name: str = ""
    before: str | None = None
    after: str | None = None


class CheckedOut(Frozen):
    """``proposal`` is what would be sent (``check``), with what differs from one that was agreed
    to before; ``request`` is what was sent.
    """

    proposal: Proposal | None = None
    differences: tuple[Difference, ...] = ()
    request: PurchaseRequest | None = None


class ListRequests(Arguments):
    limit: Annotated[int, Field(ge=1, le=10)] = 5


class Requests(Frozen):
    """Newest first."""

    requests: tuple[PurchaseRequest, ...] = ()


class Reorder(Arguments):
    number: Annotated[int | None, Field(ge=1, description="7 for PR-7; null for the last one")] = (
        None
    )


class Reordered(CartChanged):
    """``gone`` names what could not be put into the cart."""

    gone: tuple[str, ...] = ()


class UndoChange(Arguments):
    change_id: Annotated[
        str | None, Field(max_length=200, description="null for the last one of this conversation")
    ] = None


class Undone(Frozen):
    """``undone`` is False when there was nothing (any more) to take back; ``change_id`` is the
    change that taking back was."""

    undone: bool = True
    cart: Cart = Cart()
    change_id: str = ""


class RequestNumber(Arguments):
    number: Annotated[int, Field(ge=1)]


class TakenBack(Frozen):
    """A request that was still ``submitted``, cancelled; ``gone`` names the lines that could not
    be put back into the cart."""

    number: int
    cart: Cart = Cart()
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
CHECKOUT = Tool(
    "checkout",
    "Sends the cart as a purchase request. The person is asked first, by the system.",
    Checkout,
    CheckedOut,
    Effect.IRREVERSIBLE,
)

TOOLS = (
    SEARCH_CATALOG, BROWSE_CATALOG, GET_ITEM, GET_CART, LIST_REQUESTS,
    ADD_TO_CART, SET_QUANTITY, REORDER, CHECKOUT,
)  # fmt: skip

UNDO_CHANGE = Tool(
    "undo_change", "Takes back a change of the cart.", UndoChange, Undone, Effect.WRITE
)
EMPTY_CART = Tool("empty_cart", "Takes all out of the cart.", GetCart, CartChanged, Effect.WRITE)
TAKE_BACK = Tool(
    "take_back", "Cancels a request that is still submitted.", RequestNumber, TakenBack,
    Effect.WRITE,
)  # fmt: skip
MARK_RECEIVED = Tool(
    "mark_received", "The goods of a request have come.", RequestNumber, PurchaseRequest,
    Effect.WRITE,
)  # fmt: skip

BUTTON_TOOLS = (UNDO_CHANGE, EMPTY_CART, TAKE_BACK, MARK_RECEIVED)
"""What only buttons and commands do: never offered to an engine. ``MARK_RECEIVED`` answers
``not_found`` for a request that is not open (any more)."""
