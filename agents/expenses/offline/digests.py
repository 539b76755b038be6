"""Wishes to have reports by themselves: "send me a summary every week", "/digest off"."""

import re

from agents.expenses.digests import Cadence, DigestOrder
from agents.expenses.offline.tables import pattern


def _own(name: str, of: str = "digests") -> re.Pattern[str]:
    return pattern(of, name, f"{of}.toml")


_DIGEST, _REPORT, _OFF = _own("digest"), _own("report"), _own("off")
_ALWAYS = {Cadence.WEEK: _own("always_week"), Cadence.MONTH: _own("always_month")}
_NAMED = {Cadence.WEEK: _own("week"), Cadence.MONTH: _own("month")}
_FILLER = (_own("of", "reports"), _own("filler", "reports"), _own("more"))


def asks_for_digest(text: str) -> bool:
    """Whether each word of it is of such a wish. A report is a digest only where it is to come
    again and again, or where one that did is to come no more.
    """
    again = any(always.search(text) for always in _ALWAYS.values())
    ended = _OFF.search(text) and any(named.search(text) for named in _NAMED.values())
    if not (_DIGEST.search(text) or (_REPORT.search(text) and (again or ended))):
        return False
    order = digest_in(text)
    return order is not None and (order.every is not None or order.off)


def digest_in(text: str) -> DigestOrder | None:
    """None where a word is of something else; nothing at all asks how it is."""
    rest, every, off = text, None, _OFF.search(text) is not None
    for patterns in (_ALWAYS, _NAMED):
        for named, words in patterns.items():
            rest, found = words.subn(" ", rest)
            if found and every not in (None, named):
                return None
            every = named if found else every
    for known in (_DIGEST, _REPORT, _OFF, *_FILLER):
        rest = known.sub(" ", rest)
    if re.search(r"\w", rest):
        return None
    return DigestOrder(off=True) if off else DigestOrder(every=every)
