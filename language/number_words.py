"""Numbers in words: English, Malay, German, Spanish, French and Dutch.

Numbers are compared without spaces, hyphens, accents and case, so that "fifty-nine",
"neunundfünfzig" and "quatre-vingt-dix" are read in any writing.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import NamedTuple

_HUNDRED, _THOUSAND, _LIMIT = 100, 1_000, 100_000
_TWENTY, _TEN = 20, 10
_LONGEST = 9
"""Words of the longest number that is looked for."""

_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"\s*-\s*|\s+")
_POINT = re.compile(r"[\s-]+(?:(?:point|koma|perpuluhan|komma|con|virgule)\s+)?", re.IGNORECASE)
_JOINTS = ("", "and", "y", "et", "und", "en")
_HALF = re.compile(
    r"\s+(?:and a half|et demie?|y medi[oa]|setengah|en een half)(?!\w)", re.IGNORECASE
)
"""Behind a number below a hundred: half of one more."""
_ALSO_OTHERWISE = frozenset({"once", "cent", "mil", "grand", "elf"})
"""Words that mean something else in another language."""

_A_FEW = 3
"""Below it number words are articles as well: "een", "un", "one"."""


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
        return (read, read * _HUNDRED) if hundreds else (read,)


def spelled_in(text: str) -> list[Spelled]:
    """The numbers that stand in words in a text, in order, each as long as it can be read."""
    words = list(_WORD.finditer(text))
    found: list[Spelled] = []
    at = 0
    while at < len(words):
        number = _longest(text, words, at)
        if number is None:
            at += 1
            continue
        at, one = number
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


def counting_words(
    languages: Sequence[str] = ("en", "ms", "de", "nl", "es", "fr"),
) -> dict[str, int]:
    """The single words for the numbers from 1 to 20."""
    tables = {"en": _EN, "ms": _MS, "de": _DE, "nl": _NL, "es": _ES, "fr": _FR}
    return {w: n for each in languages for n, w in tables[each].items() if n <= _TWENTY}


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
            note = value > 2 and joined in _COLLOQUIAL.get(value, ())  # noqa: PLR2004 - articles
            span = words[at].start(), words[end].end()
            best = end + 1, Spelled(*span, value, weak=weak, is_note=note)
    return best


def _begins(word: str) -> bool:
    """Whether a number may begin with this word."""
    return word in _first_words() or any(scale in word for scale in _SCALES)


def _is_minor(text: str, major: Spelled, minor: Spelled) -> bool:
    """Whether two numbers are one price: hundredths are said from ten on."""
    beside = _POINT.fullmatch(text, major.end, minor.start) is not None
    tens = _TEN <= minor.whole < _HUNDRED and minor.cents is None and not minor.weak
    article = text[major.start : major.end].casefold() in _COLLOQUIAL[1]
    return beside and tens and not article and major.cents is None and major.whole < _THOUSAND


def _value(joined: str) -> int | None:
    """The number that letters without spaces say, below a hundred thousand."""
    known = _below_a_thousand()
    if joined in known:
        return known[joined]
    for scale in _SCALES:
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
        _plain(re.split("[ -]", speller(number))[0])
        for speller in _SPELLERS
        for number in range(1, _THOUSAND)
    }


@cache
def _below_a_thousand() -> dict[str, int]:
    """Each number from 1 to 999, by its letters in each language."""
    known = {form: value for value, forms in _COLLOQUIAL.items() for form in forms}
    for speller in _SPELLERS:
        for number in range(1, _THOUSAND):
            known |= {_plain(form): number for form in _variants(speller(number))}
    for speller, hundred in ((_english, "hundred"), (_german, "hundert"), (_dutch, "honderd")):
        for many in range(11, _TWENTY):
            head = f"{speller(many)}{hundred}"
            known |= {_plain(head): many * _HUNDRED}
            known |= {
                _plain(f"{head}{joint}{speller(rest)}"): many * _HUNDRED + rest
                for rest in range(1, _HUNDRED)
                for joint in ("", "and")
            }
    return known


@lru_cache(maxsize=4_096)
def _plain(words: str) -> str:
    """The letters of words alone, without accents and case."""
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if letter.isalpha())


def _variants(said: str) -> Iterator[str]:
    """With and without the "one" that some leave out in front of hundreds, and the "and"."""
    forms = {said, said.replace(" and ", " "), said.replace("cientos", "cientas")}
    if said.endswith("uno"):
        forms |= {said[:-1], f"{said[:-1]}a"}
    if said.endswith(("-vingt", " cent")):
        forms.add(f"{said}s")
    for one in ("one hundred", "een honderd", "ein hundert"):
        forms |= {form.replace(one, f"a {one.split()[1]}", 1) for form in tuple(forms)}
        forms |= {form.replace(one, one.split()[1], 1) for form in tuple(forms)}
    yield from forms


def _english(number: int) -> str:
    hundreds, rest = divmod(number, _HUNDRED)
    if hundreds:
        return f"{_EN[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")
    return _EN[number] if number in _EN else f"{_EN[number // _TEN * _TEN]} {_EN[number % _TEN]}"


def _malay(number: int) -> str:
    hundreds, rest = divmod(number, _HUNDRED)
    if hundreds:
        head = "seratus" if hundreds == 1 else f"{_MS[hundreds]} ratus"
        return f"{head} {_malay(rest)}" if rest else head
    if number in _MS:
        return _MS[number]
    if number < _TWENTY:
        return f"{_MS[number % _TEN]} belas"
    tens, ones = divmod(number, _TEN)
    return f"{_MS[tens]} puluh" + (f" {_MS[ones]}" if ones else "")


def _german(number: int) -> str:
    return _unit_first(number, _DE, "und", "hundert", "ein")


def _dutch(number: int) -> str:
    return _unit_first(number, _NL, "en", "honderd", "een")


def _unit_first(number: int, words: dict[int, str], joint: str, hundred: str, one: str) -> str:
    """Of languages that say the unit before the tens."""
    hundreds, rest = divmod(number, _HUNDRED)
    if hundreds:
        head = f"{one if hundreds == 1 else words[hundreds]} {hundred}"
        return f"{head} {_unit_first(rest, words, joint, hundred, one)}" if rest else head
    if number in words:
        return words[number]
    tens, ones = divmod(number, _TEN)
    unit = one if ones == 1 else words[ones]
    return f"{unit} {joint} {words[tens * _TEN]}"


def _spanish(number: int) -> str:
    hundreds, rest = divmod(number, _HUNDRED)
    if hundreds and not rest:
        return "cien" if hundreds == 1 else _ES_HUNDREDS[hundreds]
    if hundreds:
        return f"{_ES_HUNDREDS[hundreds]} {_spanish(rest)}"
    if number in _ES:
        return _ES[number]
    tens, ones = divmod(number, _TEN)
    if tens < 3:  # noqa: PLR2004 - dieciséis, veintiuno
        return f"{'dieci' if tens == 1 else 'veinti'}{_ES[ones]}"
    return f"{_ES[tens * _TEN]} y {_ES[ones]}"


def _french(number: int) -> str:
    hundreds, rest = divmod(number, _HUNDRED)
    if hundreds:
        head = "cent" if hundreds == 1 else f"{_FR[hundreds]} cent"
        return f"{head} {_french(rest)}" if rest else head
    if number in _FR:
        return _FR[number]
    tens, ones = divmod(number, _TEN)
    if tens in {7, 9}:
        link = " et " if (tens, ones) == (7, 1) else " "
        return f"{_FR[(tens - 1) * _TEN]}{link}{_french(ones + _TEN)}"
    link = " et " if ones == 1 and tens < 8 else " "  # noqa: PLR2004 - quatre-vingt-un
    return f"{_FR[tens * _TEN]}{link}{_FR[ones]}"


def _numbered(words: str, *numbers: int) -> dict[int, str]:
    return dict(zip(numbers or range(1, _TWENTY), words.split(), strict=True))


_TENS = (20, 30, 40, 50, 60, 70, 80, 90)
_EN = _numbered(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
) | _numbered("twenty thirty forty fifty sixty seventy eighty ninety", *_TENS)
_MS = {
    **dict(
        enumerate(
            ["satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "lapan", "sembilan"], start=1
        )
    ),
    10: "sepuluh",
    11: "sebelas",
}
_DE = _numbered(
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn"
) | _numbered("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", *_TENS)
_NL = _numbered(
    "een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien "
    "zestien zeventien achttien negentien"
) | _numbered("twintig dertig veertig vijftig zestig zeventig tachtig negentig", *_TENS)
_ES = _numbered(
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve"
) | _numbered("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa", *_TENS)
_ES_HUNDREDS = {
    1: "ciento",
    5: "quinientos",
    7: "setecientos",
    9: "novecientos",
    **{n: f"{_ES[n]}cientos" for n in (2, 3, 4, 6, 8)},
}
_FR = _numbered(
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf"
) | {
    20: "vingt",
    30: "trente",
    40: "quarante",
    50: "cinquante",
    60: "soixante",
    80: "quatre-vingt",
}

_SPELLERS: tuple[Callable[[int], str], ...] = (
    _english, _malay, _german, _spanish, _french, _dutch
)  # fmt: skip
_SCALES = ("thousand", "grand", "ribu", "tausend", "duizend", "mille", "mil")
_COLLOQUIAL = {
    1: ("a", "an", "ein", "eine", "einen", "een", "un", "une", "una", "se"),
    2: ("zwo",),
    5: ("fiver", "fünfer"),
    10: ("tenner", "zehner", "tientje"),
    15: ("fuffzehn",),
    20: ("twenner", "zwanni", "zwanziger"),
    50: ("fuffi", "fuffzig", "fuffziger", "fünfziger"),
    70: ("septante",),
    90: ("nonante",),
}
"""Other words, and words for notes, which stand for their amount."""
