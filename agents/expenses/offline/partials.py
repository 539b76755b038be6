"""Some fields of an expense said without any cue: "cash", "from Kopitiam", "15.50"."""

import re
from datetime import date

from agents.expenses.details import Mention
from agents.expenses.offline.corrections import values_in
from agents.expenses.offline.keywords import is_question, is_thanks
from agents.expenses.offline.lexicon import merchant_known
from agents.expenses.offline.tables import small_words
from domain.understanding import Person
from language.past_days import find_dates
from language.words import words_of

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
    if any(dated.day is None for dated in find_dates(text, person, today)):
        return None  # "my flight is at 6:45": an hour is of a plan, not of an expense.
    named = values.merchant
    if named and not (merchant_known(named) or _FROM.search(text) or _has_shop_word(named)):
        return None
    return values


def _has_shop_word(name: str) -> bool:
    return any(word.text.casefold() in small_words("shop") for word in words_of(name))
