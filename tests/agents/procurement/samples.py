"""Items, carts, requests and results of tools, for tests that need no database."""

from datetime import UTC, date, datetime
from decimal import Decimal

from pydantic import BaseModel

from agents.procurement.items import Cart, CartLine, Item, Proposal, PurchaseRequest, RequestLine
from agents.procurement.tools import CartChanged, CheckedOut, Found, Hit, SearchCatalog
from domain.tools import Round, ToolCall, ToolError, ToolResult, ToolStatus, digest_of

TASK = "conversation:test:chat/procurement/1-abcdef"

GEL = Hit(
    item_id="TO-101",
    name="Gel pen blue 0.7, box of 12",
    supplier="Tanjung Office",
    category="Pens",
    price=Decimal("14.90"),
    currency="MYR",
    unit="box",
    stock=40,
)
BALLPOINT = Hit(
    item_id="TO-102",
    name="Ballpoint blue, 50",
    supplier="Tanjung Office",
    category="Pens",
    price=Decimal("18.50"),
    currency="MYR",
    unit="box",
)
COPY_PAPER = Hit(
    item_id="TO-301",
    name="Copy paper 80 g, 500 sheets",
    supplier="Tanjung Office",
    category="Paper",
    price=Decimal("12.90"),
    currency="MYR",
    stock=0,
)

PENS = Found(items=(GEL, BALLPOINT), total=7, asked=SearchCatalog(query="blue pens"))
NOTHING = Found(near=("Pens", "Paper"), asked=SearchCatalog(query="unicorn"))


def an_item(item_id: str, name: str, price: str = "10.00", **more: object) -> Item:
    told = {"item_id": item_id, "name": name, "price": Decimal(price), "currency": "MYR"}
    return Item.model_validate(told | more)


def line(item: Hit, quantity: int, **changed: object) -> CartLine:
    return CartLine.model_validate(
        {
            "item_id": item.item_id,
            "name": item.name,
            "quantity": quantity,
            "price_when_added": item.price,
            "price_now": item.price,
            "available": item.stock,
            **changed,
        }
    )


def cart(*lines: CartLine) -> Cart:
    total = sum((each.quantity * (each.price_now or 0) for each in lines), Decimal(0))
    return Cart(lines=lines, total=total, currency="MYR" if lines else None, version=len(lines))


TWO_PENS = CartChanged(
    cart=cart(line(GEL, 2)), change_id=f"{TASK}/t1/r1/c1", item_id="TO-101", quantity=2
)
NO_PENS = CartChanged(cart=cart(), change_id=f"{TASK}/t1/r1/c1", item_id="TO-101")

PROPOSAL = Proposal(
    lines=(
        RequestLine(item_id="TO-101", name=GEL.name, quantity=2, price=GEL.price),
        RequestLine(item_id="TO-301", name=COPY_PAPER.name, quantity=5, price=COPY_PAPER.price),
    ),
    total=Decimal("94.30"),
    currency="MYR",
    delivery_date=date(2026, 11, 27),
    notes="leave at reception",
)
REQUEST = PurchaseRequest(
    **PROPOSAL.model_dump(), number=7, created_at=datetime(2026, 11, 23, 4, tzinfo=UTC)
)
SENT = CheckedOut(request=REQUEST)


def call(name: str, number: int = 1, arguments: str = "{}") -> ToolCall:
    digest = digest_of(name, f'{{"n": {number}}}')
    return ToolCall(
        call_id=f"{TASK}/t1/r1/c{number}", name=name, arguments=arguments, digest=digest
    )


def came_of(called: ToolCall, value: BaseModel | ToolError) -> Round:
    if isinstance(value, ToolError):
        result = ToolResult(call_id=called.call_id, status=ToolStatus.FAILED, error=value)
    else:
        result = ToolResult(call_id=called.call_id, value=value.model_dump(mode="json"))
    return Round(calls=(called,), results=(result,))
