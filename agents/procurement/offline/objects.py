"""The thing that is wished: its words, how many, and what else is asked of it."""

import re

from agents.procurement.offline.reading import counted, has_money, narrowed, without_tail
from agents.procurement.offline.tables import any_of, ends, holds, pattern, starts, whole
from agents.procurement.offline.wish import Kind, Scene, Wish

_PRICED = re.compile(r"(?:^|[^\W\d]\s|,\s*)\d+(?:[.,]\d+)?$")
"""A bare number at the end is what it cost: "pens 5"."""


def led(text: str) -> str:
    """Without what leads up to a wish."""
    rule, before = starts("lead", "any"), None
    text = text.strip(" .!?,-")
    while before != text:
        before, text = text, rule.sub("", text)
    return text


def trimmed(text: str) -> str:
    """Without what leads up to a wish, and courtesies behind it."""
    text = led(text)
    return without_tail(text) or text


def of_object(kind: Kind, what: str, scene: Scene, *, counts: bool = True) -> Wish | None:
    """A wish for an object; None for what nobody sells, and for what has a price already."""
    what = without_tail(what)
    if has_money(what) or holds("object", "states").search(what):
        return None
    count, rest = counted(core_of(what, keep_one=True))
    if count is not None and pattern(r"^(?:for|on|untuk|für|auf)\s").match(rest):
        return None
    if not counts and count is not None and count.value is None:
        count, rest = None, what
    told = narrowed(core_of(rest), list(scene.prices))
    name = core_of(told.words)
    if not name and not told.filters:
        return None
    if name and not is_sold(name):
        return None
    if has_money(f"{name} {told.supplier or ''}") or re.search(
        r"(?:^|[^\W\d]\s|,\s*)\d+(?:[.,]\d+)?$", name
    ):
        return None
    if whole("object", "nothing").match(name):
        return None
    return Wish(kind, words=name, count=count, narrowed=told._replace(words=name))


def core_of(text: str, *, keep_one: bool = False) -> str:
    """Without articles and small words around it."""
    del keep_one
    lead = starts("object", "lead")
    before = None
    text = text.strip(" .!?,:;")
    while before != text:
        before, text = text, lead.sub("", text).strip(" .!?,:;")
    tail = ends("object", "tail")
    while (shorter := tail.sub("", text).strip(" .!?,:;")) != text and shorter:
        text = shorter
    return "" if tail.match(" " + text) else text


def is_sold(name: str) -> bool:
    if pattern(rf"^{any_of('object', 'no_object')}(?!\w)").match(name):
        return False
    head = pattern(
        r"\s(?:from|of|for|in|on|with|at|von|für|dari|untuk|saya|this|last|that|to)\s"
    ).split(f"{name} ")[0]
    last = re.findall(r"[\w'-]+", head)[-1:]
    gone = whole("object", "not_sold")
    return not any(gone.match(word) for word in last) and gone.match(head.strip()) is None


def is_talk(word: str) -> bool:
    return "'" in word or whole("object", "talk").match(word) is not None


def is_paid(words: str) -> bool:
    return holds("object", "paid").search(words) is not None
