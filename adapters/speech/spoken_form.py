"""What is written, as it is said: no markup, links or pictures; telephone numbers digit by digit,
dates and times in words, money with its name, codes spelled.

Rules for English, Malay and German; in other languages figures stay, which voices read by
themselves. Pure.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_name

from adapters.speech.number_words import NUMBER_WORDS, NumberWords
from language.currencies import said_as
from language.numbers import in_words, ordinal
from language.written_dates import valid_date

LONGEST_SENTENCE: Final = 200
"""Characters. Some twelve seconds: what is longer is said in two parts."""

_LINE_MARKS = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>+[ \t]?|[-*+•·‣◦–—▪●][ \t]+)+", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?:[-*_=|:][ \t]*){3,}$", re.MULTILINE)
_LISTED = re.compile(r"^([ \t]*\d{1,3})[.)](?=[ \t])", re.MULTILINE)
_NAMED_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\n]*\)")
_LINK = re.compile(
    r"<?\b(?:[a-z][a-z\d+.-]{1,20}://|www\.)[^\s<>]*[^\s<>.,;:!?)\]'\"”]>?"
    r"|\b(?:[a-z\d-]+\.){1,5}[a-z]{2,12}/[^\s<>]*[^\s<>.,;:!?)\]'\"”]",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[a-z][^<>\n]{0,200}>", re.IGNORECASE)
_EMPHASIS = re.compile(r"\*+|`+|~~|(?<!\w)_+|_+(?!\w)")
_FENCE = re.compile(r"^[ \t]*```.*$", re.MULTILINE)
_ARROWS = re.compile(r"[ \t]*[\u2190-\u21ff\u27f0-\u27ff][ \t]*")
_KEPT_SIGNS = "°"

_NO_DIGIT_BEFORE, _NO_DIGIT_BEHIND = r"(?<![\w.,:/+-])", r"(?![\w]|[.,:/-]\d)"
_ISO_DATE = re.compile(
    rf"{_NO_DIGIT_BEFORE}((?:19|20)\d\d)-(\d\d)-(\d\d)(?:T(?=\d\d:)|{_NO_DIGIT_BEHIND})"
)
_NUMERIC_DATE = re.compile(
    rf"{_NO_DIGIT_BEFORE}(\d{{1,2}})([./-])(\d{{1,2}})\2((?:19|20)\d\d|\d\d){_NO_DIGIT_BEHIND}"
)
_GERMAN_GOVERNING = frozenset(
    {"am", "vom", "zum", "bis", "ab", "seit", "dem", "den", "des", "nach", "vor"}
)
"""Behind them a German day ends in *n*, also with a weekday between."""
_GERMAN_DATE = re.compile(
    rf"(?P<lead>\b(?:{'|'.join(sorted(_GERMAN_GOVERNING))}|der)\s)(\d{{1,2}})\.\s?(\d{{1,2}})\.(?!\d)",
    re.IGNORECASE,
)
_CENTURY = 2000
_MONTHS_OF_A_YEAR = 12

_TIME = re.compile(
    rf"(?P<before>\b(?:pukul|jam)\s)?{_NO_DIGIT_BEFORE}"
    r"(?P<hour>[01]?\d|2[0-4])(?P<sign>[:.])(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:]|[.,/-]\d)"
    r"(?P<half>\s?(?:[ap]\.?m\b\.?|PG\b|PTG\b|TGH\b|pagi\b|petang\b|malam\b|tengah hari\b|Uhr\b))?"
    r"(?!\w)",
    re.IGNORECASE,
)
_MALAY_HALVES = {"pg": "pagi", "ptg": "petang", "tgh": "tengah hari", "am": "pagi", "pm": "petang"}
_NOON, _EVENING, _DAY = 12, 19, 24

_TELEPHONE = re.compile(
    rf"{_NO_DIGIT_BEFORE}(?:\+|\(\+?)?\d(?:(?:[-/.]|\)?[ -]|[ ]?\()?\d){{6,17}}{_NO_DIGIT_BEHIND}"
)
_CALLED = re.compile(
    r"(?P<before>\b(?:tel|phone|call|dial|ring|hotline|fax|telefon|hubungi|dail|anrufen"
    r"|no(?=\.)|number|nr|nummer|nombor|code|kod|pin|otp|ref|reference|rujukan)\b"
    r"[.:]?\s(?:(?:is|ist|ialah|adalah|lautet):?\s)?)(?P<number>\d{3,8})" + _NO_DIGIT_BEHIND,
    re.IGNORECASE,
)
"""Short numbers that are called or named, not counted."""
_DECIMAL = re.compile(r"\d+[.,]\d+")
_MOST_DIGITS = 15
_LONG_GROUP = 4
_TAIL_OF_GROUPS = 3

_SYMBOLS = {
    "RM": "MYR", "US$": "USD", "S$": "SGD", "A$": "AUD", "$": "USD", "€": "EUR", "£": "GBP",
    "¥": "JPY", "₹": "INR", "฿": "THB", "Rp": "IDR",
}  # fmt: skip
_CODES = "MYR|USD|SGD|AUD|EUR|GBP|JPY|INR|THB|IDR|CHF|CNY|HKD|PHP|VND|BND|NZD|CAD|SEK|NOK|DKK|PLN"
_CURRENCY = rf"(?:{'|'.join(re.escape(sign) for sign in _SYMBOLS)}|(?:{_CODES})(?![A-Za-z]))"
_FIGURES = (
    r"\d{1,3}(?: \d{3})+[.,]\d\d|\d{1,3}(?:[.,']\d{3})+(?:[.,]\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?"
)
_MONEY = re.compile(
    rf"(?<!\w)(?P<minus>[-−]\s?)?(?:(?P<sign>{_CURRENCY})\s?(?P<after>{_FIGURES})(?![\d]|[.,]\d)"
    rf"|(?<![.,\d])(?P<figures>{_FIGURES})\s?(?P<behind>{_CURRENCY})(?!\w))"
)
_NUMBERED = re.compile(r"(?<![\w&])#\s?(?P<code>[A-Za-z\d]+(?:-[A-Za-z\d]+)*)")
_CODE = re.compile(r"(?<![\w-])(?=[A-Z\d-]*[A-Z])(?=[A-Z-]*\d)[A-Z\d]+(?:-[A-Z\d]+)*(?![\w-])")
_SHORTEST_CODE = 4
_WORD = re.compile(r"[A-Z]{4,}-?\d{1,2}")
"""Capitals that are said as a word: COVID-19."""
_LONGEST_SAID = 3
"""Figures of a number that is said as one: longer ones are spelled."""

_SPAN = re.compile(r"(?<=\d)(?:[–—]| – )(?=\d)|(?<=\w)–(?=\w)")
_SPAN_OF_TIMES = re.compile(
    r"(?<!\d)(\d\d?:\d\d(?:\s?(?:[ap]\.?m\.?|PG|PTG|Uhr))?)\s?[–—-]\s?(?=\d\d?:\d\d)", re.IGNORECASE
)
_TO = {"es": "a", "fr": "à"}
"""Between two times, in languages whose voices read figures by themselves."""
_DASH = re.compile(r"\s+[–—-]+\s+|[–—]")
_TIMES = re.compile(r"(?<=\d)\s?[×x*]\s?(?=\d)|×")
_SEPARATORS = re.compile(r"\s*[|·•]+\s*")
_ENDS = ".!?…:;,"
_SENTENCE_END = re.compile(r"[.!?…]+[)\"'”’»]*\s+")
_ABBREVIATIONS = frozenset({
    "mr", "mrs", "ms", "dr", "st", "no", "nos", "vs", "etc", "approx", "tel", "eg", "ie", "inc",
    "ltd", "co", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
    "dec", "bzw", "ca", "nr", "str", "usw", "inkl", "exkl", "ggf", "evtl", "mio", "mrd", "tgl",
    "vgl", "zb", "dh", "bil", "en", "pn", "sdn", "bhd", "spt", "dll", "cik", "hj", "tn", "kg",
    "jln", "ext", "ph", "dept",
})  # fmt: skip

_Rule = Callable[[re.Match[str]], str]


def spoken_form(text: str, locale: str) -> str:
    """``text`` as a voice should say it, on one line; empty when there is nothing to say."""
    language = locale.replace("-", "_").split("_", 1)[0].lower()
    words = NUMBER_WORDS.get(language)
    plain = _without_markup(text, words.link if words else "")
    plain = _dated(plain, locale, language)
    to = words.to if words is not None else _TO.get(language)
    if to:
        plain = _SPAN_OF_TIMES.sub(rf"\1 {to} ", plain)
    if words is not None:
        plain = _TIME.sub(_timed(language), plain)
        plain = _SPAN.sub(f" {words.to} ", plain)
        plain = _MONEY.sub(_priced(locale, language), plain)
        plain = _TELEPHONE.sub(_dialled(words), plain)
        plain = _CALLED.sub(lambda m: m["before"] + words.digits(m["number"]), plain)
        plain = _NUMBERED.sub(_numbered(words), plain)
        plain = _CODE.sub(lambda m: _spelled(m[0], words) if _is_code(m[0]) else m[0], plain)
        plain = _TIMES.sub(f" {words.times} ", plain)
    return _on_one_line(plain)


def sentences(text: str) -> tuple[str, ...]:
    """The parts of a written text that are said one after the other, in order, as written.

    Together they are the whole text but for spaces and line breaks. A part without a word goes
    with the one before it.
    """
    parts: list[str] = []
    for line in text.splitlines():
        for part in (piece for whole in _sentences_of(line) for piece in _short(whole)):
            if parts and not any(char.isalnum() for char in part):
                parts[-1] = f"{parts[-1]} {part}"
            else:
                parts.append(part)
    return tuple(parts)


def _sentences_of(line: str) -> Iterator[str]:
    start = 0
    for end in _SENTENCE_END.finditer(line):
        if _goes_on(line[start : end.start()], end[0], line[end.end() :]):
            continue
        yield line[start : end.end()].strip()
        start = end.end()
    if rest := line[start:].strip():
        yield rest


def _goes_on(before: str, end: str, behind: str) -> bool:
    """Whether a dot is one of an abbreviation, an initial or a German date."""
    if not behind or behind[0].islower():
        return True
    if end.strip() != ".":
        return False
    word = before.rsplit(maxsplit=1)[-1] if before.strip() else ""
    bare = word.strip("(\"'“„").replace(".", "").lower()
    if "." in word and bare.isalpha() and bare not in {"am", "pm"}:
        return True
    return len(bare) <= 1 or bare in _ABBREVIATIONS or (bare.isdecimal() and len(bare) <= 2)  # noqa: PLR2004


def _short(sentence: str) -> Iterator[str]:
    while len(sentence) > LONGEST_SENTENCE:
        head = sentence[:LONGEST_SENTENCE]
        clause = max(head.rfind(sign) for sign in (", ", "; ", ": ", " – ", " — "))
        at = clause + 1 if clause > LONGEST_SENTENCE // 3 else head.rfind(" ")
        at = at if at > 0 else LONGEST_SENTENCE
        yield sentence[:at].strip()
        sentence = sentence[at:].strip()
    if sentence:
        yield sentence


def _without_markup(text: str, link: str) -> str:
    plain = re.sub(r"[ \t]+", " ", unicodedata.normalize("NFC", text))
    plain = _FENCE.sub("", plain)
    plain = _NAMED_LINK.sub(r"\1", plain)
    plain = html.unescape(_TAG.sub(" ", _LINK.sub(f" {link} ", plain)))
    plain = _LISTED.sub(r"\1,", _LINE_MARKS.sub("", _RULE.sub("", plain)))
    plain = re.sub(r"(?<=\d)\s?\*\s?(?=\d)", "×", plain)
    plain = _ARROWS.sub(", ", _EMPHASIS.sub("", plain))
    plain = re.sub(r"(?<=\w)_+(?=\w)", " ", plain)
    return "".join(char for char in map(_speakable, plain))


def _speakable(char: str) -> str:
    """The character, or what stands for it where it is a picture or cannot be seen."""
    if char in "\n\t" or char in _KEPT_SIGNS:
        return char
    kind = unicodedata.category(char)
    if kind in {"Cf", "Mn", "Me"}:
        # Marks are part of words in many scripts; what picks the look of a picture is not.
        of_a_picture = "\ufe00" <= char <= "\ufe0f" or char > "\U000e0000"
        return char if kind == "Mn" and not of_a_picture else ""
    if kind == "So" or kind[0] in "CZ" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return " "
    return char


def _dated(text: str, locale: str, language: str) -> str:
    """Dates in figures, and shortened months, as a person says them."""
    parsed = _parsed(locale)
    if parsed is None:
        return text
    american = parsed.language == "en" and parsed.territory == "US"

    def iso(match: re.Match[str]) -> str:
        said = _said_day(match[1], match[2], match[3], parsed)
        return match[0] if said is None else f"{said}, " if match[0].endswith("T") else said

    def numeric(match: re.Match[str]) -> str:
        first, sign, second, year = match.groups()
        if sign == "-" and len(year) == 2:  # noqa: PLR2004 - rather a telephone number
            return match[0]
        swapped = int(second) > _MONTHS_OF_A_YEAR or (
            american and sign == "/" and int(first) <= _MONTHS_OF_A_YEAR
        )
        day, month = (second, first) if swapped else (first, second)
        whole = year if len(year) > 2 else str(_CENTURY + int(year))  # noqa: PLR2004
        return _said_day(whole, month, day, parsed) or match[0]

    text = _NUMERIC_DATE.sub(numeric, _ISO_DATE.sub(iso, text))
    if language == "de":
        months = parsed.months["format"]["wide"]
        text = _GERMAN_DATE.sub(
            lambda m: f"{m[1]}{m[2]}. {months[int(m[3])]}" if int(m[3]) in months else m[0], text
        )
    named = _named_date(str(parsed))
    return named.sub(lambda match: _said_named(match, language, parsed), text)


def _said_day(year: str, month: str, day: str, locale: Locale) -> str | None:
    """The date as the locale writes it with the name of the month; None for a day there is not."""
    when = valid_date(int(year), int(month), int(day))
    if when is None:
        return None
    name = locale.months["format"]["wide"][when.month]
    dot = "." if locale.language == "de" else ""
    return f"{when.day}{dot} {name} {when.year}"


@lru_cache(maxsize=32)
def _named_date(locale: str) -> re.Pattern[str]:
    names = _months(locale)
    # A dot belongs to a shortened name; behind a whole one it ends the sentence.
    months = "|".join(
        re.escape(name) + (r"\b" if names[name].lower() == name else r"\b\.?")
        for name in sorted(names, key=len, reverse=True)
    )
    return re.compile(
        r"(?P<lead>\b(?:\w+[.,]?,?\s){0,2})(?<![\w.,:/-])"
        rf"(?:(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th|hb)?\s(?:of\s)?(?P<month>{months})"
        rf"|\b(?P<first>{months})\s(?P<second>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?![\w:]|[.,]\d|\s(?:{months})))"
        r"(?:,?\s(?P<year>(?:19|20)\d\d)(?![\w-]))?",
        re.IGNORECASE,
    )


@lru_cache(maxsize=32)
def _months(locale: str) -> dict[str, str]:
    """The full name of each month by each of its names, in small letters without the dot."""
    parsed = Locale.parse(locale)
    found: dict[str, str] = {}
    for form in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in parsed.months[form][width].items():
                found[name.rstrip(".").lower()] = parsed.months["format"]["wide"][number]
    if parsed.language == "en":
        found |= {"sept": "September"}
    return found


def _said_named(match: re.Match[str], language: str, locale: Locale) -> str:
    number = match["day"] or match["second"]
    month = _months(str(locale))[(match["month"] or match["first"]).lower().rstrip(".")]
    lead, year = _with_weekday(match["lead"] or "", locale), match["year"]
    day = int(number)
    words = NUMBER_WORDS.get(language)
    if words is None or not 1 <= day <= 31:  # noqa: PLR2004
        of = " de " if language == "es" else " "
        said = f"{number}{of}{month}" if match["day"] else f"{month} {number}"
        return f"{lead}{said}" + (f" {year}" if year else "")
    behind = f" {words.year(int(year))}" if year else ""
    if language == "de":
        return f"{lead}{_german_day(day, lead)} {month}{behind}"
    if language == "ms":
        return f"{lead}{words.cardinal(day)} {month}{behind}"
    if match["first"]:
        return f"{lead}{month} {ordinal(day, language)}{behind}"
    the = "" if lead.strip().lower() == "the" else "the "
    return f"{lead}{the}{ordinal(day, language)} of {month}{behind}"


def _with_weekday(lead: str, locale: Locale) -> str:
    """The words before a day, the last of them in full where it is a shortened weekday."""
    last = re.search(r"(\w+)\.?(,?\s)$", lead)
    days = locale.days["format"]
    for number, name in days["abbreviated"].items():
        if last and name.rstrip(".").lower() == last[1].lower():
            return f"{lead[: last.start()]}{days['wide'][number]}{last[2]}"
    return lead


def _german_day(day: int, lead: str) -> str:
    """With the ending that the word before it wants."""
    before = lead.lower().replace(",", "").split()
    if before and before[-1] in {"der", "die", "das"}:
        return ordinal(day, "de")
    return ordinal(day, "de") + ("r" if _GERMAN_GOVERNING.isdisjoint(before) else "n")


@lru_cache(maxsize=32)
def _parsed(locale: str) -> Locale | None:
    with suppress(UnknownLocaleError, ValueError):
        return Locale.parse(locale.replace("-", "_"))
    return None


def _timed(language: str) -> _Rule:
    def said(match: re.Match[str]) -> str:
        hour, minute = int(match["hour"]), int(match["minute"])
        half = (match["half"] or "").strip().lower().replace(".", "")
        if (hour == _DAY and minute) or (match["sign"] == "." and not half):
            return match[0]
        # The dot of "p.m." may end the sentence as well.
        end = "." if (match["half"] or "").endswith(".") and not match.string[match.end() :] else ""
        if language == "de":
            clock = f"{'ein' if hour == 1 else in_words(hour, 'de')} Uhr"
            return f"{clock} {in_words(minute, 'de')}" if minute else clock
        if language == "ms":
            return _malay_time(hour, minute, half, match["before"]) + end
        return _english_time(hour % _DAY, minute, half) + end

    return said


def _malay_time(hour: int, minute: int, half: str, before: str | None) -> str:
    if not half and hour >= _NOON:
        half = "tengah hari" if hour == _NOON else "petang" if hour < _EVENING else "malam"
        hour = (hour - 1) % _NOON + 1
    clock = in_words(hour, "ms") + (f" {in_words(minute, 'ms')}" if minute else "")
    lead = before or ("" if minute else "pukul ")
    part = _MALAY_HALVES.get(half, half)
    return f"{lead}{clock} {part}".strip()


def _english_time(hour: int, minute: int, half: str) -> str:
    if half not in {"am", "pm"}:
        half = "pm" if hour > _NOON else "am" if hour == 0 else ""
    clock = in_words(hour % _NOON or _NOON, "en")
    if minute:
        clock += f" {'oh ' if minute < 10 else ''}{in_words(minute, 'en')}"  # noqa: PLR2004
    elif not half:
        clock += " o'clock"
    return f"{clock} {half[0].upper()} M" if half else clock


def _priced(locale: str, language: str) -> _Rule:
    def said(match: re.Match[str]) -> str:
        sign = match["sign"] or match["behind"]
        code = _SYMBOLS.get(sign, sign)
        figures = match["after"] or match["figures"]
        cents = re.search(r"[.,](\d{1,2})$", figures)
        hundredths = int(cents[1].ljust(2, "0")) if cents else 0
        whole = int(re.sub(r"\D", "", figures[: cents.start()] if cents else figures))
        minus = f"{NUMBER_WORDS[language].minus} " if match["minus"] else ""
        return minus + _amount(whole, hundredths, code, locale, language)

    return said


def _amount(whole: int, hundredths: int, code: str, locale: str, language: str) -> str:
    named = said_as(code, language)
    if named is None:
        point = "," if language == "de" else "."
        figures = f"{whole}{point}{hundredths:02}" if hundredths else str(whole)
        parsed = _parsed(locale) or Locale(language)
        return f"{figures} {get_currency_name(code, whole, parsed)}"
    one, many, cents = named
    if not hundredths:
        return f"{whole} {one if whole == 1 else many}"
    if not whole:
        return f"{hundredths} {cents}"
    return f"{whole} {one if whole == 1 else many} {hundredths} {cents}"


def _dialled(words: NumberWords) -> _Rule:
    def said(match: re.Match[str]) -> str:
        written = match[0]
        groups = re.findall(r"\d+", written)
        count = sum(map(len, groups))
        # A count is not dialled: it has its thousands in groups of three, or one decimal point.
        is_number = written[0] in "+(0" or len(groups) == 1 or written.count("-") > 1
        if count > _MOST_DIGITS or _DECIMAL.fullmatch(written) or not is_number:
            return written
        plus = f"{words.plus} " if "+" in written[:2] else ""
        parts = [part for group in groups for part in _in_parts(group)]
        return plus + ", ".join(words.digits(part) for part in parts)

    return said


def _in_parts(group: str) -> Iterator[str]:
    while len(group) > _LONG_GROUP:
        yield group[:_TAIL_OF_GROUPS]
        group = group[_TAIL_OF_GROUPS:]
    yield group


def _numbered(words: NumberWords) -> _Rule:
    def said(match: re.Match[str]) -> str:
        code = match["code"]
        if code.isdecimal() and len(code) <= _LONGEST_SAID:
            return f"{words.number} {code}"
        has_figure = any(char.isdecimal() for char in code)
        return f"{words.number} {_spelled(code, words)}" if has_figure else code

    return said


def _is_code(token: str) -> bool:
    return len(token.replace("-", "")) >= _SHORTEST_CODE and not _WORD.fullmatch(token)


def _spelled(code: str, words: NumberWords) -> str:
    parts: list[str] = []
    for part in re.findall(r"[A-Za-z]+|\d+", code):
        parts += (
            [words.digits(each) for each in _in_parts(part)]
            if part[0].isdecimal()
            else [" ".join(part.upper())]
        )
    return ", ".join(parts)


def _on_one_line(text: str) -> str:
    lines = []
    for line in text.splitlines():
        said = _SEPARATORS.sub(", ", _DASH.sub(", ", line))
        said = re.sub(r"\s+([,.;:!?…])", r"\1", " ".join(said.split()))
        said = re.sub(r"([(\[])\s*[,;:]+\s*", r"\1", said)
        said = re.sub(r"([,;:])(?:\s*[,;:])+|([(\[])\s*[)\]]", r"\1", said).strip(" ,;")
        if any(char.isalnum() for char in said):
            lines.append(said)
    # A line is a breath: without a stop, a list would be one long word.
    stopped = [line if line[-1] in _ENDS else f"{line}." for line in lines[:-1]]
    return " ".join([*stopped, *lines[-1:]])
