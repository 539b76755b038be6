"""Words that give everything of a shop one category."""

import re

from agents.expenses.calls import call_of
from agents.expenses.features.sweeps.sweep import ForAllOrder
from agents.expenses.features.sweeps.tools import (
    CATEGORIZE_SHOP,
    RECATEGORIZE_SHOP,
    UNCATEGORIZE_SHOP,
)
from agents.expenses.offline import keywords
from agents.expenses.offline.lexicon import category_by_whole_name, merchant_known
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_pattern, small_words
from domain.messages import CallRequest
from language.words import trimmed, words_of

_MAX_NAME_WORDS = 5

_RULES = tuple(keyword_pattern(__package__, name) for name in ("from_all", "always", "from_now"))
_VERBS = keyword_pattern(__package__, "verbs")
_UNDO_ALL = keyword_pattern(__package__, "undo_all")


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for: all of a shop, a yes right behind that, or all back."""
    if _UNDO_ALL.fullmatch(trimmed(scene.text)) is not None:
        return call_of(UNCATEGORIZE_SHOP)
    asks = scene.asked is not None or scene.replied is not None
    if not asks and for_all_in("".join(scene.before[-1:])) and keywords.is_yes(scene.text):
        return call_of(RECATEGORIZE_SHOP)
    order = for_all_in(scene.text)
    if order is None:
        return None
    return call_of(CATEGORIZE_SHOP, shop=order.name, category=order.category)


def for_all_in(text: str) -> ForAllOrder | None:
    """The shop and the category in "all from Grab are transport"; None for anything else."""
    plain = trimmed(text)
    if text.rstrip().endswith("?"):
        return None
    for rule in _RULES:
        order = _for_all(rule, plain)
        if order is not None:
            return order
    return None


def _for_all(rule: re.Pattern[str], plain: str) -> ForAllOrder | None:
    """The words of the category are as few as make one, the name is all before them."""
    match = rule.fullmatch(plain)
    if match is None:
        return None
    category = category_by_whole_name(match["category"])
    name, told = match["name"].removeprefix("my ").removeprefix("meine "), match["category"]
    while category is None and " " in told:
        # Without a verb, nothing says where the name ends: "semua Kedai Ali barang dapur".
        first, told = told.split(maxsplit=1)
        name, category = f"{name} {first}", category_by_whole_name(told)
    name = _VERBS.sub("", name)
    words = words_of(name)
    if category is None or not 0 < len(words) <= _MAX_NAME_WORDS:
        return None
    if any(word.text.casefold() in small_words("no_shops") for word in words):
        return None
    shown = merchant_known(name)
    return ForAllOrder(name=shown.name if shown else name, category=category)
