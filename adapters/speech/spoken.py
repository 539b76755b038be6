"""Transcripts in the form in which people type: one line, amounts as they are written.

"Twelve ringgit thirty" comes out of speech models as ``12 ringgit 30``, which nobody types.
Nothing is guessed: ``1550`` for "fifteen fifty" stays as it is, and who understands it asks which.
"""

import re
import unicodedata

from language.currencies import UNIT_WITH_HUNDREDTHS as UNIT
from language.numbers import in_words
from language.patterns import any_of

_HUNDREDTHS = {in_words(number, "en"): number for number in range(10, 100)}
"""Two digits as words; models write a short number now this way, now that."""

_WORDS = any_of(_HUNDREDTHS).replace(r"\ ", "[ -]")
_SPLIT_AMOUNT = re.compile(
    rf"(?<![\d.,])(?P<whole>\d{{1,5}}) (?P<money>{UNIT}),? (?:and )?(?P<rest>\d{{2}}|{_WORDS})"
    # What is counted ("20 dollars 12 eggs") has its noun behind it; an amount ends here.
    r"(?=\s*(?:[.,;!?](?!\d)|$|(?:at|for|on|in|from|to|yesterday|today|this|last)\b))",
    re.IGNORECASE,
)
_HUNDRED_AND = re.compile(
    rf"(?<![\d.,$€£])(?P<hundreds>[1-9]00) and (?P<rest>[1-9]\d?)(?= (?:{UNIT})\b)",
    re.IGNORECASE,
)


UNCLEAR = "I could not make out that voice note. Please type it."

_LONGEST_LOOP = 8
_LEAST_TIMES, _LEAST_WORDS = 4, 6
"""How often several words, or one ("no no no"), come in a row before it is a loop."""
_STUTTER = re.compile(r"([^\W\d_]{1,4})\1{7}", re.IGNORECASE)


def as_typed(text: str) -> str:
    """The transcript on one line, without control characters; ``12 ringgit 30`` as 12.30, and
    ``100 and 20 dollars`` as 120.
    """
    plain = "".join(" " if _is_control(char) else char for char in text)
    line = " ".join(unicodedata.normalize("NFC", plain).split())
    whole = _HUNDRED_AND.sub(lambda m: str(int(m["hundreds"]) + int(m["rest"])), line)
    return _SPLIT_AMOUNT.sub(_joined, whole)


def is_looped(text: str) -> bool:
    """Whether recognition fell into a loop: the same words over and over, which nobody says."""
    words = [word.strip(".,;:!?…").casefold() for word in text.split()]
    for length in range(1, _LONGEST_LOOP + 1):
        times = _LEAST_TIMES if length > 1 else _LEAST_WORDS
        for start in range(len(words) - length * times + 1):
            once = words[start : start + length]
            if words[start : start + length * times] == once * times:
                return True
    return _STUTTER.search(text) is not None


def _joined(match: re.Match[str]) -> str:
    rest = match["rest"].lower().replace("-", " ")
    return f"{match['whole']}.{_HUNDREDTHS.get(rest, rest)} {match['money']}"


def _is_control(char: str) -> bool:
    # Half characters and NUL can be stored neither in JSON nor in PostgreSQL.
    return unicodedata.category(char) in {"Cc", "Cf", "Cs"}
