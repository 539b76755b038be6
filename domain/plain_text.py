"""Text from outside as what it is: characters that can be seen, and nothing that can be pressed."""

import re
import unicodedata

_UNSEEN = frozenset(
    "\u00ad\u061c\u180e\u200b\u200e\u200f\ufeff"
    "\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069"
    "\u206a\u206b\u206c\u206d\u206e\u206f\ufff9\ufffa\ufffb"
)
"""Zero-width and direction characters. The joiners U+200C and U+200D stay: emoji and several
scripts are written with them."""

_TAGS = range(0xE0000, 0xE1000)
"""Tag characters and further variation selectors: a whole text can be hidden in them."""

_KEPT_CONTROLS = frozenset("\n\t")
_SPACES = re.compile(r"\s+")

LONGEST_NUMBER = 40
"""Digits in a row that are looked at; no amount, date or reference has as many."""

_GAP = re.compile(r"\s{3,}")
_SIGNS = re.compile(r"([^\w\s])\1{3,}")
_DIGITS = re.compile(rf"(\d{{{LONGEST_NUMBER}}})\d+")

_BREAK = "\u2060"
"""WORD JOINER: nothing to be seen, but no link, mention or command goes on across it."""

_LINKED = re.compile(
    r"(?P<scheme>(?<=[A-Za-z0-9+.-]):/)(?=/)"
    r"|(?P<dot>(?<=\S)[.\u3002\uff0e\uff61])(?=[^\W\d_]\S)"
    r"|(?P<sign>@|(?<![^\W_])/)(?=[A-Za-z_])"
    r"|(?P<phone>\+(?=\d)|(?<=\d{3})(?=\d{4})|(?<=\d\d)[ -](?=\d{3,4}(?!\d)))"
    r"|(?P<ip>(?<=\d)\.(?=\d{1,3}\.\d))"
    r"|(?P<mail>\b(?:mailto|tel|tg|javascript|data):)(?=\S)",
    re.IGNORECASE,
)


DISGUISED = "\ufffd"
"""Stands for a number of which nobody can tell what the person saw."""

_INSIDE = "".join(sorted(_UNSEEN))
_PARTED = re.compile(rf"-?\d[\d.,']*[{_INSIDE}][.,'{_INSIDE}]*\d[\d.,'{_INSIDE}]*")
_TURNED = re.compile("[\u202d\u202e][^\u202c\n]*")
_NUMBER = re.compile(r"-?\d[\d.,']*")


def without_disguised_numbers(text: str) -> str:
    """The text with ``DISGUISED`` for numbers that unseen characters part or turn round.

    It comes before ``visible``, which would leave another number than the one that was seen.
    """
    parted = _PARTED.sub(DISGUISED, text)
    return _TURNED.sub(lambda turned: _NUMBER.sub(DISGUISED, turned[0]), parted)


def visible(text: str) -> str:
    """The text without characters that hide in it or turn it round; line ends and tabs stay.

    Control characters, NUL among them, half characters, direction marks, zero-width characters
    and tag characters go: neither PostgreSQL nor a terminal takes the first, and with the others a
    text can say to software what nobody sees.
    """
    return "".join(c for c in text if c in _KEPT_CONTROLS or not _hidden(c))


def _hidden(character: str) -> bool:
    return (
        character in _UNSEEN
        or ord(character) in _TAGS
        or unicodedata.category(character) in ("Cc", "Cs")
    )


def one_line(text: str) -> str:
    """``visible`` text with every run of white space as one space."""
    return _SPACES.sub(" ", visible(_SPACES.sub(" ", text))).strip()


def without_runs(text: str) -> str:
    """``text`` with long runs of white space as one line end or space, of one sign as three, and
    of digits as ``LONGEST_NUMBER``.

    Such runs say nothing, but patterns can need time that grows with the square of their length.
    """
    parted = _GAP.sub(lambda gap: "\n" if "\n" in gap[0] else " ", text)
    return _DIGITS.sub(r"\1", _SIGNS.sub(r"\1\1\1", parted))


def inert(text: str) -> str:
    """``text`` in which nothing is a link, a mention, a command or a number to call.

    Chat programs and terminals turn addresses into links by themselves, without any markup. A
    shop may be called ``evil.example`` or ``/start``; pressing its name must do nothing. It looks
    the same as before.
    """
    return _LINKED.sub(lambda match: f"{match[0]}{_BREAK}", text)


_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def spreadsheet_text(cell: str) -> str:
    """``cell`` as a spreadsheet shows it: an apostrophe keeps what begins as a formula from being
    run.
    """
    risky = cell.startswith(_BEGINS_A_FORMULA) or cell.lstrip().startswith(_BEGINS_A_FORMULA)
    return f"'{cell}" if risky else cell


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>|~&])")


def escaped_markdown(text: str) -> str:
    """``text`` as one line that Markdown shows as it is: no links, images or HTML.

    For use within a line: what makes a list or heading at its beginning is left alone.
    """
    return _MARKDOWN.sub(r"\\\1", inert(one_line(text)))


def is_question(text: str) -> bool:
    """Whether a text ends with a question, also in quotes or behind marks."""
    return text.rstrip(" \n\t\"'*_)”’»").endswith(("?", "？", "؟"))
