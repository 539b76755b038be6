"""Questions about what is saved, and what a text behind one changes of it.

A text is a question when each of its words is of one: of a period, a shop, a category, a thing, a
way of paying, of what is asked of them, or a small word between.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from agents.expenses.card import MoneyKind
from agents.expenses.details import MAX_RANKED, AveragedOver, Grouping, InsightMeasure, InsightQuery
from agents.expenses.offline.lexicon import (
    category_by_whole_name,
    find_merchants,
    item_known,
    merchant_known,
)
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.stretches import (
    CalendarUnit,
    NamedDays,
    before_it,
    find_periods,
    number,
    number_words,
    period_in,
    stretch,
)
from agents.expenses.offline.tables import lists, table_pattern
from agents.expenses.offline.words import Span, Word, is_free, key_of, phrase_pattern, words_of
from domain.understanding import Person

__all__ = [
    "asks_for_spending",
    "is_plainly_asked",
    "narrowed",
    "period_in",
    "query_in",
    "refers_back",
]

_FILE = "insights.toml"
_MAX_WORDS = 25
_MAX_FOLLOW_UP_WORDS = 8
_LONGEST_NAME = 4
_MEASURES = (
    InsightMeasure.BALANCE,
    InsightMeasure.COMPARE,
    InsightMeasure.SHARE,
    InsightMeasure.COUNT,
    InsightMeasure.FIRST,
    InsightMeasure.LAST,
    InsightMeasure.LINES,
    InsightMeasure.AVERAGE,
    InsightMeasure.SMALLEST,
    InsightMeasure.LARGEST,
    InsightMeasure.LIST,
)
"""The first that a text has words of is what it asks."""

_OF_TWO = 2
"""Periods of a comparison."""

_RANKS = frozenset({InsightMeasure.LARGEST, InsightMeasure.SMALLEST})
_STRETCHES = frozenset({Grouping.MONTH, Grouping.WEEK, Grouping.DAY})
_PLAIN = frozenset({InsightMeasure.TOTAL, InsightMeasure.LIST})


def _text(name: str) -> re.Pattern[str]:
    return table_pattern(_FILE, "text", name)


class QuestionWords(NamedTuple):
    """What the words of a text are about, and those that nothing explains."""

    text: str
    periods: tuple[NamedDays, ...] = ()
    measure: InsightMeasure | None = None
    by: Grouping = Grouping.NONE
    per: AveragedOver = AveragedOver.EVERY
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

    def subject(self) -> dict[str, str | None]:
        return {
            "merchant": self.merchants[0] if self.merchants else None,
            "category": self.categories[0] if self.categories else None,
            "item": self.items[0] if self.items else None,
        }


def query_in(text: str, person: Person, today: date) -> InsightQuery | None:
    """The question about what is saved that a text asks; None when it asks none."""
    asked = _asked(text, person, today)
    return asked and asked[0]


def is_plainly_asked(text: str, person: Person, today: date) -> bool:
    """Whether it is such a question, and no name in it is only guessed at."""
    asked = _asked(text, person, today)
    return asked is not None and not asked[1].guessed


def asks_for_spending(text: str) -> bool:
    """Whether a question has words of the person's own spending, in whatever form."""
    about = _text("noun").search(text) or _text("verb").search(text)
    own = about is not None and _text("not_recorded").search(text) is None
    return own and _text("own").search(text) is not None


def refers_back(text: str) -> bool:
    """ "Is that more than last month?": of what was asked before, if something was."""
    return _text("refers").match(text) is not None


def _asked(text: str, person: Person, today: date) -> tuple[InsightQuery, QuestionWords] | None:
    if len(text.split()) > _MAX_WORDS:
        return None
    if _text("saved").match(text.strip(" ?.!")):
        return InsightQuery(measure=InsightMeasure.LIST, kind=None), QuestionWords(text)
    if not _may_ask(text):
        return None
    own = _text("own").search(text) is not None
    facts = _facts(text, person, today, guess=own)
    if facts.unexplained or facts.subjects > 1 or not _asks_own(facts, own=own):
        return None
    refused = _text("not_recorded").search(_without_balance(facts))
    query = None if refused else _query(facts, person, today)
    return None if query is None else (query, facts)


def _may_ask(text: str) -> bool:
    """A cheap first look: most of what people write is no question."""
    return bool(
        text.rstrip().endswith("?")
        or _text("asks").match(text)
        or _text("noun").search(text)
        or any(table_pattern(_FILE, "measures", m).search(text) for m in _MEASURES)
        or any(table_pattern(_FILE, "groups", g).search(text) for g in _groupings())
    )


def _without_balance(facts: QuestionWords) -> str:
    """The balance of a bank's account is not ours to tell; that of a month is."""
    return facts.text if facts.periods else facts.text.replace("balance", "account")


def _asks_own(facts: QuestionWords, *, own: bool) -> bool:
    """Whether it can be about nothing but the person's own money."""
    text, strong = facts.text, facts.measure not in {None, *_PLAIN} or facts.by is not Grouping.NONE
    asks = _text("asks").match(text) is not None or text.rstrip().endswith("?")
    noun = _text("noun").search(text) is not None
    verb = _text("verb").search(text) is not None
    if asks and own and (noun or verb or facts.income or strong):
        return True
    if own and verb and not asks and not noun:
        return False  # a statement: "I spent more on food than last week"
    if noun and (facts.periods or strong or facts.measure is not None or (asks and facts.subjects)):
        return _is_terse(text) or asks or strong
    if strong:
        shared = facts.measure is InsightMeasure.SHARE and verb
        return bool(facts.periods) or own or shared
    how_much = asks and (_text("whole").search(text) is not None or verb)
    return bool(facts.periods) and ((asks and facts.income) or how_much)


def _is_terse(text: str) -> bool:
    """ "Expenses last month", "total this week": it begins with what is asked for."""
    return _text("terse").match(text) is not None


def _query(facts: QuestionWords, person: Person, today: date) -> InsightQuery | None:
    measure = facts.measure or InsightMeasure.TOTAL
    kind = MoneyKind.INCOME if facts.income and measure is not InsightMeasure.BALANCE else None
    query = InsightQuery(
        measure=measure,
        kind=kind or MoneyKind.EXPENSE,
        payment_method=facts.payment,
        by=facts.by,
        per=facts.per,
        top=facts.top,
        **facts.subject(),
    )
    if measure is InsightMeasure.COMPARE:
        return _compared(query, facts, person, today)
    if measure is InsightMeasure.SHARE and not facts.subjects and facts.payment is None:
        whole = {"measure": InsightMeasure.TOTAL, "by": facts.by or Grouping.CATEGORY}
        query = query.model_copy(update=whole)
    days = _whole(facts.periods)
    return days and query.model_copy(update={"since": days[0], "until": days[1]})


def _whole(periods: Sequence[NamedDays]) -> tuple[date | None, date | None] | None:
    """Of several periods one, if they leave no day between them; None if they do."""
    if not periods:
        return None, None
    since, until = periods[0].since, periods[0].until
    for period in sorted(periods[1:], key=lambda p: p.since or date.min):
        if until is None or period.since is None or (period.since - until).days > 1:
            return None
        until = period.until
    return since, until


def _compared(
    query: InsightQuery, facts: QuestionWords, person: Person, today: date
) -> InsightQuery | None:
    """Held against what stands behind "than" or "vs", else against the time before."""
    periods = facts.periods
    if len(periods) > _OF_TWO or not periods:
        return None
    if len(periods) == _OF_TWO and not _text("than").search(facts.text):
        against: NamedDays | None = min(periods, key=_start)
    else:
        led = (p for p in periods if _text("against").search(facts.text[: p.span.start]))
        against = next(led, None)
    rest = [period for period in periods if period is not against]
    if len(rest) == _OF_TWO:
        against = rest.pop(0 if _start(rest[0]) < _start(rest[1]) else 1)
    if rest:
        since, until = rest[0].since, rest[0].until
    elif query.since is not None:
        since, until = query.since, query.until
    elif against is not None and against.unit is not None:
        since, until = stretch(CalendarUnit(against.unit), person, today)
        until = min(until, today)
    else:
        return None
    if since is None or until is None:
        return None
    other = (against.since, against.until) if against else before_it(since, until, person)
    return query.model_copy(
        update={
            "since": since,
            "until": until,
            "against_since": other[0],
            "against_until": other[1],
        }
    )


def _start(period: NamedDays) -> date:
    return period.since or date.min


def narrowed(before: InsightQuery, text: str, person: Person, today: date) -> InsightQuery | None:
    """The question asked before, with what a short text behind it says anew."""
    led = _text("follow").match(text)
    rest = text[led.end() :] if led else text
    if not rest.strip(" ?.!") or len(rest.split()) > _MAX_FOLLOW_UP_WORDS:
        return None
    back = _step_back(before, rest, person)
    facts = _facts(back[1] if back else rest, person, today, guess=bool(led) or "?" in text)
    if facts.unexplained or facts.subjects > 1 or _text("not_recorded").search(text):
        return None
    if not (led or "?" in text) and not _may_stand_bare(facts, rest):
        return None
    days = back[0] if back else _whole(facts.periods)
    if days is None and facts.measure is not InsightMeasure.COMPARE:
        return None
    changes = _changes(before, facts, only=_text("only").search(text) is not None)
    if facts.measure is InsightMeasure.COMPARE:
        changed = before.model_copy(update=changes)
        return (
            _compared(changed, facts, person, today) if facts.periods else _beside(changed, person)
        )
    if days and days != (None, None):
        changes |= {"since": days[0], "until": days[1]}
    elif not changes and _text("whole").search(rest):
        changes = {"measure": InsightMeasure.TOTAL, "by": Grouping.NONE, "top": 0}
    if not changes:
        return None
    changed = before.model_copy(update=changes)
    return _beside(changed, person) if changed.measure is InsightMeasure.COMPARE else changed


def _may_stand_bare(facts: QuestionWords, rest: str) -> bool:
    """Behind a question a shop or a category alone narrows it; a thing may be a new expense."""
    plain = rest.strip(" ?.!")
    if facts.merchants or facts.items:
        return merchant_known(plain, fuzzy=True) is not None or bool(facts.periods)
    return True


def _changes(before: InsightQuery, facts: QuestionWords, *, only: bool) -> dict[str, object]:
    changes: dict[str, object] = {}
    if facts.subjects:
        subject = facts.subject()
        changes |= {k: v for k, v in subject.items() if v} if only else subject
    if facts.payment:
        changes["payment_method"] = facts.payment
    if facts.income:
        changes["kind"] = MoneyKind.INCOME
    if facts.measure or facts.by or facts.per:
        measure = facts.measure or InsightMeasure.TOTAL
        changes |= {"measure": measure, "by": facts.by, "per": facts.per, "top": facts.top}
        changes |= {"against_since": None, "against_until": None}
    elif facts.top and (before.by or before.measure in _RANKS):
        changes["top"] = facts.top
    return changes


def _beside(query: InsightQuery, person: Person) -> InsightQuery | None:
    """A comparison with the time before the days asked about."""
    if query.since is None or query.until is None:
        return None
    since, until = before_it(query.since, query.until, person)
    return query.model_copy(update={"against_since": since, "against_until": until})


_UNITS = {
    "tag": CalendarUnit.DAY, "woche": CalendarUnit.WEEK, "monat": CalendarUnit.MONTH, "quartal": CalendarUnit.QUARTER,
    "jahr": CalendarUnit.YEAR, "hari": CalendarUnit.DAY, "minggu": CalendarUnit.WEEK, "bulan": CalendarUnit.MONTH,
    "tahun": CalendarUnit.YEAR,
}  # fmt: skip


def _step_back(
    before: InsightQuery, text: str, person: Person
) -> tuple[tuple[date, date], str] | None:
    """The days that "the month before" means behind a question, and the rest of the text."""
    if before.since is None:
        return None
    if match := _text("step_back").search(text):
        word = (match["unit"] or match["de"] or match["ms"]).casefold()
        unit = _UNITS[word] if word in _UNITS else CalendarUnit(word)
        days = stretch(unit, person, before.since, back=1)
    elif (match := _text("year_back").search(text)) and before.until is not None:
        days = _a_year_before(before.since), _a_year_before(before.until)
    else:
        return None
    return days, f"{text[: match.start()]} {text[match.end() :]}"


def _a_year_before(day: date) -> date:
    leap = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - 1, day=28 if leap else day.day)


def _facts(text: str, person: Person, today: date, *, guess: bool) -> QuestionWords:
    """With ``guess``, what stands where a name stands is one."""
    periods = tuple(find_periods(text, person, today))
    words = words_of(text)
    taken = [period.span for period in periods]
    merchants = find_merchants(words, taken)
    taken += [found.span for found in merchants]
    by, by_spans = _grouping(text, taken)
    measure, measure_spans = _measure(text, taken, by_spans)
    if by and measure in {InsightMeasure.LARGEST, InsightMeasure.LIST, InsightMeasure.AVERAGE}:
        measure = None
    per, per_spans = _pace(text, taken, averaged=measure is InsightMeasure.AVERAGE)
    if per and measure is None and not by:
        measure = InsightMeasure.AVERAGE
    if measure is not InsightMeasure.AVERAGE:
        per = AveragedOver.EVERY
    income = _spans(table_pattern(_FILE, "measures", "income"), text, taken)
    named_verbs = [(m, Span(*m.span())) for m in _verb_categories().finditer(text)]
    rows = _text("last_rows").search(text)
    if rows is not None and is_free(Span(*rows.span()), taken) and measure in {None, *_PLAIN}:
        measure = InsightMeasure.LIST
        taken.append(Span(*rows.span()))
    method = find_method(text)
    if method and is_free(method.span, taken) and by is not Grouping.PAYMENT:
        taken.append(method.span)
    else:
        method = None
    taken += [*by_spans, *measure_spans, *per_spans, *income, *(span for _, span in named_verbs)]
    if per_spans and measure is not InsightMeasure.AVERAGE and not by:
        taken = [span for span in taken if span not in per_spans]
    top, top_spans = _top(text, taken, wanted=bool(by) or measure in _RANKS)
    taken += top_spans
    if rows is not None and rows["n"] and measure is InsightMeasure.LIST:
        top = min(int(rows["n"]), MAX_RANKED)
    categories = {_verb_table()[key_of(m.group())]: None for m, _ in named_verbs}
    items: dict[str, None] = {}
    shops = {found.known.name: None for found in merchants}
    guessed = False
    at = 0
    unexplained: list[str] = []
    while at < len(words):
        if not is_free(words[at].span, taken):
            at += 1
            continue
        count = _known_run(text, words, at, taken, categories, items)
        if count == 0 and _is_small(words[at], text):
            count = 1
        if count == 0:
            run = _unknown_run(words, at, taken, text)
            role = _role(text, words[at]) if guess else None
            name = text[run[0].span.start : run[-1].span.end]
            if role is None or any(word.key.isdigit() for word in run):
                unexplained.extend(word.text for word in run)
            else:
                (shops if role == "at" else items)[name] = None
                guessed = True
            count = len(run)
        at += count
    return QuestionWords(
        text=text,
        periods=periods,
        measure=measure,
        by=by,
        per=per,
        top=top,
        income=bool(income),
        merchants=tuple(shops),
        categories=() if shops and not guessed and not items else tuple(categories),
        items=tuple(items),
        payment=method.name if method else None,
        guessed=guessed,
        unexplained=tuple(unexplained),
    )


def _spans(pattern: re.Pattern[str], text: str, taken: Sequence[Span]) -> list[Span]:
    spans = [Span(*match.span()) for match in pattern.finditer(text) if match.group().strip()]
    return [span for span in spans if is_free(span, taken)]


def _groupings() -> tuple[Grouping, ...]:
    return (
        Grouping.SHOP,
        Grouping.CATEGORY,
        Grouping.PAYMENT,
        Grouping.MONTH,
        Grouping.WEEK,
        Grouping.DAY,
    )


def _grouping(text: str, taken: Sequence[Span]) -> tuple[Grouping, list[Span]]:
    averaged = table_pattern(_FILE, "measures", InsightMeasure.AVERAGE).search(text)
    for by in _groupings():
        if averaged and by in _STRETCHES:
            continue  # "my average weekly spending"
        if spans := _spans(table_pattern(_FILE, "groups", by), text, taken):
            return by, spans
    return Grouping.NONE, []


def _measure(
    text: str, taken: Sequence[Span], grouped: Sequence[Span]
) -> tuple[InsightMeasure | None, list[Span]]:
    found, spans = None, []
    for measure in _MEASURES:
        here = _spans(table_pattern(_FILE, "measures", measure), text, [*taken, *grouped])
        if not here:
            continue
        if found is None and not (measure is InsightMeasure.LIST and _text("whole").search(text)):
            found = measure
        spans += here
    return found, spans


def _pace(text: str, taken: Sequence[Span], *, averaged: bool) -> tuple[AveragedOver, list[Span]]:
    for per in (AveragedOver.DAY, AveragedOver.WEEK, AveragedOver.MONTH, AveragedOver.VISIT):
        spans = _spans(table_pattern(_FILE, "paces", per), text, taken)
        if not averaged and per is AveragedOver.VISIT:
            spans = [span for span in spans if " " in text[span.start : span.end].strip()]
        if spans:
            return per, spans
    return AveragedOver.EVERY, []


def _top(text: str, taken: Sequence[Span], *, wanted: bool) -> tuple[int, list[Span]]:
    """How many rows or groups are asked for."""
    if not wanted:
        return 0, []
    inside = re.compile(rf"(?<![\w.,])(?:{number_words()})(?![\w.,]*\d)(?!\w)", re.IGNORECASE)
    counts = [m for m in inside.finditer(text) if _is_no_day(m, text, taken)]
    if len(counts) != 1 or not 0 < number(counts[0].group()) <= MAX_RANKED:
        return 0, []
    return number(counts[0].group()), [Span(*counts[0].span())]


def _is_no_day(match: re.Match[str], text: str, taken: Sequence[Span]) -> bool:
    """Numbers inside words of a measure ("top 5 shops") count, those of a period do not."""
    span = Span(*match.span())
    covering = [other for other in taken if other.overlaps(span)]
    return not covering or any(
        table_pattern(_FILE, "groups", Grouping.SHOP).search(text[o.start : o.end])
        or table_pattern(_FILE, "groups", Grouping.CATEGORY).search(text[o.start : o.end])
        for o in covering
    )


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


def _is_small(word: Word, text: str) -> bool:
    plain = word.text.casefold()
    if plain in _small() or key_of(plain) == "":
        return True
    return any(
        match.start() <= word.span.start and word.span.end <= match.end()
        for kind in ("noun", "verb", "own", "whole")
        for match in _text(kind).finditer(text)
    )


def _known_run(  # noqa: PLR0913 - what is found goes into the two tables
    text: str,
    words: Sequence[Word],
    at: int,
    taken: Sequence[Span],
    categories: dict[str, None],
    items: dict[str, None],
) -> int:
    """How many words from here are the name of a category or of a known thing."""
    for count in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
        run = words[at : at + count]
        if not all(is_free(word.span, taken) for word in run):
            continue
        small = all(_is_small(word, text) for word in run)
        if small and not _text("on_this").search(text[: run[0].span.start]):
            continue
        if count > 1 and (_is_small(run[0], text) or _is_small(run[-1], text)) and not small:
            continue
        name = " ".join(word.text for word in run)
        if category := category_by_whole_name(name):
            categories[category] = None
            return count
        if not small and (thing := item_known(key_of(name))):
            items[thing.name] = None
            return count
    return 0


def _unknown_run(
    words: Sequence[Word], at: int, taken: Sequence[Span], text: str
) -> Sequence[Word]:
    end = at + 1
    while (
        end < len(words)
        and end - at < _LONGEST_NAME
        and is_free(words[end].span, taken)
        and not _is_small(words[end], text)
    ):
        end += 1
    return words[at:end]


def _role(text: str, word: Word) -> str | None:
    before = text[: word.span.start]
    return next((role for role in ("at", "on") if _text(f"{role}_this").search(before)), None)
