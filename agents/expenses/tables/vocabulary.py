"""Words of banks in many languages, a row each in ``data/words.csv``: word, language, meaning."""

import csv
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

WITHOUT_SPACES = re.compile(r"[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7a3]")
"""Of a language that writes words without spaces between them."""
_WITHOUT_ACCENTS = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "ı": "i"})
"""What Unicode does not take apart."""

_SPELLED_OUT = frozenset(["de", "da", "no", "sv"])
_IN_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
"""As banks of these languages write letters that their systems lack."""
_LONG_VOWEL = re.compile(r"(?<=[\u30a1-\u30fa\uff66-\uff9f])[-\uff0d\u2010\u2015]")


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """Lower case, without accents and signs."""
    if not text.isascii():
        text = _LONG_VOWEL.sub("ー", text)
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_WITHOUT_ACCENTS))
    bare = "".join(c if c.isalnum() else " " for c in folded if not unicodedata.combining(c))
    return " ".join(bare.split())


def meaning(name: str) -> tuple[str, ...]:
    """The words of a meaning in all languages, in plain letters. "=" in front and "*" at an end
    stay.
    """
    return _by_meaning().get(name, ())


@cache
def _by_meaning() -> Mapping[str, tuple[str, ...]]:
    table = files("agents.expenses.tables").joinpath("data", "words.csv")
    lines = table.read_text("utf-8").splitlines()
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        word, of_meaning = row["word"], found[row["meaning"]]
        of_meaning[_plain_word(word)] = None
        if row["language"] in _SPELLED_OUT:
            of_meaning[_plain_word(word.casefold().translate(_IN_ASCII))] = None
    return {name: tuple(listed) for name, listed in found.items()}


def _plain_word(word: str) -> str:
    begin = word[0] if word[0] in "=*" else ""
    end = "*" if word.endswith("*") else ""
    return f"{begin}{plain(word)}{end}"
