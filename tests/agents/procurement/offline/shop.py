"""A shop to speak with in tests: a small catalog, a cart, a fixed day, and turns run to their end.

Search is a plain stand-in for the catalog's: words and their synonyms, counted.
"""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import NamedTuple

from pydantic import BaseModel

from agents.procurement import tools
from agents.procurement.card import CARD
from agents.procurement.items import Cart, CartLine, Item, PurchaseRequest, RequestLine
from agents.procurement.last_shown import ShownItem, ShownLast, ShownLine
from agents.procurement.offline.engine import ShopRules
from agents.procurement.rules_ending import RulesEnding
from domain.replies import Content
from domain.tools import (
    ErrorCode,
    Heard,
    Round,
    Step,
    StepRequest,
    ToolCall,
    ToolError,
    ToolResult,
    ToolStatus,
)
from domain.understanding import CONFIRM, Act, Person, Said, TaskPhase, TaskView, UnderstandRequest

SENT_AT = datetime(2026, 3, 12, 4, 30, tzinfo=UTC)
TODAY = date(2026, 3, 12)
"""A Thursday in Kuala Lumpur."""

PERSON = Person(user_id="p1")
TASK = "c/procurement/1"
RULES = ShopRules()


def _item(item_id: str, name: str, price: str, category: str) -> Item:
    return Item(item_id=item_id, name=name, price=Decimal(price), currency="MYR", category=category)


CATALOG = (
    _item("PEN-10", "Gel pen blue 0.7, box of 12", "14.90", "Pens"),
    _item("PEN-22", "Ballpoint blue, 50 pieces", "18.50", "Pens"),
    _item("PEN-31", "Fineliner blue 0.4", "3.20", "Pens"),
    _item("PEN-40", "Gel pen black 0.7, box of 12", "14.90", "Pens"),
    _item("PAP-A4", "Copy paper A4 80 g, 500 sheets", "12.90", "Paper"),
    _item("PAP-A3", "Copy paper A3 80 g, 500 sheets", "24.90", "Paper"),
    _item("KOPI-1", "Kopi Bukit ground coffee 500 g", "22.00", "Coffee"),
    _item("TN-2410", "Toner TN-2410 black", "189.00", "Toner"),
    _item("CAB-1", "HDMI cable 1 m", "9.00", "Cables"),
    _item("CAB-2", "HDMI cable 2 m", "12.00", "Cables"),
    _item("CAB-5", "HDMI cable 5 m", "20.00", "Cables"),
    _item("STA-1", "Stapler metal", "15.00", "Desk"),
)
SYNONYMS = {
    "kertas": "paper", "papier": "paper", "kaffee": "coffee", "stifte": "pen", "kopi": "coffee",
    "dakwat": "toner", "druckerpapier": "paper", "kugelschreiber": "ballpoint",
}  # fmt: skip


class Context(NamedTuple):
    """What goes on when something is said."""

    items: tuple[str, ...] = ()
    cart: tuple[tuple[str, int], ...] = ()
    phase: TaskPhase | None = TaskPhase.RESTING
    asking: bool = False


_LIST = ("PEN-10", "PEN-22", "PEN-31")
_CART = (("PEN-10", 2), ("PAP-A4", 5), ("KOPI-1", 1))
CONTEXTS = {
    "none": Context(phase=None),
    "list": Context(_LIST),
    "cart": Context(_LIST, _CART),
    "asking": Context(_LIST, _CART, TaskPhase.WAITING, asking=True),
    "one": Context(_LIST, _CART[:1], TaskPhase.WAITING, asking=True),
    "working": Context(_LIST, (), TaskPhase.WORKING),
}
ASKED_ABOUT = tools.Checkout(delivery_date=date(2026, 3, 20))


def by_id(item_id: str) -> Item:
    return next(item for item in CATALOG if item.item_id == item_id)


class Shop:
    """Carries calls out as the catalog and the cart would."""

    def __init__(self, cart: Sequence[tuple[str, int]] = (), requests: Sequence[int] = ()) -> None:
        self.cart = dict(cart)
        self.requests = list(requests)

    def offered(self) -> tuple[str, ...]:
        left_out = set() if self.cart else {"checkout", "set_quantity"}
        left_out |= set() if self.requests else {"reorder", "take_back"}
        return tuple(tool.name for tool in tools.TOOLS if tool.name not in left_out)

    def lines(self) -> Cart:
        lines = tuple(
            CartLine(
                item_id=i,
                name=by_id(i).name,
                quantity=n,
                price_when_added=by_id(i).price,
                price_now=by_id(i).price,
            )
            for i, n in self.cart.items()
        )
        return Cart(lines=lines)

    def run(self, call: ToolCall) -> ToolResult:
        arguments = json.loads(call.arguments)
        value: BaseModel | None = None
        if call.name == "search_catalog":
            value = found(tools.SearchCatalog.model_validate(arguments))
        elif call.name == "add_to_cart":
            add = tools.AddToCart.model_validate(arguments)
            self.cart[add.item_id] = self.cart.get(add.item_id, 0) + add.quantity
            value = tools.CartChanged(cart=self.lines(), item_id=add.item_id)
        elif call.name == "set_quantity":
            told = tools.SetQuantity.model_validate(arguments)
            self.cart[told.item_id] = told.quantity
            self.cart = {i: n for i, n in self.cart.items() if n}
            value = tools.CartChanged(cart=self.lines(), item_id=told.item_id)
        elif call.name == "get_cart":
            value = self.lines()
        elif call.name == "list_requests":
            value = tools.Requests()
        elif call.name == "reorder":
            tools.Reorder.model_validate(arguments)
            value = tools.Reordered(cart=self.lines())
        elif call.name == "take_back":
            tools.TakeBack.model_validate(arguments)
            value = tools.TakenBack(cart=self.lines(), request=self._request({}))
        elif call.name == "browse_catalog":
            wanted = tools.BrowseCatalog.model_validate(arguments).category
            names = {item.category for item in CATALOG}
            fits = [n for n in sorted(names) if wanted is None or n.casefold() == wanted.casefold()]
            shares = tuple(tools.CategoryShare(name=name, items=1) for name in fits)
            value = tools.Categories(categories=shares)
        elif call.name == "checkout":
            value = tools.CheckedOut(request=self._request(arguments))
        assert value is not None
        return ToolResult(call_id=call.call_id, value=value.model_dump(mode="json"))

    def _request(self, arguments: object) -> PurchaseRequest:
        told = tools.Checkout.model_validate(arguments)
        lines = tuple(
            RequestLine(item_id=i, name=by_id(i).name, quantity=n, price=by_id(i).price)
            for i, n in self.cart.items()
        )
        self.cart = {}
        return PurchaseRequest(
            lines=lines,
            total=Decimal(1),
            currency="MYR",
            delivery_date=told.delivery_date,
            notes=told.notes,
            number=7,
            created_at=SENT_AT,
        )


def found(asked: tools.SearchCatalog) -> tools.Found:
    words = [SYNONYMS.get(w, w) for w in asked.query.casefold().split()]
    if asked.supplier:
        return tools.Found(asked=asked)

    def score(item: Item) -> float:
        name = item.name.casefold().replace(",", "").split()
        number = 10.0 if item.item_id.casefold() == asked.query.casefold() else 0.0
        return number + sum(any(w.rstrip("s") == n.rstrip("s") for n in name) for w in words)

    hits = [(score(item), item) for item in CATALOG if score(item) or not words]
    hits = [(s, i) for s, i in hits if asked.max_price is None or i.price <= asked.max_price]
    hits.sort(key=lambda hit: -hit[0])
    if asked.sort == "price_asc":
        hits.sort(key=lambda hit: hit[1].price)
    best = max((s for s, _ in hits), default=0.0)
    alone = [i for s, i in hits if s == best]
    sure = len(alone) == 1 and (best >= len(words) or best >= 10)
    items = tuple(
        tools.Hit(**item.model_dump(), score=s, sure=sure and item is alone[0]) for s, item in hits
    )
    return tools.Found(items=items[: asked.limit], total=len(items), asked=asked)


def shown(context: Context) -> ShownLast:
    items = tuple(
        ShownItem(position=n, item_id=i, name=by_id(i).name, price=by_id(i).price)
        for n, i in enumerate(context.items, start=1)
    )
    cart = tuple(ShownLine(item_id=i, name=by_id(i).name, quantity=n) for i, n in context.cart)
    asked = tools.SearchCatalog(query="blue pens") if items else None
    return ShownLast(items=items, asked=asked, total=8 if items else 0, cart=cart)


def said(text: str, number: int = 1) -> Said:
    return Said(message_id=f"m{number}", text=text, sent_at=SENT_AT)


def view(context: Context) -> TaskView | None:
    if context.phase is None:
        return None
    return TaskView(
        task_id=TASK,
        agent=CARD.slug,
        phase=context.phase,
        question=CONFIRM if context.asking else None,
        known=shown(context).model_dump(mode="json"),
    )


def request(text: str, context: Context, *more: str) -> UnderstandRequest:
    task = view(context)
    return UnderstandRequest(
        person=PERSON,
        said=tuple(said(words, n) for n, words in enumerate((text, *more), start=1)),
        tasks=(task,) if task else (),
        open_question=TASK if context.asking else None,
        agents=(CARD,),
    )


def acts(text: str, context: Context) -> tuple[Act, ...]:
    return RULES.understand(request(text, context))


class Turn(NamedTuple):
    """The calls of a turn, what rules say beside their results, and the shop afterwards."""

    calls: tuple[ToolCall, ...]
    ending: RulesEnding
    shop: Shop

    @property
    def remarks(self) -> tuple[Content | None, ...]:
        return tuple(remark.read() for remark in self.ending.remarks)


DECLINED = ToolError(code=ErrorCode.DECLINED, message="the person said something else")


def turn(text: str, context: Context, *, requests: Sequence[int] = (7,), rounds: int = 10) -> Turn:
    """Runs a turn to its end. At the question the words come behind the asking round."""
    shop = Shop(context.cart, requests)
    made: list[Round] = []
    begin = text
    if context.asking:
        begin = "order it for 20 March"
        asked = ToolCall(call_id="asked", name="checkout", arguments=ASKED_ABOUT.model_dump_json())
        no = ToolResult(call_id="asked", status=ToolStatus.NOT_EXECUTED, error=DECLINED)
        made.append(Round(calls=(asked,), results=(no,), heard=(Heard(text=text),)))
    elif context.phase is TaskPhase.WORKING:
        begin = "find blue pens"
        made.append(Round(heard=(Heard(text=text),)))
    before = len(made)
    for number in range(1, rounds + 1):
        step = RULES.step(to_step(begin, context, shop, made))
        if not step.calls:
            calls = tuple(call for one in made[before:] for call in one.calls)
            return Turn(calls, ending_of(step), shop)
        made.append(carried_out(step, shop, number))
    raise AssertionError(made)


def ending_of(step: Step) -> RulesEnding:
    ending = RulesEnding.of(step.topic, step.content)
    assert ending is not None
    return ending


def to_step(
    text: str, context: Context, shop: Shop, rounds: Sequence[Round] = (), *, closing: bool = False
) -> StepRequest:
    return StepRequest(
        person=PERSON,
        agent=CARD.slug,
        task_id=TASK,
        today=TODAY,
        known=shown(context).model_dump(mode="json"),
        said=(Heard(text=text),),
        rounds=tuple(rounds),
        tools=() if closing else shop.offered(),
        closing=closing,
    )


def carried_out(step: Step, shop: Shop, number: int) -> Round:
    calls = tuple(
        ToolCall(call_id=f"r{number}/c{n}", name=wanted.name, arguments=wanted.arguments)
        for n, wanted in enumerate(step.calls, start=1)
    )
    return Round(calls=calls, results=tuple(shop.run(call) for call in calls))
