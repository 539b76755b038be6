"""Questions about what is saved, and what a text behind one changes of it.

A text is a question when each of its words is of one: of a period, a shop, a category, a thing, a
way of paying, of what is asked of them, or a small word between.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache, lru_cache

from babel import Locale

from agents.expenses.offline.lexicon import merchant_known
from agents.expenses.offline.question_words import (
    PLAIN,
    RANKS,
    QuestionWords,
    has_words_of_a_question,
    text_pattern,
    words_in,
)
from agents.expenses.offline.tables import lists, names, pattern
from agents.expenses.shown import MoneyKind
from agents.expenses.spending import Grouping, InsightMeasure, InsightQuery
from domain.money import Currency
from domain.understanding import Person
from language import currencies
from language.patterns import joined_pattern, phrase_pattern
from language.periods import CalendarUnit, NamedDays, before_it, calendar_period, find_periods
from language.written_dates import month_names

__all__ = [
    "asked_in_part",
    "asks_what_is_left",
    "days_in",
    "is_plainly_asked",
    "narrowed",
    "query_in",
    "refers_back",
]

_MAX_WORDS = 25
_MAX_FOLLOW_UP_WORDS = 8
_OF_TWO = 2
"""Periods of a comparison."""


@lru_cache(maxsize=1_000)
def query_in(text: str, person: Person, today: date) -> InsightQuery | None:
    """The question about what is saved that a text asks; None when it asks none. Remembered: each
    message looks for the question that it may follow in those before it.
    """
    return _in_currency(text, person, today, lambda words: _query_in(words, person, today))


def _query_in(text: str, person: Person, today: date) -> InsightQuery | None:
    asked = _asked(_of_member(text)[1], person, today)
    return asked and of_whom(asked[0], text)


def _in_currency(
    text: str, person: Person, today: date, read: Callable[[str], InsightQuery | None]
) -> InsightQuery | None:
    """Reads the question of a text without the currency that its answer is asked for in, as "in
    euros"; with all its words where none is, or what is asked for is no single sum.
    """
    into, rest = _into(text, person, today)
    query = read(rest) if into is not None else None
    if query is not None and query.measure is InsightMeasure.TOTAL and query.by is None:
        return query.model_copy(update={"into": into})
    return read(text)


def _into(text: str, person: Person, today: date) -> tuple[Currency | None, str]:
    """Returns the currency that an answer is asked for in, and the rest of the text; None and all
    of it where none is.
    """
    unit = currencies.named(text, person.currency)
    led = _IN.search(text[: unit.start]) if unit is not None else None
    if unit is None or led is None or text_pattern("paid").search(text):
        return None, text
    before, behind = text[: led.start()], text[unit.end :].lstrip()
    other = text[unit.start : unit.end].casefold() in currencies.ONLY_BEHIND
    at = led["at"] and behind.strip(" ?.!")
    if other or at or _PLACE.search(before) or _begins_with_a_name(behind, person, today):
        return None, text
    return unit.code, f"{before} {behind}".strip()


def _begins_with_a_name(text: str, person: Person, today: date) -> bool:
    """As what stands behind the currency of "in Pound World"."""
    plain = _in_english(text)
    if any(period.span.start == 0 for period in find_periods(plain, person, today)):
        return False
    facts = words_in(" ".join(plain.split()[:1]), person, today, guess=False)
    return bool(facts.unexplained or facts.subjects)


_IN = re.compile(r"(?<!\w)(?:in|into|en|dalam|(?P<at>at))\s+$", re.IGNORECASE)
"""As prepared: Spanish and French have one word for "in" and "at"."""
_PLACE = re.compile(r"(?<!\w)(?:in|the)\s+us(?!\w)", re.IGNORECASE)
"""The country, which words of questions take for "we"."""


def _of_member(text: str) -> tuple[str, str]:
    """Returns the name in a question about another person, as "what did Carl spend", and the same
    question about oneself; no name and the text as it is for all others.
    """
    for own, written in _members():
        found = written.search(text)
        if found is not None:
            return found["name"], f"{text[: found.start()]}{own} {text[found.end() :]}"
    return "", text


@cache
def _members() -> tuple[tuple[str, re.Pattern[str]], ...]:
    parts = names("insights.toml", "member_parts")
    table = names("insights.toml", "members")
    return tuple((own, joined_pattern(written, parts)) for own, written in table.items())


def of_whom(query: InsightQuery, text: str) -> InsightQuery:
    """The question about the household, where the text speaks of "we" and "our"; about the member
    that it names.
    """
    name = _of_member(text)[0]
    if name:
        return query.model_copy(update={"member": name})
    return query.model_copy(update={"ours": True}) if speaks_of_all(text) else query


def speaks_of_all(text: str) -> bool:
    """Whether it is about all who share a household, as in "what did we spend"."""
    return text_pattern("ours").search(text) is not None


def asked_in_part(text: str, person: Person, today: date) -> InsightQuery | None:
    """The question of a text that is judged to be one: its days, and the one shop, category, thing
    or way of paying that it names. None where it names more, or has a word that is neither known
    nor usual in such questions: it may ask for something else.
    """
    return _in_currency(text, person, today, lambda words: _asked_in_part(words, person, today))


def _asked_in_part(text: str, person: Person, today: date) -> InsightQuery | None:
    own = _of_member(text)[1]
    plain = _in_english(_HAVE.sub("", _what_is_left().sub(" ", own)))
    facts = words_in(plain, person, today, guess=True, usual=True)
    refused = text_pattern("not_recorded").search(_without_balance(facts))
    if facts.unexplained or refused or not facts.is_of_one:
        return None
    if not asks_what_is_left(text):
        query = _query(facts, person, today)
        return query and of_whom(query, text)
    if facts.subjects or facts.payment:
        return None  # of a card or a budget, which is not known here
    since, until = _whole(facts.periods) or (None, None)
    month = calendar_period(CalendarUnit.MONTH, person, today)[0]
    balance = InsightQuery(measure=InsightMeasure.BALANCE, since=since or month, until=until)
    return of_whom(balance, text)


def asks_what_is_left(text: str) -> bool:
    """As in "how broke am I", "cuánto me queda"."""
    return _what_is_left().search(text) is not None


def _what_is_left() -> re.Pattern[str]:
    return pattern("loose", "left", "insights.toml")


_HAVE = re.compile(r"\bh(?:e|emos)\s+(?=\w+(?:ado|ido)\b)", re.IGNORECASE)
"""As in "¿cuánto he gastado?", which speaks of nobody else."""


def _in_english(text: str) -> str:
    """Returns the text with the days, weeks and months of other languages in English, and without
    the marks that open a question in Spanish.
    """
    english = _english_times()
    return _times_abroad().sub(
        lambda said: english[" ".join(said.group().casefold().split())],
        text.replace("¿", " ").replace("¡", " "),
    )


@cache
def _english_times() -> dict[str, str]:
    table = lists("insights.toml", "abroad")
    english_months = Locale("en").months["format"]["wide"]
    months = month_names(map(Locale, ("es", "fr", "nl")), ("wide",))
    return {said: english_months[number] for said, number in months.items()} | {
        said: english for english, phrases in table.items() for said in phrases
    }


@cache
def _times_abroad() -> re.Pattern[str]:
    return phrase_pattern(_english_times())


def days_in(text: str, person: Person, today: date) -> tuple[date | None, date | None]:
    """The days that a text names, in any of the languages; None at both ends where it names none,
    or several that lie apart.
    """
    return _whole(find_periods(_in_english(text), person, today)) or (None, None)


def is_plainly_asked(text: str, person: Person, today: date) -> bool:
    """Whether it is such a question, and no name in it is only guessed at, nor a second question
    about its answer behind it: "what did I spend most on, and was it more than last week?"
    """
    query = query_in(text, person, today)
    told_in = query is not None and query.into is not None
    asked = _asked(_into(text, person, today)[1] if told_in else text, person, today)
    _, *behind = _AND.split(text)
    return asked is not None and not asked[1].guessed and not any(map(refers_back, behind))


_AND = re.compile(r"[,.;?]?\s+(?:and|but|und|aber|dan|tapi)\s+|[.;?]\s+", re.IGNORECASE)


def refers_back(text: str) -> bool:
    """As in "is that more than last month?": of what was asked before, if something was."""
    return text_pattern("refers").match(text) is not None


def points_back(text: str) -> bool:
    """As in "how much is left for that?": for something that only the talk before names."""
    return text_pattern("points_back").search(text) is not None


def _asked(text: str, person: Person, today: date) -> tuple[InsightQuery, QuestionWords] | None:
    if len(text.split()) > _MAX_WORDS:
        return None
    if text_pattern("saved").match(text.strip(" ?.!")):
        return InsightQuery(measure=InsightMeasure.LIST, kind=None), QuestionWords(text)
    if text_pattern("so_far").fullmatch(text.strip(" ?.!")):
        return InsightQuery(since=today, until=today), QuestionWords(text)
    if not _may_ask(text):
        return None
    own = text_pattern("own").search(text) is not None
    asks_at_shop = text_pattern("at_shop").match(text) is not None
    facts = words_in(text, person, today, guess=own or asks_at_shop)
    if facts.unexplained or not facts.is_of_one or not _asks_own(facts, own=own):
        return None
    refused = text_pattern("not_recorded").search(_without_balance(facts))
    query = None if refused else _query(facts, person, today)
    return None if query is None else (query, facts)


def _may_ask(text: str) -> bool:
    """A cheap first look: most of what people write is no question."""
    return bool(
        text.rstrip().endswith("?")
        or text_pattern("asks").match(text)
        or text_pattern("noun").search(text)
        or has_words_of_a_question(text)
    )


def _without_balance(facts: QuestionWords) -> str:
    """The balance of a bank's account is not ours to tell; that of a month is."""
    return facts.text if facts.periods else facts.text.replace("balance", "account")


def _asks_own(facts: QuestionWords, *, own: bool) -> bool:
    """Whether it can be about nothing but the person's own money."""
    text, strong = facts.text, facts.measure not in {None, *PLAIN} or facts.by is not None
    asks = text_pattern("asks").match(text) is not None or text.rstrip().endswith("?")
    noun = text_pattern("noun").search(text) is not None
    verb = text_pattern("verb").search(text) is not None
    if asks and own and (noun or verb or facts.income or strong):
        return True
    if own and verb and not asks and not noun:
        return False  # a statement: "I spent more on food than last week"
    if noun and (facts.periods or strong or facts.measure is not None or (asks and facts.subjects)):
        return _is_terse(text) or asks or strong
    if strong:
        shared = facts.measure is InsightMeasure.SHARE and verb
        return bool(facts.periods) or own or shared
    how_much = asks and (text_pattern("whole").search(text) is not None or verb)
    if how_much and facts.merchants and not facts.categories:
        return True  # "how much at Aeon"
    return bool(facts.periods) and ((asks and facts.income) or how_much)


def _is_terse(text: str) -> bool:
    """As in "expenses last month" or "total this week": it begins with what is asked for."""
    return text_pattern("terse").match(text) is not None


def _query(facts: QuestionWords, person: Person, today: date) -> InsightQuery | None:
    measure = facts.measure or InsightMeasure.TOTAL
    if measure is InsightMeasure.TOTAL and _asks_both_ways(facts):
        measure = InsightMeasure.BALANCE
    if measure is InsightMeasure.BALANCE and (facts.subjects or facts.payment):
        return None  # what is left on a card is not known here
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
    if days is None:
        return None
    since, until = days
    if measure is InsightMeasure.AVERAGE:
        until = _until_today(since, until, today)
    return query.model_copy(update={"since": since, "until": until})


def _until_today(since: date | None, until: date | None, today: date) -> date | None:
    """The end of a stretch as far as it has come."""
    begun = since is None or since <= today
    return min(until, today) if until is not None and begun else until


_OF_EITHER = frozenset(
    ["total", "totals", "receipts", "transactions", "payments", "jumlah", "gesamt", "summe"]
)
"""Words for sums and rows, which may be of income as well."""


def _asks_both_ways(facts: QuestionWords) -> bool:
    """As in "expenses and income this month"."""
    nouns = {found.group().casefold() for found in text_pattern("noun").finditer(facts.text)}
    narrowed = facts.subjects or facts.payment or facts.by
    told = bool(nouns - _OF_EITHER) or text_pattern("went_out").search(facts.text) is not None
    return facts.income and not narrowed and told


def _whole(periods: Sequence[NamedDays]) -> tuple[date | None, date | None] | None:
    """Of several periods one, if they leave no day between them; None if they do."""
    if not periods:
        return None, None
    first, *rest = sorted(periods, key=_start)
    since, until = first.since, first.until
    for period in rest:
        if until is None or period.since is None or (period.since - until).days > 1:
            return None
        until = period.until and max(until, period.until)
    return since, until


def _compared(
    query: InsightQuery, facts: QuestionWords, person: Person, today: date
) -> InsightQuery | None:
    """Held against what stands behind "than" or "vs", else against the time before."""
    periods = facts.periods
    if len(periods) > _OF_TWO or not periods:
        return None
    if len(periods) == _OF_TWO and not text_pattern("than").search(facts.text):
        against: NamedDays | None = min(periods, key=_start)
    else:
        led = (p for p in periods if text_pattern("against").search(facts.text[: p.span.start]))
        against = next(led, None)
    rest = [period for period in periods if period is not against]
    if len(rest) == _OF_TWO:
        against = rest.pop(0 if _start(rest[0]) < _start(rest[1]) else 1)
    if rest:
        since, until = rest[0].since, _until_today(*rest[0][:2], today)
    elif query.since is not None:
        since, until = query.since, query.until
    elif against is not None and against.unit is not None:
        since, until = calendar_period(CalendarUnit(against.unit), person, today)
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

    def read(words: str) -> InsightQuery | None:
        led = text_pattern("follow").match(words)
        asked = (words[led.end() :] if led else words).strip(" ?.!")
        only = not asked or text_pattern("whole").fullmatch(asked) is not None
        return before if only and words != text else _narrowed(before, words, person, today)

    return _in_currency(text, person, today, read)


def _narrowed(before: InsightQuery, text: str, person: Person, today: date) -> InsightQuery | None:
    led = text_pattern("follow").match(text)
    rest = text[led.end() :] if led else text
    if not rest.strip(" ?.!") or len(rest.split()) > _MAX_FOLLOW_UP_WORDS:
        return None
    back = _step_back(before, rest, person)
    marked = led is not None or "?" in text
    facts = words_in(back[1] if back else rest, person, today, guess=marked)
    refused = facts.unexplained or not facts.is_of_one or text_pattern("not_recorded").search(text)
    if refused or not (marked or _may_stand_bare(facts, rest)):
        return None
    changes = _changes(before, facts, only=text_pattern("only").search(text) is not None)
    changed = before.model_copy(update=changes)
    if facts.measure is InsightMeasure.COMPARE and facts.periods:
        return _compared(changed, facts, person, today)
    days = back[0] if back else _whole(facts.periods)
    if days is None:
        return None
    if days != (None, None):
        changes |= {"since": days[0], "until": days[1]}
    elif not changes and text_pattern("whole").search(rest):
        changes = {"measure": InsightMeasure.TOTAL, "by": None, "top": 0}
    changed = before.model_copy(update=changes)
    if changes and changed.measure is InsightMeasure.COMPARE:
        return _beside(changed, person)
    return changed if changes else None


def _may_stand_bare(facts: QuestionWords, rest: str) -> bool:
    """Behind a question a shop or a category alone narrows it; a thing may be a new expense."""
    plain = rest.strip(" ?.!")
    if facts.merchants or facts.items:
        return merchant_known(plain, fuzzy=True) is not None or bool(facts.periods)
    return True


def _changes(before: InsightQuery, facts: QuestionWords, *, only: bool) -> dict[str, object]:
    changes: dict[str, object] = {}
    if not before.ours and speaks_of_all(facts.text):
        changes |= {"ours": True, "member": None}
    elif before.member and text_pattern("mine").search(facts.text):
        changes["member"] = None
    elif before.ours and text_pattern("mine").search(facts.text):
        changes["ours"] = False
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
    elif facts.top and (before.by or before.measure in RANKS):
        changes["top"] = facts.top
    return changes


def _beside(query: InsightQuery, person: Person) -> InsightQuery | None:
    """A comparison with the time before the days asked about."""
    if query.since is None or query.until is None:
        return None
    since, until = before_it(query.since, query.until, person)
    return query.model_copy(update={"against_since": since, "against_until": until})


_UNITS = {
    "tag": CalendarUnit.DAY,
    "woche": CalendarUnit.WEEK,
    "monat": CalendarUnit.MONTH,
    "quartal": CalendarUnit.QUARTER,
    "jahr": CalendarUnit.YEAR,
    "hari": CalendarUnit.DAY,
    "minggu": CalendarUnit.WEEK,
    "bulan": CalendarUnit.MONTH,
    "tahun": CalendarUnit.YEAR,
}


def _step_back(
    before: InsightQuery, text: str, person: Person
) -> tuple[tuple[date, date], str] | None:
    """The days that "the month before" means behind a question, and the rest of the text."""
    if before.since is None:
        return None
    if match := text_pattern("step_back").search(text):
        word = (match["unit"] or match["de"] or match["ms"]).casefold()
        unit = _UNITS[word] if word in _UNITS else CalendarUnit(word)
        days = calendar_period(unit, person, before.since, back=1)
    elif (match := text_pattern("year_back").search(text)) and before.until is not None:
        days = _a_year_before(before.since), _a_year_before(before.until)
    else:
        return None
    return days, f"{text[: match.start()]} {text[match.end() :]}"


def _a_year_before(day: date) -> date:
    leap = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - 1, day=28 if leap else day.day)
