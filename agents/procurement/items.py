"""Products, carts and purchase requests. Money is exact, in an ISO 4217 currency."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from domain.messages import Frozen
from domain.money import Currency

MAX_LINES = 50
"""Of one cart."""

MAX_QUANTITY = 999
"""Of one line."""

MAX_NOTES = 500
"""Characters of a request's notes."""

Quantity = Annotated[int, Field(ge=1, le=MAX_QUANTITY)]


class Item(Frozen):
    """A product of the catalog. ``item_id`` is its article number.

    ``group`` joins sizes or colours of one product. ``stock`` is None where it is not known.
    """

    item_id: str
    name: str
    supplier: str = ""
    category: str = ""
    description: str = ""
    price: Decimal
    currency: Currency
    unit: str = ""
    stock: int | None = None
    group: str | None = None
    attributes: dict[str, str] = Field(default_factory=dict)


class CartLine(Frozen):
    """``price_now`` is None for an item that is not in the catalog any more. ``available`` is what
    there is of it now: None where that is not known, 0 when it is gone or out of stock.
    """

    item_id: str
    name: str
    quantity: int
    unit: str = ""
    price_when_added: Decimal
    price_now: Decimal | None = None
    available: int | None = None


class Cart(Frozen):
    """One per person. ``total`` is of today's prices, without lines that are gone. ``version``
    counts its changes; 0 is the empty cart of somebody who never had one.
    """

    lines: tuple[CartLine, ...] = ()
    total: Decimal = Decimal(0)
    currency: Currency | None = None
    version: int = 0


class RequestStatus(StrEnum):
    PENDING = "pending"
    SUBMITTED = "submitted"
    REJECTED = "rejected"
    CANCELLED = "cancelled"
    ORDERED = "ordered"
    RECEIVED = "received"


OPEN = (RequestStatus.PENDING, RequestStatus.SUBMITTED)
"""Statuses in which nobody has ordered anything yet: the person may take the request back."""


class RequestLine(Frozen):
    item_id: str
    name: str
    supplier: str = ""
    quantity: int
    unit: str = ""
    price: Decimal


class Proposal(Frozen):
    """What a yes agrees to: exactly this is sent. ``delivery_date`` is the person's own."""

    lines: tuple[RequestLine, ...]
    total: Decimal
    currency: Currency
    delivery_date: date | None = None
    notes: str = ""


class PurchaseRequest(Proposal):
    """A request that was sent. ``number`` is shown as ``PR-7``; ``created_at`` is UTC."""

    number: int
    status: RequestStatus = RequestStatus.SUBMITTED
    created_at: datetime
    expense_task_id: str | None = None


LAST_REQUEST = "PR"
"""In place of a number: the newest request."""


def called(number: int) -> str:
    """Returns what people call a request."""
    return f"{LAST_REQUEST}-{number}"


def numbered(name: str) -> int | None:
    """Returns the number in what people call a request."""
    prefix, _, number = name.partition("-")
    return int(number) if prefix == LAST_REQUEST and number.isdecimal() else None
