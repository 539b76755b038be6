"""Items by their place in the list that was shown, by name, or by article number."""

import re
from functools import cache

from agents.procurement.offline.names import item_named
from agents.procurement.offline.objects import core_of
from agents.procurement.offline.reading import (
    Quantity,
    counted,
    first_page,
    narrowed,
    quantity,
    search_for,
)
from agents.procurement.offline.tables import any_of, ends, group, numbers, starts
from agents.procurement.offline.wish import Kind, Scene, Wish
from language.patterns import pattern

_ARTICLE = r"[A-Za-z]{1,8}\d*(?:-[A-Za-z0-9]+)*-?\d[\w-]*|[A-Za-z]{2,8}(?:-[A-Za-z0-9]+)+"


_IS_ARTICLE = pattern(
    rf"(?=.*\d)(?=.*-|[A-Z]{{2,}}\d{{3,}}|.*\d{{4,}})(?:{_ARTICLE}|\d{{4,}}-\d+)$"
)


@cache
def pointer() -> str:
    """A place in the list: "the first one", "number 3", "yang kedua", "das dritte"."""
    ones = {"one", "satu", "eins"}
    words = [word for word in numbers("places") if word not in ones]
    nths = group([word + ("[nrms]?" if word.endswith("te") else "") for word in words])
    lead = (
        r"(?:(?:both|the|yang|das|de[nmr]|die|vo[nm](?: de[nrm])?|option|item|article|of"
        r"|el|l[ae]s?|los|del?|du)\s+|l'){0,3}"
    )
    called = r"(?:number|nr\.?|no\.?|nummer|nombor|item|option)"
    numbered = rf"{called}\s*(?P<at>\d{{1,3}}|{group(ones)})"
    return rf"{lead}(?:(?P<nth>{nths})(?:\s+(?:one|item|artikel|pilihan|result))?|{numbered})"


def place_of(match: re.Match[str]) -> int:
    if match["at"] and match["at"].isdigit():
        return int(match["at"])
    word = (match["at"] or match["nth"]).casefold()
    known = numbers("places")
    return int(known.get(word) or known.get(word[:-1]) or 0)


def pointed(text: str, scene: Scene) -> Wish | None:
    """One of the list by its place, with or without a verb and a quantity."""
    verb = starts("buy", "plain", "weak").match(text)
    rest = ends("buy", "last").sub("", text[verb.end() :] if verb else text).strip(" ,")
    rest = pattern(r"\s(?:please|pls|bitte|tolong)(?=\s)").sub("", rest)
    rest = pattern(r"^(?:(?:me|also|noch|saya|bitte|mir)\s+)+").sub("", rest)
    listed = bool(scene.shown.items)
    vague = any_of("object", "vague")
    number = rf"(?P<n>\d+(?:[.,]\d+)?|{vague})"
    unit = rf"(?:{any_of('object', 'units')}|{any_of('object', 'units_bare')}|times)"
    at = pointer()
    for rule in (
        rf"^(?:{number}\s*(?:[x×]|{unit})?\s*(?:of\s+)?)?{at}$",
        rf"^{at}\s*[,:]?\s*[x×]?\s*{number}\s*[x×]?\s*{unit}?$",
    ):
        match = pattern(rule).match(rest)
        some_of = (
            match
            and match["n"]
            and pattern(r"\s(?:of|vo[nm]|yang|daripada|del?|du)\s").search(rest)
        )
        if match is not None and (listed or verb is not None or some_of):
            count = quantity(match["n"]) if match["n"] else None
            sure = listed or not scene.live
            return Wish(Kind.ADD, count=count, place=place_of(match), sure=sure, verb="head")
    if not listed:
        return None
    them = rf"^(?:(?P<n>\d+(?:[.,]\d+)?|{vague})\s*(?:[x×]|{unit})?\s*)?{any_of('object', 'them')}$"
    match = pattern(them).match(rest)
    if match is not None and (match["n"] or verb is not None):
        return those(quantity(match["n"]) if match["n"] else None, scene)
    return _digits_only(rest, scene, chosen=verb is not None)


def those(count: Quantity | None, scene: Scene) -> Wish | None:
    """As in "3 of those", "add it": the one that was shown; of several it is asked which."""
    items, asked = scene.shown.items, scene.shown.asked
    if len(items) == 1:
        return Wish(Kind.ADD, count=count, place=items[0].position, verb="head")
    if asked is None:
        return None
    return Wish(Kind.BUY, words=asked.query, count=count, narrowed=first_page(asked), verb="head")


def _digits_only(rest: str, scene: Scene, *, chosen: bool) -> Wish | None:
    """As in "2 of 1", "add 3"; a bare number only where choices were offered. Of one item that was
    shown it is the quantity.
    """
    of = pattern(r"^(?P<n>\d+)\s*(?:of|von|x|×|daripada|dari|del?|du)\s*(?P<at>\d)$").match(rest)
    if of is not None:
        return Wish(Kind.ADD, count=quantity(of["n"]), place=int(of["at"]), verb="head")
    offered = chosen or scene.shown.quantity is not None
    if chosen and len(scene.shown.items) == 1 and re.fullmatch(r"\d{1,3}", rest):
        return those(quantity(rest), scene)
    if offered and pattern(r"^\d{1,2}$").match(rest):
        return Wish(Kind.ADD, place=int(rest), verb="head")
    return None


def named_in(text: str, scene: Scene) -> Wish | None:
    """An item of the list by its name, or any by its article number."""
    verb = starts("buy", "plain", "weak").match(text)
    rest = ends("buy", "last").sub("", text[verb.end() :] if verb else text).strip(" ,")
    count, name = counted(rest)
    name = core_of(pattern(r"\s+ones?$").sub("", name))
    if _IS_ARTICLE.match(name):
        return _article(name, count, scene, wished=verb is not None)
    if verb is None and starts("search", "plain").match(text):
        return None
    article = r"^(?:\S+\s+(?:of\s+)?)?(?:the|den|das|die|de[mr]|vom)\s"
    definite = pattern(article).match(rest) is not None
    chosen = definite or verb is not None
    told = narrowed(name, scene.prices)
    if scene.shown.items and told.sort == "price_asc" and told.query in {"", "one"}:
        return _cheapest_shown(text, count, scene, chosen=chosen)
    item = item_named(name, scene.shown, definite=definite) if name else None
    offered = scene.shown.quantity is not None
    if item is None or not (chosen or offered or count is not None):
        return None
    return Wish(Kind.ADD, words=name, count=count, item_id=item.item_id, verb="head")


def _article(name: str, count: Quantity | None, scene: Scene, *, wished: bool) -> Wish | None:
    """An article number: of what was shown, else to be looked up if a verb wishes for it."""
    known = {thing.item_id.casefold(): thing.item_id for thing in scene.shown.items}
    known |= {line.item_id.casefold(): line.item_id for line in scene.shown.cart}
    item_id = known.get(name.casefold())
    if item_id is not None:
        return Wish(Kind.ADD, words=name, count=count, item_id=item_id, verb="head")
    looked_up = Wish(Kind.BUY, words=name, count=count, narrowed=search_for(name), verb="head")
    return looked_up if wished else None


def _cheapest_shown(
    text: str, count: Quantity | None, scene: Scene, *, chosen: bool
) -> Wish | None:
    """As in "the cheapest one": of those that were shown."""
    of_these = r"(?: one)?(?: (?:of|from) (?:these|those|them)| davon)?"
    one = pattern(rf"(?:est|murah|billigste\w?|günstigste\w?){of_these}$").search(text)
    priced = [(i.price, i.position, i) for i in scene.shown.items if i.price is not None]
    if not chosen or one is None or not priced:
        return None
    item = min(priced, key=lambda known: known[:2])[2]
    return Wish(Kind.ADD, count=count, item_id=item.item_id, verb="head")
