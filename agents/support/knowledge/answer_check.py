"""Whether an answer says only what the cited passages say. Pure; no model is asked.

It refuses rather too much than too little: what it refuses is replaced by the passage's own words.
Figures, links and codes must stand in what is cited, negations must be the same ones, and most
words of each sentence must come from there. Languages: en, de, ms, es, fr, pt; in others the
tables of words are English, and figures, links and codes are looked at all the same.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from babel import Locale

from agents.support.knowledge.tables import by_word, of_language
from agents.support.knowledge.words import one_language, stems
from agents.support.tickets import Citation
from language.day_names import months
from language.numbers import LANGUAGES, single_words
from language.words import without_accents
from language.written_dates import month_names

SUPPORTED = 0.6
"""Share of a sentence's content stems that the cited passages must have."""
_NEAR = 0.5
"""Share of an answer's stems from which a sentence of a passage is one on the same matter."""

_LINK = re.compile(
    r"(?:https?://|www\.)[^\s<>()\[\]\"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE
)
_HOST = re.compile(
    r"\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|info|biz|co|eu|de|at|ch|fr|es|pt|br|mx|my|sg|id"
    r"|uk|us|me|ai|help|support|link|ly|shop|site|online|xyz)\b(?:/[^\s<>()\[\]\"']*)?",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z])[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)*\b"
    r"|\b[A-Z]{2,}(?:[-_][A-Z0-9]+)+\b"
)
_GLUED = re.compile(r"^(?:[A-Z]{1,3}\d+|\d+[A-Za-zµ°]{1,4})$")
"""An amount with its currency or a number with its unit: RM15, 50GB."""
_NUMBER = re.compile(r"\d+(?:[.,:'’\u00a0\u202f /-]?\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:[ '’\u00a0\u202f.,]\d{3})+(?:[.,]\d{1,2})?$")
_SENTENCES = re.compile(r"(?<=[.!?;。])\s+|\n+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*", re.UNICODE)

_NEW = "neuf"
"""Nine as well."""
_MONTHS: Final = months() | month_names(map(Locale, ("es", "fr", "pt")), ("wide",))
_AMBIGUOUS = "mars"
_LONG_NAME = 4


class _Figure(NamedTuple):
    """A number as it may be read, and the unit that stands with it, if it is a known one."""

    readings: frozenset[str]
    unit: str


def check(answer: str, cited: Sequence[str], offered: Sequence[Citation]) -> str:
    """Why an answer may not be shown: ``empty``, ``uncited``, ``not_offered``, ``link``, ``code``,
    ``figure``, ``claim``, ``negation`` or ``unsupported``; empty when it may.
    """
    if not answer.strip():
        return "empty"
    if not cited or set(cited) - {each.id for each in offered}:
        return "not_offered" if cited else "uncited"
    sources = [each for each in offered if each.id in set(cited)]
    language = one_language(sources[0].language)
    text = "\n".join(f"{each.title}\n{each.passage}\n{each.link}" for each in sources)
    if not _links(answer) <= _links(text):
        return "link"
    bare, base = _without_links(answer), _without_links(text)
    refusals = (
        ("code", any(without_accents(code) not in without_accents(base) for code in _codes(bare))),
        ("figure", not _figures_stand(bare, base, language)),
        ("claim", _claims(bare, base, language)),
    )
    return next((why for why, holds in refusals if holds), "") or _sentences(bare, base, language)


def _links(text: str) -> set[str]:
    found = {each.group() for each in _LINK.finditer(text)}
    found |= {each.group() for each in _HOST.finditer(text)}
    return {_address(each) for each in found} - {""}


def _address(link: str) -> str:
    """However it is written: without scheme, ``www.`` and what ends the sentence."""
    bare = link.rstrip(".,;:!?/").casefold()
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", bare)


def _without_links(text: str) -> str:
    return _HOST.sub(" ", _LINK.sub(" ", text))


def _codes(text: str) -> Iterator[str]:
    for each in _CODE.finditer(text):
        if not _GLUED.match(each.group()) and not re.fullmatch(r"\d+(?:st|nd|rd|th|er|e|º|ª|x)",
                                                               each.group()):  # fmt: skip
            yield each.group()


def _figures_stand(answer: str, base: str, language: str) -> bool:
    """Each number of the answer is one of the passages, with the same unit where both have one."""
    there = list(_figures(base, language))
    for figure in _figures(answer, language):
        same = [each for each in there if each.readings & figure.readings]
        if not same:
            return False
        if figure.unit and all(each.unit and each.unit != figure.unit for each in same):
            return False
    return True


def _figures(text: str, language: str) -> Iterator[_Figure]:
    spoken = language if language in LANGUAGES else "en"
    words = {word: str(n) for word, n in single_words(spoken).items() if word != _NEW}
    words |= dict(each.split("=") for each in of_language("more_numbers", language).split())
    for each in _NUMBER.finditer(text):
        yield _Figure(frozenset(_readings(each.group(), language)), _unit(text, each))
    for word in _WORD.finditer(text):
        said = word.group().casefold()
        if said in words:
            yield _Figure(frozenset({words[said]}), _unit(text, word))
        elif said in _MONTHS and _is_month(text, word):
            yield _Figure(frozenset({f"month {_MONTHS[said]}"}), "")


def _is_month(text: str, word: "re.Match[str]") -> bool:
    """``may``, ``mac`` and other short names are months beside a number only."""
    said, beside = word.group().casefold(), text[max(0, word.start() - 4) : word.end() + 4]
    clear = len(said) >= _LONG_NAME and said != _AMBIGUOUS
    return clear or re.search(r"\d", beside) is not None


def _readings(number: str, language: str) -> Iterator[str]:
    """``1.500`` is fifteen hundred or one and a half, by who wrote it; a date is its parts."""
    if _GROUPED.match(number):
        whole, mark, rest = number, "", ""
        cents = re.search(r"([.,])(\d{1,2})$", number)
        if cents:
            whole, mark, rest = number[: cents.start()], ".", cents[2]
        yield _plain("".join(c for c in whole if c.isdigit()) + mark + rest)
        points = [c for c in number if not c.isdigit()]
        decimal = "," if language in {"de", "es", "fr", "pt"} else "."
        if points != [decimal]:
            return
    if re.fullmatch(r"\d+[.,]\d+", number):
        yield _plain(number.replace(",", "."))
        return
    if number.isdigit():
        yield _plain(number)
        return
    date = re.fullmatch(r"(\d{1,4})([./-])(\d{1,2})\2(\d{2,4})", number)
    if date:
        yield from _dates(date[1], date[3], date[4])
        return
    yield "|".join(_plain(part) for part in re.findall(r"\d+", number))


def _dates(first: str, second: str, third: str) -> Iterator[str]:
    year, others = (
        (first, (second, third)) if len(first) == len("2027") else (third, (first, second))
    )
    year = year if len(year) == len("2027") else f"20{year}"
    months = {_plain(each) for each in others if int(each) <= 12}  # noqa: PLR2004 - months
    for month in months:
        yield f"date {year} {month} {_plain(others[0 if _plain(others[1]) == month else 1])}"


def _plain(number: str) -> str:
    whole, mark, rest = number.partition(".")
    rest = rest.rstrip("0")
    return (whole.lstrip("0") or "0") + (mark + rest if rest else "")


def _unit(text: str, number: "re.Match[str]") -> str:
    before = re.search(r"(RM|EUR|USD|MYR|GBP|€|\$|£)\s?$", text[: number.start()], re.IGNORECASE)
    if before:
        return by_word("units").get(before[1].casefold(), "")
    after = re.match(
        r"[\s\u00a0-]{0,2}(?:(?:working|business|calendar|full|volle[nr]?|por)\s+)?([%€$£]|[^\W\d_]+)",
        text[number.end() :],
    )
    return by_word("units").get(after[1].casefold(), "") if after else ""


def _claims(answer: str, base: str, language: str) -> bool:
    """That something was done, or will be by whoever writes, in other words than the passages."""
    pattern = re.compile(rf"\b(?:{of_language('claims', language)})", re.IGNORECASE)
    known = " ".join(base.casefold().split())
    return any(
        " ".join(each.group().casefold().split()) not in known for each in pattern.finditer(answer)
    )


def _sentences(answer: str, base: str, language: str) -> str:
    negation = re.compile(rf"(?<!\w)(?:{of_language('negations', language)})(?!\w)", re.IGNORECASE)
    there = [
        (set(stems(each, language)), bool(negation.search(each)))
        for each in _SENTENCES.split(base)
        if each.strip()
    ]
    everything = set().union(*(own for own, _ in there)) if there else set()
    for sentence in _SENTENCES.split(answer):
        own = {stem for stem in stems(sentence, language) if not stem.isdigit()}
        negated = bool(negation.search(sentence))
        if not own:
            if negated:
                return "negation"
            continue
        if len(own & everything) < SUPPORTED * len(own):
            return "unsupported"
        near = [(len(own & its), no) for its, no in there if len(own & its) >= _NEAR * len(own)]
        best = max((shared for shared, _ in near), default=0)
        if negated and not any(no for _, no in near):
            return "negation"
        if not negated and near and all(no for shared, no in near if shared == best):
            return "negation"
    return ""
