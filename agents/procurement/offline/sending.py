"""The cart, sending it, and what was sent before."""

import re

from agents.procurement.items import MAX_NOTES
from agents.procurement.offline.days import Day, day_in
from agents.procurement.offline.objects import trimmed
from agents.procurement.offline.reading import without_tail
from agents.procurement.offline.tables import any_of, holds, starts, whole
from agents.procurement.offline.wish import Kind, Scene, Wish
from language.patterns import pattern, without_all

_REQUEST = r"(?:pr|request|order|permintaan|pesanan|bestellung|anfrage|pedido|commande)"
_NUMBERED = rf"{_REQUEST}[\s#-]*(?:no\.?\s?)?(?P<pr>\d{{1,9}})(?!\w)"

NEWEST = "newest"
"""``why`` of a wish to take back whatever was done last."""

_NEWEST = (
    r"(?:please )?(?:take (?:it|that|this) back|(?:nimm|zieh(?:e)?) (?:es|das) (?:wieder )?zurück"
    r"|tarik balik(?: (?:yang )?(?:itu|tu|tadi))?)$"
)


def taken_back(text: str, scene: Scene) -> Wish | None:
    """As in "take back PR-7", "cancel my last order", "PR-7 stornieren"."""
    if pattern(_NEWEST).match(text):
        return Wish(Kind.TAKE_BACK, why=NEWEST, sure=scene.live, verb="head")
    numbered = pattern(_NUMBERED).search(text)
    rest = text[: numbered.start()] + "it" + text[numbered.end() :] if numbered else text
    about = "it" if numbered else any_of("whole", "last_request")
    own = rf"(?:(?:my|the|our|die|meine|{_REQUEST})\s+){{0,3}}{about}"
    verb = any_of("whole", "take_back")
    asks = pattern(rf"^(?:{verb}\s+{own}(?:\s+(?:back|zurück|balik))?|{own}\s+{verb})$").match(rest)
    kept = r"^(?:take|undo|nimm|zieh)\b(?!.*\b(?:back|zurück))"
    if asks is None or (numbered is None and pattern(kept).match(text)):
        return None
    number = int(numbered["pr"]) if numbered else None
    sure = number is not None or bool(scene.shown.requests)
    return Wish(Kind.TAKE_BACK, number=number, sure=sure, verb="head")


def decided(text: str) -> Wish | None:
    """As in "approve PR-7", "reject PR-7: too expensive", "PR-7 ablehnen"."""
    for kind in (Kind.APPROVE, Kind.REJECT):
        verb = any_of("decide", kind.value)
        behind, small = any_of("decide", "behind"), any_of("decide", "small")
        match = pattern(
            rf"^(?:{small}\s+)*(?:{verb}\s+(?:{small}\s+)*{_NUMBERED}(?:\s+{behind})?"
            rf"(?:\s*[:;,–-]\s*|\s+(?={any_of('decide', 'because')}\b)|[\s.!]*$)(?P<why>.*)"
            rf"|{_NUMBERED.replace('<pr>', '<pr2>')}\s+{verb}[\s.!]*)$"
        ).match(text)
        if match is not None:
            number = int(match["pr"] or match["pr2"])
            why = (match["why"] or "").strip()[:MAX_NOTES]
            again = (any_of("decide", each.value) for each in (Kind.APPROVE, Kind.REJECT))
            if pattern(rf"\b(?:{'|'.join((_NUMBERED, *again))})\b").search(why):
                return None  # it decides on more than one, or thinks again
            return Wish(kind, words=why, number=number, verb="head")
    return None


def reordered(text: str, scene: Scene) -> Wish | None:
    """As in "PR-7 again", "same as last time"."""
    del scene
    numbered = pattern(rf"(?<!\w){_NUMBERED}").search(text)
    if numbered is not None and holds("whole", "again").search(text):
        return Wish(Kind.REORDER, number=int(numbered["pr"]), verb="head")
    return Wish(Kind.REORDER, verb="head") if whole("whole", "same").match(text) else None


def _only(names: str, text: str) -> bool:
    """Whether a text has one of these words, and small ones beside it."""
    rest, found = holds("whole", names).subn(" ", text)
    small = whole("whole", "small")
    return found > 0 and all(small.match(word) for word in re.findall(r"[\w']+", rest))


def orders_asked(text: str, scene: Scene) -> Wish | None:
    del scene
    said = whole("whole", "orders_said").match(text) is not None or _only("orders", text)
    return Wish(Kind.ORDERS, verb="head") if said else None


def cart_asked(text: str, scene: Scene) -> Wish | None:
    told = bool(scene.shown.cart) and whole("whole", "cart_said").match(text) is not None
    return Wish(Kind.CART, verb="head") if told or _only("cart", text) else None


def checked_out(text: str, scene: Scene) -> Wish | None:
    day = day_in(text, scene.today)
    rest = text if day is None else f"{text[: day.start]} {text[day.end :]}"
    amended = _amended(rest, day) if scene.asking else None
    rest = trimmed(rest)
    match = starts("checkout", "plain").match(rest)
    if scene.asking and (amended is not None or match is None):
        return amended
    if match is None:
        bare = pattern(
            r"^(?:order|bestellen|bestell|pesan|hantar|send|submit|pedir|comprar|commander|acheter)$"
        ).match(rest)
        if bare is None or not (day is not None or scene.shown.cart):
            return None
        return Wish(Kind.CHECKOUT, day=day, verb="head")
    note = note_in(rest[match.end() :])
    # "order pens": what is sent has no name of its own.
    bare = pattern(r"^(?:order|send|hantar(?:kan)?|sende?|schicke?|teruskan)\W*$").match(
        match.group()
    )
    if note and bare:
        return None
    sure = scene.live or not note
    return Wish(Kind.CHECKOUT, words=note, day=day, sure=sure, verb="head")


def _amended(rest: str, day: Day | None) -> Wish | None:
    """At the question: another day, or a note."""
    small = whole("checkout", "day_small")
    words = re.findall(r"[\w']+", starts("change", "set").sub("", rest))
    if day is not None and all(small.match(w) for w in words):
        return Wish(Kind.AMEND, day=day, verb="head")
    noted = pattern(
        rf"^(?:add\s+(?:a\s+)?|with\s+(?:a\s+)?|mit\s+)?{any_of('checkout', 'deliver')}(?!\w)"
    ).match(rest.strip())
    if noted is None:
        return None
    told = r"(?i)(?:add|with|mit|note|nota|notiz)\b"
    note = note_in(rest) if re.match(told, rest.strip()) else rest.strip(" ,.")
    return Wish(Kind.AMEND, words=note, day=day, verb="head")


def note_in(text: str) -> str:
    """The text without what introduces a note."""
    rule = pattern(rf"^\s*{any_of('checkout', 'note')}(?!\w)[\s,:]*")
    text = without_all(rule, text, " .!?,:;-")
    return without_tail(text) if text else ""
