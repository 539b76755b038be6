"""Words about debts: "who owes me", "ann owes me 20 for pizza", "ann paid back"."""

import re
from datetime import date
from functools import partial

from agents.expenses.features.debts.debt import DebtKind
from agents.expenses.features.debts.tools import (
    NOTE_DEBTS,
    SHOW_DEBTS,
    DebtEntries,
    DebtEntry,
)
from agents.expenses.offline.amounts import find_amounts
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.words import keyword_phrases
from domain.messages import CallRequest
from domain.money import amount_limit
from domain.understanding import Person

_MAX_WORDS = 10
_MAX_NAME_WORDS = 2
_EDGES = re.compile(r"^[\s,.;:!?&-]+|[\s,.;:!?&-]+$")

_words = partial(keyword_phrases, __package__)


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for. That an amount was paid back may be money that came in, and
    is left to others.
    """
    call = command(scene.text, scene.person, scene.today)
    paid = _words("paid_back").search(scene.text) is not None
    return None if paid or not scene.text.strip() else call


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """The call that what follows ``/debts`` asks for; None for other words."""
    del today
    plain = _EDGES.sub("", text)
    if not plain or _words("show").fullmatch(plain) is not None:
        return CallRequest(name=SHOW_DEBTS.name)
    if len(plain.split()) > _MAX_WORDS:
        return None
    return _noted(plain, person)


COMMANDS = {"debts": command}


def _noted(text: str, person: Person) -> CallRequest | None:
    """Of one name, which stands before the words that say who owes whom, or behind "I owe"."""
    amounts = find_amounts(text, person)
    for kind in (DebtKind.PAID_BACK, DebtKind.I_OWE, DebtKind.OWES_ME):
        found = _words(kind.value).search(text)
        if found is not None:
            break
    else:
        return None
    all_of_it = kind is DebtKind.PAID_BACK and not amounts
    if len(amounts) > 1 or (not amounts and not all_of_it):
        return None
    amount = amounts[0] if amounts else None
    if amount is not None and not 0 < (amount.value or 0) <= amount_limit(person.currency):
        return None
    end = amount.span.start if amount is not None else len(text)
    behind = text[found.end() : end] if kind is DebtKind.I_OWE else ""
    name = _EDGES.sub("", behind or text[: found.start()])
    between = "" if behind else text[found.end() : end].strip()
    rest = _EDGES.sub("", text[amount.span.end :]) if amount is not None else ""
    if not 0 < len(name.split()) <= _MAX_NAME_WORDS or any(c.isdigit() for c in name) or between:
        return None
    if rest and _words("behind").match(rest) is None:
        return None
    entry = DebtEntry(
        name=name,
        kind=kind,
        amount=amount.value if amount is not None else None,
        currency=amount.currency if amount is not None else None,
    )
    arguments = DebtEntries(entries=(entry,)).model_dump_json(exclude_none=True)
    return CallRequest(name=NOTE_DEBTS.name, arguments=arguments)
