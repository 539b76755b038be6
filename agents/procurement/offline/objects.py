"""The thing that is wished: its words, how many, and what else is asked of it."""

import re

from agents.procurement.offline.reading import (
    counted,
    has_filters,
    has_money,
    narrowed,
    without_tail,
)
from agents.procurement.offline.tables import any_of, ends, holds, starts, whole
from agents.procurement.offline.wish import Kind, Scene, Wish
from language.patterns import pattern, without_all

_PRICED = re.compile(
    r"(?:^|[^\W\d]\s|,\s*)\d+(?:[.,]\d+)?(?:k|rb|ribu|jt)?$"
    r"|\s\d+(?:[.,]\d+)?(?:k|rb|ribu)?\s(?:at|di|kat|dekat|bei|from|dari|each|per|on|for|en|chez|pour|para)\b"
    r"|\b(?:at|for|à|je)\s\d+(?:[.,]\d+)?(?:k|rb)?(?:\s(?:each|per\s\w+))?$",
    re.IGNORECASE,
)
"""What it cost: a bare number at the end, as in "pens 5", in front of a place, or for each."""


def led(text: str) -> str:
    """Without what leads up to a wish."""
    return without_all(starts("lead", "any"), text.strip(" .!?,-"))


def trimmed(text: str) -> str:
    """Without what leads up to a wish, and courtesies behind it."""
    text = led(text)
    return without_tail(text) or text


def of_object(kind: Kind, what: str, scene: Scene, *, counts: bool = True) -> Wish | None:
    """A wish for an object; None for what nobody sells, and for what has a price already."""
    what = without_tail(what)
    if has_money(what) or holds("object", "states").search(what):
        return None
    count, rest = counted(core_of(what))
    if count is not None and pattern(
        r"^(?:for|on|untuk|für|auf|para|por|pour|sur|-?\d+)(?!\w)"
    ).match(rest):
        return None  # "50 for petrol", "2 x 15 tickets"
    if not counts and count is not None and count.value is None:
        count, rest = None, what
    told = narrowed(core_of(rest), scene.prices)
    name = core_of(told.query)
    told = told.model_copy(update={"query": name})
    if (name and not is_sold(name)) or not (name or has_filters(told)):
        return None
    return Wish(kind, words=name, count=count, narrowed=told)


def core_of(text: str) -> str:
    """Without articles and small words around it."""
    tail = ends("object", "tail")
    text = without_all(starts("object", "lead"), text, " .!?,:;")
    while (shorter := tail.sub("", text).strip(" .!?,:;")) != text and shorter:
        text = shorter
    return "" if tail.match(f" {text}") else text


def is_sold(name: str) -> bool:
    """Whether a catalog could have it: no price stands behind it, and it is a thing."""
    priced = has_money(name) or _PRICED.search(name) is not None
    if priced or whole("object", "nothing").match(name):
        return False
    if pattern(rf"^{any_of('object', 'no_object')}(?!\w|-\w)").match(name):
        return False
    parts = (
        r"\s(?:from|of|for|in|on|with|at|von|für|dari|untuk|saya|this|last|that|to"
        r"|del?|du|para|pour|con|avec)\s"
    )
    thing = pattern(parts).split(f"{name} ")[0].strip()
    last = re.findall(r"[\w'-]+", thing)[-1:]
    if any(whole("object", "service").match(word) for word in re.findall(r"[\w'-]+", thing)):
        return False
    gone = whole("object", "not_sold")
    return not any(gone.match(word) for word in last) and gone.match(thing) is None


def is_talk(word: str) -> bool:
    return "'" in word or whole("object", "talk").match(word) is not None


def is_paid(words: str) -> bool:
    return holds("object", "paid").search(words) is not None
