"""Words that give everything of a shop one category."""

import re

from agents.expenses.for_all import ForAllOrder
from agents.expenses.offline.lexicon import category_by_whole_name, merchant_known
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.offline.words import trimmed, words_of

_MAX_NAME_WORDS = 5

_RULES = tuple(pattern("sweeps", name) for name in ("from_all", "always", "from_now"))
_VERBS = pattern("sweeps", "verbs")
_UNDO_ALL = pattern("sweeps", "undo_all")


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


def undoes_all(text: str) -> bool:
    """As in "undo all": what was changed for everything of a shop."""
    return _UNDO_ALL.fullmatch(trimmed(text)) is not None
