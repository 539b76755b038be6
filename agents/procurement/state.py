"""What a shopping session keeps between messages, and how results change it. Pure."""

import re
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from pydantic import BaseModel, Field, JsonValue, ValidationError

from agents.procurement.card import SessionCard
from agents.procurement.details import BoughtBefore
from agents.procurement.items import Cart, PurchaseRequest
from agents.procurement.last_shown import ShownLast, lines_of
from agents.procurement.tools import (
    BUTTON_TOOLS,
    CATALOG_TOOLS,
    DECIDE_REQUEST,
    TOOLS,
    CartChanged,
    CheckedOut,
    Found,
    ItemFound,
    ItemReverted,
    ItemWritten,
    Requests,
)
from domain.bounded import keep_newest
from domain.tools import Heard, LoopState, ToolCall, ToolResult, ToolStatus

Value = TypeVar("Value", bound=BaseModel)

MAX_SEEN = 300
"""Articles that a session remembers to have shown; the oldest are forgotten first."""

_MAY_BE_ARTICLE = re.compile(r"[\w][\w./-]*\w")


class ShopState(BaseModel):
    """``loop`` is the turn under way; ``waiting`` was said since and starts the next one."""

    task_id: str
    number: int = 0
    loop: LoopState = Field(default_factory=LoopState)
    waiting: tuple[Heard, ...] = ()
    wishes: tuple[BoughtBefore, ...] = ()
    wished: int = 0
    """How often something was ordered again: part of the ids of the calls that it takes."""
    cart: Cart = Cart()
    shown: ShownLast = ShownLast()
    began: ShownLast = ShownLast()
    """What was shown when the turn under way began: rules read its words by that, in each round
    anew."""
    names: dict[str, str] = Field(default_factory=dict)
    """Names of the articles that a tool returned in this session, newest last."""
    has_requests: bool = False
    sent: int | None = None
    """The request that was sent last, while nothing has come into the cart since: "undo" means
    it."""
    is_staff: bool = False
    """Whether the person may change the catalog, as of the last look."""
    is_approver: bool = False
    """Whether the person may approve requests of others, as of the last look."""
    item_change: str = ""
    """The newest change of the catalog, while nothing else was changed since: "undo" means it."""

    @property
    def under_way(self) -> bool:
        """Whether a turn has begun and not ended."""
        return self.loop.under_way

    def card(self) -> SessionCard:
        return SessionCard(task_id=self.task_id, cart=self.cart)

    def seen(self) -> tuple[str, ...]:
        """Articles that may be named in a call: returned before, or in the person's own words."""
        said = [*self.loop.said, *(h for r in self.loop.rounds for h in r.heard)]
        words = [w for heard in said for w in _MAY_BE_ARTICLE.findall(heard.text)]
        own = dict.fromkeys(w for word in words for w in (word, word.upper()))
        return (*self.names, *own)

    def without_numbers(self, say: str) -> str:
        """A model's words without the article numbers that it puts in brackets behind names."""
        own = "|".join(re.escape(each) for each in self.names if each in say)
        return re.sub(rf"(?<=\S)[ \t]*[\[(](?:{own})[\])]", "", say) if own else say

    def take_cart(self, cart: Cart) -> None:
        self.cart = cart
        if cart.lines:
            self.sent = None
        self.remember((line.item_id, line.name) for line in cart.lines)
        self.shown = self.shown.model_copy(update={"cart": lines_of(cart)})

    def take_requests(self, requests: Iterable[PurchaseRequest]) -> None:
        listed = tuple(requests)
        self.has_requests = self.has_requests or bool(listed)
        self.remember((line.item_id, line.name) for each in listed for line in each.lines)
        self.shown = self.shown.model_copy(update={"requests": tuple(r.number for r in listed)})

    def remember(self, named: Iterable[tuple[str, str]]) -> None:
        for item_id, name in named:
            self.names.pop(item_id, None)
            self.names[item_id] = name
        keep_newest(self.names, MAX_SEEN)

    def take(self, call: ToolCall, result: ToolResult) -> None:
        """Takes what a call came to: the cart as it is now, and articles that may be named."""
        if result.status is not ToolStatus.OK:
            return
        match read_result(call.name, result.value):
            case Found(items=items):
                self.remember((item.item_id, item.name) for item in items)
            case ItemFound(item=item, siblings=siblings):
                self.remember((each.item_id, each.name) for each in (item, *siblings))
            case Cart() as cart:
                self.take_cart(cart)
            case CartChanged(cart=cart):
                self.item_change = ""
                self.take_cart(cart)
            case ItemReverted():
                self.item_change = ""
            case ItemWritten(change_id=change_id):
                self.sent, self.item_change = None, change_id
            case Requests(requests=requests):
                self.take_requests(requests)
            case CheckedOut(request=PurchaseRequest() as request):
                self.take_cart(Cart(version=self.cart.version))
                self.take_requests((request,))
                self.sent, self.item_change = request.number, ""


class Done(NamedTuple):
    """A tool call, and what came of it."""

    call: ToolCall
    result: ToolResult

    @property
    def ok(self) -> bool:
        return self.result.status is ToolStatus.OK

    def value(self, model: type[Value]) -> Value | None:
        """Returns what the call gave; None when it did not succeed."""
        read = read_result(self.call.name, self.result.value) if self.ok else None
        return read if isinstance(read, model) else None


_RESULTS = {
    tool.name: tool.result for tool in (*TOOLS, *CATALOG_TOOLS, DECIDE_REQUEST, *BUTTON_TOOLS)
}


def read_result(name: str, value: JsonValue) -> BaseModel | None:
    """Returns a tool's own result; None for other tools, and for what this version cannot read."""
    kind = _RESULTS.get(name)
    if kind is None or value is None:
        return None
    try:
        return kind.model_validate(value)
    except ValidationError:
        return None
