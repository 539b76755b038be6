"""Some fields of an expense said without any cue: "cash", "from Kopitiam", "15.50"."""

import re
from datetime import date

from agents.expenses.details import Mention
from agents.expenses.offline.corrections import values_in
from agents.expenses.offline.cues import is_question, is_thanks
from agents.expenses.offline.lexicon import merchant_known
from agents.expenses.offline.tables import small_words
from agents.expenses.offline.words import words_of
from domain.understanding import Person

_MAX_WORDS = 16
_FROM = re.compile(r"(?:^|[\s,])(?:from|at|@|dari|kat|bei)\s", re.IGNORECASE)


def partial_in(text: str, person: Person, today: date) -> Mention | None:
    """Some fields and nothing else, said without any cue ("cash", "from Kopitiam", "15.50").

    A bare unknown word is none: only known or marked names count.
    """
    if is_question(text) or is_thanks(text) or len(text.split()) > _MAX_WORDS:
        return None
    values = values_in(text, person, today)
    if values is None:
        return None
    named = values.merchant
    if named and not (merchant_known(named) or _FROM.search(text) or _has_shop_word(named)):
        return None
    paid_by = values.payment_method is not None
    loose = [
        w
        for w in words_of(mention_rest(text, values))
        if w.text.casefold() not in small_words("filler")
    ]
    return (
        values if paid_by or not loose or _FROM.search(text) or values.amount is not None else None
    )


def mention_rest(text: str, values: Mention) -> str:
    """What is left of a text when the words of its fields are taken out."""
    rest = text.casefold()
    for part in (values.merchant, values.item, values.category):
        rest = rest.replace(part.casefold(), " ") if part else rest
    if (
        values.payment_method
        or values.occurred_on
        or values.currency
        or values.category
        or values.merchant
    ):
        return ""
    return rest


def _has_shop_word(name: str) -> bool:
    return any(word.text.casefold() in small_words("shop") for word in words_of(name))
