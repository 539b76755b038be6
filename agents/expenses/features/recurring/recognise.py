"""Words about what comes again and again: "netflix 54.90 every month", "my subscriptions"."""

import re
from datetime import date
from functools import partial

from agents.expenses.calls import call_of
from agents.expenses.features.recurring.recurring import Every
from agents.expenses.features.recurring.tools import (
    KEEP_RECURRING,
    LIST_RECURRING,
    REMOVE_RECURRING,
)
from agents.expenses.offline.expenses import expenses_in
from agents.expenses.offline.keywords import is_question
from agents.expenses.offline.kinds import moved_in
from agents.expenses.offline.mentions import is_told_whole
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_phrases
from agents.expenses.shown import MoneyKind
from domain.messages import CallRequest
from domain.money import amount_limit
from domain.understanding import Person
from language.amounts import find_amounts

_MAX_WORDS = 12
_DUE_DAY = re.compile(
    r"(?:\b(?:on|by|due|every|am|zum|jeden|pada|setiap)\s+)?(?:\bthe\s+)?\b(?P<day>[1-9]|[12]\d|3[01])"
    r"(?:(?:st|nd|rd|th)\b(?:\s+of\s+(?:the|each|every)\s+month)?|\.(?=\s|$)|\s?hb\b)",
    re.IGNORECASE,
)
"""As in "on the 5th", "am 5.", "5hb"."""
_EDGES = re.compile(r"^[\s,.;:!?&-]+|[\s,.;:!?&-]+$")


_words = partial(keyword_phrases, __package__)


def is_named(text: str) -> bool:
    """Whether it says that something comes again and again."""
    return any(_words(every.value).search(text) is not None for every in Every)


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for, where each word of it is of something that comes again and
    again, named as such. "adobe 23.99 monthly" may as well tell of a payment that was made.
    """
    text, every = scene.text, _every(scene.text)
    if every is None and _words("recurring").search(text) is None:
        return None
    counted = any(char.isdigit() for char in text)
    if every is not None and not counted and is_question(text) and not _named(every[1]):
        return call_of(LIST_RECURRING)  # "what do I pay every month?"
    call = command(text, scene.person, scene.today)
    if call is None:
        return None
    if call.name == KEEP_RECURRING.name:
        return call if any(_words(every.value).search(text) for every in Every) else None
    return call if _words("recurring").search(text) is not None else None


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """The call that what follows ``/recurring`` asks for; None for another word."""
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
        return None if name else call_of(LIST_RECURRING)
    return call_of(REMOVE_RECURRING, name=name) if name else None


COMMANDS = {"recurring": command}


def _list_meant(scene: Scene) -> CallRequest | None:
    """Returns a call that lists what recurs and says how it is changed. None beside an amount,
    which may have been spent.
    """
    if find_amounts(scene.text, scene.person):
        return None
    return call_of(LIST_RECURRING)


MEANT = dict.fromkeys(
    (LIST_RECURRING.name, KEEP_RECURRING.name, REMOVE_RECURRING.name), _list_meant
)


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


def _kept(text: str, every: Every, person: Person, today: date) -> CallRequest | None:
    rest = _EDGES.sub("", _words("recurring").sub(" ", text))
    ordered = _words("keep").match(rest)
    if ordered is not None:
        rest = _EDGES.sub("", rest[ordered.end() :])
    due = _DUE_DAY.search(rest) if every is Every.MONTH else None
    if due is not None:
        rest = _EDGES.sub("", f"{rest[: due.start()]} {rest[due.end() :]}")
    moved = moved_in(rest, person, today)
    income = moved is not None and moved.kind is MoneyKind.INCOME
    stated = (moved,) if moved is not None and income else expenses_in(rest, person, today)
    if len(stated) != 1 or stated[0].amount is None or len(find_amounts(rest, person)) > 1:
        return None
    told, amount = stated[0], stated[0].amount
    name, limit = told.merchant or told.item, amount_limit(told.currency or person.currency)
    if not 0 < amount <= limit or not name:
        return None
    if not income and not is_told_whole(rest, told, person, today):
        return None
    return call_of(
        KEEP_RECURRING,
        name=name,
        amount=str(amount),
        every=every.value,
        income=income or None,
        due_day=int(due["day"]) if due is not None else None,
        currency=told.currency,
    )


def _named(text: str) -> str:
    return _EDGES.sub("", " ".join(_words("filler").sub(" ", text).split()))
