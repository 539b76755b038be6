"""Products as cards and the cart as a panel, for a channel that lays them out."""

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from agents.procurement.call_replies import ADD, EMPTY, ORDER, SET
from agents.procurement.card import SessionCard
from agents.procurement.items import MAX_QUANTITY, Cart, CartLine
from agents.procurement.replies import ListedItem
from agents.procurement.words import lines
from bot.texts.formats import Formats
from bot.texts.speech import Button, CardView, Panel
from domain.messages import ButtonPress


def item_cards(
    items: Iterable[ListedItem], formats: Formats, quantity: int = 1
) -> Mapping[str, CardView]:
    """By the line that each item is in a text. What is out of stock can't be put into the cart."""
    return {lines.item(each, formats): _item_card(each, quantity, formats) for each in items}


def _item_card(item: ListedItem, quantity: int, formats: Formats) -> CardView:
    words, stock = formats.catalogue, lines.stock(item, formats)
    label = f"{quantity} × {lines.named(item.name)}"
    short = words.text("procurement.button.add")
    add = _button(
        ADD, quantity, item.item_id, label, short if quantity == 1 else f"{short} {quantity}"
    )
    return CardView(
        number=item.position,
        title=lines.named(item.name),
        amount=lines.price(item, formats),
        lines=(stock,) if stock else (),
        buttons=() if item.stock == 0 else (add,),
    )


def cart_panel(cart: Cart, formats: Formats) -> Panel:
    """What is in the cart, with buttons for one more and one less of each line."""
    words = formats.catalogue
    own = ((ORDER, "order"), (EMPTY, "empty"))
    buttons = tuple(
        Button(words.text(f"procurement.button.{name}"), ButtonPress(action=action, subject=""))
        for action, name in own
    )
    return Panel(
        key="procurement.cart",
        title=words.text("procurement.panel"),
        summary=lines.cart_heading(cart, formats),
        cards=tuple(_line_card(line, cart, formats) for line in cart.lines),
        total=words.text("procurement.total", total=formats.money(cart.total, cart.currency))
        if cart.lines
        else "",
        buttons=buttons if cart.lines else (),
    )


def _session_panel(card: JsonValue, formats: Formats) -> Panel | None:
    """The cart of a session; none where nothing is in it."""
    cart = SessionCard.model_validate(card).cart
    return cart_panel(cart, formats) if cart.lines else None


def _line_card(line: CartLine, cart: Cart, formats: Formats) -> CardView:
    name, words = lines.named(line.name), formats.catalogue
    less, more = line.quantity - 1, line.quantity + 1
    label = f"{less} × {name}" if less else words.text("procurement.panel.remove", name=name)
    buttons = [_button(SET, less, line.item_id, label, "−")]
    if line.price_now is not None and more <= MAX_QUANTITY:
        buttons.append(_button(SET, more, line.item_id, f"{more} × {name}", "+"))
    price = line.price_now
    amount = "" if price is None else formats.money(price * line.quantity, cart.currency)
    title, whole = f"{line.quantity} × {name}", lines.cart_line(line, cart.currency, formats)
    return CardView(
        number=0,
        title=title,
        amount=amount,
        lines=() if whole == f"{title} · {amount}" else (whole,),  # it warns of something
        buttons=tuple(buttons),
    )


def _button(action: str, quantity: int, item_id: str, label: str, short: str) -> Button:
    press = ButtonPress(action=action, subject="", value=f"{quantity} {item_id}")
    return Button(label, press, short)


PANEL = _session_panel
