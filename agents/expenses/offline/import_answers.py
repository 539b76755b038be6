"""What is said to the rows of a table before they are saved: "leave out 3 and 7", "without the cash
withdrawals", "show rows 20 to 40", "in euros".
"""

import re
from itertools import dropwhile, pairwise

from agents.expenses.details import Mention, RowsWish
from agents.expenses.offline.keywords import is_yes
from agents.expenses.offline.lexicon import categories_in
from agents.expenses.offline.tables import pattern
from domain.naming import JOINED
from language.currencies import resolve
from language.yes_no import denies

_NUMBERS = re.compile(
    r"#?(\d{1,5})(?:\s*(?:-|–|\.\.\.?|…|to|until|bis|hingga|sampai|hasta|a|à)\s*#?(\d{1,5}))?"
)
_LEAVE, _TAKE, _ONLY, _SHOW, _GO, _FILLER, _ALL, _ROW, _NUMBERED, _IS, _ORDER = (
    pattern("imports", name)
    for name in (
        "leave",
        "take",
        "only",
        "show",
        "go",
        "filler",
        "all",
        "row",
        "numbered",
        "is",
        "order",
    )
)
_BETWEEN = re.compile(JOINED)
_PARTED = re.compile(r"[,;.!]+")
_EDGES = re.compile(r"^[\s.:?'-]+|[\s.:?'-]+$")
_NOT_NOW = re.compile(r"(?:not|nicht)\b")
"""As in "not now": without a number these words leave nothing out."""
_MOST = 20_000
_MOST_NAMES = 5


def rows_wish_in(text: str) -> RowsWish | None:
    """Which rows are to be left out, taken after all, taken alone or seen, by their numbers; also
    numbers alone. None where any word is of something else.
    """
    wish = _wish_in(text)
    return None if wish is None or wish.names else wish


def named_rows_in(text: str) -> RowsWish | None:
    """As ``rows_wish_in``, where rows are called by a name: "without the cash withdrawals"."""
    wish, spoken = _wish_in(text), text.casefold().strip(" .!?")
    if wish is None or not wish.names or _NOT_NOW.match(spoken):
        return None
    order = _WISHES[wish.action].search(spoken)
    if order is None or order.end() == len(spoken):
        return wish
    return None if _names_in(_ALL.sub(" ", spoken[: order.start()])) else wish


def asks_to_import(text: str) -> bool:
    """Whether a text is nothing but the order to import: "import", "save them all", also behind a
    yes ("looks good, import it"). In "no import" the "no" is not short for number.
    """
    if denies(text):
        return False
    spoken = text.casefold()
    parts = [part.split() for part in _PARTED.split(spoken)]
    behind_yes = [list(dropwhile(is_yes, words)) for words in parts if not is_yes(" ".join(words))]
    if behind_yes == [words for words in parts if words]:
        return _GO.search(spoken) is not None and not _names_in(_ALL.sub(" ", _GO.sub(" ", spoken)))
    orders = [" ".join(words) for words in behind_yes if words]
    return bool(orders) and all(map(_ORDER.fullmatch, orders))


def names_rows(text: str) -> bool:
    """Whether a text speaks of rows of a table by their numbers: "change row 7 to 70.35"."""
    return _NUMBERED.search(text.casefold()) is not None


def corrects_row(text: str) -> bool:
    """Whether a text says what a row is: "the Amazon one is electronics"."""
    return _IS.search(text.casefold()) is not None and bool(categories_in(text))


def _wish_in(text: str) -> RowsWish | None:
    spoken = text.casefold().strip(" .!")
    found = [name for name, words in _WISHES.items() if words.search(spoken)]
    rest = spoken
    for words in _WISHES.values():
        rest = words.sub(" ", rest)
    rest, all_of_them = _ALL.subn(" ", rest)
    spans = [_span(match) for match in _NUMBERS.finditer(rest)]
    names = _names_in(_NUMBERS.sub(" ", rest))
    if any(span is None for span in spans) or len(names) > _MOST_NAMES:
        return None
    named = tuple(dict.fromkeys(number for span in spans if span for number in span))
    whole = all_of_them > 0
    match found[:1]:
        case ["show"] if not names and (named or whole):
            last = named[-1] if named else 0
            return RowsWish(first=named[0] if named else 1, last=last)
        case [action] if action != "show" and (named or names):
            by_name = {"names": names, "action": action, "all_of_them": whole} if names else {}
            return RowsWish.model_validate({action: named, **by_name})
        case [] if not names and (named or whole) and _is_a_list(rest):
            return RowsWish(these=named, all_of_them=whole)
        case _:
            return None


def _is_a_list(rest: str) -> bool:
    """Whether nothing but "and" and its like stands between numbers: "row 3 is 20" lists none."""
    found = list(_NUMBERS.finditer(rest))
    between = (rest[one.end() : two.start()] for one, two in pairwise(found))
    return all(not _ROW.sub(" ", _BETWEEN.sub(" ", each)).strip() for each in between)


def _names_in(rest: str) -> tuple[str, ...]:
    """What rows are called, without small words around the names."""
    parts = (_EDGES.sub("", _FILLER.sub(" ", part)) for part in _BETWEEN.split(rest))
    return tuple(" ".join(part.split()) for part in parts if part)


def currency_in(text: str, own: str) -> Mention | None:
    """The currency of all amounts, where nothing else is said."""
    named = _FILLER.sub(" ", text.casefold()).strip(" .!?,")
    code = resolve(named, own) if named else None
    return Mention(currency=code) if code else None


_WISHES = {"leave_out": _LEAVE, "take": _TAKE, "only": _ONLY, "show": _SHOW}


def _span(match: re.Match[str]) -> range | None:
    first, last = int(match[1]), int(match[2] or match[1])
    return range(first, last + 1) if 0 < first <= last <= _MOST else None
