"""What buttons and commands do: one tool each, at once, without rounds and without a model."""

from collections.abc import Mapping, Sequence

from agents.contract import Desk, Handler, HandlerDesk
from agents.procurement import ends, replies
from agents.procurement.card import CARD
from agents.procurement.details import BoughtBefore, RequestDetails
from agents.procurement.items import MAX_QUANTITY, Cart, PurchaseRequest
from agents.procurement.state import ShopState
from agents.procurement.telling import (
    ADD,
    EMPTY,
    MORE,
    NOT_RECEIVED,
    ORDER,
    RECEIVED,
    SET,
    TAKE_BACK,
    Teller,
    failed,
    put_in,
    take_back_button,
)
from agents.procurement.tools import (
    ADD_TO_CART,
    EMPTY_CART,
    GET_CART,
    LIST_REQUESTS,
    MATCH_REQUEST,
    ORDER_LINES,
    RECEIVE_REQUEST,
    SEARCH_CATALOG,
    SET_QUANTITY,
    UNDO_CART_CHANGE,
    AddToCart,
    CartChangeUndone,
    Checkout,
    EmptyCart,
    Found,
    GetCart,
    LinesOrdered,
    ListRequests,
    MatchRequest,
    OfRequest,
    OrderLine,
    OrderLines,
    Requests,
    SetQuantity,
    TakenBack,
    UndoCartChange,
)
from agents.procurement.tools import TAKE_BACK as TAKE_BACK_REQUEST
from domain.errors import StorageUnavailableError
from domain.events import Purchase
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content
from domain.tools import (
    RUN_TOOL,
    Arguments,
    Effect,
    ErrorCode,
    Round,
    RunToolRequest,
    Tool,
    ToolCall,
    ToolResult,
    ToolStatus,
    TurnEnd,
    TurnReason,
    call_of,
)
from domain.topics import Failed, StaleButton

MAX_WISHES = 20
"""Lines of something bought before that are searched for."""


class _Ran:
    """A tool that was run, and what came of it."""

    def __init__(self, call: ToolCall, result: ToolResult) -> None:
        self.call, self.result = call, result

    @property
    def done(self) -> bool:
        return self.result.status is ToolStatus.OK


async def run_tool(  # noqa: PLR0913 - a call, whose it is, and what may be named in it
    desk: Desk | HandlerDesk,
    tool: Tool,
    arguments: Arguments,
    *,
    task_id: str = "",
    call_id: str = "",
    seen: Sequence[str] = (),
) -> _Ran:
    """Runs a tool beside any turn. A write that took too long is settled at once; a task waits for
    a database that is away.
    """
    wanted = CallRequest(name=tool.name, arguments=arguments.model_dump_json())
    call = call_of(call_id or desk.next_change_id(task_id), wanted)
    request = RunToolRequest(
        person=desk.person,
        conversation_id=desk.conversation_id,
        task_id=task_id,
        agent=CARD.slug,
        call=call,
        seen=tuple(seen),
    )
    away = Failed(code=StorageUnavailableError.code)
    result = await desk.call(RUN_TOOL, request, tool.name, outage=away)
    late = result.error is not None and result.error.code is ErrorCode.TIMEOUT
    if late and tool.effect is not Effect.READ:
        settling = request.model_copy(update={"settle": True})
        result = await desk.call(RUN_TOOL, settling, tool.name, outage=away)
    return _Ran(call, result)


def _state(desk: HandlerDesk) -> ShopState:
    """The chat's session, which learns of what is done beside its turns; else a blank one."""
    states = (task.state for task in desk.tasks())
    return next((state for state in states if isinstance(state, ShopState)), None) or _blank()


def _blank() -> ShopState:
    return ShopState(task_id="")


def _tell(desk: Desk | HandlerDesk, state: ShopState, ran: _Ran, end: ends.End | None) -> None:
    """Says what one call came to, in the same words as a turn."""
    before = dict(state.names)
    state.take(ran.call, ran.result)
    if not ran.done or end is None:
        said: Content = failed(ran.call.name, ran.result)
        if ran.result.status is ToolStatus.UNKNOWN:
            said = replies.NotKnownYet()
        desk.say(_aside(said))
        return
    told = TurnEnd(
        reason=TurnReason.ANSWERED,
        topic=end.topic,
        content=end.model_dump(mode="json"),
        rounds=(Round(calls=(ran.call,), results=(ran.result,)),),
    )
    for each in Teller(state, before).tell(told):
        undoable = [c for c in each.choices if c.press.subject or c.press.action in _WITHOUT_TASK]
        desk.say(_aside(each.content), undoable)


def _aside(content: Content) -> Content:
    return content.model_copy(update={"aside": True}) if hasattr(content, "aside") else content


_WITHOUT_TASK = {ADD, SET, TAKE_BACK}


# Commands


async def _cart(desk: HandlerDesk) -> None:
    ran = await run_tool(desk, GET_CART, GetCart())
    _tell(desk, _state(desk), ran, ends.CartShown(call_id=ran.call.call_id))


async def _orders(desk: HandlerDesk) -> None:
    ran = await run_tool(desk, LIST_REQUESTS, ListRequests())
    state = _state(desk)
    if ran.done:
        listed = Requests.model_validate(ran.result.value).requests
        state.take_requests(listed)
        choices = [take_back_button(r.number) for r in listed if r.status == "submitted"][:1]
        desk.say(replies.RequestList(requests=listed, aside=True), choices)
    else:
        _tell(desk, state, ran, None)


COMMANDS: Mapping[str, Handler] = {"cart": _cart, "orders": _orders}


# Buttons


def handler_of(press: ButtonPress) -> Handler | None:
    """The handler that a button asks for. None for another agent's button, and for one made by hand
    whose value no button of ours has.
    """
    made = _BUTTONS.get(press.action)
    try:
        return made(press) if made is not None else None
    except ValueError:
        return None


def _add(press: ButtonPress) -> Handler:
    quantity, item_id = _named(press)
    # That it stands on a button says that a tool returned it.
    arguments = AddToCart(item_id=item_id, quantity=quantity)

    async def add(desk: HandlerDesk) -> None:
        state = _state(desk)
        ran = await run_tool(desk, ADD_TO_CART, arguments, task_id=state.task_id, seen=(item_id,))
        _tell(desk, state, ran, ends.Changed(call_ids=(ran.call.call_id,)))

    return add


def _set(press: ButtonPress) -> Handler:
    quantity, item_id = _named(press)
    arguments = SetQuantity(item_id=item_id, quantity=quantity)

    async def put(desk: HandlerDesk) -> None:
        state = _state(desk)
        ran = await run_tool(desk, SET_QUANTITY, arguments, task_id=state.task_id, seen=(item_id,))
        _tell(desk, state, ran, ends.Changed(call_ids=(ran.call.call_id,)))

    return put


def _named(press: ButtonPress) -> tuple[int, str]:
    quantity, _, item_id = press.value.partition(" ")
    return int(quantity), item_id


def _more(press: ButtonPress) -> Handler:
    del press

    async def more(desk: HandlerDesk) -> None:
        state = _state(desk)
        asked = state.shown.asked
        if asked is None:
            desk.say(replies.NoListAtHand(aside=True))
            return
        following = asked.model_copy(update={"offset": asked.offset + asked.limit})
        ran = await run_tool(desk, SEARCH_CATALOG, following, task_id=state.task_id)
        end: ends.End = ends.FoundItems(call_id=ran.call.call_id, asked_for=asked.query)
        if ran.done and not Found.model_validate(ran.result.value).items:
            end = ends.NoMore()
        _tell(desk, state, ran, end)

    return more


def _order(press: ButtonPress) -> Handler:
    """As "checkout" would: what stands in the cart is shown, and asked about before it is sent."""
    del press

    async def order(desk: HandlerDesk) -> None:
        wanted = RequestDetails(words=Checkout().as_words()).model_dump(mode="json")
        if desk.hand(wanted) is None:
            desk.say(StaleButton())

    return order


def _empty(press: ButtonPress) -> Handler:
    del press

    async def empty(desk: HandlerDesk) -> None:
        state = _state(desk)
        ran = await run_tool(desk, EMPTY_CART, EmptyCart(), task_id=state.task_id)
        _tell(desk, state, ran, ends.Emptied(call_ids=(ran.call.call_id,)))

    return empty


def _take_back(press: ButtonPress) -> Handler:
    return taking_back(OfRequest(number=int(press.value)).number)


def taking_back(number: int | None) -> Handler:
    """Of this request; without a number the newest."""

    async def handler(desk: HandlerDesk) -> None:
        await take_back(desk, _state(desk), number)

    return handler


async def take_back(desk: Desk | HandlerDesk, state: ShopState, number: int | None) -> None:
    """Cancels a request that nobody has acted on, else the newest one; its lines are in the cart
    again.
    """
    if number is None:
        listed = await run_tool(desk, LIST_REQUESTS, ListRequests(limit=1), task_id=state.task_id)
        found = Requests.model_validate(listed.result.value).requests if listed.done else ()
        if not found:
            desk.say(replies.NothingToRepeat(aside=True))
            return
        number = found[0].number
    arguments = OfRequest(number=number)
    ran = await run_tool(desk, TAKE_BACK_REQUEST, arguments, task_id=state.task_id)
    if not ran.done:
        _tell(desk, state, ran, None)
        return
    back = TakenBack.model_validate(ran.result.value)
    state.take_cart(back.cart)
    desk.say(replies.RequestTakenBack(number=number, cart=back.cart, gone=back.gone))


def _received(press: ButtonPress) -> Handler:
    arguments = OfRequest(number=int(press.value))

    async def received(desk: HandlerDesk) -> None:
        ran = await run_tool(desk, RECEIVE_REQUEST, arguments)
        if not ran.done:
            _tell(desk, _state(desk), ran, None)
            return
        request = PurchaseRequest.model_validate(ran.result.value)
        said = replies.RequestStatusChanged(number=request.number, status=request.status)
        desk.say(said)

    return received


def _not_received(press: ButtonPress) -> Handler:
    del press

    async def nothing(desk: HandlerDesk) -> None:
        desk.say(replies.LeftOpen())

    return nothing


_BUTTONS = {
    ADD: _add,
    SET: _set,
    MORE: _more,
    EMPTY: _empty,
    ORDER: _order,
    TAKE_BACK: _take_back,
    RECEIVED: _received,
    NOT_RECEIVED: _not_received,
}


async def undo(desk: HandlerDesk, task_id: str | None, shown: str) -> bool:
    """Takes back the request that was just sent, or one change of the cart, else the last change of
    this conversation.
    """
    own = _state(desk)
    if not shown and own.sent is not None:
        number, own.sent = own.sent, None
        await take_back(desk, own, number)
        return True
    change = f"{task_id}/{shown}" if task_id and shown else ""
    ran = await run_tool(
        desk, UNDO_CART_CHANGE, UndoCartChange(change_id=change), task_id=task_id or own.task_id
    )
    if not ran.done:
        return False
    undone = CartChangeUndone.model_validate(ran.result.value)
    own.take_cart(undone.cart)
    desk.say(replies.CartReverted(cart=undone.cart))
    return True


# What others tell of


def is_this(purchase: Purchase) -> Handler:
    """Asks whether something bought is the one open request that it fits, if there is one."""

    async def ask(desk: HandlerDesk) -> None:
        arguments = MatchRequest(
            total=purchase.total, currency=purchase.currency, supplier=purchase.supplier[:200]
        )
        ran = await run_tool(desk, MATCH_REQUEST, arguments)
        fitting = Requests.model_validate(ran.result.value).requests if ran.done else ()
        if len(fitting) != 1:
            return
        (request,) = fitting
        content = replies.AskIsThis(
            number=request.number,
            supplier=purchase.supplier,
            total=request.total,
            currency=request.currency,
            delivery_date=request.delivery_date,
        )
        number = str(request.number)
        desk.say(
            content,
            [
                Choice(press=ButtonPress(action=action, subject="", value=number))
                for action in (RECEIVED, NOT_RECEIVED)
            ],
        )

    return ask


# Ordering again what was bought


async def put_in_again(state: ShopState, desk: Desk) -> None:
    """What is surely meant goes into the cart, of the rest some are offered.

    The id of the call comes from the state, so that a fresh run does not repeat it.
    """
    wishes = state.wishes[:MAX_WISHES]
    lines = tuple(OrderLine(words=w.name[:200], quantity=_quantity(w)) for w in wishes)
    call_id = f"{state.task_id}/w{state.wished + 1}"
    ran = await run_tool(
        desk, ORDER_LINES, OrderLines(lines=lines), task_id=state.task_id, call_id=call_id
    )
    state.wishes, state.wished = state.wishes[len(wishes) :], state.wished + 1
    if not ran.done:
        desk.say(failed(ran.call.name, ran.result))
        return
    for each in put_in(state, LinesOrdered.model_validate(ran.result.value)):
        desk.say(each.content, each.choices)


def _quantity(wish: BoughtBefore) -> int:
    return max(1, min(wish.quantity, MAX_QUANTITY))


def cart_as_text(cart: Cart) -> str:
    """The cart as every round is told it; empty when there is nothing in it."""
    if not cart.lines:
        return ""
    total = f"{cart.total} {cart.currency or ''}".strip()
    number = len(cart.lines)
    lines = [f"Cart: {number} line{'' if number == 1 else 's'}, total {total}"]
    for line in cart.lines:
        amount = "gone" if line.price_now is None else f"{line.price_now * line.quantity}"
        lines.append(f"- {line.name} (x{line.quantity}) - {amount} [{line.item_id}]")
    return "\n".join(lines)
