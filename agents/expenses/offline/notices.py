"""What banks and wallets write, forwarded: a payment that was made, or anything else but one.

A notice is no note of the person's own: it speaks to them ("your card"), names an account by its
last digits, or says what happened in the words of a bank ("Kartenzahlung", "txn of"). Only one that
tells of a payment, and of nothing that undoes it, is an expense; what came in from somebody is
income, and the person's own money at another place a transfer.
"""

import re
from collections.abc import Sequence
from datetime import date

from agents.expenses.details import Mention
from agents.expenses.offline.keywords import is_injection, is_question, keys_of
from agents.expenses.offline.kinds import named_income
from agents.expenses.offline.lexicon import merchant_known
from agents.expenses.offline.mentions import Facts, facts_of, mention_in
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.shown import MoneyKind
from agents.expenses.tools import BankNotice
from domain.understanding import Person
from language.amounts import Amount

MAX_LENGTH = 400
"""Characters. Longer texts are statements or letters, not the notice of one payment."""

_MAX_PAYEE_WORDS = 5
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE_ENDS = re.compile(r"(?<=[^\W\d][.!])\s")
_BETWEEN = re.compile(r"\s*[-,:|]\s*")
"""What stands between a price and the payee behind it."""

_ACCOUNT, _ADDRESSED, _BANKS_OWN, _PAID, _PAYEE, _PAYEE_ENDS, _STANDING = (
    pattern("notices", name)
    for name in (
        "account", "addressed", "banks_own", "paid", "payee", "payee_ends", "standing",
    )
)  # fmt: skip
_HAPPENED = pattern("notices", "happened")
_PAYER, _NOT_YET = pattern("notices", "payer"), pattern("notices", "not_yet")
_CODE = pattern("notices", "code")
_NO_PAYMENT = tuple(
    (notice, pattern("notices", name))
    for notice, name in (
        (BankNotice.DECLINED, "declined"),
        (BankNotice.MONEY_IN, "money_in"),
        (BankNotice.DUE, "due"),
        (BankNotice.MOVED, "moved"),
    )
)
"""What a notice tells instead of a payment, whatever else stands in it, the strongest first."""

_OFFER, _MOVED = pattern("notices", "offer"), pattern("notices", "moved")
_BALANCE = pattern("notices", "balance")


def notice_in(text: str, person: Person, today: date) -> Mention | BankNotice | None:
    """The payment, the income or the transfer that a prepared text gives notice of, or what it
    tells instead; None for what is no notice. An amount of a payment that is not the only one stays
    open: it is asked for.
    """
    letter = len(text) > MAX_LENGTH or _PARAGRAPH.search(text) is not None
    if letter or small_words("first_person") & set(keys_of(text)):
        return None
    if _CODE.search(text):
        return BankNotice.CODE
    asks = is_question(_SENTENCE_ENDS.split(text)[0])
    if asks or is_injection(text) or not _is_a_banks(text):
        return None
    facts = facts_of(text, person, today)
    amounts = [amount for amount in facts.amounts if amount.currency is not None]
    if not amounts:
        return None
    told = _instead(text)
    if told is None and _PAID.search(text):
        return _payment(facts, amounts, person, today)
    moved = _moved(told, facts, amounts, person, today)
    return moved or told or (BankNotice.BALANCE if _BALANCE.search(text) else None)


def _instead(text: str) -> BankNotice | None:
    """What a notice with an amount tells instead of a payment."""
    offers = _OFFER.search(text) is not None and not _HAPPENED.search(text)
    told = next((notice for notice, words in _NO_PAYMENT if words.search(text)), None)
    return told or (BankNotice.OFFER if offers else None)


def _is_a_banks(text: str) -> bool:
    return any(words.search(text) for words in (_ACCOUNT, _ADDRESSED, _BANKS_OWN))


def _payment(facts: Facts, amounts: Sequence[Amount], person: Person, today: date) -> Mention:
    text = facts.text
    paid = [amount for amount in amounts if not _STANDING.search(text, 0, amount.span.start)]
    prices = {(amount.value, amount.currency, amount.readings) for amount in paid}
    value, currency, readings = prices.pop() if len(prices) == 1 else (None, None, ())
    method, payee = find_method(text), _payee(text, paid)
    return Mention(
        merchant=payee,
        item=mention_in(text, person, today).item if payee is None else None,
        # What leaves an account may be written below zero.
        amount=abs(value) if value is not None else None,
        currency=currency,
        ambiguous_amounts=readings if value is None else (),
        occurred_on=next((d.day for d in facts.dates if d.day is not None), None),
        payment_method=method.name if method else None,
    )


def _moved(
    told: BankNotice | None, facts: Facts, amounts: Sequence[Amount], person: Person, today: date
) -> Mention | None:
    """Money that came in from somebody or as something that is named, or the person's own money at
    another place; None where that, or how much it was, is not told.
    """
    if told not in {BankNotice.MONEY_IN, BankNotice.MOVED} or _NOT_YET.search(facts.text):
        return None
    moved = _payment(facts, amounts, person, today)
    if moved.amount is None:
        return None
    if told is BankNotice.MOVED:
        words = _MOVED.search(facts.text)
        update = {"kind": MoneyKind.TRANSFER, "merchant": None, "item": words and words.group()}
        return moved.model_copy(update=update)
    starts = (match.end() for match in _PAYER.finditer(facts.text))
    payer = next(filter(None, (_name_at(facts.text, start) for start in starts)), None)
    named = named_income(facts.text)
    came_in = {"kind": MoneyKind.INCOME, "merchant": payer, "item": named, "payment_method": None}
    return moved.model_copy(update=came_in) if payer or named else None


def _payee(text: str, paid: Sequence[Amount]) -> str | None:
    """Who was paid: the words behind "at", "to" and the like; behind the price where it has none
    of them.
    """
    starts = [match.end() for match in _PAYEE.finditer(text)]
    for amount in paid[:1]:
        behind = _BETWEEN.match(text, amount.span.end)
        starts.append(behind.end() if behind else amount.span.end)
    names = (_name_at(text, start) for start in starts)
    return next((name for name in names if name is not None), None)


def _name_at(text: str, start: int) -> str | None:
    end = _PAYEE_ENDS.search(text, start)
    words = text[start : end.start() if end else len(text)].strip(" .,;:-*").split()
    if not 0 < len(words) <= _MAX_PAYEE_WORDS or not any(c.isalpha() for c in words[0]):
        return None
    name = " ".join(words)
    if _ACCOUNT.search(name) or _ADDRESSED.search(name) or name[0].islower():
        return None
    known = merchant_known(name)
    return known.name if known is not None else re.sub(r"\s*\*\s*", " ", name)
