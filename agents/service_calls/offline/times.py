"""Days and hours that somebody wishes, in the zone of the business; always in the future."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from agents.service_calls.exchange import Slot, Window
from agents.service_calls.offline.tables import group, holds
from language.clock_times import SAID_OF_HOUR, WHOLE_DAY, part_of_day_in
from language.coming_days import ComingDays, coming_days, weekday_numbers
from language.day_names import NEAR, WEEKDAYS_OF, months
from language.hours import hours_in
from language.numbers import count_words, counted
from language.patterns import any_of, pattern, whole_words

_WEEK = 7
_WEEKS = 4
"""So many weeks a day that never suits is kept in mind."""
_PLURAL = any_of(f"{day}s" for day in (*WEEKDAYS_OF["en"], *WEEKDAYS_OF["de"]))
SOONEST = "soonest"
"""As early as possible."""
_WORKING_HOURS = (8, 20)
"""An hour below is one of the afternoon, unless it is said otherwise: nobody comes at three."""
_MONTH_FIRST = "US"
_WEEKDAY = any_of(weekday_numbers())
_WORDS = count_words()
_ONLY_WEEKDAY = pattern(rf"^(?!.*(?:\d|\b(?:this|diese\w*|ini)\b)).*\b(?:{_WEEKDAY})\b")
_MOMENT = timedelta(seconds=1)
_SHORTEST_DAY = timedelta(hours=23)
_OR = pattern(r"\s*(?:,|/|\b(?:or|oder|atau|o|ou|and|und|dan|y|et)\b)+\s*")
_BEGINS_ANEW = pattern(
    r"(?:^|[,;:]|\b(?:and|but|just|only|und|aber|nur|dan|tapi|y|pero|et|mais))\s*$"
)
"""Between a day and a "not" that belongs to the next one, unlike that of "kann ich nicht"."""
_HOURS_OF_VISIT = 4 * 60
"""Minutes: who names more of a day names no visit."""


@dataclass
class Wished:
    """What was said of a time. ``days``: the first, and the one behind the last. ``hours``: in
    minutes of the day. ``moved``: beside the proposed time, by so much.
    """

    days: tuple[date, date] | None = None
    hours: tuple[int, int] | None = None
    moved: str = ""
    by: timedelta = timedelta()
    without: tuple[date, ...] = ()
    """Days between those that are wished."""

    @classmethod
    def on(cls, days: Sequence[date]) -> Self:
        """Wishes one of these days, which are in their order."""
        if not days:
            return cls()
        first, last = days[0], days[-1]
        between = (first + timedelta(n) for n in range((last - first).days))
        without = tuple(day for day in between if day not in days)
        return cls(days=(first, last + timedelta(1)), without=without)

    def __bool__(self) -> bool:
        return bool(self.days or self.hours or self.moved)

    def turn_to_other_hours(self) -> bool:
        """Wishes the hours behind a part of the day that does not suit, or before one that is late.
        False where no such part was named alone.
        """
        if self.hours is None or self.days or self.moved:
            return False
        first, last = self.hours
        early = first <= _WORKING_HOURS[0] * 60
        self.hours = (last, WHOLE_DAY) if early else (0, first)
        return True


class _Cut(NamedTuple):
    text: str
    match: re.Match[str] | None


def _taken(text: str, rule: str) -> _Cut:
    match = whole_words(rule).search(text)
    if match is None:
        return _Cut(text, None)
    return _Cut(f"{text[: match.start()]} {text[match.end() :]}", match)


def local_date(at: datetime, zone: str) -> date:
    return at.astimezone(ZoneInfo(zone)).date()


def without_stops(text: str) -> str:
    """Without the stops of "3. Dezember" and "3 p.m.", which end no sentence."""
    text = pattern(rf"(?<=\d)\.(?=\s?(?:{any_of(months())})\b)").sub("", text)
    return pattern(r"\b([ap])\.m\b\.?").sub(r"\1m", text)


def denied(clause: str) -> bool:
    """Whether a time in it is one that does not suit: "I can't on Tuesday". A refusing word
    directly in front of a later day only refuses that one: "Tuesday, not Friday".
    """
    days = coming_days(clause, None)
    suiting = max((day.end for day in days if not day.refused), default=len(clause))
    refusals = (day.refusal for day in days if day.refusal is not None and day.refusal >= suiting)
    of_others = (start for start in refusals if _BEGINS_ANEW.search(clause[suiting:start]))
    told = holds("still_wished").sub(" ", clause[: min(of_others, default=len(clause))])
    refused = holds("not_then").search(told) or (days and all(day.refused for day in days))
    return not clause.rstrip().endswith("?") and bool(refused)


def names_time(text: str) -> bool:
    """Whether a number in it may be a day or an hour."""
    lead = "at|after|before|by|until|from|between|around|um|ab|vor|nach|bis|gegen|pukul|jam|lepas"
    rule = (
        rf"{_WEEKDAY}|{any_of(NEAR)}|{any_of(months())}|{lead}|selepas|lps|sebelum|{SAID_OF_HOUR}"
    )
    return pattern(rf"(?<!\w)(?:{rule})(?!\w)").search(text) is not None


def read(clause: str, today: date, region: str, *, beside: bool, wished: Wished) -> str:
    """Adds to what is wished what a clause says of it; gives back the rest of its words.

    ``beside``: there is a time that "later" or "another day" can be measured by.
    """
    clause, soonest = _taken(clause, group("soonest"))
    if soonest is not None:
        wished.moved = SOONEST
    elif beside:
        clause = _moved(clause, wished)
    if wished.moved in {"", SOONEST}:
        clause = _of_day(clause, wished)
    rest = _dated(clause, today, region, wished)
    if wished.days and wished.moved == SOONEST:
        wished.moved = ""  # "any time on Saturday" is on Saturday
    return rest


def window(wished: Wished, at: datetime, zone: str, beside: Slot | None) -> Window | None:
    """None where nothing was said that lies in the future."""
    here = ZoneInfo(zone)
    now = at.astimezone(here)
    if wished.hours and wished.days and wished.days[1] - wished.days[0] > timedelta(1):
        first, last = _between(replace(wished, hours=None), now.date(), here)
        span = {"from_ts": max(first, now).astimezone(UTC), "to_ts": last.astimezone(UTC)}
        return Window(**span, hours=wished.hours) if last > now else None
    if wished.moved == SOONEST or (wished.hours and not wished.days and beside is None):
        behind = (now + timedelta(_WEEK)).astimezone(UTC)
        return Window(from_ts=at, to_ts=behind, hours=wished.hours)
    if beside is not None and wished.moved:
        first, last = _measured(wished, beside, now, here)
    else:
        base = beside.from_ts.astimezone(here) if beside and beside.from_ts > at else now
        first, last = _between(wished, base.date(), here)
        if last <= now and wished.days is None:
            first, last = first + timedelta(1), last + timedelta(1)
    if last <= now:
        return None
    span = {"from_ts": max(first, now).astimezone(UTC), "to_ts": last.astimezone(UTC)}
    return Window(**span, of_day=wished.hours)


def is_of_visit(
    wished: Wished, at: datetime, zone: str, visit: Slot, *, denied: bool = False
) -> bool:
    """Whether the hours that are wished are those of a visit that is booked: it may stay. Behind a
    no to another time, its day is enough.
    """
    first, last = wished.hours or (0, WHOLE_DAY)
    if wished.moved or not (denied or last - first <= _HOURS_OF_VISIT):
        return False
    here, own = ZoneInfo(zone), visit.from_ts.astimezone(ZoneInfo(zone))
    begins, ends = _between(wished, own.date(), here)
    return max(begins, at) <= visit.from_ts < ends


def move_into_week(wished: Wished, clause: str, before: Window | None, zone: str) -> None:
    """Where "next week" was wished before, "Wednesday" is that of the next week."""
    if before is None or wished.days is None or not _ONLY_WEEKDAY.search(clause):
        return
    week, (first, behind) = timedelta(_WEEK), wished.days
    begins, ends = (local_date(at, zone) for at in (before.from_ts, before.to_ts))
    if first < begins and behind + week <= ends:
        wished.days = (first + week, behind + week)


def join(before: Window | None, wish: Window, at: datetime, zone: str) -> Window:
    """A wish with the hours, or on the days, that were wished before: "Thursday", then "after 4".
    "As soon as possible" takes all of it back.
    """
    if before is None or (wish.from_ts == at and wish.hours is None):
        return wish
    if wish.hours is not None and before.hours is None:
        here = ZoneInfo(zone)
        days = local_date(before.from_ts, zone), local_date(before.to_ts - _MOMENT, zone)
        first, last = _at(days[0], 0, here), _at(days[1], WHOLE_DAY, here)
        window = {"from_ts": max(first, at).astimezone(UTC), "to_ts": last.astimezone(UTC)}
        return wish.model_copy(update=window)
    if wish.hours is None and wish.to_ts - wish.from_ts >= _SHORTEST_DAY:
        return wish.model_copy(update={"hours": before.hours or before.of_day})
    return wish


def names_part_of_day(clause: str) -> bool:
    return part_of_day_in(clause) is not None


def names_day(clause: str) -> bool:
    return bool(coming_days(clause, None))


def avoided(
    wished: Wished, clause: str, at: datetime, zone: str, region: str
) -> tuple[Window, ...]:
    """Days that do not suit; "Tuesdays" are those of the next weeks, too. None where only hours
    were named.
    """
    if wished.days is None:
        return ()
    here, today = ZoneInfo(zone), local_date(at, zone)
    weeks = _WEEKS if pattern(rf"\b(?:{_PLURAL})\b").search(clause) else 1
    named = coming_days(clause, today, month_first=region == _MONTH_FIRST)
    refused = [(d.first, d.behind) for d in named if d.refused and d.first and d.behind]
    spans = (_between(replace(wished, days=days), today, here) for days in refused or [wished.days])
    return tuple(
        Window(
            from_ts=(first + n * timedelta(_WEEK)).astimezone(UTC),
            to_ts=(last + n * timedelta(_WEEK)).astimezone(UTC),
        )
        for first, last in spans
        for n in range(weeks)
    )


def whole_day(day: date, zone: str) -> Window:
    here = ZoneInfo(zone)
    first, last = _at(day, 0, here), _at(day, WHOLE_DAY, here)
    return Window(from_ts=first.astimezone(UTC), to_ts=last.astimezone(UTC))


def _between(wished: Wished, base: date, here: ZoneInfo) -> tuple[datetime, datetime]:
    first, behind = wished.days or (base, base + timedelta(1))
    start, end = wished.hours or (0, WHOLE_DAY)
    return _at(first, start, here), _at(behind - timedelta(1), end, here)


def _at(day: date, minutes: int, here: ZoneInfo) -> datetime:
    days, rest = divmod(minutes, WHOLE_DAY)
    midnight = datetime(day.year, day.month, day.day, tzinfo=here) + timedelta(days)
    return midnight.replace(hour=rest // 60, minute=rest % 60)


def _measured(
    wished: Wished, beside: Slot, now: datetime, here: ZoneInfo
) -> tuple[datetime, datetime]:
    start, end = beside.from_ts.astimezone(here), beside.to_ts.astimezone(here)
    midnight = _at(start.date(), 0, here)
    match wished.moved:
        case "by":
            return start + wished.by, start + wished.by + 2 * (end - start)
        case "later":
            return end, midnight + timedelta(1)
        case "earlier":
            return now, start
        case "next_day":
            hours = wished.hours or (0, WHOLE_DAY)
            day = start.date() + timedelta(1)
            return _at(day, hours[0], here), _at(day, hours[1], here)
        case "other_day":
            return midnight + timedelta(1), midnight + timedelta(1 + _WEEK)
        case _:
            return end, end + timedelta(_WEEK)


_MOVES = ("next_day", "other_day", "other_time", "later", "earlier")
"""Sections of phrases."""


def _moved(clause: str, wished: Wished) -> str:
    rule = (
        rf"(?P<n>\d{{1,2}}|{_WORDS}|an?|eine?|se)\s*(?:hours?|stunden?|jam)\s+"
        r"(?:(?P<more>later|später|lewat|kemudian|lambat)|(?P<less>earlier|früher|lebih awal|awal))"
    )
    clause, match = _taken(clause, rule)
    if match is not None:
        many = counted(match["n"])
        wished.moved, wished.by = "by", timedelta(hours=many if match["more"] else -many)
        return clause
    for name in _MOVES:
        clause, match = _taken(clause, group(name))
        if match is not None:
            wished.moved = name
            return _of_day(clause, wished) if name == "next_day" else clause
    return clause


def _of_day(clause: str, wished: Wished) -> str:
    found = hours_in(clause, _WORKING_HOURS) if wished.hours is None else None
    if found is None:
        return clause
    wished.hours = (found.first, found.last)
    if found.first == found.last:  # a visit of some hours in which this time lies
        wished.hours = (max(found.first - 60, 0), min(found.first + 180, WHOLE_DAY))
    return found.rest


def _dated(clause: str, today: date, region: str, wished: Wished) -> str:
    if wished.days is not None:
        return clause
    named = coming_days(clause, today, month_first=region == _MONTH_FIRST)
    known = sorted(named, key=lambda days: (days.refused, days.near))
    for found in known:
        if found.first is not None and found.behind is not None:
            wished.days = (found.first, found.behind)
            either = _either(clause, found, known)
            if either is None:
                return f"{clause[: found.start]} {clause[found.end :]}"
            start, end, days = either
            both = Wished.on(days)
            wished.days, wished.without = both.days, both.without
            return f"{clause[:start]} {clause[end:]}"
    return clause


def _either(
    clause: str, found: ComingDays, known: Sequence[ComingDays]
) -> tuple[int, int, list[date]] | None:
    """Where a day and others that suit as well stand, "Tuesday or Wednesday", and which they are;
    None for one alone.
    """
    start, end, days = found.start, found.end, list[date]()
    for each in sorted(known, key=lambda days: days.start):
        joined = each is found or _OR.fullmatch(clause[end : each.start])
        if joined and each.first and each.behind == each.first + timedelta(1) and not each.refused:
            end = max(end, each.end)
            days.append(each.first)
    return (start, end, sorted(set(days))) if len(set(days)) > 1 else None
