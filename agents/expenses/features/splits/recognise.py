"""Words that split a saved expense over categories."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pydantic import JsonValue

from agents.expenses.calls import call_of
from agents.expenses.categories import MAX_CATEGORY_LENGTH, built_in_category
from agents.expenses.features.splits.tools import SPLIT_EXPENSE
from agents.expenses.offline import orders
from agents.expenses.offline.lexicon import category_by_whole_name, category_named, find_item
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_pattern, pattern
from agents.expenses.shown import SplitPart
from agents.expenses.splitting import Share, parted
from agents.expenses.tools import EXPLAIN_WORDS, Hint
from domain.messages import CallRequest
from domain.money import Currency
from domain.understanding import Person, TaskPhase
from language.amounts import find_amounts
from language.words import Span, trimmed, words_of

_MAX_OWN_CATEGORY_WORDS = 3
_SEVERAL = 2

_SPLIT = keyword_pattern(__package__, "split")
_INTO = keyword_pattern(__package__, "into")
_EQUALLY = keyword_pattern(__package__, "equally")
_FRACTION = keyword_pattern(__package__, "fraction")
_REST = keyword_pattern(__package__, "rest")
_BETWEEN = keyword_pattern(__package__, "between")
_OF_WHOLE = keyword_pattern(__package__, "of_whole")
_SEPARATOR = re.compile(r"\s*(?:[,;+&/]|\b(?:and|und|dan)\b)\s*", re.IGNORECASE)
_FRACTIONS = {
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "two": Fraction(2, 3),
    "quarter": Fraction(1, 4),
}


class SplitWords(NamedTuple):
    """An order to split: of which expense, and how in the person's words."""

    number: int
    parts: str
    name: str = ""
    """As in "split the aeon one: …"; empty for the last one, or one that a number names."""


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for: of the expense that it names, or of the last one."""
    words = split_asked(scene.text)
    if words is None:
        return None
    if words.name:
        task = orders.meant(orders.saved(scene.tasks), orders.called(words.name))
        if task is None:
            return call_of(EXPLAIN_WORDS, hint=Hint.CHANGE.value, name=words.name)
    else:
        task = None if words.number else scene.replied or scene.latest(TaskPhase.DONE)
    if task is None and not words.number and not words.parts:
        return None  # nothing of ours to split
    task_id = task.task_id if task is not None else scene.said.reply_to_task
    return call_of(
        SPLIT_EXPENSE,
        number=words.number or None,
        task_id=None if words.number else task_id or None,
        parts=[_written(share) for share in shares_in(words.parts, scene.person)],
    )


def parts_told(
    scene: Scene, text: str, amount: Decimal, currency: Currency
) -> tuple[SplitPart, ...]:
    """The parts that a text tells of a whole: "210, of that 150 food and the rest household"; none
    where they are not clear, do not add up, or one is of no category that there is.
    """
    told = pattern("expenses", "included").search(text)
    led = _OF_WHOLE.match(told.group()) if told is not None else None
    if led is None:
        return ()
    kept = {task.known.category for task in scene.tasks}
    own = tuple(name for name in kept if name and built_in_category(name) is None)

    def category(part: str) -> str | None:
        return category_by_whole_name(_plain_name(part), own)

    return parted(shares_in(led["parts"], scene.person, category), amount, currency).parts


def _written(share: Share) -> JsonValue:
    told: dict[str, JsonValue] = {"category": share.category}
    if share.amount is not None:
        told["amount"] = str(share.amount)
    if share.fraction is not None:
        told["fraction"] = f"{share.fraction.numerator}/{share.fraction.denominator}"
    if share.currency is not None:
        told["currency"] = share.currency
    return told


def split_asked(text: str) -> SplitWords | None:
    """The order to split a saved expense; None for anything else, as for a bill among friends."""
    match = _SPLIT.fullmatch(trimmed(text))
    if match is None:
        return None
    number = int(match["number"] or match["named"] or 0)
    parts, name = match["parts"] or "", match["called"] or ""
    told = shares_in(parts, Person(user_id=""))
    if (not number and parts and not told) or (name and len(told) < _SEVERAL):
        return None
    return SplitWords(number, parts, name)


def shares_in(
    text: str, person: Person, category_of: Callable[[str], str | None] | None = None
) -> tuple[Share, ...]:
    """The parts that are told, with what each is; none where a part or its category is not clear.

    The share stands before its category, or behind it ("groceries 30, household 12.50").
    """
    category_of = category_of or _category
    plain = _INTO.sub("", text).strip(" .!?")
    if found := _EQUALLY.search(plain):
        rest = f"{plain[: found.start()]} , {plain[found.end() :]}"
        pieces = [part for part in re.split(_SEPARATOR, rest) if part.strip(" ,")]
        if len(pieces) == 1:  # "50/50 food gifts"
            pieces = pieces[0].split()
        named = [category_of(part) for part in pieces]
        known = [name for name in named if name]
        if len(known) != len(named) or not known:
            return ()
        return tuple(Share(name, fraction=Fraction(1, len(known))) for name in known)
    found_shares = _shares(plain, person)
    if not found_shares:
        return ()
    ends = [0, *(span.end for span, _ in found_shares)]
    starts = [*(span.start for span, _ in found_shares), len(plain)]
    gaps = [plain[end:start] for end, start in zip(ends, starts, strict=True)]
    ahead = category_of(gaps[0]) is not None
    behind = gaps[:-1] if ahead else gaps[1:]
    named = [category_of(gap) for gap in behind]
    left_over = gaps[-1] if ahead else gaps[0]
    if _BETWEEN.sub("", left_over) or not all(named):
        return ()
    return tuple(
        share._replace(category=name)
        for (_, share), name in zip(found_shares, named, strict=True)
        if name
    )


def _shares(text: str, person: Person) -> Sequence[tuple[Span, Share]]:
    """Where in the text how much is said, in order."""
    found = [
        (Span(*match.span()), Share("", fraction=_fraction(match)))
        for match in _FRACTION.finditer(text)
    ]
    found += [(Span(*match.span()), Share("")) for match in _REST.finditer(text)]
    taken = [span for span, _ in found]
    for amount in find_amounts(text, person, taken):
        if amount.value is None:
            return ()
        found.append((amount.span, Share("", amount=amount.value, currency=amount.currency)))
    return sorted(found)


def _fraction(match: re.Match[str]) -> Fraction:
    if match["percent"]:
        return Fraction(Decimal(match["percent"].replace(",", "."))) / 100
    return next(value for name, value in _FRACTIONS.items() if match[name])


def _category(text: str) -> str | None:
    """The category of a part: a built-in one by any of its words, that of a known thing, or one of
    the person's own in a few words.
    """
    name = _plain_name(text)
    words = words_of(name)
    if not words or any(char.isdigit() for char in name):
        return None
    if known := category_named(name):
        return known
    if (item := find_item(words)) is not None:
        return item.category
    own = len(words) <= _MAX_OWN_CATEGORY_WORDS and len(name) <= MAX_CATEGORY_LENGTH
    return name[:1].upper() + name[1:] if own else None


def _plain_name(text: str) -> str:
    """Without small words at its ends."""
    name = text.strip(" ,;:.!+-")
    while (cut := _cut(name)) != name:
        name = cut
    return name


def _cut(name: str) -> str:
    """Without a small word at either end."""
    found = _BETWEEN.match(name)
    cut = name[found.end() :] if found else name
    words = cut.rsplit(maxsplit=1)
    if len(words) > 1 and _BETWEEN.fullmatch(words[1]):
        cut = words[0]
    return cut.strip(" ,;:.!+-")
