"""The words of receipts by what they mean, in the languages that receipts are printed in.

The words are data (``data/words.toml``) and folded (see ``folded``). Phrases come first and are
replaced by words of the table; scripts without spaces are found inside longer runs, too.
"""

import re
import unicodedata
from collections.abc import Iterable

from agents.expenses.reader.receipt_lists import lists

_ACCENTS = re.compile("[\u0300-\u036f]")
_PLAIN = str.maketrans("łøđıðþ", "lodidt")
_LOOKALIKES = str.maketrans("αβεζηικμνορτυχς", "abezhikmnoptyxσ")
"""Greek capitals that recognition takes for Latin ones, as both are written after folding."""


def folded(text: str) -> str:
    """Lower case, full-width letters made narrow, accents of Latin, Greek and Cyrillic dropped."""
    narrow = unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN)
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", narrow))
    whole = unicodedata.normalize("NFC", bare).translate(_LOOKALIKES)
    return whole.replace("æ", "ae").replace("œ", "oe")


def words_of(listed: Iterable[str]) -> frozenset[str]:
    """The words of a table, folded."""
    return frozenset(map(folded, listed))


WORDS = {meaning: words_of(listed) for meaning, listed in lists("words")["meanings"].items()}
"""A word may have several meanings: "payment" says what is due and what was handed over."""

ALONE = {word: label for label, listed in lists("words")["alone"].items() for word in listed}
"""Words that mean something else inside a name or sentence: a label only at the start of a row that
says little more."""

_COUNTED = re.compile(
    r"\(?\b\d{1,3}\s*(?:varer|vare|varor|articles?|articulos|artikel|art\.|items?|pcs|stk|szt)\b\)?"
    r"|\(?\d{1,3}\s*(?:点|點|件|個|个|品|개|건|ชิ้น|รายการ)\)?"
)
"""How many things were bought, said in passing: "Sum 3 varer 118,00"."""


def _phrases(script: str) -> list[tuple[str, str]]:
    """Returns patterns and the words that take their place, with spaces around them."""
    pairs = (phrase.split(" => ") for phrase in lists("words")["phrases"][script])
    return [(pattern, f" {words} ") for pattern, words in pairs]


_PACKED = [(re.compile(pattern), words) for pattern, words in _phrases("packed")]
_LATIN = [
    (re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), words) for pattern, words in _phrases("latin")
]
_ANY_LATIN = re.compile("|".join(f"(?:{pattern})" for pattern, _ in _phrases("latin")))


def plain_words(text: str) -> str:
    """Folded text with its phrases, in any language, replaced by words of the table."""
    plain = folded(text)
    if not plain.isascii():
        for phrase, words in _PACKED:
            plain = phrase.sub(words, plain)
    if _ANY_LATIN.search(plain):
        for phrase, words in _LATIN:
            plain = phrase.sub(words, plain)
    return plain


def without_counts(plain: str) -> str:
    """Folded text without "3 items" beside a total."""
    return _COUNTED.sub(" ", plain)
