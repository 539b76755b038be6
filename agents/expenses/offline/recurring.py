"""Words about what comes again and again: "netflix 54.90 every month", "my subscriptions"."""

import re
from datetime import date
from functools import cache

from agents.expenses.offline.amounts import find_amounts
from agents.expenses.offline.expenses import expenses_in
from agents.expenses.offline.mentions import is_told_whole
from agents.expenses.offline.tables import lists
from agents.expenses.offline.words import phrase_pattern
from agents.expenses.recurring import Every, RecurringOrder, RecurringWish
from domain.money import amount_limit
from domain.understanding import Person

_MAX_WORDS = 12
_EDGES = re.compile(r"^[\s,.;:!?&-]+|[\s,.;:!?&-]+$")


@cache
def _words(name: str) -> re.Pattern[str]:
    return phrase_pattern(lists("recurring.toml")[name])


def asks_about_recurring(text: str, person: Person, today: date) -> bool:
    """Whether each word of it is of something that comes again and again, named as such."""
    if _every(text) is None and _words("recurring").search(text) is None:
        return False
    order = recurring_in(text, person, today)
    if order is None:
        return False
    if order.wish is RecurringWish.KEEP:
        # "adobe 23.99 monthly" may as well tell of a payment that was made.
        return any(_words(every.value).search(text) for every in Every)
    return _words("recurring").search(text) is not None


def recurring_in(text: str, person: Person, today: date) -> RecurringOrder | None:
    """The order in the person's words, or in what follows the command; None for another word."""
    if len(text.split()) > _MAX_WORDS:
        return None
    every = _every(text)
    if every is not None or any(char.isdigit() for char in text):
        rest = text if every is None else every[1]
        return _kept(rest, Every.MONTH if every is None else every[0], person, today)
    rest = _words("recurring").sub(" ", text)
    removes = _words("remove").search(rest) is not None
    name = _named(_words("remove").sub(" ", rest))
    if not removes:
        return None if name else RecurringOrder(wish=RecurringWish.SHOW)
    return RecurringOrder(wish=RecurringWish.REMOVE, item=name) if name else None


def _every(text: str) -> tuple[Every, str] | None:
    """How often, and the text without it. "Monthly" in front of a thing is what that is called."""
    for every in Every:
        match = _words(every.value).search(text)
        if match is None:
            behind = _words(f"{every.value}_behind").search(text)
            match = behind if behind is not None and not text[behind.end() :].strip(" .!") else None
        if match is not None:
            return every, _EDGES.sub("", f"{text[: match.start()]} {text[match.end() :]}")
    return None


def _kept(text: str, every: Every, person: Person, today: date) -> RecurringOrder | None:
    rest = _EDGES.sub("", _words("recurring").sub(" ", text))
    stated = expenses_in(rest, person, today)
    if len(stated) != 1 or stated[0].amount is None or len(find_amounts(rest, person)) > 1:
        return None
    told, amount = stated[0], stated[0].amount
    currency = told.currency or person.currency
    if not 0 < amount <= amount_limit(currency) or not (told.merchant or told.item):
        return None
    if not is_told_whole(rest, told, person, today):
        return None
    return RecurringOrder(
        wish=RecurringWish.KEEP,
        merchant=told.merchant,
        item=told.item,
        amount=amount,
        currency=currency,
        every=every,
    )


def _named(text: str) -> str:
    return _EDGES.sub("", " ".join(_words("filler").sub(" ", text).split()))
