"""What the agent says of products, carts and requests, and how the platform shows a session."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import JsonValue

from agents.procurement import call_replies, replies
from agents.procurement.card import CARD, SessionCard
from agents.procurement.items import MAX_NOTES, Cart, RequestStatus, called
from agents.procurement.words import lines
from agents.procurement.words.lines import named
from agents.procurement.words.panel import cart_panel, item_cards
from bot.texts.cards import AgentButton
from bot.texts.catalogue import Catalogue
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.speech import CardView, Wording, Words, no_label, table
from domain.agents import AgentCard
from domain.errors import UnwordableReplyError
from domain.messages import MAX_TEXT_LENGTH
from domain.replies import Choice, Content
from domain.topics import PressAction

Said = TypeVar(
    "Said", bound=replies.Telling | replies.AskSend | replies.AskItemChange | replies.AskDecision
)
_OfCart = TypeVar(
    "_OfCart",
    bound=replies.CartTold
    | replies.CartNow
    | replies.CartReverted
    | replies.CartKept
    | replies.RequestTakenBack,
)


class SessionCards:
    """Implements ``bot.texts.cards.Cards``."""

    agent: AgentCard = CARD
    options: Sequence[str] = ()
    many_choices: frozenset[str] = frozenset()

    def view(self, card: JsonValue, formats: Formats) -> CardView:
        cart = SessionCard.model_validate(card).cart
        return CardView(0, lines.cart_heading(cart, formats), lines.cart_lines(cart, formats))

    def line(self, card: JsonValue, formats: Formats) -> str:
        cart = SessionCard.model_validate(card).cart
        return lines.cart_heading(cart, formats) if cart.lines else ""

    def name(self, card: JsonValue, formats: Formats) -> str:
        del card
        return formats.catalogue.text("procurement.name")

    def has(self, card: JsonValue, field: str) -> bool:
        del card, field
        return False

    def help(self, question: str, card: JsonValue, formats: Formats) -> Wording | None:
        del card
        key = f"procurement.help.{question}"
        words = formats.catalogue
        return Wording(lead=words.text(key)) if words.has(key) else None

    def option(self, value: str, words: Catalogue) -> str:
        del words
        return value


def _with_words(word: Callable[[Said, Formats], Wording]) -> Callable[[Said, Formats], Wording]:
    """A model's own words above the facts: data, so without anything but their lines."""

    def worded(content: Said, formats: Formats) -> Wording:
        wording = word(content, formats)
        if not content.say:
            return wording
        told = [plain_line(line, MAX_TEXT_LENGTH) for line in content.say.strip().splitlines()]
        said = "\n".join(line for line in told if line)
        below = (wording.lead, *wording.tail) if wording.lead else wording.tail
        return replace(wording, lead=said, tail=below) if said else wording

    return worded


def _plain(content: replies.Telling, formats: Formats) -> Wording:
    """The text of its topic, with its own fields as values."""
    fields = {name: named(str(value)) for name, value in content if isinstance(value, str | int)}
    return Wording(lead=formats.catalogue.text(content.topic, **fields))


def _found(content: replies.ItemsFound, formats: Formats) -> Wording:
    first, *rest = (line for each in content.lists for line in lines.item_list(each, formats))
    items = [item for each in content.lists for item in each.items]
    return Wording(lead=first, tail=tuple(rest), tiles=item_cards(items, formats))


def _nothing(content: replies.NothingFit, formats: Formats) -> Wording:
    words, asked = formats.catalogue, shown(content.asked_for, lines.MAX_NAME)
    lead = words.text(content.topic if asked else f"{content.topic}.bare", query=asked)
    near = formats.listed([named(name) for name in content.near])
    return Wording(
        lead=lead, tail=(words.text(f"{content.topic}.near", near=near),) if near else ()
    )


def _choose(content: replies.WhichItem, formats: Formats) -> Wording:
    asked = shown(content.list.asked_for, lines.MAX_NAME)
    key = content.topic if asked else f"{content.topic}.bare"
    lead = formats.catalogue.text(key, query=asked, quantity=str(content.quantity))
    tiles = item_cards(content.list.items, formats, content.quantity)
    return Wording(lead=lead, tail=tuple(tiles), tiles=tiles)


def _item(content: replies.ItemShown, formats: Formats) -> Wording:
    words = formats.catalogue
    tail = [shown(content.description, 500)] if content.description else []
    if content.siblings:
        tail.append(words.text("procurement.item.siblings"))
        tail.extend(lines.item(each, formats) for each in content.siblings)
    tiles = item_cards((content.item, *content.siblings), formats)
    return Wording(lead=lines.item(content.item, formats), tail=tuple(tail), tiles=tiles)


def _sold(content: replies.WhatIsSold, formats: Formats) -> Wording:
    words, tail = formats.catalogue, []
    for each in content.categories:
        prices = ""
        if each.lowest is not None and each.highest is not None:
            prices = words.text(
                "procurement.what_sold.prices",
                lowest=formats.money(each.lowest, each.currency),
                highest=formats.money(each.highest, each.currency),
            )
        line = words.count("procurement.what_sold.line", each.items, name=named(each.name))
        tail.append(f"{line}{prices}")
    return Wording(lead=words.count(content.topic, content.items), tail=tuple(tail))


def _cart(content: replies.CartTold, formats: Formats) -> Wording:
    lead, *tail = lines.whole_cart(content.cart, formats)
    return Wording(lead=lead, tail=tuple(tail))


def _changed(content: replies.CartNow, formats: Formats) -> Wording:
    """What was changed, then the cart's total; all of it when it was put in again."""
    cart = content.cart
    changes = [_change(each, cart.currency, formats) for each in content.changes if each.name]
    heading = lines.cart_heading(cart, formats)
    if not changes:
        lead, tail = heading, lines.cart_lines(cart, formats)
    else:
        others = len(cart.lines) > 1 or len(changes) > 1 or not cart.lines
        lead, tail = changes[0], (*changes[1:], *((heading,) if others else ()))
    return Wording(lead=lead, tail=(*tail, *_gone(content.gone, formats)))


def _gone(names: Sequence[str], formats: Formats) -> tuple[str, ...]:
    """What could not be put into the cart, if anything."""
    listed = formats.listed([named(name) for name in names])
    return (formats.catalogue.text("procurement.gone", names=listed),) if names else ()


def _change(change: replies.LineChange, currency: str | None, formats: Formats) -> str:
    words, name = formats.catalogue, named(change.name)
    if not change.quantity:
        return words.text("procurement.changed.removed", name=name)
    if change.amount is None:
        return words.text("procurement.changed.bare", name=name, quantity=str(change.quantity))
    money = formats.money(change.amount, currency)
    return words.text("procurement.changed", name=name, quantity=str(change.quantity), amount=money)


def _over_cart(
    content: replies.CartReverted | replies.CartKept | replies.AskCartChange, formats: Formats
) -> Wording:
    stopped = isinstance(content, replies.CartKept) and content.stopped
    key = f"{content.topic}.stopped" if stopped else content.topic
    return Wording(lead=formats.catalogue.text(key), tail=lines.whole_cart(content.cart, formats))


def _ask_send(content: replies.AskSend, formats: Formats) -> Wording:
    words, key = formats.catalogue, replies.AskSend.topic
    changed = lines.differences(content.differences, content.proposal.currency, formats)
    if content.again and not changed:
        total = formats.money(content.proposal.total, content.proposal.currency)
        return Wording(lead=words.text(f"{key}.again", total=total))
    lead = words.text(f"{key}.changed" if changed else content.topic)
    return Wording(lead=lead, tail=(*changed, *lines.proposal_lines(content.proposal, formats)))


def _item_written(
    content: replies.AskItemChange | replies.ItemChanged, formats: Formats
) -> Wording:
    change = content.change
    kind = "retired" if change.after is None else "changed" if change.before else "added"
    if isinstance(content, replies.ItemChanged) and content.undone:
        kind = "undone"
    lead = formats.catalogue.text(f"{content.topic}.{kind}", item=lines.item_name(change))
    return Wording(lead=lead, tail=lines.item_change(change, formats))


def _how_to_write(content: replies.HowToWriteItems, formats: Formats) -> Wording:
    words = formats.catalogue
    key = f"{content.topic}.field" if content.field else content.topic
    examples = tuple(words.text(f"{content.topic}.examples").splitlines())
    return Wording(lead=words.text(key, field=named(content.field)), tail=examples)


def _send_or_not(choice: Choice, content: replies.AskSend, formats: Formats) -> str:
    del content
    names = {PressAction.YES.value: "send", PressAction.NO.value: "not_yet"}
    name = names.get(choice.press.action)
    return formats.catalogue.text(f"procurement.button.{name}") if name else ""


def _decide_or_not(choice: Choice, content: replies.AskDecision, formats: Formats) -> str:
    decision = "approve" if content.decision.approve else "reject"
    names = {PressAction.YES.value: decision, PressAction.NO.value: "not_yet"}
    name = names.get(choice.press.action)
    return formats.catalogue.text(f"procurement.button.{name}") if name else ""


def _sent(content: replies.RequestSent, formats: Formats) -> Wording:
    request, words = content.request, formats.catalogue
    total = formats.money(request.total, request.currency)
    waits = request.status is RequestStatus.PENDING
    key = f"{content.topic}.pending" if waits else content.topic
    lead = words.text(key, number=called(request.number), total=total)
    tail = lines.differences(content.differences, request.currency, formats)
    if request.delivery_date is not None:
        day = formats.weekday(request.delivery_date, year=True)
        tail = (*tail, words.text("procurement.delivery", day=day))
    return Wording(lead=lead, tail=tail, panel=cart_panel(Cart(), formats))


def _ask_approval(content: replies.AskApproval, formats: Formats) -> Wording:
    words, number = formats.catalogue, called(content.waiting.request.number)
    key = f"{content.topic}.again" if content.again else content.topic
    how = words.text(f"{content.topic}.how", number=number)
    told = lines.waiting_lines(content.waiting, formats)
    return Wording(lead=words.text(key, number=number), tail=(*told, how))


def _ask_decision(content: replies.AskDecision, formats: Formats) -> Wording:
    decision = content.decision
    key = f"{content.topic}.{'approve' if decision.approve else 'reject'}"
    lead = formats.catalogue.text(key, number=called(decision.number))
    told = lines.waiting_lines(decision.waiting, formats) if decision.waiting is not None else ()
    return Wording(lead=lead, tail=(*told, *_reason(decision.reason, formats)))


def _decided(content: replies.RequestDecided, formats: Formats) -> Wording:
    key = f"{content.topic}.{'approved' if content.approve else 'rejected'}"
    return Wording(lead=formats.catalogue.text(key, number=called(content.number)))


def _answered(content: replies.RequestAnswered, formats: Formats) -> Wording:
    key = f"{content.topic}.{'approved' if content.approve else 'rejected'}"
    total = formats.money(content.total, content.currency)
    lead = formats.catalogue.text(key, number=called(content.number), total=total)
    return Wording(lead=lead, tail=_reason(content.reason, formats))


def _reason(reason: str, formats: Formats) -> tuple[str, ...]:
    told = shown(reason, MAX_NOTES)
    return (formats.catalogue.text("procurement.reason", reason=told),) if told else ()


def _taken_back(content: replies.RequestTakenBack, formats: Formats) -> Wording:
    lead = formats.catalogue.text(content.topic, number=called(content.number))
    heading = lines.cart_heading(content.cart, formats)
    return Wording(lead=lead, tail=(heading, *_gone(content.gone, formats)))


def _orders(content: replies.RequestList, formats: Formats) -> Wording:
    words = formats.catalogue
    if not content.requests:
        return Wording(lead=words.text(f"{content.topic}.none"))
    tail = tuple(lines.request_line(request, formats) for request in content.requests)
    return Wording(lead=words.text(content.topic), tail=tail)


def _take_which_back(choice: Choice, content: replies.RequestList, formats: Formats) -> str:
    del content
    if choice.press.action != call_replies.TAKE_BACK:
        return ""
    button = formats.catalogue.text("procurement.button.take_back")
    name = called(int(choice.press.value))
    return formats.catalogue.text("button.for", button=button, name=name)


def _status(content: replies.RequestStatusChanged, formats: Formats) -> Wording:
    words = formats.catalogue
    status = lines.status(content.status.value, formats)
    lead = words.text(content.topic, number=called(content.number), status=status)
    return Wording(lead=lead, tail=(shown(content.note, 500),) if content.note else ())


def _failed(content: replies.CallFailed, formats: Formats) -> Wording:
    """The finest words that there are for the reason."""
    words, key, tail = formats.catalogue, content.topic, []
    values = {name: _value(name, value, content, formats) for name, value in content.values.items()}
    values |= {
        "names": formats.listed([named(name) for name in content.names]) if content.names else "",
        "choices": formats.listed([named(c) for c in content.choices]) if content.choices else "",
        "number": called(int(number)) if (number := values.get("number", "")).isdecimal() else "",
    }
    for line in content.missing:
        finer = "gone" if line.gone else "short" if line.available else "none"
        told = {"name": named(line.name), "available": str(line.available)}
        if len(content.missing) == 1:
            return Wording(lead=words.text(f"{key}.missing.{finer}", **told))
        tail.append(words.text(f"{key}.line.{finer}", **told))
    if content.why == "stock" and values.get("in_cart") == "0":
        return Wording(lead=words.text(f"{key}.missing.short", **values))
    for finer in (f"{key}.{content.why}", f"{key}.{content.code}", key):
        if words.has(finer):
            try:
                return Wording(lead=words.text(finer, **values), tail=tuple(tail))
            except UnwordableReplyError:  # of another version, without a value that it names
                continue
    return Wording(lead=words.text(key), tail=tuple(tail))


def _way_out(choice: Choice, content: replies.CallFailed, formats: Formats) -> str:
    """``Order 1``; ``Add 1``."""
    words, press = formats.catalogue, choice.press
    quantity = press.value.partition(" ")[0]
    if press.action == call_replies.ADD:
        return words.text("button.for", button=words.text("procurement.button.add"), name=quantity)
    if press.action != call_replies.ORDER_LEFT:
        return ""
    if int(quantity):
        return words.text("procurement.button.order_left.counted", quantity=quantity)
    single = len(content.missing) == 1
    return words.text("procurement.button.order_left.without") if single else ""


_MONEY = frozenset({"price", "total", "limit", "spent"})


def _value(name: str, value: str, content: replies.CallFailed, formats: Formats) -> str:
    if name in _MONEY:
        return formats.money_text(value, content.values.get("currency"))
    if name in {"day", "first", "last"}:
        return formats.day_text(value)
    if name == "status":
        return lines.status(value, formats)
    return named(value)


def _which_line(content: replies.WhichLine, formats: Formats) -> Wording:
    names = tuple(f"• {named(name)}" for name in content.names)
    return Wording(lead=formats.catalogue.text(content.topic), tail=names)


def _outside(content: replies.PlaceOutside, formats: Formats) -> Wording:
    lead = formats.catalogue.count(content.topic, content.count, position=str(content.position))
    return Wording(lead=lead)


def _never(content: replies.NeverDone, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(f"{content.topic}.{content.why}"))


def _cut_short(content: replies.CutShort, formats: Formats) -> Wording:
    lead = formats.catalogue.text(content.topic)
    if content.cart is None:
        return Wording(lead=lead)
    panel = cart_panel(content.cart, formats)
    return Wording(lead=lead, tail=lines.whole_cart(content.cart, formats), panel=panel)


def _is_this(content: replies.AskIsThis, formats: Formats) -> Wording:
    words = formats.catalogue
    total = formats.money(content.total, content.currency)
    supplier = named(content.supplier)
    key = content.topic if supplier else f"{content.topic}.bare"
    lead = words.text(key, number=called(content.number), total=total, supplier=supplier)
    return Wording(lead=lead)


def _with_panel(
    word: Callable[[_OfCart, Formats], Wording],
) -> Callable[[_OfCart, Formats], Wording]:
    """What tells of a cart also shows it beside the chat."""

    def worded(content: _OfCart, formats: Formats) -> Wording:
        return replace(word(content, formats), panel=cart_panel(content.cart, formats))

    return worded


def _sold_here(content: replies.SoldHere, formats: Formats) -> Wording:
    names = formats.listed([named(name) for name in content.names])
    return Wording(lead=formats.catalogue.text(content.topic, names=names))


def _told(
    kind: type[Said],
    word: Callable[[Said, Formats], Wording],
    label: Callable[[Choice, Said, Formats], str] = no_label,
) -> Words[Said]:
    return Words(kind, _with_words(word), label)


def _label_by_kind(choice: Choice, content: Content, formats: Formats) -> str:
    """``Add 2``; of the same wish ``3 × 1``."""
    del content
    if choice.press.action != call_replies.ADD:
        return ""
    quantity = choice.press.value.partition(" ")[0]
    key = "procurement.button.add" if quantity == "1" else "procurement.button.add.several"
    words = formats.catalogue
    if quantity == "1":
        return words.text("button.for", button=words.text(key), name=plain_line(choice.label))
    return words.text(key, quantity=quantity, position=plain_line(choice.label))


_PLAIN: tuple[type[replies.Telling], ...] = (
    replies.RequestNotSent, replies.NotKnownYet, replies.NoCatalog, replies.AskHowMany,
    replies.AskProduct, replies.AskDelivery, replies.NoListAtHand, replies.NothingMore,
    replies.LineNotThere, replies.CartIsEmpty, replies.NothingToRepeat, replies.NotUnderstood,
    replies.LeftOpen, replies.ItemNotChanged, replies.ForStaff, replies.NothingDecided,
)  # fmt: skip
"""Said in one text, with their fields as its values."""

WORDS = table(
    *(_told(kind, _plain) for kind in _PLAIN),
    _told(replies.ItemsFound, _found, _label_by_kind),
    _told(replies.NothingFit, _nothing),
    _told(replies.WhichItem, _choose, _label_by_kind),
    _told(replies.ItemShown, _item, _label_by_kind),
    _told(replies.WhatIsSold, _sold),
    _told(replies.CartTold, _with_panel(_cart)),
    _told(replies.CartNow, _with_panel(_changed)),
    _told(replies.CartReverted, _with_panel(_over_cart)),
    _told(replies.CartKept, _with_panel(_over_cart)),
    _told(replies.AskSend, _ask_send, _send_or_not),
    _told(replies.AskSendForApproval, _ask_send, _send_or_not),
    _told(replies.AskItemChange, _item_written),
    _told(replies.ItemChanged, _item_written),
    _told(replies.HowToWriteItems, _how_to_write),
    _told(replies.RequestSent, _sent),
    Words(replies.AskApproval, _ask_approval),
    _told(replies.AskDecision, _ask_decision, _decide_or_not),
    _told(replies.RequestDecided, _decided),
    Words(replies.RequestAnswered, _answered),
    _told(replies.RequestTakenBack, _with_panel(_taken_back)),
    _told(replies.RequestList, _orders, _take_which_back),
    _told(replies.RequestStatusChanged, _status),
    _told(replies.CallFailed, _failed, _way_out),
    _told(replies.AskCartChange, _over_cart),
    _told(replies.WhichLine, _which_line, lambda choice, *_: named(choice.label)),
    _told(replies.PlaceOutside, _outside),
    _told(replies.NeverDone, _never),
    _told(replies.CutShort, _cut_short),
    _told(replies.ModelSays, lambda *_: Wording(lead="")),
    _told(replies.AskIsThis, _is_this),
    _told(replies.SoldHere, _sold_here),
)
"""What words each topic of this agent. A test checks that none is missing."""

CARDS = SessionCards()

BUTTONS = (
    AgentButton(action=call_replies.ADD, code="pa", settles=False),
    AgentButton(action=call_replies.SET, code="pq"),
    AgentButton(action=call_replies.MORE, code="pm"),
    AgentButton(action=call_replies.TAKE_BACK, code="pt"),
    AgentButton(action=call_replies.EMPTY, code="pe"),
    AgentButton(action=call_replies.ORDER, code="po"),
    AgentButton(action=call_replies.ORDER_LEFT, code="pl"),
    AgentButton(action=call_replies.CHANGE, code="pc", settles=False),
    AgentButton(action=call_replies.RECEIVED, code="pv"),
    AgentButton(action=call_replies.NOT_RECEIVED, code="pn"),
    AgentButton(action=call_replies.APPROVE, code="py"),
    AgentButton(action=call_replies.REJECT, code="px"),
)
"""Its own buttons. One that adds stays: more of the list may be wished."""
