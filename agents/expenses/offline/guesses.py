"""Expenses to propose from texts that rules do not understand; none of them is saved unasked.

A text with an amount is taken apart into its fields, whatever else it says. Of a bill that was
shared, or paid with a larger note, the person's own part is worked out.
"""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from agents.expenses.details import Mention
from agents.expenses.offline.expenses import (
    MAX_LENGTH,
    adds_up,
    is_markup,
    mentions_of,
    without_request,
)
from agents.expenses.offline.judged import odds_of
from agents.expenses.offline.keywords import (
    is_injection,
    is_of_another,
    is_planned,
    is_question,
    points_into_a_list,
)
from agents.expenses.offline.languages import is_of_another_script
from agents.expenses.offline.lexicon import find_item
from agents.expenses.offline.mentions import Facts, facts_of, mention_in
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.shown import MoneyKind
from agents.expenses.tools import RECORD_EXPENSE
from domain.money import rounded
from domain.understanding import Person
from language.amounts import Amount, price_among
from language.currencies import SIGN, UNIT
from language.meant import meant_by
from language.numbers import counting_words
from language.words import Span

_ODDS_ALONE = -10
"""From here on a number needs no word or sign of money beside it."""

_HOPELESS = -120
"""In logarithmic odds: below it hardly any text with an amount is of money that moved."""

_CAME_IN, _MOVED, _HALF, _SHARED, _PAID_WITH, _OWN_SHARE, _PAYERS = (
    pattern("guesses", name)
    for name in (
        "came_in", "moved", "half", "shared", "paid_with", "own_share", "payers",
    )
)  # fmt: skip
_BACKWARDS = pattern("guesses", "backwards").pattern
_AMOUNT = rf"(?:{SIGN}\s?)?\d+(?:[.,]\d{{1,2}})?\s*{UNIT}?"
_GIVEN_BACK = re.compile(
    rf"(?<!\w)(?:(?:{_BACKWARDS})[\s:,]*(?P<behind>{_AMOUNT})|(?P<before>{_AMOUNT})\s*(?:{_BACKWARDS}))"
    r"(?!\w)",
    re.IGNORECASE,
)
"""Change: "18.40 back", "rendu 3,70"."""

_NOTES = frozenset(map(Decimal, (5, 10, 20, 50, 100, 200, 500)))
_FRACTIONS = {"quarter": 4, "third": 3}
NOTES_MONEY = frozenset([RECORD_EXPENSE.name, "income", "refund", "transfer", "shared"])
"""Labels of ``language/meant.py`` for messages that tell of money to be saved."""
_COUNTING = counting_words()
_MOST_PAYERS = 30


def guess_in(text: str, person: Person, today: date) -> tuple[Mention, ...]:
    """Returns what a prepared text may note; nothing for a question, a plan, or without amounts."""
    stated = without_request(text)
    if not stated or len(stated) > MAX_LENGTH or is_markup(stated) or adds_up(stated):
        return ()
    if is_question(stated) or is_injection(stated) or is_of_another_script(stated):
        return ()
    facts = facts_of(stated, person, today)
    amounts = _positive(facts)
    noted = meant_by(stated).is_for(*NOTES_MONEY) or is_priced(stated, facts)
    if (
        not amounts
        or not noted
        or is_planned(stated)
        or is_of_another(stated)
        or points_into_a_list(stated)
    ):
        return ()
    own = _own_part(stated, amounts, person)
    if own is not None:
        return (own_mention(stated, own, amounts, person, today),)
    told = list(mentions_of(stated, facts, person, today))
    if not all(m.amount is not None and (m.merchant or m.item) for m in told):
        told = [mention_in(stated, person, today)]
    kind = kind_in(stated)
    if any(m.amount is None and not m.ambiguous_amounts for m in told):
        return ()
    return tuple(m.model_copy(update={"kind": kind}) for m in told)


def is_priced(text: str, facts: Facts) -> bool:
    """Whether a number in it is written as money, or beside what is bought or earned."""
    odds, amounts = odds_of(text, facts), _positive(facts)
    as_money = any(a.currency is not None or a.value is None or a.value % 1 for a in amounts)
    words = {word.text.casefold() for word in facts.words}
    bought = facts.merchants or find_item(facts.words) is not None
    moves = _CAME_IN.search(text) or _MOVED.search(text) or words & small_words("spending")
    return odds >= _ODDS_ALONE or (odds >= _HOPELESS and bool(as_money or bought or moves))


def _positive(facts: Facts) -> list[Amount]:
    return [amount for amount in facts.amounts if amount.value is None or amount.value > 0]


def kind_in(text: str) -> MoneyKind | None:
    """Income or a transfer, where a word says so or the text is judged to be one; None for an
    expense.
    """
    meant = meant_by(text)
    if _MOVED.search(text) or meant.is_for("transfer"):
        return MoneyKind.TRANSFER
    came_in = _CAME_IN.search(text) or meant.is_for("income", "refund")
    return MoneyKind.INCOME if came_in else None


def own_part_in(text: str, person: Person, today: date) -> Mention | None:
    """The person's own part of a bill that was shared, or of which change was given back."""
    if not any(words.search(text) for words in (_GIVEN_BACK, _SHARED, _HALF, _OWN_SHARE)):
        return None  # most texts: they are not taken apart for it
    facts = facts_of(text, person, today)
    amounts = [a for a in facts.amounts if a.value is not None and a.value > 0]
    own = _own_part(text, amounts, person) if amounts else None
    return None if own is None else own_mention(text, own, amounts, person, today)


def _own_part(text: str, amounts: Sequence[Amount], person: Person) -> Decimal | None:
    payers = _payers_in(text)
    price = price_among([amount for amount in amounts if amount.value != payers] or amounts)
    if price is None or price.value is None:
        return None
    whole, currency = price.value, price.currency or person.currency
    returned = _GIVEN_BACK.search(text)
    if returned is not None and len(amounts) > 1:
        change = _amount_in(returned.span(), amounts)
        given = max(a.value for a in amounts if a.value is not None)
        by_note = given in _NOTES or _PAID_WITH.search(text) is not None
        if change is not None and change < given and by_note:
            return given - change
    if 1 < payers <= _MOST_PAYERS and whole > payers:
        return rounded(whole / payers, currency)
    return rounded(whole / 2, currency) if _HALF.search(text) else None


def _payers_in(text: str) -> int:
    """How many shared a bill of which the person paid their part; 0 where it was not shared."""
    shared = _SHARED.search(text)
    own = _OWN_SHARE.search(text)
    of_whole = own is not None and own["whole"] is not None
    if shared is None and of_whole:
        shared = _PAYERS.search(text)
    written = next((v for v in shared.groupdict().values() if v), "") if shared else ""
    if written:
        return _FRACTIONS.get(written.casefold()) or _people(written)
    return _people(text) if of_whole else 0


def _people(text: str) -> int:
    """The only small number of people that is said in words or digits: "kami bertiga", "zu viert",
    "we were four"; else 0.
    """
    counts = set()
    for word in re.findall(r"\w+", text.casefold()):
        stem = word.removeprefix("ber")
        forms = (stem, stem.removesuffix("t"), stem.removesuffix("en"), stem.removesuffix("ën"))
        found = (int(form) if form.isdigit() else _COUNTING.get(form, 0) for form in forms)
        counts.add(next((n for n in found if 1 < n <= _MOST_PAYERS), 0))
    counts.discard(0)
    return counts.pop() if len(counts) == 1 else 0


def _amount_in(span: tuple[int, int], amounts: Sequence[Amount]) -> Decimal | None:
    inside = (a.value for a in amounts if Span(*span).overlaps(a.span))
    return next(inside, None)


def own_mention(
    text: str, own: Decimal, amounts: Sequence[Amount], person: Person, today: date
) -> Mention:
    """What was shared, with the person's own part as its amount."""
    for words in (_SHARED, _HALF, _OWN_SHARE, _PAYERS, _GIVEN_BACK):
        text = words.sub(" ", text)
    told = mention_in(text, person, today)
    currency = amounts[0].currency
    return told.model_copy(
        update={"amount": own, "currency": currency, "ambiguous_amounts": (), "kind": None}
    )
