"""Finding the payment method and a reference number in a text."""

import re
from functools import cache
from typing import NamedTuple

from agents.expenses.offline.tables import lists, pattern
from language.patterns import phrase_pattern
from language.words import Span

_LEAD = pattern("payments", "lead")
_TAKES_LEAD = pattern("payments", "takes_lead")
_REFERENCE = pattern("payments", "reference")


class Method(NamedTuple):
    """A payment method as shown, and where it stands with the word that leads to it."""

    name: str
    span: Span


class Reference(NamedTuple):
    value: str
    span: Span


@cache
def _shown(section: str) -> dict[str, str]:
    table = lists("payments.toml", section)
    return {said: name for name, phrases in table.items() for said in phrases}


@cache
def _pattern(section: str) -> re.Pattern[str]:
    return phrase_pattern(_shown(section))


def find_method(text: str) -> Method | None:
    """The payment method that a text names. "birthday card" and "visa fee" name none."""
    for section in ("certain", "likely"):
        for match in _pattern(section).finditer(text):
            if section == "likely" and not _expected(text, match):
                continue
            said = " ".join(match.group().casefold().split())
            lead = _TAKES_LEAD.search(text, max(0, match.start() - 16), match.start())
            start = lead.start() if lead else match.start()
            return Method(_shown(section)[said], Span(start, match.end()))
    return None


def _expected(text: str, match: re.Match[str]) -> bool:
    followed = text[match.end() :].lstrip()
    ends = not followed or followed[0] in ",;.)\n" or followed[:1].isdigit()
    led = _LEAD.search(text, max(0, match.start() - 24), match.start()) is not None
    return led and (ends or _TAKES_LEAD.search(text, 0, match.start()) is not None)


def find_reference(text: str) -> Reference | None:
    match = _REFERENCE.search(text)
    if match is None:
        return None
    return Reference(match["id"] or match["id2"], Span(*match.span()))
