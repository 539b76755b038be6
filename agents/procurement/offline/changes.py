"""Changes of the cart: other quantities, less, nothing any more."""

import re

from agents.procurement.offline.listed import place_of, pointer, those
from agents.procurement.offline.names import fitting, same_word, words_of
from agents.procurement.offline.objects import core_of, is_sold, of_object
from agents.procurement.offline.reading import Quantity, has_money, quantity
from agents.procurement.offline.tables import any_of, ends, factors, group, holds, starts, whole
from agents.procurement.offline.wish import Kind, Scene, Wish
from language.patterns import pattern, without_all

_MAX_NAME = 4
_THEN = pattern(r"\s+(?:then|instead|only|dann|nur|je|sahaja|saja)$")


def emptied(text: str, scene: Scene) -> Wish | None:
    verb, cart = any_of("whole", "empty"), any_of("whole", "cart")
    gone, all_of_it = any_of("change", "remove"), any_of("whole", "everything")
    own = (
        r"(?:\s+(?:my|the|our|den|der|meinen|saya|ganzen|whole|entire|el|la|mi|todo|le|mon|tout))*"
    )
    plain = pattern(rf"^(?:{verb}{own}\s+{cart}(?:\s+(?:saya|ini))?|{cart}\s+{verb})$")
    swept = pattern(rf"^(?:{gone}|{verb})\s+{all_of_it}$")
    swept_out = bool(scene.shown.cart) and swept.match(_without_out(text)) is not None
    found = plain.match(text) is not None or swept_out
    return Wish(Kind.EMPTY, verb="head") if found else None


def _without_out(text: str) -> str:
    return without_all(ends("change", "remove_tail"), text)


def removed(text: str, scene: Scene) -> Wish | None:
    if not (scene.shown.cart or scene.shown.items):
        return None
    head = starts("change", "remove")
    match = head.match(text)
    tail = pattern(r"^(?P<what>.+?)\s+(?:entfernen|löschen|streichen|rausnehmen|weg|raus)$").match(
        text
    )
    what = text[match.end() :] if match else tail["what"] if tail else None
    return None if what is None else removal(what, scene)


def removal(what: str, scene: Scene) -> Wish | None:
    """The line at a place, of the cart or else of the list that was shown, or the one that is
    named.
    """
    at = pattern(rf"^{pointer()}$").match(what.strip())
    if at is not None:
        place, cart, items = place_of(at), scene.shown.cart, scene.shown.items
        words = (
            [line.item_id for line in cart]
            if place <= len(cart) and cart
            else [i.name for i in items]
        )
        if not 0 < abs(place) <= len(words):
            return None
        word = words[place - 1 if place > 0 else place]
        return Wish(Kind.SET, words=word, count=Quantity("0", 0), verb="head")
    if not scene.shown.cart:
        return None
    name = core_of(_without_out(what))
    if not name or not is_sold(name):
        return None
    known = len(fitting(name, scene.shown.cart)) == 1
    if not known and (len(name.split()) > _MAX_NAME or holds("object", "states").search(name)):
        return None
    return Wish(
        Kind.SET, words=name, count=Quantity("0", 0), sure=known or scene.asking, verb="head"
    )


def set_in(text: str, scene: Scene) -> Wish | None:
    if not scene.shown.cart or has_money(text):
        return None
    another = pattern(rf"^(?:add\s+)?{any_of('change', 'another')}\s+(?P<what>.+)$").match(text)
    if another is None:
        another = pattern(r"^(?:tambah )?(?P<what>[^\d]+?) (?P<n>satu|sebuah|\d+) lagi$").match(
            text
        )
    if another is not None:
        return _more_of(another, scene)
    times = pattern(rf"^(?P<verb>{group(factors())})\s+(?P<what>.+)$").match(text)
    if times is not None:
        factor = factors()[times["verb"].casefold()]
        return Wish(Kind.SET, words=core_of(times["what"]), times=factor, verb="head")
    return set_to(text, scene)


def _more_of(match: re.Match[str], scene: Scene) -> Wish | None:
    """On top of what the cart has; what it does not have is looked for."""
    told = match.groupdict()
    said = told.get("n") or told.get("m") or "1"
    count = quantity(said if said.isdigit() else "1")
    what = core_of(match["what"])
    if not fitting(what, scene.shown.cart):
        return of_object(Kind.BUY, f"{said if said.isdigit() else 1} {what}", scene)
    return Wish(Kind.SET, words=what, count=count, more=True, verb="head")


def offered_again(text: str, scene: Scene) -> Wish | None:
    """As in "3 then": another quantity of what was just offered."""
    said, shown = _THEN.sub("", text), scene.shown
    if said == text or re.fullmatch(r"\d{1,4}", said) is None or shown.changed:
        return None
    offered = shown.items and (shown.quantity is not None or not shown.cart)
    return those(quantity(said), scene) if offered else None


def set_to(text: str, scene: Scene) -> Wish | None:
    """As in "make the pens 5", "only 3 papers", "less paper, only 2"."""
    head = starts("change", "set").match(text)
    plain = _THEN.sub("", text)
    if head is None:
        then = plain != text and re.fullmatch(r"\d{1,4}", plain)
        return _set_of("", plain, scene) if then else _line_to(text, scene)
    text = plain
    rest = without_all(starts("change", "set"), text[head.end() :])
    number = r"(?:-?\d+(?:[.,]\d+)?|one|a|satu|eine?n?)"
    vague = any_of("object", "vague")
    to = any_of("change", "to")
    unit = any_of("object", "units", "units_bare")
    for rule in (
        rf"^(?:{to}\s+)?(?P<n>{number}|{vague})(?:\s*{unit}(?:\s+of)?)?(?:\s+(?P<what>\D.*))?$",
        rf"^(?P<what>.+?)\s*(?:{to}\s+)*(?:=\s*)?(?P<n>{number}|{vague})\s*{unit}?(?:\s+(?:instead|sahaja|saja|je))?$",
    ):
        match = pattern(rule).match(rest)
        if match is not None:
            return _set_of(match["what"], match["n"], scene)
    return None


def _line_to(text: str, scene: Scene) -> Wish | None:
    """As in "pens: 4", "the coffee should be 2", "10 pens instead of 2": what is no number and no
    word of change names one line.
    """
    changing = holds("change", "set", "to", "be")
    rest = pattern(r"\b(?:instead of|rather than|statt|anstatt|bukan)\s+\d+").sub(" instead ", text)
    rest, changes = changing.subn(" ", rest.replace(":", " = "))
    told = re.findall(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]*\d)", rest)
    name = core_of(" ".join(re.sub(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]*\d)", " ", rest).split()))
    changed = (changes > 0 or "=" in text or ":" in text) and not has_money(text)
    name = name.strip(" =")
    plain = ends("change", "verb").search(text) is not None and is_sold(name)
    known = len(fitting(name, scene.shown.cart)) == 1
    if not changed or len(told) != 1 or not (known or (plain and name)):
        return None
    sure = known or not _is_elsewhere(name, scene)
    return Wish(Kind.SET, words=name, count=quantity(told[0]), sure=sure, verb="head")


def _set_of(what: str | None, said: str, scene: Scene) -> Wish | None:
    name = re.sub(rf"(?i)\s+{any_of('change', 'to')}$", "", core_of(what or ""))
    if name and not is_sold(name):
        return None
    name = name or scene.shown.changed
    known = bool(fitting(name, scene.shown.cart)) if name else len(scene.shown.cart) == 1
    one = not said[-1].isdigit() and whole("object", "vague").match(said) is None
    told = bool(name) and not one and not _is_elsewhere(name, scene)
    sure = known or scene.asking or told
    return Wish(Kind.SET, words=name, count=quantity("1" if one else said), sure=sure, verb="head")


def _is_elsewhere(name: str, scene: Scene) -> bool:
    return any(
        same_word(w, o) for t in scene.elsewhere for w in words_of(name) for o in words_of(t)
    )


def lessened(text: str, scene: Scene) -> Wish | None:
    """As in "less paper, only 2": how many is told behind it."""
    match = pattern(rf"^{any_of('change', 'less')}\s+(?P<what>\D+)$").match(text)
    if match is None or not scene.shown.cart:
        return None
    name = core_of(match["what"])
    return Wish(Kind.SET, words=name, sure=bool(fitting(name, scene.shown.cart)), verb="head")
