"""Words about what comes again and again: "netflix 54.90 every month", "my subscriptions"."""

import json
import re
from datetime import date
from functools import cache, partial
from typing import NamedTuple

from pydantic import JsonValue

from agents.expenses.calls import call_of
from agents.expenses.features.recurring.recurring import MONTHS, WEEKS, Every
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
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_phrases, keywords
from agents.expenses.shown import MoneyKind
from domain.messages import CallRequest
from domain.money import amount_limit
from domain.understanding import Person
from language.amounts import find_amounts
from language.day_names import WEEKDAYS
from language.numbers import ordinal
from language.past_days import find_dates
from language.patterns import any_of, pattern
from language.words import clean

_MAX_WORDS = 12
_SHORT_NAME = re.compile(r"[^\W\d][^\s,;]*(?: [^\s,;]+){0,2}")
_DAYS = range(1, 32)
_NUMBER = r"(?:[1-9]|[12]\d|3[01])"
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
    bare = rf"(?:el(?:\s+d[ií]a)?|d[ií]a|le)\s+(?P<bare>{_NUMBER})\b(?![.,]?\d)"
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
