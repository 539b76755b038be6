"""What a turn came to, as what the person is told: made from its results, never from words. Pure.

Rules say themselves how a turn ended (``ends``); where a model drove it, or a limit ended it, its
calls tell.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import ClassVar

from pydantic import JsonValue

from agents.procurement import ends, replies
from agents.procurement.items import Cart, Item, PurchaseRequest, called
from agents.procurement.last_shown import ShownItem
from agents.procurement.state import ShopState, read_result
from agents.procurement.tools import (
    ADD_TO_CART,
    BROWSE_CATALOG,
    CHECKOUT,
    GET_CART,
    GET_ITEM,
    LIST_REQUESTS,
    REORDER,
    SEARCH_CATALOG,
    SET_QUANTITY,
    CartChanged,
    Categories,
    CheckedOut,
    Found,
    ItemFound,
    LinesOrdered,
    Reordered,
    Requests,
    SearchCatalog,
)
from domain.events import Purchase, PurchasedLine
from domain.messages import ButtonPress
from domain.replies import Choice, Content
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult, ToolStatus, TurnEnd, TurnReason
from domain.topics import GeneralTopic, PressAction
from domain.understanding import Topic

ADD = "procurement.add"
"""value = quantity and article number"""
MORE = "procurement.more"
SET = "procurement.set"
"""value = quantity and article number"""
TAKE_BACK = "procurement.take_back"
"""value = the request's number"""
EMPTY = "procurement.empty"
ORDER = "procurement.order"
"""Shows the cart and asks whether to send it."""
RECEIVED = "procurement.received"
"""value = the request's number"""
NOT_RECEIVED = "procurement.not_received"

MAX_LISTS = 3
"""Of one turn; what was searched before them was a way to them."""
MAX_ADDS = 10
MAX_UNDOS = 3
"""Buttons for single changes of one turn; "undo" takes back the others."""

NO_CATALOG = "no_catalog"
"""``why`` of a refusal while nothing was imported."""


@dataclass(frozen=True)
class Utterance:
    content: Content
    choices: tuple[Choice, ...] = ()
    purchase: Purchase | None = None
    """What it tells of, for other agents."""


@dataclass
class Teller:
    """One turn's end in what is said of it; ``shown`` becomes what the person sees now."""

    state: ShopState
    names: dict[str, str]
    """Of what was in the cart before the turn, too."""
    results: dict[str, tuple[ToolCall, ToolResult]] = field(default_factory=dict)
    said: list[Utterance] = field(default_factory=list)
    wanted: frozenset[str] = frozenset()
    """The products that a model wants shown of what it found; empty for all."""
    taking_back: list[int | None] = field(default_factory=list)
    """Requests that are to be taken back, which no tool of a turn does; None is the newest."""

    def tell(self, end: TurnEnd) -> list[Utterance]:
        self.results = {
            call.call_id: (call, result)
            for each in end.rounds
            for call, result in zip(each.calls, each.results, strict=False)
        }
        found = self._ends(end)
        listing = [e for e in found if isinstance(e, ends.FoundItems | ends.ChooseItem)]
        if listing:
            self.state.shown = self.state.shown.model_copy(
                update={"items": self._kept(listing), "quantity": None, "asked": None, "total": 0}
            )
        self._changes([e for e in found if isinstance(e, ends.Changed | ends.Emptied)])
        self._lists([e for e in found if isinstance(e, ends.FoundItems)])
        for each in found:
            self._one(each)
        if any(r.status is ToolStatus.UNKNOWN for _, r in self.results.values()):
            self.said.append(Utterance(replies.NotKnownYet()))
        if end.reason is TurnReason.PARTIAL:
            has_cart = any(isinstance(s.content, replies.CartNow) for s in self.said)
            cart = self.state.cart if self.state.cart.lines and not has_cart else None
            self.said.insert(0, Utterance(replies.CutShort(cart=cart)))
        return self._with_words(end.say)

    def _with_words(self, say: str) -> list[Utterance]:
        if not self.said and not self.taking_back:
            only = replies.ModelSays(say=say) if say else replies.NotUnderstood()
            return [Utterance(only)]
        first = self.said[0] if self.said else None
        if say and first is not None and isinstance(first.content, replies.Telling):
            worded = first.content.model_copy(update={"say": say})
            self.said[0] = replace(first, content=worded)
        return self.said

    def _ends(self, end: TurnEnd) -> list[ends.End]:
        if not end.topic or end.topic == ends.SoFar.topic:
            if not end.topic and end.reason is TurnReason.ANSWERED:
                self._forget_looking_round(end)
            return self._derived(has_words=bool(end.say))
        if end.topic in set(Topic):
            self.said.append(Utterance(GeneralTopic(about=Topic(end.topic))))
            return []
        told = ends.end_of(end.topic, end.content)
        if not isinstance(told, ends.Several):
            return [told]
        several = [ends.end_of(each.topic, each.content) for each in told.ends]
        if any(isinstance(each, ends.SoFar) for each in several):
            return self._derived(has_words=False)
        return several

    # What calls tell by themselves

    def _derived(self, *, has_words: bool) -> list[ends.End]:
        done = [(c, r) for c, r in self.results.values() if r.status is ToolStatus.OK]
        changed = [c for c, _ in done if c.name in {ADD_TO_CART.name, SET_QUANTITY.name}]
        put_in = {self._changed(c.call_id).item_id for c in changed}
        found: list[ends.End] = []
        if changed:
            found.append(ends.Changed(call_ids=tuple(c.call_id for c in changed)))
        found += self._searched(done, put_in)
        for call, result in done:
            found += self._derived_of(call, result, put_in, changing=bool(changed))
        failed = self._failed()
        if failed is not None and not has_words and (not found or failed.write):
            found.append(failed.end)
        return found

    def _forget_looking_round(self, end: TurnEnd) -> None:
        """Of all that a model looked at only what it wants shown stays: the products whose numbers
        or names its words have, else what it looked at last.
        """
        looked = {
            call_id: shows
            for call_id, (call, result) in self.results.items()
            if (shows := _looked_at(call, result)) is not None
        }
        said = end.say.casefold()
        named = {
            item.item_id
            for items in looked.values()
            for item in items
            if item.item_id.casefold() in said or item.name.casefold() in said
        }
        if named:
            self.wanted = frozenset(named)
            kept = {i for i, items in looked.items() if named & {item.item_id for item in items}}
        else:
            rounds = [{c.call_id for c in each.calls} & looked.keys() for each in end.rounds]
            found = [{i for i in round_ if looked[i]} for round_ in rounds]
            kept = next((ids for ids in (*reversed(found), *reversed(rounds)) if ids), set())
        self.results = {
            call_id: each
            for call_id, each in self.results.items()
            if call_id not in looked or call_id in kept
        }

    def _searched(
        self, done: Sequence[tuple[ToolCall, ToolResult]], put_in: set[str]
    ) -> list[ends.End]:
        """The lists of the turn: not those that something was taken from, nor any twice."""
        searched: dict[str, tuple[ToolCall, Found]] = {}
        for call, result in done:
            read = read_result(call.name, result.value)
            if isinstance(read, Found):
                searched[call.digest or call.call_id] = (call, read)
        lists = [
            (call, found)
            for call, found in searched.values()
            if found.items and not put_in & {item.item_id for item in found.items}
        ]
        if lists:
            return [
                ends.FoundItems(call_id=c.call_id, asked_for=f.asked.query if f.asked else "")
                for c, f in lists[-MAX_LISTS:]
            ]
        empty = [(c, f) for c, f in searched.values() if not f.items]
        if empty and not put_in:
            call, found = empty[-1]
            asked = found.asked.query if found.asked else ""
            return [ends.NothingFound(call_id=call.call_id, asked_for=asked)]
        return []

    def _derived_of(
        self, call: ToolCall, result: ToolResult, put_in: set[str], *, changing: bool
    ) -> list[ends.End]:
        if call.name == GET_CART.name and changing:
            return []
        if call.name == GET_ITEM.name:
            read = read_result(call.name, result.value)
            if not isinstance(read, ItemFound) or read.item.item_id in put_in:
                return []
        end = _ENDS_OF_CALLS.get(call.name)
        return [end.model_validate({"call_id": call.call_id})] if end is not None else []

    def _failed(self) -> "_FailedCall | None":
        """The last call that failed, unless the same tool was of use behind it."""
        for call, result in reversed(list(self.results.values())):
            if result.status is ToolStatus.OK:
                return None
            if result.status in {ToolStatus.FAILED, ToolStatus.NOT_EXECUTED} and result.error:
                declined = result.error.code is ErrorCode.DECLINED
                if result.error.code in _OF_THE_LOOP:
                    continue
                end = ends.NotSent if declined else ends.NotDone
                write = call.name not in _READS
                return _FailedCall(end(call_id=call.call_id), write)
        return None

    # Changes of the cart

    def _changes(self, found: Sequence[ends.Changed | ends.Emptied]) -> None:
        ids = [i for e in found for i in e.call_ids if self._ok(i)]
        if not ids:
            return
        last: dict[str, CartChanged] = {}
        undos: list[Choice] = []
        for call_id in ids:
            change = self._changed(call_id)
            last[change.item_id] = change
            name = self._name(change.item_id)
            undos.append(undo_button(self.state.task_id, change.change_id, name))
        cart = self._changed(ids[-1]).cart
        changes = tuple(
            replies.LineChange(
                name=self._name(item_id),
                quantity=change.quantity,
                amount=_amount(cart, item_id),
            )
            for item_id, change in last.items()
        )
        if len(undos) == 1:
            undos = [undos[0].model_copy(update={"label": ""})]
        order = [Choice(press=ButtonPress(action=ORDER, subject=""))] if cart.lines else []
        choices = (*order, *undos[-MAX_UNDOS:])
        self.said.append(Utterance(replies.CartNow(changes=changes, cart=cart), choices))

    def _changed(self, call_id: str) -> CartChanged:
        call, result = self.results[call_id]
        read = read_result(call.name, result.value)
        return read if isinstance(read, CartChanged) else CartChanged(cart=self.state.cart)

    def _name(self, item_id: str) -> str:
        return self.state.names.get(item_id) or self.names.get(item_id) or item_id

    def _ok(self, call_id: str) -> bool:
        return call_id in self.results and self.results[call_id][1].status is ToolStatus.OK

    # Lists

    def _kept(self, listing: Sequence[ends.End]) -> tuple[ShownItem, ...]:
        """What stays of the list at hand: all before it, when this is more of the same."""
        first = listing[0]
        found = self._found(first.call_id) if isinstance(first, ends.FoundItems) else None
        asked, before = found.asked if found else None, self.state.shown
        if found is None or not found.offset or asked is None or before.asked is None:
            return ()
        same = before.asked.model_copy(update={"offset": 0, "limit": asked.limit})
        if asked.model_copy(update={"offset": 0}) != same:
            return ()
        return before.items

    def _found(self, call_id: str) -> Found | None:
        call, result = self.results.get(call_id, (None, None))
        read = read_result(call.name, result.value) if call and result else None
        return read if isinstance(read, Found) else None

    def _lists(self, found: Sequence[ends.FoundItems]) -> None:
        lists: list[replies.ItemList] = []
        for end in found:
            result = self._found(end.call_id)
            if result is not None:
                lists.append(self._listed(result, end.asked_for, self.wanted or None))
        if lists:
            content = replies.ItemsFound(lists=tuple(lists))
            items = [item for each in lists for item in each.items]
            self.said.append(Utterance(content, (*adds(items), *self._more(lists[-1]))))

    def _listed(
        self, found: Found, asked_for: str, only: Collection[str] | None = None
    ) -> replies.ItemList:
        before = self.state.shown.items
        start = max((item.position for item in before), default=0)
        items = [item for item in found.items if only is None or item.item_id in only]
        listed = tuple(listed_item(item, n) for n, item in enumerate(items, start + 1))
        self.state.shown = self.state.shown.model_copy(
            update={
                "items": (*before, *map(_place, listed)),
                "asked": found.asked or SearchCatalog(query=asked_for),
                "total": found.total,
            }
        )
        until = len(items) if only is not None else found.offset + len(items)
        total = len(items) if only is not None else max(found.total, until)
        return replies.ItemList(asked_for=asked_for, items=listed, total=total, shown=until)

    def _more(self, last: replies.ItemList) -> tuple[Choice, ...]:
        press = ButtonPress(action=MORE, subject=self.state.task_id)
        return (Choice(press=press),) if last.total > last.shown else ()

    # One end each

    def _one(self, end: ends.End) -> None:
        match end:
            case ends.TakeBack():
                self.taking_back.append(end.number)
            case ends.FoundItems() | ends.Changed() | ends.Emptied():
                if isinstance(end, ends.Emptied) and not end.call_ids:
                    self._say(replies.CartIsEmpty())
            case ends.NothingFound():
                found = self._found(end.call_id)
                near = found.near if found else ()
                self._say(replies.NothingFit(asked_for=end.asked_for, near=near))
            case ends.ChooseItem():
                self._choose(end)
            case ends.AskWhich():
                self._which(end)
            case ends.NotDone(call_id=call_id):
                self._not_done(call_id)
            case _ if type(end) in _PLAIN:
                self._say(_PLAIN[type(end)].model_validate(end.model_dump()))
            case _:
                self._result(end)

    def _result(self, end: ends.End) -> None:
        """An end that is one call's result."""
        call_id = getattr(end, "call_id", "")
        read = self._read(call_id)
        match read:
            case Cart():
                self._say(replies.CartTold(cart=read))
            case Requests():
                self._say(replies.RequestList(requests=read.requests))
            case Reordered():
                self._reordered(read)
            case Categories(items=0):
                self._say(replies.NoCatalog())
            case Categories():
                self._say(replies.WhatIsSold(categories=read.categories, items=read.items))
            case ItemFound():
                self._item(read)
            case CheckedOut():
                self._sent(read)
            case _:
                self._not_done(call_id)

    def _say(self, content: Content, *choices: Choice) -> None:
        self.said.append(Utterance(content, choices))

    def _read(self, call_id: str) -> object:
        if not self._ok(call_id):
            return None
        call, result = self.results[call_id]
        return read_result(call.name, result.value)

    def _choose(self, end: ends.ChooseItem) -> None:
        found = self._found(end.call_id) or Found()
        listed = self._listed(found, end.asked_for, end.item_ids)
        self.state.shown = self.state.shown.model_copy(update={"quantity": end.quantity})
        content = replies.WhichItem(list=listed, quantity=end.quantity)
        self._say(content, *adds(listed.items, end.quantity))

    def _reordered(self, read: Reordered) -> None:
        undo = [undo_button(self.state.task_id, read.change_id)] if read.change_id else []
        self._say(replies.CartNow(cart=read.cart, gone=read.gone), *undo)

    def _item(self, read: ItemFound) -> None:
        both = [listed_item(item, n) for n, item in enumerate((read.item, *read.siblings), 1)]
        self.state.shown = self.state.shown.model_copy(
            update={"items": tuple(map(_place, both)), "asked": None, "total": len(both)}
        )
        content = replies.ItemShown(
            item=both[0], description=read.item.description, siblings=tuple(both[1:])
        )
        self._say(content, *adds(both))

    def _sent(self, read: CheckedOut) -> None:
        if read.request is not None:
            content = replies.RequestSent(request=read.request, differences=read.differences)
            take_back = take_back_button(read.request.number).model_copy(update={"undoes": True})
            self.said.append(Utterance(content, (take_back,), ordered(read.request)))
            self.state.shown = self.state.shown.model_copy(update={"proposal": None})

    def _not_done(self, call_id: str) -> None:
        if call_id in self.results:
            call, result = self.results[call_id]
            if result.status is not ToolStatus.UNKNOWN:
                self._say(failed(call.name, result))

    def _which(self, end: ends.AskWhich) -> None:
        content = replies.WhichLine(names=end.names, quantity=end.quantity)
        if end.quantity is None:
            self._say(content)
            return
        choices = [
            Choice(
                press=ButtonPress(action=SET, subject="", value=f"{end.quantity} {item_id}"),
                label=name,
            )
            for item_id, name in zip(end.item_ids, end.names, strict=False)
        ]
        self._say(content, *choices)


def ordered(request: PurchaseRequest) -> Purchase:
    """A request that was sent, as other agents may use it."""
    suppliers = {line.supplier for line in request.lines}
    return Purchase(
        ref=called(request.number),
        paid=False,
        supplier=suppliers.pop() if len(suppliers) == 1 else "",
        total=request.total,
        currency=request.currency,
        reference=called(request.number),
        lines=tuple(PurchasedLine(name=li.name, quantity=li.quantity) for li in request.lines),
    )


def put_in(state: ShopState, ordered: LinesOrdered) -> list[Utterance]:
    """What was put in of something bought before, and choices for what is not sure."""
    said: list[Utterance] = []
    state.take_cart(ordered.cart)
    if ordered.added:
        quantities = {line.item_id: line for line in ordered.cart.lines}
        changes = tuple(
            replies.LineChange(
                name=quantities[item_id].name,
                quantity=quantities[item_id].quantity,
                amount=_amount(ordered.cart, item_id),
            )
            for item_id in ordered.added
            if item_id in quantities
        )
        undo = undo_button(state.task_id, ordered.change_id)
        said.append(Utterance(replies.CartNow(changes=changes, cart=ordered.cart), (undo,)))
    state.shown = state.shown.model_copy(update={"items": (), "asked": None, "total": 0})
    for line in ordered.open:
        state.remember((item.item_id, item.name) for item in line.items)
        if not line.items:
            said.append(Utterance(replies.NothingFit(asked_for=line.words)))
            continue
        start = max((item.position for item in state.shown.items), default=0) + 1
        items = tuple(listed_item(item, n) for n, item in enumerate(line.items, start))
        places = (*state.shown.items, *map(_place, items))
        state.shown = state.shown.model_copy(
            update={"items": places, "quantity": line.quantity, "total": len(places)}
        )
        listed = replies.ItemList(
            asked_for=line.words, items=items, total=len(items), shown=len(items)
        )
        content = replies.WhichItem(list=listed, quantity=line.quantity)
        said.append(Utterance(content, adds(items, line.quantity)))
    return said


def _looked_at(call: ToolCall, result: ToolResult) -> tuple[Item, ...] | None:
    """The products that a look round gave; None for any other call, and for one that failed."""
    if result.status is not ToolStatus.OK:
        return None
    match read_result(call.name, result.value):
        case Found(items=items):
            return tuple(items)
        case ItemFound(item=item):
            return (item,)
        case Categories():
            return ()
        case _:
            return None


class _OneItem(ends.End):
    topic: ClassVar[str] = "procurement.item"
    call_id: str


_ENDS_OF_CALLS: dict[str, type[ends.End]] = {
    CHECKOUT.name: ends.WasSent,
    REORDER.name: ends.ReorderedEnd,
    GET_CART.name: ends.CartShown,
    LIST_REQUESTS.name: ends.Orders,
    BROWSE_CATALOG.name: ends.Sold,
    GET_ITEM.name: _OneItem,
}
"""How a call that succeeded is told by itself."""


@dataclass(frozen=True)
class _FailedCall:
    end: ends.End
    write: bool


_READS = {tool.name for tool in (SEARCH_CATALOG, BROWSE_CATALOG, GET_ITEM, GET_CART, LIST_REQUESTS)}

_OF_THE_LOOP = {
    ErrorCode.UNKNOWN_TOOL,
    ErrorCode.INVALID_ARGUMENTS,
    ErrorCode.NOT_OFFERED,
    ErrorCode.REPEATED,
    ErrorCode.ALREADY_DONE,
    ErrorCode.TOO_MANY_CALLS,
    ErrorCode.ONE_AT_A_TIME,
}
"""Between the loop and an engine: nothing that a person could mend."""

_PLAIN: dict[type[ends.End], type[replies.Telling]] = {
    ends.NotSent: replies.RequestNotSent,
    ends.AskQuantity: replies.AskHowMany,
    ends.AskWhat: replies.AskProduct,
    ends.AskDay: replies.AskDelivery,
    ends.ListGone: replies.NoListAtHand,
    ends.NoSuchPlace: replies.PlaceOutside,
    ends.NoMore: replies.NothingMore,
    ends.NotInCart: replies.LineNotThere,
    ends.CartEmpty: replies.CartIsEmpty,
    ends.NoRequests: replies.NothingToRepeat,
    ends.NotGranted: replies.NeverDone,
    ends.Unclear: replies.NotUnderstood,
    ends.Emptied: replies.CartIsEmpty,
    ends.SoFar: replies.NotUnderstood,
}


def listed_item(item: Item, position: int = 0) -> replies.ListedItem:
    return replies.ListedItem(
        position=position,
        item_id=item.item_id,
        name=item.name,
        supplier=item.supplier,
        unit=item.unit,
        price=item.price,
        currency=item.currency,
        stock=item.stock,
    )


def _place(item: replies.ListedItem) -> ShownItem:
    return ShownItem(
        position=item.position,
        item_id=item.item_id,
        name=item.name,
        unit=item.unit,
        price=item.price,
        currency=item.currency,
    )


def adds(items: Iterable[replies.ListedItem], quantity: int = 1) -> tuple[Choice, ...]:
    """A button for each item, named by its position; not for what is out of stock."""
    return tuple(
        Choice(
            press=ButtonPress(action=ADD, subject="", value=f"{quantity} {item.item_id}"),
            label=str(item.position),
        )
        for item in list(items)[:MAX_ADDS]
        if item.stock != 0
    )


def undo_button(task_id: str, change_id: str, name: str = "") -> Choice:
    """Names exactly this change; what of its id is the task's own is left out for brevity."""
    value = change_id.removeprefix(f"{task_id}/")
    press = ButtonPress(action=PressAction.UNDO, subject=task_id, value=value)
    return Choice(press=press, label=name)


def take_back_button(number: int) -> Choice:
    return Choice(press=ButtonPress(action=TAKE_BACK, subject="", value=str(number)))


def failed(tool: str, result: ToolResult) -> replies.Telling:
    """A refusal, worded from its facts and never from the text that is meant for engines."""
    error = result.error or ToolError(code=ErrorCode.INTERNAL, message="")
    details: JsonValue = error.details
    facts = details if isinstance(details, dict) else {}
    why = facts.get("why") or ""
    if why == NO_CATALOG:
        return replies.NoCatalog()
    missing = facts.get("lines")
    lines = (
        [each for each in missing if isinstance(each, dict)] if isinstance(missing, list) else []
    )
    return replies.CallFailed(
        tool=tool,
        code=error.code.value,
        why=str(why),
        values={
            name: str(value)
            for name, value in facts.items()
            if name != "why" and isinstance(value, str | int | float) and value != ""
        },
        names=tuple(map(str, _listed_in(facts, "names"))),
        choices=tuple(map(str, _listed_in(facts, "choices") or _listed_in(facts, "currencies"))),
        missing=tuple(
            replies.MissingLine(
                name=str(each.get("name", "")),
                available=int(str(each.get("available", 0))),
                gone=bool(each.get("gone")),
            )
            for each in lines
        ),
    )


def _listed_in(facts: dict[str, JsonValue], name: str) -> list[JsonValue]:
    found = facts.get(name)
    return found if isinstance(found, list) else []


def _amount(cart: Cart, item_id: str) -> Decimal | None:
    for line in cart.lines:
        if line.item_id == item_id and line.price_now is not None:
            return line.price_now * line.quantity
    return None
