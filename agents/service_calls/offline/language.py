"""Which of our languages a customer speaks: by small words that the others do not have."""

import re
from functools import cache

from agents.service_calls.offline.tables import HEARD, phrases
from language.day_names import WEEKDAYS_OF
from language.detection import languages

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_TELLING = 5
"""Words from which on it is told in which language they are."""
_CLEAR = 2
"""So many small words more than those of the language so far change it in the middle of a call."""


@cache
def _small(language: str) -> frozenset[str]:
    words = (word for phrase in phrases("small", language) for word in phrase.casefold().split())
    return frozenset((*words, *WEEKDAYS_OF[language]))


def written_in(text: str, known: str) -> str:
    """Also one that rules do not speak, ISO 639-1; the known one of few words."""
    return languages().of(text, known) if len(text.split()) >= _TELLING else known


def language_of(text: str, so_far: str, locale: str) -> str:
    """The call's language as long as nothing speaks clearly for another; at its beginning that of
    the words, else the person's own. One that we do not speak stays what it is.
    """
    words = _WORD.findall(text.casefold())
    counts = {each: sum(w in _small(each) for w in words) for each in HEARD}
    own = so_far or locale.partition("_")[0].partition("-")[0].lower() or "en"
    best = max(HEARD, key=lambda each: (counts[each], each == own))
    needed = _CLEAR if so_far else 1
    return best if counts[best] - counts.get(own, 0) >= needed else own
