"""Items by their place in the list that was shown, by name, or by article number."""

import re
from functools import cache

from agents.procurement.offline.names import item_named
from agents.procurement.offline.objects import core_of
from agents.procurement.offline.reading import Narrowed, Quantity, counted, narrowed, quantity
from agents.procurement.offline.tables import any_of, ends, group, numbers, pattern, starts
from agents.procurement.offline.wish import Kind, Scene, Wish

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
    lead = r"(?:(?:the|yang|das|de[nmr]|die|vo[nm](?: de[nrm])?|option|item|article|of)\s+)*"
    called = r"(?:number|nr\.?|no\.?|nummer|nombor|item|option|#)"
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
    bare = ends("buy", "last").sub("", text[verb.end() :] if verb else text).strip(" ,")
    bare = pattern(r"^(?:(?:me|also|noch|saya|bitte|mir)\s+)+").sub("", bare)
    listed = bool(scene.shown.items)
    vague = any_of("object", "vague")
    number = rf"(?P<n>\d+(?:[.,]\d+)?|{vague})"
    unit = rf"(?:{any_of('object', 'units')}|{any_of('object', 'units_bare')}|times)"
    at = pointer()
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
            return Wish(Kind.ADD, count=count, place=place_of(match), sure=sure, verb="head")
    match = pattern(r"^(?P<n>\d+)\s*(?:of|von|x|×|daripada|dari)\s*(?P<at>\d)$").match(bare)
    if match is not None and listed:
        return Wish(Kind.ADD, count=quantity(match["n"]), place=int(match["at"]), verb="head")
    digit = pattern(r"^\d{1,2}$").match(bare)
    if digit is not None and listed and (verb is not None or scene.shown.quantity is not None):
        return Wish(Kind.ADD, place=int(bare), verb="head")
    return None


def named_in(text: str, scene: Scene) -> Wish | None:
    """An item of the list by its name, or any by its article number."""
    verb = starts("buy", "plain", "weak").match(text)
    bare = ends("buy", "last").sub("", text[verb.end() :] if verb else text).strip(" ,")
    definite = (
        pattern(r"^(?:\S+\s+(?:of\s+)?)?(?:the|den|das|die|de[mr]|vom)\s").match(bare) is not None
    )
    count, name = counted(bare)
    name = core_of(name)
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
