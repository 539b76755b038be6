"""What the person is told of a turn, a button or a command: made from calls and their results, the
same for rules and for a model. Pure.

Rules add what no result holds, such as a question which item is meant (``rules_ending``).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, JsonValue

from agents.procurement import replies
from agents.procurement.items import OPEN, Cart, Item, PurchaseRequest, RequestStatus, called
from agents.procurement.last_shown import ShownItem
from agents.procurement.rules_ending import RulesEnding
from agents.procurement.state import ShopState, read_result
from agents.procurement.tools import (
    BROWSE_CATALOG,
    CATALOG_TOOLS,
    DECIDE_REQUEST,
    GET_CART,
    GET_ITEM,
    LIST_REQUESTS,
    SEARCH_CATALOG,
    CartChanged,
    CartChangeUndone,
    Categories,
    CheckedOut,
    Decided,
    Found,
    ItemFound,
    ItemReverted,
    ItemWritten,
    LinesOrdered,
    Reordered,
    Requests,
    SearchCatalog,
    TakenBack,
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
ORDER_LEFT = "procurement.order_left"
"""Takes as many as there are of each line, and goes on with the order; value = how many of the one
line that is short, 0 where it is another number of lines.
"""
CHANGE = "procurement.change"
RECEIVED = "procurement.received"
"""value = the request's number"""
NOT_RECEIVED = "procurement.not_received"
APPROVE = "procurement.approve"
"""value = the request's number"""
REJECT = "procurement.reject"
"""value = the request's number"""

ITEM = "i/"
"""Stands before the id of a change of the catalog in the value of its undo button."""

MAX_LISTS = 3
"""Of one turn of a model; what was searched before them was a way to them."""
MAX_ADDS = 10
MAX_UNDOS = 3
"""Buttons for single changes of one turn; "undo" takes back the others."""

NO_CATALOG = "no_catalog"
"""``why`` of a refusal while nothing was imported."""
NO_REQUEST = "no_request"
"""``why`` of a refusal for a request that there is not."""
FOR_STAFF = "staff"
"""``why`` of a refusal for a person who is not of the staff."""
FOR_APPROVERS = "approvers"
"""``why`` of a refusal for a person who may not approve requests."""


@dataclass(frozen=True)
class Utterance:
    content: Content
    choices: tuple[Choice, ...] = ()
    purchase: Purchase | None = None
    """What it tells of, for other agents."""


@dataclass(frozen=True)
class _Outcome:
    """A call and what came of it. ``value`` is its result, None where it did not succeed."""

    call: ToolCall
    result: ToolResult
    value: BaseModel | None
    by_model: bool
    answered: bool
    """Whether the person said something behind it."""

    @property
    def found(self) -> Found | None:
        return self.value if isinstance(self.value, Found) else None

    @property
    def changed(self) -> CartChanged | None:
        """The change of one line, or of all of them."""
        return self.value if type(self.value) is CartChanged else None

    @property
    def has_failed(self) -> bool:
        return self.result.status in {ToolStatus.FAILED, ToolStatus.NOT_EXECUTED}

    @property
    def is_declined(self) -> bool:
        error = self.result.error
        return error is not None and error.code is ErrorCode.DECLINED


def replies_of(end: TurnEnd, state: ShopState, names: dict[str, str]) -> list[Utterance]:
    """Words a turn that has ended. ``state.shown`` becomes what the person sees now; ``names`` are
    those of what was in the cart before the turn.
    """
    return _CallReplies(state, names).of(end)


class _CallReplies:
    def __init__(self, state: ShopState, names: dict[str, str]) -> None:
        self._state = state
        self._names = {**names, **state.names}
        self._said: list[Utterance] = []

    def of(self, end: TurnEnd) -> list[Utterance]:
        outcomes = _pair_outcomes(end)
        if end.topic in set(Topic):
            self._say(GeneralTopic(about=Topic(end.topic)))
        else:
            self._tell(outcomes, RulesEnding.of(end.topic, end.content), end)
        if any(each.result.status is ToolStatus.UNKNOWN for each in outcomes):
            self._say(replies.NotKnownYet())
        if end.reason is TurnReason.PARTIAL:
            has_cart = any(isinstance(said.content, replies.CartNow) for said in self._said)
            cart = self._state.cart if self._state.cart.lines and not has_cart else None
            self._said.insert(0, Utterance(replies.CutShort(cart=cart)))
        return self._with_words(end.say)

    def _with_words(self, words: str) -> list[Utterance]:
        say = self._state.without_numbers(words)
        if not self._said:
            return [Utterance(replies.ModelSays(say=say) if say else replies.NotUnderstood())]
        first = self._said[0]
        if say and isinstance(first.content, replies.Telling):
            self._said[0] = replace(first, content=first.content.model_copy(update={"say": say}))
        return self._said

    def _tell(self, outcomes: list[_Outcome], ending: RulesEnding | None, end: TurnEnd) -> None:
        """Changes of the cart first, then lists, all else in the order of the calls, failures, and
        what rules say beside.
        """
        lookups, wanted = set(ending.lookups) if ending else set(), set[str]()
        by_model = ending is None or (outcomes and all(each.by_model for each in outcomes))
        if by_model and end.reason is TurnReason.ANSWERED:
            looked, wanted = _select_wanted(outcomes, end.say)
            lookups |= looked
        told = [each for each in outcomes if each.call.call_id not in lookups]
        changes = [each.changed for each in told if each.changed]
        put_in = {change.item_id for change in changes}
        self._word_cart_change(changes)
        self._tell_searches(_select_searches(told, ending, put_in), ending or RulesEnding(), wanted)
        for each in told:
            shows_cart = each.call.name == GET_CART.name and changes and each.by_model
            is_put_in = isinstance(each.value, ItemFound) and each.value.item.item_id in put_in
            if not shows_cart and not is_put_in:
                self._tell_result(_keep_wanted(wanted, each.value))
        for each in _select_failures(outcomes, ending, has_words=bool(end.say)):
            if not self._said or ending or each.call.name not in _READS:
                failed = failure_reply(each.call.name, each.result)
                self._say(failed, *_offer_ways_out(failed, self._state.cart))
        remarks = [remark.read() for remark in ending.remarks] if ending else []
        for content in filter(None, remarks):
            self._say(content, *_make_choices(content))

    def _say(self, content: Content, *choices: Choice) -> None:
        self._said.append(Utterance(content, choices))

    def _show(self, **update: object) -> None:
        self._state.shown = self._state.shown.model_copy(update=update)

    # Changes of the cart

    def _word_cart_change(self, changes: Sequence[CartChanged]) -> None:
        if not changes:
            return
        cart = changes[-1].cart
        changed = tuple(dict.fromkeys(change.item_id for change in changes))
        only = changed[0] if len(changed) == 1 else ""
        self._show(changed=only)
        undos = [
            undo_button(
                self._state.task_id,
                each.change_id,
                self._get_name(each.item_id) if len(changes) > 1 else "",
            )
            for each in changes
        ]
        lines = tuple(self._word_line_change(cart, item_id) for item_id in changed)
        self._say(replies.CartNow(changes=lines, cart=cart), *_get_order(cart), *undos[-MAX_UNDOS:])

    def _word_line_change(self, cart: Cart, item_id: str) -> replies.LineChange:
        line = next((each for each in cart.lines if each.item_id == item_id), None)
        quantity = line.quantity if line is not None else 0
        price = line.price_now if line is not None else None
        amount = None if price is None else price * quantity
        return replies.LineChange(name=self._get_name(item_id), quantity=quantity, amount=amount)

    def _get_name(self, item_id: str) -> str:
        return self._names.get(item_id, item_id)

    # Lists

    def _keep_list(self, found: Found) -> tuple[ShownItem, ...]:
        """Returns what stays of the list at hand: all before it, when this is more of the same."""
        asked, before = found.asked, self._state.shown
        if not found.offset or asked is None or before.asked is None:
            return ()
        same = before.asked.model_copy(update={"offset": 0, "limit": asked.limit})
        return before.items if asked.model_copy(update={"offset": 0}) == same else ()

    def _tell_searches(
        self, searches: Sequence[_Outcome], ending: RulesEnding, wanted: set[str]
    ) -> None:
        """Tells all lists together, then what is to be chosen and what found nothing, each by
        itself.
        """
        results = [(each.call.call_id, each.found) for each in searches if each.found]
        first = next((found for _, found in results if found.items), None)
        if first is not None:
            self._show(items=self._keep_list(first), quantity=None, asked=None, total=0, changed="")
        listed = [f for call_id, f in results if f.items and call_id not in ending.to_choose]
        if wanted and listed:
            named = {item.item_id: item for found in listed for item in found.items}
            chosen = self._list_chosen([named[each] for each in named if each in wanted])
            # The words that name them stand above the first thing that is said.
            heading = _get_query(listed[-1]) if self._said else ""
            lists = [chosen.model_copy(update={"asked_for": heading})]
        else:
            lists = [self._list_items(found) for found in listed]
        if lists:
            items = [item for each in lists for item in each.items]
            more = Choice(press=ButtonPress(action=MORE, subject=self._state.task_id))
            rest = (more,) if lists[-1].total > lists[-1].shown else ()
            self._say(replies.ItemsFound(lists=tuple(lists)), *adds(items), *rest)
        for call_id, found in results:
            if call_id in ending.to_choose:
                self._choose(found, ending.to_choose[call_id])
            elif not found.items and found.offset:
                self._say(replies.NothingMore())
            elif not found.items:
                self._say(replies.NothingFit(asked_for=_get_query(found), near=found.near))

    def _list_items(self, found: Found) -> replies.ItemList:
        """The items of a search, numbered behind those shown."""
        listed = self._numbered(found.items, asked=found.asked or SearchCatalog(query=""))
        self._show(total=found.total)
        until = found.offset + len(found.items)
        return replies.ItemList(
            asked_for=_get_query(found),
            items=listed,
            total=max(found.total, until),
            shown=until,
            limited=_is_limited(found.asked),
        )

    def _list_chosen(self, items: Sequence[Item]) -> replies.ItemList:
        """The items that a model's words name, of all that it found."""
        listed = self._numbered(items, asked=None)
        self._show(total=len(items))
        return replies.ItemList(items=listed, total=len(items), shown=len(items), named=True)

    def _numbered(
        self, items: Iterable[Item], asked: SearchCatalog | None
    ) -> tuple[replies.ListedItem, ...]:
        before = self._state.shown.items
        start = max((item.position for item in before), default=0) + 1
        listed = tuple(listed_item(item, n) for n, item in enumerate(items, start))
        self._show(items=(*before, *map(_get_place, listed)), asked=asked)
        return listed

    def _choose(self, found: Found, quantity: int) -> None:
        listed = self._list_chosen(found.items).model_copy(update={"asked_for": _get_query(found)})
        asked = found.asked or SearchCatalog(query="")
        self._show(quantity=quantity, asked=asked, total=found.total)
        self._say(replies.WhichItem(list=listed, quantity=quantity), *adds(listed.items, quantity))

    # One result each

    def _tell_result(self, value: BaseModel | None) -> None:  # noqa: C901, PLR0912 - one for each result
        match value:
            case Cart():
                self._say(replies.CartTold(cart=value), *_get_order(value))
            case Requests(requests=listed):
                newest = [request.number for request in listed if request.status in OPEN][:1]
                self._say(replies.RequestList(requests=listed), *map(take_back_button, newest))
            case Reordered():
                undo = undo_button(self._state.task_id, value.change_id)
                content = replies.CartNow(cart=value.cart, gone=value.gone)
                self._say(content, *((undo,) if value.change_id else ()))
            case LinesOrdered():
                self._word_lines_ordered(value)
            case TakenBack(request=request, cart=cart, gone=gone):
                self._say(replies.RequestTakenBack(number=request.number, cart=cart, gone=gone))
            case CartChangeUndone(cart=cart):
                self._say(replies.CartReverted(cart=cart))
            case PurchaseRequest(number=number, status=status):
                self._say(replies.RequestStatusChanged(number=number, status=status))
            case ItemReverted():
                self._say(replies.ItemChanged(change=value, undone=True))
            case ItemWritten(change_id=change_id):
                own = f"{self._state.task_id}/"
                shown = f"{own}{ITEM}{change_id.removeprefix(own)}"
                undo = undo_button(self._state.task_id, shown).model_copy(update={"undoes": True})
                self._say(replies.ItemChanged(change=value), undo)
            case Categories(items=0):
                self._say(replies.NoCatalog())
            case Categories(categories=categories, items=items):
                self._say(replies.WhatIsSold(categories=categories, items=items))
            case ItemFound():
                self._word_item(value)
            case CheckedOut(request=PurchaseRequest() as request, differences=differences):
                take_back = take_back_button(request.number).model_copy(update={"undoes": True})
                sent = replies.RequestSent(request=request, differences=differences)
                waits = request.status is RequestStatus.PENDING
                purchase = None if waits else ordered(request)
                self._said.append(Utterance(sent, (take_back,), purchase))
            case Decided(number=number, approve=approve):
                self._say(replies.RequestDecided(number=number, approve=approve))

    def _word_item(self, read: ItemFound) -> None:
        self._show(items=())
        both = self._numbered((read.item, *read.siblings), asked=None)
        self._show(total=len(both))
        content = replies.ItemShown(
            item=both[0], description=read.item.description, siblings=tuple(both[1:])
        )
        self._say(content, *adds(both))

    def _word_lines_ordered(self, read: LinesOrdered) -> None:
        """Words what was put in of something bought before, with choices for what is not sure."""
        changes = tuple(
            self._word_line_change(read.cart, line.item_id)
            for line in read.cart.lines
            if line.item_id in read.added
        )
        if changes:
            undo = undo_button(self._state.task_id, read.change_id)
            self._say(replies.CartNow(changes=changes, cart=read.cart), undo)
        self._show(items=(), asked=None, total=0)
        for line in read.open:
            self._state.remember((item.item_id, item.name) for item in line.items)
            found = Found(items=line.items, asked=SearchCatalog(query=line.words))
            if line.items:
                self._choose(found, line.quantity)
            else:
                self._say(replies.NothingFit(asked_for=line.words))
        self._show(asked=None, total=len(self._state.shown.items))


def _pair_outcomes(end: TurnEnd) -> list[_Outcome]:
    return [
        _Outcome(
            call,
            result,
            read_result(call.name, result.value) if result.status is ToolStatus.OK else None,
            by_model=each.by_model,
            answered=bool(each.heard),
        )
        for each in end.rounds
        for call, result in zip(each.calls, each.results, strict=False)
    ]


def _select_wanted(outcomes: Sequence[_Outcome], say: str) -> tuple[set[str], set[str]]:
    """Of all that a model looked at only what it wants shown stays: the products and requests whose
    numbers or names its words have, else what it looked at last. Returns the ids of the other
    calls, and what is wanted; none for all.
    """
    looked = {
        each.call.call_id: names
        for each in outcomes
        if (names := _name_looked_at(each.value)) is not None
    }
    said = say.casefold()
    wanted = {
        each
        for names in looked.values()
        for each, name in names.items()
        if _is_named(each, said) or (name and name.casefold() in said)
    }
    if wanted:
        kept = {i for i, names in looked.items() if wanted & names.keys()}
    else:
        rounds: dict[str, set[str]] = {}
        for call_id in looked:
            rounds.setdefault(call_id.rpartition("/")[0], set()).add(call_id)
        found = [{i for i in ids if looked[i]} for ids in rounds.values()]
        kept = next((ids for ids in (*reversed(found), *reversed(rounds.values())) if ids), set())
    return looked.keys() - kept, wanted


def _is_named(number: str, said: str) -> bool:
    """Whether words have a number of an article or a request, and not of a longer one."""
    return re.search(rf"(?<!\w){re.escape(number.casefold())}(?!\w)", said) is not None


def _name_looked_at(value: BaseModel | None) -> dict[str, str] | None:
    """What a look round gave: names of products by their numbers, and numbers of requests. None for
    any other call, and for one that failed.
    """
    match value:
        case Found(items=items):
            return {item.item_id: item.name for item in items}
        case ItemFound(item=item):
            return {item.item_id: item.name}
        case Requests(requests=requests):
            return {called(each.number): "" for each in requests}
        case Categories():
            return {}
        case _:
            return None


def _keep_wanted(wanted: set[str], value: BaseModel | None) -> BaseModel | None:
    """Of a list of requests those that are wanted, where some are."""
    if not isinstance(value, Requests):
        return value
    named = tuple(each for each in value.requests if called(each.number) in wanted)
    return value.model_copy(update={"requests": named}) if named else value


def _select_searches(
    outcomes: Sequence[_Outcome], ending: RulesEnding | None, put_in: set[str]
) -> list[_Outcome]:
    """Returns the searches to be told: none twice, nor those of a model from which something was
    put into the cart; of its others the last lists, or that the last one found nothing.
    """
    by_call = {each.call.digest or each.call.call_id: each for each in outcomes if each.found}
    searches = [
        each
        for each in by_call.values()
        if each.found and not ((each.by_model or ending is None) and put_in & _list_ids(each.found))
    ]
    if ending is not None:
        return searches
    lists = [each for each in searches if each.found and each.found.items]
    return lists[-MAX_LISTS:] or ([] if put_in else searches[-1:])


def _list_ids(found: Found) -> set[str]:
    return {item.item_id for item in found.items}


def _get_query(found: Found) -> str:
    """What was looked for: its words, else the category or the supplier that it is of."""
    asked = found.asked or SearchCatalog(query="")
    return asked.query or asked.category or asked.supplier or ""


def _is_limited(asked: SearchCatalog | None) -> bool:
    limits = (asked.min_price, asked.max_price, asked.in_stock) if asked is not None else ()
    return any(limit is not None for limit in limits)


def _select_failures(
    outcomes: Sequence[_Outcome], ending: RulesEnding | None, *, has_words: bool
) -> list[_Outcome]:
    """Each call of rules that failed; of a model's the last one, where nothing was of use behind it
    and it says nothing itself. A question that was met with other words is put once more.
    """
    if ending is not None:
        failed = [
            each
            for each in outcomes
            if each.has_failed
            and not each.by_model
            and each.call.call_id not in ending.lookups
            and not (each.is_declined and each.answered)
        ]
        if failed or ending.remarks:
            return failed
    for each in reversed(outcomes):
        if each.result.status is ToolStatus.OK or has_words:
            return []
        if ending is not None and not each.by_model:
            continue
        if each.has_failed and each.result.error and each.result.error.code not in _OF_THE_LOOP:
            return [each]
    return []


_WHEN_DECLINED: Mapping[str, replies.Telling] = {
    DECIDE_REQUEST.name: replies.NothingDecided(),
    **{tool.name: replies.ItemNotChanged() for tool in CATALOG_TOOLS},
}
_WITHOUT_FACTS: Mapping[JsonValue, replies.Telling] = {
    FOR_STAFF: replies.ForStaff(),
    FOR_APPROVERS: replies.NeverDone(why="approval"),
    NO_CATALOG: replies.NoCatalog(),
}
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


def _make_choices(content: Content) -> tuple[Choice, ...]:
    """Makes a button for each line that may be meant."""
    if not isinstance(content, replies.WhichLine) or content.quantity is None:
        return ()
    return tuple(
        _get_item(SET, content.quantity, item_id, name)
        for item_id, name in zip(content.item_ids, content.names, strict=False)
    )


def _offer_ways_out(failed: Content, cart: Cart) -> Sequence[Choice]:
    """Returns what may be done where less is in stock than is wanted."""
    if not isinstance(failed, replies.CallFailed):
        return ()
    change = Choice(press=ButtonPress(action=CHANGE, subject=""))
    if failed.why == "stock":
        left = int(failed.values["available"]) - int(failed.values["in_cart"])
        add = _get_item(ADD, left, failed.values["item_id"], "")
        return (*((add,) if left > 0 else ()), *((change,) if cart.lines else ()))
    if not failed.missing:
        return ()
    left = failed.missing[0].available if len(failed.missing) == 1 else 0
    if not any(line.available != 0 for line in cart.lines):
        return (change,)
    order = ButtonPress(action=ORDER_LEFT, subject="", value=str(left))
    return Choice(press=order), change


def _get_item(action: str, quantity: int, item_id: str, label: str) -> Choice:
    press = ButtonPress(action=action, subject="", value=f"{quantity} {item_id}")
    return Choice(press=press, label=label)


def ordered(request: PurchaseRequest) -> Purchase:
    """Returns a request that was sent, as other agents may use it."""
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


def listed_item(item: Item, position: int = 0) -> replies.ListedItem:
    return replies.ListedItem.model_validate({**item.model_dump(), "position": position})


def _get_order(cart: Cart) -> tuple[Choice, ...]:
    return (Choice(press=ButtonPress(action=ORDER, subject="")),) if cart.lines else ()


def _get_place(item: replies.ListedItem) -> ShownItem:
    return ShownItem.model_validate(item.model_dump())


def adds(items: Iterable[replies.ListedItem], quantity: int = 1) -> tuple[Choice, ...]:
    """Makes a button for each item, named by its position; not for what is out of stock."""
    return tuple(
        _get_item(ADD, quantity, item.item_id, str(item.position)).model_copy(
            update={"place": item.position}
        )
        for item in list(items)[:MAX_ADDS]
        if item.stock != 0
    )


def undo_button(task_id: str, change_id: str, name: str = "") -> Choice:
    """Names exactly this change; what of its id is the task's own is left out for brevity."""
    value = change_id.removeprefix(f"{task_id}/")
    press = ButtonPress(action=PressAction.UNDO, subject=task_id, value=value)
    return Choice(press=press, label=name)


def decision_buttons(number: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(press=ButtonPress(action=action, subject="", value=str(number)))
        for action in (APPROVE, REJECT)
    )


def take_back_button(number: int) -> Choice:
    return Choice(press=ButtonPress(action=TAKE_BACK, subject="", value=str(number)))


def failure_reply(tool: str, result: ToolResult) -> replies.Telling:
    """Words a refusal from its facts, never from the text that is meant for engines."""
    error = result.error or ToolError(code=ErrorCode.INTERNAL, message="")
    facts = error.facts
    why = facts.get("why") or ""
    if result.status is ToolStatus.UNKNOWN:
        return replies.NotKnownYet()
    if error.code is ErrorCode.DECLINED:
        return _WHEN_DECLINED.get(tool, replies.RequestNotSent())
    if why in _WITHOUT_FACTS:
        return _WITHOUT_FACTS[why]
    if why == NO_REQUEST and not facts.get("number"):
        return replies.NothingToRepeat()
    return replies.CallFailed(
        tool=tool,
        code=error.code.value,
        why=str(why),
        values={
            name: str(value)
            for name, value in facts.items()
            if name != "why" and isinstance(value, str | int | float) and value != ""
        },
        names=tuple(map(str, _list_found(facts, "names"))),
        choices=tuple(map(str, _list_found(facts, "choices") or _list_found(facts, "currencies"))),
        missing=tuple(map(replies.MissingLine.model_validate, _list_found(facts, "lines"))),
    )


def _list_found(facts: dict[str, JsonValue], name: str) -> list[JsonValue]:
    found = facts.get(name)
    return found if isinstance(found, list) else []
