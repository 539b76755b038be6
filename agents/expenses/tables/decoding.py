"""Text of the bytes of a table, whatever program wrote them."""

import codecs

UNREADABLE = "\ufffd"
"""Stands where bytes were no text: its line is broken."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 4096
_MOSTLY = 0.4
"""Of text in UTF-16 nearly every second byte is zero."""
_FOREIGN = 0.3
"""So many letters beyond ASCII no Western language has: then it is another alphabet's code page."""
_FEW_BROKEN = 0.05
_SPACES = frozenset("\t\n\r\f\x1a")


def decoded(content: bytes) -> str | None:
    """None for what is no text, or is written in a way that cannot be told."""
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _plain(content.decode(name, errors="replace"))
    wide = _without_mark(content[:_LOOKED_AT])
    if wide is not None:
        return _plain(content.decode(wide, errors="replace"))
    if b"\0" in content:
        return None
    try:
        return _plain(content.decode("utf-8"))
    except UnicodeDecodeError:
        return _mostly_unicode(content) or _western(content)


def _without_mark(head: bytes) -> str | None:
    """UTF-16 by its zero bytes, where nothing says so."""
    pairs = len(head) // 2
    if pairs < 2:  # noqa: PLR2004 - one character shows nothing
        return None
    low, high = head[0 : pairs * 2 : 2].count(0), head[1 : pairs * 2 : 2].count(0)
    if high > _MOSTLY * pairs and low == 0:
        return "utf-16-le"
    return "utf-16-be" if low > _MOSTLY * pairs and high == 0 else None


def _mostly_unicode(content: bytes) -> str | None:
    """UTF-8 in which a few lines are damaged."""
    lines = content.splitlines()
    good = broken = 0
    for line in lines:
        if line.isascii():
            continue
        try:
            line.decode("utf-8")
            good += 1
        except UnicodeDecodeError:
            broken += 1
    if good == 0 or broken > max(1, _FEW_BROKEN * len(lines)) or broken > good:
        return None
    return _plain(content.decode("utf-8", errors="replace"))


def _western(content: bytes) -> str | None:
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    letters = [char for char in text if char.isalpha()]
    foreign = sum(not char.isascii() for char in letters)
    return None if foreign > _FOREIGN * max(1, len(letters)) else _plain(text)


def _plain(text: str) -> str | None:
    """None for what has characters that no table has."""
    if any(char < " " and char not in _SPACES for char in set(text)):
        return None
    return text.removeprefix("\ufeff")
