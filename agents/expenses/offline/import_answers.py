"""What is said to the rows of a table before they are saved: "leave out 3 and 7", "show rows 20 to
40", "in euros".
"""

import re

from agents.expenses.details import Mention, RowsWish
from agents.expenses.offline.tables import pattern
from language.currencies import resolve

_NUMBERS = re.compile(
    r"#?(\d{1,5})(?:\s*(?:-|–|\.\.\.?|…|to|until|bis|hingga|sampai|hasta|a|à)\s*#?(\d{1,5}))?"
)
_LEAVE, _TAKE, _ONLY, _SHOW, _FILLER, _ALL = (
    pattern("imports", name) for name in ("leave", "take", "only", "show", "filler", "all")
)
_MOST = 20_000


def rows_wish_in(text: str) -> RowsWish | None:
    """Which rows are to be left out, taken after all, taken alone or seen; None where any word is
    of something else.
    """
    spoken = text.casefold().strip(" .!?")
    found = [name for name, words in _WISHES.items() if words.search(spoken)]
    rest = spoken
    for words in (*_WISHES.values(), _ALL):
        rest = words.sub(" ", rest)
    spans = [_span(match) for match in _NUMBERS.finditer(rest)]
    rest = _FILLER.sub(" ", _NUMBERS.sub(" ", rest))
    if not found or rest.strip(" ,;.:&+") or any(span is None for span in spans):
        return None
    numbers = [number for span in spans if span for number in span]
    if found[0] == "show":
        whole = not numbers and _ALL.search(spoken) is not None
        first = numbers[0] if numbers else 1
        known = bool(numbers) or whole
        return RowsWish(first=first, last=numbers[-1] if numbers else 0) if known else None
    named = tuple(dict.fromkeys(numbers))
    return RowsWish(**{found[0]: named}) if named else None


def currency_in(text: str, own: str) -> Mention | None:
    """The currency of all amounts, where nothing else is said."""
    named = _FILLER.sub(" ", text.casefold()).strip(" .!?,")
    code = resolve(named, own) if named else None
    return Mention(currency=code) if code else None


_WISHES = {"leave_out": _LEAVE, "take": _TAKE, "only": _ONLY, "show": _SHOW}


def _span(match: re.Match[str]) -> range | None:
    first, last = int(match[1]), int(match[2] or match[1])
    return range(first, last + 1) if 0 < first <= last <= _MOST else None
