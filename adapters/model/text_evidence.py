"""Whether something stands in a text. Pure functions; texts are compared, never trusted."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from babel import Locale, UnknownLocaleError
from babel.languages import get_official_languages
from babel.numbers import get_currency_name, get_currency_symbol
from rapidfuzz import fuzz

from domain.money import amount_stands_in

_SAME_WORD = 80
"""Percent of likeness from which two words are one with a slip of the finger."""

_MIN_FUZZY_LENGTH = 4
"""Shorter words have too many near neighbours to be compared with any tolerance."""

_TAKING_BACK = re.compile(
    # Beginnings of words, of European languages, Malay, Indonesian and Vietnamese
    r"\b(?:undo|cancel|delet|remov|revert|forget|ignor|scrap|mistake|eras|discard|abort|revers|"
    r"withdraw|disregard|never ?mind|take (?:it|that|this|them)? ?(?:back|away|off|out)|get rid|"
    r"batal|padam|hapus|buang|tarik balik|abaikan|lupakan|urung|"
    r"abbrech|brich|lösch|rückgängig|streich|storn|vergiss|entfern|zurück|verw[ei]rf|"
    r"deshac|deshaz|borra|elimin|olvid|anul|desfa|apag|annul|suppr|effac|oubli|retir|dimentic|"
    r"geri al|vazgeç|hủy|xóa|xoá|esque|отмен|удал|убер|забуд|верни)"
    # Whole words
    r"|\b(?:no|not|nope|nah|don'?t|nvm|stop|drop|skip|clear|void|wrong|oops|salah|jangan|tak|"
    r"tidak|bukan|nggak|gak|ga|nein|nicht|falsch|weg|doch|quita|iptal|sil|pas|não|не|нет)\b"
    # Scripts whose words are not parted, or bent at both ends
    r"|الغ|إلغ|حذف|امسح|रद्द|हटा|ยกเลิก|ลบ|取消|删|刪|撤|算了|不要|不用|別|别|錯|错|キャンセル|消して"
    r"|消す|取り消|削除|やめ|戻して|취소|삭제|지워",
    re.IGNORECASE,
)
"""Words that take something back, for where no model is believed without them."""

_SMALL_TALK = re.compile(
    r"(?:hi+|hey+|hello+|hallo|hola|halo|hai|helo|salam|ciao|salut|bonjour|yo|moin|servus|hei|olá|"
    r"good (?:morning|afternoon|evening|night)|guten (?:morgen|tag|abend)|selamat \w+|"
    r"thanks?(?: you)?|thx|terima kasih|tq|danke(?: schön)?|gracias|merci|obrigad[oa]|"
    r"你好|您好|早安|谢谢|謝謝|こんにちは|ありがとう|안녕하세요|สวัสดี|ขอบคุณ|привет|спасибо|مرحبا|شكرا|नमस्ते)"
    r"(?:[ ,]+(?:there|steward|bot|all|again|so much|very much|everyone))*"
)
"""Greetings and thanks. A list that says no: what is not in it is left to the model."""

_EMPTY_LENGTH = 2
_NUMBER_RUN = re.compile(r"\d[\d.,']*(?:[km]\b)?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+|\d+")


def words_stand_in(words: str, text: str) -> bool:
    """Whether every word of ``words`` is in ``text``, ignoring case, spacing and small slips.

    "7 eleven" stands in "7-Eleven RM5", "Starbuck" in "starbucks"; "Starbucks Coffee" does not
    stand in "starbucks 15.50".
    """
    compact = _compact(words)
    if not compact:
        return False
    present = _words(text)
    # Scripts without spaces are one long word; names are also written with and without spaces.
    long_enough = len(compact) >= _MIN_FUZZY_LENGTH or not compact.isascii()
    if long_enough and compact in _compact(text):
        return True
    return all(_has_word(word, present) for word in _words(words))


def abbreviates(short: str, word: str) -> bool:
    """Whether ``short`` is ``word`` with letters left out behind the first one: "dgn", "dengan"."""
    letters = iter(word)
    begins = len(short) > 1 and short[:1] == word[:1] and len(short) < len(word)
    return begins and short.isalpha() and all(letter in letters for letter in short)


def currency_stands_in(code: str, text: str, locale: str) -> bool:
    """Whether a currency is written in ``text``: by code, symbol or a word of its name."""
    words = [word for word in _words(text) if len(word) >= _MIN_FUZZY_LENGTH]
    symbols, names = _written_forms(code, locale)
    return any(_shows_symbol(symbol, text) for symbol in symbols) or any(
        _has_word(name, words) for name in names
    )


def _shows_symbol(symbol: str, text: str) -> bool:
    if not symbol.isalpha():
        return symbol in text
    # "R" is the rand in "R5", and nothing in "dinner".
    return re.search(rf"(?<![^\W\d_]){symbol}(?![^\W\d_])", text, re.IGNORECASE) is not None


@lru_cache(maxsize=512)
def _written_forms(code: str, locale: str) -> tuple[frozenset[str], frozenset[str]]:
    """Symbols and words for a currency: in the person's locale, in English, and at its home.

    Source: CLDR, through Babel. A code begins with its territory (MYR: MY) except for unions.
    """
    home = [f"{language}_{code[:2]}" for language in get_official_languages(code[:2])]
    locales = {found for name in (locale, "en", *home) if (found := _known_locale(name))}
    symbols = frozenset({code, *(get_currency_symbol(code, locale=known) for known in locales)})
    words = {
        word
        for known in locales
        for count in (1, 2)
        for word in _words(get_currency_name(code, count=count, locale=known))
        if len(word) >= _MIN_FUZZY_LENGTH
    }
    return symbols, frozenset(words)


def is_small_talk(text: str) -> bool:
    """Whether ``text`` is nothing but a greeting or thanks."""
    return _SMALL_TALK.fullmatch(text.casefold().strip(" \n.!?,~👋🙏😊")) is not None


def takes_back(text: str) -> bool:
    """Whether some word of ``text`` may ask to drop or take back something; "good morning" no."""
    return _TAKING_BACK.search(text) is not None


def unexplained(text: str, amounts: Iterable[Decimal], names: Iterable[str | None]) -> bool:
    """Whether ``text`` says anything beyond the given amounts and names.

    If not, nothing else can have been read out of it: "Starbucks 15.50" holds no date. One or two
    Latin letters ("at", "RM") say nothing either.
    """
    rest = text
    for amount in amounts:
        # One number for each amount: "5 on 5/5" says more than "5".
        runs = (r for r in _NUMBER_RUN.finditer(rest) if amount_stands_in(amount, r.group()))
        if run := next(runs, None):
            rest = f"{rest[: run.start()]} {rest[run.end() :]}"
    spoken_for = _words(" ".join(name for name in names if name))
    return any(
        not _has_word(word, spoken_for)
        for word in _words(rest)
        if len(word) > _EMPTY_LENGTH or not (word.isascii() and word.isalpha())
    )


def likeness_to_lines(words: str, lines: Sequence[str]) -> float:
    """Percent by which ``words`` are like the nearest line, in any part of it."""
    wanted = _compact(words)
    if not wanted:
        return 0.0
    shown = [_compact(line) for line in lines]
    # Two lines together, since a long name is often broken in two.
    pairs = [first + second for first, second in pairwise(shown)]
    # Lines shorter than the name would match as a part of it: a lone letter is in every name.
    return max(
        (fuzz.partial_ratio(wanted, line) for line in shown + pairs if len(line) >= len(wanted)),
        default=max((fuzz.ratio(wanted, line) for line in shown), default=0.0),
    )


def _has_word(word: str, present: Iterable[str]) -> bool:
    return any(
        word == other
        or (
            min(len(word), len(other)) >= _MIN_FUZZY_LENGTH
            and not word.isdecimal()
            and fuzz.ratio(word, other) >= _SAME_WORD
        )
        for other in present
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _compact(text: str) -> str:
    return "".join(_words(text))


def _known_locale(name: str) -> str | None:
    try:
        return str(Locale.parse(name))
    except (UnknownLocaleError, ValueError):
        return None
