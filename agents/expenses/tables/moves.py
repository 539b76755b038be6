"""Which payments of a statement only move the person's own money: the bill of a card of theirs, a
top-up, a pot or savings account, cash from a machine.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from agents.expenses.tables.bookings import is_brand
from agents.expenses.tables.columns import words
from agents.expenses.tables.days import is_month
from agents.expenses.tables.names import says_nothing
from agents.expenses.tables.vocabulary import WITHOUT_SPACES, plain

_TRANSFER_TO = re.compile(r"transfer\s*:\s*\w", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(?:to|from|til|fra|till|fran|an|von|naar|van|ke|dari)\s+(?:\S+\s+){0,3}?"
    r"(?:a/c|acct|acc|account|konto|rekening)\s*(?:no\.?|nr\.?|ending|#|-)?\s*[x*]*\d{2,}",
    re.IGNORECASE,
)
"""An account that has a number and no name: "TO A/C 6011"."""
_ACCOUNT_ALONE = re.compile(
    r"\b(?:to|from|an|von|til|fra|till|naar|van|ke|dari)\s+(?=[\d-]{9,}\s*$)\d+-\d+-\d+(?:-\d+)?\s*$",
    re.IGNORECASE,
)
"""One that only its parts of digits tell: "TRF TO 271-0-123456"."""
_GLUED = re.compile(r"(?<=[^\W\d_])(?=\d)")
"""Between a word and the number behind it: "NR00912"."""
_CODED = re.compile(r"\w*\d\w*|x+")
_SHORTEST, _LONG = 4, 14
"""Letters from which a word is found inside of others, run together by the bank."""


def moves_own_money(
    told: str, texts: Collection[str], other_side: Collection[str], *, came_in: bool | None
) -> bool:
    """Whether the kind or the texts of a row say so. A fee for it was spent all the same.

    ``told`` is the cell that names the kind of the payment, ``other_side`` who was paid or paid and
    what for: a card may be that, while one on the person's own side only paid.
    """
    said = _said((told, *texts))
    if _names(said, "fee"):
        return False
    unbranded = [text for text in (told, *texts) if not is_brand(text)]
    if takes_cash(unbranded) or (_names(said, "wallets") and _names(said, "loads")):
        return True
    if _names(said, "spent") or any(map(is_brand, other_side)):
        return False
    if plain(told) in words("moves", "kinds"):
        return True
    paid_here = came_in is not False and _names(said, "bill_paid")
    return (
        paid_here
        or _names(said, "own")
        or _names_run_together(said)
        or any(_NUMBERED.search(text) or _ACCOUNT_ALONE.search(text) for text in texts)
        or any(map(_is_own_card, other_side))
    )


def takes_cash(texts: Collection[str]) -> bool:
    """Whether a row's texts tell of cash from a machine."""
    return any(_names(_said(form), "cash") for form in (texts, [_GLUED.sub(" ", t) for t in texts]))


def _names_run_together(said: str) -> bool:
    glued = [word for word in said.split() if len(word) > _LONG]
    return any(part in word for word in glued for part in _long_words())


def _is_own_card(text: str) -> bool:
    """Whether a text names a credit card and beside it nothing but a bank, a month and how it was
    paid: "NATWEST CREDIT CARD", "ANZ Low Rate Visa", "Kreditkarte Rechnung August".
    """
    bare = [w for w in plain(text).split() if not (_CODED.fullmatch(w) or is_month(w))]
    said = f" {' '.join(bare)} "
    cards = sorted((c for c in words("moves", "cards") if f" {c} " in said), key=len, reverse=True)
    if not cards or not words("moves", "bought").isdisjoint(bare):
        return False
    is_credit = not words("moves", "credit_cards").isdisjoint(cards) or not words(
        "moves", "bills"
    ).isdisjoint(bare)
    for card in cards:
        said = said.replace(f" {card} ", " ")
    banks = [bank for bank in words("moves", "banks") if f" {bank} " in said]
    for bank in banks:
        said = said.replace(f" {bank} ", " ")
    rest = (
        word
        for word in said.split()
        if word not in words("moves", "beside_card") | words("moves", "bills")
    )
    return (is_credit or bool(banks)) and says_nothing(" ".join(rest))


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
    spaced, spaceless = _phrases(section)
    begun = (phrase for word in {*said.split()} for phrase in spaced.get(word, ()))
    first = any(f" {phrase} " in said for phrase in begun)
    apart = WITHOUT_SPACES.search(said) is not None
    return first or (apart and any(phrase in said for phrase in spaceless))


@cache
def _phrases(section: str) -> tuple[Mapping[str, Sequence[str]], Sequence[str]]:
    """Phrases by their first word, and those of languages without spaces between words."""
    spaced: dict[str, list[str]] = defaultdict(list)
    spaceless = []
    for phrase in words("moves", section):
        bare = _bare(plain(phrase))
        if WITHOUT_SPACES.match(phrase):
            spaceless.append(plain(phrase))
        elif len(bare) >= min(len(plain(phrase)), _SHORTEST):
            spaced[bare.split()[0]].append(bare)
    return spaced, spaceless


@cache
def _long_words() -> Sequence[str]:
    spaced, _ = _phrases("own")
    joined = {phrase.replace(" ", "") for phrases in spaced.values() for phrase in phrases}
    return [word for word in joined if len(word) >= _LONG]


def _said(texts: Iterable[str]) -> str:
    """All of it as words with a space around each, so that a phrase is found as whole words."""
    return f" {_bare(' '.join(map(plain, texts)))} "


def _bare(text: str) -> str:
    """Without articles and the like: "pago de la tarjeta" is "pago tarjeta"."""
    return " ".join(word for word in text.split() if word not in words("moves", "small"))
