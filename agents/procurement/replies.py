"""What the agent can say: one model for each topic. ``words`` has the texts."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import ClassVar, Literal

from pydantic import Field

from agents.procurement.items import MAX_QUANTITY, Cart, Proposal, PurchaseRequest, RequestStatus
from agents.procurement.tools import CategoryShare, Decided, Difference, ItemWritten, WaitingRequest
from domain.messages import Frozen
from domain.money import Currency
from domain.plain_text import is_question
from domain.replies import Content, Placement, Question


class Telling(Content):
    """What all of them have in common. ``say`` are a model's own words, checked, which stand above
    the facts; ``aside``: it answers a button or a command.
    """

    say: str = ""
    aside: bool = False

    @property
    def placed(self) -> Placement:
        return Placement.ASIDE if self.aside else type(self).placement

    @property
    def asks(self) -> bool:
        return is_question(self.say)


class ListedItem(Frozen):
    """``position`` is its number in the chat; 0 stands for none. ``stock`` is None where it is not
    known.
    """

    position: int = 0
    item_id: str
    name: str
    supplier: str = ""
    unit: str = ""
    price: Decimal
    currency: Currency
    stock: int | None = None


class ItemList(Frozen):
    """``asked_for`` are the words that were searched, or the category; ``total`` counts all that
    fit, of which ``shown`` were shown up to here. ``limited``: it was asked for by price, supplier
    or the like. ``named``: they are those that the words above name, and need no heading.
    """

    asked_for: str = ""
    items: tuple[ListedItem, ...] = ()
    total: int = 0
    shown: int = 0
    limited: bool = False
    named: bool = False


class ItemsFound(Telling):
    """Choices add one of them, or show more."""

    topic: ClassVar[str] = "procurement.found"
    lists: tuple[ItemList, ...]


class NothingFit(Telling):
    """``near`` are names of categories."""

    topic: ClassVar[str] = "procurement.nothing_found"
    asked_for: str = ""
    near: tuple[str, ...] = ()


class WhichItem(Telling):
    """Several items fit what is to be put into the cart; choices put one in."""

    topic: ClassVar[str] = "procurement.choose"
    list: ItemList
    quantity: int = 1


class ItemShown(Telling):
    """One item; ``siblings`` are its other sizes or colours."""

    topic: ClassVar[str] = "procurement.item"
    item: ListedItem
    description: str = ""
    siblings: tuple[ListedItem, ...] = ()


class WhatIsSold(Telling):
    """Categories, with how many items they have."""

    topic: ClassVar[str] = "procurement.what_sold"
    categories: tuple[CategoryShare, ...] = ()
    items: int = 0


class CartTold(Telling):
    topic: ClassVar[str] = "procurement.cart"
    cart: Cart


class LineChange(Frozen):
    """``quantity`` is that of the item after the change, 0 when it is out of the cart."""

    name: str
    quantity: int
    amount: Decimal | None = None


class CartNow(Telling):
    """The cart was changed; choices take that back. ``gone`` could not be put in (again)."""

    topic: ClassVar[str] = "procurement.changed"
    changes: tuple[LineChange, ...] = ()
    cart: Cart
    gone: tuple[str, ...] = ()


class CartReverted(Telling):
    """A change of the cart was taken back."""

    topic: ClassVar[str] = "procurement.undone"
    aside: bool = True
    cart: Cart


class CartKept(Telling):
    """A cancel: ``stopped`` what went on, or nothing did. The cart stays; choices empty it."""

    topic: ClassVar[str] = "procurement.cart_kept"
    cart: Cart
    stopped: bool = False


class AskSend(Question):
    """Exactly what a yes sends. ``differences``: what is not as it was when it was shown before.
    ``say`` are a model's own words, checked, which stand above it.
    """

    topic: ClassVar[str] = "procurement.ask_send"
    say: str = ""
    proposal: Proposal
    differences: tuple[Difference, ...] = ()
    again: bool = False
    """The person saw all of it: one line asks once more. Set by the conversation alone."""


class AskSendForApproval(AskSend):
    """The request would wait for approval."""

    topic: ClassVar[str] = "procurement.ask_send_for_approval"


class RequestSent(Telling):
    """``differences`` are prices that went down. Choices take it back, and what others offer."""

    topic: ClassVar[str] = "procurement.sent"
    request: PurchaseRequest
    differences: tuple[Difference, ...] = ()


class RequestNotSent(Telling):
    topic: ClassVar[str] = "procurement.not_sent"


class RequestTakenBack(Telling):
    """Cancelled; its lines are in the cart again, but for what is ``gone``."""

    topic: ClassVar[str] = "procurement.taken_back"
    aside: bool = True
    number: int
    cart: Cart
    gone: tuple[str, ...] = ()


class RequestList(Telling):
    """Newest first."""

    topic: ClassVar[str] = "procurement.orders"
    requests: tuple[PurchaseRequest, ...] = ()


class RequestStatusChanged(Telling):
    """Purchasing, or a receipt that came, gave it another status."""

    topic: ClassVar[str] = "procurement.status"
    aside: bool = True
    number: int
    status: RequestStatus
    note: str = ""


class AskApproval(Content):
    """Tells an approver of a request that waits; choices decide on it. ``again``: a reminder."""

    topic: ClassVar[str] = "procurement.ask_approval"
    waiting: WaitingRequest
    again: bool = False


class AskDecision(Question):
    """Exactly what a yes approves or rejects. ``say`` as of ``AskSend``."""

    topic: ClassVar[str] = "procurement.ask_decision"
    say: str = ""
    decision: Decided


class RequestDecided(Telling):
    """An approver decided."""

    topic: ClassVar[str] = "procurement.decided"
    number: int
    approve: bool


class NothingDecided(Telling):
    topic: ClassVar[str] = "procurement.not_decided"


class RequestAnswered(Content):
    """Tells who sent a request that it was approved or rejected, and why if that was said."""

    topic: ClassVar[str] = "procurement.answered"
    number: int
    approve: bool
    total: Decimal
    currency: Currency
    reason: str = ""


class MissingLine(Frozen):
    """A line of the cart that cannot be sent: ``gone``, or only so many are ``available``."""

    name: str
    available: int = 0
    gone: bool = False


class CallFailed(Telling):
    """A tool said no, or could not be reached. ``code`` is an ``ErrorCode``, ``why`` the finer
    reason that the tool gave, ``values`` are its facts.
    """

    topic: ClassVar[str] = "procurement.not_done"
    tool: str = ""
    code: str
    why: str = ""
    values: dict[str, str] = Field(default_factory=dict)
    names: tuple[str, ...] = ()
    """Of products."""
    choices: tuple[str, ...] = ()
    """What there is instead: categories, suppliers, currencies."""
    missing: tuple[MissingLine, ...] = ()


class AskCartChange(Telling):
    """What shall be different in the cart."""

    topic: ClassVar[str] = "procurement.ask_change"
    cart: Cart


class NotKnownYet(Telling):
    """Nobody can tell whether a change was made: the database does not answer."""

    topic: ClassVar[str] = "procurement.not_known_yet"


class NoCatalog(Telling):
    """No catalog was imported."""

    topic: ClassVar[str] = "procurement.no_catalog"


class AskHowMany(Telling):
    """``said`` is no quantity that can be."""

    topic: ClassVar[str] = "procurement.ask_quantity"
    said: str
    asked_for: str = ""
    lowest: int = 1
    highest: int = MAX_QUANTITY


class WhichLine(Telling):
    """Several lines of the cart fit: choices set the quantity of one of ``names``; 0 removes it."""

    topic: ClassVar[str] = "procurement.ask_which"
    item_ids: tuple[str, ...] = ()
    names: tuple[str, ...]
    quantity: int | None = None


class AskProduct(Telling):
    topic: ClassVar[str] = "procurement.ask_what"


class AskDelivery(Telling):
    """``said`` is a day that no calendar has."""

    topic: ClassVar[str] = "procurement.ask_day"
    said: str


class NoListAtHand(Telling):
    topic: ClassVar[str] = "procurement.list_gone"


class PlaceOutside(Telling):
    topic: ClassVar[str] = "procurement.no_such_place"
    position: int
    count: int


class NothingMore(Telling):
    topic: ClassVar[str] = "procurement.no_more"


class LineNotThere(Telling):
    topic: ClassVar[str] = "procurement.not_in_cart"
    asked_for: str


class CartIsEmpty(Telling):
    topic: ClassVar[str] = "procurement.cart_empty"


class NothingToRepeat(Telling):
    topic: ClassVar[str] = "procurement.no_requests"


class NeverDone(Telling):
    topic: ClassVar[str] = "procurement.refused"
    why: Literal["others", "approval", "how_to_decide"]


class NotUnderstood(Telling):
    """For the shop, but not clear; says what would be."""

    topic: ClassVar[str] = "procurement.unclear"


class CutShort(Telling):
    """A turn that was ended by a limit: a warning above what there is."""

    topic: ClassVar[str] = "procurement.partial"
    cart: Cart | None = None


class ModelSays(Telling):
    """Nothing but a model's own words, checked."""

    topic: ClassVar[str] = "procurement.answer"


class AskIsThis(Telling):
    """Something bought looks like an open request; choices mark it received."""

    topic: ClassVar[str] = "procurement.ask_received"
    aside: bool = True
    number: int
    supplier: str = ""
    total: Decimal
    currency: Currency
    delivery_date: date | None = None


class SoldHere(Telling):
    """Lines of a receipt that the catalog has; the choice puts all of the receipt into the cart."""

    topic: ClassVar[str] = "procurement.sold_here"
    aside: bool = True
    names: tuple[str, ...]


class LeftOpen(Telling):
    """It was something else: no request was changed."""

    topic: ClassVar[str] = "procurement.left_open"
    aside: bool = True


class AskItemChange(Question):
    """Exactly what a yes changes in the catalog. ``say`` as of ``AskSend``."""

    topic: ClassVar[str] = "procurement.ask_item"
    say: str = ""
    change: ItemWritten


class ItemChanged(Telling):
    """The catalog was changed, or a change of it taken back (``undone``)."""

    topic: ClassVar[str] = "procurement.item_changed"
    change: ItemWritten
    undone: bool = False


class ItemNotChanged(Telling):
    topic: ClassVar[str] = "procurement.item_not_changed"


class ForStaff(Telling):
    """Only staff change the catalog."""

    topic: ClassVar[str] = "procurement.for_staff"


class HowToWriteItems(Telling):
    """The command of staff could not be read, because of ``field`` if it is named."""

    topic: ClassVar[str] = "procurement.how_to_write"
    field: str = ""


CONTENTS: Sequence[type[Content]] = (
    ItemsFound, NothingFit, WhichItem, ItemShown, WhatIsSold, CartTold, CartNow, CartReverted,
    CartKept, AskSend, AskSendForApproval, RequestSent, RequestNotSent, RequestTakenBack,
    RequestList, RequestStatusChanged, CallFailed, AskCartChange, NotKnownYet, NoCatalog,
    AskHowMany, WhichLine, AskProduct, AskDelivery, NoListAtHand, PlaceOutside, NothingMore,
    LineNotThere, CartIsEmpty, NothingToRepeat, NeverDone, NotUnderstood, CutShort, ModelSays,
    AskIsThis, LeftOpen, SoldHere, AskApproval, AskDecision, RequestDecided, NothingDecided,
    RequestAnswered, AskItemChange, ItemChanged, ItemNotChanged, ForStaff, HowToWriteItems,
)  # fmt: skip
"""Every topic of this agent; a test finds one without words."""
