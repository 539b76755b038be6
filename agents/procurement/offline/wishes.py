"""What a text wishes of the shop: a small grammar of verb, quantity, object and filters.

A text is taken apart at its joints ("and", commas); each part is a wish of its own, or belongs to
the one before it: a further object of its verb, its quantity, its note. What is left over makes
the reading unsure, and words that nobody can wish for make no wish at all.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from pydantic import ValidationError

from agents.procurement.ends import AskDay, AskQuantity, AskWhich, End, end_of
from agents.procurement.offline.days import Day, day_in
from agents.procurement.offline.names import (
    fitting,
    item_named,
    line_named,
    lines_named,
    same_word,
    words_of,
)
from agents.procurement.offline.reading import (
    MAX_LENGTH,
    Narrowed,
    Prices,
    Quantity,
    counted,
    has_money,
    narrowed,
    prepared,
    prices_out_of,
    quantity,
    without_tail,
)
from agents.procurement.offline.tables import (
    any_of,
    ends,
    factors,
    group,
    holds,
    numbers,
    pattern,
    starts,
    whole,
)
from agents.procurement.shown import Shown, ShownLine

_MAX_BARE_WORDS = 4
_MAX_PLACE = 100


class Kind(StrEnum):
    SEARCH = "search"
    BUY = "buy"
    ADD = "add"
    """Of the list that was shown, by its place or name, or by its article number."""
    REFINE = "refine"
    """The last search with other words or filters."""
    MORE = "more"
    SET = "set"
    EMPTY = "empty"
    CART = "cart"
    CHECKOUT = "checkout"
    AMEND = "amend"
    """Another day or note for what is about to be sent."""
    ORDERS = "orders"
    REORDER = "reorder"
    BROWSE = "browse"
    TAKE_BACK = "take_back"
    REFUSED = "refused"


@dataclass(frozen=True)
class Wish:
    """``words`` are what is wished, or the note of a checkout. ``sure``: plainly for the shop."""

    kind: Kind
    words: str = ""
    count: Quantity | None = None
    more: bool = False
    """The quantity is on top of what the cart has."""
    times: int = 0
    """The quantity in the cart times this; divided by it where it is negative."""
    place: int | None = None
    """In the list, from 1; negative ones from its end."""
    item_id: str | None = None
    narrowed: Narrowed | None = None
    day: Day | None = None
    number: int | None = None
    why: str = ""
    sure: bool = True
    verb: str = ""


class Read(NamedTuple):
    """``whole``: nothing of the text is left over."""

    wishes: tuple[Wish, ...] = ()
    whole: bool = True

    @property
    def sure(self) -> bool:
        return self.whole and bool(self.wishes) and all(wish.sure for wish in self.wishes)


@dataclass(frozen=True)
class Scene:
    """What a text's meaning may depend on. ``live``: there is a session, resting or at work."""

    shown: Shown = Shown()
    today: date | None = None
    live: bool = False
    asking: bool = False
    """Whether the person is asked for a yes to what would be sent."""
    working: bool = False
    elsewhere: tuple[str, ...] = ()
    """Titles of what other agents have at hand."""
    prices: Sequence[Prices] = ()
    corrected: bool = False
    """The words begin with a "no" to what is being done."""


_JOINT = pattern(
    r"(?P<joint>\s*(?:;|\.(?=\s+\D)|,(?!\d)|\s(?=[&+]\s))\s*(?:(?:and|und|dan|then|dann|lepas tu|&|\+)\s+)*"
    r"|\s(?:and(?: then)?|plus|then|dan|lepas tu|kemudian|und(?: dann)?)\s(?:then\s+|also\s+|dann\s+)?)"
)
_ARTICLE = r"[A-Za-z]{1,8}\d*(?:-[A-Za-z0-9]+)*-?\d[\w-]*|[A-Za-z]{2,8}(?:-[A-Za-z0-9]+)+"
_IS_ARTICLE = pattern(
    rf"(?=.*\d)(?=.*-|[A-Z]{{2,}}\d{{3,}}|.*\d{{4,}})(?:{_ARTICLE}|\d{{4,}}-\d+)$"
)
_NO_LINES = Shown(cart=(ShownLine(item_id="", name="", quantity=1),))
_NO = pattern(r"^(?:no|nope|nein|bukan|tak|tidak)(?!\w)")
_ONLY_PRICE = pattern("^\ue000\\d+\ue001$")
_PR = r"(?:pr|request|order|permintaan|pesanan|bestellung|anfrage)\s?[-#]?\s?(?:no\.?\s?)?(?P<pr>\d{1,9})"


def wishes_in(text: str, scene: Scene) -> Read:
    """All wishes of a text, in order; none where it is not for the shop."""
    if len(text) > MAX_LENGTH:
        return Read()
    plain = prepared(text)
    if holds_any("refused", "others", plain):
        return Read((Wish(Kind.REFUSED, why="others"),))
    if holds_any("refused", "approval", plain):
        return Read((Wish(Kind.REFUSED, why="approval"),))
    marked, prices = prices_out_of(plain)
    scene = replace(scene, prices=prices, corrected=scene.working and _NO.match(plain) is not None)
    for text in (_led(marked), _trimmed(marked)):
        entire = _wish(text, scene)
        if entire is not None and entire.kind in _UNDIVIDED:
            return Read((entire,))
    return _assembled(_parts(marked), scene)


def holds_any(section: str, name: str, text: str) -> bool:
    return pattern(any_of(section, name)).search(text) is not None


_UNDIVIDED = frozenset(
    {Kind.BROWSE, Kind.REORDER, Kind.ORDERS, Kind.CART, Kind.MORE, Kind.TAKE_BACK, Kind.EMPTY}
)


class _Part(NamedTuple):
    joint: str
    text: str


def _parts(text: str) -> list[_Part]:
    found: list[_Part] = []
    joint, start = "", 0
    for match in _JOINT.finditer(text):
        found.append(_Part(joint, text[start : match.start()]))
        joint, start = match["joint"], match.end()
    found.append(_Part(joint, text[start:]))
    return [part for part in found if part.text.strip(" .!?,")]


def _assembled(parts: Sequence[_Part], scene: Scene) -> Read:
    wishes: list[Wish] = []
    waiting: list[str] = []
    """Parts in front of the verb that they belong to ("Stifte und Papier bestellen")."""
    priced = ""
    for part in parts:
        text = _trimmed(f"{part.text} {priced}" if priced else part.text)
        last = wishes[-1] if wishes else None
        if not text:
            continue  # a greeting, a courtesy
        alone = _ONLY_PRICE.match(text) is not None
        if alone and last is not None and last.narrowed is not None:
            wishes[-1] = _priced(last, text, scene)
            continue
        if alone and part is not parts[-1]:
            priced = text
            continue
        priced = ""
        if last is not None and last.kind is Kind.CHECKOUT and not _has_head(text, scene):
            wishes[-1] = _noted(last, part, scene)
        elif last is not None and (more := _counting(last, text)) is not None:
            wishes[-1] = more
        elif (found := _wish(text, scene)) is not None and (
            found.verb or found.sure or not _may_go_on(last)
        ):
            if found.verb == "last":
                wishes += [w for t in waiting if (w := _of_object(found.kind, t, scene))]
                waiting.clear()
            wishes.append(found)
        elif last is not None and _may_go_on(last) and (w := _further(last, text, scene)):
            wishes.append(w)
        else:
            waiting.append(text)
    if wishes and waiting and all(wish.sure for wish in wishes):
        bare = [_described(text, replace(scene, live=True)) for text in waiting]
        if all(bare):
            wishes, waiting = [*filter(None, bare), *wishes], []
    if any(w.kind in {Kind.BUY, Kind.SEARCH} and _is_paid(w.words) for w in wishes):
        return Read()
    return Read(tuple(wishes), not waiting)


def _priced(last: Wish, text: str, scene: Scene) -> Wish:
    """A price range that stands apart from what it is about."""
    told = narrowed(text, list(scene.prices))
    before = last.narrowed or Narrowed(last.words)
    return replace(last, narrowed=before._replace(least=told.least, most=told.most))


def _has_head(text: str, scene: Scene) -> bool:
    found = _wish(text, scene)
    return found is not None and found.sure and found.kind is not Kind.AMEND


def _may_go_on(last: Wish | None) -> bool:
    goes_on = {Kind.BUY, Kind.SEARCH, Kind.SET, Kind.ADD}
    return last is not None and last.kind in goes_on


def _further(last: Wish, text: str, scene: Scene) -> Wish | None:
    """A further object of the verb before it: "need paper and toner"."""
    if last.kind is Kind.SET:
        return _removal(text, scene) if last.count and last.count.value == 0 else None
    kind = Kind.BUY if last.kind is Kind.ADD else last.kind
    found = _of_object(kind, text, scene)
    return found and replace(found, sure=last.sure)


def _counting(last: Wish, text: str) -> Wish | None:
    """As in "the first one, 5": the quantity of the wish before it."""
    match = pattern(
        rf"(?:{any_of('change', 'set')}\s+)?(?:x|×)?\s?(?P<n>\d+(?:[.,]\d+)?|{any_of('object', 'vague')})\s*(?:x|×|mal|times|of (?:them|it|those)|davon"
        rf"|{any_of('object', 'units')}|{any_of('object', 'units_bare')})?"
    ).fullmatch(text)
    counts = last.kind in {Kind.ADD, Kind.BUY} or (last.kind is Kind.SET and not last.times)
    if match is None or not counts or last.count is not None:
        return None
    return replace(last, count=quantity(match["n"]))


def _noted(last: Wish, part: _Part, scene: Scene) -> Wish:
    """What follows a checkout tells its day, or is its note."""
    text = part.text.strip(" .!?,")
    day = day_in(text, scene.today) if last.day is None else None
    if day is not None:
        text = text[: day.start] + text[day.end :]
        last = replace(last, day=day)
    note = _note(text)
    joint = part.joint if last.words and note else ""
    return replace(last, words=f"{last.words}{joint}{note}".strip(" ,"))


def _note(text: str) -> str:
    """The text without what introduces a note."""
    rule = pattern(rf"^\s*{any_of('checkout', 'note')}(?!\w)[\s,:]*")
    before = None
    text = text.strip(" .!?,:;-")
    while before != text:
        before, text = text, rule.sub("", text).strip(" .!?,:;-")
    return without_tail(text) if text else ""


def _led(text: str) -> str:
    """Without what leads up to a wish."""
    rule, before = starts("lead", "any"), None
    text = text.strip(" .!?,-")
    while before != text:
        before, text = text, rule.sub("", text)
    return text


def _trimmed(text: str) -> str:
    """Without what leads up to a wish, and courtesies behind it."""
    text = _led(text)
    return without_tail(text) or text


Rule = Callable[[str, Scene], Wish | None]


def _wish(text: str, scene: Scene) -> Wish | None:
    for rule in _RULES:
        found = rule(text, scene)
        if found is not None:
            return found
    return None


def _replied(text: str, scene: Scene) -> Wish | None:
    """An answer to what the last turn ended with: how many, which one, on what day."""
    asked = _ended_with(scene.shown)
    if isinstance(asked, AskQuantity):
        bare = _set_to(f"only {text}", replace(scene, asking=True, shown=_NO_LINES))
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
        match = pattern(rf"^{_pointer()}$").match(text)
        offered = tuple(
            ShownLine(item_id=i, name=n, quantity=0)
            for i, n in zip(asked.item_ids, asked.names, strict=True)
        )
        named = (
            offered[_place(match) - 1 : _place(match)] if match else fitting(_bare(text), offered)
        )
        if len(named) == 1:
            count = quantity(str(asked.quantity))
            return Wish(Kind.SET, words=named[0].item_id, count=count, verb="head")
    if isinstance(asked, AskDay):
        day = day_in(text, scene.today)
        if day is not None and not _trimmed(f"{text[: day.start]} {text[day.end :]}"):
            return Wish(Kind.CHECKOUT, day=day, verb="head")
    return None


def _ended_with(shown: Shown) -> End | None:
    if shown.ended is None:
        return None
    try:
        return end_of(shown.ended.topic, shown.ended.content)
    except (KeyError, ValidationError):
        return None  # of another version


def _take_back(text: str, scene: Scene) -> Wish | None:
    del scene
    about = rf"(?:(?:my|the|our|die|meine|request|order|permintaan|pesanan|bestellung|anfrage)\s+)*(?:{_PR}|(?P<last>{any_of('whole', 'last_request')}))"
    match = pattern(
        rf"^{any_of('whole', 'take_back')}\s+{about}(?:\s+(?:back|zurück|balik|stornieren|widerrufen))?$"
        rf"|^{about.replace('?P<pr>', '?P<pr2>').replace('?P<last>', '?P<last2>')}\s+(?:stornieren|zurücknehmen|widerrufen|zurückziehen)$"
    ).match(text)
    if match is None:
        return None
    number = match["pr"] or match["pr2"]
    if number is None and re.match(r"(?i)(?:take|undo|nimm)\b(?!.*\b(?:back|zurück|balik))", text):
        return None
    return Wish(Kind.TAKE_BACK, number=int(number) if number else None, verb="head")


def _reorder(text: str, scene: Scene) -> Wish | None:
    del scene
    again = any_of("whole", "again")
    named = pattern(
        r"(?<!\w)(?:pr|request|order|permintaan|pesanan|bestellung|anfrage)[\s#-]*(?P<pr>\d{1,9})(?!\w)"
    ).search(text)
    if named is not None and pattern(rf"(?<!\w){again}(?!\w)").search(text):
        return Wish(Kind.REORDER, number=int(named["pr"]), verb="head")
    return Wish(Kind.REORDER, verb="head") if whole("whole", "same").match(text) else None


def _only(names: str, text: str) -> bool:
    """Whether a text has one of these words, and small ones beside it."""
    rest, found = holds("whole", names).subn(" ", text)
    small = whole("whole", "small")
    return found > 0 and all(small.match(word) for word in re.findall(r"[\w']+", rest))


def _orders(text: str, scene: Scene) -> Wish | None:
    del scene
    said = whole("whole", "orders_said").match(text) is not None or _only("orders", text)
    return Wish(Kind.ORDERS, verb="head") if said else None


def _cart(text: str, scene: Scene) -> Wish | None:
    told = bool(scene.shown.cart) and whole("whole", "cart_said").match(text) is not None
    return Wish(Kind.CART, verb="head") if told or _only("cart", text) else None


def _empty(text: str, scene: Scene) -> Wish | None:
    verb, cart = any_of("whole", "empty"), any_of("whole", "cart")
    gone, all_of_it = any_of("change", "remove"), any_of("whole", "everything")
    own = r"(?:\s+(?:my|the|our|den|der|meinen|saya|ganzen|whole|entire))*"
    plain = pattern(rf"^(?:{verb}{own}\s+{cart}(?:\s+(?:saya|ini))?|{cart}\s+{verb})$")
    swept = pattern(rf"^(?:{gone}|{verb})\s+{all_of_it}$")
    swept_out = bool(scene.shown.cart) and swept.match(_without_out(text)) is not None
    found = plain.match(text) is not None or swept_out
    return Wish(Kind.EMPTY, verb="head") if found else None


def _without_out(text: str) -> str:
    rule, before = ends("change", "remove_tail"), None
    while before != text:
        before, text = text, rule.sub("", text)
    return text


def _browse(text: str, scene: Scene) -> Wish | None:
    del scene
    if whole("whole", "browse").match(text):
        return Wish(Kind.BROWSE, verb="head")
    match = whole("whole", "browse_of").match(text)
    if match is None:
        return None
    return Wish(Kind.BROWSE, words=next(g for g in match.groups() if g), verb="head")


def _more(text: str, scene: Scene) -> Wish | None:
    listed = bool(scene.shown.items) or scene.shown.asked is not None
    fits = listed and whole("whole", "more").match(text) is not None
    return Wish(Kind.MORE, verb="head") if fits else None


def _remove(text: str, scene: Scene) -> Wish | None:
    if not scene.shown.cart:
        return None
    head = starts("change", "remove")
    match = head.match(text)
    tail = pattern(r"^(?P<what>.+?)\s+(?:entfernen|löschen|streichen|rausnehmen|weg|raus)$").match(
        text
    )
    what = text[match.end() :] if match else tail["what"] if tail else None
    return None if what is None else _removal(what, scene)


def _removal(what: str, scene: Scene) -> Wish | None:
    name = _bare(_without_out(what))
    if not name or not _is_sold(name):
        return None
    known = line_named(name, scene.shown) is not None
    return Wish(
        Kind.SET, words=name, count=Quantity("0", 0), sure=known or scene.asking, verb="head"
    )


def _set(text: str, scene: Scene) -> Wish | None:
    cart = scene.shown.cart
    if not cart:
        return None
    another = pattern(rf"^(?:add\s+)?{any_of('change', 'another')}\s+(?P<what>.+)$").match(text)
    if another is None:
        another = pattern(r"^(?:tambah )?(?P<what>[^\d]+?) (?:satu|sebuah) lagi$").match(text)
    if another is not None and lines_named(_bare(another["what"]), scene.shown):
        what = _bare(another["what"])
        return Wish(Kind.SET, words=what, count=Quantity("1", 1), more=True, verb="head")
    times = pattern(rf"^(?P<verb>{group(factors())})\s+(?P<what>.+)$").match(text)
    if times is not None:
        factor = factors()[times["verb"].casefold()]
        return Wish(Kind.SET, words=_bare(times["what"]), times=factor, verb="head")
    return _set_to(text, scene)


def _set_to(text: str, scene: Scene) -> Wish | None:
    """As in "make the pens 5", "only 3 papers", "less paper, only 2"."""
    head = starts("change", "set").match(text)
    if head is None:
        return _line_to(text, scene)
    rest, before = text[head.end() :], None
    while before != rest:
        before, rest = rest, starts("change", "set").sub("", rest)
    number = r"(?:-?\d+(?:[.,]\d+)?|one|a|satu|eine?n?)"
    vague = any_of("object", "vague")
    to = any_of("change", "to")
    unit = rf"(?:{any_of('object', 'units')}|{any_of('object', 'units_bare')})"
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
    name = _bare(" ".join(re.sub(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]*\d)", " ", rest).split()))
    changed = changes > 0 or "=" in text or ":" in text
    if not changed or len(told) != 1 or line_named(name.strip(" ="), scene.shown) is None:
        return None
    name = name.strip(" =")
    return Wish(Kind.SET, words=name, count=quantity(told[0]), verb="head")


def _set_of(what: str | None, said: str, scene: Scene) -> Wish | None:
    name = re.sub(rf"(?i)\s+{any_of('change', 'to')}$", "", _bare(what or ""))
    if name and not _is_sold(name):
        return None
    known = bool(lines_named(name, scene.shown)) if name else len(scene.shown.cart) == 1
    sure = known or scene.asking or (bool(name) and not _is_elsewhere(name, scene))
    one = not said[-1].isdigit() and whole("object", "vague").match(said) is None
    return Wish(Kind.SET, words=name, count=quantity("1" if one else said), sure=sure, verb="head")


def _is_elsewhere(name: str, scene: Scene) -> bool:
    return any(
        same_word(w, o) for t in scene.elsewhere for w in words_of(name) for o in words_of(t)
    )


def _less(text: str, scene: Scene) -> Wish | None:
    """As in "less paper, only 2": how many is told behind it."""
    match = pattern(rf"^{any_of('change', 'less')}\s+(?P<what>\D+)$").match(text)
    if match is None or not scene.shown.cart:
        return None
    name = _bare(match["what"])
    return Wish(Kind.SET, words=name, sure=bool(lines_named(name, scene.shown)), verb="head")


@cache
def _pointer() -> str:
    """A place in the list: "the first one", "number 3", "yang kedua", "das dritte"."""
    ones = {"one", "satu", "eins"}
    words = [word for word in numbers("places") if word not in ones]
    nths = group([word + ("[nrms]?" if word.endswith("te") else "") for word in words])
    lead = r"(?:(?:the|yang|das|de[nmr]|die|vo[nm](?: de[nrm])?|option|item|article|of)\s+)*"
    called = r"(?:number|nr\.?|no\.?|nummer|nombor|item|option|#)"
    numbered = rf"{called}\s*(?P<at>\d{{1,3}}|{group(ones)})"
    return rf"{lead}(?:(?P<nth>{nths})(?:\s+(?:one|item|artikel|pilihan|result))?|{numbered})"


def _place(match: re.Match[str]) -> int:
    if match["at"] and match["at"].isdigit():
        return int(match["at"])
    word = (match["at"] or match["nth"]).casefold()
    known = numbers("places")
    return int(known.get(word) or known.get(word[:-1]) or 0)


def _point(text: str, scene: Scene) -> Wish | None:
    """One of the list by its place, with or without a verb and a quantity."""
    verb = starts("buy", "plain", "weak").match(text)
    bare = ends("buy", "last").sub("", text[verb.end() :] if verb else text).strip(" ,")
    bare = pattern(r"^(?:(?:me|also|noch|saya|bitte|mir)\s+)+").sub("", bare)
    listed = bool(scene.shown.items)
    vague = any_of("object", "vague")
    number = rf"(?P<n>\d+(?:[.,]\d+)?|{vague})"
    unit = rf"(?:{any_of('object', 'units')}|{any_of('object', 'units_bare')}|times)"
    at = _pointer()
    rules = (
        rf"^(?:{number}\s*(?:[x×]|{unit})?\s*(?:of\s+)?)?{at}$",
        rf"^{at}\s*[,:]?\s*[x×]?\s*{number}\s*[x×]?\s*{unit}?$",
    )
    for rule in rules:
        match = pattern(rule).match(bare)
        if match is not None:
            if not listed and verb is None:
                return None
            count = quantity(match["n"]) if match["n"] else None
            sure = listed or not scene.live
            return Wish(Kind.ADD, count=count, place=_place(match), sure=sure, verb="head")
    match = pattern(r"^(?P<n>\d+)\s*(?:of|von|x|×|daripada|dari)\s*(?P<at>\d)$").match(bare)
    if match is not None and listed:
        return Wish(Kind.ADD, count=quantity(match["n"]), place=int(match["at"]), verb="head")
    digit = pattern(r"^\d{1,2}$").match(bare)
    if digit is not None and listed and (verb is not None or scene.shown.quantity is not None):
        return Wish(Kind.ADD, place=int(bare), verb="head")
    return None


def _named(text: str, scene: Scene) -> Wish | None:
    """An item of the list by its name, or any by its article number."""
    verb = starts("buy", "plain", "weak").match(text)
    bare = ends("buy", "last").sub("", text[verb.end() :] if verb else text).strip(" ,")
    definite = (
        pattern(r"^(?:\S+\s+(?:of\s+)?)?(?:the|den|das|die|de[mr]|vom)\s").match(bare) is not None
    )
    count, name = counted(bare)
    name = _bare(name)
    if _IS_ARTICLE.match(name):
        listed = {i.item_id.casefold(): i.item_id for i in (*scene.shown.items, *scene.shown.cart)}
        item_id = listed.get(name.casefold())
        kind = Kind.BUY if item_id is None else Kind.ADD
        if item_id is None and verb is None:
            return None
        if kind is Kind.BUY:
            told = Narrowed(name)
            return Wish(kind, words=name, count=count, narrowed=told, verb="head")
        return Wish(kind, words=name, count=count, item_id=item_id, verb="head")
    if starts("search", "plain").match(text) and verb is None:
        return None
    cheapest = narrowed(name, list(scene.prices))
    if scene.shown.items and cheapest.sort == "price_asc" and cheapest.words in {"", "one"}:
        return _cheapest_shown(text, count, scene, chosen=definite or verb is not None)
    item = item_named(name, scene.shown, definite=definite) if name else None
    if item is None or not (definite or verb is not None or count is not None):
        return None
    return Wish(Kind.ADD, words=name, count=count, item_id=item.item_id, sure=True, verb="head")


def _cheapest_shown(
    text: str, count: Quantity | None, scene: Scene, *, chosen: bool
) -> Wish | None:
    """As in "the cheapest one": of those that were shown."""
    one = (
        re.search(
            r"(?i)(?:est|murah|billigste\w?|günstigste\w?)(?: one)?(?: (?:of|from) (?:these|those|them)| davon)?$",
            text,
        )
        is not None
    )
    priced = [i for i in scene.shown.items if i.price is not None]
    if not chosen or not one or not priced:
        return None
    item = min(priced, key=lambda i: (i.price, i.position))
    return Wish(Kind.ADD, count=count, item_id=item.item_id, verb="head")


def _checkout(text: str, scene: Scene) -> Wish | None:
    if not scene.asking and (found := _checked_out(text, scene)) is not None:
        return found
    return _amended(text, scene) if scene.asking else None


def _checked_out(text: str, scene: Scene) -> Wish | None:
    day = day_in(text, scene.today)
    rest = text if day is None else f"{text[: day.start]} {text[day.end :]}"
    rest = _trimmed(rest)
    match = starts("checkout", "plain").match(rest)
    if match is None:
        bare = pattern(r"^(?:order|bestellen|bestell|pesan|hantar|send|submit)$").match(rest)
        if bare is None or not (day is not None or scene.shown.cart):
            return None
        return Wish(Kind.CHECKOUT, day=day, verb="head")
    note = _note(rest[match.end() :])
    if note and match.group().strip().casefold() in {
        "order",
        "send",
        "hantar",
        "hantarkan",
        "sende",
        "schick",
    }:
        return None
    return Wish(Kind.CHECKOUT, words=note, day=day, verb="head")


def _amended(text: str, scene: Scene) -> Wish | None:
    """At the question: another day, or a note."""
    day = day_in(text, scene.today)
    rest = text if day is None else f"{text[: day.start]} {text[day.end :]}"
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
    note = _note(rest) if re.match(told, rest.strip()) else rest.strip(" ,.")
    return Wish(Kind.AMEND, words=note, day=day, verb="head")


def _buy(text: str, scene: Scene) -> Wish | None:
    plain, weak = starts("buy", "plain").match(text), starts("buy", "weak").match(text)
    head = max((m for m in (plain, weak) if m), key=lambda m: m.end(), default=None)
    tail = ends("buy", "last").search(text)
    what = text[head.end() :] if head else text
    search = starts("search", "plain").match(text)
    if (head is None and tail is None) or (head and search and search.end() > head.end()):
        return None
    what = ends("buy", "last").sub("", what)
    found = _of_object(Kind.BUY, what, scene)
    if found is None:
        if (plain is not None and not what.strip()) or whole("object", "nothing").match(
            _bare(what) or "-"
        ):
            return None if plain is None else Wish(Kind.BUY, verb="head")
        return None
    sure = plain is not None or tail is not None or scene.live or found.count is not None
    return replace(found, sure=sure, verb="head" if head else "last")


def _search(text: str, scene: Scene) -> Wish | None:
    head, tail = starts("search", "plain").match(text), ends("search", "last").search(text)
    if head is None and tail is None:
        return None
    what = text[head.end() :] if head else text
    what = ends("search", "last").sub("", what)
    if head is not None and not _trimmed(what):
        return Wish(Kind.SEARCH, verb="head")
    found = _of_object(Kind.SEARCH, what, scene, counts=False)
    return found and replace(found, verb="head" if head else "last")


def _of_object(kind: Kind, what: str, scene: Scene, *, counts: bool = True) -> Wish | None:
    """A wish for an object; None for what nobody sells, and for what has a price already."""
    what = without_tail(what)
    if has_money(what) or holds("object", "states").search(what):
        return None
    count, rest = counted(_bare(what, keep_one=True))
    if count is not None and pattern(r"^(?:for|on|untuk|für|auf)\s").match(rest):
        return None
    if not counts and count is not None and count.value is None:
        count, rest = None, what
    told = narrowed(_bare(rest), list(scene.prices))
    name = _bare(told.words)
    if not name and not told.filters:
        return None
    if name and not _is_sold(name):
        return None
    if has_money(f"{name} {told.supplier or ''}") or re.search(
        r"(?:^|[^\W\d]\s|,\s*)\d+(?:[.,]\d+)?$", name
    ):
        return None
    if whole("object", "nothing").match(name):
        return None
    return Wish(kind, words=name, count=count, narrowed=told._replace(words=name))


def _refine(text: str, scene: Scene) -> Wish | None:
    """The last search with another colour or filter: "in red?", "only under 15", "black ones"."""
    asked = scene.shown.asked
    meant = pattern(rf"^(?:no[\s,]+)?{any_of('filters', 'meant')}(?!\w)[\s,:]*").match(text)
    behind = pattern(rf"[\s,]+{any_of('filters', 'meant_behind')}$").search(text)
    if meant is not None or behind is not None or scene.corrected:
        what = text[meant.end() if meant else 0 : behind.start() if behind else None]
        if not scene.working and asked is None:
            return None
        found = _of_object(Kind.REFINE, what, scene, counts=False)
        return found and replace(found, sure=scene.live, verb="head")
    if not (scene.working or scene.shown.items):
        return None
    head = starts("filters", "refine").match(text)
    what = text[head.end() :] if head else text
    found = _of_object(Kind.REFINE, what, scene, counts=False)
    if found is None or found.narrowed is None:
        return None
    colour = whole("filters", "colours").match(found.words)
    plain = colour is not None or not found.words or found.words.casefold() in {"ones", "one"}
    if not plain or not (
        head is not None or found.narrowed.filters or scene.working or "ones" in text
    ):
        return None
    return replace(found, sure=scene.live, verb="head")


def _described(text: str, scene: Scene) -> Wish | None:
    """An object without a verb, but with a quantity, a filter or a courtesy."""
    if starts("buy", "plain", "weak").match(text) or starts("search", "plain").match(text):
        return None
    found = _of_object(Kind.SEARCH, text, scene)
    if found is None or found.narrowed is None or not found.words:
        return None
    talking = any(_is_talk(w) for w in re.findall(r"[\w']+", found.words))
    if talking:
        return None
    if found.count is not None:
        units = rf"^\d+\s+(?:{any_of('object', 'units')}\s+of|{any_of('object', 'units_bare')})\s"
        measured = pattern(units).match(text) is not None
        return replace(found, kind=Kind.BUY, sure=measured or scene.live)
    if found.narrowed.filters:
        plain = found.narrowed.supplier is None or found.narrowed != Narrowed(
            found.words, supplier=found.narrowed.supplier
        )
        return replace(found, sure=plain or scene.live)
    words = found.words.split()
    bare = 1 <= len(words) <= _MAX_BARE_WORDS and (len(words) > 1 or scene.live)
    letters = all(re.fullmatch(r"[^\W_][\w&'./-]*", w) for w in words)
    return replace(found, sure=False) if bare and letters else None


def _is_talk(word: str) -> bool:
    return "'" in word or whole("object", "talk").match(word) is not None


def _bare(text: str, *, keep_one: bool = False) -> str:
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


def _is_sold(name: str) -> bool:
    if pattern(rf"^{any_of('object', 'no_object')}(?!\w)").match(name):
        return False
    head = pattern(
        r"\s(?:from|of|for|in|on|with|at|von|für|dari|untuk|saya|this|last|that|to)\s"
    ).split(f"{name} ")[0]
    last = re.findall(r"[\w'-]+", head)[-1:]
    gone = whole("object", "not_sold")
    return not any(gone.match(word) for word in last) and gone.match(head.strip()) is None


def _is_paid(words: str) -> bool:
    return holds("object", "paid").search(words) is not None


_RULES: tuple[Rule, ...] = (
    _replied,
    _take_back,
    _reorder,
    _orders,
    _empty,
    _cart,
    _browse,
    _more,
    _checkout,
    _remove,
    _set,
    _less,
    _point,
    _refine,
    _named,
    _buy,
    _search,
    _described,
)
