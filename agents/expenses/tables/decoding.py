"""Text of the bytes of a table, whatever program wrote them."""

import codecs
import re
from collections.abc import Callable, Iterator
from functools import cache

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
_SURE = 0.7
"""So much of what is beyond ASCII must be usual in a language that is written in a code page."""
_ALPHABETS = {
    "cp1254": ("çğıİöşüâîû",),
    "cp1252": (
        "äöüß", "àâçéèêëîïôùûüÿœæ", "áéíñóúüºª", "áâãàçéêíóôõúºª", "àèéìíòóùî", "åäöæøé", "éëïöüèç",
        "áéíóúýðþæö",
    ),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"),
    "iso8859-2": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž"),
    "cp1251": ("абвгдеёжзийклмнопрстуфхцчшщъыьэюя№", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя№"),
    "cp1253": ("αάβγδεέζηήθιίϊκλμνξοόπρσςτυύϋφχψωώ",),
}  # fmt: skip
"""Letters beyond ASCII of languages that are written in a code page. Of several pages that fit as
well, the first.
"""
_WESTERN = ("cp1252", "iso8859-15", "cp850", "mac_roman")
_ALPHABETS |= dict.fromkeys(_WESTERN, _ALPHABETS["cp1252"])
_CURRENCIES = "£€¥¢"
_WORD = re.compile(r"[^\W\d_]+")
_SYMBOL_IN_WORD = re.compile(
    r"[^\W\d_][¹²³£¥¯¸¨´¿¡±¼½¾¶]|[¹²³¯¸¨´±¼½¾¶][^\W\d_]|[^\W\d_][^\w\s\x00-\x7f’·–](?=[^\W\d_])|[\x80-\x9f¤]"
)
_SIGN = re.compile(
    rf"(?<![^\W\d_])[{_CURRENCIES}](?![^\W\d_])|(?<=[^\W\d_])’(?=[^\W\d_])|[‘“„«»”–](?![^\W_])"
)
"""Signs of money and quotes where they stand in no word."""
_IDEOGRAMS = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f]+")
_FEW_BROKEN = 0.05
_SPACES = frozenset("\t\n\r\f\x1a")
_HALF_WIDTH = "\uff66"


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
        return _mostly_unicode(content) or _of_language(content) or _western(content)


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


def _of_language(content: bytes) -> str | None:
    """In the code page in which nearly all of it is usual in one language."""
    best = max(_pages(content), key=lambda page: page[0], default=None)
    return None if best is None or best[0] < _SURE else _plain(best[1])


def _pages(content: bytes) -> Iterator[tuple[float, str]]:
    """How usual the text is that each code page makes of the bytes."""
    for page, alphabets in _ALPHABETS.items():
        text = _strict(content, page)
        if text is not None:
            yield max(_share_of_letters(text, alphabet) for alphabet in alphabets), text
    for page, is_usual in _OF_THE_EAST.items():
        text = _strict(content, page)
        if text is not None:
            yield _share_of_ideograms(text, is_usual), text


def _strict(content: bytes, page: str) -> str | None:
    try:
        return content.decode(page)
    except UnicodeDecodeError:
        return None


def _share_of_letters(text: str, alphabet: str) -> float:
    """A letter is usual in a word of its own script in which no capital follows a small letter, and
    alone where it is no other page's sign of money: "Ł1.34" is "£1.34".
    """
    known = frozenset(alphabet + alphabet.upper())
    other_script = not known.isdisjoint("аα")
    usual = len(_SIGN.findall(text))
    all_of_it = usual + len(_SYMBOL_IN_WORD.findall(text))
    for word in _WORD.findall(text):
        beyond = [letter for letter in word if not letter.isascii()]
        all_of_it += len(beyond)
        mixed = other_script and len(beyond) < len(word)
        alone = len(word) == 1 and word not in _misread_currencies()
        if not mixed and (alone or (len(word) > 1 and (word.isupper() or word[1:].islower()))):
            usual += sum(letter in known for letter in beyond)
    return usual / all_of_it if all_of_it else 0.0


@cache
def _misread_currencies() -> frozenset[str]:
    """The letters that one page has where another has a sign of money."""
    signs = {sign.encode(page, "ignore") for sign in _CURRENCIES for page in _WESTERN}
    return frozenset(
        letter
        for sign in signs
        for page in _ALPHABETS
        if (letter := sign.decode(page, "ignore")).isalpha()
    )


def _share_of_ideograms(text: str, is_usual: Callable[[str], bool]) -> float:
    """Ideograms and syllables stand together; one alone is a Western letter misread."""
    beyond = sum(char.isalpha() and not char.isascii() for char in text)
    runs = (run for run in _IDEOGRAMS.findall(text) if len(run) > 1)
    usual = [char for run in runs for char in run if is_usual(char)]
    whole = any(char < _HALF_WIDTH for char in usual)  # of half ones alone no text is made
    return len(usual) / beyond if whole else 0.0


def _in_rows(page: str, first: int, last: int) -> Callable[[str], bool]:
    """Whether a character is in the part of a code page that has those of every day."""

    def is_usual(char: str) -> bool:
        try:
            code = char.encode(page)
        except UnicodeEncodeError:
            return False
        return len(code) == 2 and first <= code[0] <= last  # noqa: PLR2004 - bytes of one

    return is_usual


def _is_japanese(char: str) -> bool:
    return "\u3005" <= char <= "\u30ff" or _HALF_WIDTH <= char <= "\uff9f" or _LEVEL_ONE(char)


_LEVEL_ONE = _in_rows("cp932", 0x88, 0x97)
_OF_THE_EAST: dict[str, Callable[[str], bool]] = {
    "cp932": _is_japanese,
    "cp949": _in_rows("euc-kr", 0xB0, 0xC8),
    "gb18030": _in_rows("gb2312", 0xB0, 0xD7),
    "big5": _in_rows("big5", 0xA4, 0xC6),
}
"""Of several that fit as well, the first: what is Korean may read as Chinese, and not so often the
reverse.
"""


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
