"""How amounts are said in words, to see whether an amount stands in a text that has no digits.

English, Malay, German, Spanish, French and Dutch. What is written here is compared without spaces,
hyphens and case, so "fifty-nine", "neunundfünfzig" and "quatre-vingt-dix" are found in any writing.
"""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache

_HUNDRED, _THOUSAND, _LIMIT = 100, 1_000, 100_000
_TWENTY, _TEN = 20, 10

_Speller = Callable[[int], str]


def stands_in_words(amount: Decimal, text: str) -> bool:
    """Whether ``amount`` is said in words: "fifty nine ninety" and "neunundfünfzig neunzig" are
    59.90, "seven hundred twenty" is 720. Amounts from 3 on; smaller ones are counts and articles.
    """
    whole, cents = divmod(abs(amount) * _HUNDRED, _HUNDRED)
    if cents != cents.to_integral_value() or not 3 <= whole < _LIMIT:  # noqa: PLR2004
        return False
    words = re.findall(r"[^\W\d_]+", text.casefold())
    runs = {"".join(words[at:end]) for at in range(len(words)) for end in _ends(at, len(words))}
    return any(form in runs for form in _forms(int(whole), int(cents)))


_LONGEST = 9
"""Words of the longest amount that is looked for."""


def _ends(at: int, count: int) -> range:
    return range(at + 1, min(at + _LONGEST, count) + 1)


@cache
def _forms(whole: int, cents: int) -> frozenset[str]:
    """All ways to say an amount, as letters alone."""
    forms: set[str] = set()
    for speller, links in _LANGUAGES:
        for said in _variants(speller(whole)):
            if not cents:
                forms.add(said)
                continue
            for minor in _variants(speller(cents)):
                forms |= {f"{said}{link}{minor}" for link in links}
    if not cents:
        forms |= _COLLOQUIAL.get(whole, frozenset())
    return frozenset(re.sub(r"[^\w]", "", form) for form in forms)


def _variants(said: str) -> Iterator[str]:
    """With and without the "one" that some leave out in front of hundreds, and the "and"."""
    forms = {said, said.replace(" and ", " ")}
    if said.endswith(("-vingt", " cent")):
        forms.add(f"{said}s")
    for one in ("one hundred", "one thousand", "een honderd", "ein hundert", "ein tausend"):
        forms |= {form.replace(one, f"a {one.split()[1]}", 1) for form in tuple(forms)}
        forms |= {form.replace(one, one.split()[1], 1) for form in tuple(forms)}
    yield from forms


def _english(number: int) -> str:
    if number >= _THOUSAND:
        rest = number % _THOUSAND
        joint = " and " if 0 < rest < _HUNDRED else " "
        return f"{_english(number // _THOUSAND)} thousand{joint}{_english(rest) if rest else ''}"
    if number >= _HUNDRED:
        rest = number % _HUNDRED
        return f"{_EN[number // _HUNDRED]} hundred" + (f" and {_english(rest)}" if rest else "")
    return _EN[number] if number in _EN else f"{_EN[number // _TEN * _TEN]} {_EN[number % _TEN]}"


def _malay(number: int) -> str:
    for value, name in ((_THOUSAND, "ribu"), (_HUNDRED, "ratus")):
        if number >= value:
            many, rest = divmod(number, value)
            head = f"se{name}" if many == 1 else f"{_malay(many)} {name}"
            return f"{head} {_malay(rest)}" if rest else head
    if number in _MS:
        return _MS[number]
    if number < _TWENTY:
        return f"{_MS[number % _TEN]} belas"
    tens, ones = divmod(number, _TEN)
    return f"{_MS[tens]} puluh" + (f" {_MS[ones]}" if ones else "")


def _german(number: int) -> str:
    return _unit_first(number, _DE, "und", ("hundert", "tausend"), "ein")


def _dutch(number: int) -> str:
    return _unit_first(number, _NL, "en", ("honderd", "duizend"), "een")


def _unit_first(
    number: int, words: dict[int, str], joint: str, scales: tuple[str, str], one: str
) -> str:
    """Of languages that say the unit before the tens."""
    hundred, thousand = scales
    for value, name in ((_THOUSAND, thousand), (_HUNDRED, hundred)):
        if number >= value:
            many, rest = divmod(number, value)
            spoken = one if many == 1 else _unit_first(many, words, joint, scales, one)
            tail = _unit_first(rest, words, joint, scales, one) if rest else ""
            return f"{spoken} {name} {tail}"
    if number in words:
        return words[number]
    tens, ones = divmod(number, _TEN)
    unit = one if ones == 1 else words[ones]
    return f"{unit} {joint} {words[tens * _TEN]}"


def _spanish(number: int) -> str:
    if number >= _THOUSAND:
        many, rest = divmod(number, _THOUSAND)
        head = "mil" if many == 1 else f"{_spanish(many)} mil"
        return f"{head} {_spanish(rest)}" if rest else head
    if number >= _HUNDRED:
        many, rest = divmod(number, _HUNDRED)
        if number == _HUNDRED:
            return "cien"
        return f"{_ES_HUNDREDS[many]} {_spanish(rest)}" if rest else _ES_HUNDREDS[many]
    if number in _ES:
        return _ES[number]
    tens, ones = divmod(number, _TEN)
    if tens < 3:  # noqa: PLR2004 - dieciséis, veintiuno
        return f"{'dieci' if tens == 1 else 'veinti'}{_ES[ones]}"
    return f"{_ES[tens * _TEN]} y {_ES[ones]}"


def _french(number: int) -> str:
    for value, name in ((_THOUSAND, "mille"), (_HUNDRED, "cent")):
        if number >= value:
            many, rest = divmod(number, value)
            head = name if many == 1 else f"{_french(many)} {name}"
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

_LANGUAGES: tuple[tuple[_Speller, tuple[str, ...]], ...] = (
    (_english, ("", "and", "point", "ringgit", "ringgitand", "dollars", "euros", "pounds")),
    (_malay, ("", "ringgit", "perpuluhan")),
    (_german, ("", "euro", "euround", "komma")),
    (_spanish, ("", "con", "euros", "eurosy", "euroscon", "y")),
    (_french, ("", "euros", "eurost", "eurosest", "virgule")),
    (_dutch, ("", "euro", "euroen", "komma")),
)
_COLLOQUIAL = {
    5: frozenset({"fiver", "fünfer", "afiver"}),
    10: frozenset({"tenner", "zehner", "tientje"}),
    20: frozenset({"twenner", "zwanni", "zwanziger"}),
    50: frozenset({"fuffi", "fuffziger", "fünfziger"}),
}
"""Words for notes, which stand for their amount."""
