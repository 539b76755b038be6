"""What a text wishes of the shop: a small grammar of verb, quantity, object and filters.

A text is taken apart at its joints ("and", commas); each part is a wish of its own, or belongs to
the one before it: a further object of its verb, its quantity, its note. What is left over makes
the reading unsure, and words that nobody can wish for make no wish at all.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from agents.procurement.offline.answers import answered
from agents.procurement.offline.changes import (
    emptied,
    lessened,
    offered_again,
    removal,
    removed,
    set_in,
)
from agents.procurement.offline.days import day_in
from agents.procurement.offline.listed import named_in, pointed
from agents.procurement.offline.objects import is_paid, led, of_object, trimmed
from agents.procurement.offline.reading import (
    is_readable,
    narrowed,
    prepared,
    prices_out_of,
    quantity,
    search_for,
)
from agents.procurement.offline.searches import (
    bought,
    browsed,
    described_in,
    more_asked,
    refined,
    searched_for,
)
from agents.procurement.offline.sending import (
    cart_asked,
    checked_out,
    decided,
    note_in,
    orders_asked,
    reordered,
    taken_back,
)
from agents.procurement.offline.tables import any_of, whole
from agents.procurement.offline.wish import Kind, Read, Scene, Wish
from language.patterns import pattern

_AND = (
    r"(?:and|und|dan|then|dann|plus|also|lepas tu|kemudian|y(?!\s+a\b)|et|luego|después|puis|&|\+)"
)
_JOINT = pattern(
    rf"(?P<joint>\s*(?:;|\.(?=\s+\D)|,(?!\d))\s*(?:{_AND}\s+)*|\s{_AND}\s+(?:{_AND}\s+)*)"
)
_NO = pattern(r"^(?:no|nope|nein|bukan|tak|tidak|non)(?!\w)")


_ONE_MORE = pattern(r"^(?:an?|one|1|eine?n?|sebuah|satu|une?|una)\s+\D")
_ONLY_PRICE = pattern("^\ue000\\d+\ue001$")


def wishes_in(text: str, scene: Scene) -> Read:
    """All wishes of a text, in order; none where it is not for the shop."""
    if not is_readable(text):
        return Read()
    plain = prepared(text)
    if (decision := decided(plain)) is not None:
        return Read((decision,))
    for why in ("others", "approval"):
        if pattern(any_of("refused", why)).search(plain):
            return Read((Wish(Kind.REFUSED, why=why),))
    marked, prices = prices_out_of(plain)
    scene = replace(
        scene, text=plain, prices=prices, corrected=scene.working and _NO.match(plain) is not None
    )
    for entire_text in (led(marked), trimmed(marked)):
        entire = _wish(entire_text, scene)
        if entire is not None and entire.kind in _UNDIVIDED:
            return Read((entire,))
    assembly, parts = _Assembly(scene), _parts(marked)
    if len(parts) > _MOST_PARTS:
        return Read()
    for part in parts:
        assembly.take(part, is_last=part is parts[-1])
    return assembly.read()


_UNDIVIDED = frozenset(
    {Kind.BROWSE, Kind.REORDER, Kind.ORDERS, Kind.CART, Kind.MORE, Kind.TAKE_BACK, Kind.EMPTY}
)


_MOST_PARTS = 20
"""Of one message; a turn has no more calls."""

_GOING_ON = frozenset({Kind.BUY, Kind.SEARCH, Kind.SET, Kind.ADD})
"""Wishes whose verb may have a further object in the next part."""


class _Fragment(NamedTuple):
    joint: str
    text: str


def _parts(text: str) -> list[_Fragment]:
    found: list[_Fragment] = []
    joint, start = "", 0
    for match in _JOINT.finditer(text):
        found.append(_Fragment(joint, text[start : match.start()]))
        joint, start = match["joint"], match.end()
    found.append(_Fragment(joint, text[start:]))
    return [part for part in found if part.text.strip(" .!?,")]


class _Assembly:
    """The wishes of the parts that were looked at so far."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.wishes: list[Wish] = []
        self.waiting: list[str] = []
        """Parts in front of the verb that they belong to ("Stifte und Papier bestellen")."""
        self._priced = ""

    def take(self, part: _Fragment, *, is_last: bool) -> None:
        text = trimmed(f"{part.text} {self._priced}" if self._priced else part.text)
        last = self.wishes[-1] if self.wishes else None
        if not text:
            return  # a greeting, a courtesy
        if not is_last and whole("lead", "alone").match(text):
            return
        alone = _ONLY_PRICE.match(text) is not None
        if alone and last is not None and last.narrowed is not None:
            self.wishes[-1] = _priced(last, text, self.scene)
        elif alone and not is_last:
            self._priced = text
        else:
            self._priced = ""
            self._take(part, text, last)

    def _take(self, part: _Fragment, text: str, last: Wish | None) -> None:
        if last is not None and last.kind is Kind.CHECKOUT and not _has_head(text, self.scene):
            self.wishes[-1] = _noted(last, part, self.scene)
            return
        counting = _counting(last, text) if last is not None else None
        if counting is not None:
            self.wishes[-1] = counting
            return
        goes_on = last is not None and last.kind in _GOING_ON
        found = _wish(text, self.scene)
        if found is not None and (found.verb or found.sure or not goes_on):
            if found.verb == "last":
                self._before(found.kind)
            self.wishes.append(found)
        elif last is not None and goes_on and (further := _further(last, text, self.scene)):
            if self.scene.live and last.count is not None and _ONE_MORE.match(part.text):
                # "2 cables and a webcam": the number in front of the first is no price.
                self.wishes[-1], further = replace(last, sure=True), replace(further, sure=True)
            self.wishes.append(further)
        else:
            self.waiting.append(text)

    def _before(self, kind: Kind) -> None:
        """The objects of a verb that stands behind the last of them."""
        objects = [of_object(kind, text, self.scene) for text in self.waiting]
        self.waiting = [t for t, found in zip(self.waiting, objects, strict=True) if not found]
        self.wishes += filter(None, objects)

    def read(self) -> Read:
        wishes, waiting = self.wishes, self.waiting
        if wishes and waiting and all(wish.sure for wish in wishes):
            live = replace(self.scene, live=True)
            things = [described_in(text, live) for text in waiting]
            if all(things):  # "pens and paper, then order both"
                wishes, waiting = [*filter(None, things), *wishes], []
        if waiting:
            wishes = [wish for wish in wishes if wish.verb or wish.sure]
        if any(wish.kind in {Kind.BUY, Kind.SEARCH} and is_paid(wish.words) for wish in wishes):
            return Read()
        return Read(tuple(wishes), not waiting)


def _priced(last: Wish, text: str, scene: Scene) -> Wish:
    """A price range that stands apart from what it is about."""
    told = narrowed(text, scene.prices)
    before = last.narrowed or search_for(last.words)
    prices = {"min_price": told.min_price, "max_price": told.max_price}
    return replace(last, narrowed=before.model_copy(update=prices))


def _has_head(text: str, scene: Scene) -> bool:
    found = _wish(text, scene)
    return found is not None and found.sure and found.kind is not Kind.AMEND


def _further(last: Wish, text: str, scene: Scene) -> Wish | None:
    """A further object of the verb before it: "need paper and toner"."""
    if last.kind is Kind.SET:
        return removal(text, scene) if last.count and last.count.value == 0 else None
    kind = Kind.BUY if last.kind is Kind.ADD else last.kind
    found = of_object(kind, text, scene)
    return found and replace(found, sure=last.sure)


def _counting(last: Wish, text: str) -> Wish | None:
    """As in "the first one, 5": the quantity of the wish before it."""
    number = rf"(?P<n>\d+(?:[.,]\d+)?|{any_of('object', 'vague')})"
    unit = any_of("object", "units", "units_bare")
    times = r"(?:x|×|mal|times|of (?:them|it|those)|davon|veces|fois)"
    match = pattern(
        rf"(?:{any_of('change', 'set')}\s+)?(?:x|×)?\s?{number}\s*(?:{times}|{unit})?"
    ).fullmatch(text)
    counts = last.kind in {Kind.ADD, Kind.BUY} or (last.kind is Kind.SET and not last.times)
    if match is None or not counts or last.count is not None:
        return None
    return replace(last, count=quantity(match["n"]))


def _noted(last: Wish, part: _Fragment, scene: Scene) -> Wish:
    """What follows a checkout tells its day, or is its note."""
    text = part.text.strip(" .!?,")
    day = day_in(text, scene.today) if last.day is None else None
    if day is not None:
        text = text[: day.start] + text[day.end :]
        last = replace(last, day=day)
    note = note_in(text)
    joint = part.joint if last.words and note else ""
    return replace(last, words=f"{last.words}{joint}{note}".strip(" ,"))


Rule = Callable[[str, Scene], Wish | None]


def _wish(text: str, scene: Scene) -> Wish | None:
    for rule in _RULES:
        found = rule(text, scene)
        if found is not None:
            return found
    return None


_RULES: tuple[Rule, ...] = (
    answered,
    taken_back,
    reordered,
    orders_asked,
    emptied,
    cart_asked,
    browsed,
    more_asked,
    checked_out,
    removed,
    offered_again,
    set_in,
    lessened,
    pointed,
    named_in,
    refined,
    bought,
    searched_for,
    described_in,
)
