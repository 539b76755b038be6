"""Items, carts and requests in words: a line each. Product texts are shown as plain text."""

from collections.abc import Iterable

from agents.procurement.items import Cart, CartLine, Item, Proposal, PurchaseRequest, called
from agents.procurement.replies import ItemList, ListedItem
from agents.procurement.tools import Difference, ItemWritten, WaitingRequest
from bot.texts.formats import Formats, shown

MAX_NAME = 80
"""Characters of a product's name that are shown."""


def named(name: str) -> str:
    return shown(name, MAX_NAME)


def item(listed: ListedItem, formats: Formats) -> str:
    """``1 Gel pen blue · RM14.90 / box · 12 in stock``."""
    parts = (named(listed.name), price(listed, formats), stock(listed, formats))
    line = " · ".join(part for part in parts if part)
    return f"{listed.position} {line}" if listed.position else line


def price(listed: ListedItem, formats: Formats) -> str:
    """``RM14.90 / box``."""
    money = formats.money(listed.price, listed.currency)
    if not listed.unit:
        return money
    unit = shown(listed.unit, 30)
    return formats.catalogue.text("procurement.price.unit", price=money, unit=unit)


def stock(listed: ListedItem, formats: Formats) -> str:
    """``12 in stock``; empty where it is not known."""
    if listed.stock is None:
        return ""
    key = "procurement.stock" if listed.stock else "procurement.stock.none"
    return formats.catalogue.text(key, stock=str(listed.stock))


def item_list(items: ItemList, formats: Formats) -> tuple[str, ...]:
    """The list with its heading, where it needs one."""
    words, asked = formats.catalogue, shown(items.asked_for, MAX_NAME)
    if items.named and not asked:
        return tuple(item(each, formats) for each in items.items)
    finer = "" if asked else ".limited" if items.limited else ".all"
    key = f"procurement.found{finer}"
    if items.total > len(items.items):
        key += ".of"
    heading = words.text(
        key, query=asked, total=str(items.total), first=str(items.shown - len(items.items) + 1),
        last=str(items.shown),
    )  # fmt: skip
    return (heading, *(item(each, formats) for each in items.items))


def item_change(change: ItemWritten, formats: Formats) -> tuple[str, ...]:
    """Of a new item all that it has, of one that is changed what was and what is."""
    before, after = change.before, change.after
    if after is None:
        return ()
    fields = [_field(name, before, after, formats) for name in _SHOWN_OF_ITEM]
    return tuple(line for line in fields if line)


_SHOWN_OF_ITEM = ("name", "price", "stock", "supplier", "category", "description")


def _field(name: str, before: Item | None, after: Item, formats: Formats) -> str:
    """``Price: RM14.90 / box → RM11.90 / box``; empty for what there is not, or stays."""
    told = _field_of(name, after, formats)
    if before is None:
        if not told or name == "name":
            return ""
    elif (was := _field_of(name, before, formats)) == told:
        return ""
    else:
        told = f"{was or '–'} → {told or '–'}"
    words = formats.catalogue
    return words.text(
        "procurement.field", field=words.text(f"procurement.field.{name}"), value=told
    )


def _field_of(name: str, item: Item, formats: Formats) -> str:
    if name == "price":
        return price(ListedItem.model_validate(item.model_dump()), formats)
    value = getattr(item, name)
    return "" if value is None else named(str(value))


def item_name(change: ItemWritten) -> str:
    """``TO-101 · Gel pen blue``."""
    item = change.before or change.after
    return f"{named(item.item_id)} · {named(item.name)}" if item is not None else ""


def cart_heading(cart: Cart, formats: Formats) -> str:
    words = formats.catalogue
    if not cart.lines:
        return words.text("procurement.cart.empty")
    total = formats.money(cart.total, cart.currency)
    return words.count("procurement.cart.total", len(cart.lines), total=total)


def whole_cart(cart: Cart, formats: Formats) -> tuple[str, ...]:
    return (cart_heading(cart, formats), *cart_lines(cart, formats))


def cart_lines(cart: Cart, formats: Formats) -> tuple[str, ...]:
    return tuple(cart_line(line, cart.currency, formats) for line in cart.lines)


def cart_line(line: CartLine, currency: str | None, formats: Formats) -> str:
    """``2 × Gel pen blue · RM29.80``, and what is not as it was when it was put in."""
    words = formats.catalogue
    name = f"{line.quantity} × {named(line.name)}"
    if line.price_now is None:
        return words.text("procurement.cart.gone", line=name)
    text = f"{name} · {formats.money(line.price_now * line.quantity, currency)}"
    if line.price_now != line.price_when_added:
        text = words.text(
            "procurement.cart.repriced",
            line=text,
            before=formats.money(line.price_when_added, currency),
            after=formats.money(line.price_now, currency),
        )
    if line.available is not None and line.available < line.quantity:
        key = "procurement.cart.short" if line.available else "procurement.cart.none"
        text = words.text(key, line=text, stock=str(line.available))
    return text


def proposal_lines(proposal: Proposal, formats: Formats) -> tuple[str, ...]:
    """What a request has: its lines, its total, when and with which notes."""
    words, currency = formats.catalogue, proposal.currency
    lines = [
        f"{each.quantity} × {named(each.name)}"
        f" · {formats.money(each.price * each.quantity, currency)}"
        for each in proposal.lines
    ]
    total = formats.money(proposal.total, currency)
    if proposal.delivery_date is None:
        lines.append(words.text("procurement.total", total=total))
    else:
        day = formats.weekday(proposal.delivery_date, year=True)
        lines.append(words.text("procurement.total.delivery", total=total, day=day))
    if proposal.notes:
        lines.append(words.text("procurement.notes", notes=shown(proposal.notes, 500)))
    return tuple(lines)


def waiting_lines(waiting: WaitingRequest, formats: Formats) -> tuple[str, ...]:
    """What a request has, and who sent it."""
    by = formats.catalogue.text("procurement.sent_by", person=named(waiting.sent_by))
    return (*proposal_lines(waiting.request, formats), by)


def request_line(request: PurchaseRequest, formats: Formats) -> str:
    """``PR-7 · 27 Nov 2026 · RM94.30 · submitted``."""
    words = formats.catalogue
    return words.text(
        "procurement.orders.line",
        number=called(request.number),
        day=formats.day(request.created_at.astimezone(formats.zone).date()),
        total=formats.money(request.total, request.currency),
        status=status(request.status.value, formats),
        what=formats.listed([named(line.name) for line in request.lines[:2]])
        + (" …" if len(request.lines) > 2 else ""),  # noqa: PLR2004 - enough to know it by
    )


def status(name: str, formats: Formats) -> str:
    return formats.catalogue.text(f"procurement.status.{name}")


def differences(found: Iterable[Difference], currency: str, formats: Formats) -> tuple[str, ...]:
    """What is not as it was shown, a line each."""

    def value(kind: str, told: str | None) -> str:
        is_price = bool(told) and kind in {"price", "lower_price"}
        return formats.money_text(told or "", currency) if is_price else shown(told or "")

    return tuple(
        formats.catalogue.text(
            f"procurement.difference.{each.kind}",
            name=named(each.name),
            before=value(each.kind, each.before),
            after=value(each.kind, each.after),
        )
        for each in found
    )
