"""The words of a question about what is saved: each of a period, a subject, or what is asked."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache, cached_property
from typing import NamedTuple

from agents.expenses.offline.lexicon import category_by_whole_name, find_merchants, item_known
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.tables import lists, pattern
from agents.expenses.spending import MAX_RANKED, AveragedOver, Grouping, InsightMeasure
from agents.expenses.tools import SUMMARISE_SPENDING
from domain.understanding import Person
from language.meant import is_usual
from language.numbers import count_words, counted
from language.patterns import phrase_pattern
from language.periods import NamedDays, find_periods
from language.words import Span, Word, is_free, key_of, words_of

_FILE = "insights.toml"
_LONGEST_NAME = 4
_WITH_A_SHOP = 2
"""Names in "lunch at Aeon"."""
_MEASURES = (
    InsightMeasure.BALANCE,
    InsightMeasure.COMPARE,
    InsightMeasure.SHARE,
    InsightMeasure.COUNT,
    InsightMeasure.FIRST,
    InsightMeasure.LAST,
    InsightMeasure.AVERAGE,
    InsightMeasure.SMALLEST,
    InsightMeasure.LARGEST,
    InsightMeasure.LINES,
    InsightMeasure.LIST,
)
"""The first that a text has words of is what it asks."""

_GROUPINGS = (
    Grouping.SHOP,
    Grouping.CATEGORY,
    Grouping.PAYMENT,
    Grouping.MONTH,
    Grouping.WEEK,
    Grouping.DAY,
)
_UNITS = (AveragedOver.DAY, AveragedOver.WEEK, AveragedOver.MONTH, AveragedOver.VISIT)
_PERIODS = frozenset({Grouping.MONTH, Grouping.WEEK, Grouping.DAY})
_SAID_BY_GROUPS = frozenset({InsightMeasure.LARGEST, InsightMeasure.LIST, InsightMeasure.AVERAGE})
"""What words of a ranking of shops or months mean as well: "where do I spend the most"."""

RANKS = frozenset({InsightMeasure.LARGEST, InsightMeasure.SMALLEST})
PLAIN = frozenset({InsightMeasure.TOTAL, InsightMeasure.LIST})


def text_pattern(name: str) -> re.Pattern[str]:
    """A pattern of what a text is as a whole, or begins with."""
    return pattern("text", name, _FILE)


class QuestionWords(NamedTuple):
    """What the words of a text are about, and those that nothing explains."""

    text: str
    periods: tuple[NamedDays, ...] = ()
    measure: InsightMeasure | None = None
    by: Grouping | None = None
    per: AveragedOver | None = None
    top: int = 0
    income: bool = False
    merchants: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    payment: str | None = None
    guessed: bool = False
    """A name is one only by where it stands."""
    unexplained: tuple[str, ...] = ()

    @property
    def subjects(self) -> int:
        return len(self.merchants) + len(self.categories) + len(self.items)

    @property
    def is_of_one(self) -> bool:
        """Whether it is about one thing at most, or about one at a shop: "lunch at Aeon"."""
        at_a_shop = len(self.merchants) == 1 and self.subjects == _WITH_A_SHOP
        return self.subjects <= 1 or (
            at_a_shop and not self.guessed and text_pattern("joins").search(self.text) is None
        )

    def subject(self) -> dict[str, str | None]:
        return {
            "merchant": self.merchants[0] if self.merchants else None,
            "category": self.categories[0] if self.categories else None,
            "item": self.items[0] if self.items else None,
        }


def words_in(
    text: str, person: Person, today: date, *, guess: bool, usual: bool = False
) -> QuestionWords:
    """With ``guess``, what stands where a name stands is one. With ``usual``, words that people
    often use in such questions change nothing of what is asked.
    """
    return _Sorting(text, person, today, usual=usual).sorted_out(guess=guess)


def has_words_of_a_question(text: str) -> bool:
    """A cheap first look."""
    measures = any(pattern("measures", m, _FILE).search(text) for m in _MEASURES)
    return measures or any(pattern("groups", g, _FILE).search(text) for g in _GROUPINGS)


class _Sorting:
    """One pass over a text. What a rule has taken, no later one takes."""

    def __init__(self, text: str, person: Person, today: date, *, usual: bool) -> None:
        self._text = text
        self._usual = usual
        self._words = words_of(text)
        self._periods = tuple(find_periods(text, person, today))
        self._taken = [period.span for period in self._periods]
        self._shops: dict[str, None] = {}
        self._categories: dict[str, None] = {}
        self._items: dict[str, None] = {}
        self._unexplained: list[str] = []
        self._guessed = False

    def sorted_out(self, *, guess: bool) -> QuestionWords:
        for found in find_merchants(self._words, self._taken):
            self._shops[found.known.name] = None
            self._taken.append(found.span)
        by, measure, per = self._asked()
        payment = None if by is Grouping.PAYMENT else self._payment()
        income = self._taken_by(pattern("measures", "income", _FILE))
        for match in _verb_categories().finditer(self._text):
            self._categories[_verb_table()[key_of(match.group())]] = None
            self._taken.append(Span(*match.span()))
        rows = self._rows() if measure in {None, *PLAIN} else None
        if rows is not None:
            measure = InsightMeasure.LIST
        top = self._top() if by or measure in RANKS else rows or 0
        self._name_the_rest(guess=guess)
        joined = text_pattern("joins").search(self._text) is not None
        only_shop = bool(self._shops) and not (self._guessed or self._items or joined)
        return QuestionWords(
            text=self._text,
            periods=self._periods,
            measure=measure,
            by=by,
            per=per if measure is InsightMeasure.AVERAGE else None,
            top=top,
            income=bool(income),
            merchants=tuple(self._shops),
            categories=() if only_shop else tuple(self._categories),
            items=tuple(self._items),
            payment=payment,
            guessed=self._guessed,
            unexplained=tuple(self._unexplained),
        )

    def _taken_by(self, pattern: re.Pattern[str]) -> list[Span]:
        spans = self._free(pattern)
        self._taken += spans
        return spans

    def _free(self, pattern: re.Pattern[str]) -> list[Span]:
        found = (m for m in pattern.finditer(self._text) if m.group().strip())
        return [span for m in found if is_free(span := Span(*m.span()), self._taken)]

    def _asked(self) -> tuple[Grouping | None, InsightMeasure | None, AveragedOver | None]:
        """These three share words, so that they are looked for in one text and taken together."""
        by, grouped = self._grouping()
        measure, spans = self._measure(grouped)
        if by and measure in _SAID_BY_GROUPS:
            measure = None
        per, unit_spans = self._unit(averaged=measure is InsightMeasure.AVERAGE)
        if per and measure is None and not by:
            measure = InsightMeasure.AVERAGE
        self._taken += [*grouped, *spans]
        if measure is InsightMeasure.AVERAGE or by:
            self._taken += unit_spans
        return by, measure, per

    def _grouping(self) -> tuple[Grouping | None, list[Span]]:
        average = pattern("measures", InsightMeasure.AVERAGE, _FILE)
        averaged = average.search(self._text) is not None
        for by in _GROUPINGS:
            if averaged and by in _PERIODS:
                continue  # "my average weekly spending"
            if spans := self._free(pattern("groups", by, _FILE)):
                return by, spans
        return None, []

    def _measure(self, grouped: Sequence[Span]) -> tuple[InsightMeasure | None, list[Span]]:
        summed = text_pattern("whole").search(self._text) is not None
        found: InsightMeasure | None = None
        spans: list[Span] = []
        for measure in _MEASURES:
            here = self._free(pattern("measures", measure, _FILE))
            here = [span for span in here if is_free(span, grouped)]
            if here and found is None and not (measure is InsightMeasure.LIST and summed):
                found = measure
            spans += here
        return found, spans

    def _unit(self, *, averaged: bool) -> tuple[AveragedOver | None, list[Span]]:
        for per in _UNITS:
            spans = self._free(pattern("units", per, _FILE))
            if not averaged and per is AveragedOver.VISIT:
                spans = [s for s in spans if " " in self._text[s.start : s.end].strip()]
            if spans:
                return per, spans
        return None, []

    def _payment(self) -> str | None:
        method = find_method(self._text)
        if method is None or not is_free(method.span, self._taken):
            return None
        self._taken.append(method.span)
        return method.name

    def _rows(self) -> int | None:
        """As in "my last 5 expenses"; 0 where no number is said."""
        match = text_pattern("last_rows").search(self._text)
        if match is None or not is_free(Span(*match.span()), self._taken):
            return None
        self._taken.append(Span(*match.span()))
        return min(int(match["n"] or 0), MAX_RANKED)

    def _top(self) -> int:
        """How many rows or groups are asked for: the one number that is of no period."""
        days = [period.span for period in self._periods]
        counts = [m for m in _count().finditer(self._text) if is_free(Span(*m.span()), days)]
        if len(counts) != 1 or not 0 < counted(counts[0].group()) <= MAX_RANKED:
            return 0
        self._taken.append(Span(*counts[0].span()))
        return counted(counts[0].group())

    def _name_the_rest(self, *, guess: bool) -> None:
        at = 0
        while at < len(self._words):
            if not is_free(self._words[at].span, self._taken):
                at += 1
                continue
            count = self._known_run(at) or int(self._is_small(self._words[at]))
            at += count or self._unknown_run(at, guess=guess)

    def _known_run(self, at: int) -> int:
        """How many words from here are the name of a category or of a known thing."""
        for count in range(min(_LONGEST_NAME, len(self._words) - at), 0, -1):
            run = self._words[at : at + count]
            if all(is_free(word.span, self._taken) for word in run) and self._is_named(run):
                return count
        return 0

    def _is_named(self, run: Sequence[Word]) -> bool:
        """Notes the category or thing that the words name. Small words name one only behind "on"
        or "for": "rides", "home".
        """
        small = all(map(self._is_small, run))
        if small and not text_pattern("on_this").search(self._text[: run[0].span.start]):
            return False
        if not small and (self._is_small(run[0]) or self._is_small(run[-1])):
            return False
        name = " ".join(word.text for word in run)
        if category := category_by_whole_name(name):
            self._categories[category] = None
            return True
        thing = None if small else item_known(key_of(name))
        if thing is not None:
            self._items[thing.name] = None
        return thing is not None

    def _unknown_run(self, at: int, *, guess: bool) -> int:
        """A name by where it stands, or words that nothing explains; how many they are."""
        end = at + 1
        while end < min(len(self._words), at + _LONGEST_NAME) and self._is_unknown(end):
            end += 1
        run = self._words[at:end]
        written = self._text[run[0].span.start : run[-1].span.end]
        may_name = guess and text_pattern("no_thing").search(written) is None
        named = self._named_by_place(run[0]) if may_name else None
        if named is None or any(word.key.isdigit() for word in run):
            self._unexplained += [word.text for word in run]
        else:
            named[written] = None
            self._guessed = True
        return len(run)

    def _is_unknown(self, at: int) -> bool:
        word = self._words[at]
        return is_free(word.span, self._taken) and not self._is_small(word)

    def _named_by_place(self, word: Word) -> dict[str, None] | None:
        before = self._text[: word.span.start]
        if text_pattern("at_this").search(before):
            return self._shops
        return self._items if text_pattern("on_this").search(before) else None

    def _is_small(self, word: Word) -> bool:
        """Whether it changes nothing of what is asked: "the", "did I spend"."""
        if word.text.casefold() in _small() or (self._usual and _is_usual(word)):
            return True
        start, end = word.span
        return any(small.start <= start and end <= small.end for small in self._small_phrases)

    @cached_property
    def _small_phrases(self) -> tuple[Span, ...]:
        return tuple(
            Span(*match.span())
            for kind in ("noun", "verb", "own", "whole")
            for match in text_pattern(kind).finditer(self._text)
        )


def _is_usual(word: Word) -> bool:
    """Whether people often use it in such questions, and it neither names nor excludes anything."""
    if text_pattern("leaves_out").fullmatch(word.text) is not None:
        return False
    named = category_by_whole_name(word.text) or item_known(word.key)
    return named is None and is_usual(word.text, SUMMARISE_SPENDING.name)


@cache
def _count() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.,])(?:\d{{1,3}}|{count_words()})(?!\w|[.,]\d)", re.IGNORECASE)


@cache
def _verb_table() -> dict[str, str]:
    return {
        key_of(said): category
        for category, words in lists(_FILE, "verbs").items()
        for said in words
    }


@cache
def _verb_categories() -> re.Pattern[str]:
    return phrase_pattern(said for words in lists(_FILE, "verbs").values() for said in words)


@cache
def _small() -> frozenset[str]:
    return frozenset(lists(_FILE, "words")["filler"])
