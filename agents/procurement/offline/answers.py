"""Answers to what the last turn by rules ended with: how many, which one, on what day."""

from dataclasses import replace

from pydantic import ValidationError

from agents.procurement.ends import AskDay, AskQuantity, AskWhich, End, end_of
from agents.procurement.offline.changes import set_to
from agents.procurement.offline.days import day_in
from agents.procurement.offline.listed import place_of, pointer
from agents.procurement.offline.names import fitting
from agents.procurement.offline.objects import core_of, trimmed
from agents.procurement.offline.reading import Narrowed, quantity
from agents.procurement.offline.tables import pattern
from agents.procurement.offline.wish import Kind, Scene, Wish
from agents.procurement.shown import Shown, ShownLine

_NO_LINES = Shown(cart=(ShownLine(item_id="", name="", quantity=1),))


def answered(text: str, scene: Scene) -> Wish | None:
    """An answer to what the last turn ended with: how many, which one, on what day."""
    asked = _ended_with(scene.shown)
    if isinstance(asked, AskQuantity):
        bare = set_to(f"only {text}", replace(scene, asking=True, shown=_NO_LINES))
        if bare is None or bare.words or bare.count is None:
            return None
        if not asked.lowest:
            return replace(bare, words=asked.asked_for, sure=True)
        (item, *more) = fitting(asked.asked_for, scene.shown.items) or (None,)
        if item is not None and not more:
            return Wish(Kind.ADD, count=bare.count, item_id=item.item_id, verb="head")
        told = Narrowed(asked.asked_for)
        return Wish(Kind.BUY, told.words, count=bare.count, narrowed=told, verb="head")
    if isinstance(asked, AskWhich) and asked.quantity is not None:
        match = pattern(rf"^{pointer()}$").match(text)
        offered = tuple(
            ShownLine(item_id=i, name=n, quantity=0)
            for i, n in zip(asked.item_ids, asked.names, strict=True)
        )
        named = (
            offered[place_of(match) - 1 : place_of(match)]
            if match
            else fitting(core_of(text), offered)
        )
        if len(named) == 1:
            count = quantity(str(asked.quantity))
            return Wish(Kind.SET, words=named[0].item_id, count=count, verb="head")
    if isinstance(asked, AskDay):
        day = day_in(text, scene.today)
        if day is not None and not trimmed(f"{text[: day.start]} {text[day.end :]}"):
            return Wish(Kind.CHECKOUT, day=day, verb="head")
    return None


def _ended_with(shown: Shown) -> End | None:
    if shown.ended is None:
        return None
    try:
        return end_of(shown.ended.topic, shown.ended.content)
    except (KeyError, ValidationError):
        return None  # of another version
