"""Wishes to find or to get something, and what narrows the last search."""

import re
from dataclasses import replace

from agents.procurement.offline.names import fitting, same_word, words_of
from agents.procurement.offline.objects import core_of, is_talk, of_object, trimmed
from agents.procurement.offline.reading import has_filters
from agents.procurement.offline.tables import any_of, ends, holds, starts, whole
from agents.procurement.offline.wish import Kind, Scene, Wish
from language.patterns import pattern

_MAX_BARE_WORDS = 3
_MAX_WORDS = 5


def browsed(text: str, scene: Scene) -> Wish | None:
    del scene
    if whole("whole", "browse").match(text):
        return Wish(Kind.BROWSE, verb="head")
    match = whole("whole", "browse_of").match(text)
    if match is None:
        return None
    return Wish(Kind.BROWSE, words=next(g for g in match.groups() if g), verb="head")


def more_asked(text: str, scene: Scene) -> Wish | None:
    listed = bool(scene.shown.items) or scene.shown.asked is not None
    fits = listed and whole("whole", "more").match(text) is not None
    return Wish(Kind.MORE, verb="head") if fits else None


def bought(text: str, scene: Scene) -> Wish | None:
    plain, weak = starts("buy", "plain").match(text), starts("buy", "weak").match(text)
    head = max((m for m in (plain, weak) if m), key=lambda m: m.end(), default=None)
    tail = ends("buy", "last").search(text)
    what = text[head.end() :] if head else text
    search = starts("search", "plain").match(text)
    if (head is None and tail is None) or (head and search and search.end() > head.end()):
        return None
    what = ends("buy", "last").sub("", what)
    found = of_object(Kind.BUY, what, scene)
    if found is None:
        nothing = not what.strip() or whole("object", "nothing").match(core_of(what))
        return Wish(Kind.BUY, verb="head") if plain is not None and nothing else None
    sure = plain is not None or tail is not None or scene.live or found.count is not None
    return replace(found, sure=sure, verb="head" if head else "last")


def searched_for(text: str, scene: Scene) -> Wish | None:
    head, tail = starts("search", "plain").match(text), ends("search", "last").search(text)
    head = head or _asked_for(text, scene)
    if head is None and tail is None:
        return None
    what = text[head.end() :] if head else text
    what = ends("search", "last").sub("", what)
    if head is not None and not trimmed(what):
        return Wish(Kind.SEARCH, verb="head")
    found = of_object(Kind.SEARCH, what, scene, counts=False)
    sure = scene.live or starts("search", "weak").match(text) is None
    return found and replace(found, sure=sure, verb="head" if head else "last")


def _asked_for(text: str, scene: Scene) -> re.Match[str] | None:
    """The head of "which scissors do you have", "is the paper available"."""
    if holds("search", "offers").search(scene.text):
        return starts("search", "which").match(text)
    in_stock = holds("filters", "in_stock").search(text)
    return pattern(r"^(?:is|are|ist|sind)\s+").match(text) if in_stock else None


def refined(text: str, scene: Scene) -> Wish | None:
    """The last search with another colour or filter: "in red?", "only under 15", "black ones"."""
    asked = scene.shown.asked
    meant = pattern(rf"^(?:no[\s,]+)?{any_of('filters', 'meant')}(?!\w)[\s,:]*").match(text)
    behind = pattern(rf"[\s,]+{any_of('filters', 'meant_behind')}$").search(text)
    if meant is not None or behind is not None or scene.corrected:
        what = text[meant.end() if meant else 0 : behind.start() if behind else None]
        if not scene.working and asked is None:
            return None
        found = of_object(Kind.REFINE, what, scene, counts=False)
        of_person = found and holds("object", "persons").search(found.words)
        return found and (None if of_person else replace(found, sure=scene.live, verb="head"))
    if not (scene.working or scene.shown.items):
        return None
    head = starts("filters", "refine").match(text)
    what = text[head.end() :] if head else text
    found = of_object(Kind.REFINE, what, scene, counts=False)
    if found is None or found.narrowed is None:
        return None
    colour = whole("filters", "colours").match(found.words)
    plain = colour is not None or not found.words or found.words.casefold() in {"ones", "one"}
    if not plain or not (
        head is not None or has_filters(found.narrowed) or scene.working or "ones" in text
    ):
        return None
    return replace(found, sure=scene.live, verb="head")


def _is_shown(words: str, scene: Scene) -> bool:
    """Whether it names what was just looked at: "1000 pens" tells no price then."""
    asked = words_of(scene.shown.asked.query) if scene.shown.asked is not None else []
    searched = all(any(same_word(w, a) for a in asked) for w in words_of(words))
    return bool(asked and searched) or bool(fitting(words, scene.shown.items))


def described_in(text: str, scene: Scene) -> Wish | None:
    """An object without a verb, but with a quantity or a filter; bare words are a guess."""
    if starts("buy", "plain", "weak").match(text) or starts("search", "plain").match(text):
        return None
    found = of_object(Kind.SEARCH, text, scene)
    if found is None or found.narrowed is None or not found.words:
        return None
    words = found.words.split()
    talk = any(is_talk(word) for word in re.findall(r"[\w']+", found.words))
    if talk or len(words) > _MAX_WORDS:
        return None
    if found.count is not None:
        units, bare = any_of("object", "units"), any_of("object", "units_bare")
        measured = rf"^\d+\s+(?:{units}\s+of|{bare})\s|\s[x×]\s?\d+$|\d\s?(?:{units}|{bare})$"
        sure = pattern(measured).search(text) is not None or _is_shown(found.words, scene)
        polite = holds("tail", "please").search(scene.text) is not None
        wished = sure or polite or scene.live
        return replace(found, kind=Kind.BUY, sure=sure) if wished else None
    if has_filters(found.narrowed):
        of_nobody = found.narrowed.model_copy(update={"supplier": None})
        return replace(found, sure=has_filters(of_nobody))
    few = (1 if scene.live else 2) <= len(words) <= _MAX_BARE_WORDS
    word = r"[^\W_][\w&'./-]*" if scene.live else r"[^\W\d_]+(?:-[^\W\d_]+)*"
    plain = all(re.fullmatch(word, each) for each in words)
    asks = scene.text.rstrip().endswith("?") and not scene.live
    return replace(found, sure=False) if few and plain and not asks else None
