"""Answers to what the last turn by rules ended with: how many, which one, on what day."""

from agents.procurement.last_shown import ShownLast, ShownLine
from agents.procurement.offline.changes import set_to
from agents.procurement.offline.days import day_in
from agents.procurement.offline.listed import place_of, pointer
from agents.procurement.offline.names import fitting
from agents.procurement.offline.objects import core_of, trimmed
from agents.procurement.offline.reading import quantity, search_for
from agents.procurement.offline.wish import Kind, Scene, Wish
from agents.procurement.replies import AskDelivery, AskHowMany, WhichLine
from language.patterns import pattern

_NO_LINES = ShownLast(cart=(ShownLine(item_id="", name="", quantity=1),))


def answered(text: str, scene: Scene) -> Wish | None:
    """An answer to what the last turn ended with: how many, which one, on what day."""
    asked = scene.shown.ended.read() if scene.shown.ended else None
    if isinstance(asked, AskHowMany):
        return _how_many(text, asked, scene)
    if isinstance(asked, WhichLine):
        return _which(text, asked)
    day = day_in(text, scene.today) if isinstance(asked, AskDelivery) else None
    if day is not None and not trimmed(f"{text[: day.start]} {text[day.end :]}"):
        return Wish(Kind.CHECKOUT, day=day, verb="head")
    return None


def _how_many(text: str, asked: AskHowMany, scene: Scene) -> Wish | None:
    told = set_to(f"only {text}", Scene(shown=_NO_LINES, asking=True))
    if told is None or told.words or told.count is None:
        return None
    if not asked.lowest:
        return Wish(Kind.SET, words=asked.asked_for, count=told.count, verb="head")
    item = next((item for item in scene.shown.items if item.name == asked.asked_for), None)
    if item is not None:
        return Wish(Kind.ADD, count=told.count, item_id=item.item_id, verb="head")
    words = asked.asked_for
    return Wish(Kind.BUY, words, count=told.count, narrowed=search_for(words), verb="head")


def _which(text: str, asked: WhichLine) -> Wish | None:
    offered = tuple(
        ShownLine(item_id=item_id, name=name, quantity=0)
        for item_id, name in zip(asked.item_ids, asked.names, strict=True)
    )
    match = pattern(rf"^{pointer()}$").match(text)
    meant = fitting(core_of(text), offered)
    if match is not None:
        at = place_of(match)
        meant = [offered[at - 1 if at > 0 else at]] if at <= len(offered) else []
    if len(meant) != 1 or asked.quantity is None:
        return None
    count = quantity(str(asked.quantity))
    return Wish(Kind.SET, words=meant[0].item_id, count=count, verb="head")
