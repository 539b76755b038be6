"""Words about what comes again and again: "netflix 54.90 every month", "my subscriptions"."""

import json
import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache, partial
from typing import NamedTuple

from pydantic import JsonValue

from agents.expenses.calls import call_of
from agents.expenses.features.recurring.recurring import (
    MONTHS,
    NAME,
    WEEKS,
    Every,
    RecurringItem,
    after,
)
from agents.expenses.features.recurring.tools import (
    KEEP_RECURRING,
    LIST_RECURRING,
    REMOVE_RECURRING,
)
from agents.expenses.months import months_later
from agents.expenses.offline.expenses import expenses_in
from agents.expenses.offline.keywords import is_question
from agents.expenses.offline.kinds import moved_in
from agents.expenses.offline.mentions import is_told_whole, prepare
from agents.expenses.offline.orders import change_in, take_back_in
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_phrases, keywords
from agents.expenses.shown import MoneyKind
from domain.messages import CallRequest
from domain.money import amount_limit
from domain.understanding import Person, TaskPhase
from language.amounts import Amount, find_amounts
from language.day_names import WEEKDAYS, months
from language.numbers import ordinal
from language.past_days import find_dates
from language.patterns import any_of, pattern
from language.words import clean, without

_MAX_WORDS = 12
_MOST_DAYS = 600
_SHORT_NAME = re.compile(r"[^\W\d][^\s,;]*(?: [^\s,;]+){0,2}")
_DAYS = range(1, 32)
_NUMBER = r"(?:[1-9]|[12]\d|3[01])"
_DAY_BEHIND = re.compile(rf"\s*{_NUMBER}(?![.,]?\d)")
_EDGES = re.compile(r"^[\s,.;:!?&-]+|[\s,.;:!?&-]+$")


_words = partial(keyword_phrases, __package__)


class Rhythm(NamedTuple):
    """How often something comes, and on which day, with the text that is left without that."""

    every: Every
    rest: str
    due_day: int | None = None
    """Of the month, or of the week: Monday is 1."""
    next_due: date | None = None


@cache
def _weekdays() -> dict[str, int]:
    return {name: number for number, names in enumerate(WEEKDAYS, 1) for name in names}


@cache
def _each_weekday() -> re.Pattern[str]:
    """As in "every Monday", "jeden zweiten Freitag", "setiap Jumaat"."""
    each, other = _words("each").pattern, _words("other").pattern
    day = rf"(?:hari\s+)?(?P<day>{any_of(_weekdays())})s?\b"
    return pattern(rf"{each}\s+(?P<other>{other}\s+)?{day}")


@cache
def _ordinals() -> dict[str, int]:
    """Days of a month in words: "first", "ersten", "premier"."""
    first = dict.fromkeys(keywords(__package__)["first"], 1)
    german = {f"{ordinal(day, 'de')}{end}": day for day in _DAYS for end in ("n", "r", "s")}
    return {ordinal(day, "en"): day for day in _DAYS} | german | first


@cache
def _each_date() -> re.Pattern[str]:
    """As in "every 25th", "jeden 25.", "setiap 25hb", "cada día 25", "tous les 5 du mois"."""
    each, of_month = _words("each").pattern, _words("of_month").pattern
    alone = rf"\s+{of_month}|\b(?![.,]?\d|\s+\w)"
    bare = rf"(?:cada(?:\s+d[ií]a)?|chaque|tous\s+les)\s+(?P<bare>{_NUMBER})(?:{alone})"
    word = rf"(?P<word>{any_of(_ordinals())})(?:\s+{of_month}|(?=\s*(?:$|[\d,.:])))"
    day = rf"(?P<day>{_NUMBER}){_ORDINAL}(?:\s+{of_month})?"
    return pattern(rf"\b{bare}|{each}\s+(?:the\s+)?(?:{word}|{day})")


_ORDINAL = r"(?:(?:st|nd|rd|th|er)\b|\.(?=\s*$|\s+(?!monat|woche))|\s?(?:hb|haribulan)\b)"


@cache
def _weekday() -> re.Pattern[str]:
    """As in "on Mondays"."""
    return pattern(rf"(?:{_words('on').pattern}\s+)?\b(?P<day>{any_of(_weekdays())})s?\b")


@cache
def _date() -> re.Pattern[str]:
    """As in "on the 5th", "am 5.", "5hb", "el día 5", "5 de cada mes", "on the first"."""
    on, of_month = _words("on").pattern, _words("of_month").pattern
    bare = rf"(?:(?:el|al)(?:\s+d[ií]a)?|d[ií]a|le|au)\s+(?P<bare>{_NUMBER})\b(?![.,]?\d)"
    of_each = rf"(?<![.,\d])(?P<of_each>{_NUMBER})\s+(?:for|of|de)(?=\s+(?:every|cada|chaque)\s)"
    word = rf"{on}\s+(?P<word>{any_of(_ordinals())})\b(?!\s+(?:{any_of(_weekdays())}))"
    day = rf"(?:{on}\s+)?\b(?P<day>{_NUMBER}){_ORDINAL}"
    return pattern(rf"(?:\b{bare}|{of_each}|{word}|{day})(?:\s+{of_month})?")


def is_named(text: str) -> bool:
    """Whether it says that something comes again and again."""
    each = (_each_weekday(), _each_date(), *(_words(every.value) for every in Every))
    return any(words.search(text) is not None for words in each)


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for, where each word of it is of something that comes again and
    again, named as such.
    """
    change = _change(scene)
    if change is not None:
        return change
    text, rhythm = scene.text, _rhythm(scene.text, scene.person, scene.today)
    own = clean(scene.said.text)
    spoken = _rhythm(own, scene.person, scene.today)
    if spoken is not None and spoken.due_day is not None:  # an article makes "le 5" a day
        text, rhythm = own, spoken
    named = _words("recurring").search(text) is not None
    if rhythm is None and not named:
        return call_of(LIST_RECURRING) if _asks_what_is_due(text) else None
    counted = any(char.isdigit() for char in text)
    if rhythm is not None and not counted and is_question(text) and not _named(rhythm.rest):
        return call_of(LIST_RECURRING)  # "what do I pay every month?"
    call = command(text, scene.person, scene.today)
    if call is None:
        return None
    if call.name == KEEP_RECURRING.name:
        changes = rhythm is None and named and "amount" not in json.loads(call.arguments)
        return call if changes or rhythm is not None else None
    return call if named else None


class _Time(NamedTuple):
    """When a change is, as a message says it: from the first to the last day."""

    first: date
    last: date
    rest: str
    """The text without it."""
    begins: bool = False
    """As in "from March"."""
    past: bool = False
    """As in "since January": what changed then counts now."""
    on_day: bool = False
    """Whether a bare number behind the month may be a day of it, as in "from May 1"."""


def _change(scene: Scene) -> CallRequest | None:
    """Returns the change of what is kept under a name that the message has: "rent is now 980",
    "skip rent in December", "Spotify kündigen". None where a word is of none, or where a question
    is open, which it may answer.
    """
    said, text = scene.said, clean(scene.said.text)
    bound = said.caption or said.edited or said.reply_to_task is not None or scene.asked is not None
    if bound or is_question(text) or len(text.split()) > _MAX_WORDS:
        return None
    kept = scene.looked_up.get(NAME)
    items = [RecurringItem.model_validate(each) for each in kept] if isinstance(kept, list) else []
    found = _kept_in(text, items)
    return None if found is None else _change_of(*found, scene)


def _change_of(item: RecurringItem, rest: str, scene: Scene) -> CallRequest | None:
    """Returns the change of this one that the rest of a message asks for."""
    if _words("this_week").search(rest) and not _is_due_this_week(item, scene.today):
        return None
    when = _time_in(rest, item, scene.today)
    plain = when.rest if when is not None else rest
    if when is not None and not when.begins and _is_said(plain, "skips"):
        return _skipped(item, when)
    stopped = _is_said(plain, "unreminds", "stops")
    if stopped and (when is None or (when.past and not when.begins)):
        undoes = _takes_back_row(item, scene)
        return None if undoes else call_of(REMOVE_RECURRING, name=item.name)
    if when is not None and _words("unreminds").search(plain) is not None:
        return None  # "stop reminding me in December": of that month, or from then on?
    if when is not None and not when.begins and _is_said(plain, "ends", "stops"):
        days = [day for day in _days_of(item, when.last) if day <= when.last]
        return _kept_as(item, last_due=days[-1].isoformat()) if days else None
    return _changed(item, plain, when, scene)


def _changed(
    item: RecurringItem, text: str, when: _Time | None, scene: Scene
) -> CallRequest | None:
    """A new amount or a new day, beside a word of change or the time from which it counts."""
    weekly = item.every in WEEKS
    day = None if when is not None else (_weekday() if weekly else _date()).search(text)
    rest = text if day is None else _without(day)
    amounts = find_amounts(rest, scene.person)
    begins = when is not None and when.begins
    plain = without(rest, [amount.span for amount in amounts])
    if len(amounts) > 1 or not (_is_said(plain, "changes", "now") or (begins and _is_small(plain))):
        return None
    due_day = day and (_weekdays()[day["day"].casefold()] if weekly else _number(day))
    if amounts and not begins and _is_of_row(item, scene):
        return None
    if amounts and not _is_price(amounts[0], rest, item, when):
        return None
    price = amounts[0].value if amounts else None
    if amounts and (price is None or not 0 < price <= amount_limit(item.currency)):
        return None
    if price is None and due_day is None:
        return None
    days = _days_of(item, when.last) if when is not None and not when.past else []
    first = next((each for each in days if when is not None and each >= when.first), None)
    return _kept_as(
        item,
        amount=str(price) if price is not None else None,
        due_day=due_day,
        next_due=first.isoformat() if first is not None else None,
    )


def _is_price(amount: Amount, text: str, item: RecurringItem, when: _Time | None) -> bool:
    """Whether it is the new price: not a difference, as in "up 50", no day, as in "move rent to 5",
    and of the same currency.
    """
    before = text[: amount.span.start]
    if amount.currency not in {None, item.currency} or _ends_with("differs", before):
        return False
    if _words("relative").search(text) is not None and not _ends_with("new_price", before):
        return False
    bare = amount.currency is None and amount.value in _DAYS
    may_be_day = _words("moves").search(text) is not None or (when is not None and when.on_day)
    return not (bare and may_be_day)


def _ends_with(kind: str, text: str) -> bool:
    return any(not text[each.end() :].strip() for each in _words(kind).finditer(text))


def _is_of_row(item: RecurringItem, scene: Scene) -> bool:
    """Whether it is an order to change what was just saved under the same name."""
    return change_in(scene.text) is not None and _is_row(item, scene)


def _takes_back_row(item: RecurringItem, scene: Scene) -> bool:
    """Whether it is an order to take back what was just saved under the same name."""
    return take_back_in(scene.text) is not None and _is_row(item, scene)


def _is_row(item: RecurringItem, scene: Scene) -> bool:
    saved = scene.latest(TaskPhase.DONE)
    names = (saved.known.merchant, saved.known.item) if saved is not None else ()
    return _folded(item.name) in {_folded(name) for name in names if name}


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def _is_due_this_week(item: RecurringItem, today: date) -> bool:
    return item.due.isocalendar()[:2] == today.isocalendar()[:2]


def _skipped(item: RecurringItem, when: _Time) -> CallRequest | None:
    """The next one is the first behind that time; None where others come before it."""
    if not when.first <= item.due <= when.last:
        return None
    following = item.due
    while following <= when.last:
        following = after(following, item.every, item.anchor)
    return _kept_as(item, next_due=following.isoformat())


def _kept_as(item: RecurringItem, **changes: JsonValue) -> CallRequest:
    return call_of(KEEP_RECURRING, name=item.name, currency=item.currency, **changes)


def _days_of(item: RecurringItem, until: date) -> list[date]:
    """The days on which it is due, to the first one behind ``until``."""
    days = [item.due]
    while days[-1] <= until and len(days) < _MOST_DAYS:
        days.append(after(days[-1], item.every, item.anchor))
    return days


def _kept_in(text: str, items: Sequence[RecurringItem]) -> tuple[RecurringItem, str] | None:
    """The only one that is named, and the text without its name; of names in each other the longest
    one. None where it is kept in several currencies.
    """
    found: list[tuple[RecurringItem, re.Match[str]]] = []
    for item in sorted(items, key=lambda each: -len(each.name)):
        name = r"\s+".join(map(re.escape, item.name.split()))
        match = re.search(rf"(?<!\w){name}(?!\w)", text, re.IGNORECASE)
        inside = match and any(m.start() <= match.start() < m.end() for _, m in found)
        if match is not None and not inside:
            found.append((item, match))
    if len(found) != 1:
        return None
    item, named = found[0]
    if [_folded(each.name) for each in items].count(_folded(item.name)) > 1:
        return None
    return item, f"{text[: named.start()]} {text[named.end() :]}"  # "auf den 3." keeps its dot


@cache
def _month() -> re.Pattern[str]:
    """As in "in December", "ab Januar", "hasta marzo de 2027", "this month"."""
    day = r"(?:(?:the\s+)?(?P<day>[12]?\d|3[01])(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?)?"
    year = r"(?:\s+(?:de\s+)?(?P<year>20\d\d))?"
    named = rf"{day}(?P<month>{any_of(months())})\b{year}"
    near = rf"(?P<this>{_words('this_month').pattern})|(?P<next>{_words('next_month').pattern})"
    lead = rf"(?:(?P<from>{_words('from').pattern})\s+|{_words('in').pattern}\s+)?"
    return pattern(rf"{lead}(?:{named}|{near})")


def _time_in(text: str, item: RecurringItem, today: date) -> _Time | None:
    once = _words("once").search(text) or _words("this_week").search(text)
    if once is not None:
        return _Time(item.due, item.due, _without(once))
    match = _month().search(text)
    if match is None:
        return None
    begins = match["from"] is not None
    if match["month"] is None:
        first = months_later(today, 1 if match["next"] else 0, 1)
    else:
        number = months()[match["month"].casefold()]
        year = int(match["year"] or 0) or _year(number, match, today)
        if year is None:
            return None
        first = date(year, number, 1)
    last = months_later(first, 1, 1) - timedelta(days=1)
    if match["day"]:
        first = min(first + timedelta(days=int(match["day"]) - 1), last)
    on_day = match["month"] is not None and _DAY_BEHIND.match(text, match.end()) is not None
    return _Time(first, last, _without(match), begins, past=last < today, on_day=on_day)


def _year(month: int, said: re.Match[str], today: date) -> int | None:
    """The year of a month that is said without one. The next such month, but the last one behind
    "since", or where it is told as past; None where it may be either.
    """
    coming = today.year + (month < today.month)
    if month == today.month or _words("future").search(said.string) is not None:
        return coming
    lead = said["from"] or ""
    if _words("since").fullmatch(lead) is not None:
        return coming - 1
    if _words("since_or_from").fullmatch(lead) is not None:
        return today.year
    if _words("past").search(said.string) is None:
        return coming
    if lead:
        return None if month < today.month else coming
    return today.year if month < today.month else None


def _is_said(text: str, *kinds: str) -> bool:
    """Whether words of these kinds are in a text, and none that is neither of them nor small."""
    found = 0
    for kind in kinds:
        text, times = _words(kind).subn(" ", text)
        found += times
    return found > 0 and _is_small(text)


def _is_small(text: str) -> bool:
    return not _named(_words("beside").sub(" ", text))


def _asks_what_is_due(text: str) -> bool:
    rest, found = _words("due").subn(" ", text)
    return found > 0 and not _named(rest)


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """The call that what follows ``/recurring`` asks for; None for another word."""
    if len(text.split()) > _MAX_WORDS:
        return None
    rhythm = _rhythm(text, person, today)
    if rhythm is not None or any(char.isdigit() for char in text):
        return _kept(rhythm or _day_of_month(text), person, today)
    rest = _words("recurring").sub(" ", text)
    removes = _words("remove").search(rest) is not None
    name = _named(_words("remove").sub(" ", rest))
    if not removes:
        return None if name else call_of(LIST_RECURRING)
    return call_of(REMOVE_RECURRING, name=name) if name else None


COMMANDS = {"recurring": command}


def _list_meant(scene: Scene) -> CallRequest | None:
    """Returns a call that lists what recurs and says how it is changed. None beside an amount,
    which may have been spent.
    """
    if find_amounts(scene.text, scene.person):
        return None
    return call_of(LIST_RECURRING)


def _remove_meant(scene: Scene) -> CallRequest | None:
    """Removes what is named behind a word for that: "stop spotify"."""
    rest, removes = _words("remove").subn(" ", scene.text)
    name = _named(rest) if removes else ""
    if _SHORT_NAME.fullmatch(name) is None:
        return _list_meant(scene)
    return call_of(REMOVE_RECURRING, name=name)


MEANT = {
    **dict.fromkeys((LIST_RECURRING.name, KEEP_RECURRING.name), _list_meant),
    REMOVE_RECURRING.name: _remove_meant,
}


def _rhythm(text: str, person: Person, today: date) -> Rhythm | None:
    every = _every(text)
    each_day, each_date = _each_weekday().search(text), _each_date().search(text)
    if every is None and each_day is not None:
        often = Every.TWO_WEEKS if each_day["other"] else Every.WEEK
        return Rhythm(often, _without(each_day), due_day=_weekdays()[each_day["day"].casefold()])
    if every is None and each_date is not None:
        return _on_day(Rhythm(Every.MONTH, text), each_date)
    dates = [each for each in find_dates(text, person, today) if each.day is not None]
    plain = text
    for each in reversed(dates):
        plain = f"{text[: each.span.start]} {text[each.span.end :]}"
    yearly = _every(plain)
    if len(dates) == 1 and dates[0].day and yearly is not None and yearly.every is Every.YEAR:
        named = _coming(dates[0].day, today)
        rest = re.sub(rf"{_words('on').pattern}\s*$", "", _EDGES.sub("", yearly.rest))
        return yearly._replace(rest=_EDGES.sub("", rest), next_due=named)
    for said, units in ((_date(), MONTHS.keys() - {Every.YEAR}), (_weekday(), WEEKS.keys())):
        day = said.search(text)
        behind = _every(_without(day)) if day is not None else None
        if day is not None and behind is not None and behind.every in units:
            if said is _weekday():
                return behind._replace(due_day=_weekdays()[day["day"].casefold()])
            return behind._replace(due_day=_number(day))
    return every


def _coming(day: date, today: date) -> date:
    """The first one from today on that is on this day of a year."""
    this = months_later(day, (today.year - day.year) * 12, day.day)
    return this if this >= today else months_later(this, 12, day.day)


def _every(text: str) -> Rhythm | None:
    """How often, and the text without it. "Monthly" in front of a thing is what that is called."""
    for every in Every:
        match = _words(every.value).search(text)
        if match is not None:
            return Rhythm(every, _without(match))
        behind = _words(f"{every.value}_behind").search(text)
        if behind is not None and not text[behind.end() :].strip(" .!"):
            return Rhythm(every, _without(behind))
    return None


def _day_of_month(text: str) -> Rhythm:
    day = _date().search(text)
    monthly = Rhythm(Every.MONTH, text)
    return monthly if day is None else _on_day(monthly, day)


def _on_day(rhythm: Rhythm, day: re.Match[str]) -> Rhythm:
    return rhythm._replace(rest=_without(day), due_day=_number(day))


def _number(match: re.Match[str]) -> int:
    day = match[match.lastgroup or 0].casefold()
    return _ordinals().get(day) or int(day)


def _without(match: re.Match[str]) -> str:
    text = match.string
    return _EDGES.sub("", f"{text[: match.start()]} {text[match.end() :]}")


def _kept(rhythm: Rhythm, person: Person, today: date) -> CallRequest | None:
    rest = _EDGES.sub("", _words("recurring").sub(" ", prepare(rhythm.rest, person)))
    ordered = _words("keep").match(rest)
    if ordered is not None:
        rest = _EDGES.sub("", rest[ordered.end() :])
    when: dict[str, JsonValue] = {
        "every": rhythm.every.value,
        "due_day": rhythm.due_day,
        "next_due": rhythm.next_due.isoformat() if rhythm.next_due else None,
    }
    amounts = find_amounts(rest, person)
    if not amounts and ordered is not None and rhythm.due_day is not None:
        known = _named(rest)
        return call_of(KEEP_RECURRING, name=known, due_day=rhythm.due_day) if known else None
    moved = moved_in(rest, person, today)
    income = moved is not None and moved.kind is MoneyKind.INCOME
    stated = (moved,) if moved is not None and income else expenses_in(rest, person, today)
    if len(stated) != 1 or stated[0].amount is None or len(amounts) > 1:
        return None
    told, amount = stated[0], stated[0].amount
    name, limit = told.merchant or told.item, amount_limit(told.currency or person.currency)
    if not 0 < amount <= limit or not name:
        return None
    if not income and not is_told_whole(rest, told, person, today):
        return None
    return call_of(
        KEEP_RECURRING,
        name=name,
        amount=str(amount),
        income=income or None,
        currency=told.currency,
        **when,
    )


def _named(text: str) -> str:
    return _EDGES.sub("", " ".join(_words("filler").sub(" ", text).split()))
