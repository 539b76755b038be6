"""Numbers in words: English, Malay, German, Spanish, French, Dutch and Portuguese.

Numbers are compared without spaces, hyphens, accents and case, so that "fifty-nine",
"neunundfünfzig" and "quatre-vingt-dix" are read in any writing.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import NamedTuple, cast

from language.patterns import any_of
from language.word_lists import numbers_of, table_of

_HUNDRED, _THOUSAND, _LIMIT = 100, 1_000, 100_000
_TWENTY, _TEN = 20, 10
LANGUAGES = ("en", "ms", "de", "nl", "es", "fr", "pt")
_LONGEST = 9
"""Words of the longest number that is looked for."""

_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"\s*-\s*|\s+")
_POINT = re.compile(r"[\s-]+(?:(?:point|koma|perpuluhan|komma|con|virgule)\s+)?", re.IGNORECASE)
_OVER_TEN_HUNDREDS = frozenset({"en", "de", "nl"})
"""Where 1500 is fifteen hundred as well."""
_JOINTS = ("", "and", "y", "et", "und", "en", "e")
_HALF = re.compile(
    r"\s+(?:and a half|et demie?|y medi[oa]|setengah|en een half)(?!\w)", re.IGNORECASE
)
"""Behind a number below a hundred: half of one more."""
_ALSO_OTHERWISE = frozenset(
    {"once", "cent", "cem", "mil", "mille", "grand", "elf", "sept", "dez", "doze"}
)
"""Words that mean something else in another language, or stand for a month there."""
_UM = "um"
"""One in Portuguese; elsewhere who says it hesitates, and in German it leads to an hour."""

_A_FEW = 3
"""Below it number words are articles as well: "een", "un", "one"."""


_HALF_OR_ONE = {
    "half a": 0.5, "ein halbes": 0.5, "setengah": 0.5,
    "a": 1, "an": 1, "ein": 1, "one": 1, "satu": 1,
}  # fmt: skip
_SCALES = {"dozen": 12, "dozens": 12, "dutzend": 12, "hundred": 100, "ratus": 100}
_SCALED = re.compile(
    rf"(?<![\w-])(?P<many>\d+|{any_of(_HALF_OR_ONE)})\s+(?P<scale>{any_of(_SCALES)})(?:\s+of)?(?![\w-])",
    re.IGNORECASE,
)
"""As in "half a dozen", "2 hundred"."""


class Spelled(NamedTuple):
    """A number in words at ``start`` to ``end`` of a text. ``cents`` are hundredths that are said
    behind it ("fifteen fifty"), or None. ``weak`` is one that may be no number at all: an article,
    a word of another language.
    """

    start: int
    end: int
    whole: int
    cents: int | None = None
    weak: bool = False
    is_note: bool = False
    """It is the word for a note: "a tenner"."""

    @property
    def digits(self) -> str:
        """As it would be typed: 15.50."""
        return str(self.whole) if self.cents is None else f"{self.whole}.{self.cents:02}"

    @property
    def readings(self) -> tuple[Decimal, ...]:
        """The amounts that it may be: "one twenty five" is 1.25, and 125 as well."""
        read = Decimal(self.digits)
        hundreds = self.cents is not None and self.whole < _TEN
        return (read, Decimal(self.digits.replace(".", ""))) if hundreds else (read,)


def spelled_in(text: str, *, prices: bool = True) -> list[Spelled]:
    """The numbers that stand in words in a text, in order, each as long as it can be read. Without
    ``prices`` all are whole, and two beside each other are two.
    """
    words = list(_WORD.finditer(text))
    found: list[Spelled] = []
    at = 0
    while at < len(words):
        number = _longest(text, words, at)
        if number is None:
            at += 1
            continue
        at, one = number
        if not prices:
            found.append(one)
            continue
        half = _HALF.match(text, one.end)
        if half is not None and one.whole < _HUNDRED and not one.weak:
            one = one._replace(end=half.end(), cents=50)
            at = next((n for n, word in enumerate(words) if word.start() >= one.end), len(words))
        last = found[-1] if found else None
        if last is not None and _is_minor(text, last, one):
            found[-1] = last._replace(end=one.end, cents=one.whole, weak=False)
        else:
            found.append(one)
    return found


def in_digits(text: str) -> str:
    """The text with its whole numbers in digits; what also means "a" in front of a scale alone."""
    text = _SCALED.sub(lambda m: _scaled(m) if m["many"].isdigit() else m.group(), text)
    for one in reversed(spelled_in(text, prices=False)):
        before, said, behind = text[: one.start], text[one.start : one.end], text[one.end :]
        in_a_word = before.endswith("-") or behind.startswith("-")
        counts = not one.weak or one.whole == 2 or said.casefold() == "elf"  # noqa: PLR2004 - a pair
        if counts and not in_a_word:
            text = f"{before}{one.whole}{behind}"
    return _SCALED.sub(_scaled, text)


def _scaled(match: re.Match[str]) -> str:
    many = match["many"].casefold()
    times = _HALF_OR_ONE[many] if many in _HALF_OR_ONE else int(many)
    return f"{times * _SCALES[match['scale'].casefold()]:.0f}"


def in_words(number: int, language: str) -> str:
    """A number below a thousand as it is said in one of ``LANGUAGES``."""
    said = _said(language)
    hundreds, rest = divmod(number, _HUNDRED)
    parts = [said["hundreds"][hundreds - 1]] if hundreds else []
    if rest or not hundreds:
        parts.append(said["words"][rest - 1] if rest else str(said["zero"]))
    return str(said["joint"]).join(parts)


def ordinal(day: int, language: str) -> str:
    """``twenty third``, ``dreiundzwanzigste``: of a day of the month, in English and German."""
    return _said(language)["ordinals"][day - 1]


def counting_words(languages: Sequence[str] = LANGUAGES) -> dict[str, int]:
    """The words for the numbers from 1 to 20."""
    return {
        word: number
        for language in languages
        for number, word in enumerate(_said(language)["words"][:_TWENTY], start=1)
        if word != _UM
    }


@cache
def single_words(language: str) -> dict[str, int]:
    """The numbers from 2 on, a thousand the highest, that one word says."""
    said = _said(language)
    hundred = said["hundreds"][0].split()[-1]
    words = {word: n for n, word in enumerate(said["words"], 1) if n > 1 and " " not in word}
    return words | {hundred: _HUNDRED} | dict.fromkeys(said["thousand"], _THOUSAND)


@cache
def _scales() -> tuple[str, ...]:
    """The words for a thousand, a longer one before one that is a part of it."""
    return tuple(dict.fromkeys(word for each in LANGUAGES for word in _said(each)["thousand"]))


def counted(said: str) -> int:
    """The small number that digits or a word in English, Malay or German are: "3", "a", "few"."""
    plain = " ".join(said.casefold().split())
    return int(plain) if plain.isdigit() else _counts()[plain]


@cache
def count_words() -> str:
    """The words that ``counted`` reads as alternatives of a pattern, but for the shortest."""
    return any_of(word for word in _counts() if len(word) > len("an"))


@cache
def _counts() -> Mapping[str, int]:
    return counting_words(("en", "ms", "de")) | _listed("counting")


def _said(language: str) -> Mapping[str, list[str]]:
    return cast("Mapping[str, list[str]]", table_of("language", "numbers.toml")[language])


def _listed(section: str) -> dict[str, int]:
    return numbers_of("language", "numbers.toml", section)


def stands_in_words(amount: Decimal, text: str) -> bool:
    """Whether ``amount`` is said in words: "fifty nine ninety" and "neunundfünfzig neunzig" are
    59.90, "one twenty five" is 125 as well as 1.25. One and two are counts and articles.
    """
    return any(amount in one.readings for one in spelled_in(text) if not one.weak)


def _longest(text: str, words: list[re.Match[str]], at: int) -> tuple[int, Spelled] | None:
    """The longest number from word ``at`` on, with the place of the word behind it."""
    joined, best = "", None
    if not _begins(_plain(words[at].group())):
        return None
    for end in range(at, min(at + _LONGEST, len(words))):
        if end > at and not _BETWEEN.fullmatch(text, words[end - 1].end(), words[end].start()):
            break
        joined += _plain(words[end].group())
        value = _value(joined)
        if value is not None:
            weak = value < _A_FEW or (end == at and joined in _ALSO_OTHERWISE)
            note = value >= _A_FEW and joined in _listed("colloquial")
            span = words[at].start(), words[end].end()
            best = end + 1, Spelled(*span, value, weak=weak, is_note=note)
    return best


def _begins(word: str) -> bool:
    """Whether a number may begin with this word."""
    return word in _first_words() or any(scale in word for scale in _scales())


def _is_minor(text: str, major: Spelled, minor: Spelled) -> bool:
    """Whether two numbers are one price: hundredths are said from ten on."""
    beside = _POINT.fullmatch(text, major.end, minor.start) is not None
    tens = _TEN <= minor.whole < _HUNDRED and minor.cents is None and not minor.weak
    article = _listed("colloquial").get(text[major.start : major.end].casefold()) == 1
    return beside and tens and not article and major.cents is None and major.whole < _THOUSAND


def _value(joined: str) -> int | None:
    """The number that letters without spaces say, below a hundred thousand."""
    known = _below_a_thousand()
    if joined in known:
        return known[joined]
    for scale in _scales():
        head, found, rest = joined.partition(scale)
        many = known.get(head) if head else 1
        if not found or many is None:
            continue
        ends = [known[tail] for joint in _JOINTS if (tail := rest.removeprefix(joint)) in known]
        if not rest or ends:
            value = many * _THOUSAND + (ends[0] if rest else 0)
            return value if value < _LIMIT else None
    return None


@cache
def _first_words() -> frozenset[str]:
    known = _below_a_thousand()
    return frozenset(known) | {
        _plain(re.split("[ -]", in_words(number, language))[0])
        for language in LANGUAGES
        for number in range(1, _THOUSAND)
    }


@cache
def _below_a_thousand() -> dict[str, int]:
    """Each number from 1 to 999, by its letters in each language."""
    known = {_plain(word): number for word, number in _listed("colloquial").items()}
    for language in LANGUAGES:
        for number in range(1, _THOUSAND):
            known |= {_plain(form): number for form in _variants(in_words(number, language))}
        for many in range(11, _TWENTY) if language in _OVER_TEN_HUNDREDS else ():
            head = in_words(many, language) + _said(language)["hundreds"][0].split()[-1]
            known |= {_plain(head): many * _HUNDRED}
            known |= {
                _plain(f"{head}{joint}{in_words(rest, language)}"): many * _HUNDRED + rest
                for rest in range(1, _HUNDRED)
                for joint in ("", "and")
            }
    del known[_UM]
    return known


@lru_cache(maxsize=4_096)
def _plain(words: str) -> str:
    """The letters of words alone, without accents and case."""
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if letter.isalpha())


def _variants(said: str) -> Iterator[str]:
    """With and without the "one" that some leave out in front of hundreds, and the "and"."""
    forms = {said, said.replace(" and ", " "), said.replace("cientos", "cientas")}
    if "lapan" in said:
        forms.add(said.replace("lapan", "delapan"))
    if said.endswith("uno"):
        forms |= {said[:-1], f"{said[:-1]}a"}
    if said.endswith(("-vingt", " cent")):
        forms.add(f"{said}s")
    for one in ("one hundred", "een honderd", "ein hundert"):
        forms |= {form.replace(one, f"a {one.split()[1]}", 1) for form in tuple(forms)}
        forms |= {form.replace(one, one.split()[1], 1) for form in tuple(forms)}
    yield from forms
