"""Words about reports: "report for june", "/report dark last month", "send me a summary every
week", "/digest off".
"""

import re
from datetime import date, timedelta

from agents.expenses.calls import call_of
from agents.expenses.features.reports.digests import Cadence, DigestSetting
from agents.expenses.features.reports.report import Look
from agents.expenses.features.reports.tools import (
    REPORT_SPENDING,
    SET_DIGEST,
    SHOW_DIGEST,
    STOP_DIGEST,
)
from agents.expenses.offline.insights import days_in, speaks_of_all
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_pattern
from domain.messages import CallRequest
from domain.understanding import Person
from language.clock_times import part_of_day_in, time_in
from language.day_names import WEEKDAYS
from language.patterns import any_of, named_pattern
from language.periods import days_of
from language.words import clean


def _report(name: str) -> re.Pattern[str]:
    return keyword_pattern(__package__, name, "reports")


def _digest(name: str) -> re.Pattern[str]:
    return keyword_pattern(__package__, name, "digests")


_REPORT, _OF, _FILLER = _report("report"), _report("of"), _report("filler")
_DARK, _LIGHT, _COMING = _report("dark"), _report("light"), _report("coming")
_HOME = _report("home")
_SHORT = {f"this {name}": _report(name) for name in ("week", "month", "year")}
"""Periods in a word of their own, and how the rest of the rules calls them."""

_DIGEST, _REPORTS, _OFF = _digest("digest"), _digest("report"), _digest("off")
_ALWAYS = {Cadence.WEEK: _digest("always_week"), Cadence.MONTH: _digest("always_month")}
_NAMED = {Cadence.WEEK: _digest("week"), Cadence.MONTH: _digest("month")}
_WEEKDAY_NUMBERS = {name: n for n, names in enumerate(WEEKDAYS, 1) for name in names}
_EACH_WEEKDAY = re.compile(
    rf"{_digest('each').pattern}\s+(?P<day>{any_of(_WEEKDAY_NUMBERS)})s?"
    r"(?=\b|abend|vormittag|nachmittag|mittag|morgen)",
    re.IGNORECASE,
)
_DIGEST_FILLER = (_OF, _FILLER, _digest("more"))

_THIS_MONTH = "this month"
_LEAD = named_pattern("periods", "lead")


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for, where each word of it is of such a wish."""
    text, own = scene.text, clean(scene.said.text)  # "tous les lundis" is whole in their own words
    if _may_ask_for_digest(own):
        call = digest_command(own, scene.person, scene.today)
        if call is not None and call.name != SHOW_DIGEST.name:
            return call
    if _REPORT.search(text) is not None:
        return report_command(text, scene.person, scene.today)
    return None


def report_command(text: str, person: Person, today: date) -> CallRequest | None:
    """The period, this month where none is named; None where a word is of no period."""
    rest, ours = _HOME.subn(" ", text)
    rest, look = _DARK.subn(" ", rest)
    rest = _LIGHT.sub(" ", rest)
    days = _days(rest, person, today)
    if days is None:
        return None
    return _report_of(*days, Look.DARK if look else Look.LIGHT, ours=bool(ours))


def _report_of(since: date, until: date, look: Look, *, ours: bool) -> CallRequest:
    days = {"since": since.isoformat(), "until": until.isoformat()}
    return call_of(REPORT_SPENDING, **days, look=look, ours=ours or None)


def digest_command(text: str, person: Person, today: date) -> CallRequest | None:
    """None where a word is of something else; nothing at all asks how it is."""
    del person, today
    off = _OFF.search(text) is not None
    named = _without_hour(text)
    if named is None:
        return None
    rest, hour = named
    rest, weekday = _without_weekday(rest)
    every = Cadence.WEEK if weekday else None
    for patterns in (_ALWAYS, _NAMED):
        for cadence, words in patterns.items():
            rest, found = words.subn(" ", rest)
            if found and every not in (None, cadence):
                return None
            every = cadence if found else every
    for known in (_DIGEST, _REPORTS, _OFF, *_DIGEST_FILLER):
        rest = known.sub(" ", rest)
    if re.search(r"\w", rest):
        return None
    if off:
        return call_of(STOP_DIGEST)
    if every is None:
        return call_of(SHOW_DIGEST)
    setting = DigestSetting(every=every, weekday=weekday, hour=hour)
    return call_of(SET_DIGEST, **setting.model_dump(mode="json"))


def _without_hour(text: str) -> tuple[str, int | None] | None:
    """The words without the time of day, and its hour: of a part of the day the middle one. None
    for a time within an hour, at which no report comes.
    """
    found = time_in(text, first_of_morning=0) or part_of_day_in(text)
    if found is None:
        return text, None
    hour, minutes = divmod((found.first + found.last) // 2, 60)
    within = minutes if found.first == found.last else 0
    return None if within else (found.rest, hour)


def _without_weekday(text: str) -> tuple[str, int | None]:
    """The words without the day of the week on which it is to come again and again."""
    found = _EACH_WEEKDAY.search(text)
    if found is None:
        return text, None
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return rest, _WEEKDAY_NUMBERS[found["day"].casefold()]


COMMANDS = {"report": report_command, "digest": digest_command}


def _report_meant(scene: Scene) -> CallRequest | None:
    """The report of the days that are named, of this month where none are."""
    since, until = days_in(scene.text, scene.person, scene.today)
    if since is None or until is None:
        since, until = days_of(_THIS_MONTH, scene.person, scene.today) or (None, None)
    if since is None or until is None:
        return None
    return _report_of(since, until, Look.LIGHT, ours=speaks_of_all(scene.text))


MEANT = {REPORT_SPENDING.name: _report_meant}


def _may_ask_for_digest(text: str) -> bool:
    """A report is a digest only where it is to come again and again, or where one that did is to
    come no more.
    """
    again = _EACH_WEEKDAY.search(text) or any(each.search(text) for each in _ALWAYS.values())
    return bool(_DIGEST.search(text) or (_REPORTS.search(text) and (again or _OFF.search(text))))


def _days(text: str, person: Person, today: date) -> tuple[date, date] | None:
    left = _plain(_FILLER.sub(" ", _OF.sub(" ", text)))
    plain = _plain(_REPORT.sub(" ", left))
    if _COMING.fullmatch(plain) or _COMING.fullmatch(_LEAD.sub("", plain)):
        return today + timedelta(days=1), today + timedelta(days=1)
    for name, short in _SHORT.items():
        rest, found = short.subn(" ", left)
        if found and not _plain(_LEAD.sub("", _plain(_REPORT.sub(" ", rest)) + " ")):
            return days_of(name, person, today)
    return days_of(plain or _THIS_MONTH, person, today)


def _plain(text: str) -> str:
    plain = " ".join(text.split()).strip(" ,!?:")
    return plain if plain.strip(".") else ""
