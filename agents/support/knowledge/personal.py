"""Takes out of a ticket's words what tells whose they are: names, numbers, sums, addresses.

An article is for everybody. What is taken out is replaced by what it was, in brackets, so that
whoever reads the draft sees where to write it anew. Numbers of up to three digits stay, as in
"within 24 hours". Pure.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache

from agents.support.knowledge.words import concepts
from domain.money import MINOR_UNITS
from language.numbers import LANGUAGES
from language.word_lists import table_of

_CAPITALISED = r"[A-ZÀ-ÖØ-Þ][\w'’-]+(?:[ \t]+[A-ZÀ-ÖØ-Þ][\w'’-]+){0,3}"
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_SIGNS = r"[€$£¥]|RM|Rp|S\$|" + "|".join(sorted(MINOR_UNITS))
_SUM = r"\d[\d.,'’]*"
_AMOUNT = re.compile(rf"(?<!\w)(?:{_SIGNS})[ \u00a0]?{_SUM}|{_SUM}[ \u00a0]?(?:{_SIGNS})(?!\w)")
_DECIMAL = re.compile(r"(?<![\w.])\d+[.,]\d{2}(?![\w.]*\d)")
_CODE = re.compile(
    r"(?<!\w)(?=[\w/-]*[A-Za-z])(?=(?:[\w/-]*?\d){3})[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)*"
)
_LONG = re.compile(r"(?<!\w)[+(]?\d(?:[ ()/.-]{0,2}\d){3,}(?!\w)")


def without_personal(texts: Iterable[str], *, customer: str, names: Collection[str]) -> list[str]:
    """The texts without what is personal. ``customer``: all that the customer wrote; ``names``:
    those of the staff. A single one of these may be a word as well, as "May" is: it goes where it
    stands as a name, which is behind an introduction, a salutation or a title, or on its own line.
    """
    given = list(texts)
    full = {name for name in names if " " in name}
    introduced = {name for text in (customer, *given) for name in _named_in(text)}
    each = {part for name in introduced for part in name.split()}
    parts = {form for part in each for form in (part[:1].upper() + part[1:], part.capitalize())}
    full |= {name for name in introduced if " " in name}
    return [_blanked(_without_letter_parts(text), full, parts, names) for text in given]


def _named_in(text: str) -> Iterable[str]:
    for pattern in _before_names():
        for found in pattern.finditer(text):
            if _is_name(found["name"]):
                yield found["name"]


def _is_name(words: str) -> bool:
    """Words of service tell something of a name: "my name is wrong"."""
    return not words.islower() or not concepts(words, *LANGUAGES)


def _blanked(
    text: str, full: Collection[str], parts: Collection[str], alone: Collection[str]
) -> str:
    """``full`` in any case, ``parts`` with a capital, ``alone`` on a line of their own."""
    for pattern, blank in (
        (_MAIL, "[mail]"), (_AMOUNT, "[amount]"), (_DECIMAL, "[amount]"), (_CODE, "[number]"),
        (_LONG, "[number]"),
    ):  # fmt: skip
        text = pattern.sub(blank, text)
    for names, place in (
        (full, r"(?<!\w)(?i:{})(?!\w)"),
        (alone, r"(?m:^[ \t–—-]*(?:{})[ \t.!]*$)"),
        (parts, r"(?<!\w)(?:{})(?!\w)"),
    ):
        longest_first = sorted((re.escape(name) for name in names if name), key=len, reverse=True)
        if longest_first:
            text = re.sub(place.format("|".join(longest_first)), "[name]", text)
    for pattern in _before_names():
        text = pattern.sub(_named_blank, text)
    return text.strip()


def _named_blank(found: re.Match[str]) -> str:
    before = found[0][: -len(found["name"])]
    return before + "[name]" if _is_name(found["name"]) else found[0]


def _without_letter_parts(text: str) -> str:
    """Without a salutation at the beginning and the writer's name at the end."""
    opening, closing = _letter_parts()
    rest = closing.sub("", opening.sub("", text.strip())).strip()
    return rest[:1].upper() + rest[1:]


def _words(section: str) -> str:
    listed = table_of("agents.support.knowledge", "data/personal.toml")[section]
    return "|".join(sorted(map(re.escape, listed), key=len, reverse=True))


@cache
def _before_names() -> tuple[re.Pattern[str], ...]:
    small = (word for words in table_of("language", "small_words.toml").values() for word in words)
    either = "|".join(map(re.escape, small))
    word = rf"(?!(?i:{either})(?!\w))[^\W\d_][\w'’-]+"
    goes_on = rf"(?=[ \t]*(?:[^\w \t'’-]|$|(?i:{either})(?!\w)))"
    any_case = rf"{_CAPITALISED}|{word}(?:[ \t]+{word})?{goes_on}"
    return tuple(
        re.compile(rf"(?<!\w)(?i:{_words(section)})\.?[ \t]+(?P<name>{name})")
        for section, name in (
            ("introductions", any_case),
            ("selves", _CAPITALISED),
            ("salutations", _CAPITALISED),
            ("titles", _CAPITALISED),
        )
    )


@cache
def _letter_parts() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(rf"^(?i:{_words('salutations')})(?:[ \t]+[^\n,!.?]{{1,40}})?[,!.]\s*"),
        re.compile(
            rf"(?:\n|(?<=[.!?])[ \t])\s*(?i:{_words('closings')})[,!. ]*"
            rf"(?:\n.{{0,60}}|{_CAPITALISED})?\s*$"
        ),
    )
