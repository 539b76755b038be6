"""Takes out of a ticket's words what tells whose they are: names, numbers, sums, addresses.

An article is for everybody. What is taken out is replaced by what it was, in brackets, so that
whoever reads the draft sees where to write it anew. Numbers of up to three digits stay, as in
"within 5 days", unless the customer wrote them. Pure.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache

from domain.money import MINOR_UNITS
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
_FIGURE = re.compile(r"\d{2,}")


def without_personal(texts: Iterable[str], *, customer: str, names: Collection[str]) -> list[str]:
    """The texts without what is personal. ``customer``: all that the customer wrote, whose figures
    are theirs; ``names``: those of the staff.
    """
    given = list(texts)
    people = {*names, *(name for text in (customer, *given) for name in _named_in(text))}
    own = set(_FIGURE.findall(customer))
    return [_blanked(_without_letter_parts(text), people, own) for text in given]


def _named_in(text: str) -> Iterable[str]:
    for pattern in _before_names():
        for found in pattern.finditer(text):
            yield found["name"]
            yield from found["name"].split()


def _blanked(text: str, people: Collection[str], own: Collection[str]) -> str:
    for pattern, blank in (
        (_MAIL, "[mail]"), (_AMOUNT, "[amount]"), (_DECIMAL, "[amount]"), (_CODE, "[number]"),
        (_LONG, "[number]"),
    ):  # fmt: skip
        text = pattern.sub(blank, text)
    if own:
        text = re.sub(rf"(?<!\w)(?:{'|'.join(sorted(own))})(?!\w)", "[number]", text)
    longest_first = sorted((re.escape(name) for name in people if name), key=len, reverse=True)
    if longest_first:
        text = re.sub(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", "[name]", text)
    return text.strip()


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
    return tuple(
        re.compile(rf"(?<!\w)(?i:{_words(section)})\.?[ \t]+(?P<name>{_CAPITALISED})")
        for section in ("introductions", "salutations", "titles")
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
