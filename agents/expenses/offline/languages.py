"""Notes in other languages, with their small words in English, so that the same rules read them.

Names, things, numbers and currencies stay as they were written. A text in none of the languages,
and a question, stays as it is.
"""

import re
from collections.abc import Mapping
from functools import cache

from agents.expenses.offline.tables import lists
from language.notation import locale_of
from language.patterns import phrase_pattern

LANGUAGES = ("es", "fr", "pt", "it", "nl", "id")

_FILE = "languages.toml"
_OTHER_SCRIPT = re.compile(r"[\u0400-\u04ff\u0900-\u097f\u3400-\u9fff]")
_AT_SHORTENED = re.compile(r"(?<!\w)(?:all|dall|nell)'(?=\w)", re.IGNORECASE)
_OF_SHORTENED = re.compile(
    r"(?<=[\d€] )d'(?=\w)|(?<=euros )d'(?=\w)|(?<!\w)l'(?=\w)", re.IGNORECASE
)
_OF = re.compile(
    r"(?<=\d )(?P<unit>euros?|reais|€)?\s*(?:de|di|em|d')\s+(?=[^\W\d])", re.IGNORECASE
)
"""As in "60 de gasolina": what was paid for."""

_AT_IN_PORTUGUESE = re.compile(r"(?<=[^\W_] )no(?= [^\W\d])", re.IGNORECASE)
_NOT_OLD = re.compile(
    r"(?<=[\w€])\s*,\s*(?:no|(?:et )?pas|não|non|niet|bukan)\s+(?=\d)", re.IGNORECASE
)
"""As in "eran 14, no 41"."""

_POLITE = re.compile(
    r"[\s,]+(?:por favor|s'il (?:te|vous) plaît|stp|svp|per favore|alsjeblieft|alstublieft|tolong|"
    r"merci|gracias|grazie|obrigad[oa]|dank je|bedankt|makasih|пожалуйста|спасибо)$"
)
_DECLINED = re.compile(r"^(?:no|nada|non|não|nee|nggak|нет)\s*,\s*")
_TRAILING = re.compile(r"\s+(?:deh|dong|sih|kok|aja|hoor|hein|né|eh|da)$", re.IGNORECASE)
_NO = re.compile(r"^(?:non|não|nee|neen)\s*,\s*", re.IGNORECASE)
"""Followed by what is right; without the comma it may be a part of a name."""


_LEADING = re.compile(
    r"^(?:(?:so|jadi|entonces|pues|donc|alors|dus)(?:\s+then)?)[\s,]+(?=[^\W\d]+\s+\S)",
    re.IGNORECASE,
)
"""What joins a message to the one before, and says nothing else."""


def written_out(text: str) -> str:
    """A text with what is shortened in chats as whole words ("brp" for "berapa"), and without the
    word that joins it to what was said before.
    """
    table = _spoken("shorthand")
    whole = _bounded("shorthand").sub(lambda found: table[found.group().casefold()], text)
    return _LEADING.sub("", whole)


def in_english(text: str, locale: str) -> str:
    """A cleaned text with the small words of its language in English."""
    if "?" in text:
        return text
    whole = _whole_message(text)
    if whole is not None:
        return whole
    if _OTHER_SCRIPT.search(text):
        return _replaced(text, "scripts", bounded=False)
    text = _NO.sub("no, ", text)
    language = _language_of(text, locale_of(locale).language)
    if language is None or _came_in().search(text):
        return text
    if language == "pt":
        text = _AT_IN_PORTUGUESE.sub("at", text)
    text = _NOT_OLD.sub(", not ", text)
    plain = _OF.sub(lambda of: f"{of['unit'] or ''} for ", text)
    plain = _OF_SHORTENED.sub("", _AT_SHORTENED.sub("at ", plain))
    return _replaced(plain, language, bounded=True)


def _whole_message(text: str) -> str | None:
    """A reaction in English, whether or not it is polite or has a "no" in front of it."""
    said = " ".join(re.sub(r"[.!。]", " ", text).casefold().split())
    plain = _POLITE.sub("", said)
    tries = (said, plain, _TRAILING.sub("", plain), _DECLINED.sub("", plain))
    return next((_whole()[key] for key in map(_key, tries) if key in _whole()), None)


def _key(said: str) -> str:
    return " ".join(re.sub("[,,]", " ", said).split())


def is_talk_abroad(text: str) -> bool:
    """Whether a text has a word of another language with which nobody notes an expense."""
    if _talk().search(text):
        return True
    if not _OTHER_SCRIPT.search(text):
        return False
    words = lists(_FILE, "talk")["words"]
    said = set(re.findall(r"[^\W\d_]+", text))
    return any(word in said or (word > "\u3400" and word in text) for word in words)


def is_of_another_script(text: str) -> bool:
    return _OTHER_SCRIPT.search(text) is not None


@cache
def _talk() -> re.Pattern[str]:
    return phrase_pattern(lists(_FILE, "talk")["phrases"])


@cache
def _whole() -> Mapping[str, str]:
    table = lists(_FILE, "whole")
    return {said.casefold(): english for english, spoken in table.items() for said in spoken}


@cache
def _came_in() -> re.Pattern[str]:
    """Words of income, which is read in the words of its own language."""
    verbs = lists("kinds.toml", "verbs")
    return phrase_pattern([*verbs["received"], *verbs["returned"]])


@cache
def _markers(language: str) -> re.Pattern[str]:
    return phrase_pattern(lists(_FILE, "markers")[language])


def _language_of(text: str, own: str) -> str | None:
    """The language with most markers; of as many, the person's own."""
    found = {language: len(_markers(language).findall(text)) for language in LANGUAGES}
    best = max(LANGUAGES, key=lambda language: (found[language], language == own))
    if found[best]:
        return best
    return own if own in LANGUAGES else None


def _replaced(text: str, section: str, *, bounded: bool) -> str:
    table = _spoken(section)
    pattern = _bounded(section) if bounded else _anywhere(section)
    replaced = pattern.sub(
        lambda found: f" {table[' '.join(found.group().casefold().split())]} ", text
    )
    return re.sub(r"\s+(?=[,.;])|(?<=,)\s*,", "", " ".join(replaced.split()))


@cache
def _spoken(section: str) -> Mapping[str, str]:
    table = lists(_FILE, section)
    return {said.casefold(): english for english, spoken in table.items() for said in spoken}


@cache
def _bounded(section: str) -> re.Pattern[str]:
    """But for the letters of a currency: "12 $AU"."""
    plain = phrase_pattern(_spoken(section))
    return re.compile(rf"(?<!\$)(?:{plain.pattern})", plain.flags)


@cache
def _anywhere(section: str) -> re.Pattern[str]:
    """Chinese is written without spaces; letters of the others stand in words."""
    longest = sorted(_spoken(section), key=len, reverse=True)
    body = "|".join(
        re.escape(said) if said > "\u3400" else rf"(?<!\w){re.escape(said)}(?!\w)"
        for said in longest
    )
    return re.compile(body, re.IGNORECASE)
