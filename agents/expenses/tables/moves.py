"""Which payments of a statement only move the person's own money: the bill of a card of theirs, a
top-up, a pot or savings account, cash from a machine.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache

from agents.expenses.tables.columns import WITHOUT_SPACES, plain, words

_TRANSFER_TO = re.compile(r"transfer\s*:\s*\w", re.IGNORECASE)


def moves_own_money(told: str, texts: Collection[str], *, came_in: bool | None) -> bool:
    """Whether the kind or the texts of a row say so. A fee for it was spent all the same.

    ``told`` is the cell that names the kind of the payment.
    """
    said = _said((told, *texts))
    if _names(said, "fee") or _names(said, "spent"):
        return False
    if plain(told) in words("moves", "kinds"):
        return True
    paid_here = came_in is not False and _names(said, "bill_paid")
    return paid_here or _names(said, "own") or _names(said, "cash")


def takes_cash(texts: Collection[str]) -> bool:
    """Whether a row's texts tell of cash from a machine."""
    return _names(_said(texts), "cash")


def pays_card_bill(texts: Collection[str]) -> bool:
    """Whether a row of a card's statement is the payment of the statement before it."""
    return _names(_said(texts), "bill_paid")


def names_own_account(text: str, accounts: Collection[str]) -> bool:
    """Whether a text says that money went to or from one of the person's accounts, in plain
    letters: "To 'Card'", "Von Hauptkonto nach Urlaub", "Transfer : Savings".
    """
    if _TRANSFER_TO.match(text):
        return True
    first, _, rest = plain(text).partition(" ")
    if first not in words("moves", "directions"):
        return False
    ends = [f" {direction} " for direction in words("moves", "directions")]
    return any(
        rest == name or any(rest.startswith(name + end) for end in ends) for name in accounts
    )


def _names(said: str, section: str) -> bool:
    return any(phrase in said for phrase in _phrases(section))


@cache
def _phrases(section: str) -> tuple[str, ...]:
    return tuple(
        plain(phrase) if WITHOUT_SPACES.match(phrase) else f" {_bare(phrase)} "
        for phrase in words("moves", section)
    )


def _said(texts: Iterable[str]) -> str:
    """All of it as words with a space around each, so that a phrase is found as whole words."""
    return f" {_bare(' '.join(map(plain, texts)))} "


def _bare(text: str) -> str:
    """Without articles and the like: "pago de la tarjeta" is "pago tarjeta"."""
    return " ".join(word for word in text.split() if word not in words("moves", "small"))
