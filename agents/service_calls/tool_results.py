"""What a tool gave, as far as the graph names it. It is data: nothing in it is followed."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from pydantic import JsonValue, ValidationError

from agents.service_calls.exchange import (
    CatalogItem,
    Fit,
    ServiceToolResult,
    ServiceToolStatus,
    Slot,
    ToolRequest,
)
from agents.service_calls.graph.shapes import APPOINTMENT, SLOTS

LONGEST_TEXT = 2_000
"""Characters; what is longer is cut."""
MOST_RESULT = 262_144
MOST_VALUES = 16_384
"""Characters of a whole result, and of what is taken from it, as JSON; beyond, the call failed."""
MOST_ITEMS = 100
"""Of a list; the rest is not looked at."""

_OF_AN_APPOINTMENT = ("from_ts", "to_ts", "employee_id", "employee_name")
_DAYS, _OF_A_DAY = 3, 2
"""Free times that a customer is told where they ask for some."""
_MISSING = object()
_TOLD = re.compile(
    r"Scheduled for (?P<day>\d{4}-\d\d-\d\d) at (?P<at>\d\d:\d\d [AP]M)(?: with (?P<who>.+))?"
)


class ResultTooLargeError(ValueError):
    """More than a call may bring."""


class Fitting(Protocol):
    """Of ``CallRules``."""

    def fitting(self, wanted: str, items: Sequence[CatalogItem], language: str) -> Fit:
        """The items that fit what a customer wants."""


def taken(request: ToolRequest, given: JsonValue, rules: Fitting | None) -> ServiceToolResult:
    """What ``request.results`` names. Raises ``ResultTooLargeError``."""
    if len(json.dumps(given, ensure_ascii=False)) > MOST_RESULT:
        raise ResultTooLargeError
    found = not (isinstance(given, dict) and given.get("found") is False)
    values: dict[str, JsonValue] = {}
    slots: tuple[Slot, ...] = ()
    candidates: tuple[str, ...] = ()
    offered: tuple[CatalogItem, ...] = ()
    sought = ""
    empty = not found
    for field, pointer in request.results.items() if found else ():
        value = at(pointer, given)
        if value is _MISSING:
            continue
        empty = empty or value == []
        if field == SLOTS:
            slots = _slots(value, request)
        elif field == APPOINTMENT:
            known = value if isinstance(value, dict) else {}
            booked = {k: _cut(known[k]) for k in _OF_AN_APPOINTMENT if k in known}
            values[field] = {**booked, "details": _in_words(booked, request.timezone)}
        elif not isinstance(value, list):
            values[field] = _cut(value)
        elif field in request.lists:
            values[field] = [item.name for item in _items(value)]
        else:
            items = tuple(_items(value))
            fit = _fitting(request, field, items, rules)
            values[field] = fit.names[0] if len(fit.names) == 1 else ""
            candidates = fit.names if len(fit.names) > 1 else candidates
            if not fit.sure:
                offered = tuple(item.model_copy(update={"keywords": ()}) for item in items)
                sought = field
    if len(json.dumps(values, ensure_ascii=False)) > MOST_VALUES:
        raise ResultTooLargeError
    return ServiceToolResult(
        status=ServiceToolStatus.OK,
        values=values,
        slots=slots,
        free=_some_of(slots, ZoneInfo(request.timezone)),
        candidates=candidates,
        offered=offered,
        sought=sought,
        empty=empty,
        replayed=isinstance(given, dict) and given.get("replayed") is True,
    )


def at(pointer: str, value: JsonValue) -> JsonValue | object:
    """What a JSON pointer (RFC 6901) leads to; ``/`` is the whole, as the empty one."""
    here: JsonValue = value
    for part in pointer.split("/")[1:] if pointer != "/" else ():
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list) and key.isdecimal() and int(key) < len(here):
            here = here[int(key)]
        else:
            return _MISSING
    return here


def _fitting(
    request: ToolRequest, field: str, items: Sequence[CatalogItem], rules: Fitting | None
) -> Fit:
    """What the customer chose, else what rules find; of several what was found before."""
    chosen = request.chosen.casefold()
    named = tuple(item.name for item in items if chosen and item.name.casefold() == chosen)
    if named or rules is None:
        return Fit(names=named[:1], sure=True)
    fit = rules.fitting(request.fits, items, request.language)
    known = request.known.get(field, "")
    return Fit(names=(known,), sure=True) if known in fit.names else fit


def _items(listed: Sequence[JsonValue]) -> Iterator[CatalogItem]:
    """Those that have a name."""
    for each in listed[:MOST_ITEMS]:
        item: Mapping[str, JsonValue] = each if isinstance(each, dict) else {"name": each}
        name, said, words = item.get("name"), item.get("description"), item.get("keywords")
        if isinstance(name, str) and name.strip():
            known = words[:MOST_ITEMS] if isinstance(words, list) else []
            yield CatalogItem(
                name=_short(name),
                description=_short(said) if isinstance(said, str) else "",
                keywords=tuple(_short(word) for word in known if isinstance(word, str)),
            )


def _in_words(booked: Mapping[str, JsonValue], timezone: str) -> str:
    """``Scheduled for 2026-11-24 at 10:00 AM with Bob Smith``, in the business's zone; empty for
    what is no appointment.
    """
    try:
        slot = Slot.model_validate(booked)
    except ValidationError:
        return ""
    begins = slot.from_ts.astimezone(ZoneInfo(timezone))
    with_whom = f" with {slot.employee_name}" if slot.employee_name else ""
    return f"Scheduled for {begins:%Y-%m-%d} at {begins:%I:%M %p}{with_whom}"


def slot_of(details: str, until: datetime, timezone: str) -> Slot:
    """The visit that such words tell of, and that ends then."""
    told = _TOLD.fullmatch(details)
    if told is None:
        return Slot(from_ts=until, to_ts=until)
    said, here = f"{told['day']} {told['at']}", ZoneInfo(timezone)
    begins = datetime.strptime(said, "%Y-%m-%d %I:%M %p").replace(tzinfo=here)
    return Slot(from_ts=begins.astimezone(UTC), to_ts=until, employee_name=told["who"] or "")


def _slots(value: JsonValue | object, request: ToolRequest) -> tuple[Slot, ...]:
    """In the order of time, those that the customer wishes first. What is no slot is left out."""
    found: list[Slot] = []
    for each in value[:MOST_ITEMS] if isinstance(value, list) else ():
        try:
            slot = Slot.model_validate(_cut(each))
        except ValidationError:
            continue
        if slot.from_ts.tzinfo is not None and slot.to_ts.tzinfo is not None:
            times = {"from_ts": slot.from_ts.astimezone(UTC), "to_ts": slot.to_ts.astimezone(UTC)}
            slot = slot.model_copy(update=times)
            found.append(slot.model_copy(update={"suits": _suits(slot, request)}))
    return tuple(sorted(found, key=lambda slot: _preference(slot, request)))


def _some_of(slots: Sequence[Slot], here: ZoneInfo) -> tuple[Slot, ...]:
    """The first ones of the first days, so that there is something to choose from."""
    days: dict[date, list[Slot]] = {}
    for slot in sorted(slots, key=lambda each: each.from_ts):
        days.setdefault(slot.from_ts.astimezone(here).date(), []).append(slot)
    return tuple(slot for day in [*days.values()][:_DAYS] for slot in day[:_OF_A_DAY])


def _preference(slot: Slot, request: ToolRequest) -> tuple[bool, bool, timedelta, datetime]:
    """What suits first; of the rest what lies nearest to the wish and is not refused."""
    away = timedelta() if slot.suits else _distance(slot, request)
    return not slot.suits, _is_refused(slot, request), away, slot.from_ts


def _is_refused(slot: Slot, request: ToolRequest) -> bool:
    return any(each.from_ts < slot.to_ts and slot.from_ts < each.to_ts for each in request.avoid)


def _distance(slot: Slot, request: ToolRequest) -> timedelta:
    """From the hours that are wished, by the clock; else from the wished days or time."""
    wish = request.wish
    if wish is None:
        return timedelta()
    if wish.hours is not None:
        begins = _minutes(slot, request)
        return timedelta(minutes=max(wish.hours[0] - begins, begins - wish.hours[1], 0))
    return max(wish.from_ts - slot.from_ts, slot.from_ts - wish.to_ts, timedelta())


def _minutes(slot: Slot, request: ToolRequest) -> int:
    """When it begins, in minutes of the day by the clock of the business."""
    begins = slot.from_ts.astimezone(ZoneInfo(request.timezone))
    return begins.hour * 60 + begins.minute


def _suits(slot: Slot, request: ToolRequest) -> bool:
    wish = request.wish
    if _is_refused(slot, request):
        return False
    if wish is None:
        return True
    if slot.to_ts - slot.from_ts >= _ARRIVAL and wish.to_ts - wish.from_ts <= _AT_A_TIME:
        return slot.from_ts <= wish.from_ts < slot.to_ts
    if not wish.from_ts <= slot.from_ts < wish.to_ts:
        return False
    return wish.hours is None or wish.hours[0] <= _minutes(slot, request) < wish.hours[1]


_ARRIVAL = timedelta(hours=2)
"""Somebody comes within a time as long as this one: "at 10:30" is in 10 to 12."""
_AT_A_TIME = timedelta(hours=1)
"""A wish for one time of the day is as long at most."""


def _cut(value: JsonValue | object) -> JsonValue:
    if isinstance(value, str):
        return _short(value)
    if isinstance(value, list):
        return [_cut(each) for each in value[:MOST_ITEMS]]
    if isinstance(value, dict):
        return {str(key): _cut(each) for key, each in value.items()}
    return value if isinstance(value, int | float) else None


def _short(text: str) -> str:
    return text[:LONGEST_TEXT]
