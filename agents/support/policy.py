"""``support.toml``: business hours, holidays and targets. Read and checked when a process starts.

::

    zone = "Europe/Berlin"
    holidays = [2026-12-25, 2026-12-26]

    [hours]
    monday = ["09:00-12:30", "13:30-18:00"]

    [targets.high]
    first = "1 h"
    resolution = "8 h"

    [plans.enterprise.targets.high]
    first = "30 min"
    always = true

What is left out is as usual: Monday to Friday from 9 to 18, and the targets of ``clocks``. A plan
has what it does not say from the rest of the file.
"""

import re
import tomllib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agents.support.clocks import TARGETS, Calendar, Period, Plan, Policy, Span, TimeTarget
from agents.support.tickets import Urgency
from domain.errors import ConfigurationError

PLANS = ("free", "pro", "enterprise")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
USUAL_HOURS = ((Period(9 * 60, 18 * 60),),) * 5 + ((),) * 2

_PERIOD = re.compile(r"(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)")
_SPAN = re.compile(r"(\d{1,4})\s*(min|h|d)")

Table = Mapping[str, object]


def load_policy(path: Path, *, zone: str = "UTC", must_exist: bool = False) -> Policy:
    """The policy of a file. Without the file, and where it names no zone, ``zone`` counts.

    Raises ``ConfigurationError``, which names the file and the key.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if must_exist:
            msg = f"SUPPORT_POLICY: there is no file {path}"
            raise ConfigurationError(msg) from None
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        msg = f"SUPPORT_POLICY: {path} cannot be read: {error}"
        raise ConfigurationError(msg) from error
    try:
        return policy_of(tomllib.loads(text), zone)
    except (tomllib.TOMLDecodeError, _WrongKeyError) as error:
        msg = f"{path}: {error}"
        raise ConfigurationError(msg) from error


class _WrongKeyError(ValueError):
    def __init__(self, keys: tuple[str, ...] | str, why: str) -> None:
        key = keys if isinstance(keys, str) else ".".join(each for each in keys if each)
        super().__init__(f"{key}: {why}")


def policy_of(table: Table, zone: str = "UTC") -> Policy:
    """The policy that a file's table describes. Raises ``ValueError`` that names the key."""
    _only(table, {"zone", "holidays", "hours", "targets", "plans"}, "")
    base = Plan(Calendar(_zone(zone, "zone"), USUAL_HOURS), TARGETS)
    usual = _plan(table, base, "")
    plans = _table(table.get("plans", {}), "plans")
    _only(plans, set(PLANS), "plans.")
    described = {name: _table(own, f"plans.{name}") for name, own in plans.items()}
    for name, own in described.items():
        _only(own, {"zone", "holidays", "hours", "targets"}, f"plans.{name}.")
    return Policy(
        usual, {name: _plan(own, usual, f"plans.{name}.") for name, own in described.items()}
    )


def _plan(table: Table, base: Plan, key: str) -> Plan:
    calendar = base.calendar
    if "zone" in table:
        calendar = replace(calendar, zone=_zone(table["zone"], f"{key}zone"))
    if "holidays" in table:
        calendar = replace(calendar, holidays=_holidays(table["holidays"], f"{key}holidays"))
    if "hours" in table:
        calendar = _with_week(calendar, _table(table["hours"], f"{key}hours"), f"{key}hours")
    targets = dict(base.targets)
    own = _table(table.get("targets", {}), f"{key}targets")
    _only(own, {each.value for each in Urgency}, f"{key}targets.")
    for name, said in own.items():
        urgency = Urgency(name)
        targets[urgency] = _target(said, targets[urgency], f"{key}targets.{name}")
    return Plan(calendar, targets)


def _zone(name: object, key: str) -> ZoneInfo:
    try:
        return ZoneInfo(_text(name, key))
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise _WrongKeyError(key, f"{name!r} is no time zone, such as Europe/Berlin") from error


def _holidays(dates: object, key: str) -> frozenset[date]:
    if not isinstance(dates, list):
        raise _WrongKeyError(key, "a list of dates is needed, such as [2026-12-25]")
    for each in dates:
        if not isinstance(each, date) or isinstance(each, datetime):
            raise _WrongKeyError(key, f"{each!r} is no date, such as 2026-12-25")
    return frozenset(dates)


def _with_week(calendar: Calendar, table: Table, key: str) -> Calendar:
    _only(table, set(DAYS), f"{key}.")
    week = tuple(_periods(table.get(day, []), f"{key}.{day}") for day in DAYS)
    if not any(week):
        raise _WrongKeyError(key, "there is no hour at which anybody works")
    return replace(calendar, week=week)


def _periods(said: object, key: str) -> tuple[Period, ...]:
    if not isinstance(said, list):
        raise _WrongKeyError(key, 'a list is needed, such as ["09:00-12:30", "13:30-18:00"]')
    periods = sorted(_period(each, key) for each in said)
    for earlier, later in pairwise(periods):
        if later.start < earlier.end:
            raise _WrongKeyError(key, "two periods overlap")
    return tuple(periods)


def _period(said: object, key: str) -> Period:
    found = _PERIOD.fullmatch(_text(said, key).strip())
    if found is None:
        raise _WrongKeyError(key, f"{said!r} is no period, such as 09:00-18:00")
    start_hour, start, end_hour, end = map(int, found.groups())
    if start > 59 or end > 59:  # noqa: PLR2004 - minutes of an hour
        raise _WrongKeyError(key, f"{said!r} is no period: an hour has 60 minutes")
    try:
        return Period(start_hour * 60 + start, end_hour * 60 + end)
    except ValueError as error:
        raise _WrongKeyError(key, f"{said!r}: {error}") from error


def _target(said: object, usual: TimeTarget, key: str) -> TimeTarget:
    table = _table(said, key)
    _only(table, {"first", "resolution", "always"}, f"{key}.")
    always = table.get("always", usual.always)
    if not isinstance(always, bool):
        raise _WrongKeyError((key, "always"), "true or false is needed")
    first = _span(table["first"], f"{key}.first") if "first" in table else usual.first
    resolution = (
        _span(table["resolution"], f"{key}.resolution")
        if "resolution" in table
        else usual.resolution
    )
    return TimeTarget(first, resolution, always)


def _span(said: object, key: str) -> Span:
    found = _SPAN.fullmatch(_text(said, key).strip())
    if found is None or int(found[1]) == 0:
        raise _WrongKeyError(key, f'{said!r} is no time, such as "15 min", "8 h" or "3 d"')
    number = int(found[1])
    match found[2]:
        case "min":
            return Span(timedelta(minutes=number))
        case "h":
            return Span(timedelta(hours=number))
        case _:
            return Span(days=number)


def _text(said: object, key: str) -> str:
    if not isinstance(said, str):
        raise _WrongKeyError(key, f"{said!r} is no text")
    return said


def _table(said: object, key: str) -> Table:
    if not isinstance(said, dict):
        raise _WrongKeyError(key, "a table is needed")
    return said


def _only(table: Table, known: AbstractSet[str], key: str) -> None:
    for name in table:
        if name not in known:
            raise _WrongKeyError(
                (key.rstrip("."), name), f"unknown; known are {', '.join(sorted(known))}"
            )
