"""Words about budgets: "set a budget of 500 for food", "how much of my budget is left"."""

import re
from datetime import date
from functools import partial
from typing import NamedTuple

from agents.expenses.calls import call_of
from agents.expenses.categories import built_in_category, known_category
from agents.expenses.features.budgets.budget import BudgetPeriod
from agents.expenses.features.budgets.tools import REMOVE_BUDGET, SET_BUDGET, SHOW_BUDGETS
from agents.expenses.offline.expenses import parts_of
from agents.expenses.offline.keywords import is_only_spoken_of
from agents.expenses.offline.lexicon import categories_in, category_by_whole_name
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_phrases, keywords
from domain.messages import CallRequest
from domain.tools import Tool
from domain.understanding import Person
from language.amounts import find_amounts

_MAX_WORDS = 16
_MAX_NAME_WORDS = 3
_POWER = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?e\+?\d+(?!\w)", re.IGNORECASE)
"""As in "1e12", which is no notation of amounts: whatever it is, it is too much."""
_TOO_MUCH = "1000000000000000"
_COMPOUND = re.compile(r"(?<!\w)([^\W\d_]{3,}?)s?budget(?=s?(?!\w))", re.IGNORECASE)
"""As German writes it: "Essensbudget"."""
_THE_BUDGET = re.compile(
    r"\b(?:the|this|that|das|dieses|el|este|le|ce|het|dit) (?:budget|presupuesto)\b", re.IGNORECASE
)
_EDGES = re.compile(r"^[\s,.;:!?&-]+|[\s,.;:!?&-]+$")


_words = partial(keyword_phrases, __package__)


class _Read(NamedTuple):
    """What a text says of a budget, if it is about one."""

    tool: Tool
    amounts: tuple[str, ...]
    """Numbers; several, or one that reads in two ways, are no amount for the tool."""
    currency: str | None
    period: BudgetPeriod | None
    category: str | None
    """A built-in one."""
    named: str
    """What else it may be called."""

    def call(self) -> CallRequest:
        """Without an amount where the text has none: then the tool refuses it."""
        named = self.category or self.named or None
        if self.tool is not SET_BUDGET:
            return call_of(self.tool, category=named)
        amount = " / ".join(self.amounts) or None
        return call_of(
            self.tool, category=named, amount=amount, currency=self.currency, period=self.period
        )


def _parted(text: str) -> str:
    """The text with "Essensbudget" as "Essen budget"."""
    return _COMPOUND.sub(r"\1 budget", text)


def is_named(text: str) -> bool:
    """Whether it speaks of a budget, whether or not the whole of it is understood."""
    return _words("budget").search(_parted(text)) is not None


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for, where it can be about nothing but a budget: each word is
    of such an order or of a category that is known. "Budget hotel 120" names what was bought.
    """
    text = _parted(scene.text)
    if _words("budget").search(text) is None:
        return None
    read = _read(text, scene.person)
    if read is None or (read.tool is SET_BUDGET and _is_of_a_thing(text, read)):
        return None
    own = _own_category(scene, read.category)
    if own is not None:
        return read._replace(category=own, named="").call()
    if read.named:
        verb = {SET_BUDGET: "set", REMOVE_BUDGET: "remove"}.get(read.tool)
        ordered = verb is not None and _words(verb).search(text) is not None
        if not ordered or len(read.named.split()) > _MAX_NAME_WORDS:
            return None
    return read.call()


def _own_category(scene: Scene, category: str | None) -> str | None:
    """A category of the person's own, as cards in the chat show it, that the text names in place of
    the built-in one that its name also is a word for.
    """
    shown = {task.known.category for task in scene.tasks}
    named = [
        name
        for name in shown
        if name
        and built_in_category(name) is None
        and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", scene.text, re.IGNORECASE)
        and category in {None, category_by_whole_name(name)}
    ]
    return named[0] if len(named) == 1 else None


def calls_in(scene: Scene) -> tuple[CallRequest, ...]:
    """Several budgets that one message sets: "budget food 600, fuel 250"."""
    text = _parted(scene.text)
    parts = parts_of(text)
    if not parts or _words("budget").search(parts[0]) is None:
        return ()
    reads = [_read(f"budget {part}", scene.person) for part in parts]
    if reads[0] is None or _is_of_a_thing(parts[0], reads[0]):
        return ()
    period = next((read.period for read in reads if read and read.period), None)
    calls = [
        read._replace(period=read.period or period).call()
        for read in reads
        if read is not None
        and read.tool is SET_BUDGET
        and len(read.amounts) == 1
        and (read.category or 0 < len(read.named.split()) <= _MAX_NAME_WORDS)
    ]
    return tuple(calls) if len(calls) == len(parts) > 1 else ()


def _is_unclear_for_what(scene: Scene) -> bool:
    """A category of the person's own, words that are none, or "the budget" that was spoken of."""
    read = _read(_parted(scene.text), scene.person)
    if read is None:
        return False
    spoken_of = read.category is None and _THE_BUDGET.search(scene.text) is not None
    return bool(read.named) or (spoken_of and bool(scene.before))


DOUBTS = dict.fromkeys((SET_BUDGET.name, REMOVE_BUDGET.name), _is_unclear_for_what)


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """The call that what follows ``/budget`` asks for; None for too many words."""
    del today
    read = _read(_parted(text), person)
    return read.call() if read is not None else None


COMMANDS = {"budget": command}


def _show_meant(scene: Scene) -> CallRequest | None:
    """That of the one category that is named, else all; None where no budget is spoken of."""
    named = categories_in(scene.text)
    if not (named or is_named(scene.text)):
        return None
    return call_of(SHOW_BUDGETS, category=named[0] if len(named) == 1 else None)


def _set_meant(scene: Scene) -> CallRequest | None:
    """A limit with one amount for one known category, where a budget or a period is named and
    nothing is asked or denied; else the budgets are shown, with how one is set.
    """
    named, amounts = categories_in(scene.text), find_amounts(scene.text, scene.person)
    read = _read(_parted(scene.text), scene.person)
    if read is None or not (is_named(scene.text) or read.period):
        return None
    if _is_of_a_thing(scene.text, read):
        return None
    if not len(named) == len(amounts) == 1 or is_only_spoken_of(scene.text):
        return _show_meant(scene)
    return read._replace(tool=SET_BUDGET, category=named[0], named="").call()


MEANT = {
    SHOW_BUDGETS.name: _show_meant,
    SET_BUDGET.name: _set_meant,
    REMOVE_BUDGET.name: _show_meant,
}


def _is_of_a_thing(text: str, read: _Read) -> bool:
    """As in "budget lunch 12": in front of a thing it says what kind of thing it was."""
    named = re.fullmatch(
        r"\W*budget\s+(?P<what>[^\W\d]+(?:\s[^\W\d]+)*)\s+\W?\S*\d\S*", text, re.IGNORECASE
    )
    if named is None or read.period is not None:
        return False
    what = named["what"].casefold()
    plain = what in keywords(__package__)["plain"] or known_category(what) is not None
    return not plain and _words("filler").match(what) is None and _words("set").match(what) is None


def _read(text: str, person: Person) -> _Read | None:
    if len(text.split()) > _MAX_WORDS:
        return None
    power = _POWER.search(text)
    told = rest = _POWER.sub(" ", text)
    amounts = find_amounts(told, person)
    for amount in sorted(amounts, key=lambda a: a.span, reverse=True):
        rest = f"{rest[: amount.span.start]} {rest[amount.span.end :]}"
    values = [told[a.span.start : a.span.end] if a.value is None else str(a.value) for a in amounts]
    values += [_TOO_MUCH] if power else []
    category = _category(rest)
    return _Read(
        tool=_asked_for(text, rest, has_amount=bool(values)),
        amounts=tuple(values),
        currency=amounts[0].currency if amounts else None,
        period=next((p for p in BudgetPeriod if _words(p.value).search(rest)), None),
        category=category,
        named="" if category is not None else _named(rest),
    )


def _asked_for(text: str, rest: str, *, has_amount: bool) -> Tool:
    if has_amount:
        return SET_BUDGET
    if _words("remove").search(rest) is not None:
        return REMOVE_BUDGET
    shows = _words("show").search(rest) is not None or text.rstrip().endswith("?")
    sets = _words("set").search(rest) is not None
    return SET_BUDGET if sets and not shows else SHOW_BUDGETS


def _category(text: str) -> str | None:
    """The built-in category that is left when the words of an order are gone; None for another
    name, or for none.
    """
    # A category's own name may hold a word of orders: "Bills & Utilities" before "all".
    return category_by_whole_name(_named(text)) if _named(text) else None


def _named(text: str) -> str:
    rest = text
    for name in ("budget", "week", "month", "remove", "show", "set", "all", "filler"):
        rest = _words(name).sub(" ", rest)
    return _EDGES.sub("", " ".join(rest.split()))
