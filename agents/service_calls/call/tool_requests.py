"""Tools of a node: what they are asked, and what of their answers counts. Pure."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from pydantic import JsonValue, ValidationError

from agents.service_calls.call.made_tasks import other_visits
from agents.service_calls.context import (
    ADDRESS,
    ASK,
    COURSE,
    EMAIL,
    NAME,
    Context,
    exchanges,
    meaningful,
    text,
)
from agents.service_calls.exchange import (
    CallEnd,
    CallExchange,
    ServiceToolResult,
    ServiceToolStatus,
    Slot,
    ToolRequest,
    Window,
)
from agents.service_calls.graph.next_node import value_of
from agents.service_calls.graph.shapes import (
    APPOINTMENT,
    CREATED,
    OWN_RESULTS,
    REPLACES,
    SLOTS,
    Argument,
    Graph,
    NodeToolCall,
    ToolState,
)
from agents.service_calls.state import KEPT_EXCHANGES, ServiceCallState

SOONEST = timedelta(hours=2)
LOOKED_AHEAD = timedelta(days=7)
LOOKED_BACK = timedelta(hours=8)
"""Before a wish: "Friday after five" is near to Friday at four."""
SHORTEST_DAY = timedelta(hours=23)
_LOOKED_THROUGH = 20
"""Free times among which one that suits is sought: the first ones may all be on one day."""
_MOST_OF_CALL = 3_000
"""Characters of what was said in a call, the last ones, that go into a text for a tool."""

_PLACE = re.compile(r"\{(\w+)\}")
_OF_THE_CALLER = frozenset({NAME, EMAIL})
"""Nobody learns these of somebody else by typing a number."""

_STATES = {
    ServiceToolStatus.FAILED: ToolState.FAILED,
    ServiceToolStatus.UNKNOWN: ToolState.FAILED,
    ServiceToolStatus.CONFLICT: ToolState.CONFLICT,
}


def request_for(
    use: NodeToolCall, graph: Graph, state: ServiceCallState, user_id: str, now: datetime
) -> ToolRequest:
    """What a tool is called with now."""
    window = window_of(state, now) if SLOTS in use.results else None
    given = {
        name: _photos(state) if arg.photos else _value(arg, state, window)
        for name, arg in use.arguments.items()
    }
    photos = [name for name, arg in use.arguments.items() if arg.photos and meaningful(given[name])]
    fields = [f for f in use.results if f in graph.fields]
    return ToolRequest(
        user_id=user_id,
        task_id=state.task_id,
        step=state.steps,
        server=use.server,
        tool=use.tool,
        arguments={name: value for name, value in given.items() if meaningful(value)},
        key=f"{state.task_id}/{use.tool}/{state.tools_done.get(use.tool, 0) + 1}",
        photos=photos[0] if photos else "",
        results=use.results,
        lists=tuple(f for f in fields if graph.fields[f].type == "array"),
        fits=text(state.context, ASK),
        language=state.language or "en",
        chosen=state.chosen,
        known={f: known for f in fields if (known := text(state.context, f))},
        wish=state.wish,
        avoid=_unwelcome(state),
        timezone=state.timezone,
    )


def _unwelcome(state: ServiceCallState) -> tuple[Window, ...]:
    """Times that do not suit, and those of the customer's other visits, unless they are wished."""
    wish = state.wish
    visits = (
        Window(from_ts=visit.from_ts, to_ts=visit.to_ts)
        for visit in other_visits(state)
        if not (wish and visit.from_ts <= wish.from_ts and wish.to_ts <= visit.to_ts)
    )
    return (*state.avoid, *visits)


def _photos(state: ServiceCallState) -> JsonValue:
    """Those that are stored, as a tool is told of them."""
    return [
        {"sha256": each.sha256, "mime_type": each.mime_type, "size": each.size}
        for each in state.files
        if each.sha256
    ]


def window_of(state: ServiceCallState, now: datetime) -> Window:
    """The days that are looked through: as wished, else a week from two hours on. A wish has days
    behind it, too, and one for a part of a day some hours before it: where nobody is free then, the
    nearest free time is proposed. What was proposed is not looked up for "later".
    """
    wish, soonest = state.wish, now + SOONEST
    if wish is None:
        return Window(from_ts=soonest, to_ts=soonest + LOOKED_AHEAD)
    start = wish.from_ts
    later = state.proposed is not None and state.proposed.to_ts == wish.from_ts
    if wish.to_ts - wish.from_ts < SHORTEST_DAY and not later:
        start -= LOOKED_BACK
    start = max(start, soonest)
    return Window(from_ts=start, to_ts=max(wish.from_ts, start) + LOOKED_AHEAD)


def _value(argument: Argument, state: ServiceCallState, window: Window | None) -> JsonValue:
    if argument.context is not None:
        return value_of(state, argument.context)
    if argument.text is not None:
        return filled(argument.text, state)
    if argument.slot == "employee_id":
        return "" if window or state.proposed is None else state.proposed.employee_id
    if argument.slot == "limit":
        several = text(state.context, COURSE) == "times" or state.corrected
        return _LOOKED_THROUGH if several or state.wish or _unwelcome(state) else None
    times = window or state.proposed
    if times is None:
        return None
    moment = times.from_ts if argument.slot == "from_ts" else times.to_ts
    return moment.isoformat().replace("+00:00", "Z")


def filled(template: str, state: ServiceCallState) -> str:
    """A text for a tool, with its places filled; what has no value is left out."""
    values = {
        **state.context,
        "notes": notes(state),
        "note": _note(state),
        "priority": state.priority,
        "call": _words_of_call(state),
    }

    def value(match: re.Match[str]) -> str:
        known = values.get(match.group(1))
        return known if isinstance(known, str) else ""

    return _PLACE.sub(value, template).strip()


def notes(state: ServiceCallState) -> str:
    """What staff should know beside the fields, in their words."""
    name = text(state.context, NAME)
    parts = [
        f"Caller gave the name {name}." if name else "",
        *(f"Asked: {question}" for question in state.questions),
        _note(state),
        f"Address: {address}." if (address := text(state.context, ADDRESS)) else "",
        f"Sent {state.photos} photo(s) in the chat." if state.photos else "",
    ]
    return " ".join(part for part in parts if part)


def _words_of_call(state: ServiceCallState) -> str:
    """What was said so far: the customer's lines begin with ``>``."""
    said = [CallExchange.model_validate(each) for each in exchanges(state.context, KEPT_EXCHANGES)]
    now = CallExchange(customer=" ".join(state.words))
    lines = [
        line
        for each in (*said, now)
        for line in (each.customer and f"> {each.customer}", each.agent)
        if line
    ]
    return "\n".join(lines)[-_MOST_OF_CALL:]


def _note(state: ServiceCallState) -> str:
    return " ".join(f"Note: {note.rstrip('.')}." for note in state.notes)


def took(
    use: NodeToolCall, result: ServiceToolResult, state: ServiceCallState
) -> tuple[Context, ToolState]:
    """The updates that a result brings, and what it means for the node. Changes what the state
    keeps beside the context.
    """
    if result.status is not ServiceToolStatus.OK:
        if result.status is ServiceToolStatus.UNKNOWN:
            state.unknown.append(use.tool)
        state.tool_failed += 1
        return {}, _STATES[result.status]
    state.tool_ok += 1
    state.tools_done[use.tool] = state.tools_done.get(use.tool, 0) + 1
    updates = _of_the_context(result.values, state)
    meaning = ToolState.EMPTY if result.empty else ToolState.OK
    if result.candidates:
        state.options, meaning = result.candidates, ToolState.AMBIGUOUS
    if SLOTS in use.results:
        meaning = _proposed(result, state)
    if APPOINTMENT in use.results:
        updates |= _booked(result.values.get(APPOINTMENT), state)
    if result.values.get(CREATED) is True:
        created = updates.get("customer_id") or state.context.get("customer_id")
        state.created[use.server] = str(created)
    if "task_id" in updates:
        _confirm(state, "task")
        state.outcome = None if state.outcome is CallEnd.CANCELLED else state.outcome
    noted = any("{note}" in (argument.text or "") for argument in use.arguments.values())
    if noted or updates.keys() & {"task_id", "callback_task_id"}:  # a description has them, too
        _take_as_noted(state)
    if "cancel" in use.tool:
        _take_cancelled(use, state)
    return updates, meaning


def _take_as_noted(state: ServiceCallState) -> None:
    if state.notes:
        state.notes, state.changes = [], state.changes + 1
        state.changed_at["note"] = state.changes


def _take_cancelled(use: NodeToolCall, state: ServiceCallState) -> None:
    if cancels(use):
        _confirm(state, "cancelled")
        state.booked = None
        return
    state.issues = [each for each in state.issues if each.get("task_id") != state.replaces]
    state.replaces = ""


def cancels(use: NodeToolCall) -> bool:
    """Whether it takes back the task that is spoken of."""
    replaced = any(argument.context == REPLACES for argument in use.arguments.values())
    return "cancel" in use.tool and not replaced


def _of_the_context(values: Mapping[str, JsonValue], state: ServiceCallState) -> Context:
    updates = {f: v for f, v in values.items() if f not in OWN_RESULTS}
    for field in _OF_THE_CALLER & updates.keys():
        known, told = text(state.context, field), updates[field]
        if not isinstance(told, str) or told.casefold().strip() != known.casefold():
            del updates[field]
    return updates


def _proposed(result: ServiceToolResult, state: ServiceCallState) -> ToolState:
    """The first free time of the wished ones, else the next one."""
    state.proposed = result.slots[0] if result.slots else None
    state.free = result.free
    who = state.booked.employee_id if state.booked else ""
    state.same_person = bool(who) and any(slot.employee_id == who for slot in result.slots)
    slot = state.proposed
    wished_at = state.changed_at.get("time_wish", 0)
    missed = None if slot is None or slot.suits else (wished_at, slot.from_ts)
    state.wish_missed = missed is not None and missed != state.missed_before
    state.missed_before = missed
    return ToolState.OK if slot else ToolState.EMPTY


def _booked(appointment: JsonValue, state: ServiceCallState) -> Context:
    """What a booking brings; nothing where the server did not say what it booked."""
    try:
        slot = Slot.model_validate(appointment)
    except ValidationError:
        return {}
    state.booked, state.proposed, state.wish_missed = slot, None, False
    _confirm(state, "booked")
    details = appointment.get("details") if isinstance(appointment, dict) else None
    return {
        "appointment_details": details,
        "assigned_employee_id": slot.employee_id,
        "assigned_employee_name": slot.employee_name,
    }


def _confirm(state: ServiceCallState, what: str) -> None:
    """``booked`` and ``cancelled`` end each other."""
    against = {"booked": "cancelled", "cancelled": "booked"}.get(what)
    state.confirmed = [*(c for c in state.confirmed if c not in {what, against}), what]
