"""What buttons and commands do: one tool each, at once, without rounds and without a model."""

from collections.abc import Callable, Mapping, Sequence

from agents.contract import Desk, Handler, HandlerDesk
from agents.procurement import replies
from agents.procurement.call_replies import (
    ADD,
    APPROVE,
    CHANGE,
    EMPTY,
    ITEM,
    MORE,
    NOT_RECEIVED,
    ORDER,
    ORDER_LEFT,
    RECEIVED,
    REJECT,
    SET,
    TAKE_BACK,
    Utterance,
    replies_of,
)
from agents.procurement.card import CARD, CATALOG
from agents.procurement.details import RequestDetails
from agents.procurement.items import MAX_QUANTITY, Cart
from agents.procurement.last_shown import ShownLast
from agents.procurement.rules_ending import ENDED_BY_RULES
from agents.procurement.state import Done, ShopState
from agents.procurement.tools import (
    ADD_TO_CART,
    DECIDE_REQUEST,
    EMPTY_CART,
    GET_CART,
    LIST_REQUESTS,
    MATCH_REQUEST,
    ORDER_LINES,
    RECEIVE_REQUEST,
    SEARCH_CATALOG,
    SET_QUANTITY,
    UNDO_CART_CHANGE,
    UNDO_ITEM_CHANGE,
    AddToCart,
    Checkout,
    DecideRequest,
    EmptyCart,
    GetCart,
    ListRequests,
    MatchedPurchase,
    MatchRequest,
    OfRequest,
    OrderLine,
    OrderLines,
    SetQuantity,
    TakeBack,
    UndoCartChange,
    UndoItemChange,
)
from agents.procurement.tools import TAKE_BACK as TAKE_BACK_REQUEST
from domain.errors import StorageUnavailableError
from domain.events import Purchase
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice
from domain.tools import (
    RUN_TOOL,
    Arguments,
    Effect,
    ErrorCode,
    Round,
    RunToolRequest,
    Tool,
    TurnEnd,
    TurnReason,
    call_of,
)
from domain.topics import Failed, PressAction, StaleButton

MAX_WISHES = 20
"""Lines of something bought before that are searched for."""


async def run_tool(  # noqa: PLR0913 - a call, whose it is, and what may be named in it
    desk: Desk | HandlerDesk,
    tool: Tool,
    arguments: Arguments,
    *,
    task_id: str = "",
    call_id: str = "",
    seen: Sequence[str] = (),
) -> Done:
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
    return Done(call, result)


def _get_state(desk: HandlerDesk) -> ShopState:
    """Returns the chat's session, which learns of what buttons do; else a blank one."""
    states = (task.state for task in desk.tasks())
    return next((s for s in states if isinstance(s, ShopState)), None) or ShopState(task_id="")


def _word_call(ran: Done, state: ShopState) -> list[Utterance]:
    """Words what one call came to, as a turn of it alone does."""
    before = dict(state.names)
    state.take(ran.call, ran.result)
    made = Round(calls=(ran.call,), results=(ran.result,))
    alone = TurnEnd(reason=TurnReason.ANSWERED, topic=ENDED_BY_RULES, content={}, rounds=(made,))
    return replies_of(alone, state, before)


def _tell(desk: HandlerDesk, state: ShopState, ran: Done) -> None:
    for each in _word_call(ran, state):
        undoable = [c for c in each.choices if c.press.subject or c.press.action in _WITHOUT_TASK]
        desk.say(each.content.model_copy(update={"aside": True}), undoable)


_WITHOUT_TASK = {ADD, SET, TAKE_BACK, ORDER}


def _call_tool(
    tool: Tool, arguments: Arguments, *, seen: Sequence[str] = (), of_task: bool = True
) -> Handler:
    """Calls one tool and says what came of it."""

    async def call(desk: HandlerDesk) -> None:
        state = _get_state(desk)
        task_id = state.task_id if of_task else ""
        _tell(desk, state, await run_tool(desk, tool, arguments, task_id=task_id, seen=seen))

    return call


COMMANDS: Mapping[str, Handler] = {
    "cart": _call_tool(GET_CART, GetCart(), of_task=False),
    "orders": _call_tool(LIST_REQUESTS, ListRequests(), of_task=False),
}


# Buttons


def handler_of(press: ButtonPress) -> Handler | None:
    """Returns the handler that a button asks for. None for another agent's button, and for one made
    by hand whose value no button of ours has.
    """
    made = _BUTTONS.get(press.action)
    try:
        return made(press) if made is not None else None
    except ValueError:
        return None


def _add(press: ButtonPress) -> Handler:
    quantity, item_id = _read_quantity(press)
    # That it stands on a button says that a tool returned it.
    return _call_tool(ADD_TO_CART, AddToCart(item_id=item_id, quantity=quantity), seen=(item_id,))


def _set(press: ButtonPress) -> Handler:
    quantity, item_id = _read_quantity(press)
    return _call_tool(
        SET_QUANTITY, SetQuantity(item_id=item_id, quantity=quantity), seen=(item_id,)
    )


def _read_quantity(press: ButtonPress) -> tuple[int, str]:
    quantity, _, item_id = press.value.partition(" ")
    return int(quantity), item_id


async def _show_more(desk: HandlerDesk) -> None:
    asked = _get_state(desk).shown.asked
    if asked is None:
        desk.say(replies.NoListAtHand(aside=True))
        return
    offset = asked.offset + asked.limit
    await _call_tool(SEARCH_CATALOG, asked.model_copy(update={"offset": offset}))(desk)


async def _order(desk: HandlerDesk) -> None:
    """Shows the cart and asks about it before it is sent, as "checkout" does."""
    _check_out(desk, Checkout())


def _check_out(desk: HandlerDesk, order: Checkout) -> None:
    if not _put_words(desk, order.as_words()):
        desk.say(StaleButton())


def _put_words(desk: HandlerDesk, words: str) -> bool:
    """Hands words to the session, as if the person had said them. False where there is no room."""
    return desk.hand(RequestDetails(words=words).model_dump(mode="json")) is not None


def writing_item(line: str) -> Handler:
    """Proposes what staff wrote behind the command."""

    async def propose(desk: HandlerDesk) -> None:
        _put_words(desk, f"/{CATALOG} {line}".strip())

    return propose


async def _order_available(desk: HandlerDesk) -> None:
    """Takes as many as there are of each line, then goes on with the order that was refused."""
    state = _get_state(desk)
    order = state.shown.again or Checkout()
    ran = await run_tool(desk, GET_CART, GetCart())
    cart = ran.value(Cart) or Cart()
    for line in cart.lines:
        if not ran.ok or line.available is None or line.available >= line.quantity:
            continue
        fewer = SetQuantity(item_id=line.item_id, quantity=line.available)
        ran = await run_tool(desk, SET_QUANTITY, fewer, task_id=state.task_id, seen=(line.item_id,))
    if ran.ok:
        _check_out(desk, order)
    else:
        _tell(desk, state, ran)


async def _ask_change(desk: HandlerDesk) -> None:
    ran = await run_tool(desk, GET_CART, GetCart())
    cart = ran.value(Cart)
    if cart is None:
        _tell(desk, _get_state(desk), ran)
    else:
        desk.say(replies.AskCartChange(cart=cart, aside=True))


def taking_back(number: int | None) -> Handler:
    """Takes this request back; without a number the newest."""
    return _call_tool(TAKE_BACK_REQUEST, TakeBack(number=number))


def _decide(press: ButtonPress) -> Handler:
    """The press is the yes: the request stands above the button."""
    decision = DecideRequest(number=int(press.value), approve=press.action == APPROVE)
    return _call_tool(DECIDE_REQUEST, decision, of_task=False)


async def _leave_open(desk: HandlerDesk) -> None:
    desk.say(replies.LeftOpen())


_BUTTONS: Mapping[str, Callable[[ButtonPress], Handler]] = {
    ADD: _add,
    SET: _set,
    MORE: lambda _: _show_more,
    EMPTY: lambda _: _call_tool(EMPTY_CART, EmptyCart()),
    ORDER: lambda _: _order,
    ORDER_LEFT: lambda _: _order_available,
    CHANGE: lambda _: _ask_change,
    TAKE_BACK: lambda press: taking_back(int(press.value)),
    RECEIVED: lambda press: _call_tool(
        RECEIVE_REQUEST, OfRequest(number=int(press.value)), of_task=False
    ),
    NOT_RECEIVED: lambda _: _leave_open,
    APPROVE: _decide,
    REJECT: _decide,
}


async def undo(desk: HandlerDesk, task_id: str | None, shown: str) -> bool:
    """Takes back a change of the catalog, or the request that was just sent, or one change of the
    cart, else the last change of this conversation.
    """
    own = _get_state(desk)
    item_change = own.item_change if not shown else ""
    if shown.startswith(ITEM):
        item_change = f"{task_id}/{shown.removeprefix(ITEM)}"
    if item_change:
        arguments = UndoItemChange(change_id=item_change)
        _tell(desk, own, await run_tool(desk, UNDO_ITEM_CHANGE, arguments, task_id=own.task_id))
        return True
    if not shown and own.sent is not None:
        number, own.sent = own.sent, None
        await taking_back(number)(desk)
        return True
    change = UndoCartChange(change_id=f"{task_id}/{shown}" if task_id and shown else "")
    ran = await run_tool(desk, UNDO_CART_CHANGE, change, task_id=task_id or own.task_id)
    if ran.ok:
        _tell(desk, own, ran)
    return ran.ok


# What others tell of


def is_this(purchase: Purchase) -> Handler:
    """Asks whether something bought is the one open request that it fits; where there is none,
    offers what of it is in the catalog.
    """

    async def ask(desk: HandlerDesk) -> None:
        arguments = MatchRequest(
            total=purchase.total,
            currency=purchase.currency,
            supplier=purchase.supplier[:200],
            lines=tuple(line.name[:200] for line in purchase.lines[:MAX_WISHES] if line.name),
        )
        ran = await run_tool(desk, MATCH_REQUEST, arguments)
        fitting = ran.value(MatchedPurchase)
        if fitting is None or len(fitting.requests) != 1:
            if fitting is not None and fitting.sold:
                again = ButtonPress(action=PressAction.OFFER, subject=purchase.ref, value=CARD.slug)
                desk.say(replies.SoldHere(names=fitting.sold), [Choice(press=again)])
            return
        (request,) = fitting.requests
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
    """Puts what is surely meant into the cart, and offers some of the rest.

    The id of the call comes from the state, so that a fresh run does not repeat it.
    """
    wishes = state.wishes[:MAX_WISHES]
    lines = tuple(
        OrderLine(words=w.name[:200], quantity=max(1, min(w.quantity, MAX_QUANTITY)))
        for w in wishes
    )
    call_id = f"{state.task_id}/w{state.wished + 1}"
    ran = await run_tool(
        desk, ORDER_LINES, OrderLines(lines=lines), task_id=state.task_id, call_id=call_id
    )
    state.wishes, state.wished = state.wishes[len(wishes) :], state.wished + 1
    for each in _word_call(ran, state):
        desk.say(each.content, each.choices)


MOST_LISTED = 20
"""Lines of a list that a round is told."""


def list_as_text(shown: ShownLast) -> str:
    """The list that the person saw last, as every round is told it; empty when there is none."""
    lines = [
        f"{item.position} {item.name} [{item.item_id}]"
        + ("" if item.price is None else f" - {item.price}")
        for item in shown.items[:MOST_LISTED]
    ]
    return "\n".join(["List shown last, by its numbers:", *lines]) if lines else ""


def cart_as_text(cart: Cart) -> str:
    """Writes the cart as every round is told it; empty when there is nothing in it."""
    if not cart.lines:
        return ""
    total = f"{cart.total} {cart.currency or ''}".strip()
    number = len(cart.lines)
    lines = [f"Cart: {number} line{'' if number == 1 else 's'}, total {total}"]
    for line in cart.lines:
        amount = "gone" if line.price_now is None else f"{line.price_now * line.quantity}"
        lines.append(f"- {line.name} (x{line.quantity}) - {amount} [{line.item_id}]")
    return "\n".join(lines)
