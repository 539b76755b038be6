"""One spelling for what is indexed and for what is asked.

Whatever can be written in several ways without meaning something else (case, accents, hyphens,
units, British and American) is written in one way before PostgreSQL makes words and stems of it.
Only letters, digits and spaces are left, so that its parser finds no file names, hosts or signs.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import cast

from language.word_lists import table_of

MOST_CHARACTERS = 20_000
"""Of one text; what stands behind is not searched. A tsvector holds a megabyte at most."""

_SPELLINGS = cast(
    "Mapping[str, Mapping[str, str]]", table_of("agents.procurement.store", "spellings.toml")
)
UNIT_OF = {name: unit for unit, names in _SPELLINGS["units"].items() for name in names.split()}
_MEASURE = re.compile(
    r"(?<![a-z0-9])(\d+(?:d\d+)?) ?("
    + "|".join(sorted(UNIT_OF, key=len, reverse=True))
    + r")(?![a-z0-9])"
)

_POSSESSIVE = re.compile(r"(?<=\w)['’`]s\b")
_APOSTROPHE = re.compile(r"(?<=\w)['’`](?=\w)")
_INCHES = re.compile(r"(?<=\d) ?(?:\"|”|″|'')")
_FEET = re.compile(r"(?<=\d) ?(?:'|′)(?!\w)")
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+)(?![\d,])")
_DECIMAL = re.compile(r"(?<=\d)[.,](?=\d)")
_TIMES = re.compile(r"(?<=\d)(?P<unit> *[a-z]{1,2})? *[x×*] *(?=\d)")
_LAST_ZEROS = re.compile(r"(?<=\d)d(\d*?)0+(?!\d)")
_OTHER = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """Case and accents off; compatible forms made one."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def spelled(text: str, *, english: bool = True) -> str:
    """The words of a text in one spelling, with a space between them.

    A number and its unit are one word (``10mm``), a decimal point becomes a ``d`` (``0d7mm``).
    ``english`` also makes one of irregular plurals and of British and American words.
    """
    line = folded(text[:MOST_CHARACTERS])
    line = _POSSESSIVE.sub("", _INCHES.sub(" in ", line))
    line = _APOSTROPHE.sub("", _FEET.sub(" ft ", line))
    line = _THOUSANDS.sub(lambda found: found[1].replace(",", ""), line)
    line = _TIMES.sub(lambda found: f"{found['unit'] or ''} ", line)
    line = _LAST_ZEROS.sub(lambda found: found[1] and f"d{found[1]}", _DECIMAL.sub("d", line))
    line = _OTHER.sub(" ", line).strip()
    line = _MEASURE.sub(lambda found: f"{found[1]}{UNIT_OF[found[2]]}", line)
    if not english:
        return line
    for name in ("irregular", "british"):
        line = " ".join(_SPELLINGS[name].get(word, word) for word in line.split())
    return line


_OWN_NUMBER = re.compile(
    r"(?<![a-z0-9])(\d+(?:d\d+)?)(?:mm|cm|m|in|ft|g|kg|oz|lb|ml|l|w|v|gb|tb)\b"
)


def indexed(text: str, *, english: bool = True) -> str:
    """As ``spelled``, for what is found: a measure is found by its bare number as well."""
    line = spelled(text, english=english)
    return _OWN_NUMBER.sub(lambda found: f"{found[0]} {found[1]}", line)
