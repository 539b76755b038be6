"""Words about debts: "who owes me", "ann owes me 20 for pizza", "ann paid back"."""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from agents.expenses.calls import call_of
from agents.expenses.details import Mention
from agents.expenses.features.debts.debt import DebtKind
from agents.expenses.features.debts.tools import MAX_PURPOSE, NOTE_DEBTS, SHOW_DEBTS, DebtEntry
from agents.expenses.offline.keywords import is_question
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_phrases
from domain.messages import CallRequest
from domain.money import amount_limit, rounded
from domain.understanding import Person
from language.amounts import find_amounts

_MAX_WORDS = 10
_MAX_NAME_WORDS = 2
_EDGES = re.compile(r"^[\s,.;:!?¿¡&-]+|[\s,.;:!?&-]+$")

_TO = re.compile(
    r"^(?:(?:[Aa]nd|[Uu]nd|oh|also|dan|y|et|en|ook|auch)\s+)?"
    r"(?:(?i:to|an|kepada|dengan|a|à|for|aan)\s+)?"
)
"""In front of a name: what joins it to the words before, and "to" whom something is owed. With a
capital "Dan" is a name.
"""

_PARTS = re.compile(r"[,;.]\s+|\s+(?:and|und|dan|y|et|en)\s+", re.IGNORECASE)

_words = partial(keyword_phrases, __package__)


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for. That an amount was paid back may be money that came in, and
    is left to others.
    """
    call = command(scene.text, scene.person, scene.today)
    paid = _words("paid_back").search(scene.text) is not None
    return None if paid or not scene.text.strip() else call


class OwedOfBill(NamedTuple):
    """A bill that the person paid, how much of it somebody owes, and the call that notes that."""

    bill: Mention
    owed: Decimal
    call: CallRequest


def owed_of_bill(
    text: str, person: Person, bill_of: Callable[[str], Mention | None]
) -> OwedOfBill | None:
    """As in "paid 60 for pizza, Ann owes me 20" or "… owes me half". ``bill_of`` reads the one
    expense with an amount that words tell of.
    """
    found = _words(DebtKind.OWES_ME.value).search(text)
    if found is None or _words("several").search(text) is not None:
        return None
    parted = list(_PARTS.finditer(text, 0, found.start()))
    bill = bill_of(text[: parted[-1].start()]) if parted else None
    if bill is None or bill.amount is None or bill.currency not in {None, person.currency}:
        return None
    debt = _EDGES.sub("", text[parted[-1].end() :])
    half = _words("half").search(debt)
    if half is not None:
        debt = f"{debt[: half.start()]} {rounded(bill.amount / 2, person.currency)}"
    call, amounts = _noted(debt, person), find_amounts(debt, person)
    if call is None or amounts[0].currency not in {None, person.currency}:
        return None
    owed = amounts[0].value
    if owed is None or not 0 < owed < bill.amount:
        return None
    return OwedOfBill(bill=bill, owed=owed, call=call)


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """The call that what follows ``/debts`` asks for; None for other words."""
    del today
    plain = _EDGES.sub("", text)
    if not plain or _words("show").fullmatch(plain) is not None:
        return call_of(SHOW_DEBTS)
    if len(plain.split()) > _MAX_WORDS:
        return None
    if (
        is_question(text)
        and not any(char.isdigit() for char in text)
        and _words("owing").search(plain)
    ):
        return call_of(SHOW_DEBTS)
    return _noted(plain, person)


COMMANDS = {"debts": command}


def _is_asked_otherwise(scene: Scene) -> bool:
    return _words("show").fullmatch(_EDGES.sub("", scene.text)) is None


DOUBTS = {SHOW_DEBTS.name: _is_asked_otherwise}


def _show_meant(_: Scene) -> CallRequest:
    return call_of(SHOW_DEBTS)


def _note_meant(scene: Scene) -> CallRequest | None:
    """Returns a call that shows the debts and says how one is told. None beside an amount, which
    may have been spent.
    """
    return None if find_amounts(scene.text, scene.person) else _show_meant(scene)


MEANT = {SHOW_DEBTS.name: _show_meant, NOTE_DEBTS.name: _note_meant}


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
    before, between = text[: found.start()], text[found.end() : end]
    rest = _EDGES.sub("", text[amount.span.end :]) if amount is not None else ""
    if kind is DebtKind.I_OWE:
        before, between = (between, before) if between.strip() else (rest, before)
        rest = "" if before == rest else rest
    name = _EDGES.sub("", _TO.sub("", before.strip()))
    purpose = _words("behind").match(rest)
    told_more = between.strip() or (rest and purpose is None)
    if told_more or is_question(text) or not _is_name(name):
        return None
    entry = DebtEntry(
        name=name,
        kind=kind,
        amount=amount.value if amount is not None else None,
        currency=amount.currency if amount is not None else None,
        purpose=rest[purpose.end() :].strip()[:MAX_PURPOSE] or None if purpose else None,
    )
    return call_of(NOTE_DEBTS, entries=[entry.model_dump(mode="json", exclude_none=True)])


def _is_name(name: str) -> bool:
    """Whether it is what one person is called; "nobody" and "Ann doesn't" are none."""
    short = 0 < len(name.split()) <= _MAX_NAME_WORDS
    plain = not any(c.isdigit() or c == "," for c in name)
    return short and plain and _words("no_name").search(name) is None
