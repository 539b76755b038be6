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
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, PlainValidator, Strict, ValidationError
from pydantic_core import ErrorDetails

from agents.support.business_hours import TARGETS, Calendar, Period, Plan, Policy, TimeAllowance
from agents.support.tickets import Urgency
from domain.errors import ConfigurationError

USUAL_HOURS = ((Period(9 * 60, 18 * 60),),) * 5 + ((),) * 2

_Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_DAYS: tuple[_Day, ...] = get_args(_Day)
_PERIOD = re.compile(r"(\d{1,2}):([0-5]\d)\s*[-–]\s*(\d{1,2}):([0-5]\d)")
_SPAN = re.compile(r"([1-9]\d{0,3})\s*(min|h|d)")


def _zone(name: object) -> ZoneInfo:
    try:
        return ZoneInfo(name if isinstance(name, str) else "")
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ValueError(f"{name!r} is no time zone, such as Europe/Berlin") from error


def _with_hours(days: "dict[_Day, tuple[Period, ...]]") -> "dict[_Day, tuple[Period, ...]]":
    if not any(days.values()):
        raise ValueError("there is no hour at which anybody works")
    return days


def _periods(written: object) -> tuple[Period, ...]:
    if not isinstance(written, list):
        msg = 'a list is needed, such as ["09:00-12:30", "13:30-18:00"]'
        raise ValueError(msg)  # noqa: TRY004 - the file's fault
    periods = sorted(map(_period, written))
    if any(later.start < earlier.end for earlier, later in pairwise(periods)):
        raise ValueError("two periods overlap")
    return tuple(periods)


def _period(written: object) -> Period:
    found = _PERIOD.fullmatch(str(written).strip())
    if found is None:
        raise ValueError(f"{written!r} is no period, such as 09:00-18:00")
    start_hour, start, end_hour, end = map(int, found.groups())
    return Period(start_hour * 60 + start, end_hour * 60 + end)


def _time_allowance(written: object) -> TimeAllowance:
    found = _SPAN.fullmatch(str(written).strip())
    if found is None:
        raise ValueError(f'{written!r} is no time, such as "15 min", "8 h" or "3 d"')
    number = int(found[1])
    if found[2] == "d":
        return TimeAllowance(days=number)
    return TimeAllowance(
        timedelta(minutes=number) if found[2] == "min" else timedelta(hours=number)
    )


_Periods = Annotated[tuple[Period, ...], PlainValidator(_periods)]
_TimeAllowance = Annotated[TimeAllowance, PlainValidator(_time_allowance)]


class _TargetTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    first: _TimeAllowance = TimeAllowance()
    resolution: _TimeAllowance = TimeAllowance()
    always: bool = False


class _PlanTable(BaseModel):
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    zone: Annotated[ZoneInfo | None, PlainValidator(_zone)] = None
    holidays: frozenset[Annotated[date, Strict()]] = frozenset()
    hours: Annotated[dict[_Day, _Periods], AfterValidator(_with_hours)] = {}
    targets: dict[Urgency, _TargetTable] = {}

    def plan(self, base: Plan) -> Plan:
        """What it does not say is as in ``base``."""
        calendar = base.calendar
        if self.zone:
            calendar = replace(calendar, zone=self.zone)
        if "holidays" in self.model_fields_set:
            calendar = replace(calendar, holidays=self.holidays)
        if self.hours:
            calendar = replace(calendar, week=tuple(self.hours.get(day, ()) for day in _DAYS))
        targets = dict(base.targets)
        for urgency, own in self.targets.items():
            changes = {name: getattr(own, name) for name in own.model_fields_set}
            targets[urgency] = replace(targets[urgency], **changes)
        return Plan(calendar, targets)


class _PolicyTable(_PlanTable):
    plans: dict[Literal["free", "pro", "enterprise"], _PlanTable] = {}


def load_policy(path: Path, zone: str) -> Policy:
    """The policy of a file; without the file, the usual one. ``zone`` counts where it names none.

    Raises ``ConfigurationError``, which names the file and the key.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"SUPPORT_POLICY: {path} cannot be read: {error}") from error
    try:
        table = _PolicyTable.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path}: {error}") from error
    except ValidationError as error:
        raise ConfigurationError(f"{path}: {_reason(error.errors()[0])}") from error
    usual = table.plan(Plan(Calendar(ZoneInfo(zone), USUAL_HOURS), TARGETS))
    return Policy(usual, {name: own.plan(usual) for name, own in table.plans.items()})


def _reason(error: ErrorDetails) -> str:
    """The key, and what is wrong with it."""
    keys = [key for key in error["loc"] if isinstance(key, str) and key != "[key]"]
    if "[key]" in error["loc"] or error["type"] == "extra_forbidden":
        why = "unknown"
    elif error["type"] in {"model_type", "dict_type"}:
        why = "a table is needed"
    elif error["type"] == "value_error":
        why = str(error["ctx"]["error"])
    else:
        why = error["msg"]
    return f"{'.'.join(keys)}: {why}"
