"""What the person was shown last: what "the second one" and "make it Monday" are about."""

from decimal import Decimal
from typing import Annotated

from pydantic import Field, JsonValue, ValidationError

from agents.procurement.items import Cart
from agents.procurement.rules_ending import Remark
from agents.procurement.tools import Checkout, SearchCatalog
from domain.messages import Frozen
from domain.money import Currency


class ShownItem(Frozen):
    """``position`` is the number that stands before it in the list, 1 for the first."""

    position: Annotated[int, Field(ge=1)]
    item_id: str
    name: str
    unit: str = ""
    price: Decimal | None = None
    currency: Currency | None = None


class ShownLine(Frozen):
    """A line of the cart."""

    item_id: str
    name: str
    quantity: int
    unit: str = ""


def lines_of(cart: Cart) -> tuple[ShownLine, ...]:
    return tuple(ShownLine.model_validate(line.model_dump()) for line in cart.lines)


class ShownLast(Frozen):
    """Kept by a session between its turns; all of it is gone when the session is.

    ``items`` is the list that stands in the chat: of the last search, or of choices, numbered as
    the person saw them. ``asked`` is that search, ``total`` what it found in all, so that "more"
    goes on behind it. ``quantity`` is how many were wished when choices were shown ("3 boxes of
    kopi"), so that "the second" needs no number. ``changed`` is the article whose quantity was
    changed last, while no list was shown since: "3 then" means it. ``cart`` are the lines as they
    are now. ``requests`` are numbers of requests, newest first. ``ended`` is what rules asked at
    the end of the last turn: "5" answers how many.
    ``again`` is an order whose question was met with other words: it is put once more in a turn of
    its own.

    It stands as it was when a turn began until that turn has ended: what is shown meanwhile is
    shown by its end.
    """

    items: tuple[ShownItem, ...] = ()
    asked: SearchCatalog | None = None
    total: int = 0
    quantity: int | None = None
    changed: str = ""
    cart: tuple[ShownLine, ...] = ()
    requests: tuple[int, ...] = ()
    ended: Remark | None = None
    again: Checkout | None = None

    @classmethod
    def of(cls, known: JsonValue) -> "ShownLast":
        """Nothing where it is of another version."""
        try:
            return cls.model_validate(known or {})
        except ValidationError:
            return cls()
