"""How a turn by rules ends: what the agent has to say, without its words.

An end names the calls whose results have the facts (``call_id``): cards are made from those, never
from an end. ``Step.topic`` is the end's topic and ``Step.content`` the end itself; of several, as
from "two of the first and some a4 paper", topic and content are those of ``Several``.
"""

from typing import ClassVar, Literal

from pydantic import JsonValue

from agents.procurement.items import MAX_QUANTITY
from domain.messages import Frozen


class End(Frozen):
    topic: ClassVar[str]


class EndedPart(Frozen):
    topic: str
    content: JsonValue = None


class FoundItems(End):
    """A search that found something; ``asked_for`` are the words that were searched."""

    topic: ClassVar[str] = "procurement.found"
    call_id: str
    asked_for: str = ""


class NothingFound(End):
    """The result names categories that are near."""

    topic: ClassVar[str] = "procurement.nothing_found"
    call_id: str
    asked_for: str = ""


class ChooseItem(End):
    """Several items fit a wish, of which ``quantity`` are to be put into the cart."""

    topic: ClassVar[str] = "procurement.choose"
    call_id: str
    item_ids: tuple[str, ...]
    quantity: int = 1
    asked_for: str = ""


class Changed(End):
    """The cart was changed by these calls, in this order: added, set, removed, put in again."""

    topic: ClassVar[str] = "procurement.changed"
    call_ids: tuple[str, ...]


class Emptied(End):
    topic: ClassVar[str] = "procurement.emptied"
    call_ids: tuple[str, ...]


class CartShown(End):
    topic: ClassVar[str] = "procurement.cart"
    call_id: str


class Orders(End):
    topic: ClassVar[str] = "procurement.orders"
    call_id: str


class ReorderedEnd(End):
    """The result names what is gone."""

    topic: ClassVar[str] = "procurement.reordered"
    call_id: str


class Sold(End):
    """What is sold: categories, or one of them."""

    topic: ClassVar[str] = "procurement.what_sold"
    call_id: str


class WasSent(End):
    """The request was sent with the person's yes."""

    topic: ClassVar[str] = "procurement.sent"
    call_id: str


class NotSent(End):
    """The person said no to the request; the cart is as it was."""

    topic: ClassVar[str] = "procurement.not_sent"
    call_id: str


class NotDone(End):
    """A call failed, was not carried out, or nobody can tell: its result says why."""

    topic: ClassVar[str] = "procurement.not_done"
    call_id: str
    asked_for: str = ""


class AskQuantity(End):
    """A quantity was said that cannot be (1.5, 1000, "a few"): a whole number is asked for."""

    topic: ClassVar[str] = "procurement.ask_quantity"
    said: str
    asked_for: str = ""
    lowest: int = 1
    highest: int = MAX_QUANTITY


class AskWhich(End):
    """Several lines of the cart, or items of the list, fit: which one is to be set to
    ``quantity`` (0 removes it), or, without one, is meant?
    """

    topic: ClassVar[str] = "procurement.ask_which"
    item_ids: tuple[str, ...]
    names: tuple[str, ...]
    quantity: int | None = None


class AskWhat(End):
    """A wish that names no product ("buy something", "find")."""

    topic: ClassVar[str] = "procurement.ask_what"


class AskDay(End):
    """A delivery day that no calendar has ("31 November")."""

    topic: ClassVar[str] = "procurement.ask_day"
    said: str


class ListGone(End):
    """A position was named, or more wished, and there is no list (any more)."""

    topic: ClassVar[str] = "procurement.list_gone"


class NoSuchPlace(End):
    """The list at hand has only ``count`` entries."""

    topic: ClassVar[str] = "procurement.no_such_place"
    position: int
    count: int


class NoMore(End):
    """All that was found is shown already."""

    topic: ClassVar[str] = "procurement.no_more"


class NotInCart(End):
    topic: ClassVar[str] = "procurement.not_in_cart"
    asked_for: str


class CartEmpty(End):
    """Nothing can be sent, changed or emptied: the cart is empty."""

    topic: ClassVar[str] = "procurement.cart_empty"


class NoRequests(End):
    """There is no request that could be ordered again."""

    topic: ClassVar[str] = "procurement.no_requests"


class TakeBack(End):
    """A sent request is to be taken back: ``number``, or the newest. No tool does it: the agent
    does what its button does.
    """

    topic: ClassVar[str] = "procurement.take_back"
    number: int | None = None


class NotGranted(End):
    """Never done: orders for somebody else, approvals, statuses that operators set."""

    topic: ClassVar[str] = "procurement.refused"
    why: Literal["others", "approval"]


class Unclear(End):
    """For the shop, but not understood without a model."""

    topic: ClassVar[str] = "procurement.unclear"


class SoFar(End):
    """No more calls are possible: the results of the turn tell what there is. It is the last of
    ``Several`` where some of what was wished is done.
    """

    topic: ClassVar[str] = "procurement.so_far"


class Several(End):
    """What came of each wish of one message, in its order."""

    topic: ClassVar[str] = "procurement.several"
    ends: tuple[EndedPart, ...]


ENDS: tuple[type[End], ...] = (
    FoundItems, NothingFound, ChooseItem, Changed, Emptied, CartShown, Orders, ReorderedEnd, Sold,
    WasSent, NotSent, NotDone, AskQuantity, AskWhich, AskWhat, AskDay, ListGone, NoSuchPlace,
    NoMore, NotInCart, CartEmpty, NoRequests, TakeBack, NotGranted, Unclear, SoFar, Several,
)  # fmt: skip
_BY_TOPIC = {end.topic: end for end in ENDS}


def end_of(topic: str, content: JsonValue) -> End:
    """The end that a step or a part of ``Several`` carries; ``KeyError`` for a foreign topic.

    Raises ``ValidationError`` for content that is not this topic's.
    """
    return _BY_TOPIC[topic].model_validate(content or {})
